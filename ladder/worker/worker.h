/* worker: leases a job, has it played by the arbiter and hands in what came of it, which its site audits and files.
 *
 * A worker keeps nothing of its own: kill it at any moment and the lease runs out, somebody else plays the pair
 * afresh, and what it had played is not filed. */
#ifndef FIEL_LADDER_WORKER_H
#define FIEL_LADDER_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "queue.h"

/* A `fiel serve` that plays instead of this machine. */
struct worker_arbiter {
    const char *address, *server, *key; /* control/line.h */
    const char *bots;                   /* its bots folder, as this worker sees it; NULL: it has remote bots alone */
    const char *partner;                /* a hosted bot of its own, against whom remote bots are validated */
    const atomic_bool *there;           /* whether it answers, where its owner knows; NULL: it is asked */
};

enum { WORKER_LACKS = 256 };
struct worker_plan {
    struct queue *queue;                  /* from where the jobs are, and to where what came of them goes */
    char name[STORE_NAME];                /* host, process, thread: told in the host's page */
    const char *machine;                  /* that plays: bots of one author are kept from meeting there (struct wish) */
    const struct worker_arbiter *arbiter; /* NULL: `fiel match` plays, here */
    const struct worker_arbiter *door;    /* who plays jobs with a remote bot; NULL: they are not asked for */
    const char *fiel;                     /* the arbiter's program */
    const char *signing_key;              /* the arbiter's, for all matches; NULL: one for each */
    const char *log, *log_key; /* the match log in which pairs are published, and its secret key; NULL: none */
    const char *log_policy;    /* the file that names its witnesses; NULL: none */
    const char *jail;          /* strict, basic or none, as for `fiel match`; the arbiter's, once it was asked */
    bool unheld;               /* pairs with strangers' bots are played in any jail */
    const char *folder;        /* for what is unpacked and played; a job's part of it is removed when it is over */
    char lacks[WORKER_LACKS];  /* why nothing can be played now; "": it can */
    pthread_mutex_t *turn;     /* one hand of a process waits for a job, and the others for that; NULL: nobody waits */
    atomic_bool *over;         /* true: give back what is leased and end */
};

/* This machine's jail does not demand what holds strangers' bots in a pair, and the host has not said that it may be so. */
bool worker_refuses_strangers(const struct worker_plan *p);

enum worked { WORK_DONE, WORK_NONE, WORK_FAILED };
/* One job from lease to filing.  WORK_NONE: nothing is due, or another hand of the process waits for it.  WORK_FAILED: the sentence says what; the job went back. */
enum worked worker_once(struct worker_plan *p, struct store_error *e);
/* Until *over. */
void worker_run(struct worker_plan *p);

#endif
