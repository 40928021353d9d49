/* pairs_report: a line per pair, then the totals, as a table or as JSON. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json_line.h"
#include "pairs.h"

typedef char names[SEATS_MAX * NAME_TEXT];

enum { PAIRS_TOLD = 10 /* with fewer the interval itself is a guess */ };

/* Our score in a leg, in half legs, when we have this side in it. */
static unsigned leg_score(const struct report *leg, unsigned side)
{
    unsigned winner = leg->result.result.winner;
    return winner > 1 ? 1 : winner == side ? 2 : 0;
}

/* What the two legs gave us. */
struct outcome {
    unsigned score;        /* in half legs, 0 to 4 */
    int64_t points[2];     /* ours minus theirs, by leg */
    uint64_t hands;
};

static struct outcome outcome_of(const struct report *first, const struct report *twin)
{
    struct outcome o = { leg_score(first, 0), { first->result.diff_sum, 0 }, first->result.hands };
    if (!twin) { /* who ended the first leg has lost its twin with it */
        o.score *= 2;
        return o;
    }
    o.score += leg_score(twin, 1);
    o.points[1] = -twin->result.diff_sum;
    o.hands += twin->result.hands;
    return o;
}

void pairs_report_start(struct pairs_report *p, const struct match_options *o)
{
    memset(p, 0, sizeof *p);
    p->options = o;
    p->list = json_array();
}

void pairs_report_end(struct pairs_report *p)
{
    json_decref(p->list);
    p->list = NULL;
}

/* --- a pair --------------------------------------------------------------------------------------- */

static json_t *fault_json(const struct report *leg, const struct control_fault *f)
{
    char text[256];
    json_t *j = json_object();
    bool bot = f->seat < options_parties(leg->options);
    json_object_set_new(j, "name", bot ? json_string(leg->options->name[f->seat]) : json_null());
    json_object_set_new(j, "fault", json_string(fault_name((enum fault)f->fault)));
    json_object_set_new(j, "effect", json_string(effect_text((enum fault_effect)f->effect)));
    json_object_set_new(j, "text", json_string(fault_sentence(f, text)));
    return j;
}

static json_t *leg_json(const struct report *leg, unsigned side)
{
    json_t *j = json_object(), *faults = json_array();
    json_object_set_new(j, "replay", json_string(leg->options->replay));
    json_object_set_new(j, "score", json_real(leg_score(leg, side) / 2.0));
    json_object_set_new(j, "points", json_integer(side ? -leg->result.diff_sum : leg->result.diff_sum));
    json_object_set_new(j, "hands", json_integer((json_int_t)leg->result.hands));
    for (unsigned i = 0; i < leg->faults; i++)
        json_array_append_new(faults, fault_json(leg, &leg->fault[i]));
    json_object_set_new(j, "faults", faults);
    return j;
}

static void list_pair(struct pairs_report *p, uint32_t number, const struct outcome *o, const struct report *first,
                      const struct report *twin)
{
    json_t *j = json_object(), *legs = json_array();
    json_object_set_new(j, "pair", json_integer(number));
    json_object_set_new(j, "score", json_real(o->score / 2.0));
    json_object_set_new(j, "points", json_integer(o->points[0] + o->points[1]));
    json_object_set_new(j, "hands", json_integer((json_int_t)o->hands));
    json_array_append_new(legs, leg_json(first, 0));
    if (twin)
        json_array_append_new(legs, leg_json(twin, 1));
    json_object_set_new(j, "legs", legs);
    json_array_append_new(p->list, j);
}

static void print_faults(FILE *out, char letter, const struct report *leg)
{
    char text[256], who[NAME_TEXT];
    for (unsigned i = 0; i < leg->faults; i++) {
        const struct control_fault *f = &leg->fault[i];
        fprintf(out, "  leg %c: fault of %s: %s: %s\n", letter, name_of_party(leg->options, f->seat, who), fault_sentence(f, text),
                effect_text((enum fault_effect)f->effect));
    }
}

static void print_pair(const struct pairs_report *p, uint32_t number, const struct outcome *o, FILE *out)
{
    names a, b;
    fprintf(out, "pair %u: %s %g-%g %s, points %+" PRId64 " (%+" PRId64 " %+" PRId64 ") in %" PRIu64 " hands\n",
            number, side_names(p->options, 0, a), o->score / 2.0, 2 - o->score / 2.0, side_names(p->options, 1, b),
            o->points[0] + o->points[1], o->points[0], o->points[1], o->hands);
}

void pairs_report_take(struct pairs_report *p, uint32_t number, const struct report *first,
                       const struct report *twin, FILE *out)
{
    struct outcome o = outcome_of(first, twin);
    bool forfeit = first->result.result.outcome == END_FAULT || (twin && twin->result.result.outcome == END_FAULT);
    pair_add(&p->sums, o.score, o.points[0] + o.points[1], o.hands);
    p->forfeits += forfeit;
    list_pair(p, number, &o, first, twin);
    if (!out)
        return;
    print_pair(p, number, &o, out);
    print_faults(out, 'a', first);
    if (twin)
        print_faults(out, 'b', twin);
    else
        fputs("  a fault ended the first leg: there is no twin to deal, and it counts as lost, too\n", out);
    fflush(out);
}

