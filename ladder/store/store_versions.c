/* store_versions: what a bot is at one time: submitted, validated, admitted, disabled, retired. */
#include <string.h>

#include "record/crypto.h"
#include "cli/language.h"
#include "store_legs.h"
#include "store_lines.h"

const char *const version_state_names[VERSION_STATES] = { "pending", "active", "disabled", "retired" };

#define VERSION_FIELDS(X, W) \
    X(INT, id, "v.id") \
    X(INT, bot, "v.bot") \
    X(INT, number, "v.number") \
    X(TEXT, label, "v.label") \
    X(BOOL, remote, "v.remote") \
    X(BLOB_IF, artifact, "v.artifact") \
    X(BLOB_IF, built, "v.built") \
    X(INT, artifact_size, "a.size") \
    X(TEXT, build, "v.build") \
    X(TEXT, run, "v.run") \
    X(BLOB, key, "v.key") \
    X(TEXT, binding, "v.binding") \
    X(BOOL, supersedes, "v.supersedes") \
    W(version_state_names, state, "v.state") \
    X(TEXT, reason, "v.reason") \
    X(INT, created_ms, "v.created_ms")
static ROW_READ(version_read, struct version, VERSION_FIELDS);
#define VERSIONS \
    SELECT(VERSION_FIELDS) \
    " from version v join bot b on b.id = v.bot left join blob a on a.hash = v.artifact where 1 = 1"

/* --- a new one ------------------------------------------------------------------------------------ */

struct submitted {
    const struct version *version;
    const int64_t *ladders;
    size_t count;
};

static void validation_queue(struct db *db, int64_t version)
{
    db_do(
        db,
        "insert into job(kind, version, remote, held, state, priority, ready_ms, worker, until_ms,"
        " attempt, failures, reason, created_ms, done_ms, line) select 'validate', v.id, v.remote, p.closed, 'queued',"
        " 1000, 0, '', 0, 0, 0, '', $2, 0, " VALIDATION_LINE
        " from version v join bot b on b.id = v.bot join person p on p.id = b.person where "
        "v.id = $1",
        ARGS(INT(version), INT(store_now(db->store))));
    db_touch(db, TOPIC_JOBS);
}

/* In every running ladder event of the ladders that were asked for. */
static void enter(struct db *db, const struct submitted *a, int64_t id)
{
    for (size_t i = 0; i < a->count; i++) {
        if (db_number(db, 0, "select count(*) from ladder where id = $1 and closed = 0", ARGS(INT(a->ladders[i]))) == 0)
            db_refuse(db, STORE_INVALID, N_("there is no open ladder %lld"), (long long)a->ladders[i]);
        db_do(db,
              "insert into entry(event, version, second, third, fourth, seed, out, reason, created_ms)"
              " select v.id, $2, null, null, null, 0, 0, '', $3 from event v where v.ladder = $1 and v.kind"
              " = 'ladder' and v.state in ('running', 'paused')",
              ARGS(INT(a->ladders[i]), INT(id), INT(store_now(db->store))));
    }
}

/* A key is one bot's: two cannot be told apart at the door. */
static void nobody_elses(struct db *db, const struct version *v)
{
    char name[2 * STORE_KEY + 1];
    tx_hold(db, hex_text(name, v->key, STORE_KEY));
    if (db_number(db, 0, "select count(*) from version where key = $1 and bot <> $2",
                  ARGS(BLOB(v->key, STORE_KEY), INT(v->bot))))
        db_refuse(db, STORE_INVALID,
                  N_("this key is another bot's already: make one for this bot with `fiel keys new`"));
}

static void version_add(struct db *db, void *arg)
{
    struct change *a = arg;
    const struct submitted *all = a->what;
    const struct version *v = all->version;
    int64_t number, now = store_now(db->store);
    if (!db_do(db, "update bot set about = about where id = $1", ARGS(INT(v->bot)))) /* one number for one version */
        db_refuse(db, STORE_INVALID, N_("there is no bot %lld"), (long long)v->bot);
    if (v->remote)
        nobody_elses(db, v);
    quota_judge(db, QUOTA_WAITING, db_number(db, 0, "select person from bot where id = $1", ARGS(INT(v->bot))));
    number = 1 + db_number(db, 0, "select max(number) from version where bot = $1", ARGS(INT(v->bot)));
    a->id = db_insert(db,
                      "insert into version(bot, number, label, remote, artifact, built, build, run, key, binding,"
                      " supersedes, state, reason, created_ms, changed_ms) values($1, $2, $3, $4, $5, null, $6, $7, $8,"
                      " $9, $10, 'pending', '', $11, $11) returning id",
                      ARGS(INT(v->bot), INT(number), NAME(v->label), INT(v->remote),
                           BLOB_IF(v->has_artifact && !v->remote, v->artifact, STORE_HASH), TEXT(v->build),
                           TEXT(v->run), BLOB_IF(v->remote, v->key, STORE_KEY), LONG(v->binding), INT(v->supersedes),
                           INT(now)));
    enter(db, all, a->id);
    validation_queue(db, a->id);
}

