/* store_rechecks: which pairs another host looks at again, what came of it, and what is in doubt.
 *
 * A worker's record is signed by an arbiter's key that the worker holds, so it proves that the rules were kept and not who sat
 * there.  Whether it was the version that was ordered is found out by asking that version again, on another host. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_state.h"

const char *const recheck_state_names[RECHECK_STATES] = { "agrees", "unasked", "differs", "stands", "void" };

enum { NEW_HOST = 20, KNOWN_HOST = 80, LOOKED_BACK = 50 };

uint32_t recheck_chance(int64_t share, int64_t filed, bool in_doubt)
{
    int64_t first = filed < KNOWN_HOST ? 1000 * NEW_HOST / (filed + NEW_HOST) : 0;
    if (share <= 0)
        return 0;
    return in_doubt ? 1000 : (uint32_t)(first > 10 * share ? first : 10 * share);
}

static int64_t share_of(struct db *db)
{
    char text[STORE_LONG] = "";
    struct db_rows rows;
    if (db_one(db, &rows, "select value from setting where name = 'recheck.share'", NONE))
        db_array(&rows, text);
    db_end(&rows);
    return *text ? strtol(text, NULL, 10) : RECHECK_SHARE;
}

/* Somebody of another host works here: a key of one, or the site's own crew. */
static bool has_others(struct db *db, const char *host)
{
    return db_number(db, 0, "select count(*) from worker_key where revoked_ms = 0 and host <> $1", ARGS(NAME(host))) >
               0 ||
           db_number(db, 0, "select count(*) from worker where seen_ms > $1 and name not like '%/%'",
                     ARGS(INT(store_now(db->store) - 600000))) > 0;
}

static uint32_t chance_of(struct db *db, const char *host)
{
    int64_t share = share_of(db), filed;
    if (share <= 0 || !has_others(db, host))
        return 0;
    filed = db_number(db, 0,
                      "select count(*) from (select 1 from job where host = $1 and kind = 'play' and state = 'done'"
                      " limit 80) few",
                      ARGS(NAME(host)));
    return recheck_chance(
        share, filed,
        db_number(db, 0, "select count(*) from recheck where host = $1 and state = 'differs'", ARGS(NAME(host))) > 0);
}

/* A job for every hosted version of the pair that has none about this leg, if it was played. */
static void queue_leg(struct db *db, int64_t pair, int64_t leg, const char *host)
{
    db_do(db,
          "insert into job(kind, again, again_leg, barred, version, remote, held, state, priority, ready_ms, worker, "
          "until_ms,"
          " attempt, failures, reason, created_ms, done_ms) select 'validate', $1, $4, $2, v.id, 0, 0, 'queued',"
          " p.priority, 0, '', 0, 0, 0, '', $3, 0 from seating x join version v on v.id = x.version join pair p on p.id"
          " = x.pair join leg l on l.pair = x.pair and l.leg = $4 where x.pair = $1 and v.remote = 0 and not exists "
          "(select 1"
          " from job j where j.again = $1 and j.version = v.id and j.again_leg in (-1, $4))",
          ARGS(INT(pair), NAME(host), INT(store_now(db->store)), INT(leg)));
    db_touch(db, TOPIC_JOBS);
}

void recheck_draw(struct db *db, const struct order *o)
{
    uint32_t chance = *o->host ? chance_of(db, o->host) : 0;
    for (int64_t leg = 0; leg < STORE_LEGS; leg++)
        if (randombytes_uniform(1000) < chance)
            queue_leg(db, o->pair.id, leg, o->host);
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
        for (int64_t leg = 0; leg < STORE_LEGS; leg++)
            queue_leg(db, pair[i], leg, host);
}

/* --- what came of it ---------------------------------------------------------------------------------- */

struct rechecking {
    const struct order *order;
    const struct recheck *recheck;
};

static int64_t row_insert(struct db *db, const struct order *o, const struct recheck *r, int64_t now)
{
    char reason[STORE_TEXT];
    text_cut(reason, sizeof reason, r->reason);
    return db_insert(
        db,
        "insert into recheck(pair, version, host, worker, by_host, by_worker, asked, differs, chance, state,"
        " reason, decided_by, created_ms, decided_ms) select $1, $2, j.host, j.worker, $3, $4, $5, $6, $7,"
        " $8, $9, '', $10, 0 from job j where j.pair = $1 returning id",
        ARGS(INT(o->pair.id), INT(o->seat[0].version), NAME(o->host), NAME(o->worker), INT(r->asked), INT(r->differs),
             INT(r->chance), NAME(recheck_state_names[r->state]), TEXT(reason), INT(now)));
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
    const struct rechecking *r = arg;
    const struct order *o = r->order;
    char filer[STORE_NAME] = "";
    struct db_rows rows;
    int64_t now = store_now(db->store), id;
    if (!job_done(db, o)) {
        refuse_lost(db, o);
        return;
    }
    id = row_insert(db, o, r->recheck, now);
    if (db_failed(db) || (!r->recheck->odd && r->recheck->state != RECHECK_DIFFERS))
        return;
    if (db_one(db, &rows, "select host from recheck where id = $1", ARGS(INT(id))))
        db_array(&rows, filer);
    db_end(&rows);
    look_back(db, filer);
    if (r->recheck->state != RECHECK_DIFFERS)
        return;
    doubt(db, o->pair.id);
    trail_about(db, o->worker, "pair-in-doubt", "pair", o->pair.id, r->recheck->reason);
}

