/* playroom_state: a playroom and its tables; between playroom.c and playroom_match.c. */
#ifndef FIEL_LADDER_PLAYROOM_STATE_H
#define FIEL_LADDER_PLAYROOM_STATE_H

#include <pthread.h>

#include "playroom.h"

struct place {
    struct playroom *playroom;
    struct place *next;
    pthread_t thread;
    bool joined;
    /* What does not change. */
    char id[PLAYROOM_ID];
    struct seating at;
    struct version_label who[FIEL_SEATS_MAX]; /* by seat; of seat 0 nobody */
    /* Under the playroom's lock. */
    struct sitter sitter; /* except for the language it does not change either */
    enum sitting state;
    bool ending; /* nobody wants it any more */
    bool closed; /* because an account is closed */
    bool left;
    int line; /* to the person's seat; -1: not yet, or no more */
    uint64_t changes;
    unsigned request;
    char *table, *result, why[PLAYROOM_WHY];
    bool has_replay;
    struct played_record record;
    int64_t ended_ms;
};

struct playroom {
    struct playroom_plan plan;
    pthread_mutex_t lock;
    struct place *first;
    bool stopping;
};

/* Plays it, from its folder to its record; a thread of its own (struct place). */
void *place_run(void *place);
/* Tells who looks on; the lock is not held. */
void playroom_wake(const struct playroom *p);

#endif
