/* store_jobs: the queue: leases with a fencing attempt, heartbeats, what comes back, what is parked. */
#include <stdio.h>
#include <string.h>

#include "record/crypto.h"
#include "store_lines.h"
#include "store_workers.h"

const char *const job_kind_names[JOB_KINDS] = { "play", "validate", "recheck" };
const char *const job_state_names[JOB_STATES] = { "queued", "leased", "done", "parked", "cancelled" };

/* --- what a worker is told ------------------------------------------------------------------------ */

/* What was built plays; only what was not is to be built. */
#define ORDER_SEAT_FIELDS(X, W) \
    X(INT, version, "v.id") \
    X(INT, number, "v.number") \
    X(TEXT, author, "p.name") \
    X(TEXT, bot, "b.name") \
    X(BOOL, remote, "v.remote") \
    X(TEXT, build, "case when v.built is null then v.build else '' end") \
    X(TEXT, run, "v.run") \
    X(BLOB, artifact, "coalesce(v.built, v.artifact)") \
    X(BLOB, key, "v.key") \
    X(TEXT, binding, "v.binding") \
    X(BOOL, own, "case when " STRANGER " then 0 else 1 end")
static ROW_READ(seat_read, struct order_seat, ORDER_SEAT_FIELDS);

static void seat_fill(struct db *db, int64_t version, struct order_seat *out)
{
    memset(out, 0, sizeof *out);
    db_row(db, seat_read, out,
           SELECT(ORDER_SEAT_FIELDS) " from version v join bot b on b.id = v.bot join person p on p.id = b.person where"
                                     " v.id = $1",
           ARGS(INT(version)));
    out->source = *out->build != '\0';
}

static void pair_fill(struct db *db, int64_t id, struct order *o)
{
    db_row(db, pair_read, &o->pair, SELECT(PAIR_FIELDS) " from pair p where p.id = $1", ARGS(INT(id)));
}

static void ladder_fill(struct db *db, int64_t id, struct ladder *out)
{
    memset(out, 0, sizeof *out);
    db_row(db, ladder_read, out, SELECT(LADDER_FIELDS) " from ladder l where l.id = $1", ARGS(INT(id)));
}

/* By which rules and games its pair is played. */
static void format_fill(struct db *db, struct order *o)
{
    ladder_fill(db, o->pair.ladder, &o->ladder);
    ladder_plays(&o->ladder, o->pair.games);
}

/* What was recorded of the pair, and the version that is said to have sat there. */
static void recheck_fill(struct db *db, int64_t pair, int64_t version, struct order *o)
{
    struct db_rows rows;
    int64_t about = -1;
    o->seats = 1;
    seat_fill(db, version, &o->seat[0]);
    pair_fill(db, pair, o);
    if (db_one(db, &rows, "select barred, again_leg, again_after, again_to from job where id = $1",
               ARGS(INT(o->job)))) {
        db_array(&rows, o->filer);
        about = db_int(&rows);
        o->again_after = db_int(&rows);
        o->again_to = db_int(&rows);
    }
    db_end(&rows);
    memset(o->replay, 0, sizeof o->replay);
    db_query(db, &rows, "select replay from leg where pair = $1 order by leg", ARGS(INT(pair)));
    for (; db_next(&rows) && o->legs < STORE_LEGS; o->legs++)
        if (about < 0 || about == o->legs)
            db_blob(&rows, o->replay[o->legs], STORE_HASH);
    db_end(&rows);
    format_fill(db, o);
}

static void order_fill(struct db *db, int64_t pair, int64_t version, struct order *o)
{
    memset(&o->pair, 0, sizeof o->pair);
    o->legs = o->again_after = o->again_to = 0;
    *o->filer = '\0';
    if (o->kind == JOB_RECHECK) {
        recheck_fill(db, pair, version, o);
        return;
    }
    if (o->kind == JOB_VALIDATE) {
        o->seats = 1;
        seat_fill(db, version, &o->seat[0]);
        ladder_fill(db,
                    db_number(db, 0,
                              "select v.ladder from entry n join event v on v.id = n.event where n.version ="
                              " $1 order by n.id limit 1",
                              ARGS(INT(version))),
                    &o->ladder);
        return;
    }
    pair_fill(db, pair, o);
    o->seats = o->pair.seats;
    for (int64_t i = 0; i < o->seats; i++)
        seat_fill(db, o->pair.version[i], &o->seat[i]);
    format_fill(db, o);
}

