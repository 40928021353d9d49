/* waits: files of /proc, and subtractions. */
#include "waits.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NS = 1000,   /* of a microsecond */
    NEW_MOST = 8 /* threads whose files are asked for in one look, which may not take long; the others in the next */
};

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
static void text_of(const struct waits_files *f, enum look_what what, char text[1024])
{
    ssize_t n = f->file[what] >= 0 ? pread(f->file[what], text, 1023, 0) : 0;
    text[n > 0 ? n : 0] = '\0';
}

static void files_close(struct waits_files *f)
{
    for (unsigned i = 0; f->tid && i < LOOK_FILES; i++)
        close_fd(&f->file[i]);
    f->tid = 0;
}

/* tid 0: room for another one. */
static struct waits_files *files_of(struct waits *w, int tid)
{
    for (unsigned i = 0; i < WAITS_THREADS; i++)
        if (w->of[i].tid == tid)
            return &w->of[i];
    return NULL;
}

/* The number of the next thread in the folder; 0: there is none more. */
static int next_thread(const struct waits *w)
{
    struct dirent *e;
    do
        e = readdir(w->tasks);
    while (e != NULL && atoi(e->d_name) <= 0);
    return e != NULL ? atoi(e->d_name) : 0;
}

/* Asks for the files of threads that are new.  False: nobody answers, or there are more threads than are looked at. */
static bool ask_for_new(struct waits *w)
{
    bool fine = true;
    unsigned asked = 0;
    rewinddir(w->tasks);
    for (int tid; fine && (tid = next_thread(w)) > 0;) {
        struct waits_files *f = files_of(w, tid);
        bool is_new = f == NULL;
        if (is_new && (asked++ == NEW_MOST || (f = files_of(w, 0)) == NULL))
            return false;
        if (is_new)
            *f = (struct waits_files){ .tid = tid, .file = { -1, -1, -1 } };
        f->listed = true;
        for (unsigned i = 0; is_new && fine && i < LOOK_FILES; i++)
            fine = (f->file[i] = look_ask(w->looks, (enum look_what)i, tid)) >= 0 || errno == ENOENT;
        if (!fine)
            files_close(f);
    }
    return fine;
}

/* Threads that have ended. */
static void forget_old(struct waits *w)
{
    for (unsigned i = 0; i < WAITS_THREADS; i++) {
        if (!w->of[i].listed)
            files_close(&w->of[i]);
        w->of[i].listed = false;
    }
}

/* The word of its stat behind its name, which may have anything in it. */
static bool wants_to_run(const struct waits_files *f)
{
    char text[1024];
    text_of(f, LOOK_STAT, text);
    const char *end = strrchr(text, ')');
    return end != NULL && end[1] == ' ' && end[2] == 'R';
}

/* False: it came just now, or the process has another one. */
static bool look_at_thread(const struct waits_files *f, struct waits_reading *out)
{
    char text[1024] = "";
    long long ran = 0, waited = 0;
    if (f != NULL)
        text_of(f, LOOK_CHILDREN, text);
    if (f == NULL || *text != '\0')
        return false;
    struct waits_thread *t = &out->thread[out->count];
    *t = (struct waits_thread){ .tid = f->tid, .wanted = wants_to_run(f) };
    text_of(f, LOOK_SCHEDSTAT, text);
    if (sscanf(text, "%lld %lld %llu", &ran, &waited, &t->runs) != 3 || t->runs == 0)
        return true; /* it has ended, or has not begun, or this kernel does not count */
    t->ran_ns = ran;
    t->waited_ns = waited;
    t->wants = wants_to_run(f);
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

static void look_at_all(struct waits *w, struct waits_reading *out)
{
    bool fine = w->tasks != NULL && ask_for_new(w);
    forget_old(w);
    *out = (struct waits_reading){ .now_ns = clock_ns(CLOCK_MONOTONIC) };
    if (fine)
        rewinddir(w->tasks);
    for (int tid; fine && (tid = next_thread(w)) > 0;)
        fine = look_at_thread(files_of(w, tid), out);
    out->whole = fine && all_were_read(w->tasks, out->count);
    fine = fine && (out->ran_ns = clock_ns(w->ran)) >= 0;
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

/* With `hidepid` a /proc shows a user nobody's processes but their own, and who reads here has a user of its own. */
static bool everybody_sees(void)
{
    char line[1024];
    bool hidden = false;
    FILE *f = fopen("/proc/self/mounts", "re");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strstr(line, " /proc proc ") != NULL)
            hidden = strstr(line, "hidepid=") != NULL && strstr(line, "hidepid=0") == NULL;
    if (f != NULL)
        fclose(f);
    return !hidden;
}

static void close_all(struct waits *w)
{
    for (unsigned i = 0; i < WAITS_THREADS; i++)
        files_close(&w->of[i]);
    if (w->tasks != NULL)
        closedir(w->tasks);
    w->tasks = NULL;
    w->pid = 0;
}

/* Another process than at the last look: a bot that was started again. */
static void find_process(struct waits *w)
{
    int pid = 0;
    if (w->pid_file < 0 || pread(w->pid_file, &pid, sizeof pid, 0) != sizeof pid || pid == w->pid)
        return;
    close_all(w);
    w->row.at.count = 0;
    int folder = pid > 0 && clock_getcpuclockid(pid, &w->ran) == 0 ? look_ask(w->looks, LOOK_FOLDER, pid) : -1;
    if (folder >= 0 && (w->tasks = fdopendir(folder)) == NULL)
        close(folder);
    w->pid = w->tasks != NULL ? pid : 0;
}

/* --- a process -------------------------------------------------------------------------------------- */

bool waits_readable(void)
{
    long long ran, waited;
    unsigned long long runs;
    FILE *f = ticks_everywhere() && everybody_sees() ? fopen("/proc/self/schedstat", "re") : NULL;
    bool counts = f != NULL && fscanf(f, "%lld %lld %llu", &ran, &waited, &runs) == 3 && runs > 0;
    if (f != NULL)
        fclose(f);
    return counts;
}

void waits_open(struct waits *w, int pid_file, int looks)
{
    *w = (struct waits){ .pid_file = pid_file, .looks = looks };
}

void waits_close(struct waits *w)
{
    close_fd(&w->pid_file);
    close_fd(&w->looks);
    close_all(w);
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
