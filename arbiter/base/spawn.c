/* spawn: fork, set everything, exec.  Between fork and exec there are system calls alone, so that threads of the
 * starter (libzmq's in the daemon) do no harm, and nothing of the starter's memory is changed but its stack, which waits. */
#include "spawn.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bytes.h"
#include "cli/owned.h"
#include "cpu.h"

enum { FIRST_NICE = -3 };
#define FIRST_NICE_TEXT "-3"

/* What the child writes when it cannot go on. */
struct failure {
    int error;
    char step[64];
};

void spawn_limit(struct spawn *s, int resource, unsigned long most)
{
    assert(s->limit_count < RLIM_NLIMITS);
    s->limit[s->limit_count].resource = resource;
    s->limit[s->limit_count++].most = most;
}

void spawn_pass(struct spawn *s, int fd)
{
    assert(s->passed_count < SPAWN_PASSED);
    s->passed[s->passed_count++] = fd;
}

int limit_to(int resource, rlim_t most)
{
    struct rlimit wanted = { most, most }, has;
    __rlimit_resource_t which = (__rlimit_resource_t)resource;
    if (!setrlimit(which, &wanted))
        return 0;
    if (getrlimit(which, &has) || has.rlim_max >= most)
        return -1;
    has.rlim_cur = has.rlim_max;
    return setrlimit(which, &has);
}

/* --- in the child ------------------------------------------------------------------------------- */

/* Every descriptor from `from` on closes at exec. */
static int close_from(unsigned from)
{
    struct rlimit r;
    if (!close_range(from, ~0u, CLOSE_RANGE_CLOEXEC))
        return 0;
    if (getrlimit(RLIMIT_NOFILE, &r))
        return -1;
    for (int fd = (int)from; fd < (int)r.rlim_cur; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    return 0;
}

/* Descriptors 0, 1, 2 and the passed ones in their places, `report` somewhere above them. */
static int place_descriptors(const struct spawn *s, int *report)
{
    int high[SPAWN_PASSED], null = open("/dev/null", O_RDWR | O_CLOEXEC), errors = s->words > 0 ? s->words : s->output;
    int error = errors < 0 ? -1 : fcntl(errors, F_DUPFD_CLOEXEC, SPAWN_OUT_OF_THE_WAY),
        output = s->words > 0 ? null : error;
    int talks = s->talks > 0 ? fcntl(s->talks, F_DUPFD_CLOEXEC, SPAWN_OUT_OF_THE_WAY) : -1;
    if (null < 0 || (errors >= 0 && error < 0) || (s->talks > 0 && talks < 0))
        return -1;
    *report = fcntl(*report, F_DUPFD_CLOEXEC, SPAWN_OUT_OF_THE_WAY);
    if (*report < 0)
        return -1;
    for (unsigned i = 0; i < s->passed_count; i++) {
        high[i] = fcntl(s->passed[i], F_DUPFD_CLOEXEC, SPAWN_OUT_OF_THE_WAY);
        if (high[i] < 0)
            return -1;
    }
    if (dup2(talks < 0 ? null : talks, 0) < 0)
        return -1;
    if (error >= 0 && (dup2(talks < 0 ? output : talks, 1) < 0 || dup2(error, 2) < 0))
        return -1;
    for (unsigned i = 0; i < s->passed_count; i++)
        if (dup2(high[i], SPAWN_FIRST + (int)i) < 0)
            return -1;
    return close_from(SPAWN_FIRST + s->passed_count);
}

static void reset_signals(void)
{
    sigset_t none;
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static int set_limits(const struct spawn *s)
{
    for (unsigned i = 0; i < s->limit_count; i++)
        if (limit_to(s->limit[i].resource, s->limit[i].most))
            return -1;
    return 0;
}

/* No more than twice a bot's share, for a bot can keep its seat's process busy.  The kernel may share by sessions (autogroup), which are
 * asked for apart.  What is refused changes nothing: only root may ask, or who was given a lower LimitNICE. */
static void serve_first(void)
{
    (void)setpriority(PRIO_PROCESS, 0, FIRST_NICE);
    (void)put_text(AT_FDCWD, "/proc/self/autogroup", FIRST_NICE_TEXT);
}

/* Returns only when something failed; the step's name. */
static const char *become(const struct spawn *s, pid_t parent, int *report)
{
    if (setsid() < 0)
        return "setsid";
    reset_signals();
    if (s->first)
        serve_first();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL))
        return "prctl";
    if (getppid() != parent)
        _exit(1); /* it ended before we could ask to be told */
    if (cpu_use(s->cpu))
        return "the CPU";
    if (place_descriptors(s, report))
        return "descriptors";
    if (s->folder && chdir(s->folder))
        return SPAWN_FOLDER;
    if (set_limits(s))
        return "limits";
    if (s->last && s->last())
        return "its filter";
    execve(s->path, s->argv, s->environment);
    return SPAWN_EXEC;
}

