/* waits: files of /proc, and subtractions. */
#include "waits.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NS = 1000 }; /* of a microsecond */

/* --- rows of readings ------------------------------------------------------------------------------- */

static const struct waits_thread *find(const struct waits_reading *r, int tid)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->thread[i].tid == tid)
            return &r->thread[i];
    return NULL;
}

/* It wanted to run at `a`, and nothing has been added up since.  If it wants to run at `b` too it waited all the time, or it ran all the
 * time, and a tick would have shown that. */
static bool goes_on(const struct waits_thread *a, const struct waits_thread *b)
{
    return a->wants && a->runs == b->runs && a->ran_ns == b->ran_ns && a->waited_ns == b->waited_ns;
}

static int64_t waited_at_least(const struct waits_thread *t, const struct waits_reading *r)
{
    int64_t seen = t->wants ? r->now_ns - t->seen_ns : 0;
    return t->waited_ns + (seen > WAITS_TICK_NS ? seen : 0);
}

static int64_t waited_at_most(const struct waits_thread *t, const struct waits_reading *r)
{
    return t->waited_ns + (t->wanted || t->wants ? r->now_ns - t->since_ns : 0);
}

static bool another_may_run(const struct waits_reading *r, const struct waits_thread *but)
{
    bool may = !r->whole;
    for (unsigned i = 0; i < r->count; i++)
        may = may || (&r->thread[i] != but && (r->thread[i].wanted || r->thread[i].wants));
    return may;
}

/* What a stretch that ends here adds to its beginning. */
static int64_t end_of(const struct waits_row *row, const struct waits_thread *t)
{
    const struct waits_reading *r = &row->at;
    int64_t others = r->ran_ns - t->ran_ns + r->took_ns + (another_may_run(r, t) ? WAITS_TICK_NS : 0);
    return waited_at_least(t, r) - others - row->less_ns;
}

/* And what one that begins here starts from.  Of the moment that the reading took one stretch may have told already, and it is not known who
 * ran in it: so it gives nothing. */
static int64_t start_of(const struct waits_row *row, const struct waits_thread *t)
{
    const struct waits_reading *r = &row->at;
    return row->sure_ns - waited_at_most(t, r) + r->ran_ns - t->ran_ns + row->less_ns - r->took_ns;
}

/* About so long its threads waited, each for itself; a wait is taken to be where it was added. */
static int64_t waited_together(const struct waits_reading *from, const struct waits_reading *to)
{
    int64_t span = to->now_ns - from->now_ns, sum = 0;
    for (unsigned i = 0; i < to->count; i++) {
        const struct waits_thread *b = &to->thread[i], *a = find(from, b->tid);
        if (a != NULL)
            sum += not_below_zero(
                least(goes_on(a, b) && b->wants ? span : b->waited_ns - a->waited_ns, span - (b->ran_ns - a->ran_ns)));
    }
    return sum;
}

void waits_begin(struct waits_row *row)
{
    row->sure_ns = row->less_ns = 0;
    for (unsigned i = 0; i < row->at.count; i++)
        row->at.thread[i].start_ns = start_of(row, &row->at.thread[i]);
}

void waits_add(struct waits_row *row, const struct waits_reading *to, int64_t less_ns)
{
    const struct waits_reading from = row->at;
    int64_t span = to->now_ns - from.now_ns;
    row->less_ns += less_ns + (waited_together(&from, to) > span + WAITS_EACH_OTHER_NS ? span : 0);
    row->at = *to;
    for (unsigned i = 0; i < to->count; i++) {
        struct waits_thread *b = &row->at.thread[i];
        const struct waits_thread *a = find(&from, b->tid);
        bool on = a != NULL && goes_on(a, b);
        b->since_ns = a == NULL ? 0 : on ? a->since_ns : from.now_ns;
        b->seen_ns = on ? a->seen_ns : to->now_ns + to->took_ns;
    }
    for (unsigned i = 0; i < to->count; i++) {
        const struct waits_thread *a = find(&from, to->thread[i].tid);
        int64_t sure = a != NULL ? a->start_ns + end_of(row, &row->at.thread[i]) : 0;
        row->sure_ns = sure > row->sure_ns ? sure : row->sure_ns;
    }
    for (unsigned i = 0; i < to->count; i++) {
        struct waits_thread *b = &row->at.thread[i];
        const struct waits_thread *a = find(&from, b->tid);
        int64_t fresh = start_of(row, b);
        b->start_ns = a != NULL && a->start_ns > fresh ? a->start_ns : fresh;
    }
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

/* False: there are more than are looked at, or the process has another one. */
static bool look_at_thread(const struct waits *w, int tid, struct waits_reading *out)
{
    char text[1024];
    long long ran = 0, waited = 0;
    text_of(w->tasks, tid, "children", text);
    if (out->count == WAITS_THREADS || *text != '\0')
        return false;
    struct waits_thread *t = &out->thread[out->count];
    *t = (struct waits_thread){ .tid = tid, .wanted = wants_to_run(w->tasks, tid) };
    text_of(w->tasks, tid, "schedstat", text);
    if (sscanf(text, "%lld %lld %llu", &ran, &waited, &t->runs) != 3 || t->runs == 0)
        return true; /* it has ended, or has not begun, or this kernel does not count */
    t->ran_ns = ran;
    t->waited_ns = waited;
    t->wants = wants_to_run(w->tasks, tid);
    out->count++;
    return true;
}

static int64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    return clock_gettime(clock, &t) == 0 ? t.tv_sec * INT64_C(1000000000) + t.tv_nsec : -1;
}

/* A thread that ends while the folder is read may hide the next one. */
static bool all_were_read(DIR *d, unsigned count)
{
    enum { ITSELF_AND_ABOVE = 2 };
    struct stat s;
    return fstat(dirfd(d), &s) == 0 && s.st_nlink == count + ITSELF_AND_ABOVE;
}

static void look_at_all(const struct waits *w, struct waits_reading *out)
{
    *out = (struct waits_reading){ .now_ns = clock_ns(CLOCK_MONOTONIC) };
    DIR *d = w->tasks >= 0 ? fdopendir(openat(w->tasks, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) : NULL;
    bool fine = d != NULL;
    for (struct dirent *e; fine && (e = readdir(d)) != NULL;)
        if (atoi(e->d_name) > 0)
            fine = look_at_thread(w, atoi(e->d_name), out);
    out->whole = fine && all_were_read(d, out->count);
    fine = fine && (out->ran_ns = clock_ns(w->ran)) >= 0;
    if (d != NULL)
        closedir(d);
    if (!fine)
        out->count = 0;
    out->took_ns = clock_ns(CLOCK_MONOTONIC) - out->now_ns;
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
    w->row.at.count = 0;
}

/* --- a process -------------------------------------------------------------------------------------- */

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

int64_t waits_looked_us(const struct waits *w) { return w->row.at.now_ns / NS; }

int64_t waits_sure_us(const struct waits *w) { return w->row.sure_ns / NS; }

void waits_look(struct waits *w, int64_t from_us, int64_t until_us, int64_t less_us)
{
    struct waits_reading to;
    if (w->pid_file < 0)
        return;
    find_process(w);
    look_at_all(w, &to);
    int64_t before_us = from_us - w->row.at.now_ns / NS, behind_us = (to.now_ns + to.took_ns) / NS + 1 - until_us;
    waits_add(&w->row, &to, (not_below_zero(before_us) + not_below_zero(behind_us) + less_us) * NS);
}
