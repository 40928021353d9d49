/* measure_run: the pairs: a `fiel match --duplicate` for each, or for so many as it has tables, some at once, until enough
 * is known.
 *
 * Pairs are counted in the order of their numbers and not in that in which they end: a test that looks again and again must
 * not see the short ones first. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jail/build_tree.h"
#include "base/cli.h"
#include "measure.h"
#include "base/now.h"
#include "base/signals.h"
#include "cli/screen.h"
#include "match/pairs.h"
#include "tools/pairs/pair_check.h"

struct jobs {
    struct measure *m;
    struct pair_words words;
    struct pair_job job[PAIR_JOBS];
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

static void job_start(struct jobs *all, struct pair_job *j)
{
    char why[MEASURE_WHY];
    if (pair_job_start(j, &all->words, why))
        fail(all->m, EXIT_ENVIRONMENT, why);
}

/* Is this pair over, or played now? */
static bool pair_begun(const struct jobs *all, uint32_t number)
{
    if (number < all->m->room && all->m->pair[number].done)
        return true;
    for (unsigned i = 0; i < all->count; i++) {
        const struct pair_job *j = &all->job[i];
        if (j->child.pid && number >= j->number && number - j->number < j->count)
            return true;
    }
    return false;
}

/* The next pair that is not there yet, with those behind it that are played at once. */
static void start_next(struct jobs *all, struct pair_job *j)
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
    j->number = all->next;
    j->count = count;
    notes_path(m, j->number, j->path);
    j->again = access(j->path, F_OK) == 0;
    job_start(all, j);
}

/* --- ends --------------------------------------------------------------------------------------------------- */

/* A bot that does not play at all has no strength that could be measured. */
static void check_plays(struct measure *m, const struct measured *p, uint32_t count)
{
    char why[MEASURE_WHY];
    if (!pairs_unplayed(p, count))
        return;
    snprintf(why, sizeof why,
             "%.150s: it does not play: fiel match --games 1 --bot '%.100s' --bot cauto shows what it prints", p->fault,
             m->wish->bot[p->fault_bot]);
    fail(m, EXIT_ENVIRONMENT, why);
}

/* What was played takes its place; of a match that was resumed there may be fewer or more than were asked for. */
static void pairs_keep(struct jobs *all, const struct pair_job *j, const struct measured *played, uint32_t count)
{
    struct measure *m = all->m;
    if (measure_room(m, j->number + count)) {
        fail(m, EXIT_ENVIRONMENT, "out of memory");
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!m->pair[j->number + i].done)
            m->pair[j->number + i] = played[i];
    if (notes_add(m, j->number, count))
        fail(m, EXIT_ENVIRONMENT, "its pairs are not kept");
    if (all->next > j->number)
        all->next = j->number;
    if (!m->keeps)
        tree_remove(j->path);
}

/* A match is over. */
static void job_ended(struct jobs *all, struct pair_job *j)
{
    struct measure *m = all->m;
    struct pair_outcome out = { .played = calloc(PAIR_TABLES_MAX, sizeof *out.played) };
    if (!out.played) {
        fail(m, EXIT_ENVIRONMENT, "out of memory");
        return;
    }
    switch (pair_job_end(j, m->interrupted, &out)) {
    case PAIR_PARKED: break;
    case PAIR_FAILED: fail(m, out.code, out.why); break;
    case PAIR_ANEW:
        m->voids += out.voided;
        job_start(all, j);
        break;
    case PAIR_PLAYED:
        memcpy(m->name, out.name, sizeof m->name);
        check_plays(m, out.played, out.count);
        if (!*m->failed)
            pairs_keep(all, j, out.played, out.count);
        break;
    }
    free(out.played);
}

/* --- enough? -------------------------------------------------------------------------------------------------- */

/* Counts pair `number`, the next in order. */
static void measure_count(struct measure *m, uint32_t number)
{
    const struct measured *p = &m->pair[number];
    pair_add(&m->sums, p->score, p->points, p->hands);
    m->unheld += p->unheld;
    if (p->by_leg)
        legs_add(&m->legs, p->leg[0], p->leg[1]);
    for (unsigned r = 0; r < ROWS_COUNT; r++)
        ratio_add(&m->row[r], (double)p->row[r], (double)p->hands);
    for (unsigned b = 0; b < MEASURE_BOTS; b++) {
        struct measured_use *all = &m->use[b];
        const struct measured_use *one = &p->use[b];
        all->decisions += one->decisions;
        all->used_us += one->used_us;
        all->longest_us = one->longest_us > all->longest_us ? one->longest_us : all->longest_us;
        all->faults += one->faults;
    }
    m->counted = number;
}

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

/* Until a match ends or a signal comes. */
static void wait_once(struct jobs *all)
{
    uint64_t over = pair_jobs_wait(all->job, all->count, all->signals, &all->m->interrupted);
    for (unsigned i = 0; i < all->count; i++)
        if (over >> i & 1)
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
        if (!pair_jobs_run(all->job, all->count))
            break;
        wait_once(all);
        count(m);
    }
    pair_jobs_stop(all->job, all->count, m->keeps);
    if (shown)
        fputs("\r\033[K", stderr);
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
            measure_table(m, stdout, screen_utf8());
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
    if (w->svg && pair_output_check("measure: --svg", w->svg))
        return EXIT_USAGE;
    int code = notes_open(&m);
    if (!code && (all.signals = signals_open((const int[]){ 0 })) < 0)
        code = cli_fail(EXIT_ENVIRONMENT, "measure: signals cannot be watched: %s", strerror(errno));
    all.words = (struct pair_words){ .bot = { w->bot[0], w->bot[1] },
                                     .rules = w->rules,
                                     .seats = w->seats,
                                     .clock = w->clock,
                                     .jail = w->jail,
                                     .files = { m.files[0], m.files[1] } };
    if (!code) {
        pair_jobs_place(all.job, all.count);
        play(&all);
        code = tell(&m);
        close(all.signals);
    }
    notes_close(&m);
    return code;
}
