/* measure_tell: what is known: a moving line, a table, an object. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/now.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "match/report.h"
#include "measure.h"

enum { BAR = 24, LABEL = 17 };

/* What a line is about, before what is known of it. */
static void print_label(const char *label, FILE *out) { cell_left(out, LABEL, label); }

/* What points came from. */
static const char *row_told(unsigned row)
{
    switch (row) {
    case ROW_TRICKS: return "tricks";
    case ROW_REFUSED: return "refused";
    case ROW_REST: return "rest";
    default: return point_row_word[row]; /* the game's own words */
    }
}

/* --- while it runs ---------------------------------------------------------------------------------------- */

/* Pairs that are still wanted, as it looks now: the interval narrows with the root of the pairs, the ratio of a test
 * grows with them. */
static double pairs_left(const struct measure *m)
{
    const struct measure_wish *w = m->wish;
    double n = m->sums.pairs, most = w->play.pairs - n, mean, half, low, high;
    if (m->sums.pairs < MEASURE_LEAST)
        return most;
    if (w->within > 0 && pair_per_hand(&m->sums, &mean, &half))
        most = fmin(most, n * (half / w->within) * (half / w->within) - n);
    if (w->by_sprt) {
        double llr = sprt_llr(&w->sprt, m->sums.cell);
        sprt_bounds(&w->sprt, &low, &high);
        if (fabs(llr) > 1e-6)
            most = fmin(most, n * fabs((llr > 0 ? high : low) / llr) - n);
    }
    return fmax(most, 0);
}

void measure_expects(const struct measure *m, FILE *out)
{
    const struct sprt *t = &m->wish->sprt;
    if (m->wish->by_sprt)
        fprintf(out, "the test takes about %.0f pairs if it is better, %.0f if it is not, %.0f in between\n",
                sprt_expects(t, t->elo1), sprt_expects(t, t->elo0), sprt_expects(t, (t->elo0 + t->elo1) / 2));
}

void measure_progress(const struct measure *m, FILE *out)
{
    double mean, half, left = pairs_left(m), played = m->sums.pairs - (double)m->play.found;
    char cell[CELL_TEXT];
    double seconds = played > 0 ? left * (double)(now_ms() - m->play.began_ms) / 1000 / played : -1;
    fprintf(out, "\rpair %u of at most %u", m->sums.pairs, m->wish->play.pairs);
    if (pair_per_hand(&m->sums, &mean, &half))
        fprintf(out, ", %s points a hand", cell_interval(cell, 3, mean, half));
    pair_jobs_left(out, seconds);
    fputs("\033[K", out);
    fflush(out);
}

/* --- the table -------------------------------------------------------------------------------------------- */

static void print_strength(const struct measure *m, FILE *out)
{
    const struct pair_sums *p = &m->sums;
    char cell_text[CELL_TEXT];
    double mean, half;
    struct sprt_estimate e = sprt_estimate(m->sums.cell, m->wish->sprt.kinds);
    print_label("played", out);
    fprintf(out, "%u pairs, %" PRIu64 " hands: %u won, %u split, %u lost\n", p->pairs, p->hands, p->won, p->split,
            p->lost);
    bool known = pair_score(p, &mean, &half), inside = known && mean - half > 0 && mean + half < 1;
    if (!known) {
        fputs("too few pairs to tell anything\n", out);
        return;
    }
    print_label("pair score", out);
    fprintf(out, "%s\n", cell_score(cell_text, mean, half));
    if (pair_per_hand(p, &mean, &half)) {
        print_label("points per hand", out);
        fprintf(out, "%s\n", cell_interval(cell_text, 3, mean, half));
    }
    if (inside) { /* at the edges it has no end */
        print_label("elo", out);
        fprintf(out, "%s\n", cell_interval(cell_text, 0, e.elo, e.elo_margin));
    }
    print_label("is it stronger", out);
    fprintf(out, "%s\n", cell_percent(cell_text, e.superior));
}

/* What the second bot loses at least: the lower end of the interval; a rival that answers by copying it loses nothing. */
static double at_least(const struct measure *m)
{
    double mean, half;
    return pair_per_hand(&m->sums, &mean, &half) ? fmax(mean - half, 0) : 0;
}

static void print_exploited(const struct measure *m, FILE *out)
{
    if (!m->wish->learned)
        return;
    print_label("exploitable", out);
    fprintf(out, "%.3f points a hand at least, by what was learned from %u pairs\n", at_least(m), m->wish->learned);
}

/* The one of the two that does better in second legs than chance has it; -1: neither. */
static int marked_bot(const struct measure *m)
{
    struct leg_sums rival = legs_of_rival(&m->legs);
    return legs_marked(&m->legs) ? 0 : legs_marked(&rival) ? 1 : -1;
}

