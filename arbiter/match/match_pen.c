/* match_pen: the two processes that a match log takes besides: its pen, and who asks its witnesses. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/beside.h"
#include "cli/path.h"
#include "jail/confine.h"
#include "match.h"

extern char **environ;

/* The process that asks becomes another program, and so is confined before. */
static struct confine asking;
static int confine_asking(void) { return confine(&asking) ? -1 : 0; }

/* What is kept of witnesses lies in a folder of its own. */
static bool asking_folder(const char *log, char folder[2 * CONTROL_PATH])
{
    struct stat s;
    path_of(folder, 2 * CONTROL_PATH, "%s/" LOG_WITNESSED, log);
    if (stat(log, &s) || (mkdir(folder, 0755) == 0 ? chown(folder, s.st_uid, s.st_gid) : errno != EEXIST))
        return false;
    asking = (struct confine){ .uid = s.st_uid, .calls = true, .reads = log, .folder = folder };
    return true;
}

/* fiel-witness, which asks when it is told to, and answers, at this end of a socket.  NULL, or what failed. */
static const char *start_asking(struct match_run *m, int end)
{
    static char folder[2 * CONTROL_PATH];
    char path[PATH_MAX], name[] = "fiel-witness", word[] = "ask", policy[] = "--policy", rest[] = "--rest";
    char at[] = "--at", three[] = "3";
    char *argv[] = { name, word, m->options.match_log, policy, m->options.log_policy_file, rest, at, three, NULL };
    struct spawn s = { .path = path, .argv = argv, .environment = environ, .cpu = CPU_NONE, .output = end };
    const char *step = "finding it";
    if (!asking_folder(m->options.match_log, folder))
        return "its folder";
    s.last = confine_asking;
    asking.program = path;
    asking.also = m->options.log_policy_file;
    spawn_pass(&s, end);
    errno = ENAMETOOLONG;
    return beside(path, name) && spawn_start(&m->asks, &s, &step) == 0 ? NULL : step;
}

static const char *start_pen(struct match_run *m, int end, int asks)
{
    struct match_options *o = &m->options;
    char name[] = "fiel", command[] = "pen", fd[] = "--fd", three[] = "3", log[] = "--log", key[] = "--key";
    char to[] = "--asks", four[] = "4", policy[] = "--policy";
    char *argv[] = { name, command,          fd, three, log,    o->match_log,
                     key,  o->match_log_key, to, four,  policy, o->log_policy_file,
                     NULL };
    struct spawn s = { .path = "/proc/self/exe", .argv = argv, .environment = environ, .cpu = CPU_NONE, .output = -1 };
    const char *step = "a pipe";
    if (asks < 0)
        argv[8] = NULL; /* nobody is asked */
    spawn_pass(&s, end);
    if (asks >= 0)
        spawn_pass(&s, asks);
    s.words = own_words_open(&m->pen_words);
    int status = s.words < 0 ? -1 : spawn_start(&m->pen, &s, &step), error = errno;
    if (s.words > 0)
        close(s.words);
    errno = error;
    return status ? step : NULL;
}

/* Both, at one end of a socket each; ours to the pen is pen[0]. */
static const char *start_both(struct match_run *m, int pen[2], int asks[2])
{
    const char *wrong = NULL;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pen))
        return "a socket";
    if (*m->options.log_policy_file && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, asks))
        return "a socket";
    if (asks[1] >= 0)
        wrong = start_asking(m, asks[1]);
    return wrong ? wrong : start_pen(m, pen[1], asks[0]);
}

int pen_start(struct match_run *m)
{
    static struct from_pen said;
    int pen[2] = { -1, -1 }, asks[2] = { -1, -1 };
    if (m->to_pen >= 0)
        return EXIT_FINE;
    const char *wrong = start_both(m, pen, asks);
    int error = errno, ours[] = { wrong ? pen[0] : -1, pen[1], asks[0], asks[1] };
    for (unsigned i = 0; i < sizeof ours / sizeof *ours; i++)
        close_fd(&ours[i]);
    m->to_pen = wrong ? -1 : pen[0];
    if (!wrong && !pen_ask(m->to_pen, &(struct to_pen){ .kind = PEN_HELLO }, NULL, 0, &said))
        wrong = said.why, error = said.error;
    memcpy(m->log_key, said.key, sizeof said.key);
    if (!wrong)
        return EXIT_FINE;
    pen_end(m);
    return cli_fail(
        EXIT_ENVIRONMENT,
        "match: what writes into the match log cannot be started: %s: %s: free some resources and play again", wrong,
        strerror(error));
}

void pen_end(struct match_run *m)
{
    struct child *both[] = { &m->pen, &m->asks };
    struct ending e;
    close_fd(&m->to_pen);
    for (unsigned i = 0; i < 2; i++)
        if (both[i]->pid) {
            child_kill(both[i]);
            child_reap(both[i], &e);
        }
    report_hear(&m->report, &m->pen_words, "the pen of the match log", true);
}

bool pen_does(struct match_run *m, uint8_t kind, const char *text, struct from_pen *said)
{
    const struct to_pen ask = { .kind = kind, .again = 1, .number = m->number };
    if (pen_start(m)) {
        strcpy(said->why, "it has no pen");
        return false;
    }
    return pen_ask(m->to_pen, &ask, text, text ? strlen(text) : 0, said) && said->fine;
}
