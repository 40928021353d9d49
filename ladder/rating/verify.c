/* verify: replays against results, results against the table. */
#include "verify.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "cli/findings.h"
#include "filing/bound.h"
#include "filing/filing.h"
#include "league/played.h"
#include "season_archive.h"
#include "table.h"
#include "wire/messages.h"

enum { PAGE = 64 };

/* Whose record a file is: one file proves one leg. */
struct filed {
    uint8_t replay[STORE_HASH];
    int64_t leg;
};

struct work {
    struct store *store;
    const char *earlier; /* the archive of an earlier season; NULL: none */
    struct findings found;
    struct verified *out;
    struct filed *filed;
    size_t files, room;
};

/* One pair: its rows, and what its records prove. */
struct looked {
    const struct ladder *ladder;
    struct pair pair;
    struct leg leg[STORE_LEGS];
    size_t legs;
    struct order_seat seat[STORE_SEATS]; /* of the first leg */
    struct store_bytes bytes[2];
    struct audit_pair proved;
};

static int no_memory(struct store_error *e)
{
    e->code = STORE_ENVIRONMENT;
    snprintf(e->text, sizeof e->text, "there is not enough memory to verify this");
    return STORE_ENVIRONMENT;
}

/* --- one leg ------------------------------------------------------------------------------------------------- */

/* Is it the match that was to be played, by those who were to play it? */
static void compare_order(struct work *w, const struct looked *p, size_t i)
{
    const struct leg *l = &p->leg[i];
    const struct pair *pair = &p->pair;
    unsigned seats = (unsigned)pair->seats;
    bool twins = pair->legs == 2;
    struct bound b = { .ladder = p->ladder, .seats = seats, .games = bound_games(p->ladder, twins), .pair = twins };
    char why[BOUND_WHY];
    for (unsigned s = 0; s < seats; s++) {
        b.seat[s] = &p->seat[(s + seats - (unsigned)l->leg % seats) % seats];
        if (l->seat[s].version != b.seat[s]->version)
            findings_add(&w->found,
                         "leg %" PRId64 ": seat %u is filed as version %" PRId64 ", and its pair says %s/%s#%" PRId64,
                         l->id, s, l->seat[s].version, b.seat[s]->author, b.seat[s]->bot, b.seat[s]->number);
    }
    if (bound_differs(&b, &p->proved.leg[i], why))
        findings_add(&w->found, "leg %" PRId64 ": %s", l->id, why);
}

static void compare_result(struct work *w, const struct leg *l, const struct filed_leg *f, const struct result *r)
{
    if (f->winner != l->winner)
        findings_add(&w->found, "leg %" PRId64 ": side %" PRId64 " is filed as the winner, the replay says %" PRId64,
                     l->id, l->winner, f->winner);
    for (unsigned s = 0; s < r->scorers && s < STORE_SIDES; s++) {
        if (f->points[s] != l->points[s])
            findings_add(&w->found,
                         "leg %" PRId64 ": side %u has %" PRId64 " points in the replay and %" PRId64 " here", l->id, s,
                         f->points[s], l->points[s]);
        if (f->games[s] != l->games[s])
            findings_add(&w->found, "leg %" PRId64 ": side %u has %" PRId64 " games in the replay and %" PRId64 " here",
                         l->id, s, f->games[s], l->games[s]);
    }
    if (f->hands != l->hands)
        findings_add(&w->found, "leg %" PRId64 ": %" PRId64 " hands are filed, the replay has %" PRId64, l->id,
                     l->hands, f->hands);
    if (f->fault != l->fault || f->fault_seat != l->fault_seat || strcmp(f->fault_text, l->fault_text) != 0)
        findings_add(&w->found, "leg %" PRId64 ": its fault is filed as '%s', and its replay says '%s'", l->id,
                     l->fault_text, f->fault_text);
}

/* Of a leg that was filed when this was counted. */
static bool same_clock(const struct filed_seat *is, const struct leg_seat *x)
{
    return x->timeouts < 0 ||
           (is->timeouts == x->timeouts && is->spared == x->spared && is->nobodys_us == x->nobodys_us);
}

