/* store_seasons: records that went with a season: which they are, and which season has them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "store_seasons.h"
#include "store_state.h"

struct going {
    struct season *season;
    const struct season_record *record;
    size_t count;
    const char *actor;
    int64_t id;
    uint64_t gone;
};

/* The season's row, made where it is not there yet; its id. */
static int64_t season_row(struct db *db, const struct season *x, const char *actor)
{
    char text[64];
    int64_t id = db_number(db, 0, "select id from season where ladder = $1 and summary = $2",
                           ARGS(INT(x->ladder), HASH_OF(x->summary)));
    if (id || db_failed(db))
        return id;
    snprintf(text, sizeof text, "%" PRId64 " pairs", x->pairs);
    trail_write(db, actor, "season-let-go", x->name, text);
    return db_insert(db,
                     "insert into season(ladder, name, key, summary, pairs, records, created_ms)"
                     " values($1, $2, $3, $4, $5, 0, $6) returning id",
                     ARGS(INT(x->ladder), NAME(x->name), BLOB(x->key, STORE_KEY), HASH_OF(x->summary), INT(x->pairs),
                          INT(store_now(db->store))));
}

/* Of a pair that counts, of which nobody has to look at the record any more. */
#define MAY_GO \
    "exists(select 1 from leg l join pair p on p.id = l.pair where l.replay = $2 and l.pair = $3 and p.ladder = $4 " \
    "and" \
    " p.state = 'done' and p.rated = 1) and not exists(select 1 from dispute d where d.state = 'open' and d.pair = " \
    "$3)" \
    " and not exists(select 1 from job j where j.again = $3 and j.state in ('queued', 'leased', 'parked'))"

static void let_go(struct db *db, void *arg)
{
    struct going *g = arg;
    g->gone = 0;
    g->id = season_row(db, g->season, g->actor);
    for (size_t i = 0; i < g->count && !db_failed(db); i++)
        g->gone += (uint64_t)db_do(
            db, "update blob set season = $1 where hash = $2 and season = 0 and " MAY_GO,
            ARGS(INT(g->id), HASH_OF(g->record[i].hash), INT(g->record[i].pair), INT(g->season->ladder)));
    db_do(db, "update season set records = records + $2 where id = $1", ARGS(INT(g->id), INT((int64_t)g->gone)));
}

int store_let_go(struct store *s, struct season *season, const struct season_record *record, size_t count,
                 const char *actor, uint64_t *gone, struct store_error *e)
{
    struct going g = { .season = season, .record = record, .count = count, .actor = actor };
    int code = store_write(s, let_go, &g, e);
    season->id = code ? 0 : g.id;
    *gone = code ? 0 : g.gone;
    return code;
}

#define SEASON_FIELDS(X, W) \
    X(INT, id, "id") \
    X(INT, ladder, "ladder") \
    X(TEXT, name, "name") \
    X(BLOB, key, "key") \
    X(BLOB, summary, "summary") \
    X(INT, pairs, "pairs") \
    X(INT, records, "records") \
    X(INT, created_ms, "created_ms")
static ROW_READ(season_read, struct season, SEASON_FIELDS);

int store_seasons(struct store *s, int64_t ladder, int64_t before, struct season *out, size_t max, size_t *n,
                  struct store_error *e)
{
    struct listing l = { .read = season_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(SEASON_FIELDS) " from season where 1 = 1");
    query_and(&l.query, "ladder = ", INT(ladder));
    query_if(&l.query, "id < ", before);
    query_page(&l.query, "id desc", max);
    return store_list(s, &l, n, e);
}
