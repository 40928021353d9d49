/* planner: one event as the schedule works on it; shared by its files. */
#ifndef FIEL_LADDER_PLANNER_H
#define FIEL_LADDER_PLANNER_H

#include "schedule.h"
#include "store/store_pairs.h"

enum { PLANNER_PAIRS = 4096, PLANNER_PAGE = 256 };

/* One event in the planner. */
struct planner {
    struct store *store;
    struct event event;
    struct event_config config;
    struct ladder ladder;
    struct entry *entry; /* of a ladder and a comparison: those that play, by seed and then in the order they came */
    size_t entries;
    struct pair *planned; /* for store_plan */
    size_t pairs;
};

int planner_no_memory(struct store_error *e); /* a store_code */
/* Two entries face to face; NULL when no more can be planned at once. */
struct pair *planner_pair(struct planner *d, const struct entry *a, const struct entry *b, int64_t round, int64_t slot);
/* Gives the planned pairs to the store; that another scheduler was faster is fine. */
int planner_plan(struct planner *d, int64_t next_round, const char *progress, struct store_error *e);
int planner_end(struct planner *d, struct store_error *e); /* the event is done */

int plan_tournament(struct planner *d, struct store_error *e); /* schedule_tournament.c */

#endif