/* --- the lease ------------------------------------------------------------------------------------ */

struct leasing {
    const struct wish *wish;
    struct order *order;
    bool found;
};

static const char *machine_of(const struct wish *w) { return w->machine ? w->machine : ""; }

static int64_t attempts(struct db *db) { return setting_number(db, "job.attempts", JOB_ATTEMPTS); }

/* A bot that has such an attempt more often than others is seen: nothing that is lost this way is lost in the table. */
static void count_void(struct db *db, int64_t pair)
{
    db_do(db, "update pair set voids = voids + 1 where id = $1", ARGS(INT(pair)));
}

/* Nobody could try the version out, often enough: its author is told why, and the host may have it tried again. */
static void admission_parked(struct db *db, int64_t version, const char *reason)
{
    char text[STORE_TEXT];
    db_do(db, "update version set reason = $2 where id = $1 and state = 'pending'", ARGS(INT(version), TEXT(reason)));
    said_put(text, sizeof text, reason, "its admission waits for the host: %s", reason);
    notice_write(db, author_of(db, version), version, 0, "state", text);
}

static void park(struct db *db, const struct due *d)
{
    char reason[STORE_TEXT];
    said_put(reason, sizeof reason, NULL, "%lld leases of it ran out, the last of %s: does it end its workers?",
             (long long)d->lost, d->worker);
    db_do(db, "update job set state = 'parked', lost = $2, reason = $3 where id = $1",
          ARGS(INT(d->id), INT(d->lost), TEXT(reason)));
    if (d->kind == JOB_VALIDATE)
        admission_parked(db, d->version, reason);
}

/* How a lease of a pair ended that was not filed: who has a pair, and lets it be when he does not like what came of it, leaves a
 * line. */
static void tell_lease(struct db *db, const char *action, enum job_kind kind, int64_t pair, const char *worker,
                       int64_t attempt, const char *why)
{
    char text[STORE_TEXT + 64], said[STORE_TEXT];
    snprintf(text, sizeof text, "attempt %lld%s%s", (long long)attempt, *why ? ": " : "",
             said_text(said, sizeof said, ENGLISH, why));
    if (kind == JOB_PLAY && !db_failed(db))
        trail_about(db, worker, action, "pair", pair, text);
}

/* Does an attempt that came to nothing count against its job?  Of one host twice it does not where others may try: no worker parks by itself
 * what it was given.  `barred` is whose it was last; a recheck has who filed there. */
static bool counts_against(struct db *db, int64_t job, const char *host)
{
    return db_do(db,
                 "update job set barred = case when again is null then host else barred end where id = $1 and (keyed is"
                 " null or again is not null or host <> barred)",
                 ARGS(INT(job))) > 0 ||
           !has_others(db, host, "");
}

/* A key that only loses what it leases holds half as much with each, and none for the rest of the hour after LOST_MOST. */
enum { HELD_MOST = 64, LOST_MOST = 120, LOST_MS = 3600000 };

static void key_lost(struct db *db, int64_t key, const char *worker)
{
    char name[32];
    snprintf(name, sizeof name, "lost:%lld", (long long)key);
    if (key && budget_take(db, name, LOST_MS) == LOST_MOST)
        trail_about(db, worker, "worker-key-waits", "worker-key", key, "it gives back or loses all that it leases");
}

static bool key_may(struct db *db, int64_t key, int64_t now)
{
    char name[32];
    if (!key)
        return true;
    snprintf(name, sizeof name, "lost:%lld", (long long)key);
    tx_hold(db, name);
    int64_t lost = db_number(db, 0, "select used from budget where name = $1 and begun_ms > $2",
                             ARGS(TEXT(name), INT(now - LOST_MS))),
            holds = db_number(db, 0, "select count(*) from job where state = 'leased' and keyed = $1 and until_ms > $2",
                              ARGS(INT(key), INT(now)));
    return lost < LOST_MOST && (!holds || (lost < 6 && holds < HELD_MOST >> lost));
}

/* Two workers of one machine do not look at once: each is to see what the other took.  Its name picks one of 256 rows, whatever it is. */
static void hold_machine(struct db *db, const char *machine)
{
    uint8_t hash[STORE_HASH];
    char name[16];
    hash_tagged(hash, "fiel/machine", machine, strlen(machine));
    snprintf(name, sizeof name, "machine:%02x", hash[0]);
    tx_hold(db, name);
}

