/* store_finish: what workers file: a played pair, a validation.  One transaction each. */
#include <stdio.h>
#include <string.h>

#include "cli/language.h"
#include "record/crypto.h"
#include "store_legs.h"
#include "store_state.h"

/* The job is done, if this worker still holds it. */
bool job_done(struct db *db, const struct order *o)
{
    int64_t now = store_now(db->store);
    db_do(db, "delete from budget where name = (select 'lost:' || keyed from job where id = $1)", ARGS(INT(o->job)));
    return db_do(db,
                 "update job set state = 'done', done_ms = $4, until_ms = 0, reason = '' where id = $1 and"
                 " state = 'leased' and worker = $2 and attempt = $3 and until_ms > $4",
                 ARGS(INT(o->job), NAME(o->worker), INT(o->attempt), INT(now))) == 1;
}

void refuse_lost(struct db *db, const struct order *o)
{
    db_refuse(db, STORE_STALE, "the lease of job %lld is lost: nothing is filed, leave it", (long long)o->job);
}

/* --- a pair --------------------------------------------------------------------------------------- */

struct filing {
    const struct order *order;
    const struct leg *leg;
    const struct blob *replay; /* of every leg */
    size_t legs;
    int64_t of; /* half games */
};

struct totals {
    int64_t score, margin, hands;
    double luck;
    int64_t from[STORE_SOURCES];
};

static struct totals add_up(const struct filing *f)
{
    struct totals t = { 0 };
    bool sides = f->order->pair.seats % 2 == 0;
    struct pair_leg came[STORE_LEGS];
    for (unsigned i = 0; i < f->legs; i++) {
        came[i] = leg_came(f->leg[i].winner, f->leg[i].fault, f->leg[i].games, f->leg[i].points);
        t.hands += f->leg[i].hands;
        t.luck += i % 2 ? -f->leg[i].luck : f->leg[i].luck;
        for (unsigned k = 0; k < STORE_SOURCES; k++)
            t.from[k] += i % 2 ? -f->leg[i].from[k] : f->leg[i].from[k];
    }
    int64_t legs = f->order->pair.legs;
    struct pair_sum sum = pair_sum(came, (unsigned)f->legs, (unsigned)legs, (unsigned)(f->of / (2 * legs)));
    t.score = sum.score;
    t.margin = sum.margin;
    return sides ? t : (struct totals){ .score = -1, .hands = t.hands };
}

static int64_t leg_insert(struct db *db, const struct filing *f, unsigned i)
{
    const struct leg *l = &f->leg[i];
    const struct pair *p = &f->order->pair;
    char fault[STORE_TEXT];
    text_cut(fault, sizeof fault, l->fault_text);
    return db_insert(
        db,
        "insert into leg(pair, ladder, leg, match_id, winner, points0, points1, points2, games0, games1,"
        " games2, hands, fault, fault_seat, fault_text, started_ms, ended_ms, log_index, replay, arbiter,"
        " signature, worker, unheld) values($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"
        " $17, $18, $19, $20, $21, $22, $23) returning id",
        ARGS(INT(p->id), INT(p->ladder), INT(i), HASH_OF(l->match_id), INT(l->winner), INT(l->points[0]),
             INT(l->points[1]), INT(l->points[2]), INT(l->games[0]), INT(l->games[1]), INT(l->games[2]), INT(l->hands),
             INT(l->fault), INT(l->fault_seat), TEXT(fault), INT(l->started_ms), INT(l->ended_ms), INT(l->log_index),
             HASH_OF(f->replay[i].hash), BLOB(l->arbiter, STORE_KEY), BLOB(l->signature, STORE_SIGNATURE),
             NAME(f->order->worker), INT(l->unheld)));
}

static void log_insert(struct db *db, int64_t leg, unsigned seat, const struct leg_seat *s)
{
    size_t kept = s->log_size < STORE_LOG_MAX ? s->log_size : STORE_LOG_MAX;
    if (!s->log || !kept)
        return;
    db_do(db, "insert into leg_log(leg, seat, log) values($1, $2, $3)",
          ARGS(INT(leg), INT(seat), BLOB((const uint8_t *)s->log + s->log_size - kept, kept)));
}

