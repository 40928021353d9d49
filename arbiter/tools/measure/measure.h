/* measure: `fiel measure`: duplicate pairs between two bots until enough is known. */
#ifndef FIEL_MEASURE_H
#define FIEL_MEASURE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "match/match_options.h"
#include "stats/legs.h"
#include "stats/pairs.h"
#include "stats/sprt.h"
#include "tools/pairs/measured.h"
#include "tools/pairs/pair_job.h"

enum {
    MEASURE_LEAST = 10 /* pairs before anything is decided */
};

struct measure_wish {
    const char *bot[MEASURE_BOTS], *rules, *seats, *clock, *jail, *replays, *svg;
    unsigned bots, jobs;
    uint32_t tables; /* pairs at once on one connection */
    uint32_t pairs;  /* at most */
    double within;   /* 0: not asked */
    bool by_sprt, json;
    struct sprt sprt;
};

struct measure {
    const struct measure_wish *wish;
    char name[MEASURE_BOTS][MEASURE_NAME]; /* as the match calls them */
    char *files[MEASURE_BOTS];             /* what they are (match/bot_files.h) */
    struct measured *pair;                 /* by number, from 1 */
    uint32_t room;
    uint32_t counted; /* pairs 1 to this one are over, in this order: they are what is told */
    struct pair_sums sums;
    struct leg_sums legs; /* the first bot's */
    struct ratio_sums row[ROWS_COUNT];
    struct measured_use use[MEASURE_BOTS];
    char folder[CONTROL_PATH - 72]; /* of the records, whose names follow */
    uint32_t unheld;                /* of those that are counted: a bot was in no fresh strict jail */
    bool keeps, interrupted, enough;
    enum sprt_verdict verdict;
    char failed[MEASURE_WHY]; /* "" or why it ended before it was told enough */
    int failed_code;
    uint32_t voids; /* how often the machine had no process or memory for a pair, and it was played again */
    int64_t began_ms;
    uint32_t found; /* pairs that an earlier run has left */
    FILE *notes;
};

/* Measures, tells, and returns an exit code. */
int measure_run(const struct measure_wish *w);

/* --- measure_notes.c: what a folder of records keeps ------------------------------------------------ */

/* Makes the folder, or takes up what an earlier run has left in it.  An exit code. */
int notes_open(struct measure *m);
/* Room for m->pair[number]; an exit code.  What lies there moves. */
int measure_room(struct measure *m, uint32_t number);
/* An exit code. */
int notes_add(struct measure *m, uint32_t number, uint32_t count);
void notes_close(struct measure *m);
/* Where the records of the pairs go that are played with this one, the first. */
void notes_path(const struct measure *m, uint32_t number, char path[CONTROL_PATH]);

/* --- measure_tell.c, measure_plot.c ------------------------------------------------------------------ */

/* Before the first pair: how many the sequential test is expected to take. */
void measure_expects(const struct measure *m, FILE *out);
void measure_progress(const struct measure *m, FILE *out);
void measure_table(const struct measure *m, FILE *out, bool utf8);
void measure_json(const struct measure *m, FILE *out);

/* measure_plot.c */
/* -1 and errno. */
int measure_svg(const struct measure *m, const char *path);

#endif
