/* build: the outside: makes the jail, hands in the sources, listens, and takes what comes out. */
#include "build.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/now.h"
#include "base/spawn.h"
#include "cli/path.h"
#include "cli/temporary.h"
#include "capacity.h"

struct run {
    const struct build *build;
    struct build_inside inside;
    char temp[JAIL_PATH];
    pid_t child;
    int in, out, log; /* our ends; -1: closed */
    uint64_t printed;
    struct build_report report;
    const char *used_up; /* a limit that we watch, in words; NULL: none */
};

/* --- the jail -------------------------------------------------------------------------------------------------- */

static int make_temp(struct run *r)
{
    char path[JAIL_PATH + 8];
    if (!temporary_folder(r->temp, JAIL_PATH / 2, "fiel-build") || chmod(r->temp, 0711))
        return -1;
    path_of(path, sizeof path, "%s/root", r->temp);
    if (mkdir(path, 0755))
        return -1;
    path_of(path, sizeof path, "%s/tree", r->temp);
    return mkdir(path, 0700);
}

static void plan(struct run *r, uint32_t layers)
{
    struct jail_plan *p = &r->inside.plan;
    jail_plan_start(p, layers);
    jail_show_system(p);
    p->disk = r->build->disk;
    p->inodes = BUILD_INODES;
    p->tasks = BUILD_TASKS;
    p->memory = r->build->memory;
    p->builds = true;
    p->uid = r->build->uid[0];
    path_of(p->root, sizeof p->root, "%s/root", r->temp);
    if (layers & JAIL_BIT(JAIL_MOUNT))
        strcpy(p->state, "/build"); /* the same for everybody: what is built does not depend on where */
    else
        path_of(p->state, sizeof p->state, "%s/tree", r->temp);
    for (unsigned i = 0; i < r->build->shows; i++)
        jail_show(p, r->build->show[i]);
}

static int refuse(const struct jail_probe *found, uint32_t missing)
{
    char why[320];
    int layer = 0;
    while (!(missing & JAIL_BIT(layer)))
        layer++;
    return cli_fail(EXIT_ENVIRONMENT, "build: --jail=strict cannot be held: %s: %s: `fiel jail-test` tells all",
                    jail_layer_name((enum jail_layer)layer), jail_lack_text(found, (enum jail_layer)layer, why));
}

/* What is asked and what is there. */
static int make_jail(struct run *r)
{
    static struct jail_probe found;
    struct jail_plan *p = &r->inside.plan;
    plan(r, JAIL_OF_BUILDS);
    if (r->build->level == JAIL_NONE)
        return plan(r, 0), EXIT_FINE;
    jail_try(p, &found);
    uint32_t missing = JAIL_DEMANDED & JAIL_OF_BUILDS & ~found.held;
    if (r->build->level == JAIL_STRICT && missing)
        return refuse(&found, missing);
    plan(r, found.held);
    if (found.held & JAIL_BIT(JAIL_UID) && !(p->uid = jail_uid_claim(r->build->uid[0], r->build->uid[1])))
        return cli_fail(EXIT_ENVIRONMENT, "build: all users of --uids are taken: give a wider range");
    if (!(found.held & JAIL_BIT(JAIL_MOUNT)) && found.held & JAIL_BIT(JAIL_UID) && chown(p->state, p->uid, p->uid))
        return cli_fail(EXIT_ENVIRONMENT, "build: %s cannot be given to the build's user: %s", p->state,
                        strerror(errno));
    if (jail_cgroups(p, p->layers, 0))
        return cli_fail(EXIT_ENVIRONMENT, "build: no cgroup can be made for it any more: build again");
    return EXIT_FINE;
}

/* --- the inside, and what it says -------------------------------------------------------------------------------- */

static void shut(int *fd) { close_fd(&*fd); }

static int start(struct run *r)
{
    int in[2], out[2], log[2];
    if (pipe2(in, O_CLOEXEC))
        return -1;
    if (pipe2(out, O_CLOEXEC))
        return close(in[0]), close(in[1]), -1;
    if (pipe2(log, O_CLOEXEC))
        return close(in[0]), close(in[1]), close(out[0]), close(out[1]), -1;
    fflush(NULL);
    r->child = fork();
    if (!r->child) {
        close(in[1]), close(out[0]), close(log[0]);
        r->inside.from = in[0], r->inside.to = out[1], r->inside.log = log[1];
        build_inside(&r->inside);
    }
    close(in[0]), close(out[1]), close(log[1]);
    r->in = in[1], r->out = out[0], r->log = log[0];
    return r->child < 0 ? -1 : 0;
}

static void take_output(struct run *r)
{
    char bytes[1 << 14];
    ssize_t n = read(r->log, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR)
        return;
    if (n <= 0) {
        shut(&r->log);
        return;
    }
    uint64_t room = BUILD_OUTPUT - r->printed;
    size_t fits = (uint64_t)n < room ? (size_t)n : (size_t)room;
    fwrite(bytes, 1, fits, stdout);
    r->printed += fits;
    if ((uint64_t)n > room)
        r->used_up = "it printed more than 1 MiB: print less";
}

/* Until the inside reports, its pipes end, or a limit is used up. */
static void listen_to(struct run *r)
{
    int64_t end = now_us() + r->build->time_us;
    bool told = false;
    while (!r->used_up && (r->log >= 0 || !told)) {
        struct pollfd fds[2] = { { .fd = r->log, .events = POLLIN }, { .fd = told ? -1 : r->out, .events = POLLIN } };
        int64_t left = (end - now_us() + 999) / 1000;
        if (left <= 0)
            r->used_up = "it took too long: --time says how long it may take";
        else if (poll(fds, 2, left > 60000 ? 60000 : (int)left) < 0 && errno != EINTR)
            return;
        if (!r->used_up && fds[0].revents)
            take_output(r);
        if (!r->used_up && fds[1].revents) {
            told = true;
            if (read(r->out, &r->report, sizeof r->report) != sizeof r->report)
                r->report = (struct build_report){ .end = BUILD_KILLED, .number = SIGKILL };
        }
    }
}