int store_rechecked(struct store *s, const struct order *o, const struct recheck *r, struct store_error *e)
{
    struct rechecking x = { o, r };
    if (o->kind != JOB_RECHECK)
        return store_fail(e, STORE_INVALID, "job %lld is not to recheck", (long long)o->job);
    return store_write(s, rechecked, &x, e);
}

/* --- what was known before ------------------------------------------------------------------------------ */

struct knowing {
    int64_t version;
    const char *host;
    struct recheck_known *out;
};

static void know(struct db *db, void *arg)
{
    const struct knowing *k = arg;
    struct db_rows rows;
    *k->out = (struct recheck_known){ 0 };
    if (db_one(db, &rows,
               "select cast(coalesce(sum(case when chance >= 0 then asked else 0 end), 0) as bigint),"
               " cast(coalesce(sum(case when chance >= 0 then chance else 0 end), 0) as bigint),"
               " cast(coalesce(sum(case when host = $2 then asked else 0 end), 0) as bigint),"
               " cast(coalesce(sum(case when host = $2 then differs else 0 end), 0) as bigint)"
               " from recheck where version = $1 and state in ('agrees', 'differs', 'void')",
               ARGS(INT(k->version), NAME(k->host)))) {
        k->out->asked = db_int(&rows);
        k->out->chance = db_int(&rows);
        k->out->host_asked = db_int(&rows);
        k->out->host_differs = db_int(&rows);
    }
    db_end(&rows);
}

int store_recheck_known(struct store *s, int64_t version, const char *host, struct recheck_known *out,
                        struct store_error *e)
{
    struct knowing k = { version, host, out };
    return store_read(s, know, &k, e);
}

/* --- the host decides ------------------------------------------------------------------------------------- */

struct settling {
    int64_t id;
    enum recheck_state to;
    const char *actor;
};

/* It counts again, as it did, when nothing else of it is in doubt. */
static void restore(struct db *db, int64_t pair)
{
    if (db_do(db,
              "update pair set rated = doubted - 1, doubted = 0 where id = $1 and doubted > 0 and not exists (select 1"
              " from recheck r where r.pair = $1 and r.state = 'differs')",
              ARGS(INT(pair))) > 0)
        serial_grow(db, db_number(db, 0, "select ladder from pair where id = $1", ARGS(INT(pair))));
}

static void settle(struct db *db, void *arg)
{
    const struct settling *x = arg;
    int64_t pair = db_number(db, 0, "select pair from recheck where id = $1", ARGS(INT(x->id)));
    if (!db_do(db,
               "update recheck set state = $2, decided_by = $3, decided_ms = $4 where id = $1 and state = 'differs'",
               ARGS(INT(x->id), NAME(recheck_state_names[x->to]), NAME(x->actor), INT(store_now(db->store))))) {
        db_refuse(db, STORE_STALE, "recheck %lld is not in doubt: look again", (long long)x->id);
        return;
    }
    if (x->to == RECHECK_VOID) {
        db_do(
            db,
            "update recheck set state = 'void', decided_by = $2, decided_ms = $3 where pair = $1 and state = 'differs'",
            ARGS(INT(pair), NAME(x->actor), INT(store_now(db->store))));
        restore(db, pair);
        if (db_number(db, 0, "select count(*) from pair where id = $1 and state = 'done'", ARGS(INT(pair))) > 0)
            pair_void(db, pair, true, "another program sat there", x->actor);
    } else {
        restore(db, pair);
        trail_about(db, x->actor, "pair-stands", "pair", pair, "");
    }
    db_touch(db, TOPIC_RESULTS);
}

int store_recheck_decide(struct store *s, int64_t id, enum recheck_state to, const char *actor, struct store_error *e)
{
    struct settling x = { id, to, actor };
    if (to != RECHECK_STANDS && to != RECHECK_VOID)
        return store_fail(e, STORE_INVALID, "a recheck is decided as 'stands' or 'void'");
    return store_write(s, settle, &x, e);
}

static void recheck_read(struct db_rows *rows, void *row)
{
    struct recheck *r = row;
    r->id = db_int(rows);
    r->pair = db_int(rows);
    r->version = db_int(rows);
    db_array(rows, r->host);
    db_array(rows, r->worker);
    db_array(rows, r->by_host);
    db_array(rows, r->by_worker);
    r->asked = db_int(rows);
    r->differs = db_int(rows);
    r->chance = db_int(rows);
    r->state = (enum recheck_state)db_word(rows, recheck_state_names, RECHECK_STATES);
    db_array(rows, r->reason);
    db_array(rows, r->decided_by);
    r->created_ms = db_int(rows);
    r->decided_ms = db_int(rows);
}

int store_rechecks(struct store *s, const struct recheck_filter *f, struct recheck *out, size_t max, size_t *n,
                   struct store_error *e)
{
    struct listing l = { .read = recheck_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query,
                "select r.id, r.pair, r.version, r.host, r.worker, r.by_host, r.by_worker, r.asked, r.differs,"
                " r.chance, r.state, r.reason, r.decided_by, r.created_ms, r.decided_ms from recheck r where"
                " 1 = 1");
    if (f->pair)
        query_and(&l.query, "r.pair = ", INT(f->pair));
    if (f->state >= 0)
        query_and(&l.query, "r.state = ", NAME(recheck_state_names[f->state]));
    if (f->before)
        query_and(&l.query, "r.id < ", INT(f->before));
    query_page(&l.query, "r.id desc", max);
    return store_list(s, &l, n, e);
}
