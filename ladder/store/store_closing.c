/* store_closing: what stops while a bot's author is closed, and goes on when they are not.
 *
 * A pair that is not to be played is settled: of a ladder event or a comparison it is void, as if it had never been planned; in a
 * tournament, which has to come to its end, the side of who is not there loses it without a leg.  Its job says so, and it is
 * rated no more. */
#include "store_state.h"

#define OF_PERSON \
    "(select x.pair from seating x join version v on v.id = x.version join bot b on b.id = v.bot where b.person = $1)"

/* Which sides of a pair have somebody whose author is closed: bit 0 and bit 1. */
static unsigned closed_sides(struct db *db, const struct pair *p)
{
    struct db_rows rows;
    unsigned sides = 0;
    db_query(db, &rows,
             "select x.version from seating x join version v on v.id = x.version join bot b on b.id = v.bot join "
             "person z on z.id"
             " = b.person where x.pair = $1 and z.closed = 1",
             ARGS(INT(p->id)));
    while (db_next(&rows)) {
        int64_t version = db_int(&rows);
        for (int64_t seat = 0; seat < p->seats && seat < STORE_SEATS; seat++)
            if (p->version[seat] == version)
                sides |= 1u << seat % 2;
    }
    return sides;
}

/* The job is over, if nobody has filed it meanwhile. */
static bool end_job(struct db *db, const struct pair *p, const char *state)
{
    return db_do(db,
                 "update job set state = $4, reason = $2, until_ms = 0, done_ms = $3 where pair = $1 and state in "
                 "('queued',"
                 " 'leased', 'parked')",
                 ARGS(INT(p->id), TEXT(STORE_FORFEIT), INT(store_now(db->store)), TEXT(state))) > 0;
}

/* The side that is there wins every game; of two that are not, the first, so that a round is decided. */
static void forfeit(struct db *db, const struct pair *p, unsigned sides)
{
    int64_t score = p->seats % 2 ? -1 : sides == 1 ? 0 : p->of;
    db_do(db,
          "update pair set state = 'done', rated = 0, score = $2, margin = 0, hands = 0, done_ms = $3 where id = $1",
          ARGS(INT(p->id), INT(score), INT(store_now(db->store))));
}

void pair_settle(struct db *db, int64_t id, const char *actor)
{
    struct pair p = { 0 };
    db_row(db, pair_read, &p, SELECT(PAIR_FIELDS) " from pair p where p.id = $1 and p.state = 'open'", ARGS(INT(id)));
    unsigned sides = p.id ? closed_sides(db, &p) : 0;
    if (!sides || db_failed(db))
        return;
    bool tournament = db_number(db, 0, "select count(*) from event where id = $1 and kind not in ('ladder', 'sprt')",
                                ARGS(INT(p.event))) > 0;
    if (!end_job(db, &p, tournament ? "done" : "cancelled"))
        return;
    db_do(db, "delete from live where job in (select id from job where pair = $1)", ARGS(INT(id)));
    if (tournament)
        forfeit(db, &p, sides);
    else
        db_do(db, "update pair set state = 'void', done_ms = $2 where id = $1",
              ARGS(INT(id), INT(store_now(db->store))));
    trail_about(db, actor, tournament ? "pair-forfeited" : "pair-void", "pair", id,
                "the account of a bot's author is closed");
    db_touch(db, TOPIC_RESULTS);
}

void bots_stop(struct db *db, int64_t person, const char *actor)
{
    int64_t id, last = 0;
    db_do(db,
          "update job set state = 'queued', held = 1, until_ms = 0 where kind = 'validate' and state in ('queued', "
          "'leased')"
          " and version in (select v.id from version v join bot b on b.id = v.bot where b.person = $1)",
          ARGS(INT(person)));
    while (!db_failed(db) &&
           (id = db_number(db, 0, "select min(id) from pair where state = 'open' and id > $2 and id in " OF_PERSON,
                           ARGS(INT(person), INT(last))))) {
        pair_settle(db, id, actor);
        last = id;
    }
    db_touch(db, TOPIC_JOBS);
}

void bots_go_on(struct db *db, int64_t person)
{
    db_do(db,
          "update job set held = 0 where kind = 'validate' and state = 'queued' and version in (select v.id from "
          "version v join"
          " bot b on b.id = v.bot where b.person = $1)",
          ARGS(INT(person)));
    db_touch(db, TOPIC_JOBS);
    db_touch(db, TOPIC_RESULTS);
}
