/* verify: replays against results, results against the table. */
#include "verify.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "cli/findings.h"
#include "filing/same_match.h"
#include "filing/facts.h"
#include "filing/filing.h"
#include "season_archive.h"
#include "table.h"
#include "tell/points.h"
#include "wire/messages.h"

enum { PAGE = 64 };

struct work {
    struct store *store;
    const char *earlier; /* the archive of an earlier season; NULL: none */
    struct findings found;
    struct verified *out;
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
    struct leg filed[2]; /* as they would be filed now, where the record is valid */
};

static int no_memory(struct store_error *e)
{
    return store_fail(e, STORE_ENVIRONMENT, "there is not enough memory to verify this");
}

/* --- one leg ------------------------------------------------------------------------------------------------- */

/* Is it the match that was to be played, by those who were to play it? */
static void compare_order(struct work *w, const struct looked *p, size_t i)
{
    const struct leg *l = &p->leg[i];
    const struct pair *pair = &p->pair;
    unsigned seats = (unsigned)pair->seats;
    bool twins = pair->legs == 2;
    struct same_match b = { .ladder = p->ladder,
                            .seats = seats,
                            .games = pair->games ? (uint32_t)pair->games : same_match_games(p->ladder),
                            .note_bytes = (uint32_t)pair->note_bytes,
                            .pair = twins };
    char why[SAME_MATCH_WHY];
    for (unsigned s = 0; s < seats; s++) {
        b.seat[s] = &p->seat[(s + seats - (unsigned)l->leg % seats) % seats];
        if (l->seat[s].version != b.seat[s]->version)
            findings_add(&w->found,
                         "leg %" PRId64 ": seat %u is filed as version %" PRId64 ", and its pair says %s/%s#%" PRId64,
                         l->id, s, l->seat[s].version, b.seat[s]->author, b.seat[s]->bot, b.seat[s]->number);
    }
    if (same_match_differs(&b, &p->proved.leg[i], why))
        findings_add(&w->found, "leg %" PRId64 ": %s", l->id, why);
}

/* What the leg's row says of its record against the record. */
static void compare_facts(struct work *w, const struct leg *l, struct leg *f)
{
    struct fact here[FACTS_MOST], there[FACTS_MOST];
    size_t n = facts_of(l, here);
    f->seats = l->seats; /* as many facts of both */
    facts_of(f, there);
    for (size_t i = 0; i < n; i++)
        if (*here[i].value && strcmp(here[i].value, there[i].value) != 0)
            findings_add(&w->found, "leg %" PRId64 ": %s: filed as %s, its record says %s", l->id, here[i].name,
                         here[i].value, there[i].value);
}

/* Out of the store or, where that has let go of it, out of the archive. */
static int get_record(struct work *w, const struct leg *l, struct store_bytes *bytes, struct store_error *e)
{
    AUTO(store_free) struct store_bytes stored = { 0 };
    int bad = store_get(w->store, l->replay, bytes, e);
    if (bad != STORE_LET_GO || !w->earlier)
        return bad;
    return season_archive_get(w->earlier, l->replay, &stored, bytes, e);
}

static int audit_leg(struct work *w, struct looked *p, size_t i, struct store_error *e)
{
    const struct leg *l = &p->leg[i];
    struct audit_report *r = &p->proved.leg[i];
    struct store_bytes *bytes = &p->bytes[i];
    struct leg *f = &p->filed[i];
    int bad = get_record(w, l, bytes, e);
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
    else if (!filing_read(r, bytes->data, bytes->size, f))
        findings_add(&w->found, "leg %" PRId64 ": its replay tells no result that a ladder could file", l->id);
    if (r->outcome != AUDIT_VALID || !r->has_result)
        return STORE_OK;
    compare_facts(w, l, f);
    compare_order(w, p, i);
    return STORE_OK;
}

/* --- one pair ------------------------------------------------------------------------------------------------ */

/* Of the pair, from the side of seat 0 of the first leg; 0 was filed where nobody looked at it. */
static void compare_luck(struct work *w, const struct looked *p)
{
    double luck = 0;
    for (size_t i = 0; i < p->legs; i++)
        luck += (i % 2 ? -1 : 1) * p->filed[i].luck;
    if (p->pair.luck != 0 && fabs(luck - p->pair.luck) > 1e-6)
        findings_add(&w->found, "pair %" PRId64 ": its deals are filed as worth %.6f points and were worth %.6f",
                     p->pair.id, p->pair.luck, luck);
}

static void compare_from(struct work *w, const struct looked *p)
{
    for (size_t k = 0; k < STORE_SOURCES && p->pair.score >= 0; k++) {
        int64_t from = 0;
        for (size_t i = 0; i < p->legs; i++)
            from += (i % 2 ? -1 : 1) * p->filed[i].from[k];
        if (from != p->pair.from[k])
            findings_add(&w->found,
                         "pair %" PRId64 ": %" PRId64 " of its points are filed as from %s, and %" PRId64 " were",
                         p->pair.id, p->pair.from[k], point_row_word[k], from);
    }
}

static bool all_valid(const struct looked *p)
{
    for (size_t i = 0; i < p->legs; i++)
        if (p->proved.leg[i].outcome != AUDIT_VALID)
            return false; /* that was told already */
    return true;
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
    struct version v;
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
    if (!all_valid(p))
        return;
    compare_luck(w, p);
    compare_from(w, p);
    compare_twins(w, p);
}

static int verify_pair(struct work *w, struct looked *p, struct store_error *e)
{
    int bad = read_legs(w, p, e);
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

/* The newest run's rows against rows made from the results as they are. */
static int verify_table(struct work *w, const struct ladder *l, const struct table *t, struct store_error *e)
{
    struct rating_run run;
    OWNED struct rating *rows = calloc(t->versions + 1, sizeof *rows);
    OWNED struct standing *kept = calloc(t->versions + 1, sizeof *kept);
    size_t n = 0;
    int bad = rows && kept ? store_rating_newest(w->store, l->id, &run, e) : STORE_ENVIRONMENT;
    if (!bad)
        bad = store_standings(w->store, run.id, 0, kept, t->versions + 1, &n, e);
    if (!bad && memcmp(run.results, t->hash, STORE_HASH) != 0) {
        w->found.tell(w->found.arg,
                      "the newest table is older than the newest results: verify again when the server has rated them");
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
    return bad;
}

/* A page of pairs before `*before`, which becomes the last one's. */
static int verify_page(struct work *w, struct looked *p, const struct ladder *only, struct pair page[PAGE],
                       int64_t *before, size_t *n, struct store_error *e)
{
    struct pair_filter f = { .ladder = only ? only->id : 0, .round = -1, .state = -1, .before = *before };
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

int verify_ladder(struct store *s, const struct ladder *only, const char *earlier, store_tell *tell, void *arg,
                  struct verified *out, struct store_error *e)
{
    struct work w = { .store = s, .earlier = earlier, .found = { tell, arg, &out->wrong }, .out = out };
    OWNED struct looked *p = malloc(sizeof *p);
    OWNED struct pair *page = malloc(PAGE * sizeof *page);
    AUTO(table_free) struct table t = { 0 };
    int64_t before = 0;
    size_t n = PAGE;
    memset(out, 0, sizeof *out);
    int bad = p && page ? STORE_OK : no_memory(e);
    while (!bad && n == PAGE)
        bad = verify_page(&w, p, only, page, &before, &n, e);
    if (bad || !only)
        return bad;
    bad = table_read(&t, s, only->id, NULL, 0, e);
    if (!bad)
        bad = verify_table(&w, only, &t, e);
    return bad;
}
