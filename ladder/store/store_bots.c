/* store_bots: bots and who wrote them. */
#include "store_state.h"

/* With its newest version. */
#define BOT_FIELDS(X, W) \
    X(INT, id, "b.id") \
    X(INT, person, "b.person") \
    X(TEXT, author, "p.name") \
    X(TEXT, name, "b.name") \
    X(TEXT, about, "b.about") \
    X(INT, created_ms, "b.created_ms") \
    X(BOOL, played, \
      "case when exists(select 1 from seating x join version w on w.id = x.version where w.bot = b.id) then 1 else 0 " \
      "end") \
    X(INT, newest, "coalesce(v.number, 0)") \
    W(version_state_names, state, "coalesce(v.state, 'pending')") \
    X(TEXT, reason, "coalesce(v.reason, '')")
static ROW_READ(bot_read, struct bot, BOT_FIELDS);
#define BOTS \
    SELECT(BOT_FIELDS) \
    " from bot b join person p on p.id = b.person left join version v on v.bot = b.id and" \
    " v.number = (select max(number) from version where bot = b.id) where 1 = 1"

static void bot_add(struct db *db, void *arg)
{
    struct change *a = arg;
    const struct bot *b = a->what;
    quota_judge(db, QUOTA_BOTS, b->person);
    a->id = db_insert(db, "insert into bot(person, name, about, created_ms) values($1, $2, $3, $4) returning id",
                      ARGS(INT(b->person), NAME(b->name), TEXT(b->about), INT(store_now(db->store))));
}

int store_bot_add(struct store *s, const struct bot *b, int64_t *id, struct store_error *e)
{
    return store_add(s, bot_add, b, NULL, id, e);
}

int store_bot_named(struct store *s, const char *author, const char *name, struct bot *out, struct store_error *e)
{
    struct listing l = { .read = bot_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, BOTS);
    query_and(&l.query, "p.name = ", NAME(author));
    query_and(&l.query, "b.name = ", NAME(name));
    return store_one(s, &l, e, N_("there is no such bot: `fiel-ladder bot list` shows them"));
}

static void bot_about(struct db *db, void *arg)
{
    const struct change *t = arg;
    if (!db_do(db, "update bot set about = $2 where id = $1", ARGS(INT(t->id), TEXT(t->what))))
        db_refuse(db, STORE_NOT_FOUND, N_("there is no bot %lld"), (long long)t->id);
}

int store_bot_about(struct store *s, int64_t id, const char *about, struct store_error *e)
{
    return store_write(s, bot_about, &(struct change){ .id = id, .what = about }, e);
}

#define OF_BOT "(select id from version where bot = $1)"

static void bot_remove(struct db *db, void *arg)
{
    static const char *const rows[] = {
        "delete from live where job in (select id from job where version in " OF_BOT ")",
        "delete from job where version in " OF_BOT,
        "delete from validation where version in " OF_BOT,
        "delete from entry where version in " OF_BOT,
        "delete from notice where version in " OF_BOT,
        "delete from version where bot = $1",
        "delete from setting where name = 'untried.' || (select id from bot where id = $1)",
        "delete from bot where id = $1",
    };
    const struct change *c = arg;
    if (!db_do(db, "update bot set about = about where id = $1", ARGS(INT(c->id)))) /* no version is added meanwhile */
        db_refuse(db, STORE_NOT_FOUND, N_("there is no bot %lld"), (long long)c->id);
    if (db_number(db, 0,
                  "select (select count(*) from seating where version in " OF_BOT
                  ") + (select count(*) from job where state = 'leased' and version in " OF_BOT
                  ") + (select count(*) from entry n join event x on x.id = n.event where (n.version in " OF_BOT
                  " and x.kind <> 'ladder') or n.second in " OF_BOT " or n.third in " OF_BOT " or n.fourth in " OF_BOT
                  " or (n.second is not null and n.version in " OF_BOT "))",
                  ARGS(INT(c->id))))
        db_refuse(db, STORE_STALE,
                  N_("a bot that has played, is being tried or is entered in an event stays: retire its versions"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        db_do(db, rows[i], ARGS(INT(c->id)));
    trail_about(db, c->actor, "bot-removed", "bot", c->id, c->what);
}

int store_bot_remove(struct store *s, const struct bot *b, const char *actor, struct store_error *e)
{
    return store_write(s, bot_remove, &(struct change){ .id = b->id, .what = b->name, .actor = actor }, e);
}

int store_bots(struct store *s, int64_t person, int64_t after, struct bot *out, size_t max, size_t *n,
               struct store_error *e)
{
    struct listing l = { .read = bot_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, BOTS);
    query_and(&l.query, "b.id > ", INT(after));
    query_if(&l.query, "b.person = ", person);
    query_page(&l.query, "b.id", max);
    return store_list(s, &l, n, e);
}
