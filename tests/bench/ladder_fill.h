/* ladder_fill: a store with a thousand bots and hundreds of thousands of results, in seconds.
 *
 * The rows of pairs, legs and jobs are written by statements of this file's own, beside the store's calls: filing one
 * by one would be the measurement of another bench.  Results follow from strengths that grow evenly with the bot's
 * number, drawn by arithmetic that both databases do alike. */
#ifndef FIEL_BENCH_LADDER_FILL_H
#define FIEL_BENCH_LADDER_FILL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store_people.h"
#include "store/store_state.h"

#define FINE(call) \
    do { \
        if ((call) != STORE_OK) { \
            fprintf(stderr, "%s: %s\n", #call, e.text); \
            exit(3); \
        } \
    } while (0)

struct filling {
    int64_t bots, pairs, ladder, event, person, first_version;
    uint8_t replay[STORE_HASH], artifact[STORE_HASH];
};

/* n: 1, 2, ... to what is wanted.  `draw` is the pair's lot, 0 to 9999; bot a is above bot b by a - b. */
#define NUMBERS(most) \
    "with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < " most ") "

static const char *const fill_bots[] = {
    NUMBERS("$1") "insert into bot(person, name, about, created_ms) select $2, 'bot' || i, 'number ' || i, i from n",
    NUMBERS("$1") "insert into version(bot, number, label, remote, artifact, build, run, binding, supersedes, state, "
                  "reason,"
                  " created_ms, changed_ms) select i, 1, '', 0, $3, '', './bot', '', 1, 'active', '', i, i from n "
                  "where $2 = $2",
    NUMBERS("$1") "insert into entry(event, version, seed, out, reason, created_ms) select $2, i, 0, 0, '', i from n",
};

/* Bot a and bot b of pair i: b is one to bots - 1 further round; the gap changes from round to round. */
#define A "(i % $1)"
#define B "((i % $1 + 1 + (i / $1 * 7919 + i * 31) % ($1 - 1)) % $1)"
#define DRAW(k) "((i * 48271 + " k " * 7907 + i / 7 * 104729) % 10007)"
#define CHANCE "(5003 + (" A " - " B ") * 3000 / $1)"
#define WON(k) "(case when " DRAW(k) " < " CHANCE " then 1 else 0 end)"

static const char fill_pairs[] = NUMBERS(
    "$2") "insert into pair(ladder, event, round, slot, seats, legs, seat0, seat1, rated, priority, state, score, "
          "margin,"
          " hands, created_ms, done_ms) select $3, $4, i / 100, i % 100, 2, 2, 1 + " A ", 1 + " B
          ", 1, 0, 'done', 2 * (" WON("0") " + " WON("1") "), 12 * (" WON("0") " + " WON(
              "1") " - 1) + i % 5 - 2, 24, i * 1000, i * 1000 + 900 from n";
static const char
    fill_seats[] = "insert into seating(version, pair) select seat0, id from pair union all select seat1, id from pair";
static const char fill_jobs[] = "insert into job(kind, pair, event, remote, held, state, priority, ready_ms, worker, "
                                "until_ms, attempt, failures, reason,"
                                " created_ms, done_ms) select 'play', id, event, 0, 1, 'done', 0, 0, 'w1', 0, 1, 0, "
                                "'', created_ms, done_ms from pair";
/* One leg in five hundred ends by a fault of seat 1. */
static const char fill_legs_sqlite[] = "insert into leg(pair, ladder, leg, match_id, winner, points0, points1, "
                                       "points2, games0, games1, games2, hands, fault,"
                                       " fault_seat, fault_text, started_ms, ended_ms, log_index, replay, arbiter, "
                                       "signature, worker) select p.id, p.ladder, k.i,"
                                       " cast(printf('%030d%02d', p.id, k.i) as blob), case when p.score / 2 > k.i "
                                       "then k.i else 1 - k.i end, 15, 15, 0, 1, 0, 0, 12,"
                                       " case when p.id % 500 = 0 then 1 else 0 end, case when p.id % 500 = 0 then 1 "
                                       "else -1 end, case when p.id % 500 = 0 then"
                                       " 'timeout' else '' end, p.created_ms, p.done_ms, -1, $1, zeroblob(32), "
                                       "zeroblob(64), 'w1' from pair p, (select 0 as i union all"
                                       " select 1) k order by p.id, k.i";
static const char fill_legs_pg[] =
    "insert into leg(pair, ladder, leg, match_id, winner, points0, points1, points2, games0, games1, games2, hands, "
    "fault,"
    " fault_seat, fault_text, started_ms, ended_ms, log_index, replay, arbiter, signature, worker) select p.id, "
    "p.ladder, k.i,"
    " convert_to(lpad(p.id::text, 30, '0') || lpad(k.i::text, 2, '0'), 'UTF8'), case when p.score / 2 > k.i then k.i "
    "else 1 - k.i"
    " end, 15, 15, 0, 1, 0, 0, 12, case when p.id % 500 = 0 then 1 else 0 end, case when p.id % 500 = 0 then 1 else -1 "
    "end, case"
    " when p.id % 500 = 0 then 'timeout' else '' end, p.created_ms, p.done_ms, -1, $1, decode(repeat('00', 32), 'hex'),"
    " decode(repeat('00', 64), 'hex'), 'w1' from pair p, (select 0 as i union all select 1) k order by p.id, k.i";
static const char fill_leg_seats[] = "insert into leg_seat(leg, seat, version, faults, decisions, used_us, worst_us) "
                                     "select l.id, k.i, case when (l.leg + k.i) % 2 ="
                                     " 0 then p.seat0 else p.seat1 end, case when l.fault_seat = k.i then 1 else 0 "
                                     "end, 60, 9000, 700 from leg l join pair p on p.id"
                                     " = l.pair, (select 0 as i union all select 1) k";

/* Whatever a large ladder's statements are planned by. */
static void fill_rows(struct db *db, void *arg)
{
    const struct filling *f = arg;
    db_do(db, fill_bots[0], ARGS(INT(f->bots), INT(f->person)));
    db_do(db, fill_bots[1], ARGS(INT(f->bots), INT(0), HASH_OF(f->artifact)));
    db_do(db, fill_bots[2], ARGS(INT(f->bots), INT(f->event)));
    db_do(db, fill_pairs, ARGS(INT(f->bots), INT(f->pairs), INT(f->ladder), INT(f->event)));
    db_do(db, fill_seats, NONE);
    db_do(db, fill_jobs, NONE);
    db_do(db, db->dialect == DB_PG ? fill_legs_pg : fill_legs_sqlite, ARGS(HASH_OF(f->replay)));
    db_do(db, fill_leg_seats, NONE);
    db_do(db, "update ladder set serial = serial + 1 where id = $1", ARGS(INT(f->ladder)));
}

/* What PostgreSQL does by itself a minute later. */
static void fill_known(struct db *db, void *arg)
{
    (void)arg;
    db_script(db, "analyze");
}

/* Into an empty store; the event is paused, so that nobody plans. */
static inline void fill_store(struct store *s, struct filling *f, const void *replay, size_t size)
{
    struct store_error e;
    struct person p = { .name = "ana", .role = ROLE_AUTHOR };
    struct ladder l = {
        .code = "argentino-1v1", .name = "Argentino", .rules = "argentino", .seats = 2, .games = 1, .legs = 2
    };
    struct event v = { .kind = EVENT_LADDER, .name = "always", .cfg = "{}", .state = EVENT_PAUSED, .rated = true };
    FINE(store_person_add(s, &p, &f->person, &e));
    FINE(store_ladder_add(s, &l, &f->ladder, &e));
    v.ladder = f->ladder;
    FINE(store_event_add(s, &v, "ana", &f->event, &e));
    FINE(store_put(s, replay, size, f->replay, &e));
    FINE(store_put(s, "bot", 3, f->artifact, &e));
    FINE(store_write(s, fill_rows, f, &e));
    if (s->dialect == DB_PG)
        FINE(store_write(s, fill_known, NULL, &e));
}

#endif
