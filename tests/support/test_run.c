/* test_run: runs the tests that a program listed. */
#include "test.h"

#include <sodium.h>

struct CMUnitTest tests_listed[TESTS_MOST];
CMFixtureFunction tests_before[TESTS_MOST], tests_after[TESTS_MOST];

static int all_of(const CMFixtureFunction *list, void **state)
{
    int failed = 0;
    for (size_t i = 0; i < TESTS_MOST && !failed; i++)
        failed = list[i] ? list[i](state) : 0;
    return failed;
}

static int before_all(void **state) { return sodium_init() < 0 ? -1 : all_of(tests_before, state); }
static int after_all(void **state) { return all_of(tests_after, state); }

int tests_run_as(const char *group)
{
    struct CMUnitTest tests[TESTS_MOST];
    size_t count = 0;
    for (size_t i = 0; i < TESTS_MOST; i++)
        if (tests_listed[i].test_func)
            tests[count++] = tests_listed[i];
    return _cmocka_run_group_tests(group, tests, count, before_all, after_all);
}

int tests_run(void) { return tests_run_as("tests"); }
