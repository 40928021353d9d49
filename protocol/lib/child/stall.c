/* stall: see stall.h. */
#include "stall.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/now.h"
#include "cli/owned.h"

enum { REST_NS = 100000, FILE_ROOM = 4096 };

enum stall_kind stall_judge(struct stall *seen, const struct stall *now)
{
    bool stopped = now->stopped && seen->stopped;
    seen->stopped = now->stopped;
    if (now->sleeps == seen->sleeps && now->used_ms - seen->used_ms >= STALL_LOOPS_MS)
        return STALL_LOOPING;
    if (now->sleeps != seen->sleeps) {
        seen->sleeps = now->sleeps;
        seen->used_ms = now->used_ms;
    }
    return stopped ? STALL_STOPPED : STALL_NONE;
}

/* A file of its first thread; "" where there is none. */
static void read_of(pid_t pid, const char *name, char text[FILE_ROOM])
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/%s", (int)pid, (int)pid, name);
    OPENED FILE *f = fopen(path, "re");
    size_t n = f ? fread(text, 1, FILE_ROOM - 1, f) : 0;
    text[n] = '\0';
}

/* Behind the name, which may have anything in it, come the state and, eleven words on, the time in user mode and in the kernel. */
static bool read_stat(pid_t pid, struct stall *l)
{
    char text[FILE_ROOM], state;
    unsigned long user, kernel;
    read_of(pid, "stat", text);
    const char *end = strrchr(text, ')');
    if (!end || sscanf(end + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state, &user, &kernel) != 3)
        return false;
    l->stopped = state == 'T';
    l->used_ms = (int64_t)(user + kernel) * 1000 / sysconf(_SC_CLK_TCK);
    return true;
}

static bool read_sleeps(pid_t pid, struct stall *l)
{
    static const char name[] = "\nvoluntary_ctxt_switches:";
    char text[FILE_ROOM];
    unsigned long long sleeps;
    read_of(pid, "status", text);
    const char *at = strstr(text, name);
    if (!at || sscanf(at + sizeof name - 1, "%llu", &sleeps) != 1)
        return false;
    l->sleeps = sleeps;
    return true;
}

bool stall_stopped(pid_t pid)
{
    struct stall now;
    return pid > 0 && read_stat(pid, &now) && now.stopped;
}

bool stall_look(pid_t pid, struct stall *seen)
{
    struct stall now;
    if (pid <= 0 || !read_stat(pid, &now) || !read_sleeps(pid, &now))
        return false;
    enum stall_kind looks = stall_judge(seen, &now);
    if (looks == STALL_STOPPED)
        kill(pid, SIGCONT);
    return looks == STALL_LOOPING;
}

void stall_rest(void)
{
    static int64_t rested_ms;
    const struct timespec moment = { .tv_nsec = REST_NS };
    int64_t now = now_ms();
    if (rested_ms && now - rested_ms < STALL_RESTS_MS)
        return;
    if (rested_ms)
        nanosleep(&moment, NULL);
    rested_ms = now;
}