/* What the leg's row says of its record against the record. */
static void compare_leg(struct work *w, const struct leg *l, const struct filed_leg *f)
{
    if (memcmp(f->match_id, l->match_id, STORE_HASH) != 0)
        findings_add(&w->found, "leg %" PRId64 ": its replay is of another match", l->id);
    if (memcmp(f->arbiter, l->arbiter, STORE_KEY) != 0)
        findings_add(&w->found, "leg %" PRId64 ": another arbiter signed its replay", l->id);
    if (memcmp(f->signature, l->signature, STORE_SIGNATURE) != 0)
        findings_add(&w->found, "leg %" PRId64 ": the signature is not the one in its replay", l->id);
    if (f->log_index != l->log_index)
        findings_add(&w->found,
                     "leg %" PRId64 ": it is filed as entry %" PRId64 " of the match log, the replay says %" PRId64,
                     l->id, l->log_index, f->log_index);
    for (unsigned s = 0; s < l->seats && s < STORE_SEATS; s++) {
        const struct filed_seat *is = &f->seat[s];
        const struct leg_seat *x = &l->seat[s];
        if (is->faults != x->faults || is->decisions != x->decisions || is->used_us != x->used_us ||
            is->worst_us != x->worst_us || !same_clock(is, x))
            findings_add(&w->found,
                         "leg %" PRId64 ": seat %u: other faults, decisions and times are filed than its replay has",
                         l->id, s);
    }
}

static bool keep_file(struct work *w, const struct leg *l)
{
    if (w->files == w->room) {
        size_t room = w->room ? 2 * w->room : PAGE;
        struct filed *more = realloc(w->filed, room * sizeof *more);
        if (!more)
            return false;
        w->filed = more;
        w->room = room;
    }
    struct filed *f = &w->filed[w->files++];
    memcpy(f->replay, l->replay, STORE_HASH);
    f->leg = l->id;
    return true;
}

/* Out of the store or, where that has let go of it, out of the archive. */
static int get_record(struct work *w, const struct leg *l, struct store_bytes *bytes, struct store_error *e)
{
    struct store_bytes stored;
    int bad = store_get(w->store, l->replay, bytes, e);
    if (bad != STORE_LET_GO || !w->earlier)
        return bad;
    bad = season_archive_get(w->earlier, l->replay, &stored, bytes, e);
    store_free(&stored);
    return bad;
}

static int audit_leg(struct work *w, struct looked *p, size_t i, struct store_error *e)
{
    const struct leg *l = &p->leg[i];
    struct audit_report *r = &p->proved.leg[i];
    struct store_bytes *bytes = &p->bytes[i];
    struct filed_leg f = { 0 };
    int bad = keep_file(w, l) ? get_record(w, l, bytes, e) : no_memory(e);
    r->outcome = AUDIT_UNFINISHED; /* until it was looked at */
    if (bad == STORE_LET_GO) {
        w->out->let_go++;
        return STORE_OK;
    }
    if (bad == STORE_CORRUPT || bad == STORE_NOT_FOUND) {
        findings_add(&w->found, "leg %" PRId64 ": %s", l->id, e->text);
        return STORE_OK;
    }
    if (!bad && audit_bytes(bytes->data, bytes->size, NULL, r) != 0)
        bad = no_memory(e);
    if (bad)
        return bad;
    unsigned version = filing_version(bytes->data, bytes->size);
    if (version && version != PROTOCOL_VERSION) {
        findings_add(&w->found,
                     "leg %" PRId64 ": its record is of version %u of the protocol, which no auditor of today proves",
                     l->id, version);
        r->outcome = AUDIT_UNFINISHED;
        return STORE_OK;
    }
    w->out->legs++;
    w->out->decisions += r->counts.decisions;
    if (r->outcome != AUDIT_VALID)
        findings_add(&w->found, "leg %" PRId64 ": its replay is not valid: %s", l->id, r->wrong);
    else if (!filing_read(r, bytes->data, bytes->size, &f))
        findings_add(&w->found, "leg %" PRId64 ": its replay tells no result that a ladder could file", l->id);
    if (r->outcome != AUDIT_VALID || !r->has_result)
        return STORE_OK;
    compare_leg(w, l, &f);
    compare_result(w, l, &f, &r->result);
    compare_order(w, p, i);
    return STORE_OK;
}

/* --- one pair ------------------------------------------------------------------------------------------------ */

/* Half legs won by the side of seat 0 of the first leg: 2 for a win, 1 for a draw. */
static int64_t score_of(const struct leg *leg, size_t legs, int64_t wanted)
{
    int64_t score = 0;
    for (int64_t i = 0; i < wanted; i++) {
        const struct leg *l = &leg[(size_t)i < legs ? (size_t)i : 0];
        score += played_leg_score(l->winner, (size_t)i < legs ? l->leg : 0);
    }
    return score;
}

static void compare_sums(struct work *w, const struct looked *p)
{
    const struct pair *u = &p->pair;
    int64_t margin = 0, hands = 0, score = score_of(p->leg, p->legs, u->legs);
    for (size_t i = 0; i < p->legs; i++) {
        const struct leg *l = &p->leg[i];
        margin += l->leg % 2 ? l->points[1] - l->points[0] : l->points[0] - l->points[1];
        hands += l->hands;
    }
    if (u->score >= 0 && score != u->score)
        findings_add(&w->found, "pair %" PRId64 ": its score is filed as %" PRId64 "/%" PRId64 " and is %" PRId64,
                     u->id, u->score, 2 * u->legs, score);
    if (u->score >= 0 && margin != u->margin)
        findings_add(&w->found, "pair %" PRId64 ": its margin is filed as %" PRId64 " and is %" PRId64, u->id,
                     u->margin, margin);
    if (hands != u->hands)
        findings_add(&w->found, "pair %" PRId64 ": its hands are filed as %" PRId64 " and are %" PRId64, u->id,
                     u->hands, hands);
}

