/* store_check: is what is stored whole, and does it fit together? */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "record/crypto.h"
#include "store_state.h"

struct checking {
    store_tell *tell;
    void *arg;
    uint64_t wrong;
    uint8_t hash[256][STORE_HASH]; /* a page of blobs */
    size_t count;
};

static void say(struct checking *c, const char *what, int64_t id, const char *sentence)
{
    char text[512];
    snprintf(text, sizeof text, "%s %" PRId64 ": %s", what, id, sentence);
    c->wrong++;
    c->tell(c->arg, text);
}

/* Each finds the ids of rows that must not be. */
#define LEG_SUM(value) "(select coalesce(sum(" value "), 0) from leg l where l.pair = p.id)"
#define FORFEITED \
    "exists(select 1 from job f where f.pair = p.id and f.state = 'done' and f.reason = 'not played: the account of " \
    "a bot''s" \
    " author is closed')"
#define LEG_OF "(" PAIR_OF " / p.legs)"
#define LEG_SCORE \
    "case when l.fault = 0 and " LEG_OF " > 2 then " LEG_OF \
    " / 2 + (l.games0 - l.games1) * (1 - 2 * (l.leg % 2)) when " \
    "l.winner < 0 then " LEG_OF " / 2 when l.winner = l.leg % 2 then " LEG_OF " else 0 end"
#define PAIR_OF_LINE "cast(substr(t.subject, 6) as bigint)" /* "pair 12" */
#define LEG_COUNT "(select count(*) from leg l where l.pair = p.id)"
static const struct rule {
    const char *what, *sql, *sentence;
} rules[] = {
    { "pair", "select p.id from pair p where p.state = 'done' and " LEG_COUNT " = 0 and not " FORFEITED,
      "it is done, and no leg of it is filed" },
    { "pair", "select p.id from pair p where " FORFEITED " and (p.state <> 'done' or p.rated = 1 or " LEG_COUNT " > 0)",
      "it was not played, and counts" },
    { "pair", "select p.id from pair p where " LEG_COUNT " > p.legs", "it has more legs than were to be played" },
    { "pair", "select p.id from pair p where p.state = 'open' and " LEG_COUNT " > 0",
      "it is open, and a leg of it is filed" },
    { "pair", "select p.id from pair p where p.state = 'done' and p.hands <> " LEG_SUM("l.hands"),
      "its hands are not the sum of its legs'" },
    { "pair",
      "select p.id from pair p where p.state = 'done' and p.score >= 0 and " LEG_SUM(
          "l.fault") " = 0 and p.margin <> " LEG_SUM("case when l.leg % 2 = 0 then l.points0 - l.points1 else "
                                                     "l.points1 - l.points0 end"),
      "its margin is not the sum of its legs'" },
    { "pair",
      "select p.id from pair p where p.state = 'done' and p.score >= 0 and p.score <> " LEG_SUM(
          LEG_SCORE) " + (p.legs - " LEG_COUNT ") * (select " LEG_SCORE
                     " from leg l where l.pair = p.id and l.leg = 0)", /* a leg that was not played is as the first */
      "its score is not what its legs say" },
    { "pair",
      "select p.id from pair p join job j on j.pair = p.id where (p.state = 'done' and j.state <> 'done') or"
      " (p.state = 'open' and j.state in ('done', 'cancelled'))",
      "its job says otherwise" },
    { "pair", "select p.id from pair p where not exists(select 1 from job j where j.pair = p.id)", "it has no job" },
    { "leg",
      "select l.id from leg l join pair p on p.id = l.pair where (select count(*) from leg_seat s where"
      " s.leg = l.id) <> p.seats",
      "it does not have its seats" },
    { "leg",
      "select distinct s.leg from leg_seat s join leg l on l.id = s.leg where not exists (select 1 from"
      " seating x where x.version = s.version and x.pair = l.pair)",
      "a version sat there that is not of its pair" },
    { "leg", "select l.id from leg l where not exists(select 1 from blob b where b.hash = l.replay)",
      "its replay is not there" },
    { "leg", "select l.id from leg l where exists(select 1 from leg o where o.replay = l.replay and o.id < l.id)",
      "its replay is another leg's, too" },
    { "leg",
      "select l.id from leg l where not exists(select 1 from trail t where t.subject = 'pair ' || l.pair and t.action ="
      " 'pair-filed') and l.id > (select min(x.id) from leg x where x.pair = (select " PAIR_OF_LINE
      " from trail t where t.action = 'pair-filed' order by t.id limit 1))",
      "no line of the trail says who filed it" },
    { "trail",
      "select t.id from trail t where t.action = 'pair-filed' and not exists(select 1 from leg l where l.pair"
      " = " PAIR_OF_LINE ")",
      "the pair that it says was filed has no leg" },
    { "job", "select id from job where state = 'leased' and worker = ''", "it is leased to nobody" },
    { "season",
      "select distinct b.season from blob b where b.season <> 0 and not exists(select 1 from season x where"
      " x.id = b.season)",
      "records went with it, and it is not there" },
    { "rating_run", "select r.id from rating_run r join ladder l on l.id = r.ladder where r.serial > l.serial",
      "it knows results that the ladder does not" },
};

