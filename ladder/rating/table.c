/* table: from results to ratings.
 *
 * A table follows from the results alone: versions are numbered by their ids, results are taken in the order of
 * theirs, and the fit does not depend on either; only where Elo counts from is the newest run's.  What the ratings see of a result is what the arbiter signed: who
 * sat where, who won, the points. */
#include "table.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "league/played.h"
#include "record/crypto.h"
#include "stats/legs.h"

enum { PAGE = 512 };

static int out_of_memory(struct store_error *e)
{
    return store_fail(e, STORE_ENVIRONMENT, "no memory for a table of ratings: free some and try again");
}

/* --- reading ---------------------------------------------------------------------------------------- */

static int read_results(struct table *t, struct store *s, int64_t ladder, struct store_error *e)
{
    size_t got = PAGE, room = 0;
    while (got == PAGE) {
        if (t->results + PAGE > room) {
            room = room ? 2 * room : 4 * PAGE;
            struct unit *more = realloc(t->result, room * sizeof *more);
            if (!more)
                return out_of_memory(e);
            t->result = more;
        }
        int64_t after = t->results ? t->result[t->results - 1].pair : 0;
        int bad = store_units(s, ladder, after, t->result + t->results, PAGE, &got, e);
        if (bad)
            return bad;
        t->results += got;
    }
    return STORE_OK;
}

