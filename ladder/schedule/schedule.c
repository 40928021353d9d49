/* schedule: looks at every running event and plans what it needs. */
#include "planner.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "field.h"
#include "league/pairing.h"
#include "stats/sprt.h"
#include "rating/table.h"
#include "store/store_workers.h"

enum {
    MET = 1024, /* pairs of an event by which rivals are spread; whole pages */
};

int planner_no_memory(struct store_error *e)
{
    return store_fail(e, STORE_ENVIRONMENT, "no memory to plan with: free some");
}

/* --- who takes part -------------------------------------------------------------------------------------- */

static bool fits(const struct planner *d, const struct entry *n)
{
    size_t versions = 0;
    while (versions < STORE_SEATS / 2 && n->version[versions])
        versions++;
    return !n->remote || event_takes_remote(&d->event, &d->ladder, versions);
}

/* A ladder has only those who can play now; a comparison everybody who entered. */
static int read_entries(struct planner *d, struct store_error *e)
{
    size_t got, kept = 0;
    int bad = field_entries(d->store, d->event.id, d->entry, &got, e);
    for (size_t i = 0; !bad && i < got; i++)
        if (d->event.kind != EVENT_LADDER ||
            (!d->entry[i].out && d->entry[i].state == VERSION_ACTIVE && fits(d, &d->entry[i])))
            d->entry[kept++] = d->entry[i];
    d->entries = kept;
    return bad;
}

/* --- a pair ----------------------------------------------------------------------------------------------- */

/* Two entries face to face: sides sit alternately, a single version fills all seats of its side. */
struct pair *planner_pair(struct planner *d, const struct entry *a, const struct entry *b, int64_t round, int64_t slot)
{
    struct pair *p = &d->planned[d->pairs];
    if (d->pairs == PLANNER_PAIRS)
        return NULL;
    d->pairs++;
    *p = (struct pair){ .ladder = d->ladder.id,
                        .event = d->event.id,
                        .round = round,
                        .slot = slot,
                        .legs = a->remote || b->remote ? 1 : 0,
                        .note_bytes = d->config.note_bytes,
                        .games = d->config.games };
    for (int64_t seat = 0; seat < d->ladder.seats && seat < STORE_SEATS; seat++) {
        const struct entry *x = seat % 2 ? b : a;
        int64_t partner = x->version[seat / 2];
        p->version[seat] = partner ? partner : x->version[0];
    }
    return p;
}

int planner_plan(struct planner *d, int64_t next_round, const char *progress, struct store_error *e)
{
    struct plan p = { .event = d->event.id,
                      .round = d->event.round,
                      .next_round = next_round,
                      .progress = progress,
                      .pair = d->planned,
                      .pairs = d->pairs };
    int bad = store_plan(d->store, &p, e);
    return bad == STORE_STALE ? STORE_OK : bad; /* another scheduler was faster */
}

int planner_end(struct planner *d, struct store_error *e)
{
    int bad = store_event_move(d->store, d->event.id, EVENT_RUNNING, EVENT_DONE, "schedule", e);
    return bad == STORE_STALE ? STORE_OK : bad;
}

/* Counts the open pairs of the event; with `busy`, also how many each entry (by its first version) sits in. */
static int count_open(struct planner *d, uint32_t *open, uint32_t *busy, struct store_error *e)
{
    struct pair_filter f = { .event = d->event.id, .round = -1, .state = PAIR_OPEN };
    OWNED struct pair *list = malloc(PLANNER_PAGE * sizeof *list);
    size_t got = PLANNER_PAGE;
    int bad = list ? STORE_OK : planner_no_memory(e);
    *open = 0;
    while (!bad && got == PLANNER_PAGE) {
        bad = store_pairs(d->store, &f, list, PLANNER_PAGE, &got, e);
        for (size_t i = 0; !bad && i < got; i++) {
            ++*open;
            for (size_t k = 0; busy && k < d->entries; k++)
                for (int64_t seat = 0; seat < list[i].seats && seat < STORE_SEATS; seat++)
                    if (list[i].version[seat] == d->entry[k].version[0]) {
                        busy[k]++;
                        break;
                    }
        }
        if (!bad && got)
            f.before = list[got - 1].id;
    }
    return bad;
}