static void check_rules(struct db *db, struct checking *c)
{
    struct db_rows rows;
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        db_query(db, &rows, rules[i].sql, NONE);
        while (db_next(&rows))
            say(c, rules[i].what, db_int(&rows), rules[i].sentence);
    }
}

/* PostgreSQL holds its references itself. */
static void check_sqlite(struct db *db, struct checking *c)
{
    struct db_rows rows;
    char text[256];
    db_query(db, &rows, "pragma integrity_check", NONE);
    while (db_next(&rows)) {
        db_array(&rows, text);
        if (strcmp(text, "ok"))
            say(c, "database", 0, text);
    }
    db_query(db, &rows, "pragma foreign_key_check", NONE);
    while (db_next(&rows)) {
        db_array(&rows, text);
        say(c, text, db_int(&rows), "it refers to something that is not there");
    }
}

static void check_trail(struct db *db, struct checking *c)
{
    uint8_t before[STORE_HASH] = { 0 }, now[STORE_HASH];
    struct trail_line line;
    struct db_rows rows;
    db_query(db, &rows, "select id, at_ms, actor, action, subject, detail, hash from trail order by id", NONE);
    while (db_next(&rows)) {
        trail_read(&rows, &line);
        trail_hash(now, before, &line);
        if (memcmp(now, line.hash, STORE_HASH))
            say(c, "trail", line.id, "this line, or the one before it, was changed or taken out");
        memcpy(before, line.hash, STORE_HASH);
    }
}

/* --- what the trail says was done with a pair, against its rows ------------------------------------ */

struct pair_told {
    int64_t id, rated, doubted;
    bool is_void, filed;     /* as the rows say; the trail tells of a filing */
    bool doubt, gone;        /* as the trail says */
    char worker[STORE_NAME]; /* who filed it */
    char filing[STORE_LONG];
};

/* Does the text end so?  Then that is cut off. */
static bool cut_end(char *text, const char *end)
{
    size_t size = strlen(text), less = strlen(end);
    bool ends = size >= less && !strcmp(text + size - less, end);
    if (ends)
        text[size - less] = '\0';
    return ends;
}

/* Lines of before say neither when a leg was played nor whether it counts. */
static void compare_filing(struct db *db, struct checking *c, struct pair_told *t)
{
    char legs[STORE_LEGS * FILED_LEG_TEXT + 16] = "", worker[STORE_NAME];
    uint8_t replay[STORE_HASH];
    struct db_rows rows;
    bool before = strstr(t->filing, ", records ") != NULL, same = true, rated = t->doubted ? t->doubted > 1 : t->rated;
    size_t used = before ? (size_t)snprintf(legs, sizeof legs, ", records") : 0;
    db_query(db, &rows, "select replay, started_ms, ended_ms, worker from leg where pair = $1 order by leg",
             ARGS(INT(t->id)));
    while (db_next(&rows) && used + FILED_LEG_TEXT < sizeof legs) {
        db_blob(&rows, replay, STORE_HASH);
        int64_t started = db_int(&rows), ended = db_int(&rows);
        db_array(&rows, worker);
        same &= !strcmp(worker, t->worker);
        filed_leg_text(legs + used, replay, started, ended);
        if (before)
            memmove(legs + used, legs + used + strlen("; record"), 1 + 2 * STORE_HASH),
                legs[used + 1 + 2 * STORE_HASH] = '\0';
        used += strlen(legs + used);
    }
    db_end(&rows);
    if (!same)
        say(c, "pair", t->id, "another worker filed it, as the trail has it");
    if (!cut_end(t->filing, legs))
        say(c, "pair", t->id, "its legs, or when they were played, are not what was filed, as the trail has it");
    else if (!before && !cut_end(t->filing, rated ? FILED_RATED : FILED_UNRATED))
        say(c, "pair", t->id,
            rated ? "it counts, and was filed as one that does not, as the trail has it"
                  : "it does not count, and was filed as one that does, as the trail has it");
}