void pairs_report_void(struct pairs_report *p, uint32_t number, const struct report *leg)
{
    const struct result *r = &leg->result.result;
    const char *why = *leg->error ? leg->error : "the arbiter failed";
    if (!*leg->error && r->outcome == END_VOID && r->fault_a < 4096)
        why = strerror((int)r->fault_a);
    if (!*leg->error && r->outcome == END_STOPPED)
        why = "a cutter was lost";
    snprintf(p->failed, sizeof p->failed, "pair %u is void (%.300s): it counts for nobody, and none was played after it",
             number, why);
}

/* --- all pairs ------------------------------------------------------------------------------------ */

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static void print_side(const struct pairs_report *p, unsigned side, int width, FILE *out)
{
    names text;
    double mean, half;
    fprintf(out, "%-*s  %5u  %5u  %5u", width, side_names(p->options, side, text), p->sums.cell[side ? 0 : 4], p->sums.cell[2],
            p->sums.cell[side ? 4 : 0]);
    if (pair_score(&p->sums, &mean, &half))
        fprintf(out, "   %.3f ± %.3f", side ? 1 - mean : mean, half);
    if (pair_per_hand(&p->sums, &mean, &half))
        fprintf(out, "    %+.3f ± %.3f", side ? -mean : mean, half);
    fputc('\n', out);
}

/* In words, by the points per hand: they need the fewest pairs. */
static void print_verdict(const struct pairs_report *p, FILE *out)
{
    names text;
    double mean, half;
    if (p->sums.pairs < PAIRS_TOLD || !pair_per_hand(&p->sums, &mean, &half)) {
        fputs("too few pairs to tell who is stronger\n", out);
        return;
    }
    if (fabs(mean) <= half)
        fprintf(out, "no difference is shown: the interval of the points per hand holds zero\n");
    else
        fprintf(out, "%s %s stronger: the 95%% interval of the points per hand is clear of zero\n",
                side_names(p->options, mean < 0, text), p->options->seats > 2 ? "are" : "is");
}

void pairs_report_table(const struct pairs_report *p, FILE *out)
{
    const struct match_options *o = p->options;
    char clock[160];
    fprintf(out, "\n%s, %u pair%s of one game, %s\n\n", o->rules_text, p->sums.pairs, plural(p->sums.pairs),
            clock_text(o, clock));
    names a, b;
    size_t longest = strlen(side_names(o, 0, a)), other = strlen(side_names(o, 1, b));
    int width = (int)(longest > other ? longest : other);
    fprintf(out, "%*s  %5s  %5s  %5s   %-13s    %s\n", width, "", "2-0", "1-1", "0-2", "pair score", "points per hand");
    print_side(p, 0, width, out);
    print_side(p, 1, width, out);
    fputc('\n', out);
    print_verdict(p, out);
    if (p->sums.cell[1] + p->sums.cell[3])
        fprintf(out, "%u pair%s with a drawn leg stand%s in no column\n", p->sums.cell[1] + p->sums.cell[3],
                plural(p->sums.cell[1] + p->sums.cell[3]), p->sums.cell[1] + p->sums.cell[3] == 1 ? "s" : "");
    if (p->forfeits)
        fprintf(out, "%u pair%s with a leg lost by a fault\n", p->forfeits, plural(p->forfeits));
    if (*p->failed)
        fprintf(out, "%s\n", p->failed);
    if (o->seed_fixed)
        fputs("the deals were fixed by --seed: whoever chose it knew every card\n", out);
    fprintf(out, "%" PRIu64 " hands; records: %s\n  fiel-audit --quiet --pair %s/*.replay   proves them\n", p->sums.hands,
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
    json_object_set_new(j, "replay", json_string(o->replay));
    for (unsigned side = 0; side < 2; side++)
        json_array_append_new(sides, json_string(side_names(o, side, text)));
    json_object_set_new(j, "names", sides);
    json_object_set_new(j, "wanted", json_integer(o->pairs));
    json_object_set_new(j, "pairs", json_integer(p->sums.pairs));
    for (unsigned i = 0; i < 5; i++)
        json_array_append_new(cells, json_integer(p->sums.cell[i]));
    json_object_set_new(j, "scores", cells); /* pairs by our score: 0, ½, 1, 1½, 2 */
    bool known = pair_score(&p->sums, &mean, &half);
    set_interval(j, "pair_score", "pair_score_95", known, mean, half);
    known = pair_per_hand(&p->sums, &mean, &half);
    set_interval(j, "points_per_hand", "points_per_hand_95", known, mean, half);
    json_object_set_new(j, "points", json_integer(p->sums.points));
    json_object_set_new(j, "hands", json_integer((json_int_t)p->sums.hands));
    json_object_set_new(j, "forfeits", json_integer(p->forfeits));
    json_object_set_new(j, "failed", *p->failed ? json_string(p->failed) : json_null());
    json_object_set(j, "list", p->list);
    return j;
}

void pairs_report_json(const struct pairs_report *p, FILE *out)
{
    json_line(pairs_report_object(p), out);
}
