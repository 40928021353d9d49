/* jail_cost: what a jail costs on this machine: programs started in it and, beside it, in one without pages of their own. */
#include "jail_cost.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/now.h"
#include "runtime.h"

enum { STARTS = 9 };

struct place {
    const char *runtime, *root;
    uint32_t uid;
};

static const struct {
    const char *runtime;
    char *const words[5];
} programs[] = {
    { "c", { "/bin/sh", "-c", ":", NULL } },
    { "python", { "/usr/bin/python3", "-I", "-c", "pass", NULL } },
    { "node", { "/usr/bin/node", "-e", "0", NULL } },
};

/* The bot's place: the program in its filter, whose questions the keeper's place answers until it ended. */
static int keep_one(int which)
{
    int asks[2], listener = -1, status = 1;
    char *nothing[] = { NULL };
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, asks))
        return 1;
    jail_stat_tell(asks[1]);
    pid_t child = fork();
    if (!child) {
        if (!jail_filter())
            execve(programs[which].words[0], programs[which].words, nothing);
        _exit(126);
    }
    int pidfd = (int)syscall(SYS_pidfd_open, child, 0);
    struct pollfd p[2] = { { .fd = asks[0], .events = POLLIN }, { .fd = pidfd, .events = POLLIN } };
    while (child > 0 && pidfd >= 0 && poll(p, 2, -1) > 0 && !p[1].revents) {
        if (listener < 0)
            p[0].fd = listener = jail_stat_take(asks[0]);
        else if (jail_stat_answer(listener, child))
            p[0].fd = -1;
    }
    if (child > 0)
        waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Microseconds from nothing to the program's end; -1: it did not run. */
static int64_t start_once(const struct jail_plan *p, int which)
{
    struct jail_stop stop;
    int status = 1;
    int64_t begin = now_us();
    pid_t keeper = fork();
    if (!keeper)
        _exit(jail_enter(p, &stop) ? 127 : keep_one(which));
    if (keeper > 0)
        waitpid(keeper, &status, 0);
    return WIFEXITED(status) && !WEXITSTATUS(status) ? now_us() - begin : -1;
}

/* The fastest: what else runs on the machine makes a start slower, never faster. */
static int64_t start_time(const struct jail_plan *p, int which)
{
    int64_t best = -1;
    for (int i = 0; i < STARTS; i++) {
        int64_t time = start_once(p, which);
        if (time < 0)
            return -1;
        best = best < 0 || time < best ? time : best;
    }
    return best;
}

static void plan(struct jail_plan *p, const struct place *how, uint32_t layers)
{
    jail_plan_start(p, layers);
    snprintf(p->runtime, sizeof p->runtime, "%s", how->runtime);
    jail_show_system(p);
    p->uid = how->uid;
    p->memory = 0;
    snprintf(p->root, sizeof p->root, "%s", how->root);
}

unsigned jail_costs(struct jail_cost out[JAIL_COSTS], uint32_t held, uint32_t uid, const char *root)
{
    static struct jail_plan p;
    unsigned count = 0;
    for (int i = 0; i < (int)(sizeof programs / sizeof *programs); i++) {
        char folder[JAIL_PATH];
        struct place how = { folder, root, uid };
        if (snprintf(folder, sizeof folder, "%s/%s", runtime_home(), programs[i].runtime) >= (int)sizeof folder ||
            !runtime_has(folder, programs[i].words[0]))
            continue;
        struct jail_cost *c = &out[count++];
        c->runtime = programs[i].runtime;
        c->bytes = runtime_bytes(folder);
        plan(&p, &how, held & ~JAIL_BIT(JAIL_CGROUP));
        c->own_us = start_time(&p, i);
        plan(&p, &how, held & ~JAIL_BIT(JAIL_CGROUP) & ~JAIL_BIT(JAIL_PAGES));
        c->shared_us = start_time(&p, i);
    }
    return count;
}
