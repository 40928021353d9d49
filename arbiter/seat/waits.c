/* waits: files of /proc, and subtractions. */
#include "waits.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/now.h"

/* --- two readings ----------------------------------------------------------------------------------- */

static const struct waits_thread *find(const struct waits_reading *r, int tid)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->thread[i].tid == tid)
            return &r->thread[i];
    return NULL;
}

/* It wanted to run at both and was given no processor in between: it waited all the time, or it ran all the time, and a tick would have
 * shown that. */
static bool stood_in_line(const struct waits_thread *a, const struct waits_thread *b, int64_t span_us)
{
    return a->wants && b->wants && a->runs == b->runs && a->ran_us == b->ran_us && span_us > WAITS_TICK_US;
}

/* A wait that is over was added whole: of the first one, which may have begun before `from`, so much may be older. */
static int64_t waited(const struct waits_thread *a, const struct waits_thread *b, int64_t from_us, int64_t span_us)
{
    if (stood_in_line(a, b, span_us))
        return span_us;
    int64_t older = a->wants ? from_us - a->since_us : 0;
    return least(not_below_zero(b->waited_us - a->waited_us - older), span_us);
}

int64_t waits_between(const struct waits_reading *from, struct waits_reading *to)
{
    int64_t span = to->now_us - from->now_us, all = to->ran_us - from->ran_us, best = 0, sum = 0;
    for (unsigned i = 0; i < to->count; i++) {
        struct waits_thread *b = &to->thread[i];
        const struct waits_thread *a = find(from, b->tid);
        b->since_us = a == NULL ? 0 : from->now_us;
        if (a == NULL)
            continue;
        if (a->wants && b->wants && a->runs == b->runs && a->ran_us == b->ran_us)
            b->since_us = a->since_us;
        int64_t its = waited(a, b, from->now_us, span);
        int64_t sure = its - not_below_zero(all - (b->ran_us - a->ran_us)) - to->took_us;
        best = sure > best ? sure : best;
        sum += its;
    }
    return sum <= span + WAITS_EACH_OTHER_US ? best : 0;
}

/* --- files ------------------------------------------------------------------------------------------ */

/* A file of a thread as a text; "" when it cannot be read. */
static void text_of(int tasks, int tid, const char *file, char text[1024])
{
    char path[64];
    snprintf(path, sizeof path, "%d/%s", tid, file);
    int fd = openat(tasks, path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, 1023) : 0;
    text[n > 0 ? n : 0] = '\0';
    if (fd >= 0)
        close(fd);
}

/* The word of its stat behind its name, which may have anything in it. */
static bool wants_to_run(int tasks, int tid)
{
    char text[1024];
    text_of(tasks, tid, "stat", text);
    const char *end = strrchr(text, ')');
    return end != NULL && end[1] == ' ' && end[2] == 'R';
}

/* False: there are more than are looked at. */
static bool look_at_thread(const struct waits *w, int tid, struct waits_reading *out)
{
    char text[1024];
    long long ran = 0, waited = 0;
    if (out->count == WAITS_THREADS)
        return false;
    struct waits_thread *t = &out->thread[out->count];
    *t = (struct waits_thread){ .tid = tid };
    text_of(w->tasks, tid, "schedstat", text);
    if (sscanf(text, "%lld %lld %llu", &ran, &waited, &t->runs) != 3 || t->runs == 0)
        return true; /* it has ended, or this kernel does not count */
    t->ran_us = ran / 1000;
    t->waited_us = waited / 1000;
    t->wants = wants_to_run(w->tasks, tid);
    out->count++;
    return true;
}

static void look_at_all(const struct waits *w, struct waits_reading *out)
{
    struct timespec ran = { 0 };
    DIR *d = w->tasks >= 0 ? fdopendir(openat(w->tasks, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) : NULL;
    *out = (struct waits_reading){ .now_us = now_us() };
    bool all = d != NULL && clock_gettime(w->ran, &ran) == 0;
    for (struct dirent *e; all && (e = readdir(d)) != NULL;)
        if (atoi(e->d_name) > 0)
            all = look_at_thread(w, atoi(e->d_name), out);
    if (d != NULL)
        closedir(d);
    if (!all) {
        out->count = 0;
        return;
    }
    out->ran_us = ran.tv_sec * INT64_C(1000000) + ran.tv_nsec / 1000;
    out->took_us = now_us() - out->now_us;
}

/* Processors without ticks add up what runs on them when they like. */
static bool ticks_everywhere(void)
{
    char text[64] = "";
    FILE *f = fopen("/sys/devices/system/cpu/nohz_full", "re");
    bool all = f == NULL || fgets(text, sizeof text, f) == NULL || text[0] < '0' || text[0] > '9';
    if (f != NULL)
        fclose(f);
    return all;
}

/* Another process than at the last look: a bot that was started again. */
static void find_process(struct waits *w)
{
    char path[64];
    int pid = 0;
    if (w->pid_file < 0 || pread(w->pid_file, &pid, sizeof pid, 0) != sizeof pid || pid == w->pid)
        return;
    if (w->tasks >= 0)
        close(w->tasks);
    w->tasks = -1;
    w->pid = pid;
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    if (pid > 0 && clock_getcpuclockid(pid, &w->ran) == 0)
        w->tasks = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    w->at.count = 0;
}

/* --- rows of readings ------------------------------------------------------------------------------- */

bool waits_readable(void)
{
    long long ran, waited;
    unsigned long long runs;
    FILE *f = ticks_everywhere() ? fopen("/proc/self/schedstat", "re") : NULL;
    bool counts = f != NULL && fscanf(f, "%lld %lld %llu", &ran, &waited, &runs) == 3 && runs > 0;
    if (f != NULL)
        fclose(f);
    return counts;
}

void waits_open(struct waits *w, int pid_file)
{
    *w = (struct waits){ .pid_file = pid_file >= 0 && ticks_everywhere() ? pid_file : -1, .tasks = -1 };
}

void waits_close(struct waits *w)
{
    if (w->pid_file >= 0)
        close(w->pid_file);
    if (w->tasks >= 0)
        close(w->tasks);
    w->pid_file = w->tasks = -1;
}

int64_t waits_settle(struct waits *w)
{
    int64_t sure = not_below_zero(w->row_us - WAITS_TICK_US);
    w->row_us = 0;
    return sure;
}

int64_t waits_look(struct waits *w, int64_t less_us)
{
    struct waits_reading to;
    if (w->pid_file < 0)
        return 0;
    find_process(w);
    look_at_all(w, &to);
    int64_t sure = waits_between(&w->at, &to) - less_us;
    w->at = to;
    if (sure > 0) {
        w->row_us += sure;
        return 0;
    }
    return waits_settle(w);
}
