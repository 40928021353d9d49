/* pairs_report: a line per pair, then the totals, as a table or as JSON. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json_line.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "pairs.h"
#include "tell/tell.h"

typedef char names[FIEL_SEATS_MAX * NAME_TEXT];

enum { PAIRS_TOLD = 10 /* with fewer the interval itself is a guess */ };

/* A pair: what each leg gave, and where. */
struct pair {
    uint32_t number, table;
    const struct report *leg[2]; /* the second may be NULL */
    struct leg_part part[2];     /* of one that was not played: lost by who ended the first */
    struct pair_sum sum[2], both;
};

/* Some bot of it was not held as a pair demands: it may have met the deal before. */
static bool leg_unheld(const struct report *leg) { return leg && seats_unheld(leg->held, leg->options->seats); }
static bool pair_unheld(const struct pair *d) { return leg_unheld(d->leg[0]) || leg_unheld(d->leg[1]); }

void pairs_report_start(struct pairs_report *p, const struct match_options *o)
{
    memset(p, 0, sizeof *p);
    p->options = o;
    p->sums.games = options_leg_games(o);
    p->list = json_array();
}

void pairs_report_end(struct pairs_report *p)
{
    json_decref(p->list);
    p->list = NULL;
}

/* --- a pair --------------------------------------------------------------------------------------- */

/* Of several tables: what happened at this one, or ended the match. */
static json_t *faults_json(const struct report *leg, uint32_t table)
{
    json_t *faults = json_array();
    for (unsigned i = 0; i < leg->faults; i++)
        if (leg->fault[i].table == table || leg->fault[i].effect == EFFECT_MATCH)
            json_array_append_new(faults, fault_object(leg, &leg->fault[i]));
    return faults;
}

static json_t *leg_json(const struct pair *d, unsigned side)
{
    json_t *j = json_object();
    json_object_set_new(j, "replay", json_string(d->leg[side]->options->replay));
    json_object_set_new(j, "score", json_real((double)d->sum[side].score / 2));
    json_object_set_new(j, "points", json_integer(d->sum[side].margin));
    json_object_set_new(j, "hands", json_integer((json_int_t)d->part[side].hands));
    json_object_set_new(j, "faults", faults_json(d->leg[side], d->table));
    json_t *held = json_array();
    for (unsigned i = 0; i < d->leg[side]->options->seats; i++)
        json_array_append_new(held, json_string(held_word(d->leg[side]->held[i])));
    json_object_set_new(j, "held", held);
    if (*d->leg[side]->result.log_lacks)
        json_object_set_new(j, "log_lacks", json_string(d->leg[side]->result.log_lacks));
    return j;
}

static uint64_t pair_hands(const struct pair *d) { return d->part[0].hands + d->part[1].hands; }

static void list_pair(struct pairs_report *p, const struct pair *d)
{
    json_t *j = json_object(), *legs = json_array();
    json_object_set_new(j, "pair", json_integer(d->number));
    if (options_beside(p->options) > 1)
        json_object_set_new(j, "table", json_integer(d->table));
    json_object_set_new(j, "score", json_real((double)d->both.score / 2));
    json_object_set_new(j, "points", json_integer(d->both.margin));
    json_object_set_new(j, "hands", json_integer((json_int_t)pair_hands(d)));
    json_object_set_new(j, "unheld", json_boolean(pair_unheld(d)));
    json_array_append_new(legs, leg_json(d, 0));
    if (d->leg[1])
        json_array_append_new(legs, leg_json(d, 1));
    json_object_set_new(j, "legs", legs);
    json_array_append_new(p->list, j);
}

static void print_faults(FILE *out, char letter, const struct report *leg)
{
    for (unsigned i = 0; i < leg->faults; i++) {
        fprintf(out, T("  leg %c: "), letter);
        report_fault(leg->options, &leg->fault[i], out);
    }
}

static void print_pair(const struct pairs_report *p, const struct pair *d, FILE *out)
{
    names a, b;
    char score[32];
    double ours = (double)d->both.score / 2;
    snprintf(score, sizeof score, "%g-%g", ours, 2. * options_leg_games(p->options) - ours);
    fprintf(out,
            TN("pair %u: %s %s %s, points %+jd (%+jd %+jd) in %ju hand%s\n",
               "pair %u: %s %s %s, points %+jd (%+jd %+jd) in %ju hands%s\n", pair_hands(d)),
            d->number, side_names(p->options, 0, a), language_decimals(score), side_names(p->options, 1, b),
            d->both.margin, d->sum[0].margin, d->sum[1].margin, pair_hands(d), pair_unheld(d) ? T(", unheld") : "");
}

