/* test: what every program of tests begins with.  TEST(name) { ... } is a test, and lists it: they run in the order of the file.
 * Of the system's headers those are here that most tests want. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* What cmocka gives each function, and most do not use. */
#define STATE void **state __attribute__((unused))

enum { TESTS_MOST = 128 };

static struct CMUnitTest tests_listed[TESTS_MOST]; /* a place that has no function is nobody's */

#define TEST(name) TEST_WITH(name, NULL, NULL)

/* With cmocka's functions before and after it, or NULL. */
#define TEST_WITH(name, setup, teardown) TEST_AT(__COUNTER__, name, setup, teardown)
#define TEST_AT(at, name, setup, teardown) \
    static void name(void **state); \
    __attribute__((constructor)) static void list_##name(void) \
    { \
        _Static_assert((at) < TESTS_MOST, "raise TESTS_MOST"); \
        tests_listed[at] = (struct CMUnitTest){ #name, name, setup, teardown, NULL }; \
    } \
    static void name(STATE)

/* Runs all that are listed, between cmocka's functions for a group, or NULL; how many failed. */
static inline int tests_run_as(const char *group, CMFixtureFunction setup, CMFixtureFunction teardown)
{
    struct CMUnitTest tests[TESTS_MOST];
    size_t count = 0;
    for (size_t i = 0; i < TESTS_MOST; i++)
        if (tests_listed[i].test_func)
            tests[count++] = tests_listed[i];
    return _cmocka_run_group_tests(group, tests, count, setup, teardown);
}

static inline int tests_run(CMFixtureFunction setup, CMFixtureFunction teardown)
{
    return tests_run_as("tests", setup, teardown);
}

#endif