/* The author is told of the first leg in which a version is at fault. */
static void first_fault(struct db *db, int64_t leg, int64_t version, unsigned seat, const struct leg *l)
{
    char text[STORE_TEXT];
    bool ended_it = l->fault && l->fault_seat == seat;
    if (db_number(db, 0, "select count(*) from leg_seat where version = $1 and faults > 0 and leg < $2",
                  ARGS(INT(version), INT(leg))) > 0)
        return;
    const char *what = ended_it && *l->fault_text ? l->fault_text : N_("a fault that did not end the match");
    said_put(text, sizeof text, what, "its first fault in a match: %s", what);
    notice_write(db, author_of(db, version), version, leg, "first-fault", text);
}

static void seats_insert(struct db *db, const struct filing *f, unsigned i, int64_t leg)
{
    const struct leg *l = &f->leg[i];
    for (unsigned seat = 0; seat < f->order->pair.seats; seat++) {
        const struct leg_seat *s = &l->seat[seat];
        int64_t version = pair_version(&f->order->pair, i, seat);
        if (s->faults)
            first_fault(db, leg, version, seat, l);
        db_do(db,
              "insert into leg_seat(leg, seat, version, faults, decisions, used_us, worst_us, timeouts, spared,"
              " nobodys_us) values($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
              ARGS(INT(leg), INT(seat), INT(version), INT(s->faults), INT(s->decisions), INT(s->used_us),
                   INT(s->worst_us), INT(s->timeouts), INT(s->spared), INT(s->nobodys_us)));
        log_insert(db, leg, seat, s);
    }
}

/* The answer to this filing was lost: everything of it is there. */
static bool filed_before(struct db *db, const struct filing *f)
{
    const struct order *o = f->order;
    return db_number(db, 0,
                     "select count(*) from job j join leg l on l.pair = j.pair where j.id = $1 and j.state ="
                     " 'done' and j.worker = $2 and j.attempt = $3 and l.leg = 0 and l.match_id = $4",
                     ARGS(INT(o->job), NAME(o->worker), INT(o->attempt), HASH_OF(f->leg[0].match_id))) == 1;
}

/* Every version that was at fault in this pair, once. */
static void judge_faulty(struct db *db, const struct filing *f)
{
    for (unsigned seat = 0; seat < f->order->pair.seats; seat++) {
        int64_t version = f->order->pair.version[seat], faults = 0;
        for (unsigned i = 0; i < f->legs; i++)
            for (unsigned k = 0; k < f->order->pair.seats; k++)
                faults += pair_version(&f->order->pair, i, k) == version ? f->leg[i].seat[k].faults : 0;
        for (unsigned k = 0; k < seat; k++)
            if (f->order->pair.version[k] == version)
                faults = 0;
        if (faults && !db_failed(db))
            version_judge(db, version);
    }
}

void filed_leg_text(char text[FILED_LEG_TEXT], const uint8_t replay[STORE_HASH], int64_t started_ms, int64_t ended_ms)
{
    char hex[2 * STORE_HASH + 1];
    snprintf(text, FILED_LEG_TEXT, "; record %s from %lld to %lld", hex_text(hex, replay, STORE_HASH),
             (long long)started_ms, (long long)ended_ms);
}

/* Who filed what: the records' hashes, and whether it counts, are in the line, and so in its own hash. */
static void tell_filed(struct db *db, const struct filing *f)
{
    const struct order *o = f->order;
    char text[STORE_NAME + 64 + STORE_LEGS * FILED_LEG_TEXT];
    bool rated = db_number(db, 0, "select rated from pair where id = $1", ARGS(INT(o->pair.id))) != 0;
    int used = snprintf(text, sizeof text, "host %s, attempt %lld%s", *o->host ? o->host : "of the site",
                        (long long)o->attempt, rated ? FILED_RATED : FILED_UNRATED);
    for (unsigned i = 0; i < f->legs; i++) {
        filed_leg_text(text + used, f->replay[i].hash, f->leg[i].started_ms, f->leg[i].ended_ms);
        used += (int)strlen(text + used);
    }
    if (!db_failed(db))
        trail_about(db, o->worker, "pair-filed", "pair", o->pair.id, text);
}