static void take_pair(struct pairs_report *p, struct pair *d, FILE *out)
{
    const struct pair_leg came[2] = { d->part[0].came, d->part[1].came };
    unsigned games = options_leg_games(p->options);
    for (unsigned leg = 0; leg < 2; leg++)
        d->sum[leg] = pair_leg_sum(&came[leg], leg, games);
    d->both = pair_sum(came, 2, 2, games);
    pair_add(&p->sums, (unsigned)d->both.score, d->both.margin, pair_hands(d));
    p->forfeits += came[0].forfeit || came[1].forfeit;
    if (pair_unheld(d) && !p->unheld++) {
        const struct report *leg = d->leg[leg_unheld(d->leg[0]) ? 0 : 1];
        tell_unheld(p->why_unheld, sizeof p->why_unheld, leg->held, leg->options->seats);
    }
    list_pair(p, d);
    if (out)
        print_pair(p, d, out);
}

int pairs_report_take(struct pairs_report *p, uint32_t number, const struct report *first, const struct report *twin,
                      FILE *out)
{
    struct leg_part a[PAIR_TABLES_MAX], b[PAIR_TABLES_MAX];
    uint32_t tables = options_beside(first->options);
    if (leg_parts(first, a) || (twin && leg_parts(twin, b)))
        return -1;
    for (uint32_t t = 0; t < tables && !twin; t++)
        b[t] = leg_unplayed(first);
    for (uint32_t t = 0; t < tables; t++)
        take_pair(p, &(struct pair){ .number = number + t, .table = t, .leg = { first, twin }, .part = { a[t], b[t] } },
                  out);
    if (!out)
        return 0;
    print_faults(out, 'a', first);
    if (twin)
        print_faults(out, 'b', twin);
    else
        fputs(tables > 1
                  ? T("  a fault ended the first leg: there is no twin to deal, and all of it counts as lost, too\n")
                  : T("  a fault ended the first leg: there is no twin to deal, and it counts as lost, too\n"),
              out);
    fflush(out);
    return 0;
}

void pairs_report_void(struct pairs_report *p, uint32_t number, const struct report *leg)
{
    const struct result *r = &leg->result.result;
    const char *why = *leg->error ? leg->error : "the arbiter failed";
    if (!*leg->error && r->outcome == END_VOID)
        why = arbiter_code_text(r->fault_a);
    uint32_t tables = options_beside(leg->options);
    char pairs[64];
    p->void_reason = *leg->error ? 0 : void_reason(r);
    snprintf(pairs, sizeof pairs, tables > 1 ? "pairs %u to %u are" : "pair %u is", number, number + tables - 1);
    snprintf(p->failed, sizeof p->failed, "%s void (%.300s): %s for nobody, and none was played after %s", pairs, why,
             tables > 1 ? "they count" : "it counts", tables > 1 ? "them" : "it");
}

/* --- all pairs ------------------------------------------------------------------------------------ */

static void print_side(const struct pairs_report *p, unsigned side, int width, FILE *out)
{
    names text;
    char cell[CELL_TEXT];
    double mean, half;
    cell_left(out, width, side_names(p->options, side, text));
    fprintf(out, "  %5u  %5u  %5u", side ? p->sums.lost : p->sums.won, p->sums.split,
            side ? p->sums.won : p->sums.lost);
    if (pair_score(&p->sums, &mean, &half))
        fprintf(out, "   %s", cell_score(cell, side ? 1 - mean : mean, half));
    if (pair_per_hand(&p->sums, &mean, &half))
        fprintf(out, "    %s", cell_interval(cell, 3, side ? -mean : mean, half));
    fputc('\n', out);
}

/* In words, by the points per hand: they need the fewest pairs. */
static void print_verdict(const struct pairs_report *p, FILE *out)
{
    names text;
    double mean, half;
    if (p->sums.pairs < PAIRS_TOLD || !pair_per_hand(&p->sums, &mean, &half)) {
        fputs(T("too few pairs to tell who is stronger\n"), out);
        return;
    }
    if (fabs(mean) <= half)
        fputs(T("no difference is shown: the interval of the points per hand holds zero\n"), out);
    else
        fprintf(out,
                p->options->seats > 2
                    ? T("%s are stronger: the 95%% interval of the points per hand is clear of zero\n")
                    : T("%s is stronger: the 95%% interval of the points per hand is clear of zero\n"),
                side_names(p->options, mean < 0, text));
}