static void lease(struct db *db, void *arg)
{
    struct leasing *l = arg;
    struct order *o = l->order;
    struct due d;
    int64_t now = store_now(db->store), most = JOB_LOST * attempts(db);
    bool parked = false;
    l->found = false;
    if (!key_may(db, l->wish->keyed, now))
        return;
    if (*machine_of(l->wish))
        hold_machine(db, machine_of(l->wish));
    for (;;) {
        if (!line_due(db, l->wish, now, &d)) {
            if (!d.told && !parked)
                db_refuse(db, STORE_NOT_FOUND, "nothing is due"); /* nothing was written, nothing waits for the disk */
            return;
        }
        if (d.ran_out) {
            bool counts = counts_against(db, d.id, d.host);
            d.lost += counts;
            key_lost(db, d.keyed, d.worker);
            db_do(db, "delete from live where job = $1", ARGS(INT(d.id)));
            if (counts && d.kind == JOB_PLAY)
                count_void(db, d.pair);
            tell_lease(db, "pair-lease-lost", d.kind, d.pair, d.worker, d.attempt, "");
        }
        if (d.lost < most)
            break;
        park(db, &d);
        parked = true;
    }
    o->job = d.id;
    o->kind = d.kind;
    o->attempt = d.attempt + 1;
    o->until_ms = now + l->wish->lease_ms;
    text_cut(o->worker, sizeof o->worker, l->wish->worker);
    text_cut(o->host, sizeof o->host, l->wish->host ? l->wish->host : "");
    db_do(db,
          "update job set state = 'leased', worker = $2, until_ms = $3, attempt = $4, lost = $5, host = $6, keyed"
          " = $7, machine = $8, begun_ms = $9, watched_ms = 0"
          " where id = $1",
          ARGS(INT(o->job), NAME(l->wish->worker), INT(o->until_ms), INT(o->attempt), INT(d.lost), NAME(o->host),
               REF(l->wish->keyed), NAME(machine_of(l->wish)), INT(now)));
    order_fill(db, d.pair, d.version, o);
    l->found = true;
}

int store_lease(struct store *s, const struct wish *w, struct order *out, struct store_error *e)
{
    struct leasing l = { w, out, false };
    if (store_write(s, lease, &l, e))
        return (int)e->code;
    return l.found ? STORE_OK : store_fail(e, STORE_NOT_FOUND, "nothing is due");
}

/* --- keeping and giving back ---------------------------------------------------------------------- */

struct holding {
    struct order *order;
    bool held, done;
};

static void held(struct db *db, void *arg)
{
    struct holding *h = arg;
    struct order *o = h->order;
    struct db_rows rows;
    int64_t pair, version;
    h->held = db_one(db, &rows,
                     "select case when again is null then kind else 'recheck' end, coalesce(pair, again), version, "
                     "state, until_ms, host from job where id = $1 and worker"
                     " = $2 and attempt = $3 and ((state = 'leased' and until_ms > $4) or state = 'done')",
                     ARGS(INT(o->job), NAME(o->worker), INT(o->attempt), INT(store_now(db->store))));
    if (!h->held)
        return;
    o->kind = (enum job_kind)db_word(&rows, job_kind_names, JOB_KINDS);
    pair = db_int(&rows);
    version = db_int(&rows);
    h->done = db_word(&rows, job_state_names, JOB_STATES) == JOB_DONE;
    o->until_ms = db_int(&rows);
    db_array(&rows, o->host);
    db_end(&rows);
    if (!h->done)
        order_fill(db, pair, version, o);
}

int store_held(struct store *s, struct order *o, bool *done, struct store_error *e)
{
    struct holding h = { .order = o };
    if (store_read(s, held, &h, e))
        return (int)e->code;
    *done = h.done;
    if (!h.held)
        return store_fail(e, STORE_STALE, "the lease of job %lld is lost: leave it", (long long)o->job);
    return STORE_OK;
}

#define HELD "id = $1 and state = 'leased' and worker = $2 and attempt = $3 and until_ms > $4"
static const char lost[] = "the lease of job %lld is lost: leave it";

struct beating {
    struct order *order;
    int64_t until_ms, lease_ms;
};

static void beat(struct db *db, void *arg)
{
    struct beating *b = arg;
    int64_t now = store_now(db->store);
    b->until_ms = now + b->lease_ms;
    if (!db_do(db, "update job set until_ms = $5 where " HELD,
               ARGS(INT(b->order->job), NAME(b->order->worker), INT(b->order->attempt), INT(now), INT(b->until_ms))))
        db_refuse(db, STORE_STALE, lost, (long long)b->order->job);
}