/* --- what came of it ------------------------------------------------------------------------------------------------ */

static int failed(const struct run *r)
{
    const struct build_report *e = &r->report;
    char alone[200] = "";
    snprintf(
        alone, sizeof alone,
        ": where no /proc can be mounted, each process has %llu MiB of its own: was that too little, give more with "
        "--memory",
        (unsigned long long)(r->build->memory >> 20));
    const char *full = e->disk_full ? ": its disk was full: make it smaller, or give more with --disk"
                       : e->counted || r->build->level == JAIL_NONE ? ""
                                                                    : alone;
    if (r->used_up)
        return cli_fail(EXIT_NEGATIVE, "build: %s", r->used_up);
    switch ((enum build_end)e->end) {
    case BUILD_DONE: return EXIT_FINE;
    case BUILD_EXITED: return cli_fail(EXIT_NEGATIVE, "build: the command failed with exit code %d%s", e->number, full);
    case BUILD_KILLED: return cli_fail(EXIT_NEGATIVE, "build: the command was ended by signal %d%s", e->number, full);
    case BUILD_MEMORY:
        return cli_fail(EXIT_NEGATIVE,
                        "build: it used more memory than %llu MiB: build with less, or give more with "
                        "--memory",
                        (unsigned long long)(r->build->memory >> 20));
    case BUILD_TOO_MANY:
        return cli_fail(EXIT_NEGATIVE, "build: it had more than %d processes and threads at once: start fewer",
                        BUILD_TASKS);
    case BUILD_NO_COPY: return cli_fail(EXIT_NEGATIVE, "build: the sources do not fit into the jail: %.160s", e->why);
    case BUILD_NO_JAIL:
    case BUILD_NO_SHELL: break;
    }
    return cli_fail(EXIT_ENVIRONMENT, "build: it cannot be started: %.60s: %s: `fiel jail-test` tells what holds here",
                    e->stop.step, strerror(e->stop.error));
}

/* The tree into `out`; nothing is left there when it cannot be. */
static int take(struct run *r)
{
    const struct tree_limits most = { r->build->disk, BUILD_INODES };
    char why[TREE_WHY];
    if (mkdir(r->build->out, 0755) && errno != EEXIST)
        return cli_fail(EXIT_ENVIRONMENT, "build: %s: %s: name a folder that can be made", r->build->out,
                        strerror(errno));
    if (!tree_take(r->out, r->build->out, &most, why))
        return EXIT_FINE;
    tree_remove(r->build->out);
    return cli_fail(EXIT_NEGATIVE, "build: what it left cannot be kept: %s", why);
}

static int run(struct run *r)
{
    char why[TREE_WHY];
    if (start(r))
        return cli_fail(EXIT_ENVIRONMENT, "build: no process or pipe for it: %s", strerror(errno));
    int unsent = tree_send(r->build->source, r->in, false, why);
    shut(&r->in);
    listen_to(r);
    fflush(stdout);
    int code = failed(r);
    if (!code && unsent)
        code = cli_fail(EXIT_ENVIRONMENT, "build: the sources cannot be read: %s", why);
    return code ? code : take(r);
}

/* Everything ends with the outermost process of the jail; where there is none, its orphans are ours. */
static void end(struct run *r)
{
    if (r->child > 0) {
        kill(r->child, SIGKILL);
        waitpid(r->child, NULL, 0);
        orphans_kill(NULL, 0);
    }
    shut(&r->in);
    shut(&r->out);
    shut(&r->log);
    jail_cgroup_end(r->inside.plan.cgroup);
    jail_cgroup_end(r->inside.plan.share);
    if (*r->temp)
        tree_remove(r->temp);
}

/* Its files lie in memory. */
static int count_room(struct build *b)
{
    enum { OWN = 48 << 20 };
    char why[CAPACITY_WHY];
    struct capacity have, each = { .tasks = BUILD_TASKS + 4, .files = 1, .descriptors = 1, .users = 1 };
    uint64_t besides = OWN + (b->level == JAIL_NONE ? 0 : b->disk);
    capacity_look(&have, b->uid[1] - b->uid[0] + UINT64_C(1));
    uint64_t most = have.memory > besides ? (have.memory - besides) >> 20 << 20 : 0;
    if (!b->memory_given && most >= CAPACITY_BOT_LEAST && most < b->memory) {
        fprintf(stderr, "fiel: the build has %" PRIu64 " MiB of memory: there are %" PRIu64 " here (--memory)\n",
                most >> 20, have.memory >> 20);
        b->memory = most;
    }
    each.memory = besides + b->memory;
    if (!capacity_short(&have, &each, 1, why))
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT,
                    "build: it %s: give it less (--memory, --disk), or build where this machine or its cgroup has more",
                    why);
}

int build_run(struct build *b)
{
    static struct run r;
    if (count_room(b))
        return EXIT_ENVIRONMENT;
    r = (struct run){ .build = b, .inside = { .build = b }, .in = -1, .out = -1, .log = -1 };
    if (orphans_adopt() || make_temp(&r)) {
        int code = cli_fail(EXIT_ENVIRONMENT, "build: no temporary folder: %s: set TMPDIR to one you may write",
                            strerror(errno));
        end(&r);
        return code;
    }
    signal(SIGPIPE, SIG_IGN);
    int code = make_jail(&r);
    if (!code)
        code = run(&r);
    end(&r);
    return code;
}
