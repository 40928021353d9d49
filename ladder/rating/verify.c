/* verify: replays against results, results against the table. */
#include "verify.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "filing/filing.h"
#include "table.h"

struct work {
    struct store *store;
    store_tell *tell;
    void *arg;
    struct verified *out;
};

__attribute__((format(printf, 2, 3))) static void complain(struct work *w, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    w->out->wrong++;
    w->tell(w->arg, text);
}

/* What the leg's row says against what its replay proves. */
static void compare_leg(struct work *w, const struct leg *l, const struct audit_report *r)
{
    int64_t winner = r->has_result && r->result.winner < r->result.scorers ? r->result.winner : -1;
    if (r->outcome != AUDIT_VALID) {
        complain(w, "leg %" PRId64 ": its replay is not valid: %s", l->id, r->wrong);
        return;
    }
    if (memcmp(r->match_id, l->match_id, HASH) != 0)
        complain(w, "leg %" PRId64 ": its replay is of another match", l->id);
    if (memcmp(r->offer.arbiter, l->arbiter, ID) != 0)
        complain(w, "leg %" PRId64 ": another arbiter signed its replay", l->id);
    if (winner != l->winner)
        complain(w, "leg %" PRId64 ": side %" PRId64 " is filed as the winner, the replay says %" PRId64, l->id,
                 l->winner, winner);
    for (unsigned s = 0; s < r->result.scorers && s < STORE_SIDES; s++)
        if (r->result.points[s] != l->points[s])
            complain(w, "leg %" PRId64 ": side %u has %" PRId64 " points in the replay and %" PRId64 " here", l->id, s,
                     r->result.points[s], l->points[s]);
    w->out->decisions += r->counts.decisions;
}

static int audit_leg(struct work *w, const struct leg *l, struct audit_report *r, struct store_bytes *bytes,
                     struct store_error *e)
{
    int bad = store_get(w->store, l->replay, bytes, e);
    if (bad == STORE_CORRUPT || bad == STORE_NOT_FOUND) {
        complain(w, "leg %" PRId64 ": %s", l->id, e->text);
        return STORE_OK;
    }
    if (bad)
        return bad;
    if (audit_bytes(bytes->data, bytes->size, NULL, r) != 0) {
        e->code = STORE_ENVIRONMENT;
        snprintf(e->text, sizeof e->text, "no memory to audit leg %" PRId64, l->id);
        return STORE_ENVIRONMENT;
    }
    w->out->legs++;
    compare_leg(w, l, r);
    return STORE_OK;
}

/* Half legs won by the side of seat 0 of the first leg: 2 for a win, 1 for a draw. */
static int64_t score_of(const struct leg *leg, size_t legs, int64_t wanted)
{
    int64_t score = 0;
    for (int64_t i = 0; i < wanted; i++) {
        const struct leg *l = &leg[(size_t)i < legs ? (size_t)i : 0];
        int64_t side = (size_t)i < legs ? l->leg % 2 : 0;
        score += l->winner < 0 ? 1 : l->winner == side ? 2 : 0;
    }
    return score;
}

/* Of the pair, from the side of seat 0 of the first leg; 0 was filed where nobody looked at it. */
static void compare_luck(struct work *w, const struct unit *u, const struct store_bytes *bytes, size_t legs)
{
    double luck = 0;
    for (size_t i = 0; i < legs; i++) {
        if (!bytes[i].data)
            return; /* that was told already */
        luck += (i % 2 ? -1 : 1) * filing_luck(bytes[i].data, bytes[i].size);
    }
    if (u->luck != 0 && fabs(luck - u->luck) > 1e-6)
        complain(w, "pair %" PRId64 ": its deals are filed as worth %.6f points and were worth %.6f", u->pair, u->luck,
                 luck);
}

/* What is said of the pair, which every leg's row tells, and what the records say. */
static void compare_held(struct work *w, const struct unit *u, const struct leg *leg, const struct audit_report *r,
                         size_t legs)
{
    bool unheld = false;
    for (size_t i = 0; i < legs; i++) {
        if (r[i].outcome != AUDIT_VALID)
            return; /* that was told already */
        unheld |= offer_of_pair(&r[i].offer) && offer_unheld(&r[i].offer);
    }
    if (leg->unheld != unheld)
        complain(w, "pair %" PRId64 ": it is filed as %s, and its records say that it is %s", u->pair,
                 leg->unheld ? "unheld" : "held", unheld ? "unheld" : "held");
}