/* As many pairs wait as those who work can take, and as many again, so that nobody is idle until the next look. */
static int follow_workers(struct planner *d, struct store_error *e)
{
    int64_t n;
    int bad = store_working(d->store, &n, e);
    if (!bad && 2 * n > d->config.open)
        d->config.open = 2 * n < PLANNER_PAIRS ? (uint32_t)(2 * n) : PLANNER_PAIRS;
    return bad;
}

/* --- the continuous ladder ---------------------------------------------------------------------------------- */

static struct chance seeded(void)
{
    struct chance c;
    randombytes_buf(&c.state, sizeof c.state);
    return c;
}

static bool has_met(const struct pairing *met, size_t n, uint32_t entry)
{
    size_t i = 0;
    while (i < n && met[i].a != entry && met[i].b != entry)
        i++;
    return i < n;
}

/* Sides by lot: the duplicate exchanges them anyway, a plain match does not.  A bot's first pair goes before the others: its author
 * waits for it. */
static void put_pair(struct planner *d, const struct pairing *of, const struct pairing *met, size_t mets,
                     struct chance *c)
{
    bool turn = chance_below(c, 2);
    struct pair *p = planner_pair(d, &d->entry[turn ? of->b : of->a], &d->entry[turn ? of->a : of->b],
                                  d->event.round + 1, (int64_t)d->pairs);
    if (p)
        p->priority = !has_met(met, mets, of->a) || !has_met(met, mets, of->b);
}

struct numbered {
    int64_t version;
    size_t entry;
};

static int by_version(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    return x->version < y->version ? -1 : x->version > y->version;
}

/* The entries by their first versions, to look one up; NULL without memory. */
static struct numbered *numbers_of(const struct planner *d)
{
    struct numbered *known = malloc((d->entries + 1) * sizeof *known);
    for (size_t i = 0; known && i < d->entries; i++)
        known[i] = (struct numbered){ d->entry[i].version[0], i };
    if (known)
        qsort(known, d->entries, sizeof *known, by_version);
    return known;
}

static const struct numbered *number_of(const struct numbered *known, size_t n, int64_t version)
{
    return bsearch(&(struct numbered){ version, 0 }, known, n, sizeof *known, by_version);
}

/* Who met whom in the newest pairs of the event, at most MET of them. */
static int read_met(struct planner *d, struct pairing *met, size_t *n, struct store_error *e)
{
    struct pair_filter f = { .event = d->event.id, .round = -1, .state = -1 };
    OWNED struct pair *list = malloc(PLANNER_PAGE * sizeof *list);
    OWNED struct numbered *known = numbers_of(d);
    size_t got = PLANNER_PAGE, looked = 0;
    int bad = list && known ? STORE_OK : planner_no_memory(e);
    for (*n = 0; !bad && got == PLANNER_PAGE && looked < MET; looked += got) {
        bad = store_pairs(d->store, &f, list, PLANNER_PAGE, &got, e);
        for (size_t i = 0; !bad && i < got; i++) {
            const struct numbered *a = number_of(known, d->entries, list[i].version[0]),
                                  *b = number_of(known, d->entries, list[i].version[1]);
            if (a && b && list[i].state != PAIR_VOID)
                met[(*n)++] = (struct pairing){ (uint32_t)a->entry, (uint32_t)b->entry };
            f.before = list[i].id;
        }
    }
    return bad;
}

static struct strength strength_of(const struct rating *x)
{
    return (struct strength){ .theta = (x->elo - 1500) / RATING_ELO,
                              .elo = x->elo,
                              .elo_error = (x->high - x->low) / 2 / RATING_Z95,
                              .units = 1 };
}

