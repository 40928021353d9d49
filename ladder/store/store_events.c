/* store_events: ladders, the events on them, and who takes part. */
#include <string.h>
#include "store_state.h"

/* --- ladders -------------------------------------------------------------------------------------- */

ROW_READ(ladder_read, struct ladder, LADDER_FIELDS);

static void ladder_add(struct db *db, void *arg)
{
    struct change *a = arg;
    const struct ladder *l = a->what;
    a->id = db_insert(
        db,
        "insert into ladder(code, name, rules, clock, cfg, seats, games, legs, closed, serial, created_ms)"
        " values($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10) returning id",
        ARGS(NAME(l->code), NAME(l->name), LONG(l->rules), TEXT(l->clock), LONG(l->cfg), INT(l->seats), INT(l->games),
             INT(l->legs), INT(l->closed), INT(store_now(db->store))));
}

int store_ladder_add(struct store *s, const struct ladder *l, int64_t *id, struct store_error *e)
{
    return store_add(s, ladder_add, l, NULL, id, e);
}

static void ladder_edit(struct db *db, void *arg)
{
    const struct change *a = arg;
    const struct ladder *l = a->what;
    if (db_number(db, 0, "select count(*) from ladder where id = $1 and (rules <> $2 or clock <> $3)",
                  ARGS(INT(l->id), LONG(l->rules), TEXT(l->clock))) &&
        db_number(db, 0, "select count(*) from (select 1 from pair where ladder = $1 limit 1) x", ARGS(INT(l->id))))
        db_refuse(db, STORE_STALE,
                  N_("pairs were drawn by these rules and this clock: close it, and make another ladder"));
    db_do(db, "update ladder set name = $2, rules = $3, clock = $4, closed = $5 where id = $1",
          ARGS(INT(l->id), NAME(l->name), LONG(l->rules), TEXT(l->clock), INT(l->closed)));
    trail_about(db, a->actor, l->closed ? "ladder-closed" : "ladder-edited", "ladder", l->id, l->name);
}

int store_ladder_edit(struct store *s, const struct ladder *l, const char *actor, struct store_error *e)
{
    return store_write(s, ladder_edit, &(struct change){ .what = l, .actor = actor }, e);
}

static int ladder_find(struct store *s, const char *where, struct db_value v, struct ladder *out, struct store_error *e)
{
    struct listing l = { .read = ladder_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, SELECT(LADDER_FIELDS) " from ladder l where 1 = 1");
    query_and(&l.query, where, v);
    return store_one(s, &l, e, N_("there is no such ladder: choose one of the list"));
}

int store_ladder(struct store *s, int64_t id, struct ladder *out, struct store_error *e)
{
    return ladder_find(s, "l.id = ", INT(id), out, e);
}

int store_ladder_coded(struct store *s, const char *code, struct ladder *out, struct store_error *e)
{
    return ladder_find(s, "l.code = ", NAME(code), out, e);
}

int store_ladders(struct store *s, int64_t after, struct ladder *out, size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = ladder_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(LADDER_FIELDS) " from ladder l where 1 = 1");
    query_and(&l.query, "l.id > ", INT(after));
    query_page(&l.query, "l.id", max);
    return store_list(s, &l, n, e);
}

/* --- events --------------------------------------------------------------------------------------- */

const char *const event_kind_names[EVENT_KINDS] = { "ladder", "roundrobin", "gauntlet", "swiss", "knockout", "sprt" };
const char *const event_state_names[EVENT_STATES] = { "draft", "running", "paused", "done", "cancelled" };

#define EVENT_FIELDS(X, W) \
    X(INT, id, "v.id") \
    X(INT, ladder, "v.ladder") \
    W(event_kind_names, kind, "v.kind") \
    X(TEXT, name, "v.name") \
    X(TEXT, cfg, "v.cfg") \
    W(event_state_names, state, "v.state") \
    X(BOOL, rated, "v.rated") \
    X(INT, round, "v.round") \
    X(TEXT, progress, "v.progress") \
    X(INT, created_ms, "v.created_ms") \
    X(INT, started_ms, "v.started_ms") \
    X(INT, ended_ms, "v.ended_ms")
