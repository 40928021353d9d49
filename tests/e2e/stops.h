/* stops: what both tests of processes that stand still need: the clock of their matches, whom they stop, and whose fault may follow. */
#ifndef FIEL_TEST_STOPS_H
#define FIEL_TEST_STOPS_H

#include "process.h"

#include <jansson.h>
#include <signal.h>

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

#endif