/* A bot that is not in the table yet stands at the mean of those who are, with the error of a bot of which nothing is known. */
static void place_unknown(struct strengths *out)
{
    double sum = 0, known = 0;
    for (size_t i = 0; i < out->n; i++) {
        sum += out->row[i].theta;
        known += out->row[i].units > 0;
    }
    for (size_t i = 0; i < out->n; i++)
        if (!out->row[i].units)
            out->row[i] = (struct strength){ .theta = known > 0 ? sum / known : 0, .elo_error = RATING_TYPICAL };
}

/* Strengths of the entries in their order, as the newest table has them.  A table of a thousand bots takes a second to make and a millisecond to read. */
static int read_strengths(struct planner *d, struct strengths *out, struct store_error *e)
{
    size_t n = d->entries, got = PLANNER_PAGE;
    OWNED struct numbered *known = numbers_of(d);
    const struct numbered *at;
    OWNED struct standing *row = malloc(PLANNER_PAGE * sizeof *row);
    struct rating_run run;
    *out = (struct strengths){ .n = n, .row = calloc(n + 1, sizeof *out->row) };
    int bad = known && row && out->row ? store_rating_newest(d->store, d->ladder.id, &run, e) : planner_no_memory(e);
    for (int64_t after = 0; !bad && got == PLANNER_PAGE; after += PLANNER_PAGE) {
        bad = store_standings(d->store, run.id, after, row, PLANNER_PAGE, &got, e);
        for (size_t i = 0; !bad && i < got; i++)
            if ((at = number_of(known, n, row[i].rating.version)))
                out->row[at->entry] = strength_of(&row[i].rating);
    }
    if (out->row)
        place_unknown(out);
    return bad == STORE_NOT_FOUND ? STORE_OK : bad;
}

/* Bots by lot into all seats of a table, the least busy first to be drawn. */
static void seat_partners(struct planner *d, const uint32_t *busy, struct chance *c, uint32_t room)
{
    size_t seats = (size_t)d->ladder.seats;
    OWNED bool *taken = calloc(d->entries + 1, sizeof *taken);
    for (uint32_t k = 0; taken && k < room && d->entries >= seats && seats <= STORE_SEATS; k++) {
        struct entry side[2] = { { 0 }, { 0 } };
        memset(taken, 0, d->entries * sizeof *taken);
        for (size_t seat = 0; seat < seats; seat++) {
            size_t best = chance_below(c, (uint32_t)d->entries);
            while (taken[best])
                best = (best + 1) % d->entries;
            for (int again = 0; again < 3; again++) {
                size_t other = chance_below(c, (uint32_t)d->entries);
                if (!taken[other] && busy[other] < busy[best])
                    best = other;
            }
            taken[best] = true;
            side[seat % 2].version[seat / 2] = d->entry[best].version[0];
            side[seat % 2].remote |= d->entry[best].remote;
        }
        planner_pair(d, &side[0], &side[1], d->event.round + 1, (int64_t)d->pairs);
    }
}

/* A bot that sits in few open pairs is free; when more are wanted than one round gives, another round is drawn. */
static void draw(struct planner *d, const struct strengths *r, struct pairing *met, size_t mets, uint32_t *busy,
                 struct chance *c, uint32_t room)
{
    OWNED bool *free_to = calloc(d->entries + 1, sizeof *free_to);
    OWNED int64_t *owner = calloc(d->entries + 1, sizeof *owner);
    for (size_t i = 0; owner && i < d->entries; i++)
        owner[i] = d->entry[i].stranger;
    OWNED struct pairing *p = calloc(d->entries + 1, sizeof *p);
    size_t n = 1, all = 0; /* where all are free and none meets another, all are of one owner */
    for (uint32_t rest = room, level = 0; free_to && owner && p && rest && (n || all < d->entries); level++) {
        all = 0;
        for (size_t i = 0; i < d->entries; i++)
            all += free_to[i] = busy[i] <= level;
        n = pairing_ladder(r, free_to, owner, d->config.uniform, met, mets, c, p);
        for (size_t i = 0; i < n && rest; i++, rest--) {
            put_pair(d, &p[i], met, mets, c);
            met[mets++] = p[i];
            busy[p[i].a]++;
            busy[p[i].b]++;
        }
    }
}

