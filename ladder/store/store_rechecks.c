/* store_rechecks: which pairs another host looks at again, what came of it, and what is in doubt. */
#include <math.h>
#include <sodium.h>
#include <string.h>

#include "store_rechecks.h"
#include "store_lines.h"
#include "cli/language.h"

const char *const recheck_state_names[RECHECK_STATES] = { "agrees", "unasked", "differs", "stands", "void" };

enum { LOOKED_BACK = 50 };

/* The share of legs that is asked about as a whole: with a quarter of it, what is left fits into one leg of a pair as long as the share is
 * below 57 of 100. */
static double whole_share(int64_t share)
{
    double s = (double)share / 100;
    return fmax(s / 4, 2 * s - 1);
}

uint32_t recheck_chance(int64_t share, bool in_doubt)
{
    return share <= 0 ? 0 : in_doubt ? 1000 : (uint32_t)lround(1000 * whole_share(share));
}

int64_t recheck_hands(int64_t share, int64_t legs, int64_t hands, uint32_t lot)
{
    double whole = whole_share(share), left = pow(1 - whole, (double)legs),
           mean = left > 0 ? (double)legs * ((double)share / 100 - whole) / left : 1;
    int64_t to = (int64_t)ceil((double)hands * mean * (0.5 + lot / 1000.0));
    return to < hands ? to : 0;
}

bool has_others(struct db *db, const char *host, const char *second)
{
    return db_number(db, 0, "select count(*) from worker_key where revoked_ms = 0 and host <> $1 and host <> $2",
                     ARGS(NAME(host), NAME(second))) > 0 ||
           db_number(db, 0, "select count(*) from worker where seen_ms > $1 and name not like '%/%'",
                     ARGS(INT(store_now(db->store) - 600000))) > 0;
}

/* What is to be asked of a pair: about this leg, of one version or (0) of all that are hosted, its first hands or (0) all. */
struct asking {
    int64_t pair, leg, version, to;
    const char *host; /* that filed it */
};

/* A job for every version, if the leg was played.  First hands are asked about once; what is asked about as a whole leaves out what
 * was asked already. */
static void queue_leg(struct db *db, const struct asking *a)
{
    db_do(db,
          "insert into job(kind, again, again_leg, again_after, again_to, barred, version, remote, held, state,"
          " priority, ready_ms, worker, until_ms, attempt, failures, reason, created_ms, done_ms, line) select "
          "'validate', $1,"
          " $4, coalesce((select max(j.again_to) from job j where j.again = $1 and j.version = v.id and j.again_leg ="
          " $4), 0), $5, $2, v.id, 0, 0, 'queued', p.priority, 0, '', 0, 0, 0, '', $3, 0, " RECHECK_LINE(
              "$2") " from seating x join version v"
                    " on v.id = x.version join bot b on b.id = v.bot join pair p on p.id = x.pair join leg l on l.pair "
                    "= x.pair and l.leg = $4 where x.pair ="
                    " $1 and v.remote = 0 and v.run not like 'lines:%' and ($6 = 0 or v.id = $6) and not exists "
                    "(select 1 from"
                    " job j where j.again = $1 and j.version = v.id and j.again_leg in (-1, $4) and (j.again_to = 0 or "
                    "$5 > 0))",
          ARGS(INT(a->pair), NAME(a->host), INT(store_now(db->store)), INT(a->leg), INT(a->to), INT(a->version)));
    db_touch(db, TOPIC_JOBS);
}

static void queue_pair(struct db *db, int64_t pair, int64_t version, const char *host)
{
    for (int64_t leg = 0; leg < STORE_LEGS; leg++)
        queue_leg(db, &(struct asking){ pair, leg, version, 0, host });
}

/* Each leg by lot; a pair that has none is not left out: the first hands of one of its legs, by lot too. */
void recheck_draw(struct db *db, const struct order *o)
{
    int64_t share = setting_number(db, "recheck.share", RECHECK_SHARE), pair = o->pair.id, legs;
    bool drawn = false;
    if (!*o->host || share <= 0 || !has_others(db, o->host, ""))
        return;
    uint32_t chance = recheck_chance(
        share, db_number(db, 0, "select count(*) from recheck where host = $1 and state = 'differs'",
                         ARGS(NAME(o->host))) > 0);
    legs = db_number(db, 0, "select count(*) from leg where pair = $1", ARGS(INT(pair)));
    for (int64_t leg = 0; leg < legs; leg++) {
        if (randombytes_uniform(1000) >= chance)
            continue;
        queue_leg(db, &(struct asking){ pair, leg, 0, 0, o->host });
        drawn = true;
    }
    if (drawn || legs < 1)
        return;
    int64_t leg = randombytes_uniform((uint32_t)legs);
    int64_t hands = db_number(db, 0, "select hands from leg where pair = $1 and leg = $2", ARGS(INT(pair), INT(leg)));
    int64_t to = recheck_hands(share, legs, hands, randombytes_uniform(1000));
    queue_leg(db, &(struct asking){ pair, leg, 0, to, o->host });
}