int store_version_add(struct store *s, const struct version *v, const int64_t *ladders, size_t count, int64_t *id,
                      struct store_error *e)
{
    int code = store_add(s, version_add, &(struct submitted){ v, ladders, count }, NULL, id, e);
    if (!code)
        label_forget(s, *id);
    return code;
}

/* --- reading -------------------------------------------------------------------------------------- */

int store_version(struct store *s, int64_t id, struct version *out, struct store_error *e)
{
    struct listing l = { .read = version_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, VERSIONS);
    query_and(&l.query, "v.id = ", INT(id));
    return store_one(s, &l, e, N_("there is no version %lld of a bot"), (long long)id);
}

int store_versions(struct store *s, const struct version_filter *f, struct version *out, size_t max, size_t *n,
                   struct store_error *e)
{
    struct listing l = { .read = version_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, VERSIONS);
    query_and(&l.query, "v.id > ", INT(f->after));
    query_if(&l.query, "v.bot = ", f->bot);
    query_if(&l.query, "b.person = ", f->person);
    if (f->state >= 0)
        query_and(&l.query, "v.state = ", NAME(version_state_names[f->state]));
    query_page(&l.query, f->newest ? "v.id desc" : "v.id", max);
    return store_list(s, &l, n, e);
}

/* --- from one state to another -------------------------------------------------------------------- */

int64_t author_of(struct db *db, int64_t version)
{
    return db_number(db, 0, "select b.person from version v join bot b on b.id = v.bot where v.id = $1",
                     ARGS(INT(version)));
}

int64_t stranger_of(struct db *db, int64_t version)
{
    return db_number(db, 0,
                     "select case when " STRANGER " then p.id else 0 end from version v join bot b on b.id = v.bot join"
                     " person p on p.id = b.person where v.id = $1",
                     ARGS(INT(version)));
}

static bool is_person(struct db *db, int64_t person, const char *name)
{
    char found[STORE_NAME];
    db_text_of(db, found, sizeof found, "select name from person where id = $1", ARGS(INT(person)));
    return !strcmp(found, name);
}

void version_withdraw(struct db *db, int64_t version)
{
    int64_t now = store_now(db->store);
    db_do(db,
          "update job set state = 'cancelled', done_ms = $2, reason = $3 where state in ('queued', 'parked') and event "
          "in (select id from event where kind = 'ladder') and pair"
          " in (select pair from seating where version = $1)",
          ARGS(INT(version), INT(now), TEXT(N_("a bot of it plays no more"))));
    db_do(db,
          "update pair set state = 'void', done_ms = $2 where state = 'open' and id in (select x.pair from"
          " seating x join job j on j.pair = x.pair where x.version = $1 and j.state = 'cancelled')",
          ARGS(INT(version), INT(now)));
}

static void version_move(struct db *db, void *arg)
{
    const struct change *m = arg;
    char text[STORE_TEXT];
    int64_t author = author_of(db, m->id);
    if (!author)
        db_refuse(db, STORE_NOT_FOUND, N_("there is no version %lld of a bot"), (long long)m->id);
    if (m->to == VERSION_PENDING && is_person(db, author, m->actor))
        quota_judge(db, QUOTA_WAITING, author);
    if (!db_do(db, "update version set state = $3, reason = $4, changed_ms = $5 where id = $1 and state = $2",
               ARGS(INT(m->id), NAME(version_state_names[m->from]), NAME(version_state_names[m->to]), TEXT(m->reason),
                    INT(store_now(db->store)))))
        db_refuse(db, STORE_STALE, N_("that version is in another state by now: look again"));
    said_put(text, sizeof text, m->reason,
             m->to == VERSION_DISABLED  ? N_("disabled: %s")
             : m->to == VERSION_RETIRED ? N_("retired: %s")
             : m->to == VERSION_PENDING ? N_("pending: %s")
                                        : N_("active: %s"),
             m->reason);
    if (!db_failed(db) && !is_person(db, author, m->actor))
        notice_write(db, author, m->id, 0, "state", text);
    trail_about(db, m->actor, "version-state", "version", m->id, said_text(text, sizeof text, ENGLISH, text));
    if (m->from == VERSION_ACTIVE)
        version_withdraw(db, m->id);
    if (m->to == VERSION_PENDING)
        validation_queue(db, m->id);
}

