/* look: see look.h. */
#include "look.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/now.h"

enum { REST_NS = 100000, FILE_ROOM = 4096 };

enum looks look_judge(struct look *seen, const struct look *now)
{
    bool stopped = now->stopped && seen->stopped;
    seen->stopped = now->stopped;
    if (now->sleeps == seen->sleeps && now->used_ms - seen->used_ms >= LOOK_LOOPS_MS)
        return LOOKS_LOOPING;
    if (now->sleeps != seen->sleeps) {
        seen->sleeps = now->sleeps;
        seen->used_ms = now->used_ms;
    }
    return stopped ? LOOKS_STOPPED : LOOKS_FINE;
}

/* A file of its first thread; "" where there is none. */
static void read_of(pid_t pid, const char *name, char text[FILE_ROOM])
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/%s", (int)pid, (int)pid, name);
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(text, 1, FILE_ROOM - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = '\0';
}

/* Behind the name, which may have anything in it, come the state and, eleven words on, the time in user mode and in the kernel. */
static bool read_stat(pid_t pid, struct look *l)
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

static bool read_sleeps(pid_t pid, struct look *l)
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

bool look_stopped(pid_t pid)
{
    struct look now;
    return pid > 0 && read_stat(pid, &now) && now.stopped;
}

bool look_at(pid_t pid, struct look *seen)
{
    struct look now;
    if (pid <= 0 || !read_stat(pid, &now) || !read_sleeps(pid, &now))
        return false;
    enum looks looks = look_judge(seen, &now);
    if (looks == LOOKS_STOPPED)
        kill(pid, SIGCONT);
    return looks == LOOKS_LOOPING;
}

void look_rest(void)
{
    static int64_t rested_ms;
    const struct timespec moment = { .tv_nsec = REST_NS };
    int64_t now = now_ms();
    if (now - rested_ms < LOOK_RESTS_MS)
        return;
    rested_ms = now;
    nanosleep(&moment, NULL);
}