/* What this host filed last: all of it that nobody looked at. */
static void look_back(struct db *db, const char *host)
{
    int64_t pair[LOOKED_BACK];
    size_t n = 0;
    struct db_rows rows;
    db_query(
        db, &rows,
        "select j.pair from job j join pair p on p.id = j.pair where j.host = $1 and j.kind = 'play' and j.state ="
        " 'done' and p.state = 'done' and not exists (select 1 from leg l join blob b on b.hash = l.replay where l.pair"
        " = j.pair and b.season <> 0) order by j.id desc limit 50",
        ARGS(NAME(host)));
    while (db_next(&rows))
        if (n < LOOKED_BACK)
            pair[n++] = db_int(&rows);
    for (size_t i = 0; i < n; i++)
        queue_pair(db, pair[i], 0, host);
}

/* --- what came of it ---------------------------------------------------------------------------------- */

static int64_t row_insert(struct db *db, const struct order *o, const struct recheck *r, int64_t now)
{
    char reason[STORE_TEXT];
    text_cut(reason, sizeof reason, r->reason);
    return db_insert(
        db,
        "insert into recheck(pair, version, host, worker, by_host, by_worker, asked, differs, chance, state,"
        " reason, decided_by, created_ms, decided_ms, odds) select $1, $2, j.host, j.worker, $3, $4, $5, $6, $7,"
        " $8, $9, '', $10, 0, $11 from job j where j.pair = $1 returning id",
        ARGS(INT(o->pair.id), INT(o->seat[0].version), NAME(o->host), NAME(o->worker), INT(r->asked), INT(r->differs),
             INT(r->chance), NAME(recheck_state_names[r->state]), TEXT(reason), INT(now), REAL(r->odds)));
}

/* What differs is one host's word against another's: where there is a third it is asked, too, but of our own crew. */
static bool ask_a_third(struct db *db, const struct order *o, const char *filer)
{
    bool alone = *o->host && has_others(db, filer, o->host) &&
                 !db_number(
                     db, 0,
                     "select count(*) from recheck where pair = $1 and version = $2 and by_host <> $3 and " SAID_ALONE,
                     ARGS(INT(o->pair.id), INT(o->seat[0].version), NAME(o->host)));
    if (alone)
        db_do(db, "update job set state = 'queued', done_ms = 0 where id = $1", ARGS(INT(o->job)));
    return alone;
}

/* Rated no more until it is decided; `doubted` keeps whether it was. */
static void doubt(struct db *db, int64_t pair)
{
    if (db_do(db, "update pair set doubted = 1 + rated, rated = 0 where id = $1 and state = 'done' and doubted = 0",
              ARGS(INT(pair))) > 0)
        serial_grow(db, db_number(db, 0, "select ladder from pair where id = $1", ARGS(INT(pair))));
}

static void rechecked(struct db *db, void *arg)
{
    const void *const *r = arg; /* the order, the recheck */
    const struct order *o = r[0];
    const char *filer = o->filer;
    struct recheck said = *(const struct recheck *)r[1];
    if (!job_done(db, o)) {
        refuse_lost(db, o);
        return;
    }
    bool differs = said.state == RECHECK_DIFFERS;
    if (differs && ask_a_third(db, o, filer)) {
        said.state = RECHECK_UNASKED;
        said.more = RECHECK_NO_MORE;
        differs = false;
    }
    row_insert(db, o, &said, store_now(db->store));
    if (db_failed(db) || (said.more == RECHECK_NO_MORE && !differs))
        return;
    queue_pair(db, o->pair.id, o->seat[0].version, filer);
    if (differs || said.more == RECHECK_NEWEST_PAIRS)
        look_back(db, filer);
    if (!differs)
        return;
    doubt(db, o->pair.id);
    trail_about(db, o->worker, "pair-in-doubt", "pair", o->pair.id,
                said_text(said.reason, sizeof said.reason, ENGLISH, said.reason));
}

int store_rechecked(struct store *s, const struct order *o, const struct recheck *r, struct store_error *e)
{
    if (o->kind != JOB_RECHECK)
        return store_fail(e, STORE_INVALID, "job %lld is not to recheck", (long long)o->job);
    return store_write(s, rechecked, (const void *[]){ o, r }, e);
}

/* --- what was known before ------------------------------------------------------------------------------ */

#define KNOWN_FIELDS(X, W) \
    X(INT, asked, COUNTED_SUM("case when chance >= 0 then asked else 0 end")) \
    X(INT, chance, COUNTED_SUM("case when chance >= 0 then chance else 0 end")) \
    X(INT, host_asked, COUNTED_SUM("case when host = $1 then asked else 0 end")) \
    X(INT, host_differs, COUNTED_SUM("case when host = $1 then differs else 0 end"))
static ROW_READ(known_read, struct recheck_known, KNOWN_FIELDS);

