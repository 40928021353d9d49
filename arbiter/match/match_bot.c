/* match_bot: a party's bot, through its keeper. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cli.h"
#include "bot_files.h"
#include "cli/path.h"
#include "match.h"
#include "wire/messages.h"
#include "wire/pack.h"

enum { KEEPER_MS = 20000 /* a bound for hangs */, KEEPERS_MOST = 2, RECORD_MOST = 1024 };

int bot_record(const struct party_run *c, const char *endpoint, const char *folder)
{
    uint8_t bytes[RECORD_MOST];
    struct packer p;
    pack_start(&p, bytes, sizeof bytes);
    pack_array(&p, 6);
    pack_uint(&p, PROTOCOL_VERSION);
    pack_str(&p, endpoint);
    pack_bin(&p, c->server_key, CURVE_KEY);
    pack_bin(&p, c->config.bot_key, CURVE_KEY);
    pack_bin(&p, c->bot_secret, CURVE_KEY);
    pack_str(&p, folder);
    int fd = p.bad ? -1 : memory_file("record", bytes, p.size);
    explicit_bzero(bytes, sizeof bytes);
    return fd;
}

/* The five descriptors of a keeper, in their order; -1 and the step. */
static int keeper_descriptors(struct match_run *m, unsigned seat, int out[5], const char **step)
{
    static struct keeper_config config;
    struct party_run *c = &m->party[seat];
    int pair[2];
    memset(&config.command, 0, sizeof config.command);
    config.size = sizeof config;
    config.party = seat;
    memcpy(&config.jail, c->plan, offsetof(struct jail_plan, shown) + c->plan->used);
    config.command = m->options.bot[seat];
    *step = "socket";
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return -1;
    c->keeper = pair[0];
    out[0] = pair[1];
    *step = "configuration";
    if ((out[1] = memory_file("keeper", &config, keeper_config_used(&config))) < 0)
        return -1;
    *step = "record";
    if ((out[2] = party_lines(m, seat) ? memory_file("record", NULL, 0)
                                       : bot_record(c, c->config.endpoint, config.jail.state)) < 0)
        return -1;
    *step = "log";
    if ((out[3] = files_open_log(c)) < 0)
        return -1;
    *step = "file for its state";
    return (out[4] = files_open_state(m, seat)) < 0 ? -1 : 0;
}

int start_keeper(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    c->keeper_looped = c->keeper_wrong = false;
    struct spawn s = { 0 };
    char name[] = "fiel", command[] = "keeper", whose[] = "--seat", number[12];
    char *argv[] = { name, command, whose, number, NULL }; /* for who looks at the processes */
    const char *step;
    int fds[5] = { -1, -1, -1, -1, -1 };
    int status = keeper_descriptors(m, seat, fds, &step);
    snprintf(number, sizeof number, "%u", seat);
    for (int i = 0; i < 5 && !status; i++)
        spawn_pass(&s, fds[i]);
    if (!status)
        status = start_own(m, &c->bot, &c->keeper_words, &s, argv);
    else
        cli_fail(EXIT_ENVIRONMENT, "match: the keeper of %s has no %s: %s: free some resources and play again",
                 m->options.name[seat], step, strerror(errno));
    for (int i = 0; i < 5; i++)
        close_fd(&fds[i]);
    return status;
}

/* It answers what it was told, and tells the end of a bot that runs: so no stream of frames keeps us from the rest. */
static bool is_due(const struct party_run *c, enum keeper_kind kind)
{
    return kind == KEEPER_KEPT ? c->keeping : kind == KEEPER_ENDED ? c->playing : c->starting;
}

bool keeper_says(struct match_run *m, unsigned seat, struct keeper_frame *f)
{
    struct party_run *c = &m->party[seat];
    const struct frame_way way = { &frames_keeper_to_supervisor, c->keeper, (int)seat, 0 };
    struct frame_in in;
    enum frame_came came = frame_take(&way, f, sizeof *f, &in);
    if (came == FRAME_CAME && !is_due(c, f->kind)) {
        came = FRAME_WRONG;
        in.wrong = "is one that nothing asked for";
    }
    if (came == FRAME_CAME) {
        c->keeping &= f->kind != KEEPER_KEPT;
        c->starting &= f->kind == KEEPER_KEPT;
        return true;
    }
    if (came == FRAME_WRONG) {
        report_clear(&m->report);
        fprintf(stderr, "fiel: the keeper of %s is ended, and counts as one that crashed: a frame of it %s\n",
                m->options.name[seat], in.wrong);
        c->keeper_wrong = true;
        child_kill(&c->bot);
    }
    if (came != FRAME_NONE) { /* it is ending, which its pidfd will tell */
        close_fd(&c->keeper);
    }
    return false;
}

