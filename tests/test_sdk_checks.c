/* The checks of the SDK: for each one an arbiter that cheats in exactly that way, and seat 0 has to notice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bot.h"
#include "liar.h"

static const enum check expected[LIE_COUNT] = {
#define X(lie, check) [LIE_##lie] = CHECK_##check,
    LIES(X)
#undef X
};
static const char *const lie_name[LIE_COUNT] = {
#define X(lie, check) [LIE_##lie] = #lie,
    LIES(X)
#undef X
};

/* Plays until the lie was told; some need a hand with a shown card or one played face down. */
static void one_lie(enum lie lie)
{
    for (uint64_t dice = 1; dice < 40; dice++) {
        struct liar *l = liar_new(lie, "argentino-flor,target=15", 2, dice);
        bool ended = liar_run(l);
        bool told = l->told_it;
        enum check failed = l->bot[0]->failed;
        if (told && failed != expected[lie])
            print_error("lie %s: check %d \"%s\" instead of %d\n", lie_name[lie], failed, l->bot[0]->why, expected[lie]);
        if (!told && !ended)
            print_error("before lie %s: %s / %s\n", lie_name[lie], l->bot[0]->why, l->bot[1]->why);
        assert_true(told ? failed == expected[lie] : ended);
        if (told) {
            uint8_t out[ENVELOPE_MAX];
            assert_true(l->bot[0]->why[0] != '\0');
            assert_true(l->bot[0]->culprit_size > 0);
            assert_true(party_protest(l->bot[0], out) > 0);
            assert_int_equal(evidence_save(l->bot[0]), 0);
        }
        liar_free(l);
        if (told)
            return;
    }
    print_error("lie %s was never told\n", lie_name[lie]);
    fail();
}

static void test_every_lie_is_caught(void **state)
{
    (void)state;
    for (int lie = LIE_NONE + 1; lie < LIE_COUNT; lie++)
        one_lie((enum lie)lie);
}

static void test_an_honest_match_ends(void **state)
{
    static const char *const rules[] = { "argentino", "argentino-flor", "argentino,declare=auto,target=15" };
    (void)state;
    for (uint64_t i = 0; i < 6; i++) {
        struct liar *l = liar_new(LIE_NONE, rules[i % 3], 2, i + 1);
        if (!liar_run(l))
            print_error("%s / %s\n", l->bot[0]->why, l->bot[1]->why);
        assert_true(party_over(l->bot[0]) && party_over(l->bot[1]));
        assert_int_equal(l->unasked + l->repeated, 0);
        assert_int_equal(l->hellos, 2);
        assert_true(l->bot[0]->ledger->finished);
        liar_free(l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_lie_is_caught),
        cmocka_unit_test(test_an_honest_match_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