static ROW_READ(event_read, struct event, EVENT_FIELDS);

static void event_add(struct db *db, void *arg)
{
    struct change *a = arg;
    const struct event *v = a->what;
    int64_t now = store_now(db->store);
    a->id = db_insert(
        db,
        "insert into event(ladder, kind, name, cfg, state, rated, round, progress, created_ms, started_ms,"
        " ended_ms) values($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0) returning id",
        ARGS(INT(v->ladder), NAME(event_kind_names[v->kind]), NAME(v->name), LONG(v->cfg),
             NAME(event_state_names[v->state]), INT(v->rated), INT(v->round), LONG(v->progress), INT(now),
             INT(v->state == EVENT_RUNNING ? now : 0)));
    trail_about(db, a->actor, "event-made", "event", a->id, v->name);
}

int store_event_add(struct store *s, const struct event *v, const char *actor, int64_t *id, struct store_error *e)
{
    return store_add(s, event_add, v, actor, id, e);
}

int store_event(struct store *s, int64_t id, struct event *out, struct store_error *e)
{
    struct listing l = { .read = event_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, SELECT(EVENT_FIELDS) " from event v where 1 = 1");
    query_and(&l.query, "v.id = ", INT(id));
    return store_one(s, &l, e, N_("there is no event %lld: `fiel-ladder event list` shows them"), (long long)id);
}

int store_events(struct store *s, const struct event_filter *f, struct event *out, size_t max, size_t *n,
                 struct store_error *e)
{
    struct listing l = { .read = event_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(EVENT_FIELDS) " from event v where 1 = 1");
    query_if(&l.query, "v.ladder = ", f->ladder);
    if (f->kind >= 0)
        query_and(&l.query, "v.kind = ", NAME(event_kind_names[f->kind]));
    if (f->state >= 0)
        query_and(&l.query, "v.state = ", NAME(event_state_names[f->state]));
    query_if(&l.query, "v.id < ", f->before);
    query_page(&l.query, "v.id desc", max);
    return store_list(s, &l, n, e);
}

static void event_edit(struct db *db, void *arg)
{
    const struct change *a = arg;
    const struct event *v = a->what;
    if (!db_do(db, "update event set name = $2, cfg = $3 where id = $1 and state not in ('done', 'cancelled')",
               ARGS(INT(v->id), NAME(v->name), LONG(v->cfg))))
        db_refuse(db, STORE_STALE, N_("that event is over: what it was stays"));
    trail_about(db, a->actor, "event-edited", "event", v->id, v->name);
}

int store_event_edit(struct store *s, const struct event *v, const char *actor, struct store_error *e)
{
    return store_write(s, event_edit, &(struct change){ .what = v, .actor = actor }, e);
}

static void event_cancel(struct db *db, int64_t event, const char *reason)
{
    int64_t now = store_now(db->store);
    db_do(db,
          "update job set state = 'cancelled', done_ms = $2, reason = $3 where event"
          " = $1 and state in ('queued', 'leased', 'parked')",
          ARGS(INT(event), INT(now), TEXT(reason)));
    db_do(db, "update pair set state = 'void', done_ms = $2 where event = $1 and state = 'open'",
          ARGS(INT(event), INT(now)));
}

static void event_move(struct db *db, void *arg)
{
    const struct change *m = arg;
    int64_t now = store_now(db->store);
    bool ends = m->to == EVENT_DONE || m->to == EVENT_CANCELLED;
    if (!db_do(db,
               "update event set state = $3, started_ms = case when $4 = 1 and started_ms = 0 then $6 else"
               " started_ms end, ended_ms = case when $5 = 1 then $6 else ended_ms end where id = $1 and"
               " state = $2",
               ARGS(INT(m->id), NAME(event_state_names[m->from]), NAME(event_state_names[m->to]),
                    INT(m->to == EVENT_RUNNING), INT(ends), INT(now))))
        db_refuse(db, STORE_STALE, N_("that event is in another state by now: look again"));
    if (ends)
        event_cancel(db, m->id, m->to == EVENT_DONE ? "the event is over" : "the event was cancelled");
    db_do(db, "update job set held = $2 where event = $1 and state in ('queued', 'leased')",
          ARGS(INT(m->id), INT(m->to != EVENT_RUNNING)));
    trail_about(db, m->actor, "event-state", "event", m->id, event_state_names[m->to]);
    if (m->to == EVENT_RUNNING)
        db_touch(db, TOPIC_JOBS);
}