static void finish(struct db *db, void *arg)
{
    struct filing *f = arg;
    const struct order *o = f->order;
    f->of = db_number(db, 2 * o->pair.legs, "select " PAIR_OF " from pair p where p.id = $1", ARGS(INT(o->pair.id)));
    struct totals t = add_up(f);
    if (!job_done(db, o)) {
        if (!filed_before(db, f))
            refuse_lost(db, o);
        return;
    }
    if (!db_do(db,
               "update pair set state = 'done', score = $2, margin = $3, hands = $4, done_ms = $5, luck = $6,"
               " envido = $7, flor = $8, tricks = $9, refused = $10, mazo = $11, bonus = $12 where id = $1 and state = "
               "'open'",
               ARGS(INT(o->pair.id), INT(t.score), INT(t.margin), INT(t.hands), INT(store_now(db->store)), REAL(t.luck),
                    INT(t.from[0]), INT(t.from[1]), INT(t.from[2]), INT(t.from[3]), INT(t.from[4]), INT(t.from[5]))))
        refuse_lost(db, o);
    for (unsigned i = 0; i < f->legs && !db_failed(db); i++) {
        blob_row(db, &f->replay[i]);
        seats_insert(db, f, i, leg_insert(db, f, i));
    }
    db_do(db, "delete from live where job = $1", ARGS(INT(o->job)));
    tell_filed(db, f);
    recheck_draw(db, o);
    judge_faulty(db, f);
    serial_grow(db, o->pair.ladder); /* last: until the commit everybody who files for this ladder waits for it */
}

static int judge_filing(const struct order *o, size_t legs, struct store_error *e)
{
    if (o->kind != JOB_PLAY)
        return store_fail(e, STORE_INVALID, "job %lld is not to play", (long long)o->job);
    if (legs == 0 || legs > (size_t)o->pair.legs || legs > STORE_LEGS)
        return store_fail(e, STORE_INVALID, "%zu legs are filed for a pair of %lld", legs, (long long)o->pair.legs);
    e->code = STORE_OK;
    return STORE_OK;
}

int store_finish(struct store *s, const struct order *o, const struct leg *leg, size_t legs, struct store_error *e)
{
    struct blob replay[STORE_LEGS];
    struct filing f = { o, leg, replay, legs, 0 };
    if (judge_filing(o, legs, e))
        return (int)e->code;
    int code = STORE_OK;
    size_t kept = 0;
    for (; !code && kept < legs; kept++)
        code = blob_keep(&replay[kept], leg[kept].record, leg[kept].record_size, e);
    if (!code) {
        code = blob_write(s, replay, legs, e);
        if (!code)
            code = store_write(s, finish, &f, e);
        for (size_t i = 0; !code && i < legs; i++)
            histogram_add(&s->times.matches, 1000 * (leg[i].ended_ms - leg[i].started_ms));
        blob_done(s);
    }
    while (kept > 0)
        blob_let_go(&replay[--kept]);
    return code;
}

/* --- a validation --------------------------------------------------------------------------------- */

struct judging {
    const struct order *order;
    const struct verdict_filed *verdict;
    const struct blob *replay;
};

/* One at a time: each leaves the pairs that wait for it. */
static void retire_others(struct db *db, int64_t version, int64_t now)
{
    int64_t other;
    while ((other = db_number(db, 0,
                              "select min(id) from version where state = 'active' and id <> $1 and bot ="
                              " (select bot from version where id = $1 and supersedes = 1)",
                              ARGS(INT(version))))) {
        db_do(db, "update version set state = 'retired', reason = $3, changed_ms = $2 where id = $1",
              ARGS(INT(other), INT(now), TEXT(N_("a newer version took its place"))));
        version_withdraw(db, other);
    }
}

static void tell_author(struct db *db, const struct order *o, bool passed, const char *reason)
{
    char text[STORE_TEXT];
    const struct order_seat *s = &o->seat[0];
    if (passed)
        said_put(text, sizeof text, NULL, "%s version %lld is admitted", s->bot, (long long)s->number);
    else
        said_put(text, sizeof text, reason, "%s version %lld is not admitted: %s", s->bot, (long long)s->number,
                 reason);
    notice_write(db, author_of(db, s->version), s->version, 0, passed ? "admitted" : "refused", text);
}