static int verify_pair(struct work *w, const struct unit *u, struct store_error *e)
{
    struct leg_filter f = { .pair = u->pair };
    struct leg leg[STORE_LEGS];
    struct store_bytes bytes[2] = { { 0 }, { 0 } };
    static struct audit_pair p;
    size_t n = 0;
    memset(&p, 0, sizeof p);
    int bad = store_legs(w->store, &f, leg, STORE_LEGS, &n, e);
    for (size_t i = 0; i < n / 2; i++) { /* newest first: turn them round */
        struct leg x = leg[i];
        leg[i] = leg[n - 1 - i];
        leg[n - 1 - i] = x;
    }
    for (size_t i = 0; !bad && i < n && i < 2; i++)
        bad = audit_leg(w, &leg[i], &p.leg[i], &bytes[i], e);
    if (!bad && n == 2 && p.leg[0].outcome == AUDIT_VALID && p.leg[1].outcome == AUDIT_VALID &&
        p.leg[1].offer.twin_size) {
        audit_both(&p);
        if (!p.valid)
            complain(w, "pair %" PRId64 ": the legs are no duplicate pair: %s", u->pair, p.wrong);
    }
    if (!bad && n && n <= 2)
        compare_held(w, u, leg, p.leg, n);
    if (!bad && n && n <= 2)
        compare_luck(w, u, bytes, n);
    if (!bad && u->score >= 0 && n && score_of(leg, n, u->legs) != u->score)
        complain(w, "pair %" PRId64 ": its score is filed as %" PRId64 "/%" PRId64 " and is %" PRId64, u->pair,
                 u->score, 2 * u->legs, score_of(leg, n, u->legs));
    if (!bad && !n)
        complain(w, "pair %" PRId64 ": it counts and has no legs", u->pair);
    store_free(&bytes[0]);
    store_free(&bytes[1]);
    w->out->pairs++;
    return bad;
}

/* The newest run's rows against rows made from the results as they are. */
static int verify_table(struct work *w, const struct ladder *l, const struct table *t, struct store_error *e)
{
    struct rating_run run;
    struct rating *rows = calloc(t->versions + 1, sizeof *rows);
    struct standing *kept = calloc(t->versions + 1, sizeof *kept);
    size_t n = 0;
    int bad = rows && kept ? store_rating_newest(w->store, l->id, &run, e) : STORE_ENVIRONMENT;
    if (!bad)
        bad = store_standings(w->store, run.id, 0, kept, t->versions + 1, &n, e);
    if (!bad && memcmp(run.results, t->hash, STORE_HASH) != 0) {
        w->tell(w->arg, "the newest table is older than the newest results: rate first, then verify");
    } else if (!bad) {
        table_rows(t, rows);
        w->out->table = n == t->versions;
        for (size_t i = 0; i < n && i < t->versions; i++)
            if (kept[i].rating.version != rows[i].version || fabs(kept[i].rating.elo - rows[i].elo) > 1e-6)
                w->out->table = false;
        if (!w->out->table)
            complain(w, "ladder %s: the table is not the one that its results give", l->code);
    }
    if (bad == STORE_NOT_FOUND) {
        w->tell(w->arg, "this ladder has no table yet");
        bad = STORE_OK;
    }
    free(rows);
    free(kept);
    return bad;
}

int verify_ladder(struct store *s, const struct ladder *l, store_tell *tell, void *arg, struct verified *out,
                  struct store_error *e)
{
    struct work w = { s, tell, arg, out };
    struct table t;
    memset(out, 0, sizeof *out);
    int bad = table_read(&t, s, l->id, NULL, 0, e);
    for (size_t i = 0; !bad && i < t.results; i++)
        bad = verify_pair(&w, &t.result[i], e);
    if (!bad)
        bad = verify_table(&w, l, &t, e);
    table_free(&t);
    return bad;
}
