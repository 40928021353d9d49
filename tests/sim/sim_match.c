/* sim_match: whole matches of legal bots under a fake clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/sim.h"

static void check_end(const struct sim *s, unsigned games)
{
    const struct result *r = &s->result.result;
    assert_int_equal(r->outcome, END_PLAYED);
    assert_int_equal(r->games[0] + r->games[1] + r->games[2], games);
    assert_int_equal(r->fault, FAULT_NONE);
    assert_int_equal(s->games, games);
    assert_int_equal(s->faults, 0);
    for (unsigned i = 0; i < SIM_SEATS; i++) {
        const struct sim_bot *b = &s->chair[i].bot;
        assert_true(b->over);
        assert_memory_equal(&b->result, r, sizeof *r);
        assert_int_equal(b->games, games);
        assert_int_equal(s->result.seat[i].decisions, b->requests);
        assert_int_equal(s->chair[i].closed, 1);
    }
    sim_audit(s);
}

static void play(const char *rules, unsigned games, enum sign_policy sign, uint8_t seed)
{
    struct referee_config c = sim_config(rules, games);
    c.sign = (uint8_t)sign;
    struct sim *s = sim_new(&c, seed);
    sim_play(s);
    check_end(s, games);
    sim_free(s);
}

static void test_random_bots_play_to_the_end(void **state)
{
    (void)state;
    play("argentino", 6, SIGN_HAND, 1);
    play("argentino,target=15", 6, SIGN_HAND, 2);
}

static void test_flor_in_every_policy(void **state)
{
    (void)state;
    play("argentino-flor", 5, SIGN_HAND, 3);
    play("argentino-flor,flor_policy=manual_seed002", 4, SIGN_HAND, 4);
    play("argentino-flor,flor_policy=manual_seed003,target=15", 4, SIGN_HAND, 5);
}

static void test_declaring_by_the_arbiter(void **state)
{
    (void)state;
    play("argentino,declare=auto", 4, SIGN_HAND, 6);
    play("argentino-flor,declare=auto,target=15", 4, SIGN_HAND, 7);
}

static void test_every_decision_signed(void **state)
{
    (void)state;
    play("argentino,target=15", 2, SIGN_DECISION, 8);
}

static void test_same_inputs_same_bytes(void **state)
{
    (void)state;
    struct referee_config c = sim_config("argentino-flor", 3);
    struct sim *a = sim_new(&c, 1), *b = sim_new(&c, 1), *other = sim_new(&c, 2);
    sim_play(a);
    sim_play(b);
    sim_play(other);
    assert_int_equal(a->record.size, b->record.size);
    assert_memory_equal(a->record.bytes, b->record.bytes, a->record.size);
    size_t size = a->record.size < other->record.size ? a->record.size : other->record.size;
    assert_memory_not_equal(other->record.bytes, a->record.bytes, size);
    sim_free(a);
    sim_free(b);
    sim_free(other);
}

/* The chain of cuts is used up: the game in play goes to the higher score. */
static void test_last_hand_ends_the_match(void **state)
{
    (void)state;
    for (uint32_t hands = 1; hands <= 40; hands += 13) {
        struct referee_config c = sim_config("argentino", 50);
        c.hands_max = hands;
        struct sim *s = sim_new(&c, (uint8_t)hands);
        sim_play(s);
        assert_int_equal(s->result.result.outcome, END_LAST_HAND);
        assert_int_equal(s->result.result.hands, hands);
        assert_int_equal(s->result.hands, hands);
        sim_audit(s);
        sim_free(s);
    }
}

/* Mean and squares of the points per hand against what the games gave. */
static void test_points_per_hand_add_up(void **state)
{
    (void)state;
    struct referee_config c = sim_config("argentino", 4);
    struct sim *s = sim_new(&c, 12);
    sim_play(s);
    const struct result *r = &s->result.result;
    assert_int_equal(s->result.diff_sum, r->points[0] - r->points[1]);
    assert_int_equal(s->result.hands, r->hands);
    assert_true(s->result.diff_squares >= s->result.diff_sum);
    assert_int_equal(r->partidas[0] + r->partidas[1] <= 2, 1);
    sim_free(s);
}

static void test_no_such_match(void **state)
{
    (void)state;
    struct referee_ports ports = { 0 };
    uint8_t seed[HASH] = { 0 };
    char why[CONTROL_TEXT];
    const struct referee_config good = sim_config("argentino", 1);
    struct referee_config c[8];
    for (unsigned i = 0; i < 8; i++)
        c[i] = good;
    c[0].size--;
    c[1].games = 0;
    c[2].hands_max = 0;
    strcpy(c[3].rules, "argentina");
    c[4].seats = 1;
    c[5].cap_us = -1;
    c[6].start_us = 0;
    strcpy(c[7].name[1], "\xff");
    for (unsigned i = 0; i < 8; i++) {
        why[0] = '\0';
        assert_null(referee_new(&c[i], seed, seed, &ports, why));
        assert_true(strlen(why) > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_such_match),
        cmocka_unit_test(test_random_bots_play_to_the_end),
        cmocka_unit_test(test_flor_in_every_policy),
        cmocka_unit_test(test_declaring_by_the_arbiter),
        cmocka_unit_test(test_every_decision_signed),
        cmocka_unit_test(test_same_inputs_same_bytes),
        cmocka_unit_test(test_last_hand_ends_the_match),
        cmocka_unit_test(test_points_per_hand_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
