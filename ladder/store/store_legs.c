/* store_legs: what was played: the match list, the ratings' input, who met whom. */
#include <string.h>

#include "store_legs.h"
#include "store_state.h"
#include "cli/language.h"

#define LEG_FROM " from leg l join pair p on p.id = l.pair join blob b on b.hash = l.replay where 1 = 1"

#define LEG_FIELDS(X, W) \
    X(INT, id, "l.id") \
    X(INT, pair, "l.pair") \
    X(INT, ladder, "l.ladder") \
    X(INT, event, "p.event") \
    X(INT, leg, "l.leg") \
    X(INT, seats, "p.seats") \
    W(pair_state_names, pair_state, "p.state") \
    X(BLOB, match_id, "l.match_id") \
    X(INT, winner, "l.winner") \
    X(INTS, points, "l.points0, l.points1, l.points2") \
    X(INTS, games, "l.games0, l.games1, l.games2") \
    X(INT, hands, "l.hands") \
    X(INT, fault, "l.fault") \
    X(INT, fault_seat, "l.fault_seat") \
    X(TEXT, fault_text, "l.fault_text") \
    X(INT, started_ms, "l.started_ms") \
    X(INT, ended_ms, "l.ended_ms") \
    X(INT, log_index, "l.log_index") \
    X(BLOB, replay, "l.replay") \
    X(BLOB, arbiter, "l.arbiter") \
    X(BLOB, signature, "l.signature") \
    X(INT, replay_size, "b.size") \
    X(TEXT, worker, "l.worker") \
    X(BOOL, unheld, "l.unheld") \
    X(BOOL, pair_unheld, "(select max(u.unheld) from leg u where u.pair = l.pair)") \
    X(BOOL, let_go, "b.season") \
    X(BOOL, in_doubt, "p.doubted") \
    X(BOOL, hidden, "case when" SHOWN " then 0 else 1 end")
static ROW_READ(leg_fields, struct leg, LEG_FIELDS);

static void leg_read(struct db_rows *rows, void *row)
{
    struct leg *l = row;
    leg_fields(rows, l);
    l->in_doubt &= l->pair_state == PAIR_DONE;
}

/* The seats of a handful of legs in one statement; unused places ask for leg 0, which there is not. */
enum { HANDFUL = 16 };
#define SEAT_FIELDS(X, W) \
    X(INT, version, "version") \
    X(INT, faults, "faults") \
    X(INT, decisions, "decisions") \
    X(INT, used_us, "used_us") \
    X(INT, worst_us, "worst_us") \
    X(INT, timeouts, "timeouts") \
    X(INT, spared, "spared") \
    X(INT, nobodys_us, "nobodys_us")
static ROW_READ(seat_read, struct leg_seat, SEAT_FIELDS);
#define SEATS_OF \
    "select leg, seat, " COLUMNS(SEAT_FIELDS) "0 from leg_seat where leg in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10," \
                                              " $11, $12, $13, $14, $15, $16)"

static struct leg_seat *seat_of(struct leg *legs, size_t n, int64_t leg, int64_t seat)
{
    for (size_t i = 0; i < n; i++)
        if (legs[i].id == leg)
            return &legs[i].seat[seat % STORE_SEATS];
    return NULL;
}

static void leg_seats(struct db *db, struct leg *legs, size_t n)
{
    struct db_value id[HANDFUL];
    struct db_rows rows;
    for (size_t i = 0; i < HANDFUL; i++)
        id[i] = INT(i < n ? legs[i].id : 0);
    db_query(db, &rows, SEATS_OF, id, HANDFUL);
    while (db_next(&rows)) {
        int64_t leg = db_int(&rows);
        seat_read(&rows, seat_of(legs, n, leg, db_int(&rows)));
    }
}

static void all_seats(struct db *db, void *out, size_t n)
{
    struct leg *legs = out;
    for (size_t i = 0; i < n; i += HANDFUL)
        leg_seats(db, &legs[i], n - i < HANDFUL ? n - i : HANDFUL);
}

int store_leg(struct store *s, int64_t id, struct leg *out, struct store_error *e)
{
    struct listing l = { .read = leg_read, .out = out, .size = sizeof *out, .max = 1, .rest = all_seats };
    query_start(&l.query, SELECT(LEG_FIELDS) LEG_FROM);
    query_and(&l.query, "l.id = ", INT(id));
    return store_one(s, &l, e, N_("there is no such match"));
}

/* The newest legs of one version.  When nothing else narrows them no more than a page's worth is looked at: every leg has
 * at most STORE_SEATS rows of it. */
static void legs_of_version(struct query *q, const struct leg_filter *f, size_t max)
{
    bool alone = !f->seen && !f->ladder && !f->event && !f->pair && !f->against && !f->bot;
    query_and(q, "l.id in (select leg from leg_seat where version = ", INT(f->version));
    if (f->faulty)
        query_add(q, " and faults > 0");
    query_if(q, "leg < ", f->before);
    query_if(q, "leg > ", f->after);
    if (alone)
        query_page(q, f->after ? "leg" : "leg desc", max * STORE_SEATS);
    query_add(q, ")");
}

