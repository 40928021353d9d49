/* stops: what both tests of processes that stand still need: the clock of their matches, whom they stop, and whose fault may follow. */
#ifndef FIEL_TEST_STOPS_H
#define FIEL_TEST_STOPS_H

#include "running.h"

#include <jansson.h>

#define CLOCK "bank=60s,inc=0s,cap=800ms,grace=0s"

/* A process and all that it has begun, so many floors down. */
enum { EVERY_FLOOR = 100 };
static inline void signal_tree(pid_t at, int number, unsigned floors)
{
    char path[64];
    long pid;
    kill(at, number);
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)at, (int)at);
    FILE *children = floors ? fopen(path, "r") : NULL;
    while (children && fscanf(children, "%ld", &pid) == 1)
        signal_tree((pid_t)pid, number, floors - 1);
    if (children)
        fclose(children);
}

/* It kept a table waiting, or everybody: its signature and its cuts wait behind its answer. */
static inline bool of_time(const json_t *fault)
{
    const char *what = json_string_value(json_object_get(fault, "fault"));
    return what && (strcmp(what, "timeout") == 0 || strcmp(what, "withheld") == 0);
}

/* Begins a match of two bots that think for so long (the words of tests/bad/slow.c), each 800 ms at most. */
static inline void slow_match(struct match *m, const char *a, const char *b, const char *jail)
{
    char bots[2][BOT_WORDS], path[512];
    snprintf(path, sizeof path, "%s/tests/bad/slow", build_dir());
    match_place(m);
    match_run(m, (const char *const[]){ "--bot", bot_words(bots[0], path, a), "--bot", bot_words(bots[1], path, b),
                                        "--names", "one,two", "--clock", CLOCK, "--games", "1", "--rules",
                                        "argentino,target=15", "--jail", jail, "--json", NULL });
}

/* The match of two ended as it was played and nobody was at fault; paused_us is what of each seat's time was nobody's. */
static inline void played_without_fault(const struct run *r, json_int_t paused_us[2])
{
    json_auto_t *j = json_loads(r->out, 0, NULL);
    if (!j || r->code != 0 || json_array_size(json_object_get(j, "faults")) != 0)
        fail_msg("exit %d\n%s\n%s", r->code, r->out, r->err);
    assert_string_equal(json_string_value(json_object_get(j, "outcome")), "played");
    for (size_t i = 0; i < 2; i++)
        paused_us[i] = json_integer_value(json_object_get(json_array_get(json_object_get(j, "seats"), i), "paused_us"));
}

/* Ends a match in which the first bot was late: it lost for that, and the audit finds the record in order. */
static inline void first_was_late(struct match *m)
{
    struct run r = match_end(m);
    json_auto_t *j = json_loads(r.out, 0, NULL);
    const json_t *f = json_array_get(json_object_get(j, "faults"), 0);
    if (r.code != 0 || json_integer_value(json_object_get(j, "winner")) != 1 || !of_time(f))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    assert_int_equal(json_integer_value(json_object_get(f, "seat")), 0);
    assert_int_equal(audit(m), 0);
    match_drop(m, &r);
}

#endif