static void print_legs(const struct measure *m, FILE *out)
{
    const struct leg_sums *l = &m->legs;
    int marked = marked_bot(m);
    if (l->better + l->worse + l->same > 1) {
        print_label("second legs", out);
        fprintf(out, "better than the first: %" PRIu64 ", worse: %" PRIu64 "\n", l->better, l->worse);
    }
    if (marked < 0)
        return;
    char note[512];
    print_label("", out);
    snprintf(note, sizeof note,
             "%s does better in second legs, beyond chance: has it a memory of the first? (an honest bot: once "
             "in %d)",
             m->name[marked], LEGS_ALARM);
    cell_flow(out, LABEL, LABEL, note);
    fputc('\n', out);
}

static void print_test(const struct measure *m, FILE *out)
{
    const struct sprt *t = &m->wish->sprt;
    const char *const words[] = { "undecided", "better", "not better" };
    char figures[2 * CELL_TEXT], text[256];
    double low, high;
    if (!m->wish->by_sprt)
        return;
    sprt_bounds(t, &low, &high);
    snprintf(figures, sizeof figures, "%+.2f in (%.2f, %.2f)", sprt_llr(t, m->sums.cell), low, high);
    print_label("test", out);
    snprintf(text, sizeof text, "%s: ratio %s for normalized Elo %g against %g", words[m->verdict],
             language_decimals(figures), t->elo1, t->elo0);
    cell_flow(out, LABEL, LABEL, text);
    fputc('\n', out);
}

/* A bar from the middle, to the right what is won. */
static void print_bar(double value, double most, bool utf8, FILE *out)
{
    int length = most > 0 ? (int)lround(fabs(value) / most * BAR) : 0;
    for (int i = -BAR; i <= BAR; i++) {
        bool inside = value < 0 ? i < 0 && i >= -length : i > 0 && i <= length;
        fputs(i == 0 ? utf8 ? "│" : "|" : inside ? utf8 ? "█" : "#" : " ", out);
    }
}

static void print_rows(const struct measure *m, FILE *out, bool utf8)
{
    char cell[CELL_TEXT];
    double mean, half, most = 0;
    for (unsigned r = 0; r < ROWS_COUNT; r++)
        if (ratio_interval(&m->row[r], &mean, &half))
            most = fmax(most, fabs(mean));
    fputs("\npoints per hand from\n", out);
    for (unsigned r = 0; r < ROWS_COUNT; r++) {
        if (!ratio_interval(&m->row[r], &mean, &half) || (m->row[r].dd <= 0))
            continue;
        fprintf(out, "  %-8s", row_told(r));
        cell_right(out, 16, cell_interval(cell, 3, mean, half));
        fputs("  ", out);
        print_bar(mean, most, utf8, out);
        fprintf(out, "\n");
    }
}

static void print_bots(const struct measure *m, FILE *out)
{
    char mean[32], longest[32];
    fputs("\n                      decisions   mean time     longest  faults\n", out);
    for (unsigned b = 0; b < MEASURE_BOTS; b++) {
        const struct measured_use *u = &m->use[b];
        cell_left(out, 20, m->name[b]);
        fprintf(out, "  %9" PRIu64 "  %10s  %10s  %6" PRIu64 "\n", u->decisions,
                span_told(u->decisions ? (double)u->used_us / (double)u->decisions : 0, mean),
                span_told((double)u->longest_us, longest), u->faults);
    }
}

static void print_note(const char *note, FILE *out)
{
    fputc('\n', out);
    cell_flow(out, 0, 0, note);
    fputc('\n', out);
}

static void print_notes(const struct measure *m, FILE *out)
{
    char note[512];
    if (m->play.voids) {
        snprintf(note, sizeof note,
                 "This machine had no process or memory for a match, %u times: those were void and played again.",
                 m->play.voids);
        print_note(note, out);
    }
    if (m->unheld) {
        snprintf(note, sizeof note,
                 "%u of the pairs unheld: a bot that is in no strict jail may know the second leg's cards from the "
                 "first; `fiel jail-test` tells what is missing here",
                 m->unheld);
        print_note(note, out);
    }
    if (m->play.interrupted)
        fputs("\ninterrupted: this is what was known\n", out);
    if (!m->wish->play.no_replays)
        fprintf(out, "\nrecords: %s%s\n", m->play.folder, m->play.interrupted ? "; the same command goes on" : "");
}

void measure_table(const struct measure *m, FILE *out, bool utf8)
{
    const struct measure_wish *w = m->wish;
    char tables[32], games[32], head[512];
    snprintf(head, sizeof head, "%s against %s: %s, %s seats%s%s, %s", m->name[0], m->name[1], w->play.words.rules,
             w->play.words.seats, tables_told(w->play.tables, tables), games_told(w->play.words.games_a_leg, games),
             w->play.words.clock);
    cell_flow(out, 0, 2, head);
    fputs("\n\n", out);
    print_strength(m, out);
    print_exploited(m, out);
    print_test(m, out);
    print_legs(m, out);
    if (m->sums.pairs > 1)
        print_rows(m, out, utf8);
    print_bots(m, out);
    print_notes(m, out);
}

/* --- the object ------------------------------------------------------------------------------------------- */