int store_legs(struct store *s, const struct leg_filter *f, struct leg *out, size_t max, size_t *n,
               struct store_error *e)
{
    struct listing l = { .read = leg_read, .out = out, .size = sizeof *out, .max = max, .rest = all_seats };
    struct query *q = &l.query;
    query_start(q, SELECT(LEG_FIELDS) LEG_FROM);
    query_add(q, f->seen ? " and" SHOWN : "");
    query_if(q, "l.ladder = ", f->ladder);
    query_if(q, "p.event = ", f->event);
    query_if(q, "l.pair = ", f->pair);
    query_if(q, "l.id < ", f->before);
    query_if(q, "l.id > ", f->after);
    if (f->replay)
        query_and(q, "l.replay = ", HASH_OF(f->replay));
    if (f->faulty && !f->version)
        query_add(q, " and l.fault <> 0");
    if (f->version)
        legs_of_version(q, f, max);
    if (f->against) {
        query_and(q, "l.id in (select leg from leg_seat where version = ", INT(f->against));
        query_add(q, ")");
    }
    if (f->bot) {
        query_and(
            q, "l.id in (select x.leg from leg_seat x join version v on v.id = x.version where v.bot = ", INT(f->bot));
        query_add(q, ")");
    }
    query_page(q, f->after ? "l.id" : "l.id desc", max);
    return store_list(s, &l, n, e);
}

/* --- the ratings' input --------------------------------------------------------------------------- */

#define UNIT_FIELDS(X, W) \
    X(INT, pair, "p.id") \
    X(INT, event, "p.event") \
    X(INT, seats, "p.seats") \
    X(INT, legs, "p.legs") \
    X(INTS, version, "p.seat0, p.seat1, p.seat2, p.seat3, p.seat4, p.seat5, p.seat6, p.seat7") \
    X(INT, score, "p.score") \
    X(INT, of, PAIR_OF) \
    X(INT, margin, "p.margin") \
    X(INT, hands, "p.hands") \
    X(REAL, luck, "p.luck")
static ROW_READ(unit_read, struct unit, UNIT_FIELDS);
#define UNIT \
    "select " COLUMNS(UNIT_FIELDS) "l.leg, l.winner, l.fault, l.games0, l.games1, l.games2, l.points0, l.points1," \
                                   " l.points2, l.match_id from" \
                                   " (select * from pair where ladder = $1 and id > $2 and state = 'done' and rated " \
                                   "= 1 order by id limit " \
                                   "$3) as p" \
                                   " join leg l on l.pair = p.id order by p.id, l.leg"

_Static_assert((int)STORE_SIDES == (int)PAIR_SIDES, "a leg has as many columns");

struct pair_leg leg_came(int64_t winner, int64_t fault, const int64_t games[STORE_SIDES],
                         const int64_t points[STORE_SIDES])
{
    struct pair_leg l = { .winner = winner, .forfeit = fault != 0 };
    memcpy(l.won, games, sizeof l.won);
    memcpy(l.points, points, sizeof l.points);
    return l;
}

static void unit_leg(struct db_rows *rows, struct unit *u)
{
    int64_t leg = db_int(rows);
    u->played++;
    if (leg > 1)
        return;
    int64_t of[2][STORE_SIDES], winner = db_int(rows), fault = db_int(rows);
    for (unsigned i = 0; i < 2 * STORE_SIDES; i++)
        of[i / STORE_SIDES][i % STORE_SIDES] = db_int(rows);
    u->came[leg] = leg_came(winner, fault, of[0], of[1]);
    db_blob(rows, u->match_id[leg], STORE_HASH);
}

struct unit_list {
    int64_t ladder, after;
    struct unit *out;
    size_t max, n;
};

static void units_list(struct db *db, void *arg)
{
    struct unit_list *l = arg;
    struct db_rows rows;
    l->n = 0;
    db_query(db, &rows, UNIT, ARGS(INT(l->ladder), INT(l->after), INT((int64_t)l->max)));
    while (db_next(&rows)) {
        struct unit u = { 0 };
        unit_read(&rows, &u);
        if (!l->n || l->out[l->n - 1].pair != u.pair)
            l->out[l->n++] = u;
        unit_leg(&rows, &l->out[l->n - 1]);
    }
}

int store_units(struct store *s, int64_t ladder, int64_t after, struct unit *out, size_t max, size_t *n,
                struct store_error *e)
{
    struct unit_list l = { .ladder = ladder, .after = after, .out = out, .max = max };
    int code = store_read(s, units_list, &l, e);
    *n = code ? 0 : l.n;
    return code;
}

/* --- who met whom --------------------------------------------------------------------------------- */

/* Whether a version stood on side 0 of the first leg: any of its seats 0, 2, 4, 6.  At a table where one
 * version has seats on both sides it is nobody's opponent. */
