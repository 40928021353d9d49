/* store_people: accounts, their sessions, limits on rate, settings. */
#include <stdio.h>
#include <string.h>

#include "store_people.h"
#include "store_state.h"
#include "cli/language.h"

const char *const role_names[ROLES] = { "visitor", "author", "host" };

#define PERSON_FIELDS(X, W) \
    X(INT, id, "p.id") \
    X(TEXT, name, "p.name") \
    W(role_names, role, "p.role") \
    X(BOOL, closed, "p.closed") \
    X(TEXT, password, "p.password") \
    X(BLOB_IF, key, "p.key") \
    X(INT, created_ms, "p.created_ms")
static ROW_READ(person_read, struct person, PERSON_FIELDS);

/* A name as the eye takes it: I l 1, O 0 and rn m are one, and what parts its letters is nothing. */
#define SEEN(name) \
    "lower(replace(replace(replace(replace(replace(replace(replace(" name \
    ", 'I', 'l'), '1', 'l'), '0', 'o'), 'rn', 'm'), '-', ''), '_', ''), '.', ''))"

static void person_add(struct db *db, void *arg)
{
    struct change *a = arg;
    const struct person *p = a->what;
    if (db_number(db, 0, "select count(*) from person where lower(name) = lower($1) or " SEEN("name") " = " SEEN("$1"),
                  ARGS(NAME(p->name)))) {
        db_refuse(db, STORE_EXISTS, N_("the name %s is taken, or looks like another: choose another one"), p->name);
        return;
    }
    a->id = db_insert(db,
                      "insert into person(name, role, closed, password, key, created_ms) values($1, $2, $3,"
                      " $4, $5, $6) returning id",
                      ARGS(NAME(p->name), NAME(role_names[p->role]), INT(p->closed),
                           TEXT_UNDER(p->password, STORE_PASSWORD), BLOB_IF(p->has_key, p->key, STORE_KEY),
                           INT(store_now(db->store))));
}

int store_person_add(struct store *s, const struct person *p, int64_t *id, struct store_error *e)
{
    return store_add(s, person_add, p, NULL, id, e);
}

struct adding_people {
    const struct person *p;
    size_t n, at;
};

static void people_add(struct db *db, void *arg)
{
    struct adding_people *a = arg;
    for (a->at = 0; a->at < a->n; a->at++) {
        person_add(db, &(struct change){ .what = &a->p[a->at] });
        if (db_failed(db))
            return;
    }
}

int store_people_add(struct store *s, const struct person *p, size_t n, size_t *at, struct store_error *e)
{
    struct adding_people a = { p, n, 0 };
    int code = store_write(s, people_add, &a, e);
    *at = a.at;
    return code;
}

static int person_find(struct store *s, const char *where, struct db_value v, struct person *out, struct store_error *e)
{
    struct listing l = { .read = person_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, SELECT(PERSON_FIELDS) " from person p where 1 = 1");
    query_and(&l.query, where, v);
    return store_one(s, &l, e, N_("there is no such person: write the name as it is"));
}

int store_person(struct store *s, int64_t id, struct person *out, struct store_error *e)
{
    return person_find(s, "p.id = ", INT(id), out, e);
}

int store_person_named(struct store *s, const char *name, struct person *out, struct store_error *e)
{
    return person_find(s, "p.name = ", NAME(name), out, e);
}

int store_person_keyed(struct store *s, const uint8_t key[STORE_KEY], struct person *out, struct store_error *e)
{
    return person_find(s, "p.key = ", BLOB(key, STORE_KEY), out, e);
}

/* Somebody has to be able to come in who may do everything: one with neither password nor key is not. */
static void keep_a_host(struct db *db, const struct person *old, const struct person *now)
{
    bool was = old->role == ROLE_HOST && !old->closed, is = now->role == ROLE_HOST && !now->closed;
    if (was && !is &&
        db_number(db, 0,
                  "select count(*) from person where role = 'host' and closed = 0 and id <> $1 and "
                  "(length(password) > 0 or key is not null)",
                  ARGS(INT(now->id))) == 0)
        db_refuse(db, STORE_INVALID, N_("%s is the last host: make another one before"), old->name);
}

static void tell_changes(struct db *db, const char *actor, const struct person *old, const struct person *now)
{
    if (old->role != now->role)
        trail_about(db, actor, "person-role", "person", now->id, role_names[now->role]);
    if (old->closed != now->closed)
        trail_about(db, actor, now->closed ? "person-closed" : "person-opened", "person", now->id, "");
    if (strcmp(old->password, now->password))
        trail_about(db, actor, "person-password", "person", now->id, "");
}

