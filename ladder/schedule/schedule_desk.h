/* schedule_desk: one event as the schedule works on it; shared by its files. */
#ifndef FIEL_LADDER_SCHEDULE_DESK_H
#define FIEL_LADDER_SCHEDULE_DESK_H

#include "schedule.h"

enum { DESK_PAIRS = 4096, DESK_PAGE = 256 };

/* One event on the desk. */
struct desk {
    struct store *store;
    struct event event;
    struct event_config config;
    struct ladder ladder;
    struct entry *entry; /* of a ladder and a comparison: those that play, by seed and then in the order they came */
    size_t entries;
    struct pair *planned; /* for store_plan */
    size_t pairs;
};

int desk_no_memory(struct store_error *e); /* a store_code */
/* Two entries face to face; NULL when no more can be planned at once. */
struct pair *desk_pair(struct desk *d, const struct entry *a, const struct entry *b, int64_t round, int64_t slot);
/* Gives the planned pairs to the store; that another scheduler was faster is fine. */
int desk_plan(struct desk *d, int64_t next_round, const char *progress, struct store_error *e);
int desk_end(struct desk *d, struct store_error *e); /* the event is done */

int plan_tournament(struct desk *d, struct store_error *e); /* schedule_tournament.c */

#endif
