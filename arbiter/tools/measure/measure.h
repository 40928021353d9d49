/* measure: `fiel measure`: duplicate pairs between two bots until enough is known.  A tournament of two (tools/tournament/contest.h) plays
 * and notes them. */
#ifndef FIEL_MEASURE_H
#define FIEL_MEASURE_H

#include "stats/legs.h"
#include "stats/pairs.h"
#include "stats/sprt.h"
#include "tools/tournament/contest.h"

enum {
    MEASURE_LEAST = 10 /* pairs before anything is decided */
};

struct measure_wish {
    struct contest_wish
        play;          /* its two bots have names where --names gave them; `to`: NULL where no records are kept */
    const char *names; /* NULL: none */
    double within;     /* 0: not asked */
    bool by_sprt;
    uint32_t
        learned; /* the first bot learned to answer the second one from so many pairs (tools/exploit/); 0: it is as it is */
    struct sprt sprt;
};

struct measure {
    const struct measure_wish *wish;
    struct contest play;
    char name[MEASURE_BOTS][MEASURE_NAME]; /* as the match calls them */
    uint32_t counted;                      /* pairs 1 to this one are over, in this order: they are what is told */
    struct pair_sums sums;
    struct leg_sums legs; /* the first bot's */
    struct ratio_sums row[ROWS_COUNT];
    struct measured_use use[MEASURE_BOTS];
    uint32_t unheld; /* of those that are counted: a bot was in no fresh strict jail */
    bool shown;      /* on a terminal, pair by pair */
    enum sprt_verdict verdict;
};

extern const struct contest_command contest_measure;

/* Measures, tells, and returns an exit code. */
int measure_run(struct measure_wish *w);

/* --- measure_tell.c ------------------------------------------------------------------ */

/* Before the first pair: how many the sequential test is expected to take. */
void measure_expects(const struct measure *m, FILE *out);
void measure_progress(const struct measure *m, FILE *out);
void measure_table(const struct measure *m, FILE *out, bool utf8);
void measure_json(const struct measure *m, FILE *out);

#endif