static void validated(struct db *db, void *arg)
{
    const struct judging *j = arg;
    const struct verdict_filed *v = j->verdict;
    const struct order *o = j->order;
    char reason[STORE_TEXT];
    int64_t version = o->seat[0].version, now = store_now(db->store);
    size_t kept = v->log_size < STORE_LOG_MAX ? v->log_size : STORE_LOG_MAX;
    text_cut(reason, sizeof reason, v->reason ? v->reason : "");
    if (!job_done(db, o)) {
        refuse_lost(db, o);
        return;
    }
    if (j->replay)
        blob_row(db, j->replay);
    db_do(db,
          "insert into validation(version, passed, reason, log, replay, created_ms) values($1, $2, $3, $4,"
          " $5, $6)",
          ARGS(INT(version), INT(v->passed), TEXT(reason),
               BLOB_IF(v->log && kept, (const uint8_t *)v->log + (v->log ? v->log_size - kept : 0), kept),
               BLOB_IF(j->replay != NULL, j->replay ? j->replay->hash : NULL, STORE_HASH), INT(now)));
    db_do(db,
          "update version set state = $2, reason = $3, built = coalesce($4, built), changed_ms = $5 where id"
          " = $1 and state = 'pending'",
          ARGS(INT(version), NAME(version_state_names[v->passed ? VERSION_ACTIVE : VERSION_DISABLED]), TEXT(reason),
               BLOB_IF(v->built != NULL, v->built, STORE_HASH), INT(now)));
    if (v->passed)
        retire_others(db, version, now);
    tell_author(db, o, v->passed, reason);
    db_touch(db, TOPIC_RESULTS);
}

int store_validated(struct store *s, const struct order *o, const struct verdict_filed *v, struct store_error *e)
{
    struct blob replay = { .kept = NULL };
    struct judging j = { o, v, v->replay_size ? &replay : NULL };
    if (o->kind != JOB_VALIDATE)
        return store_fail(e, STORE_INVALID, "job %lld is not to validate", (long long)o->job);
    int code = j.replay ? blob_keep(&replay, v->replay, v->replay_size, e) : STORE_OK;
    if (!code) {
        code = blob_write(s, &replay, j.replay ? 1 : 0, e);
        if (!code)
            code = store_write(s, validated, &j, e);
        blob_done(s);
    }
    blob_let_go(&replay);
    return code;
}

#define VALIDATION_FIELDS(X, W) \
    X(INT, id, "v.id") \
    X(INT, version, "v.version") \
    X(BOOL, passed, "v.passed") \
    X(TEXT, reason, "v.reason") \
    X(BLOB_IF, replay, "v.replay") \
    X(INT, created_ms, "v.created_ms")
static ROW_READ(validation_read, struct validation, VALIDATION_FIELDS);

int store_validations(struct store *s, int64_t version, struct validation *out, size_t max, size_t *n,
                      struct store_error *e)
{
    struct listing l = { .read = validation_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(VALIDATION_FIELDS) " from validation v where 1 = 1");
    query_and(&l.query, "v.version = ", INT(version));
    query_page(&l.query, "v.id desc", max);
    return store_list(s, &l, n, e);
}

static void log_read(struct db_rows *rows, void *row) { db_bytes(rows, row); }

static int read_log(struct store *s, const char *sql, int64_t id, int64_t seat, struct store_bytes *out,
                    struct store_error *e)
{
    struct listing l = { .read = log_read, .out = out, .size = sizeof *out, .max = 1 };
    *out = (struct store_bytes){ 0 };
    query_with(&l.query, sql, ARGS(INT(id), INT(seat)));
    int code = store_one(s, &l, e, N_("nothing was printed, or it is forgotten"));
    if (code) /* the database may fail behind the row */
        store_free(out);
    return code;
}

int store_validation_log(struct store *s, int64_t validation, struct store_bytes *out, struct store_error *e)
{
    return read_log(s, "select log from validation where id = $1 and $2 = 0 and log is not null", validation, 0, out,
                    e);
}

int store_leg_log(struct store *s, int64_t leg, unsigned seat, struct store_bytes *out, struct store_error *e)
{
    return read_log(s, "select log from leg_log where leg = $1 and seat = $2", leg, seat, out, e);
}

int store_logs_forget(struct store *s, int64_t before_ms, struct store_error *e)
{
    return store_do(s, e, "delete from leg_log where leg in (select id from leg where ended_ms < $1)",
                    ARGS(INT(before_ms)));
}
