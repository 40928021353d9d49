/* store_pairs: what the schedule asks for: pairs, each with its job. */

#include "store_lines.h"

const char *const pair_state_names[PAIR_STATES] = { "open", "done", "void" };

ROW_READ(pair_read, struct pair, PAIR_FIELDS);

int64_t pair_version(const struct pair *p, unsigned leg, unsigned seat)
{
    unsigned seats = (unsigned)p->seats;
    return p->version[(seat + seats - leg % seats) % seats];
}

/* --- new ones ------------------------------------------------------------------------------------- */

/* Every version once, however many seats it has. */
static void seat_versions(struct db *db, const struct pair *p, int64_t id)
{
    for (unsigned i = 0; i < p->seats; i++) {
        bool before = false;
        for (unsigned j = 0; j < i; j++)
            before |= p->version[j] == p->version[i];
        if (!before)
            db_do(db, "insert into seating(version, pair) values($1, $2)", ARGS(INT(p->version[i]), INT(id)));
    }
}

static void pair_job(struct db *db, const struct pair *p, int64_t id)
{
    char line[STORE_TEXT];
    bool remote = pair_line(db, p, line);
    db_do(db,
          "insert into job(kind, pair, event, remote, held, state, priority, ready_ms, worker, until_ms,"
          " attempt, failures, reason, created_ms, done_ms, line) select 'play', $1, v.id, $3, case when v.state ="
          " 'running' then 0 else 1 end, 'queued', $4, 0, '', 0, 0, 0, '', $5, 0, $6 from event v where v.id ="
          " $2",
          ARGS(INT(id), INT(p->event), INT(remote), INT(p->priority), INT(store_now(db->store)), TEXT(line)));
    db_touch(db, TOPIC_JOBS);
}

/* Do two sides have bots of one author?  He could have one of them lose to the other. */
static bool of_one_author(struct db *db, const struct pair *p)
{
    int64_t author[STORE_SEATS] = { 0 };
    for (int64_t i = 0; i < p->seats && i < STORE_SEATS; i++) {
        author[i] = stranger_of(db, p->version[i]);
        for (int64_t k = 0; k < i; k++)
            if (author[i] && author[k] == author[i] && (p->seats % 2 || (i - k) % 2))
                return true;
    }
    return false;
}

static int64_t pair_insert(struct db *db, const struct pair *p)
{
    const int64_t *v = p->version;
    bool rated = p->rated && !of_one_author(db, p);
    int64_t id;
    for (unsigned i = 0; i < STORE_SEATS; i++)
        if ((i < p->seats) != (v[i] != 0))
            db_refuse(db, STORE_INVALID, "a pair for %lld seats does not name as many versions", (long long)p->seats);
    id = db_insert(db,
                   "insert into pair(ladder, event, round, slot, seats, legs, seat0, seat1, seat2, seat3, seat4, seat5,"
                   " seat6, seat7, rated, priority, state, score, margin, hands, replaces, created_ms, done_ms,"
                   " note_bytes, games) values($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, "
                   "'open', -1, 0, 0,"
                   " $17, $18, 0, $19, $20) returning id",
                   ARGS(INT(p->ladder), INT(p->event), INT(p->round), INT(p->slot), INT(p->seats), INT(p->legs),
                        INT(v[0]), INT(v[1]), REF(v[2]), REF(v[3]), REF(v[4]), REF(v[5]), REF(v[6]), REF(v[7]),
                        INT(rated), INT(p->priority), REF(p->replaces), INT(store_now(db->store)), INT(p->note_bytes),
                        INT(p->games)));
    seat_versions(db, p, id);
    pair_job(db, p, id);
    pair_settle(db, id, "schedule");
    return id;
}

struct format {
    int64_t ladder, seats, legs;
    bool rated;
};
#define FORMAT_FIELDS(X, W) \
    X(INT, ladder, "l.id") \
    X(INT, seats, "l.seats") \
    X(INT, legs, "l.legs") \
    X(BOOL, rated, "v.rated")
static ROW_READ(format_read, struct format, FORMAT_FIELDS);

static void plan_pair(struct db *db, const struct plan *plan, const struct format *f, struct pair *p)
{
    p->event = plan->event;
    p->ladder = f->ladder;
    p->rated = f->rated;
    if (!p->seats)
        p->seats = f->seats;
    if (!p->legs)
        p->legs = f->legs;
    p->replaces = 0;
    if (p->seats != f->seats || p->legs > STORE_LEGS)
        db_refuse(db, STORE_INVALID, "the ladder has %lld seats, the pair %lld", (long long)f->seats,
                  (long long)p->seats);
    p->id = db_failed(db) ? 0 : pair_insert(db, p);
}