int store_version_move(struct store *s, int64_t id, enum version_state from, enum version_state to, const char *reason,
                       const char *actor, struct store_error *e)
{
    return store_write(s, version_move, &(struct change){ id, NULL, actor, reason, (int)from, (int)to }, e);
}

void version_disable(struct db *db, int64_t version, const char *reason, const char *actor)
{
    static const enum version_state from[] = { VERSION_ACTIVE, VERSION_PENDING };
    for (int i = 0; i < 2; i++)
        if (db_number(db, 0, "select count(*) from version where id = $1 and state = $2",
                      ARGS(INT(version), NAME(version_state_names[from[i]]))))
            version_move(db, &(struct change){ version, NULL, actor, reason, (int)from[i], VERSION_DISABLED });
}

/* --- one that keeps failing ------------------------------------------------------------------------ */

/* Its newest matches since it was admitted; a fault that was its own in any of its seats. */
void version_judge(struct db *db, int64_t version)
{
    struct db_rows rows;
    char reason[STORE_TEXT], why[STORE_TEXT];
    int64_t played = 0, faulty = 0;
    if (!db_one(
            db, &rows,
            "select count(*), count(case when faults > 0 then 1 end) from (select max(s.faults) as faults from leg_seat"
            " s join leg l on l.id = s.leg join pair p on p.id = l.pair join version v on v.id = s.version where v.id ="
            " $1 and v.state = 'active' and p.done_ms > v.changed_ms group by s.leg order by s.leg desc limit $2) as"
            " newest",
            ARGS(INT(version), INT(FAILING_OF))))
        return;
    played = db_int(&rows);
    faulty = db_int(&rows);
    db_end(&rows);
    if (faulty < FAILING)
        return;
    /* The newest fault by which it lost a match; "": it lost none. */
    db_text_of(db, why, sizeof why,
               "select l.fault_text from leg_seat s join leg l on l.id = s.leg where s.version = $1 and s.faults > 0"
               " and l.fault_seat = s.seat order by s.leg desc limit 1",
               ARGS(INT(version)));
    if (*why)
        said_put(reason, sizeof reason, why,
                 "at fault in %lld of its newest %lld matches (%s): mend it and submit another version",
                 (long long)faulty, (long long)played, why);
    else
        said_put(reason, sizeof reason, NULL,
                 "at fault in %lld of its newest %lld matches: mend it and submit another version", (long long)faulty,
                 (long long)played);
    version_disable(db, version, reason, "ladder");
}

/* --- how it does ---------------------------------------------------------------------------------- */

ROW_READ(clock_read, struct clock_sums, CLOCK_FIELDS);

static void lately_read(struct db_rows *rows, void *row)
{
    struct version_lately *l = row;
    clock_read(rows, &l->clock);
    l->played = (uint64_t)db_int(rows);
    l->faulty = (uint64_t)db_int(rows);
    l->voids = (uint64_t)db_int(rows);
}

int store_version_lately(struct store *s, int64_t version, size_t legs, struct version_lately *out,
                         struct store_error *e)
{
    struct listing l = { .read = lately_read, .out = out, .size = sizeof *out, .max = 1 };
    query_with(&l.query,
               "select " COLUMNS(CLOCK_FIELDS) "count(*), count(case when faults > 0 then 1 end), (select " COUNTED_SUM(
                   "p.voids") " from (select pair from seating where version = $1 order by pair desc limit $3)"
                              " x join pair p on p.id = x.pair) from (select * from leg_seat where version = $1 order "
                              "by leg desc"
                              " limit $2) as newest",
               ARGS(INT(version), INT((int64_t)legs), INT(OPPONENT_PAIRS)));
    return store_one(s, &l, e, "nothing");
}