#define ON_SIDE_0(v) \
    "(" v " = p.seat0 or " v " = coalesce(p.seat2, 0) or " v " = coalesce(p.seat4, 0)" \
    " or " v " = coalesce(p.seat6, 0))"
#define ON_SIDE_1(v) \
    "(" v " = p.seat1 or " v " = coalesce(p.seat3, 0) or " v " = coalesce(p.seat5, 0)" \
    " or " v " = coalesce(p.seat7, 0))"
#define BOTH_SIDES "(" ON_SIDE_0("$1") " and " ON_SIDE_1("$1") ")"
/* The newest pairs; of each, who sits on the other side, once; then by who that is. */
#define NEWEST \
    "select p.*, " PAIR_OF " as half_games, case when " ON_SIDE_0( \
        "$1") " then 0 else 1 end as mine" \
              " from (select pair from seating where version = $1 order by pair desc " \
              "limit $3) x join pair p on p.id = x.pair" \
              " where p.state = 'done' and p.score >= 0 and ($4 = 0 or p.ladder = $4) and " \
              "p.rated = 1 and" SHOWN " and not " BOTH_SIDES
#define ACROSS \
    "select distinct m.id, m.mine, m.score, m.half_games, m.margin, m.hands, m.envido, m.flor, m.tricks, m.refused, " \
    "m.mazo, m.bonus, case k.i when 0 then m.seat0 when 1 then " \
    "m.seat1" \
    " when 2 then m.seat2 when 3 then m.seat3 when 4 then m.seat4 when 5 then m.seat5 when 6 then m.seat6 else " \
    "m.seat7 end as other" \
    " from (" NEWEST \
    ") m cross join (select 0 as i union all select 1 union all select 2 union all select 3 union all select 4" \
    " union all select 5 union all select 6 union all select 7) k where k.i < m.seats and k.i % 2 <> m.mine"
#define MINE(of) "cast(sum(case when q.mine = 0 then q." of " else -q." of " end) as bigint)"
#define SUM_FIELDS(X, W) \
    X(INT, pairs, "count(*)") \
    X(INT, score, "cast(sum(case when q.mine = 0 then q.score else q.half_games - q.score end) as bigint)") \
    X(INT, of, "cast(sum(q.half_games) as bigint)") \
    X(INT, margin, MINE("margin")) \
    X(INT, hands, "cast(sum(q.hands) as bigint)") \
    X(INTS, from, \
      MINE("envido") ", " MINE("flor") ", " MINE("tricks") ", " MINE("refused") ", " MINE("mazo") ", " MINE("bonus"))
static ROW_READ(sums_read, struct opponent, SUM_FIELDS);
#define SUMMED(of) "select " of ", " COLUMNS(SUM_FIELDS) "0 from ("
#define OPPONENTS SUMMED("q.other") ACROSS ") q group by q.other order by count(*) desc, q.other limit $2"
#define TOGETHER SUMMED("cast($1 as bigint)") NEWEST ") q limit $2"

static void opponent_read(struct db_rows *rows, void *row)
{
    struct opponent *o = row;
    o->version = db_int(rows);
    sums_read(rows, o);
}

static int opponents(struct store *s, const char *sql, int64_t version, int64_t ladder, struct opponent *out,
                     size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = opponent_read, .out = out, .size = sizeof *out, .max = max };
    query_with(&l.query, sql, ARGS(INT(version), INT((int64_t)max), INT(OPPONENT_PAIRS), INT(ladder)));
    return store_list(s, &l, n, e);
}

int store_opponents(struct store *s, int64_t version, int64_t ladder, struct opponent *out, size_t max, size_t *n,
                    struct store_error *e)
{
    return opponents(s, OPPONENTS, version, ladder, out, max, n, e);
}

int store_together(struct store *s, int64_t version, struct opponent *out, struct store_error *e)
{
    size_t n;
    return opponents(s, TOGETHER, version, 0, out, 1, &n, e);
}

#define VERSUS \
    SELECT(PAIR_FIELDS) \
    " from (select pair from seating where version = $1 order by pair desc limit $2) x join pair p on p.id = x.pair" \
    " where p.state = 'done' and p.score >= 0 and" SHOWN \
    " and exists(select 1 from version v where v.bot = $3 and v.id in" \
    " (p.seat0, p.seat1, p.seat2, p.seat3, p.seat4, p.seat5, p.seat6, p.seat7)) order by p.id desc limit $4"

int store_versus(struct store *s, int64_t version, int64_t rival_bot, struct pair *out, size_t max, size_t *n,
                 struct store_error *e)
{
    struct listing l = { .read = pair_read, .out = out, .size = sizeof *out, .max = max };
    query_with(&l.query, VERSUS, ARGS(INT(version), INT(OPPONENT_PAIRS), INT(rival_bot), INT((int64_t)max)));
    return store_list(s, &l, n, e);
}