static void plan(struct db *db, void *arg)
{
    struct plan *p = arg;
    struct format f;
    if (!db_do(db, "update event set round = $3, progress = $4 where id = $1 and round = $2 and state = 'running'",
               ARGS(INT(p->event), INT(p->round), INT(p->next_round), LONG(p->progress))))
        db_refuse(db, STORE_STALE, N_("event %lld does not run, or its schedule has gone on: look again"),
                  (long long)p->event);
    if (!db_row(db, format_read, &f,
                SELECT(FORMAT_FIELDS) " from event v join ladder l on l.id = v.ladder where v.id = $1",
                ARGS(INT(p->event))))
        return;
    for (size_t i = 0; i < p->pairs && !db_failed(db); i++)
        plan_pair(db, p, &f, &p->pair[i]);
}

int store_plan(struct store *s, struct plan *p, struct store_error *e) { return store_write(s, plan, p, e); }

/* --- reading -------------------------------------------------------------------------------------- */

int store_pair(struct store *s, int64_t id, struct pair *out, struct store_error *e)
{
    struct listing l = { .read = pair_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, SELECT(PAIR_FIELDS) " from pair p where 1 = 1");
    query_and(&l.query, "p.id = ", INT(id));
    return store_one(s, &l, e, N_("there is no pair %lld"), (long long)id);
}

int store_pairs(struct store *s, const struct pair_filter *f, struct pair *out, size_t max, size_t *n,
                struct store_error *e)
{
    struct listing l = { .read = pair_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, f->version ? SELECT(PAIR_FIELDS) " from seating x join pair p on p.id = x.pair where 1 = 1"
                                     : SELECT(PAIR_FIELDS) " from pair p where 1 = 1");
    query_if(&l.query, "x.version = ", f->version);
    query_if(&l.query, "p.ladder = ", f->ladder);
    query_if(&l.query, "p.event = ", f->event);
    if (f->round >= 0)
        query_and(&l.query, "p.round = ", INT(f->round));
    if (f->state >= 0)
        query_and(&l.query, "p.state = ", NAME(pair_state_names[f->state]));
    if (f->before)
        query_and(&l.query, f->version ? "x.pair < " : "p.id < ", INT(f->before));
    query_page(&l.query, f->version ? "x.pair desc" : "p.id desc", max);
    return store_list(s, &l, n, e);
}

#define SEATED "p.seat0, p.seat1, p.seat2, p.seat3, p.seat4, p.seat5, p.seat6, p.seat7"
#define MET_SUM(when, of) "cast(sum(case when " when " then " of " else 0 end) as bigint)"
#define MET_FIELDS(X, W) \
    X(INT, round, "p.round") \
    X(INTS, version, SEATED) \
    X(INT, open, MET_SUM("p.state = 'open' or p.doubted > 0", "1")) \
    X(INT, done, MET_SUM("p.state = 'done' and p.doubted = 0", "1")) \
    X(INT, score, MET_SUM("p.state = 'done' and p.doubted = 0 and p.score > 0", "p.score")) \
    X(INT, of, "max" PAIR_OF)
static ROW_READ(met_read, struct met, MET_FIELDS);

int store_met(struct store *s, int64_t event, struct met *out, size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = met_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(MET_FIELDS) " from pair p where 1 = 1");
    query_and(&l.query, "p.event = ", INT(event));
    query_add(&l.query, " group by p.round, " SEATED);
    query_page(&l.query, "min(p.id)", max);
    return store_list(s, &l, n, e);
}

/* --- played again ----------------------------------------------------------------------------------------- */

void serial_grow(struct db *db, int64_t ladder)
{
    db_do(db, "update ladder set serial = serial + 1 where id = $1", ARGS(INT(ladder)));
    db_touch(db, TOPIC_RESULTS);
}

/* The job before the pair, as when a pair is filed: with one order of locks nobody is locked out. */
int64_t pair_replay(struct db *db, int64_t id, const char *reason, const char *actor)
{
    struct pair p = { 0 };
    int64_t now = store_now(db->store), other = 0;
    db_do(db,
          "update job set state = 'cancelled', done_ms = $2 where pair = $1 and state in ('queued',"
          " 'leased', 'parked')",
          ARGS(INT(id), INT(now)));
    if (!db_do(db, "update pair set state = 'void', done_ms = $2 where id = $1 and state <> 'void'",
               ARGS(INT(id), INT(now))))
        db_refuse(db, STORE_STALE, N_("there is no pair %lld that counts: look again"), (long long)id);
    db_do(db, "delete from live where job = (select id from job where pair = $1)", ARGS(INT(id)));
    db_row(db, pair_read, &p, SELECT(PAIR_FIELDS) " from pair p where p.id = $1", ARGS(INT(id)));
    if (!db_failed(db)) {
        p.replaces = id;
        other = pair_insert(db, &p);
    }
    trail_about(db, actor, "pair-replayed", "pair", id, reason);
    serial_grow(db, p.ladder);
    return other;
}
