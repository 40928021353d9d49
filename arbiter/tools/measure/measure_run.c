/* measure_run: the pairs of a tournament of two, until enough is known.
 *
 * Pairs are counted in the order of their numbers and not in that in which they end: a test that looks again and again must
 * not see the short ones first. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/now.h"
#include "base/secrets.h"
#include "cli/screen.h"
#include "cli/temporary.h"
#include "jail/build_tree.h"
#include "measure.h"
#include "tools/pairs/pair_check.h"

/* --- enough? -------------------------------------------------------------------------------------------------- */

/* Counts the next pair in order. */
static void count_one(struct measure *m, const struct measured *p)
{
    pair_add(&m->sums, p->score, p->points, p->hands);
    m->unheld += p->unheld;
    if (p->by_leg)
        legs_add(&m->legs, p->leg[0], p->leg[1]);
    for (unsigned r = 0; r < ROWS_COUNT; r++)
        ratio_add(&m->row[r], (double)p->row[r], (double)p->hands);
    for (unsigned b = 0; b < MEASURE_BOTS; b++)
        measured_use_add(&m->use[b], &p->use[b]);
    m->counted++;
}

static bool is_enough(struct measure *m)
{
    const struct measure_wish *w = m->wish;
    double mean, half;
    bool known = pair_per_hand(&m->sums, &mean, &half);
    if (m->sums.pairs < MEASURE_LEAST)
        return false;
    if (w->by_sprt)
        m->verdict = sprt_decide(&w->sprt, m->sums.cell);
    return m->verdict != SPRT_GOES_ON || (w->within > 0 && known && half <= w->within);
}

/* Counts what is complete from the first pair on, until it is enough. */
static void count(struct measure *m)
{
    struct contest *c = &m->play;
    while (c->meetings && !c->enough && m->counted < c->plan.units && c->pair[0][m->counted + 1].done) {
        count_one(m, &c->pair[0][m->counted + 1]);
        c->enough = is_enough(m);
    }
    c->enough |= m->counted == c->plan.units;
}

/* --- as the tournament plays ---------------------------------------------------------------------------------- */

/* A bot that does not play at all has no strength that could be measured. */
static bool plays(struct contest *c, const struct pair_outcome *out)
{
    struct measure *m = c->with;
    char why[MEASURE_WHY], fault[FAULT_NAMED];
    memcpy(m->name, out->name, sizeof m->name);
    if (!pairs_unplayed(out->played, out->count))
        return true;
    snprintf(why, sizeof why,
             "%s: %.120s: it does not play: fiel match --games 1 --bot '%.100s' --bot cauto shows what it prints",
             out->played->fault.by, event_fault_told(&out->played->fault, ENGLISH, fault),
             c->wish->bot[out->played->fault_bot].command);
    contest_fail(c, EXIT_ENVIRONMENT, why);
    return false;
}

static void counted(struct contest *c, uint32_t meeting)
{
    struct measure *m = c->with;
    (void)meeting;
    count(m);
    if (m->shown)
        measure_progress(m, stderr);
}

const struct contest_command contest_measure = { .name = "measure",
                                                 .notes = SECRET_MEASURE,
                                                 .go_on = "measure again",
                                                 .to = "--replays",
                                                 .most = 1000000,
                                                 .alone = true,
                                                 .plays = plays,
                                                 .counted = counted };

/* --- all of it -------------------------------------------------------------------------------------------------- */

static int verdict_code(const struct measure *m)
{
    if (*m->play.failed)
        return cli_fail(m->play.failed_code, "measure: %s", m->play.failed);
    if (m->play.interrupted && !m->play.enough)
        return EXIT_NEGATIVE;
    return m->wish->by_sprt && m->verdict != SPRT_BETTER &&
                   !(m->wish->within > 0 && m->verdict == SPRT_GOES_ON && m->play.enough)
               ? EXIT_NEGATIVE
               : EXIT_FINE;
}

static int tell(const struct measure *m)
{
    if (m->wish->play.json)
        measure_json(m, stdout);
    else if (m->sums.pairs)
        measure_table(m, stdout, screen_utf8());
    else if (m->play.interrupted)
        puts("interrupted: no pair was over yet");
    return verdict_code(m);
}

static int play(struct measure *m)
{
    bool json = m->wish->play.json;
    count(m);
    m->shown = isatty(STDERR_FILENO) && !json;
    if (!m->play.enough && !json)
        measure_expects(m, stderr);
    if (!m->play.enough && m->shown)
        measure_progress(m, stderr);
    int code = contest_play(&m->play);
    if (m->shown)
        fputs("\r\033[K", stderr);
    return code ? code : tell(m);
}

int measure_run(struct measure_wish *w)
{
    static struct measure m; /* a tournament's room is in it */
    static char folder[CONTEST_FOLDER];
    m.wish = w;
    m.sums.games = w->play.words.games_a_leg;
    w->sprt.kinds = pair_kinds(m.sums.games);
    w->play.no_replays = !w->play.to;
    if (!w->play.to && !temporary_folder(folder, sizeof folder, "fiel-measure"))
        return cli_fail(EXIT_ENVIRONMENT, "measure: no temporary folder: %s: set TMPDIR to one you may write",
                        strerror(errno));
    w->play.to = w->play.to ? w->play.to : folder;
    for (unsigned b = 0; b < MEASURE_BOTS; b++)
        snprintf(m.name[b], MEASURE_NAME, "%.159s", w->play.bot[b].command);
    contest_plan(&m.play, &w->play);
    m.play.with = &m;
    m.play.began_ms = now_ms();
    int code = contest_join(&m.play);
    if (!code)
        code = play(&m);
    contest_close(&m.play);
    if (*folder)
        tree_remove(folder);
    return code;
}
