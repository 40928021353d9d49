/* measure_run: the pairs: a `fiel match --duplicate` for each, or for so many as it has tables, some at once, until enough
 * is known.
 *
 * Pairs are counted in the order of their numbers and not in that in which they end: a test that looks again and again must
 * not see the short ones first. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jail/build_tree.h"
#include "base/cli.h"
#include "measure.h"
#include "base/now.h"
#include "base/place.h"
#include "base/signals.h"
#include "match/pairs.h"
#include "base/spawn.h"

extern char **environ;

enum { WORDS = 32, VOIDS_MOST = 3, PATH_ROOM = CONTROL_PATH + 16 };

struct job {
    struct child child;     /* pid 0: none */
    uint32_t number, count; /* of its first pair; so many */
    bool again;             /* it goes on with what an earlier run left */
    unsigned voids;         /* how often in a row the machine made it void */
    int cpu;                /* -1: none of its own */
    char path[CONTROL_PATH], said[PATH_ROOM];
};

struct jobs {
    struct measure *m;
    struct job job[MEASURE_JOBS];
    unsigned count; /* places */
    uint32_t next;  /* all pairs before this one are over or played */
    int signals;
};

static void fail(struct measure *m, int code, const char *text)
{
    if (*m->failed)
        return;
    snprintf(m->failed, sizeof m->failed, "%s", text);
    m->failed_code = code;
}

/* --- starting --------------------------------------------------------------------------------------------- */

static void job_words(const struct measure *m, const struct job *j, char *cpu, char *count, const char *words[WORDS])
{
    const struct measure_wish *w = m->wish;
    const char *const again[] = { "fiel", "match", "--resume", j->path, "--json", NULL };
    const char *const fresh[] = { "fiel",    "match",  "--duplicate", "--games",  count,    "--tables", count,
                                  "--json",  "--cpu",  cpu,           "--replay", j->path,  "--rules",  w->rules,
                                  "--seats", w->seats, "--clock",     w->clock,   "--jail", w->jail,    "--bot",
                                  w->bot[0], "--bot",  w->bot[1],     NULL };
    if (j->cpu < 0)
        strcpy(cpu, "auto");
    else
        snprintf(cpu, 16, "%d", j->cpu);
    snprintf(count, 16, "%u", j->count);
    memcpy(words, j->again ? again : fresh, j->again ? sizeof again : sizeof fresh);
}

static int job_start(struct measure *m, struct job *j, uint32_t number, uint32_t count, bool again)
{
    const char *words[WORDS], *step = "the file for its words";
    char cpu[16], tables[16], why[MEASURE_WHY];
    struct spawn how = { .path = "/proc/self/exe", .environment = environ, .cpu = PLACE_NONE };
    j->number = number;
    j->count = count;
    j->again = again;
    notes_path(m, number, j->path);
    snprintf(j->said, sizeof j->said, "%s.said", j->path);
    job_words(m, j, cpu, tables, words);
    how.argv = (char *const *)(uintptr_t)words;
    how.output = open(j->said, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int bad = how.output < 0 ? -1 : spawn_start(&j->child, &how, &step), error = errno;
    if (how.output >= 0)
        close(how.output);
    if (!bad)
        return 0;
    j->child.pid = 0;
    snprintf(why, sizeof why, "no match can be started, %s: %s: free some resources", step, strerror(error));
    fail(m, EXIT_ENVIRONMENT, why);
    return -1;
}

/* Is this pair over, or played now? */
static bool pair_begun(const struct jobs *all, uint32_t number)
{
    if (number < all->m->room && all->m->pair[number].done)
        return true;
    for (unsigned i = 0; i < all->count; i++) {
        const struct job *j = &all->job[i];
        if (j->child.pid && number >= j->number && number - j->number < j->count)
            return true;
    }
    return false;
}

/* The next pair that is not there yet, with those behind it that are played at once. */
static void start_next(struct jobs *all, struct job *j)
{
    struct measure *m = all->m;
    uint32_t count = 1;
    while (pair_begun(all, all->next))
        all->next++;
    if (all->next > m->wish->pairs)
        return;
    while (count < m->wish->tables && all->next + count <= m->wish->pairs && !pair_begun(all, all->next + count))
        count++;
    if (measure_room(m, all->next + count)) {
        fail(m, EXIT_ENVIRONMENT, "out of memory");
        return;
    }
    char path[CONTROL_PATH];
    notes_path(m, all->next, path);
    (void)job_start(m, j, all->next, count, access(path, F_OK) == 0);
}

/* --- ends --------------------------------------------------------------------------------------------------- */

/* What the match printed: the last JSON object, or its complaint in `why`. */
static json_t *job_said(const struct job *j, char why[MEASURE_WHY])
{
    char *line = NULL;
    size_t room = 0;
    json_t *result = NULL;
    FILE *f = fopen(j->said, "re");
    snprintf(why, MEASURE_WHY, "a match ended without a word");
    while (f && getline(&line, &room, f) > 0) {
        json_t *one = *line == '{' ? json_loads(line, 0, NULL) : NULL;
        if (one) {
            json_decref(result);
            result = one;
        } else if (!strncmp(line, "fiel: match: ", 13)) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(why, MEASURE_WHY, "%.390s", line + 13);
        }
    }
    if (f)
        fclose(f);
    free(line);
    return result;
}