/* --- in the parent ------------------------------------------------------------------------------ */

/* Reads what kept the child from becoming its program; false when it did become it. */
static bool failed_to_become(int report, struct failure *f)
{
    ssize_t n;
    do
        n = read(report, f, sizeof *f);
    while (n < 0 && errno == EINTR);
    return n == sizeof *f;
}

/* The child's process: what failed is written to `report`. */
_Noreturn static void run_child(const struct spawn *s, pid_t parent, int report)
{
    struct failure f = { 0 };
    const char *failed = become(s, parent, &report);
    f.error = errno;
    snprintf(f.step, sizeof f.step, "%s", failed);
    _exit(write(report, &f, sizeof f) == sizeof f ? 126 : 127);
}

int spawn_start(struct child *c, const struct spawn *s, const char **step)
{
    static struct failure f;
    pid_t parent = getpid(), pid;
    int report[2], error;
    *step = "a pipe";
    if (pipe2(report, O_CLOEXEC))
        return -1;
    *step = "a process";
    pid = s->last ? fork() : vfork(); /* which copies no page, and lends it ours until it executes */
    if (!pid)
        run_child(s, parent, report[1]);
    error = errno;
    close(report[1]);
    if (pid > 0 && failed_to_become(report[0], &f)) {
        waitpid(pid, NULL, 0);
        *step = f.step;
        error = f.error;
        pid = -1;
    }
    close(report[0]);
    if (pid > 0) {
        *c = (struct child){ .pid = pid, .fd = (int)syscall(SYS_pidfd_open, pid, 0) };
        if (c->fd >= 0)
            return 0;
        *step = "a pidfd";
        error = errno;
        child_kill(c);
        waitpid(pid, NULL, 0);
        c->pid = 0;
    }
    errno = error;
    return -1;
}

void child_kill(const struct child *c)
{
    if (c->pid > 0)
        kill(-c->pid, SIGKILL);
}

void child_reap(struct child *c, struct ending *e)
{
    struct rusage usage;
    int status = 0;
    memset(e, 0, sizeof *e);
    child_kill(c); /* before it is reaped its number cannot be another's */
    while (wait4(c->pid, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    e->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    e->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    e->memory_kib = usage.ru_maxrss;
    e->cpu_s = (long)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
    close(c->fd);
    c->pid = 0;
    c->fd = -1;
}

bool child_wait(const struct child *c, int ms)
{
    struct pollfd p = { .fd = c->fd, .events = POLLIN };
    return c->pid <= 0 || poll(&p, 1, ms) > 0;
}

int orphans_adopt(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1); }

/* The list of the children of a process' first thread; NULL: it cannot be read. */
static FILE *children_of(pid_t parent)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    return parent > 0 ? fopen(path, "re") : NULL;
}

pid_t child_only(pid_t parent)
{
    long pid = 0, second;
    OPENED FILE *f = children_of(parent);
    bool one = f && fscanf(f, "%ld", &pid) == 1 && fscanf(f, "%ld", &second) != 1;
    return one ? (pid_t)pid : 0;
}

static bool is_one_of(pid_t pid, const pid_t *some, unsigned count)
{
    bool is = false;
    for (unsigned i = 0; i < count; i++)
        is |= pid == some[i];
    return is;
}

/* The pids of our children but some, killed; how many there were. */
static int kill_children(const pid_t *spared, unsigned count_spared)
{
    int count = 0;
    long pid;
    OPENED FILE *f = children_of(getpid());
    if (!f)
        return 0;
    while (fscanf(f, "%ld", &pid) == 1)
        if (!is_one_of((pid_t)pid, spared, count_spared))
            count += kill((pid_t)pid, SIGKILL) == 0;
    return count;
}

/* A child that forks faster than we kill is stopped by dying itself: each turn ends all there are, and
 * what they left behind becomes ours and falls in the next turn. */
void orphans_kill(const pid_t *spared, unsigned count)
{
    while (kill_children(spared, count) > 0)
        while (waitpid(-1, NULL, 0) < 0 && errno == EINTR)
            continue;
}

void orphans_end(void)
{
    if (getpid() != 1) {
        orphans_kill(NULL, 0);
        return;
    }
    kill(-1, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
}
