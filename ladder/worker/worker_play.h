/* worker_play: a job's bots, its match and what came of it; between worker.c and those who play. */
#ifndef FIEL_LADDER_WORKER_PLAY_H
#define FIEL_LADDER_WORKER_PLAY_H

#include "filing/handed.h"
#include "worker.h"

enum { WORK_PATH = 400, WORK_WHY = 256 };

struct work {
    struct worker_plan *plan;
    struct order *order;
    char folder[WORK_PATH]; /* of this job; "" before there is one */
    int lock;               /* held on it */
    char why[WORK_WHY];     /* what went wrong */
    bool bot_is_wrong;      /* it went wrong with an artifact, not with this machine */
    bool nobodys;           /* it is nobody's fault: the attempt does not count */
    int64_t absent;         /* the remote version that is not at the arbiter's door; 0: none */
    int64_t started_ms, ended_ms;
    uint8_t built[STORE_HASH]; /* what the build made */
    char result[WORK_PATH];    /* what is handed in (filing/handed.h) */
};

/* Unpacks the bots, builds what is to be built; false and why. */
bool work_unpack(struct work *w, struct store_error *e);
/* Runs the match while the lease is kept; false and why, with e->code STORE_STALE when the lease is lost. */
bool work_play(struct work *w, struct store_error *e);
/* The file of a leg; "" when it was not played. */
void work_replay(const struct work *w, unsigned leg, char path[WORK_PATH]);
/* w->result, with the files that are there; false and why. */
bool work_hand_in(struct work *w);
/* Makes w->result; again is fine. */
bool work_result(struct work *w);
/* What the bot of this seat printed in this leg, at most `room` bytes of its end. */
size_t work_log(const struct work *w, unsigned leg, unsigned seat, char *out, size_t room);
/* The job's own folder (worker_folder.c), and its removal; false and why. */
bool work_folder(struct work *w);
void work_remove(struct work *w);

/* --- for what else a job needs of the arbiter ---------------------------------------------------------- */

/* Runs the arbiter's program with these words while the lease is kept; its stdout goes to the file `to` of the job's folder.
 * False and why when it could not be run, or the lease is lost. */
bool work_run(struct work *w, char *const argv[], const char *to, int *exit_code, struct store_error *e);
/* The last line that it said, and that does not speak of going on with --resume, becomes the reason, with `who` before it; false, always. */
bool work_last_words(struct work *w, const char *who);
/* The end of a file, at most `room` bytes; 0 when there is none. */
size_t work_tail(const char *path, char *out, size_t room);
/* Where the artifact of this seat lies unpacked: one folder a version, readable for the bots' own users. */
void bot_folder(const struct work *w, const struct order_seat *s, char path[WORK_PATH]);
/* Keeps the lease, when it is time for that; false: it is lost, or it is enough. */
bool work_keep(struct work *w, int64_t *beat_ms, struct store_error *e);

#endif