static int plan_ladder(struct planner *d, struct store_error *e)
{
    uint32_t open, *busy = calloc(d->entries + 1, sizeof *busy);
    AUTO(rating_free) struct strengths r = { 0 };
    struct chance c = seeded();
    int bad = busy ? count_open(d, &open, busy, e) : planner_no_memory(e);
    if (!bad)
        bad = follow_workers(d, e);
    /* A few at a time: every plan is drawn with what the results before it told. */
    if (!bad && d->entries > 1 && open + d->config.open / 4 < d->config.open) {
        uint32_t room = d->config.open - open;
        if (d->config.random_partners && d->ladder.seats > 2) {
            seat_partners(d, busy, &c, room);
        } else {
            OWNED struct pairing *met = malloc((MET + room) * sizeof *met);
            size_t mets = 0;
            bad = met ? read_met(d, met, &mets, e) : planner_no_memory(e);
            if (!bad)
                bad = read_strengths(d, &r, e);
            if (!bad)
                draw(d, &r, met, mets, busy, &c, room);
        }
        if (!bad && d->pairs)
            bad = planner_plan(d, d->event.round + 1, "{}", e);
    }
    free(busy);
    return bad;
}

/* --- a comparison -------------------------------------------------------------------------------------------- */

/* {"llr","verdict","pairs"}: what the event's page shows of it. */
static void say_progress(char *text, size_t room, double llr, enum sprt_verdict v, uint64_t played)
{
    static const char *const words[] = { "goes on", "better", "not better" };
    json_auto_t *j = json_pack("{s:f,s:s,s:I}", "llr", llr, "verdict", words[v], "pairs", (json_int_t)played);
    text[json_dumpb(j, text, room - 1, JSON_COMPACT | JSON_REAL_PRECISION(6))] = '\0';
}

static int plan_sprt(struct planner *d, struct store_error *e)
{
    struct sprt test = { SPRT_NORMALIZED, table_kinds(&d->ladder), d->config.elo0,
                         d->config.elo1,  d->config.alpha,         d->config.beta };
    uint32_t count[SPRT_KINDS];
    uint64_t played = 0;
    uint32_t open;
    char progress[256];
    if (d->entries != 2 || d->entry[0].out || d->entry[1].out)
        return STORE_OK; /* it waits for its second version, or for an account that is closed */
    int bad = count_open(d, &open, NULL, e);
    if (!bad)
        bad = follow_workers(d, e);
    if (!bad)
        bad = table_counts(d->store, &d->ladder, d->event.id, d->entry[1].version[0], d->entry[0].version[0], count, e);
    if (bad)
        return bad;
    for (unsigned k = 0; k < test.kinds; k++)
        played += count[k];
    enum sprt_verdict v = sprt_decide(&test, count);
    say_progress(progress, sizeof progress, sprt_llr(&test, count), v, played);
    bool over = v != SPRT_GOES_ON || played >= d->config.most;
    for (uint32_t i = open; !over && i < d->config.open; i++)
        planner_pair(d, &d->entry[0], &d->entry[1], d->event.round + 1, i);
    if (strcmp(progress, d->event.progress) != 0 || d->pairs)
        bad = planner_plan(d, d->event.round + 1, progress, e);
    return bad || !over ? bad : open ? STORE_OK : planner_end(d, e);
}

/* --- every event ------------------------------------------------------------------------------------------------ */