int store_beat(struct store *s, struct order *o, int64_t lease_ms, struct store_error *e)
{
    struct beating b = { .order = o, .lease_ms = lease_ms };
    int code = store_write(s, beat, &b, e);
    if (!code)
        o->until_ms = b.until_ms;
    return code;
}

struct giving {
    const struct order *order;
    const char *reason;
    int64_t delay_ms;
    enum given_back what;
    int64_t absent; /* version; 0: none */
};

enum { ABSENT_STEPS = 30 };
static const int64_t absent_ms = INT64_C(30) * 86400000; /* for so long it is known how often one was */

/* How often this job has waited and got nothing, this time too. */
static int64_t count_absence(struct db *db, int64_t job)
{
    char name[32];
    snprintf(name, sizeof name, "absent:%lld", (long long)job);
    return budget_take(db, name, absent_ms);
}

/* A match of it was filed meanwhile: so it is not gone, even if a worker says so. */
static bool came_elsewhere(struct db *db, int64_t version, int64_t job)
{
    return db_number(db, 0,
                     "select count(*) from leg_seat s join leg l on l.id = s.leg join pair p on p.id = l.pair"
                     " where s.version = $1 and p.done_ms > (select created_ms from job where id = $2)",
                     ARGS(INT(version), INT(job))) > 0;
}

/* Its match may still run, so the lease runs out by itself; of an attempt it is told once, however often it is said. */
static void tell_left(struct db *db, const struct order *o, const char *reason)
{
    char subject[STORE_NAME];
    snprintf(subject, sizeof subject, "pair %lld", (long long)o->pair.id);
    if (db_do(db, "update job set worker = worker where id = $1 and worker = $2 and attempt = $3",
              ARGS(INT(o->job), NAME(o->worker), INT(o->attempt))) &&
        !db_number(db, 0,
                   "select count(*) from trail where subject = $1 and action = 'pair-given-back' and actor = $2 and"
                   " at_ms >= (select begun_ms from job where id = $3)",
                   ARGS(NAME(subject), NAME(o->worker), INT(o->job))))
        tell_lease(db, "pair-given-back", o->kind, o->pair.id, o->worker, o->attempt, reason);
}

static void give_back(struct db *db, void *arg)
{
    const struct giving *g = arg;
    const struct order *o = g->order;
    char reason[STORE_TEXT];
    text_cut(reason, sizeof reason, g->reason);
    if (g->what == GIVEN_LEFT) {
        tell_left(db, o, reason);
        return;
    }
    int64_t now = store_now(db->store), absences = g->absent ? count_absence(db, o->job) : 0,
            minutes = absences < ABSENT_STEPS ? absences : ABSENT_STEPS;
    bool gone = absences >= ABSENCES && !came_elsewhere(db, g->absent, o->job),
         failed = g->what == GIVEN_FAILED && counts_against(db, o->job, o->host);
    key_lost(db, db_number(db, 0, "select keyed from job where id = $1", ARGS(INT(o->job))), o->worker);
    if (!db_do(db,
               "update job set failures = failures + $5, state = case when $9 = 1 then 'done' when failures + $5 >= $6"
               " then 'parked' else 'queued' end, ready_ms = $7, until_ms = 0, reason = $8 where " HELD,
               ARGS(INT(o->job), NAME(o->worker), INT(o->attempt), INT(now), INT(gone || failed), INT(attempts(db)),
                    INT(now + (g->absent ? minutes * 60000 : g->delay_ms)), TEXT(reason),
                    INT(gone && o->kind == JOB_VALIDATE))))
        db_refuse(db, STORE_STALE, lost, (long long)o->job);
    if (failed && o->kind == JOB_PLAY)
        count_void(db, o->pair.id);
    if (o->kind == JOB_VALIDATE &&
        db_number(db, 0, "select count(*) from job where id = $1 and state = 'parked'", ARGS(INT(o->job))))
        admission_parked(db, o->seat[0].version, reason);
    db_do(db, "delete from live where job = $1", ARGS(INT(o->job)));
    tell_lease(db, "pair-given-back", o->kind, o->pair.id, o->worker, o->attempt, reason);
    if (gone)
        version_disable(db, g->absent, reason, o->worker);
    db_touch(db, TOPIC_JOBS);
}

int store_give_back(struct store *s, const struct order *o, const char *reason, int64_t delay_ms, enum given_back what,
                    struct store_error *e)
{
    return store_write(s, give_back, &(struct giving){ o, reason, delay_ms, what, 0 }, e);
}