static void compare_told(struct db *db, struct checking *c, struct pair_told *t)
{
    if (!t->filed)
        return;
    compare_filing(db, c, t);
    if (t->is_void != t->gone)
        say(c, "pair", t->id,
            t->gone ? "it counts, and the trail says that it is void"
                    : "it is void, and the trail does not say that anybody made it so");
    else if (!t->gone && t->doubt != (t->doubted > 0))
        say(c, "pair", t->id,
            t->doubt ? "it counts, and the trail says that it is in doubt"
                     : "it is in doubt, and the trail does not say so");
}

static void take_told(struct pair_told *t, const char *actor, const char *action, const char *detail)
{
    if (!strcmp(action, "pair-filed")) {
        t->filed = true;
        snprintf(t->worker, sizeof t->worker, "%s", actor);
        snprintf(t->filing, sizeof t->filing, "%s", detail);
    }
    t->gone |= !strcmp(action, "pair-void") || !strcmp(action, "pair-replayed");
    t->doubt = strcmp(action, "pair-stands") != 0 && (t->doubt || !strcmp(action, "pair-in-doubt"));
}

static void check_pairs(struct db *db, struct checking *c)
{
    struct pair_told t;
    char state[16], actor[STORE_NAME], action[STORE_NAME], detail[STORE_LONG];
    struct db_rows rows;
    t = (struct pair_told){ 0 };
    db_query(
        db, &rows,
        "select p.id, p.state, p.rated, p.doubted, t.actor, t.action, t.detail from pair p join trail t on t.subject"
        " = 'pair ' || p.id where t.action like 'pair-%' order by p.id, t.id",
        NONE);
    while (db_next(&rows)) {
        int64_t id = db_int(&rows);
        if (id != t.id) {
            compare_told(db, c, &t);
            t = (struct pair_told){ .id = id };
        }
        db_array(&rows, state);
        t.is_void = !strcmp(state, pair_state_names[PAIR_VOID]);
        t.rated = db_int(&rows);
        t.doubted = db_int(&rows);
        db_array(&rows, actor);
        db_array(&rows, action);
        db_array(&rows, detail);
        take_told(&t, actor, action, detail);
    }
    compare_told(db, c, &t);
}

static void check_rows(struct db *db, void *arg)
{
    struct checking *c = arg;
    c->wrong = 0;
    if (db->dialect == DB_SQLITE)
        check_sqlite(db, c);
    check_rules(db, c);
    check_trail(db, c);
    check_pairs(db, c);
}

int store_check_rows(struct store *s, store_tell *tell, void *arg, uint64_t *wrong, struct store_error *e)
{
    struct checking c = { .tell = tell, .arg = arg };
    int code = store_read(s, check_rows, &c, e);
    *wrong += c.wrong;
    return code;
}

static void page_of_blobs(struct db *db, void *arg)
{
    struct checking *c = arg;
    struct db_rows rows;
    uint8_t last[STORE_HASH] = { 0 };
    if (c->count)
        memcpy(last, c->hash[c->count - 1], STORE_HASH);
    c->count = 0;
    db_query(db, &rows, "select hash from blob where hash > $1 order by hash limit 256", ARGS(HASH_OF(last)));
    while (db_next(&rows))
        db_blob(&rows, c->hash[c->count++], STORE_HASH);
}

static void check_blob(struct store *s, struct checking *c, const uint8_t hash[STORE_HASH])
{
    AUTO(store_free) struct store_bytes bytes = { 0 };
    struct store_error e;
    int code = store_get(s, hash, &bytes, &e);
    if (!code || code == STORE_NOT_FOUND || code == STORE_LET_GO)
        return; /* it is not here: swept meanwhile, or with a season */
    c->wrong++;
    c->tell(c->arg, e.text);
}

int store_check(struct store *s, store_tell *tell, void *arg, uint64_t *wrong, struct store_error *e)
{
    struct checking c = { .tell = tell, .arg = arg };
    int code = store_read(s, check_rows, &c, e);
    do {
        if (!code)
            code = store_read(s, page_of_blobs, &c, e);
        for (size_t i = 0; !code && i < c.count; i++)
            check_blob(s, &c, c.hash[i]);
    } while (!code && c.count);
    *wrong = c.wrong;
    return code;
}
