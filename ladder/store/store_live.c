/* store_live: lines of running matches, public information only, for those who watch; and the numbers of the
 * store. */
#include <string.h>

#include "store_live.h"
#include "store_state.h"

struct lines {
    const struct order *order;
    int64_t first;
    const char *const *line;
    size_t count;
    bool watched;
};

/* By whom it is held, from now on one that tells what it plays. */
static int64_t watched_until(struct db *db, const struct order *o, int64_t now)
{
    int64_t until = db_number(db, -1,
                              "select watched_ms from job where id = $1 and state = 'leased' and worker = $2 and"
                              " attempt = $3 and until_ms > $4",
                              ARGS(INT(o->job), NAME(o->worker), INT(o->attempt), INT(now)));
    if (until < 0)
        db_refuse(db, STORE_STALE, "the lease of job %lld is lost: leave it", (long long)o->job);
    if (!until)
        db_do(db, "update job set watched_ms = 1 where id = $1", ARGS(INT(o->job)));
    return until;
}

static void live_add(struct db *db, void *arg)
{
    const struct lines *l = arg;
    int64_t now = store_now(db->store);
    watched_until(db, l->order, now);
    if (l->first <= db_number(db, 0, "select max(number) from live where job = $1", ARGS(INT(l->order->job))))
        db_refuse(db, STORE_INVALID, "lines of job %lld go up: %lld is too low", (long long)l->order->job,
                  (long long)l->first);
    for (size_t i = 0; i < l->count; i++)
        db_do(db, "insert into live(job, number, line, at_ms) values($1, $2, $3, $4)",
              ARGS(INT(l->order->job), INT(l->first + (int64_t)i), TEXT_UNDER(l->line[i], STORE_LIVE / 2), INT(now)));
    db_do(db, "delete from live where job = $1 and number <= $2",
          ARGS(INT(l->order->job), INT(l->first + (int64_t)l->count - 1 - STORE_LIVE_LINES)));
    db_touch(db, TOPIC_LIVE);
}

int store_live_add(struct store *s, const struct order *o, int64_t first, const char *const *line, size_t lines,
                   struct store_error *e)
{
    return store_write(s, live_add, &(struct lines){ o, first, line, lines, false }, e);
}

static void live_asked(struct db *db, void *arg)
{
    struct lines *l = arg;
    int64_t now = store_now(db->store);
    l->watched = watched_until(db, l->order, now) > now;
}

int store_live_asked(struct store *s, const struct order *o, bool *watched, struct store_error *e)
{
    struct lines l = { .order = o };
    int bad = store_write(s, live_asked, &l, e);
    *watched = l.watched;
    return bad;
}

int store_live_watch(struct store *s, int64_t job, struct store_error *e)
{
    enum { WATCHED_MS = 30000 };
    int64_t now = store_now(s);
    return store_do(s, e, "update job set watched_ms = $2 where id = $1 and watched_ms < $3",
                    ARGS(INT(job), INT(now + WATCHED_MS), INT(now + WATCHED_MS / 2)));
}

static void live_read(struct db_rows *rows, void *row)
{
    struct live_match *m = row;
    m->job = db_int(rows);
    m->started_ms = db_int(rows);
    m->last = db_int(rows);
    pair_read(rows, &m->lineup);
    m->pair = m->lineup.id;
    m->ladder = m->lineup.ladder;
}

static void live_query(struct listing *l, struct live_match *out, size_t max)
{
    *l = (struct listing){ .read = live_read, .out = out, .size = sizeof *out, .max = max };
    query_start(
        &l->query,
        "select j.id, j.begun_ms, coalesce((select max(number) from live v where v.job = j.id), 0), " COLUMNS(
            PAIR_FIELDS) "0 from job j join pair p on p.id = j.pair where j.state = 'leased' and j.watched_ms > 0"
                         " and" SHOWN);
}

int store_live(struct store *s, struct live_match *out, size_t max, size_t *n, struct store_error *e)
{
    struct listing l;
    live_query(&l, out, max);
    query_page(&l.query, "j.id", max);
    return store_list(s, &l, n, e);
}

int store_live_of(struct store *s, int64_t pair, struct live_match *out, struct store_error *e)
{
    struct listing l;
    live_query(&l, out, 1);
    query_and(&l.query, "p.id = ", INT(pair));
    return store_one(s, &l, e, N_("pair %lld is not being played now"), (long long)pair);
}