int store_absent(struct store *s, const struct order *o, int64_t version, const char *reason, struct store_error *e)
{
    return store_write(s, give_back, &(struct giving){ o, reason, 0, GIVEN_UNTRIED, version }, e);
}

/* --- the host's view ------------------------------------------------------------------------------ */

#define JOB_FIELDS(X, W) \
    X(INT, id, "j.id") \
    W(job_kind_names, kind, "case when j.again is null then j.kind else 'recheck' end") \
    X(INT, pair, "coalesce(j.pair, j.again)") \
    X(INT, version, "j.version") \
    X(INT, event, "j.event") \
    X(INT, begun_ms, "j.begun_ms") \
    X(BOOL, held, "j.held") \
    W(job_state_names, state, "j.state") \
    X(INT, priority, "j.priority") \
    X(INT, ready_ms, "j.ready_ms") \
    X(INT, until_ms, "j.until_ms") \
    X(INT, attempt, "j.attempt") \
    X(TEXT, worker, "j.worker") \
    X(TEXT, reason, "j.reason") \
    X(INT, created_ms, "j.created_ms") \
    X(INT, done_ms, "j.done_ms")
static ROW_READ(job_read, struct job, JOB_FIELDS);

int store_jobs(struct store *s, const struct job_filter *f, struct job *out, size_t max, size_t *n,
               struct store_error *e)
{
    struct listing l = { .read = job_read, .out = out, .size = sizeof *out, .max = max };
    bool names_index = f->due && s->dialect == DB_SQLITE; /* as DUE does */
    query_start(&l.query, names_index ? SELECT(JOB_FIELDS) " from job j indexed by job_due where 1 = 1"
                                      : SELECT(JOB_FIELDS) " from job j where 1 = 1");
    if (f->due)
        query_add(&l.query, " and j.state in ('queued', 'leased') and j.held = 0 and j.attempt >= 0");
    if (f->held)
        query_add(&l.query, " and j.held = 1");
    if (f->state >= 0)
        query_and(&l.query, "j.state = ", NAME(job_state_names[f->state]));
    if (f->kind >= 0)
        query_and(&l.query,
                  "case when j.again is null then j.kind else 'recheck' end = ", NAME(job_kind_names[f->kind]));
    query_if(&l.query, "j.event = ", f->event);
    query_if(&l.query, "j.id < ", f->before);
    query_page(&l.query, f->due ? "j.priority desc, j.id" : "j.id desc", max);
    return store_list(s, &l, n, e);
}

#define ALIKE "state = 'parked' and (id = $1 or ($2 <> '' and substr(reason, 1, length($2)) = $2))"
static void job_again(struct db *db, void *arg)
{
    const struct change *d = arg; /* what: with all that are alike */
    char cause[STORE_TEXT] = "", text[48] = "";
    if (d->what)
        db_text_of(db, cause, sizeof cause, "select reason from job where id = $1", ARGS(INT(d->id)));
    cause[said_cause(cause)] = '\0';
    db_do(db,
          "update version set reason = '' where state = 'pending' and id in (select version from job where " ALIKE
          " and kind = 'validate' and again is null)",
          ARGS(INT(d->id), TEXT(cause)));
    int64_t n = db_do(db,
                      "update job set state = 'queued', failures = 0, lost = 0, ready_ms = 0, reason = '' where " ALIKE,
                      ARGS(INT(d->id), TEXT(cause)));
    if (!n)
        db_refuse(db, STORE_STALE, N_("job %lld is not parked: look again"), (long long)d->id);
    if (d->what)
        snprintf(text, sizeof text, "%lld jobs of one cause", (long long)n);
    trail_about(db, d->actor, "job-again", "job", d->id, text);
    db_touch(db, TOPIC_JOBS);
}

int store_job_again(struct store *s, int64_t job, bool alike, const char *actor, struct store_error *e)
{
    return store_write(s, job_again, &(struct change){ .id = job, .what = alike ? "alike" : NULL, .actor = actor }, e);
}

static void job_cancel(struct db *db, void *arg)
{
    const struct change *d = arg;
    int64_t now = store_now(db->store);
    if (!db_do(db,
               "update job set state = 'cancelled', done_ms = $2 where id = $1 and state in ('queued',"
               " 'leased', 'parked')",
               ARGS(INT(d->id), INT(now))))
        db_refuse(db, STORE_STALE, N_("job %lld is over: look again"), (long long)d->id);
    db_do(db,
          "update pair set state = 'void', done_ms = $2 where id = (select pair from job where id = $1) and"
          " state = 'open'",
          ARGS(INT(d->id), INT(now)));
    db_do(db, "delete from live where job = $1", ARGS(INT(d->id)));
    trail_about(db, d->actor, "job-cancelled", "job", d->id, "");
}

