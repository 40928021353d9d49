/* pair_job: a `fiel match --duplicate` as a child, some of them at once: what `fiel measure` and `fiel tournament` play their pairs by. */
#ifndef FIEL_PAIR_JOB_H
#define FIEL_PAIR_JOB_H

#include <stdio.h>

#include "base/control.h"
#include "base/spawn.h"
#include "child/stall.h"
#include "measured.h"

enum { PAIR_JOBS = 64, PAIR_SAID = CONTROL_PATH + 16 };

/* Who plays, and under what. */
struct pair_words {
    const char *bot[MEASURE_BOTS], *rules, *seats, *clock, *jail;
    const char *names; /* of the seats, with commas between them; NULL: their programs' */
    const char *key;   /* the arbiter's; NULL: one for each match */
    uint32_t games_a_leg;
    const char *files[MEASURE_BOTS]; /* what the bots are (match/bot_files.h), and no pair begins with others */
};

/* So many pairs of one match, a pair at each table. */
struct pair_job {
    struct child child;      /* pid 0: none */
    uint32_t number, count;  /* of its first pair; so many */
    bool again;              /* it goes on with what an earlier run left in `path` */
    unsigned voids;          /* how often in a row the machine made it void */
    struct stall look;       /* at its process */
    bool looped;             /* it was ended because it ran in an endless loop */
    int cpu;                 /* -1: none of its own */
    char path[CONTROL_PATH]; /* where its records go; what it prints goes to path.said */
};

/* As many jobs as there are CPUs for them. */
unsigned pair_jobs_cpus(void);
/* A CPU for each job, where there are as many. */
void pair_jobs_place(struct pair_job *job, unsigned count);

/* ", about 3 min left", in the language that is spoken; nothing where the seconds are below 0, which is not known. */
void pair_jobs_left(FILE *out, double seconds);

/* Starts the match of a job whose number, count, path and `again` are set.  -1 and a sentence; no child then. */
int pair_job_start(struct pair_job *j, const struct pair_words *w, char why[MEASURE_WHY]);

enum pair_end {
    PAIR_PLAYED, /* its pairs are in the outcome */
    PAIR_ANEW,   /* nobody's fault: its folder is gone, and it is to be started again, from the beginning */
    PAIR_FAILED, /* code and why are set */
    PAIR_PARKED  /* it was ended before its end, because we are interrupted */
};
struct pair_outcome {
    struct measured *played; /* room for PAIR_TABLES_MAX, the caller's */
    uint32_t count;          /* of a match that was resumed there may be fewer or more than were asked for */
    char name[MEASURE_BOTS][MEASURE_NAME];
    bool voided; /* of PAIR_ANEW: the machine had no process or memory for it */
    int code;    /* an exit code */
    char why[MEASURE_WHY];
};
/* After its pidfd became readable: reaps it and tells what came of it.  There is no child any more. */
enum pair_end pair_job_end(struct pair_job *j, bool interrupted, struct pair_outcome *out);

/* A bot that is at fault before a card was dealt does not play at all: in none of these pairs was a hand played, and each tells a fault. */
bool pairs_unplayed(const struct measured *played, uint32_t count);

/* Until a match ends or a signal comes, which sets *interrupted: a bit for each job that is over.  Meanwhile a match that somebody has
 * stopped is set going, and one that runs in an endless loop is ended. */
uint64_t pair_jobs_wait(struct pair_job *job, unsigned count, int signals, bool *interrupted);
bool pair_jobs_run(const struct pair_job *job, unsigned count);

/* A match that still runs is ended; `park`: what was played of a pair stays, to be resumed. */
void pair_jobs_stop(struct pair_job *job, unsigned count, bool park);

#endif
