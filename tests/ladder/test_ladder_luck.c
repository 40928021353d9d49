/* The deals' luck: nothing on average, the other sign when the sides' cards are exchanged, and gone from the points. */
#include <math.h>

#include "support/test.h"
#include "filing/filing.h"
#include "ladder_world.h"
#include "filing/luck.h"
#include "support/near.h"
#include "support/random.h"
#include "league/rating.h"
#include "support/scratch.h"
#include "rating/table.h"

static struct random rng = { 3 };

/* A hand that was dealt at random, as the teller has it at its end. */
static void deal(struct teller *t, const char *rules, unsigned seats)
{
    char why[RULES_ERROR_TEXT];
    card_t deck[FIEL_CARDS];
    memset(t, 0, sizeof *t);
    assert_int_equal(rules_parse(rules, &t->position.open.rules, why), 0);
    unsigned n = deal_deck(&t->position.open.rules, deck);
    t->position.open.seats = (uint8_t)seats;
    t->position.open.scorers = 2;
    t->chapter.hand = 1;
    memset(t->chapter.dealt, CARD_NONE, sizeof t->chapter.dealt);
    for (unsigned i = 0; i < 3 * seats + 1; i++) {
        unsigned k = i + random_below(&rng, n - i);
        card_t c = deck[k];
        deck[k] = deck[i];
        if (i < 3 * seats)
            t->chapter.dealt[i % seats][i / seats] = c;
        else
            t->position.open.vira = c;
    }
}

static void exchange(struct teller *t)
{
    for (unsigned seat = 0; seat + 1 < t->position.open.seats; seat += 2)
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++) {
            card_t c = t->chapter.dealt[seat][k];
            t->chapter.dealt[seat][k] = t->chapter.dealt[seat + 1][k];
            t->chapter.dealt[seat + 1][k] = c;
        }
}

static const struct {
    const char *rules;
    unsigned seats;
} known[] = {
    { "argentino", 2 },      { "argentino", 4 },  { "argentino-flor", 2 }, { "uruguayo", 2 },
    { "gauderio", 2 },       { "venezolano", 2 }, { "paulista", 2 },       { "paulista", 4 },
    { "paulista-limpo", 2 }, { "mineiro", 2 },    { "mineiro", 4 },        { "truc-y-flou", 6 },
};

TEST(exchanged_cards_exchange_the_sign)
{
    struct teller t;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (unsigned i = 0; i < 300; i++) {
            deal(&t, known[k].rules, known[k].seats);
            double luck = luck_of_hand(&t);
            exchange(&t);
            assert_near(luck_of_hand(&t), -luck, 1e-9);
        }
}

/* Four standard errors: a test that goes wrong once in fifteen thousand, for a stream that never changes. */
TEST(luck_is_nothing_on_average_and_something_each_time)
{
    enum { DEALS = 4000 };
    struct teller t;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double sum = 0, squares = 0;
        for (unsigned i = 0; i < DEALS; i++) {
            deal(&t, known[k].rules, known[k].seats);
            double luck = luck_of_hand(&t);
            sum += luck;
            squares += luck * luck;
        }
        assert_true(squares / DEALS > 0.05);
        assert_true(fabs(sum) < 4 * sqrt(squares));
    }
}

TEST(where_there_are_no_sides_there_is_no_luck)
{
    struct teller t;
    double x[LUCK_FEATURES];
    deal(&t, "argentino", 2);
    assert_true(luck_features(&t, x));
    t.position.open.scorers = 3;
    assert_false(luck_features(&t, x));
    deal(&t, "paulista", 2);
    t.position.open.eleven = 4; /* the iron hand: who plays it has not seen it */
    assert_false(luck_features(&t, x));
    assert_near(luck_of_hand(&t), 0, 0);
    deal(&t, "argentino", 2);
    t.chapter.dealt[1][1] = CARD_HIDDEN;
    assert_false(luck_features(&t, x));
    t.chapter.hand = 0;
    assert_near(luck_of_hand(&t), 0, 0);
    deal(&t, "argentino", 6);
    assert_near(luck_of_hand(&t), 0, 0); /* no weights are known */
}

/* Points are a fifth of a point a hand, the deals' luck, and some noise. */
TEST(what_is_left_is_better_known)
{
    enum { UNITS = 2000 };
    static struct rating_unit u[UNITS];
    AUTO(rating_free) struct strengths r;
    for (unsigned i = 0; i < UNITS; i++) {
        double luck = (double)random_below(&rng, 2001) / 100 - 10, noise = (double)random_below(&rng, 201) / 100 - 1;
        u[i] = (struct rating_unit){ .cluster = i,
                                     .members = 1,
                                     .side = { { 0 }, { 1 } },
                                     .score = i % 2,
                                     .hands = 20,
                                     .net = 4 + luck + noise,
                                     .luck = luck };
    }
    assert_int_equal(rating_fit(&r, 2, u, UNITS, RATING_FITTED), RATING_FINE);
    assert_near(r.row[0].cleared, 0.2, 0.003);
    assert_near(r.row[0].per_hand, 0.2, 4 * r.row[0].per_hand_error);
    assert_true(r.row[0].cleared_error < r.row[0].per_hand_error / 5);
    assert_near(r.row[1].cleared, -r.row[0].cleared, 1e-12);
}

/* From the legs to the table: the second leg counts the other way round. */
TEST(luck_is_filed_with_the_pair)
{
    char folder[SCRATCH_ROOM], where[128];
    struct store_error e;
    struct world w;
    struct pair p;
    AUTO(table_free) struct table t;
    struct rating rows[WORLD_BOTS];
    static struct order o;
    static struct world_legs l;
    scratch_quick(folder);
    snprintf(where, sizeof where, "sqlite:%s/l.db", folder);
    world_new(&w, where);
    AUTO(store_close) struct store *s = w.store;
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &o, &e));
    world_legs(&l, 1);
    l.leg[0].luck = 2.5;
    l.leg[1].luck = -1;
    FINE(store_finish(s, &o, l.leg, 2, &e));
    FINE(store_pair(s, o.pair.id, &p, &e));
    assert_near(p.luck, 3.5, 0);
    FINE(table_read(&t, s, w.ladder, NULL, 0, &e));
    assert_near(t.result[0].luck, 3.5, 0);
    table_rows(&t, rows);
    assert_near(rows[0].cleared, ((double)p.margin - 3.5) / (double)p.hands, 1e-12);
    assert_near(rows[0].per_hand, (double)p.margin / (double)p.hands, 1e-12);
    FINE(table_keep(&t, s, w.ladder, 1, &e));
    struct rating_run run;
    struct standing row;
    size_t n;
    FINE(store_rating_newest(s, w.ladder, &run, &e));
    FINE(store_standings(s, run.id, 0, &row, 1, &n, &e));
    assert_near(row.rating.cleared, rows[0].cleared, 0);
    scratch_remove(folder);
}

TEST(a_record_has_its_luck)
{
    static struct audit_report report;
    static struct leg filed;
    AUTO(replay_unload) struct replay file;
    assert_int_equal(replay_load(&file, "tests/vectors/example.replay"), 0);
    assert_int_equal(audit_bytes(file.bytes, file.size, NULL, &report), 0);
    assert_true(filing_read(&report, file.bytes, file.size, &filed));
    assert_true(isfinite(filed.luck) && filed.luck != 0);
    int64_t points = 0; /* and all of them came from somewhere: it ended without a fault */
    for (unsigned k = 0; k < STORE_SOURCES; k++)
        points += filed.from[k];
    assert_true(filed.from[0] != 0 && points == filed.points[0] - filed.points[1]);
}
