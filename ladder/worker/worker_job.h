/* worker_job: a job in a worker's hands: its folder, the lease, what went wrong. */
#ifndef FIEL_LADDER_WORKER_JOB_H
#define FIEL_LADDER_WORKER_JOB_H

#include "cli/said.h"
#include "filing/hand_in.h"
#include "worker.h"

enum { WORK_PATH = 400, WORK_HOME = 300 /* of the folder of jobs */, WORK_WHY = 256 };

struct work {
    struct worker_plan *plan;
    const struct worker_arbiter *arbiter; /* that plays it; NULL: `fiel match` */
    struct order *order;
    char folder[WORK_PATH]; /* of this job; "" before there is one */
    int lock;               /* held on it */
    char why[WORK_WHY];     /* what went wrong, as it is said (cli/said.h) */
    bool bot_is_wrong;      /* it went wrong with an artifact, not with this machine */
    bool nobodys;           /* it is nobody's fault: the attempt does not count */
    int64_t absent;         /* the remote version that is not at the arbiter's door; 0: none */
    int64_t started_ms, ended_ms;
    uint8_t built[STORE_HASH]; /* what the build made */
    char result[WORK_PATH];    /* what is handed in (filing/hand_in.h) */
    const struct wish *next;   /* what comes along with the answer to that; NULL: nothing */
};

/* "what: why" becomes the reason; false, always. */
bool work_wrong(struct work *w, const char *what, const char *why);

/* Removes the folders of jobs whose workers were killed, and tells what was begun for those jobs. */
void worker_sweep(const struct worker_plan *p);
/* Makes the job's own folder; false and why. */
bool work_folder(struct work *w);
/* Removes it with all that lies in it; without one it does nothing. */
void work_remove(struct work *w);
/* Makes w->result in it; again is fine.  False and why. */
bool work_result(struct work *w);
/* Writes a file, or what is there of it anew; false and why. */
bool work_write(struct work *w, const char *path, const void *bytes, size_t size);
/* Where the artifact of this seat lies unpacked: one folder a version, readable for the bots' own users. */
void bot_folder(const struct work *w, const struct order_seat *s, char path[WORK_PATH]);
/* Makes the folder and unpacks the seat's artifact into it.  False and why; w->bot_is_wrong when it is the archive that is. */
bool work_unpack_into(struct work *w, const struct order_seat *s, const char *folder, struct store_error *e);
/* The file of a leg; "" when it was not played. */
void work_replay(const struct work *w, unsigned leg, char path[WORK_PATH]);
/* Says in w->why which matches of the log were begun for this job (hand_in_begun). */
void work_begun(struct work *w);
/* What the bot of this seat printed in this leg, at most `room` bytes of its end. */
size_t work_log(const struct work *w, unsigned leg, unsigned seat, char *out, size_t room);

/* Keeps the lease, when it is time for that; false: it is lost, or it is enough. */
bool work_keep(struct work *w, int64_t *beat_ms, struct store_error *e);

#endif