/* Of the pair, from the side of seat 0 of the first leg; 0 was filed where nobody looked at it. */
static void compare_luck(struct work *w, const struct looked *p)
{
    double luck = 0;
    for (size_t i = 0; i < p->legs; i++) {
        if (!p->bytes[i].data)
            return; /* that was told already */
        luck += (i % 2 ? -1 : 1) * filing_luck(p->bytes[i].data, p->bytes[i].size);
    }
    if (p->pair.luck != 0 && fabs(luck - p->pair.luck) > 1e-6)
        findings_add(&w->found, "pair %" PRId64 ": its deals are filed as worth %.6f points and were worth %.6f",
                     p->pair.id, p->pair.luck, luck);
}

static bool all_valid(const struct looked *p)
{
    for (size_t i = 0; i < p->legs; i++)
        if (p->proved.leg[i].outcome != AUDIT_VALID)
            return false; /* that was told already */
    return true;
}

/* What is said of the pair, which every leg's row tells, and what the records say. */
static void compare_held(struct work *w, const struct looked *p)
{
    bool unheld = false;
    for (size_t i = 0; i < p->legs; i++) {
        const struct offer *o = &p->proved.leg[i].offer;
        unheld |= offer_of_pair(o) && offer_unheld(o);
    }
    if (p->leg->unheld != unheld)
        findings_add(&w->found,
                     unheld ? "pair %" PRId64 ": it is filed as held, and its records say that it is unheld"
                            : "pair %" PRId64 ": it is filed as unheld, and its records say that it is held",
                     p->pair.id);
}

static void compare_twins(struct work *w, struct looked *p)
{
    if (p->pair.legs != 2)
        return;
    if (p->legs == 2)
        audit_both(&p->proved);
    if (p->legs == 2 && !p->proved.valid)
        findings_add(&w->found, "pair %" PRId64 ": the legs are no duplicate pair: %s", p->pair.id, p->proved.wrong);
    if (p->legs == 1 && (p->leg->leg != 0 || !audit_alone(&p->proved.leg[0])))
        findings_add(&w->found,
                     "pair %" PRId64 ": its second leg is not there, though its first one was played to the end",
                     p->pair.id);
}

/* Who was to sit where. */
static int read_seats(struct work *w, struct looked *p, struct store_error *e)
{
    static _Thread_local struct version v;
    struct version_label who;
    int bad = STORE_OK;
    for (int64_t i = 0; !bad && i < p->pair.seats && i < STORE_SEATS; i++) {
        struct order_seat *s = &p->seat[i];
        bad = store_version(w->store, p->pair.version[i], &v, e);
        if (!bad)
            bad = store_label(w->store, v.id, &who, e);
        if (bad)
            break;
        *s = (struct order_seat){ .version = v.id, .number = v.number, .remote = v.remote };
        memcpy(s->author, who.author, sizeof s->author);
        memcpy(s->bot, who.bot_name, sizeof s->bot);
        memcpy(s->key, v.key, STORE_KEY);
        memcpy(s->artifact, version_plays(&v), STORE_HASH);
    }
    return bad;
}

static int read_legs(struct work *w, struct looked *p, struct store_error *e)
{
    struct leg_filter f = { .pair = p->pair.id };
    int bad = store_legs(w->store, &f, p->leg, STORE_LEGS, &p->legs, e);
    for (size_t i = 0; !bad && i < p->legs / 2; i++) { /* newest first: turn them round */
        struct leg x = p->leg[i];
        p->leg[i] = p->leg[p->legs - 1 - i];
        p->leg[p->legs - 1 - i] = x;
    }
    if (!bad && p->legs == 2 && p->leg[0].leg > p->leg[1].leg) {
        struct leg x = p->leg[0];
        p->leg[0] = p->leg[1];
        p->leg[1] = x;
    }
    return bad;
}

static void compare_pair(struct work *w, struct looked *p)
{
    compare_luck(w, p);
    if (p->pair.state == PAIR_DONE)
        compare_sums(w, p);
    if (!all_valid(p))
        return;
    compare_twins(w, p);
    compare_held(w, p);
}