struct watching {
    int64_t job, after, last;
    char *text;
};

static void live_lines(struct db *db, void *arg)
{
    struct watching *w = arg;
    struct db_rows rows;
    size_t used = 0;
    w->last = w->after;
    w->text[0] = '\0';
    db_query(db, &rows, "select number, line from live where job = $1 and number > $2 order by number limit 1000",
             ARGS(INT(w->job), INT(w->after)));
    while (db_next(&rows)) {
        char line[STORE_LIVE / 2];
        int64_t number = db_int(&rows);
        db_array(&rows, line);
        size_t size = strlen(line);
        if (used + size + 2 > STORE_LIVE) {
            db_end(&rows);
            break;
        }
        if (used)
            w->text[used++] = '\n';
        memcpy(w->text + used, line, size + 1);
        used += size;
        w->last = number;
    }
}

int store_live_lines(struct store *s, int64_t job, int64_t after, char text[STORE_LIVE], int64_t *last,
                     struct store_error *e)
{
    struct watching w = { job, after, after, text };
    int code = store_read(s, live_lines, &w, e);
    *last = w.last;
    return code;
}

/* --- numbers -------------------------------------------------------------------------------------- */

static void by_state(struct db *db, const char *sql, const char *const *names, int states, uint64_t *out)
{
    struct db_rows rows;
    db_query(db, &rows, sql, NONE);
    while (db_next(&rows)) {
        int state = db_word(&rows, names, states);
        out[state] = (uint64_t)db_int(&rows);
    }
}

static uint64_t number(struct db *db, const char *sql) { return (uint64_t)db_number(db, 0, sql, NONE); }

static void counts(struct db *db, void *arg)
{
    struct store_counts *c = arg;
    memset(c, 0, sizeof *c);
    by_state(db, "select state, count(*) from version group by state", version_state_names, VERSION_STATES,
             c->versions);
    by_state(db, "select state, count(*) from job group by state", job_state_names, JOB_STATES, c->jobs);
    by_state(db, "select state, count(*) from pair group by state", pair_state_names, PAIR_STATES, c->pairs);
    c->people = number(db, "select count(*) from person");
    c->bots = number(db, "select count(*) from bot");
    c->legs = number(db, "select count(*) from leg");
    c->blobs = number(db, "select count(*) from blob");
    c->blob_bytes = number(db, "select cast(sum(size) as bigint) from blob");
    c->disputes_open = number(db, "select count(*) from dispute where state = 'open'");
    c->oldest_queued_ms = db_number(db, 0,
                                    "select min(created_ms) from job where state = 'queued' and held = 0 and"
                                    " ready_ms <= $1",
                                    ARGS(INT(store_now(db->store))));
}

int store_counts(struct store *s, struct store_counts *out, struct store_error *e)
{
    return store_read(s, counts, out, e);
}

/* --- how it does, for metrics --------------------------------------------------------------------- */

#define FAULT_FIELDS(X, W) \
    X(INT, fault, "fault") \
    X(INT, legs, "count(*)")
static ROW_READ(fault_read, struct store_fault, FAULT_FIELDS);

int store_faults(struct store *s, struct store_fault *out, size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = fault_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(FAULT_FIELDS) " from leg where fault <> 0 group by fault order by fault");
    return store_list(s, &l, n, e);
}

int store_clock_sums(struct store *s, struct clock_sums *out, struct store_error *e)
{
    struct listing l = { .read = clock_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, SELECT(CLOCK_FIELDS) " from leg_seat");
    return store_one(s, &l, e, "nothing");
}

#define VOIDS_FIELDS(X, W) \
    X(TEXT, author, "o.name") \
    X(TEXT, name, "b.name") \
    X(INT, voids, "x.voids")
static ROW_READ(voids_read, struct bot_voids, VOIDS_FIELDS);

int store_voids(struct store *s, struct bot_voids *out, size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = voids_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(VOIDS_FIELDS) " from (select bot, cast(sum(voids) as bigint) as voids from (select"
                                               " distinct v.bot, p.id, p.voids from pair p join seating t on t.pair = "
                                               "p.id join version v on v.id ="
                                               " t.version where p.voids > 0) d group by bot) x join bot b on b.id = "
                                               "x.bot join person o on o.id ="
                                               " b.person where 1 = 1");
    query_page(&l.query, "x.voids desc, b.id", max);
    return store_list(s, &l, n, e);
}