static void person_change(struct db *db, void *arg)
{
    const struct change *c = arg;
    const struct person_change *w = c->what;
    struct person old = { 0 }, now;
    db_do(db, "update person set role = role where id = $1", ARGS(INT(c->id))); /* PostgreSQL: who changes it waits */
    if (!db_row(db, person_read, &old, SELECT(PERSON_FIELDS) " from person p where p.id = $1", ARGS(INT(c->id)))) {
        db_refuse(db, STORE_NOT_FOUND, N_("there is no person %lld"), (long long)c->id);
        return;
    }
    now = old;
    if (w->sets_role)
        now.role = w->role;
    if (w->sets_closed)
        now.closed = w->closed;
    if (w->password)
        text_cut(now.password, sizeof now.password, w->password);
    if (w->sets_key && (now.has_key = w->key))
        memcpy(now.key, w->key, STORE_KEY);
    keep_a_host(db, &old, &now);
    db_do(db, "update person set role = $2, closed = $3, password = $4, key = $5 where id = $1",
          ARGS(INT(now.id), NAME(role_names[now.role]), INT(now.closed), TEXT_UNDER(now.password, STORE_PASSWORD),
               BLOB_IF(now.has_key, now.key, STORE_KEY)));
    if (now.closed || w->password || w->sets_key)
        db_do(db, "delete from session where person = $1", ARGS(INT(now.id)));
    db_touch(db, TOPIC_RESULTS); /* tables end, too: playroom_heed_closed */
    tell_changes(db, c->actor, &old, &now);
    if (!db_failed(db) && old.closed != now.closed)
        now.closed ? bots_stop(db, now.id, c->actor) : bots_go_on(db, now.id);
}

int store_person_change(struct store *s, int64_t person, const struct person_change *what, const char *actor,
                        struct store_error *e)
{
    return store_write(s, person_change, &(struct change){ .id = person, .what = what, .actor = actor }, e);
}

int store_people(struct store *s, int64_t after, struct person *out, size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = person_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(PERSON_FIELDS) " from person p where 1 = 1");
    query_and(&l.query, "p.id > ", INT(after));
    query_page(&l.query, "p.id", max);
    return store_list(s, &l, n, e);
}

/* --- sessions ------------------------------------------------------------------------------------- */

#define SESSION_FIELDS(X, W) \
    X(BLOB, hash, "c.hash") \
    X(INT, person, "c.person") \
    X(TEXT, kind, "c.kind") \
    X(TEXT, label, "c.label") \
    X(INT, created_ms, "c.created_ms") \
    X(INT, used_ms, "c.used_ms") \
    X(INT, expires_ms, "c.expires_ms")
static ROW_READ(session_read, struct session, SESSION_FIELDS);

static void session_add(struct db *db, void *arg)
{
    const struct change *a = arg;
    const struct session *c = a->what;
    int64_t now = store_now(db->store);
    if (!db_number(db, 0, "select count(*) from person where id = $1 and closed = 0", ARGS(INT(c->person))))
        db_refuse(db, STORE_NOT_FOUND, N_("there is no such person: write the name as it is"));
    db_do(db, "delete from session where person = $1 and expires_ms <= $2", ARGS(INT(c->person), INT(now)));
    db_do(db,
          "insert into session(hash, person, kind, label, created_ms, used_ms, expires_ms) values($1, $2,"
          " $3, $4, $5, $5, $6)",
          ARGS(HASH_OF(c->hash), INT(c->person), TEXT_UNDER(c->kind, sizeof c->kind), NAME(c->label), INT(now),
               INT(c->expires_ms)));
}

int store_session_add(struct store *s, const struct session *c, struct store_error *e)
{
    return store_write(s, session_add, &(struct change){ .what = c }, e);
}

struct entering {
    struct session session;
    struct person person;
};

static void entering_read(struct db_rows *rows, void *row)
{
    struct entering *n = row;
    session_read(rows, &n->session);
    person_read(rows, &n->person);
}