static int verify_pair(struct work *w, struct looked *p, struct store_error *e)
{
    int bad = read_legs(w, p, e);
    if (!bad && !p->legs && p->pair.state == PAIR_DONE && p->pair.rated)
        findings_add(&w->found, "pair %" PRId64 ": it counts and has no legs", p->pair.id);
    if (!bad && p->legs > 2)
        findings_add(&w->found, "pair %" PRId64 ": it has %zu legs", p->pair.id, p->legs);
    if (bad || !p->legs || p->legs > 2)
        return bad;
    bad = read_seats(w, p, e);
    for (size_t i = 0; !bad && i < p->legs; i++)
        bad = audit_leg(w, p, i, e);
    if (!bad)
        compare_pair(w, p);
    store_free(&p->bytes[0]);
    store_free(&p->bytes[1]);
    w->out->pairs++;
    return bad;
}

/* A pair of this ladder, looked at from nothing; `p` is kept from one to the next, for its size. */
static int look_at(struct work *w, struct looked *p, const struct ladder *l, const struct pair *pair,
                   struct store_error *e)
{
    memset(p, 0, sizeof *p);
    p->ladder = l;
    p->pair = *pair;
    return verify_pair(w, p, e);
}

static int by_file(const void *a, const void *b)
{
    const struct filed *x = a, *y = b;
    int order = memcmp(x->replay, y->replay, STORE_HASH);
    return order ? order : (x->leg > y->leg) - (x->leg < y->leg);
}

/* One record is one leg's. */
static void compare_files(struct work *w)
{
    if (w->files)
        qsort(w->filed, w->files, sizeof *w->filed, by_file);
    for (size_t i = 1; i < w->files; i++)
        if (!memcmp(w->filed[i].replay, w->filed[i - 1].replay, STORE_HASH))
            findings_add(&w->found, "leg %" PRId64 ": its replay is another leg's, too: leg %" PRId64, w->filed[i].leg,
                         w->filed[i - 1].leg);
    free(w->filed);
    w->filed = NULL;
    w->files = w->room = 0;
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
        w->found.tell(
            w->found.arg,
            "the newest table is older than the newest results: verify again when whoever serves has rated them");
    } else if (!bad) {
        table_rows(t, rows);
        w->out->table = n == t->versions;
        for (size_t i = 0; i < n && i < t->versions; i++)
            if (kept[i].rating.version != rows[i].version || fabs(kept[i].rating.elo - rows[i].elo) > 1e-6)
                w->out->table = false;
        if (!w->out->table)
            findings_add(&w->found, "ladder %s: the table is not the one that its results give", l->code);
    }
    if (bad == STORE_NOT_FOUND) {
        w->found.tell(w->found.arg, "this ladder has no table yet");
        bad = STORE_OK;
    }
    free(rows);
    free(kept);
    return bad;
}

int verify_ladder(struct store *s, const struct ladder *l, const char *earlier, store_tell *tell, void *arg,
                  struct verified *out, struct store_error *e)
{
    struct work w = { .store = s, .earlier = earlier, .found = { tell, arg, &out->wrong }, .out = out };
    struct looked *p = malloc(sizeof *p);
    struct pair pair;
    struct table t;
    memset(out, 0, sizeof *out);
    int bad = table_read(&t, s, l->id, NULL, 0, e);
    if (!bad && !p)
        bad = no_memory(e);
    for (size_t i = 0; !bad && i < t.results; i++) {
        bad = store_pair(s, t.result[i].pair, &pair, e);
        if (!bad)
            bad = look_at(&w, p, l, &pair, e);
    }
    compare_files(&w);
    if (!bad)
        bad = verify_table(&w, l, &t, e);
    table_free(&t);
    free(p);
    return bad;
}

/* A page of pairs before `*before`, which becomes the last one's. */
static int verify_page(struct work *w, struct looked *p, struct pair page[PAGE], int64_t *before, size_t *n,
                       struct store_error *e)
{
    struct pair_filter f = { .round = -1, .state = -1, .before = *before };
    struct ladder l;
    int bad = store_pairs(w->store, &f, page, PAGE, n, e);
    for (size_t i = 0; !bad && i < *n; i++) {
        bad = store_ladder(w->store, page[i].ladder, &l, e);
        if (!bad)
            bad = look_at(w, p, &l, &page[i], e);
        *before = page[i].id;
    }
    return bad;
}

int verify_matches(struct store *s, store_tell *tell, void *arg, struct verified *out, struct store_error *e)
{
    struct work w = { .store = s, .found = { tell, arg, &out->wrong }, .out = out };
    struct looked *p = malloc(sizeof *p);
    struct pair *page = malloc(PAGE * sizeof *page);
    int64_t before = 0;
    size_t n = PAGE;
    memset(out, 0, sizeof *out);
    int bad = p && page ? STORE_OK : no_memory(e);
    while (!bad && n == PAGE)
        bad = verify_page(&w, p, page, &before, &n, e);
    compare_files(&w);
    free(page);
    free(p);
    return bad;
}