/* A bot that is at fault before a card was dealt does not play at all: that is no measure of its strength. */
static void check_plays(struct measure *m, const struct measured *p, uint32_t count)
{
    char why[MEASURE_WHY];
    for (uint32_t i = 0; i < count; i++)
        if (p[i].hands || !*p[i].fault)
            return;
    snprintf(why, sizeof why,
             "%.150s: it does not play: fiel match --games 1 --bot '%.100s' --bot cauto shows what it prints", p->fault,
             m->wish->bot[p->fault_bot]);
    fail(m, EXIT_ENVIRONMENT, why);
}

/* What was played takes its place; of a match that was gone on with there may be fewer or more than were asked for. */
static void pairs_keep(struct jobs *all, const struct job *j, const struct measured *played, uint32_t count)
{
    struct measure *m = all->m;
    if (measure_room(m, j->number + count)) {
        fail(m, EXIT_ENVIRONMENT, "out of memory");
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!m->pair[j->number + i].done)
            m->pair[j->number + i] = played[i];
    notes_add(m, j->number, count);
    if (all->next > j->number)
        all->next = j->number;
    if (!m->keeps)
        tree_remove(j->path);
}

static void job_taken(struct jobs *all, struct job *j, int code)
{
    struct measure *m = all->m;
    char why[MEASURE_WHY];
    struct measured *played = calloc(PAIR_TABLES_MAX, sizeof *played);
    json_t *result = played ? job_said(j, why) : NULL;
    if (!played)
        snprintf(why, sizeof why, "out of memory");
    int count = code || !result ? -1 : measure_take(result, played, PAIR_TABLES_MAX, m->name, why);
    json_decref(result);
    if (count < 0)
        fail(m, code == EXIT_USAGE ? EXIT_USAGE : EXIT_ENVIRONMENT, why);
    else
        unlink(j->said);
    if (count > 0)
        check_plays(m, played, (uint32_t)count);
    if (count > 0 && !*m->failed)
        pairs_keep(all, j, played, (uint32_t)count);
    free(played);
}

/* The machine had no process or memory for it, which is nobody's fault: another match in its place, so often and no more. */
static bool void_again(struct measure *m, struct job *j)
{
    char why[MEASURE_WHY];
    json_t *result = job_said(j, why);
    json_int_t reason = json_integer_value(json_object_get(json_object_get(result, "void"), "reason"));
    bool again = (reason == ARBITER_NO_PROCESS || reason == ARBITER_MEMORY) && j->voids < VOIDS_MOST;
    json_decref(result);
    if (!again)
        return false;
    j->voids++;
    m->voids++;
    tree_remove(j->path);
    (void)job_start(m, j, j->number, j->count, false);
    return true;
}

/* A match is over. */
static void job_ended(struct jobs *all, struct job *j)
{
    struct measure *m = all->m;
    struct ending e;
    child_reap(&j->child, &e);
    j->child.pid = 0;
    int code = e.signal ? EXIT_ENVIRONMENT : e.exit_code;
    if (code && j->again && !m->interrupted) { /* what was left cannot be gone on with: another pair in its place */
        tree_remove(j->path);
        (void)job_start(m, j, j->number, j->count, false);
        return;
    }
    if (code && !m->interrupted && void_again(m, j))
        return;
    j->voids = 0;
    if (!m->interrupted || !code)
        job_taken(all, j, code);
}

/* Whoever still plays is ended.  What was played of a pair stays where records are kept, to be gone on with. */
static void jobs_end(struct jobs *all)
{
    for (unsigned i = 0; i < all->count; i++)
        if (all->job[i].child.pid)
            kill(all->job[i].child.pid, all->m->keeps ? SIGUSR1 : SIGTERM);
    for (unsigned i = 0; i < all->count; i++) {
        struct ending e;
        if (!all->job[i].child.pid)
            continue;
        child_wait(&all->job[i].child, -1);
        child_reap(&all->job[i].child, &e);
        all->job[i].child.pid = 0;
        unlink(all->job[i].said);
    }
}

/* --- enough? -------------------------------------------------------------------------------------------------- */

static void judge(struct measure *m)
{
    const struct measure_wish *w = m->wish;
    uint64_t cell[SPRT_KINDS];
    double mean, half;
    for (unsigned k = 0; k < SPRT_KINDS; k++)
        cell[k] = m->sums.cell[k];
    bool known = pair_per_hand(&m->sums, &mean, &half);
    if (m->sums.pairs < MEASURE_LEAST)
        return;
    if (w->by_sprt)
        m->verdict = sprt_decide(&w->sprt, cell, SPRT_KINDS);
    m->enough = m->verdict != SPRT_GOES_ON || (w->within > 0 && known && half <= w->within);
}