int store_session(struct store *s, const uint8_t hash[STORE_HASH], struct session *out, struct person *who,
                  struct store_error *e)
{
    struct entering n;
    struct listing l = { .read = entering_read, .out = &n, .size = sizeof n, .max = 1 };
    struct store_error ignored;
    query_with(&l.query,
               "select " COLUMNS(SESSION_FIELDS) COLUMNS(PERSON_FIELDS) "0 from session c join person p on p.id ="
                                                                        " c.person where c.hash = $1 and c.expires_ms >"
                                                                        " $2 and p.closed = 0",
               ARGS(HASH_OF(hash), INT(store_now(s))));
    if (store_one(s, &l, e, N_("there is no such session, or it is over: log in again")))
        return (int)e->code;
    *out = n.session;
    *who = n.person;
    if (s->mode != STORE_READ && store_now(s) - out->used_ms >= 60000) /* a hint: nobody is turned away for it */
        store_do(s, &ignored, "update session set used_ms = $2 where hash = $1",
                 ARGS(HASH_OF(hash), INT(store_now(s))));
    return STORE_OK;
}

static void session_end(struct db *db, void *arg)
{
    const struct change *c = arg;
    db_do(db, "delete from session where hash = $1", ARGS(HASH_OF(c->what)));
    db_touch(db, TOPIC_RESULTS); /* its table ends: playroom_heed_closed */
}

int store_session_end(struct store *s, const uint8_t hash[STORE_HASH], struct store_error *e)
{
    return store_write(s, session_end, &(struct change){ .what = hash }, e);
}

int store_sessions(struct store *s, int64_t person, struct session *out, size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = session_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(SESSION_FIELDS) " from session c where 1 = 1");
    query_and(&l.query, "c.person = ", INT(person));
    query_and(&l.query, "c.expires_ms > ", INT(store_now(s)));
    query_page(&l.query, "c.created_ms desc, c.hash", max);
    return store_list(s, &l, n, e);
}

/* --- limits on rate ------------------------------------------------------------------------------- */

struct taking {
    const char *name;
    int64_t limit, window_ms, again_ms;
    bool refused;
};

/* The row is made or begun again when its window is over, else counted up: one statement, so two cannot take
 * the same. */
static int64_t take_one(struct db *db, struct taking *t)
{
    struct db_rows rows;
    int64_t now = store_now(db->store), used;
    if (!db_one(db, &rows,
                "insert into budget(name, begun_ms, used) values($1, $2, 1) on conflict(name) do update set"
                " used = case when budget.begun_ms + $3 <= $2 then 1 else budget.used + 1 end, begun_ms ="
                " case when budget.begun_ms + $3 <= $2 then $2 else budget.begun_ms end returning begun_ms,"
                " used",
                ARGS(TEXT(t->name), INT(now), INT(t->window_ms))))
        return 0;
    t->again_ms = db_int(&rows) + t->window_ms;
    used = db_int(&rows);
    db_end(&rows);
    if (used % 64 == 0)
        db_do(db, "delete from budget where begun_ms < $1", ARGS(INT(now - 30 * 86400000LL)));
    return used;
}

int64_t budget_take(struct db *db, const char *name, int64_t window_ms)
{
    return take_one(db, &(struct taking){ .name = name, .window_ms = window_ms });
}

static void take(struct db *db, void *arg)
{
    struct taking *t = arg;
    t->refused = take_one(db, t) > t->limit;
}

int store_take(struct store *s, const char *name, int64_t limit, int64_t window_ms, int64_t *again_ms,
               struct store_error *e)
{
    struct taking t = { .name = name, .limit = limit, .window_ms = window_ms };
    int code = store_write(s, take, &t, e);
    *again_ms = t.again_ms;
    if (!code && t.refused)
        return store_fail(e, STORE_STALE, N_("too often: try again in %lld seconds"),
                          (long long)((t.again_ms - store_now(s) + 999) / 1000));
    return code;
}

int store_taken(struct store *s, const char *name, int64_t *used, struct store_error *e)
{
    return store_number(s, used, e, "select used from budget where name = $1", ARGS(TEXT(name)));
}

int store_untake(struct store *s, const char *name, struct store_error *e)
{
    return store_do(s, e, "update budget set used = used - 1 where name = $1 and used > 0", ARGS(TEXT(name)));
}

void tx_hold(struct db *db, const char *name)
{
    char row[STORE_LONG];
    snprintf(row, sizeof row, "hold:%.*s", STORE_LONG - 8, name);
    if (db->dialect == DB_PG)
        db_do(db,
              "insert into budget(name, begun_ms, used) values($1, $2, 0) on conflict(name) do update set begun_ms ="
              " excluded.begun_ms",
              ARGS(LONG(row), INT(store_now(db->store))));
}