int store_event_move(struct store *s, int64_t id, enum event_state from, enum event_state to, const char *actor,
                     struct store_error *e)
{
    return store_write(s, event_move, &(struct change){ .id = id, .from = (int)from, .to = (int)to, .actor = actor },
                       e);
}

/* --- entries -------------------------------------------------------------------------------------- */

bool event_shown(const struct event *v)
{
    return v->state == EVENT_DONE || v->state == EVENT_CANCELLED || !strstr(v->cfg, "\"hidden\":1");
}

static void entry_add(struct db *db, void *arg)
{
    struct change *a = arg;
    const struct entry *n = a->what;
    if (n->most &&
        db_number(db, 0,
                  "select count(*) from entry n join version v on v.id = n.version join bot b on b.id = v.bot"
                  " where n.event = $1 and b.person = (select b.person from version v join bot b on b.id ="
                  " v.bot where v.id = $2)",
                  ARGS(INT(n->event), INT(n->version[0]))) >= n->most)
        db_refuse(db, STORE_STALE, N_("this event takes %lld bots of one author, and you have as many in it"),
                  (long long)n->most);
    a->id = db_insert(db,
                      "insert into entry(event, version, second, third, fourth, seed, out, reason, created_ms)"
                      " values($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id",
                      ARGS(INT(n->event), INT(n->version[0]), REF(n->version[1]), REF(n->version[2]),
                           REF(n->version[3]), INT(n->seed), INT(n->out), TEXT(n->reason), INT(store_now(db->store))));
}

int store_entry_add(struct store *s, const struct entry *n, int64_t *id, struct store_error *e)
{
    return store_add(s, entry_add, n, NULL, id, e);
}

/* A bot is out as long as its author is closed. */
#define CLOSED \
    "exists(select 1 from version x join bot y on y.id = x.bot join person z on z.id = y.person where z.closed = 1" \
    " and x.id in (n.version, n.second, n.third, n.fourth))"
#define ENTRY_FIELDS(X, W) \
    X(INT, id, "n.id") \
    X(INT, event, "n.event") \
    X(INTS, version, "n.version, n.second, n.third, n.fourth") \
    X(INT, seed, "n.seed") \
    X(BOOL, out, "case when " CLOSED " then 1 else n.out end") \
    X(TEXT, reason, "case when " CLOSED " then 'its author''s account is closed' else n.reason end") \
    X(INT, created_ms, "n.created_ms") \
    W(version_state_names, state, \
      "case when a.state <> 'active' then a.state when b.state <> 'active' then b.state when c.state <> 'active'" \
      " then c.state when d.state <> 'active' then d.state else 'active' end") \
    X(BOOL, remote, "a.remote + coalesce(b.remote, 0) + coalesce(c.remote, 0) + coalesce(d.remote, 0)") \
    X(INT, stranger, \
      "(select case when " STRANGER " then p.id else 0 end from bot y join person p on p.id =" \
      " y.person where y.id = a.bot)")
static ROW_READ(entry_read, struct entry, ENTRY_FIELDS);

int store_entries(struct store *s, int64_t event, int64_t after, struct entry *out, size_t max, size_t *n,
                  struct store_error *e)
{
    struct listing l = { .read = entry_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(ENTRY_FIELDS) " from entry n join version a on a.id = n.version left join version b"
                                               " on b.id = n.second left join version c on c.id = n.third left join"
                                               " version d on d.id = n.fourth where 1 = 1");
    query_and(&l.query, "n.event = ", INT(event));
    query_and(&l.query, "n.id > ", INT(after));
    query_page(&l.query, "n.id", max);
    return store_list(s, &l, n, e);
}