static int by_id(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static bool number_versions(struct table *t, const int64_t *also, size_t count)
{
    int64_t *all = malloc((t->results * STORE_SEATS + count + 1) * sizeof *all);
    size_t n = 0, kept = 0;
    if (!all)
        return false;
    for (size_t i = 0; i < t->results; i++)
        for (int64_t seat = 0; seat < t->result[i].seats; seat++)
            all[n++] = t->result[i].version[seat];
    for (size_t i = 0; i < count; i++)
        all[n++] = also[i];
    qsort(all, n, sizeof *all, by_id);
    for (size_t i = 0; i < n; i++)
        if (!kept || all[kept - 1] != all[i])
            all[kept++] = all[i];
    t->version = all;
    t->versions = kept;
    return true;
}

size_t table_number(const struct table *t, int64_t version)
{
    const int64_t *at = t->versions ? bsearch(&version, t->version, t->versions, sizeof version, by_id) : NULL;
    return at ? (size_t)(at - t->version) : SIZE_MAX;
}

/* --- what the ratings see ------------------------------------------------------------------------------ */

/* Of a leg. */
static unsigned unit_games(const struct unit *u) { return (unsigned)(u->of / (2 * u->legs)); }

static struct played played_of(const struct table *t, const struct unit *u)
{
    struct played p = { .pair = (uint64_t)u->pair,
                        .seats = (uint32_t)u->seats,
                        .legs = (uint32_t)u->legs,
                        .played = (uint32_t)u->played,
                        .games = unit_games(u),
                        .hands = u->hands,
                        .score = u->score,
                        .margin = u->margin,
                        .luck = u->luck };
    for (unsigned seat = 0; seat < p.seats; seat++)
        p.bot[seat] = (uint32_t)table_number(t, u->version[seat]);
    memcpy(p.leg, u->came, sizeof p.leg);
    return p;
}

static struct rating_unit *units_of(const struct table *t, size_t *n)
{
    OWNED struct played *list = malloc((t->results + 1) * sizeof *list);
    struct rating_unit *unit = NULL;
    for (size_t i = 0; list && i < t->results; i++)
        list[i] = played_of(t, &t->result[i]);
    if (list)
        unit = played_units(list, t->results, n);
    return unit;
}

static int fit(struct table *t, struct store_error *e)
{
    size_t n = 0;
    OWNED struct rating_unit *unit = units_of(t, &n);
    if (!unit)
        return out_of_memory(e);
    bool failed = rating_fit(&t->fit, t->versions, unit, n, RATING_FITTED) != RATING_FINE;
    t->fitted = !failed;
    if (t->fitted)
        t->againsts = against_table(&t->fit, unit, n, t->against, TABLE_AGAINST, &failed);
    return failed ? out_of_memory(e) : STORE_OK; /* with a prior nothing else can fail */
}

/* --- where Elo counts from ------------------------------------------------------------------------------ */

#define MADE "prior fitted to a spread of %lf Elo; dispersion %lf; anchor %" SCNd64 " at %lf"

struct table_made table_made_by(const struct rating_run *run)
{
    struct table_made m = { 0, 1500, RATING_TYPICAL, 1 };
    struct table_made read = m;
    if (strcmp(run->algorithm, TABLE_ALGORITHM) == 0 &&
        sscanf(run->params, MADE, &read.spread, &read.dispersion, &read.anchor, &read.anchor_elo) == 4)
        m = read;
    return m;
}

static bool has_played(const struct table *t, int64_t version)
{
    size_t i = table_number(t, version);
    return i != SIZE_MAX && t->fit.row[i].units;
}

static int find_anchor(struct table *t, struct store *s, int64_t ladder, struct store_error *e)
{
    struct rating_run run = { 0 };
    struct rating_point last;
    size_t best = 0, n = 0;
    int bad = store_rating_newest(s, ladder, &run, e);
    struct table_made made = table_made_by(&run);
    t->anchor = made.anchor;
    t->anchor_elo = made.anchor_elo;
    if (bad && bad != STORE_NOT_FOUND)
        return bad;
    bad = STORE_OK;
    for (size_t i = 1; i < t->versions; i++)
        best = t->fit.row[i].units > t->fit.row[best].units ? i : best;
    if (t->anchor && has_played(t, t->anchor))
        best = table_number(t, t->anchor);
    else if (t->versions && t->fit.row[best].units) {
        t->anchor = t->version[best];
        bad = store_rating_history(s, ladder, t->anchor, 0, &last, 1, &n, e);
        t->anchor_elo = n ? last.rating.elo : 1500;
    } else
        t->anchor = 0;
    if (!bad && t->anchor)
        rating_anchor(&t->fit, best, t->anchor_elo);
    return bad;
}

/* H over every result, field by field. */
static void name_results(struct table *t)
{
    struct message m;
    uint8_t sum[HASH] = { 0 };
    for (size_t i = 0; i < t->results; i++) {
        const struct unit *u = &t->result[i];
        message_start(&m, "fiel/results");
        message_bytes(&m, sum, sizeof sum);
        message_u64(&m, (uint64_t)u->pair);
        for (int64_t seat = 0; seat < u->seats; seat++)
            message_u64(&m, (uint64_t)u->version[seat]);
        message_u64(&m, (uint64_t)u->score);
        message_u64(&m, (uint64_t)u->margin);
        message_u64(&m, (uint64_t)u->hands);
        for (int64_t leg = 0; leg < u->played && leg < 2; leg++)
            message_bytes(&m, u->match_id[leg], STORE_HASH);
        hash(sum, &m);
    }
    memcpy(t->hash, sum, sizeof t->hash);
}

int table_read(struct table *t, struct store *s, int64_t ladder, const int64_t *also, size_t count,
               struct store_error *e)
{
    memset(t, 0, sizeof *t);
    int bad = read_results(t, s, ladder, e);
    if (!bad && !number_versions(t, also, count))
        bad = out_of_memory(e);
    if (!bad) {
        name_results(t);
        bad = fit(t, e);
    }
    if (!bad)
        bad = find_anchor(t, s, ladder, e);
    if (bad)
        table_free(t);
    return bad;
}

void table_free(struct table *t)
{
    free(t->result);
    free(t->version);
    if (t->fitted)
        rating_free(&t->fit);
    memset(t, 0, sizeof *t);
}

/* --- what is kept --------------------------------------------------------------------------------------- */

/* An author who sits on both sides gains nothing by knowing. */
static bool on_both_sides(const struct unit *u, int64_t version)
{
    bool on[2] = { false, false };
    for (int64_t seat = 0; seat < u->seats; seat++)
        on[seat % 2] |= u->version[seat] == version;
    return on[0] && on[1];
}

/* Every version's second legs, by its number. */
static void count_legs(const struct table *t, struct leg_sums *legs)
{
    for (size_t i = 0; i < t->results; i++) {
        const struct unit *u = &t->result[i];
        for (int64_t seat = 0; seat < u->seats && u->score >= 0 && u->legs == 2 && u->played == 2; seat++) {
            unsigned games = unit_games(u), first = (unsigned)pair_leg_sum(&u->came[0], 0, games).score,
                     second = (unsigned)pair_leg_sum(&u->came[1], 1, games).score;
            bool again = seat >= 2 && u->version[seat] == u->version[seat - 2];
            if (again || on_both_sides(u, u->version[seat]))
                continue;
            legs_add(&legs[table_number(t, u->version[seat])], seat % 2 ? 2 * games - first : first,
                     seat % 2 ? 2 * games - second : second);
        }
    }
}

void table_rows(const struct table *t, struct rating *rows)
{
    OWNED struct leg_sums *legs = calloc(t->versions + 1, sizeof *legs);
    uint32_t *order = malloc((t->versions + 1) * 2 * sizeof *order), *band = order ? order + t->versions : NULL;
    assert(order && legs);
    count_legs(t, legs);
    rating_order(&t->fit, order, band);
    for (size_t i = 0; i < t->versions; i++) {
        const struct strength *x = &t->fit.row[order[i]];
        bool last = i + 1 == t->versions;
        rows[i] = (struct rating){
            .version = t->version[order[i]],
            .place = (int64_t)i + 1,
            .band = band[i] + 1,
            .elo = x->elo,
            .low = x->elo - RATING_Z95 * x->elo_error,
            .high = x->elo + RATING_Z95 * x->elo_error,
            .pairs = x->units,
            .score = x->score,
            .per_hand = x->per_hand,
            .per_hand_error = isfinite(x->per_hand_error) ? x->per_hand_error : 0,
            .cleared = x->cleared,
            .cleared_error = isfinite(x->cleared_error) ? x->cleared_error : 0,
            .superior = last ? 1 : rating_superior(&t->fit, order[i], order[i + 1]),
            .better = (int64_t)legs[order[i]].better,
            .worse = (int64_t)legs[order[i]].worse,
        };
    }
    free(order);
}

#define AGAINST "against.%" PRId64

/* It is no part of the run, which others make again, except for the host: the newest alone, as lines of a setting. */
static int keep_against(const struct table *t, struct store *s, int64_t ladder, struct store_error *e)
{
    char name[STORE_NAME], text[STORE_LONG] = "";
    size_t used = 0;
    snprintf(name, sizeof name, AGAINST, ladder);
    for (size_t i = 0; i < t->againsts; i++) {
        const struct against *x = &t->against[i];
        used += (size_t)snprintf(text + used, sizeof text - used, "%" PRId64 " %" PRId64 " %u %.6f %.6f\n",
                                 t->version[x->winner], t->version[x->loser], x->units, x->won, x->expected);
    }
    return store_set(s, name, text, e);
}

int table_keep(const struct table *t, struct store *s, int64_t ladder, int64_t serial, struct store_error *e)
{
    struct rating_run run = { .ladder = ladder, .serial = serial, .pairs = (int64_t)t->results };
    OWNED struct rating *rows = calloc(t->versions + 1, sizeof *rows);
    int64_t id;
    if (!rows)
        return out_of_memory(e);
    strcpy(run.algorithm, TABLE_ALGORITHM);
    snprintf(run.params, sizeof run.params,
             "prior fitted to a spread of %.3f Elo; dispersion %.6f; anchor %" PRId64 " at %.9f", t->fit.spread,
             t->fit.dispersion, t->anchor, t->anchor_elo);
    memcpy(run.results, t->hash, sizeof run.results);
    table_rows(t, rows);
    int bad = store_rating_add(s, &run, rows, t->versions, &id, e);
    return bad ? bad : keep_against(t, s, ladder, e);
}

int table_against(struct store *s, int64_t ladder, struct table_against out[TABLE_AGAINST], size_t *n,
                  struct store_error *e)
{
    char name[STORE_NAME], text[STORE_LONG];
    int used = 0;
    snprintf(name, sizeof name, AGAINST, ladder);
    int bad = store_setting(s, name, text, e);
    const char *at = text;
    *n = 0;
    while (!bad && *n < TABLE_AGAINST &&
           sscanf(at, "%" SCNd64 " %" SCNd64 " %" SCNd64 " %lf %lf\n%n", &out[*n].winner, &out[*n].loser,
                  &out[*n].pairs, &out[*n].won, &out[*n].expected, &used) == 5) {
        at += used;
        ++*n;
    }
    return bad;
}

/* --- two versions ---------------------------------------------------------------------------------------- */

/* Half games won by a of a pair against b, or -1. */
static int64_t score_of(const struct ladder *l, const struct pair *p, int64_t a, int64_t b)
{
    if (p->legs != 2 || p->score < 0 || p->score > p->of || p->of + 1 != table_kinds(l))
        return -1;
    for (int64_t seat = 2; seat < p->seats; seat++)
        if (p->version[seat] != p->version[seat % 2])
            return -1;
    if (p->version[0] == a && p->version[1] == b)
        return p->score;
    return p->version[0] == b && p->version[1] == a ? p->of - p->score : -1;
}

int table_counts(struct store *s, const struct ladder *l, int64_t event, int64_t a, int64_t b,
                 uint32_t count[SPRT_KINDS], struct store_error *e)
{
    struct pair_filter f = { .ladder = l->id, .version = a, .round = -1, .state = PAIR_DONE };
    OWNED struct pair *list = malloc(PAGE * sizeof *list);
    size_t got = PAGE;
    int bad = list ? STORE_OK : out_of_memory(e);
    memset(count, 0, SPRT_KINDS * sizeof *count);
    while (!bad && got == PAGE) {
        bad = store_pairs(s, &f, list, PAGE, &got, e);
        for (size_t i = 0; !bad && i < got; i++) {
            int64_t score = list[i].rated || list[i].event == event ? score_of(l, &list[i], a, b) : -1;
            if (score >= 0)
                count[score]++;
        }
        if (!bad && got)
            f.before = list[got - 1].id;
    }
    return bad;
}