int store_recheck_known(struct store *s, int64_t version, const char *host, struct recheck_known *out,
                        struct store_error *e)
{
    struct listing l = { .read = known_read, .out = out, .size = sizeof *out, .max = 1 };
    query_with(&l.query,
               SELECT(KNOWN_FIELDS) " from recheck where version = $2 and state in ('agrees', 'differs', 'void')",
               ARGS(NAME(host), INT(version)));
    return store_one(s, &l, e, "nothing");
}

#define PAST_FIELDS(X, W) \
    X(INT, pair, "r.pair") \
    X(INT, version, "r.version") \
    X(INT, seats, "p.seats") \
    X(REAL, odds, "r.odds")
static ROW_READ(past_read, struct recheck_past, PAST_FIELDS);

int store_recheck_past(struct store *s, const char *host, struct recheck_past *out, size_t max, size_t *n,
                       struct store_error *e)
{
    struct listing l = { .read = past_read, .out = out, .size = sizeof *out, .max = max };
    query_with(&l.query,
               SELECT(PAST_FIELDS) " from recheck r join pair p on p.id = r.pair where r.host = $1 and r.state in"
                                   " ('agrees', 'differs', 'void') and r.id > coalesce((select max(s.id) from recheck s"
                                   " where s.host = $1 and s.state = 'stands'), 0)",
               ARGS(NAME(host)));
    query_page(&l.query, "r.pair desc", max);
    return store_list(s, &l, n, e);
}

/* --- the host decides ------------------------------------------------------------------------------------- */

/* It counts again, as it did, when nothing else of it is in doubt: then true. */
static bool restore(struct db *db, int64_t pair)
{
    if (db_do(db,
              "update pair set rated = doubted - 1, doubted = 0 where id = $1 and doubted > 0 and not exists (select 1"
              " from recheck r where r.pair = $1 and r.state = 'differs')",
              ARGS(INT(pair))) <= 0)
        return false;
    serial_grow(db, db_number(db, 0, "select ladder from pair where id = $1", ARGS(INT(pair))));
    return true;
}

static void settle(struct db *db, void *arg)
{
    const struct change *x = arg;
    int64_t pair = db_number(db, 0, "select pair from recheck where id = $1", ARGS(INT(x->id)));
    if (!db_do(db,
               "update recheck set state = $2, decided_by = $3, decided_ms = $4 where id = $1 and state = 'differs'",
               ARGS(INT(x->id), NAME(recheck_state_names[x->to]), NAME(x->actor), INT(store_now(db->store)))))
        db_refuse(db, STORE_STALE, N_("recheck %lld is not in doubt: look again"), (long long)x->id);
    if (x->to == RECHECK_VOID) {
        db_do(
            db,
            "update recheck set state = 'void', decided_by = $2, decided_ms = $3 where pair = $1 and state = 'differs'",
            ARGS(INT(pair), NAME(x->actor), INT(store_now(db->store))));
        restore(db, pair);
        if (db_number(db, 0, "select count(*) from pair where id = $1 and state = 'done'", ARGS(INT(pair))) > 0)
            pair_replay(db, pair, "another program sat there", x->actor);
    } else {
        trail_about(db, x->actor, restore(db, pair) ? "pair-stands" : "pair-recheck-stands", "pair", pair, "");
    }
    db_touch(db, TOPIC_RESULTS);
}

int store_recheck_decide(struct store *s, int64_t id, enum recheck_state to, const char *actor, struct store_error *e)
{
    if (to != RECHECK_STANDS && to != RECHECK_VOID)
        return store_fail(e, STORE_INVALID, N_("a recheck is decided as 'stands' or 'void'"));
    return store_write(s, settle, &(struct change){ .id = id, .to = (int)to, .actor = actor }, e);
}

#define RECHECK_FIELDS(X, W) \
    X(INT, id, "r.id") \
    X(INT, pair, "r.pair") \
    X(INT, version, "r.version") \
    X(TEXT, host, "r.host") \
    X(TEXT, worker, "r.worker") \
    X(TEXT, by_host, "r.by_host") \
    X(TEXT, by_worker, "r.by_worker") \
    X(INT, asked, "r.asked") \
    X(INT, differs, "r.differs") \
    X(INT, chance, "r.chance") \
    W(recheck_state_names, state, "r.state") \
    X(TEXT, reason, "r.reason") \
    X(TEXT, decided_by, "r.decided_by") \
    X(INT, created_ms, "r.created_ms") \
    X(REAL, odds, "r.odds")
static ROW_READ(recheck_read, struct recheck, RECHECK_FIELDS);

int store_rechecks(struct store *s, const struct recheck_filter *f, struct recheck *out, size_t max, size_t *n,
                   struct store_error *e)
{
    struct listing l = { .read = recheck_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(RECHECK_FIELDS) " from recheck r where 1 = 1");
    query_if(&l.query, "r.pair = ", f->pair);
    if (f->state >= 0)
        query_and(&l.query, "r.state = ", NAME(recheck_state_names[f->state]));
    query_if(&l.query, "r.id < ", f->before);
    query_page(&l.query, "r.id desc", max);
    return store_list(s, &l, n, e);
}
