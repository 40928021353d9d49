/* store_bots: bots and who wrote them. */
#include "store_state.h"

/* With its newest version. */
#define BOT \
    "b.id, b.person, p.name, b.name, b.about, b.created_ms, coalesce(v.number, 0), coalesce(v.state, 'pending')," \
    " coalesce(v.reason, '') from bot b join person p on p.id = b.person left join version v on v.bot = b.id and" \
    " v.number = (select max(number) from version where bot = b.id)"

static void bot_read(struct db_rows *rows, void *row)
{
    struct bot *b = row;
    b->id = db_int(rows);
    b->person = db_int(rows);
    db_array(rows, b->author);
    db_array(rows, b->name);
    db_array(rows, b->about);
    b->created_ms = db_int(rows);
    b->newest = db_int(rows);
    b->state = (enum version_state)db_word(rows, version_state_names, VERSION_STATES);
    db_array(rows, b->reason);
}

struct adding {
    const struct bot *bot;
    int64_t id;
};

static void bot_add(struct db *db, void *arg)
{
    struct adding *a = arg;
    quota_judge(db, QUOTA_BOTS, a->bot->person);
    a->id = db_insert(db, "insert into bot(person, name, about, created_ms) values($1, $2, $3, $4) returning id",
                      ARGS(INT(a->bot->person), NAME(a->bot->name), TEXT(a->bot->about), INT(store_now(db->store))));
}

int store_bot_add(struct store *s, const struct bot *b, int64_t *id, struct store_error *e)
{
    struct adding a = { .bot = b };
    int code = store_write(s, bot_add, &a, e);
    *id = code ? 0 : a.id;
    return code;
}

static int bot_one(struct store *s, struct listing *l, struct store_error *e)
{
    size_t n;
    if (store_list(s, l, &n, e))
        return (int)e->code;
    return n ? STORE_OK : store_fail(e, STORE_NOT_FOUND, "there is no such bot: `fiel-ladder bot list` shows them");
}

int store_bot_named(struct store *s, const char *author, const char *name, struct bot *out, struct store_error *e)
{
    struct listing l = { .read = bot_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, "select " BOT " where 1 = 1");
    query_and(&l.query, "p.name = ", NAME(author));
    query_and(&l.query, "b.name = ", NAME(name));
    return bot_one(s, &l, e);
}

struct telling {
    int64_t id;
    const char *about;
};

static void bot_about(struct db *db, void *arg)
{
    const struct telling *t = arg;
    if (!db_do(db, "update bot set about = $2 where id = $1", ARGS(INT(t->id), TEXT(t->about))))
        db_refuse(db, STORE_NOT_FOUND, "there is no bot %lld", (long long)t->id);
}

int store_bot_about(struct store *s, int64_t id, const char *about, struct store_error *e)
{
    struct telling t = { id, about };
    return store_write(s, bot_about, &t, e);
}

int store_bots(struct store *s, int64_t person, int64_t after, struct bot *out, size_t max, size_t *n,
               struct store_error *e)
{
    struct listing l = { .read = bot_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, "select " BOT " where 1 = 1");
    query_and(&l.query, "b.id > ", INT(after));
    if (person)
        query_and(&l.query, "b.person = ", INT(person));
    query_page(&l.query, "b.id", max);
    return store_list(s, &l, n, e);
}
