/* store_jobs: jobs: what workers do, and what they file. */
#ifndef FIEL_LADDER_STORE_JOBS_H
#define FIEL_LADDER_STORE_JOBS_H

#include "store_events.h"
#include "store_legs.h"
#include "store_pairs.h"

enum job_kind { JOB_PLAY, JOB_VALIDATE, JOB_RECHECK, JOB_KINDS };
extern const char *const job_kind_names[JOB_KINDS];
enum job_state { JOB_QUEUED, JOB_LEASED, JOB_DONE, JOB_PARKED, JOB_CANCELLED, JOB_STATES };
extern const char *const job_state_names[JOB_STATES];
/* A job is parked after so many attempts that came back failed (setting "job.attempts"), or JOB_LOST times as many leases that ran out:
 * what a worker lost is not what the job did, but one that ends every worker is not to go round for ever. */
enum { JOB_ATTEMPTS = 3, JOB_LOST = 4 };

struct order_seat {
    int64_t version, number;
    char author[STORE_NAME], bot[STORE_NAME];
    bool own;                     /* the host's: of a host, or of an account that nobody can sign in to */
    bool remote, source;          /* source: `build` makes of the artifact what is run; not yet built */
    uint8_t artifact[STORE_HASH]; /* what was submitted, or what was built of it */
    char build[STORE_TEXT], run[STORE_TEXT];
    uint8_t key[STORE_KEY];
    char binding[STORE_LONG];
};
/* A job that this worker holds until `until_ms`.  `attempt` is the fencing token: a worker that lost the lease files nothing. */
struct order {
    int64_t job, attempt, until_ms;
    enum job_kind kind;
    char worker[STORE_NAME], host[STORE_NAME];
    struct ladder ladder; /* to validate: of the first ladder the version is entered in; id 0 when in none */
    struct pair pair;     /* to play; to recheck: that was played */
    int64_t seats;        /* of `seat`; to validate and to recheck: 1 */
    struct order_seat seat[STORE_SEATS];    /* by seat of the first leg */
    int64_t legs;                           /* to recheck: of `replay` */
    int64_t again_after, again_to;          /* to recheck: the hands after the one, up to the other; 0: to the end */
    char filer[STORE_NAME];                 /* to recheck: the host that filed them */
    uint8_t replay[STORE_LEGS][STORE_HASH]; /* zeros: nothing is asked about this leg */
};
/* Takes the most urgent job that is due, or whose lease has run out; STORE_NOT_FOUND when there is none.  A
 * job that lost its last lease, too, is parked on the way. */
struct wish {
    const char *worker, *host; /* host: NULL or "": the site itself; who filed a pair is not asked to recheck it */
    int64_t keyed;             /* the worker's key, by id; 0: the site itself */
    const char *
        machine; /* what plays it; NULL or "": one that nobody shares.  While a pair with an author's hosted bot is played
                          * there (an admission is one), nothing else with a hosted bot of that author is, the host's own
                          * bots left aside, and those in a strict jail whose event does not ask for it */
    int64_t lease_ms;
    bool no_play, no_validate, no_recheck; /* kinds that this worker cannot do */
    bool no_remote;                        /* no pair with a remote version */
    bool strict;                           /* its jail */
    bool no_strangers; /* nothing that is played as a duplicate pair, an admission too, with a hosted bot that is not
                                * the host's own; such jobs, and versions that wait for them, get STORE_UNHELD for a reason */
};
#define STORE_UNHELD \
    N_("no worker here holds authors' bots as a pair demands: the host runs `fiel runtime` once as root and a worker " \
       "with --jail strict, or says --duplicate-unheld")
int store_lease(struct store *s, const struct wish *w, struct order *out, struct store_error *e);
/* The order once more, for its holder: job, attempt and worker say who that is.  *done: it was filed by this very attempt,
 * and nothing else is filled.  STORE_STALE: the lease is lost. */
int store_held(struct store *s, struct order *o, bool *done, struct store_error *e);
/* The lease is good for `lease_ms` from now; STORE_STALE: it is lost or the job was cancelled, stop the work. */
int store_beat(struct store *s, struct order *o, int64_t lease_ms, struct store_error *e);
/* Back to the queue, not to be leased for `delay_ms`.  After JOB_ATTEMPTS that failed the job is parked with this reason.  UNTRIED: it is as
 * if never leased, the worker ends.  FAILED: the arbiter, a bot's artifact or the worker did, and that is one of the pair's voids, too.  LEFT:
 * its worker was killed; the reason is told in the trail, once, and the lease runs out as it would. */
enum given_back { GIVEN_UNTRIED, GIVEN_FAILED, GIVEN_LEFT };
int store_give_back(struct store *s, const struct order *o, const char *reason, int64_t delay_ms, enum given_back what,
                    struct store_error *e);
/* Back to the queue, because this remote version of it is not at the arbiter's door.  It is looked for again after a minute, then two, up to
 * half an hour, whatever else is said of the job.  Nobody is blamed while it may still come: the ABSENCES-th time, which is about a day, the
 * version is disabled and its author told, so that the ladder goes on without it. */
enum { ABSENCES = 60 };
int store_absent(struct store *s, const struct order *o, int64_t version, const char *reason, struct store_error *e);

/* Files what came of a pair, all at once: replays, legs, seats, logs, the pair's score, the ladder's serial, the notice of a version's
 * first fault, and the job is done.  STORE_STALE: the lease is lost, nothing is filed.  The same filing again (the answer was lost) is
 * STORE_OK.  `legs` may be fewer than the pair's when a fault ended the first. */
int store_finish(struct store *s, const struct order *o, const struct leg *leg, size_t legs, struct store_error *e);
/* What came of a validation.  Passed: the version is active, and others retire if it supersedes them.  Else disabled with the reason.
 * The author gets a notice.  `built`: what the build made, already put; NULL none. */
struct verdict_filed {
    bool passed;
    const char *reason;
    const void *log; /* of the build and of the bot, for the author; the last STORE_LOG_MAX bytes are kept */
    size_t log_size;
    const uint8_t *built; /* STORE_HASH bytes */
    const void *replay;
    size_t replay_size; /* 0 for none */
};
int store_validated(struct store *s, const struct order *o, const struct verdict_filed *v, struct store_error *e);

struct job {
    int64_t id, pair, version, event; /* version: to validate; event: 0 for none */
    enum job_kind kind;
    enum job_state state;
    int64_t priority, ready_ms, until_ms, attempt;
    char worker[STORE_NAME];               /* who holds it, or held it last */
    char reason[STORE_TEXT];               /* why it came back or is parked */
    int64_t created_ms, begun_ms, done_ms; /* begun: the newest lease */
    bool held;                             /* its event does not run */
};
struct job_filter {
    int state, kind; /* -1: any */
    int64_t event;   /* 0: any */
    int64_t before;
    bool due;  /* what is played and what waits, in the order in which it is taken */
    bool held; /* only of events that do not run */
};
int store_jobs(struct store *s, const struct job_filter *f, struct job *out, size_t max, size_t *n,
               struct store_error *e);
/* A parked job is queued once more, as if never tried, and with it where `alike` says so all that are parked for the same cause;
 * cancelling ends a queued, leased or parked one and voids its pair.  Told in the trail. */
int store_job_again(struct store *s, int64_t job, bool alike, const char *actor, struct store_error *e);
int store_job_cancel(struct store *s, int64_t job, const char *actor, struct store_error *e);
/* The same of a pair's. */
int store_pair_cancel(struct store *s, int64_t pair, const char *actor, struct store_error *e);

#endif