int store_job_cancel(struct store *s, int64_t job, const char *actor, struct store_error *e)
{
    return store_write(s, job_cancel, &(struct change){ .id = job, .actor = actor }, e);
}

static void pair_cancel(struct db *db, void *arg)
{
    const struct change *d = arg;
    struct change job = { .id = db_number(db, 0, "select id from job where pair = $1", ARGS(INT(d->id))),
                          .actor = d->actor };
    job_cancel(db, &job);
}

int store_pair_cancel(struct store *s, int64_t pair, const char *actor, struct store_error *e)
{
    return store_write(s, pair_cancel, &(struct change){ .id = pair, .actor = actor }, e);
}

/* --- workers -------------------------------------------------------------------------------------- */

/* Of a key "KEY/" so many are known as may hold a lease at once, and those that were not heard of lately make room. */
static void keep_few(struct db *db, const char *name, int64_t now)
{
    enum { LATELY_MS = 120000 };
    const char *slash = strchr(name, '/');
    char key[STORE_NAME];
    if (!slash)
        return;
    snprintf(key, sizeof key, "%.*s", (int)(slash + 1 - name), name);
    tx_hold(db, key);
    if (db_number(db, 0, "select count(*) from worker where substr(name, 1, length($1)) = $1 and name <> $2",
                  ARGS(NAME(key), NAME(name))) >= HELD_MOST &&
        !db_do(db, "delete from worker where substr(name, 1, length($1)) = $1 and seen_ms < $2",
               ARGS(NAME(key), INT(now - LATELY_MS))))
        db_refuse(db, STORE_STALE, "a key has up to %d workers at once: end some, or ask the host for another key",
                  HELD_MOST);
}

static void worker_seen(struct db *db, void *arg)
{
    const char *const *w = arg; /* its name, what it says of itself */
    int64_t now = store_now(db->store);
    keep_few(db, w[0], now);
    db_do(db,
          "insert into worker(name, about, started_ms, seen_ms) values($1, $2, $3, $3) on conflict(name) do"
          " update set about = excluded.about, seen_ms = excluded.seen_ms",
          ARGS(NAME(w[0]), TEXT(w[1]), INT(now)));
}

int store_worker_seen(struct store *s, const char *name, const char *about, struct store_error *e)
{
    return store_write(s, worker_seen, (const char *[]){ name, about }, e);
}

const char *const worker_state_names[WORKER_STATES] = { "plays", "waits", "gone" };

static void worker_read(struct db_rows *rows, void *row)
{
    struct worker *w = row;
    db_array(rows, w->name);
    db_array(rows, w->about);
    w->started_ms = db_int(rows);
    w->seen_ms = db_int(rows);
    w->leased = db_int(rows);
    w->state = w->leased ? WORKER_PLAYS : db_int(rows) ? WORKER_WAITS : WORKER_GONE;
}

int store_workers(struct store *s, int64_t seen_since_ms, struct worker *out, size_t max, size_t *n,
                  struct store_error *e)
{
    struct listing l = { .read = worker_read, .out = out, .size = sizeof *out, .max = max };
    int64_t now = store_now(s);
    query_start(&l.query, "select w.name, w.about, w.started_ms, w.seen_ms");
    query_value(&l.query,
                ", (select count(*) from job j where j.state = 'leased' and j.worker = w.name and j.until_ms > ",
                INT(now));
    query_value(&l.query, "), case when w.seen_ms >= ", INT(now - WORKER_GONE_MS));
    query_add(&l.query, " then 1 else 0 end from worker w where 1 = 1");
    query_and(&l.query, "w.seen_ms >= ", INT(seen_since_ms));
    query_page(&l.query, "w.name", max);
    return store_list(s, &l, n, e);
}

int store_working(struct store *s, int64_t *n, struct store_error *e)
{
    return store_number(s, n, e,
                        "select count(*) from (select name from worker where seen_ms >= $1 union select worker from job"
                        " where state = 'leased' and until_ms > $2) here",
                        ARGS(INT(store_now(s) - WORKER_GONE_MS), INT(store_now(s))));
}