/* Counts what is complete from the first pair on, until it is enough. */
static void count(struct measure *m)
{
    while (!m->enough && m->counted < m->wish->pairs && m->counted + 1 < m->room && m->pair[m->counted + 1].done) {
        measure_count(m, m->counted + 1);
        judge(m);
    }
    m->enough |= m->counted >= m->wish->pairs;
}

/* --- the loop --------------------------------------------------------------------------------------------------- */

static bool any_runs(const struct jobs *all)
{
    for (unsigned i = 0; i < all->count; i++)
        if (all->job[i].child.pid)
            return true;
    return false;
}

/* Until a match ends or a signal comes. */
static void wait_once(struct jobs *all)
{
    struct pollfd p[MEASURE_JOBS + 1];
    for (unsigned i = 0; i < all->count; i++)
        p[i] = (struct pollfd){ all->job[i].child.pid ? all->job[i].child.fd : -1, POLLIN, 0 };
    p[all->count] = (struct pollfd){ all->signals, POLLIN, 0 };
    if (poll(p, all->count + 1, -1) < 0)
        return;
    all->m->interrupted |= p[all->count].revents != 0;
    for (unsigned i = 0; i < all->count; i++)
        if (p[i].revents)
            job_ended(all, &all->job[i]);
}

static void play(struct jobs *all)
{
    struct measure *m = all->m;
    bool shown = isatty(STDERR_FILENO) && !m->wish->json;
    count(m);
    if (!m->enough && !m->wish->json)
        measure_expects(m, stderr);
    while (!m->enough && !m->interrupted && !*m->failed) {
        for (unsigned i = 0; i < all->count && !*m->failed; i++)
            if (!all->job[i].child.pid)
                start_next(all, &all->job[i]);
        if (shown)
            measure_progress(m, stderr);
        if (!any_runs(all))
            break;
        wait_once(all);
        count(m);
    }
    jobs_end(all);
    if (shown)
        fputs("\r\033[K", stderr);
}

/* A CPU for each job, where there are as many. */
static void jobs_place(struct jobs *all)
{
    cpu_set_t set;
    unsigned k = 0;
    bool known = !sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) >= (int)all->count;
    for (int cpu = 0; cpu < CPU_SETSIZE && k < all->count; cpu++)
        if (known && CPU_ISSET((size_t)cpu, &set))
            all->job[k++].cpu = cpu;
    while (k < all->count)
        all->job[k++].cpu = -1;
}

static bool utf8_wanted(void)
{
    const char *all = getenv("LC_ALL"), *type = getenv("LC_CTYPE"), *lang = getenv("LANG");
    const char *value = all && *all ? all : type && *type ? type : lang ? lang : "";
    return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
}

static int verdict_code(const struct measure *m)
{
    if (*m->failed)
        return cli_fail(m->failed_code, "measure: %s", m->failed);
    return m->wish->by_sprt && m->verdict != SPRT_BETTER &&
                   !(m->wish->within > 0 && m->verdict == SPRT_GOES_ON && m->enough)
               ? EXIT_NEGATIVE
               : EXIT_FINE;
}

static int tell(const struct measure *m)
{
    if (m->sums.pairs || m->wish->json) {
        if (m->wish->json)
            measure_json(m, stdout);
        else
            measure_table(m, stdout, utf8_wanted());
        if (fflush(stdout) || ferror(stdout))
            return cli_fail(EXIT_ENVIRONMENT, "measure: the result cannot be printed: %s", strerror(errno));
    }
    if (m->wish->svg && measure_svg(m, m->wish->svg))
        return cli_fail(EXIT_ENVIRONMENT, "measure: %s cannot be written: %s: name a file where you may write",
                        m->wish->svg, strerror(errno));
    return verdict_code(m);
}

int measure_run(const struct measure_wish *w)
{
    struct measure m = { .wish = w, .began_ms = now_ms() };
    struct jobs all = { .m = &m, .count = w->jobs, .next = 1 };
    for (unsigned b = 0; b < MEASURE_BOTS; b++)
        snprintf(m.name[b], MEASURE_NAME, "%s", w->bot[b]);
    if (w->svg && measure_svg_try(w->svg))
        return cli_fail(EXIT_USAGE, "measure: --svg: %s: %s: name a file where you may write", w->svg, strerror(errno));
    int code = notes_open(&m);
    if (!code && (all.signals = signals_open((const int[]){ 0 })) < 0)
        code = cli_fail(EXIT_ENVIRONMENT, "measure: signals cannot be watched: %s", strerror(errno));
    if (!code) {
        jobs_place(&all);
        play(&all);
        code = tell(&m);
        close(all.signals);
    }
    notes_close(&m);
    return code;
}
