/* match_bridge: the bridge of a bot that plays by lines (spec/LINES.md): a process of ours beside the program, which reads what a stranger
 * wrote and so has what a seat's process has: a user of its own, no capability, a list of calls, and besides a folder for its keys. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "cli/path.h"
#include "jail/build_tree.h"
#include "jail/confine.h"
#include "match.h"

extern char **environ;

enum { BRIDGE_MEMORY = 256 << 20, BRIDGE_ROOM = 64 << 10 };

static struct confine held; /* of the one that is being started */

static int confine_bridge(void)
{
    const char *wrong = confine(&held);
    if (wrong)
        fprintf(stderr, "fiel: bridge: %s\n", wrong);
    return wrong ? -1 : 0;
}

static char *folder_of(const struct match_run *m, unsigned seat, char folder[TEMP_PATH + 24])
{
    return path_of(folder, TEMP_PATH + 24, "%s/bridge%u", m->temp, seat);
}

/* Of a match that goes on its user is another one, to whom its files are given anew: in a folder that takes its place when it is whole. */
static int own_folder(const char *folder, uint32_t uid)
{
    char fresh[TEMP_PATH + 32];
    int kept = memory_file("bridge", NULL, 0);
    tree_remove(path_of(fresh, sizeof fresh, "%s.new", folder));
    int status = kept < 0 || keeper_state_save(kept, folder) || mkdir(fresh, 0700) || chown(fresh, uid, uid) ||
                 keeper_state_restore(kept, fresh, uid) ||
                 renameat2(AT_FDCWD, fresh, AT_FDCWD, folder, RENAME_EXCHANGE);
    int error = errno;
    tree_remove(fresh);
    close_fd(&kept);
    errno = error;
    return status ? -1 : 0;
}

/* Where it has none its files cannot be written, which would be its program's fault. */
static bool has_room(const char *folder)
{
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    int error = fd < 0 ? 0 : posix_fallocate(fd, 0, BRIDGE_ROOM); /* some file systems know no such file */
    close_fd(&fd);
    errno = error;
    return error != ENOSPC && error != EDQUOT;
}

int bridge_prepare(struct match_run *m, unsigned seat)
{
    struct bridge_run *b = &m->party[seat].bridge;
    char path[PATH_MAX], folder[TEMP_PATH + 24], door[TEMP_PATH + 24];
    path_of(path, sizeof path, "%s/bridge", bundled_folder());
    /* Where another user may not run it it stays who we are, without our rights. */
    if (jail_anybody_may_run(path, true) && user_claim(m, &b->uid))
        return -1;
    bool made = !mkdir(folder_of(m, seat, folder), 0700);
    path_of(door, sizeof door, "%s/seat%u", m->temp, seat);
    if ((made || errno == EEXIST) && has_room(folder) &&
        (!b->uid || (!own_folder(folder, b->uid) && !chmod(m->temp, 0711) && !chown(door, (uid_t)-1, b->uid) &&
                     !chmod(door, 0710))))
        return 0;
    cli_fail(EXIT_ENVIRONMENT, "match: the bridge of %s has no folder: %s: %s: set TMPDIR to one with room",
             m->options.name[seat], folder, strerror(errno));
    return -1;
}

/* Our programs may lie below the private folder of somebody else, where only root comes: there it is opened before root gives that up.
 * A descriptor to close, or -1. */
static int open_program(char path[PATH_MAX])
{
    path_of(path, PATH_MAX, "%s/bridge", bundled_folder());
    int fd = geteuid() || jail_anybody_may_run(path, false) ? -1 : open(path, O_PATH | O_CLOEXEC), high = -1;
    if (fd >= 0 && (high = fcntl(fd, F_DUPFD_CLOEXEC, SPAWN_OUT_OF_THE_WAY)) >= 0)
        path_of(path, PATH_MAX, "/proc/self/fd/%d", high);
    close_fd(&fd);
    return high;
}

/* Its record and its end of the line; and what it says goes where its program's words go.  It begins in its folder and finds the seat from
 * there, for it may not come through the private folder of somebody else in which ours may lie. */
static const char *start(struct match_run *m, unsigned seat, int line)
{
    struct party_run *c = &m->party[seat];
    char path[PATH_MAX], folder[TEMP_PATH + 24], endpoint[SEAT_ENDPOINT], name[] = "bridge", *argv[] = { name, NULL };
    struct spawn s = { .path = path, .argv = argv, .environment = environ, .cpu = m->cpu, .first = true };
    const char *step = "its record";
    snprintf(endpoint, sizeof endpoint, "ipc://..%s", c->config.endpoint + sizeof "ipc://" - 1 + strlen(m->temp));
    int record = bot_record(c, endpoint, "."), log = files_open_log(c), program = open_program(path);
    if (record >= 0 && log >= 0) {
        held = (struct confine){ .uid = c->bridge.uid, .joins = true, .folder = ".", .program = path };
        s.folder = folder_of(m, seat, folder);
        s.output = log;
        s.last = confine_bridge;
#if !defined(__SANITIZE_ADDRESS__) /* which needs address space without end */
        spawn_limit(&s, RLIMIT_AS, BRIDGE_MEMORY);
#endif
        spawn_limit(&s, RLIMIT_CORE, SPAWN_NO_CORE);
        spawn_pass(&s, record);
        spawn_pass(&s, line);
        step = spawn_start(&c->bridge.process, &s, &step) ? step : NULL;
    }
    int error = errno, ours[] = { record, log, program };
    for (int i = 0; i < 3; i++)
        close_fd(&ours[i]);
    errno = error;
    return step;
}

int bridge_start(struct match_run *m, unsigned seat, int *program)
{
    int pair[2];
    const char *step = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) ? "a socket" : NULL;
    if (!step) {
        step = start(m, seat, pair[0]);
        close(pair[0]);
        *program = step ? -1 : pair[1];
        if (step)
            close(pair[1]);
    }
    if (!step)
        return 0;
    cli_fail(EXIT_ENVIRONMENT, "match: the bridge of %s cannot be started: %s: %s: free some resources and play again",
             m->options.name[seat], step, strerror(errno));
    return -1;
}

void bridge_ended(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    struct ending e;
    child_reap(&c->bridge.process, &e);
    watch_take_frames(m); /* the result may stand there already */
    if (m->over || (!e.exit_code && !e.signal))
        return;
    report_clear(&m->report);
    fprintf(stderr, "fiel: the bridge of %s has ended (exit code %d, signal %d)\n", m->options.name[seat], e.exit_code,
            e.signal);
    c->bridge.lost = true;
    c->bridge.how = e;
    child_kill(&c->seat);
    (void)keeper_tell(m, seat, KEEPER_KILL);
}

void bridge_let_go(struct match_run *m, unsigned seat, int ms)
{
    struct child *c = &m->party[seat].bridge.process;
    struct ending e;
    if (!c->pid)
        return;
    if (child_wait(c, ms)) {
        bridge_ended(m, seat);
    } else {
        child_kill(c);
        child_reap(c, &e);
    }
}