/* What is to be known of some of the pairs. */
static void print_notes(const struct pairs_report *p, FILE *out)
{
    char note[1024];
    if (p->forfeits)
        fprintf(out, TN("%u pair with a leg lost by a fault\n", "%u pairs with a leg lost by a fault\n", p->forfeits),
                p->forfeits);
    if (!p->unheld)
        return;
    snprintf(note, sizeof note,
             TN("%u pair is unheld (%s): what sat there may know the second leg's cards from the first",
                "%u pairs are unheld (%s): what sat there may know the second leg's cards from the first", p->unheld),
             p->unheld, p->why_unheld);
    cell_flow(out, 0, 0, note);
    fputc('\n', out);
}

void pairs_report_table(const struct pairs_report *p, FILE *out)
{
    const struct match_options *o = p->options;
    char clock[160], tables[32], games[32], head[RULES_TEXT + 256];
    snprintf(head, sizeof head, TN("%s, %u pair%s%s, %s", "%s, %u pairs%s%s, %s", p->sums.pairs), o->rules_text,
             p->sums.pairs, games_told(options_leg_games(o), games), tables_told(options_beside(o), tables),
             clock_text(o, clock));
    fputc('\n', out);
    cell_flow(out, 0, 2, head);
    fputs("\n\n", out);
    names a, b;
    int longest = cell_columns(side_names(o, 0, a)), other = cell_columns(side_names(o, 1, b));
    int width = longest > other ? longest : other;
    fprintf(out, "%*s  %5s  %5s  %5s   %-13s    %s\n", width, "", "+", "=", "-", T("pair score"), T("points per hand"));
    print_side(p, 0, width, out);
    print_side(p, 1, width, out);
    fputc('\n', out);
    print_verdict(p, out);
    print_notes(p, out);
    if (*p->failed)
        fprintf(out, "%s\n", p->failed);
    if (o->seed_fixed)
        fputs(T("the deals were fixed by --seed: the person who chose it knew every card\n"), out);
    fprintf(out, T("%ju hands; records: %s\n  fiel-audit --quiet --pair %s/*.replay   proves them\n"), p->sums.hands,
            o->replay, o->replay);
}

static void set_interval(json_t *j, const char *name, const char *width, bool known, double mean, double half)
{
    json_object_set_new(j, name, known ? json_real(mean) : json_null());
    json_object_set_new(j, width, known ? json_real(half) : json_null());
}

json_t *pairs_report_object(const struct pairs_report *p)
{
    const struct match_options *o = p->options;
    json_t *j = json_object(), *cells = json_array(), *sides = json_array();
    char clock[160];
    names text;
    double mean = 0, half = 0;
    json_object_set_new(j, "rules", json_string(o->rules_text));
    json_object_set_new(j, "clock", json_string(clock_text(o, clock)));
    json_object_set_new(j, "seed_fixed", json_boolean(o->seed_fixed));
    if (options_beside(o) > 1)
        json_object_set_new(j, "tables", json_integer(o->tables));
    json_object_set_new(j, "games_a_leg", json_integer(options_leg_games(o)));
    json_object_set_new(j, "replay", json_string(o->replay));
    for (unsigned side = 0; side < 2; side++)
        json_array_append_new(sides, json_string(side_names(o, side, text)));
    json_object_set_new(j, "names", sides);
    json_object_set_new(j, "wanted", json_integer(o->pairs));
    json_object_set_new(j, "pairs", json_integer(p->sums.pairs));
    for (unsigned i = 0; i < pair_kinds(p->sums.games); i++)
        json_array_append_new(cells, json_integer(p->sums.cell[i]));
    json_object_set_new(j, "scores", cells); /* pairs by our score: 0, ½, 1, 1½, 2 games and so on */
    bool known = pair_score(&p->sums, &mean, &half);
    set_interval(j, "pair_score", "pair_score_95", known, mean, half);
    known = pair_per_hand(&p->sums, &mean, &half);
    set_interval(j, "points_per_hand", "points_per_hand_95", known, mean, half);
    json_object_set_new(j, "points", json_integer(p->sums.points));
    json_object_set_new(j, "hands", json_integer((json_int_t)p->sums.hands));
    json_object_set_new(j, "forfeits", json_integer(p->forfeits));
    json_object_set_new(j, "unheld", json_integer(p->unheld));
    json_object_set_new(j, "failed", *p->failed ? json_string(p->failed) : json_null());
    json_object_set_new(j, "void", void_json(p->void_reason));
    json_object_set(j, "list", p->list);
    return j;
}

void pairs_report_json(const struct pairs_report *p, FILE *out) { json_line(pairs_report_object(p), out); }