bool keeper_tell(struct match_run *m, unsigned seat, enum keeper_word word)
{
    const uint8_t kind = (uint8_t)word;
    return send(m->party[seat].keeper, &kind, sizeof kind, MSG_NOSIGNAL) == sizeof kind;
}

static const char KEEPER_GONE[] = "its keeper"; /* the step of a start that a keeper did not answer */

/* What the keeper answers to its start. */
static struct keeper_frame unanswered(int error)
{
    struct keeper_frame f = { .kind = KEEPER_FAILED, .stop = { .layer = JAIL_LAYERS, .error = error } };
    strcpy(f.stop.step, KEEPER_GONE);
    return f;
}

static void wait_for_start(struct match_run *m, unsigned seat, struct keeper_frame *f)
{
    struct party_run *c = &m->party[seat];
    struct pollfd p = { .fd = c->keeper, .events = POLLIN };
    c->starting = true;
    do {
        while (poll(&p, 1, KEEPER_MS) < 0 && errno == EINTR)
            continue;
        if (!p.revents || !keeper_says(m, seat, f))
            *f = unanswered(ECHILD);
    } while (f->kind == KEEPER_KEPT);
}

void keep_state(struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++)
        if (m->party[i].keeper >= 0)
            m->party[i].keeping = keeper_tell(m, i, KEEPER_KEEP);
    kept_all(m);
}

void kept_all(struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++)
        if (m->party[i].keeping)
            return;
    if (m->kept < 0)
        return;
    (void)!write(m->kept, "k", 1);
    close_fd(&m->kept);
}

/* A process, memory or a descriptor was not to be had.  Of what a bot could bring about itself, the state of its folder and of its
 * program, it answers for the rest. */
static bool scarce(const struct jail_stop *s)
{
    bool its_own = !strcmp(s->step, SPAWN_FOLDER) || !strcmp(s->step, SPAWN_EXEC) || !strcmp(s->step, KEEPER_FILES);
    return s->error == EAGAIN || s->error == ENOMEM || s->error == EMFILE || s->error == ENFILE ||
           (s->layer == JAIL_LAYERS && !its_own);
}

static void say_failed(struct match_run *m, unsigned seat, const struct jail_stop *s)
{
    const char *name = m->options.name[seat];
    char why[WHY];
    report_clear(&m->report);
    if (command_garbled(&m->options.bot[seat], why))
        cli_fail(EXIT_ENVIRONMENT, "match: %s", why);
    else if (scarce(s))
        cli_fail(EXIT_ENVIRONMENT,
                 "match: bot %s cannot be started: %s: %s: free some processes, memory or descriptors of this machine "
                 "and play again: the match is void, which is not its fault",
                 name, s->step, strerror(s->error));
    else if (s->layer == JAIL_LAYERS)
        cli_fail(EXIT_ENVIRONMENT,
                 "match: bot %s cannot be started: %s: %s: a script needs #! and its interpreter, a program "
                 "must be built for this machine; what a jail hides, --show DIR shows",
                 name, s->step, strerror(s->error));
    else
        cli_fail(EXIT_ENVIRONMENT, "match: bot %s cannot be jailed: %s: %s: see `fiel jail-test`", name, s->step,
                 strerror(s->error));
}

void keeper_let_go(struct match_run *m, unsigned seat, struct ending *e)
{
    struct party_run *c = &m->party[seat];
    child_kill(&c->bot);
    child_reap(&c->bot, e);
    watch_hear(m, seat, &c->keeper_words, true);
    close_fd(&c->keeper);
    c->keeping = false;
}

/* --- its process, for who looks at it --------------------------------------------------------------- */

static void tell_process(struct party_run *c, pid_t pid)
{
    char path[64];
    if (c->process < 0)
        return;
    close_fd(&c->tasks);
    c->pid = (int)pid;
    snprintf(path, sizeof path, "/proc/%d/task", c->pid);
    c->tasks = pid > 0 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    (void)!pwrite(c->process, &c->pid, sizeof c->pid, 0);
}