static int plan_event(struct planner *d, struct store_error *e)
{
    char why[256];
    d->entries = d->pairs = 0;
    if (!event_config_read(d->event.kind, d->event.cfg, &d->config, why))
        return STORE_OK; /* it was checked when it was made; one from elsewhere waits for its host */
    int bad = store_ladder(d->store, d->event.ladder, &d->ladder, e);
    if (!bad && d->config.ends && store_now(d->store) / 1000 >= d->config.ends)
        return planner_end(d, e);
    if (bad || d->ladder.closed)
        return bad;
    ladder_plays(&d->ladder, d->config.games);
    if (event_is_tournament(d->event.kind))
        return plan_tournament(d, e);
    bad = read_entries(d, e);
    if (bad)
        return bad;
    return d->event.kind == EVENT_LADDER ? plan_ladder(d, e) : plan_sprt(d, e);
}

/* Drafts whose time has come begin. */
static int open_events(struct store *s, struct event *list, struct store_error *e)
{
    struct event_filter f = { .kind = -1, .state = EVENT_DRAFT };
    struct event_config c;
    char why[256];
    size_t got = 0;
    int bad = store_events(s, &f, list, PLANNER_PAGE, &got, e);
    for (size_t i = 0; !bad && i < got; i++)
        if (event_config_read(list[i].kind, list[i].cfg, &c, why) && c.opens && store_now(s) / 1000 >= c.opens) {
            bad = store_event_move(s, list[i].id, EVENT_DRAFT, EVENT_RUNNING, "schedule", e);
            bad = bad == STORE_STALE ? STORE_OK : bad;
        }
    return bad;
}

int schedule_step(struct store *s, struct store_error *e)
{
    struct event_filter f = { .kind = -1, .state = EVENT_RUNNING };
    OWNED struct event *list = malloc(PLANNER_PAGE * sizeof *list);
    struct planner d = { .store = s,
                         .entry = malloc(FIELD_ENTRIES * sizeof *d.entry),
                         .planned = malloc(PLANNER_PAIRS * sizeof *d.planned) };
    size_t got = 0;
    int bad = STORE_OK;
    if (!list || !d.entry || !d.planned)
        bad = planner_no_memory(e);
    if (!bad)
        bad = open_events(s, list, e);
    if (!bad)
        bad = store_events(s, &f, list, PLANNER_PAGE, &got, e);
    for (size_t i = 0; !bad && i < got; i++) {
        d.event = list[i];
        bad = plan_event(&d, e);
    }
    free(d.entry);
    free(d.planned);
    return bad;
}

int rate_step(struct store *s, struct store_error *e)
{
    int64_t due[64];
    size_t n;
    int bad = store_ratings_due(s, due, sizeof due / sizeof *due, &n, e);
    for (size_t i = 0; !bad && i < n; i++) {
        struct ladder l;
        AUTO(table_free) struct table t = { 0 };
        bad = store_ladder(s, due[i], &l, e);
        if (!bad)
            bad = table_read(&t, s, due[i], NULL, 0, e);
        if (!bad)
            bad = table_keep(&t, s, due[i], l.serial, e);
    }
    return bad;
}

int rate_thin(struct store *s, struct store_error *e)
{
    static const int64_t minute = 60000, hour = 60 * 60000, day = 24 * 60 * INT64_C(60000);
    const struct {
        int64_t older, every;
    } rule[] = { { hour, 5 * minute }, { day, hour }, { 60 * day, day } };
    OWNED struct ladder *list = malloc(PLANNER_PAGE * sizeof *list);
    size_t got = PLANNER_PAGE;
    int bad = list ? STORE_OK : planner_no_memory(e);
    for (int64_t after = 0; !bad && got == PLANNER_PAGE;) {
        bad = store_ladders(s, after, list, PLANNER_PAGE, &got, e);
        for (size_t i = 0; !bad && i < got; i++)
            for (size_t k = 0; !bad && k < sizeof rule / sizeof *rule; k++)
                bad = store_ratings_thin(s, list[i].id, store_now(s) - rule[k].older, rule[k].every, e);
        after = got ? list[got - 1].id : 0;
    }
    return bad;
}
