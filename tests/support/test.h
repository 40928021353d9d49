/* test: what every program of tests begins with.  TEST(name) { ... } is a test, and lists it: they run in the order of the file.
 * A program without a main has the one of test_main.c.  Of the system's headers those are here that most tests want. */
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

#include "owned.h"

/* Whole: cmocka's own is cut after 1,024 bytes, and the fault of a match stands at the end of its JSON. */
#undef fail_msg
#define fail_msg(...) (fprintf(stderr, "ERROR: " __VA_ARGS__), fputc('\n', stderr), fail())

/* The words stand in the text, to the letter. */
#define assert_holds(text, words) holds_told(text, words, __FILE__, __LINE__)
static inline void holds_told(const char *text, const char *words, const char *file, int line)
{
    if (!strstr(text, words))
        fail_msg("%s:%d: '%s' is not in:\n%s", file, line, words, text);
}

/* What cmocka gives each function, and most do not use. */
#define STATE void **state __attribute__((unused))

enum { TESTS_MOST = 128 };

extern struct CMUnitTest tests_listed[TESTS_MOST]; /* a place that has no function is nobody's */
extern CMFixtureFunction tests_before[TESTS_MOST], tests_after[TESTS_MOST];

#define TEST(name) TEST_WITH(name, NULL, NULL)

/* With cmocka's functions before and after it, or NULL. */
#define TEST_WITH(name, setup, teardown) \
    static void name(void **state); \
    TESTS_LIST(__COUNTER__, name, tests_listed, ((struct CMUnitTest){ #name, name, setup, teardown, NULL })) \
    static void name(STATE)

/* BEFORE_ALL(name) { ... return 0; } runs before the first test of a program, AFTER_ALL after the last; of several the first one first. */
#define BEFORE_ALL(name) TESTS_AROUND(name, tests_before)
#define AFTER_ALL(name) TESTS_AROUND(name, tests_after)
#define TESTS_AROUND(name, list) \
    static int name(void **state); \
    TESTS_LIST(__COUNTER__, name, list, name) \
    static int name(STATE)

/* A bound for hangs in seconds, of this program instead of test_main.c's. */
#define HANGS_AFTER(seconds) \
    BEFORE_ALL(hangs_after) \
    { \
        alarm(seconds); \
        return 0; \
    }

#define TESTS_LIST(at, name, list, what) \
    __attribute__((constructor)) static void list_##name(void) \
    { \
        _Static_assert((at) < TESTS_MOST, "raise TESTS_MOST"); \
        list[at] = what; \
    }

/* Runs all that are listed: how many failed. */
int tests_run_as(const char *group);
int tests_run(void);

#endif