void bot_gone(struct match_run *m, unsigned seat) { tell_process(&m->party[seat], 0); }

/* The bot is its keeper's child, and a keeper with a process namespace of its own is the child of the one we know. */
static void tell_bot(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    pid_t pid = c->bot.pid;
    for (int floors = m->jail.held & JAIL_BIT(JAIL_PID) ? 2 : 1; floors > 0 && c->process >= 0; floors--)
        pid = child_only(pid);
    tell_process(c, pid);
}

bool match_bots_same(const struct match_run *m, const struct bot_command *of)
{
    char why[WHY];
    if (bot_files_same(m->files, of, why))
        return true;
    cli_fail(EXIT_ENVIRONMENT,
             "match: %s: another program cannot go on with it: put back what was there, or close it with --give-up",
             why);
    return false;
}

/* Of a match that runs the jail shows what it showed, and what others write beside the program stops nobody.  Where the program itself is
 * another one it is parked, and nobody is at fault for that; but without a jail a bot changes it as it likes, and it is a loser who would. */
static enum bot_start start_other(struct match_run *m, unsigned seat)
{
    char why[WHY];
    if (m->options.jail != JAIL_NONE) {
        (void)match_bots_same(m, &m->options.bot[seat]); /* which says so */
        kill(getpid(), SIGUSR1);
        return BOT_STARTED;
    }
    report_clear(&m->report);
    (void)bot_files_same(m->files, &m->options.bot[seat], why);
    cli_fail(EXIT_ENVIRONMENT, "match: %s is not started again: %s, which without a jail it can do itself",
             m->options.name[seat], why);
    return BOT_UNFIT;
}

/* Where the bot is started by hand: its seat's record as a file of its folder, and the line to type.  -1: it cannot be written. */
static int say_attached(struct match_run *m, unsigned seat)
{
    const struct party_run *c = &m->party[seat];
    char record[CONTROL_PATH], line[2 * BOT_TEXT];
    path_of(record, sizeof record, "%s/record", c->plan->state);
    if (!command_attached(&m->options.bot[seat], record, line))
        return 0;
    int from = bot_record(c, c->config.endpoint, c->plan->state),
        to = open(record, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    int status = from >= 0 && to >= 0 && sendfile(to, from, NULL, RECORD_MOST) > 0 ? 0 : -1;
    close(from);
    close(to);
    report_clear(&m->report);
    if (status)
        return cli_fail(-1, "match: --attach: %s cannot be written: %s", record, strerror(errno));
    fprintf(stderr, "fiel: seat %u waits for %s, without a clock; type, in another terminal:\n\n  %s\n\n", seat,
            m->options.name[seat], line);
    return 0;
}

enum bot_start start_bot(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    struct keeper_frame f;
    struct ending e;
    char why[WHY];
    c->bot_starts++;
    if (c->bot_starts > 1 && !bot_files_same(m->files, &m->options.bot[seat], why))
        return start_other(m, seat);
    for (int keepers = 1;; keepers++) {
        if (!c->bot.pid && start_keeper(m, seat))
            return BOT_NO_PROCESS;
        f = unanswered(EPIPE);
        const uint8_t word = KEEPER_START;
        int program = -1;
        bridge_let_go(m, seat, 0); /* of a keeper that did not answer */
        if (party_lines(m, seat) && bridge_start(m, seat, &program))
            return BOT_NO_PROCESS;
        if (!frame_put(c->keeper, &word, sizeof word, program, 0))
            wait_for_start(m, seat, &f);
        close_fd(&program);
        if (f.kind == KEEPER_STARTED || strcmp(f.stop.step, KEEPER_GONE) || keepers == KEEPERS_MOST)
            break;
        keeper_let_go(m, seat, &e);
    }
    if (f.kind == KEEPER_STARTED) {
        if (say_attached(m, seat))
            return BOT_NO_PROCESS;
        c->playing = true;
        tell_bot(m, seat);
        return BOT_STARTED;
    }
    bridge_let_go(m, seat, 0);
    say_failed(m, seat, &f.stop);
    if (scarce(&f.stop))
        return BOT_NO_PROCESS;
    m->over = m->over || f.stop.layer != JAIL_LAYERS; /* not the bot's doing */
    return BOT_UNFIT;
}