static json_t *interval(bool known, double mean, double half)
{
    return known ? json_pack("{s:f,s:f}", "mean", mean, "half", half) : json_null();
}

static json_t *rows_json(const struct measure *m)
{
    json_t *j = json_object();
    for (unsigned r = 0; r < ROWS_COUNT; r++) {
        double mean = 0, half = 0;
        bool known = ratio_interval(&m->row[r], &mean, &half);
        json_object_set_new(j, point_row_word[r], interval(known, mean, half));
    }
    return j;
}

static json_t *bots_json(const struct measure *m)
{
    json_t *j = json_array();
    for (unsigned b = 0; b < MEASURE_BOTS; b++)
        json_array_append_new(j, json_pack("{s:s,s:s,s:I,s:I,s:I,s:I}", "name", m->name[b], "command",
                                           m->wish->play.bot[b].command, "decisions", (json_int_t)m->use[b].decisions,
                                           "used_us", (json_int_t)m->use[b].used_us, "longest_us",
                                           (json_int_t)m->use[b].longest_us, "faults", (json_int_t)m->use[b].faults));
    return j;
}

static json_t *legs_json(const struct measure *m)
{
    const struct leg_sums *l = &m->legs;
    struct leg_sums rival = legs_of_rival(l);
    int marked = marked_bot(m);
    return json_pack("{s:I,s:I,s:I,s:[f,f],s:o}", "better", (json_int_t)l->better, "worse", (json_int_t)l->worse,
                     "same", (json_int_t)l->same, "evidence", legs_evidence(l), legs_evidence(&rival), "marked",
                     marked < 0 ? json_null() : json_string(m->name[marked]));
}

static json_t *test_json(const struct measure *m)
{
    static const char *const words[] = { "undecided", "better", "not better" };
    const struct sprt *t = &m->wish->sprt;
    double low, high;
    if (!m->wish->by_sprt)
        return json_null();
    sprt_bounds(t, &low, &high);
    return json_pack("{s:s,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f}", "verdict", words[m->verdict], "llr",
                     sprt_llr(t, m->sums.cell), "low", low, "high", high, "elo0", t->elo0, "elo1", t->elo1,
                     "expected_better", sprt_expects(t, t->elo1), "expected_not", sprt_expects(t, t->elo0),
                     "expected_between", sprt_expects(t, (t->elo0 + t->elo1) / 2));
}

void measure_json(const struct measure *m, FILE *out)
{
    double mean = 0, half = 0;
    json_t *cells = json_array(), *j = json_object();
    struct sprt_estimate e = sprt_estimate(m->sums.cell, m->wish->sprt.kinds);
    for (unsigned k = 0; k < m->wish->sprt.kinds; k++)
        json_array_append_new(cells, json_integer((json_int_t)m->sums.cell[k]));
    json_object_set_new(j, "rules", json_string(m->wish->play.words.rules));
    json_object_set_new(j, "clock", json_string(m->wish->play.words.clock));
    json_object_set_new(j, "tables", json_integer(m->wish->play.tables));
    json_object_set_new(j, "games_a_leg", json_integer(m->wish->play.words.games_a_leg));
    json_object_set_new(j, "pairs", json_integer(m->sums.pairs));
    json_object_set_new(j, "hands", json_integer((json_int_t)m->sums.hands));
    json_object_set_new(j, "points", json_integer(m->sums.points));
    json_object_set_new(j, "scores", cells); /* pairs by our score: 0, ½, 1, 1½, 2 games and so on */
    bool known = pair_score(&m->sums, &mean, &half), inside = known && mean - half > 0 && mean + half < 1;
    json_object_set_new(j, "pair_score", interval(known, mean, half));
    known = pair_per_hand(&m->sums, &mean, &half);
    json_object_set_new(j, "points_per_hand", interval(known, mean, half));
    json_object_set_new(j, "elo", interval(inside, e.elo, e.elo_margin)); /* at the edges it has no end */
    json_object_set_new(j, "superior", known ? json_real(e.superior) : json_null());
    if (m->wish->learned)
        json_object_set_new(
            j, "exploitable",
            json_pack("{s:f,s:I}", "at_least", at_least(m), "learned_from", (json_int_t)m->wish->learned));
    json_object_set_new(j, "test", test_json(m));
    json_object_set_new(j, "second_legs", legs_json(m));
    json_object_set_new(j, "by", rows_json(m));
    json_object_set_new(j, "bots", bots_json(m));
    json_object_set_new(j, "unheld", json_integer(m->unheld));
    json_object_set_new(j, "voids", json_integer(m->play.voids));
    json_object_set_new(j, "interrupted", json_boolean(m->play.interrupted));
    json_object_set_new(j, "failed", *m->play.failed ? json_string(m->play.failed) : json_null());
    json_object_set_new(j, "replays", !m->wish->play.no_replays ? json_string(m->play.folder) : json_null());
    json_dumpf(j, out, JSON_COMPACT);
    fputc('\n', out);
    json_decref(j);
}
