/* store_live: live matches, of which this is public information only; numbers, for metrics and the host's page. */
#ifndef FIEL_LADDER_STORE_LIVE_H
#define FIEL_LADDER_STORE_LIVE_H

#include "store_jobs.h"

/* Lines of a job's running match, numbered by the worker strictly up; STORE_STALE as for store_beat.  The newest
 * STORE_LIVE_LINES are kept; all are forgotten when the job is done, given back, or leased again. */
enum { STORE_LIVE_LINES = 2000 };
int store_live_add(struct store *s, const struct order *o, int64_t first, const char *const *line, size_t lines,
                   struct store_error *e);
/* Does anybody watch, so that lines are worth telling?  Who asks is listed as being played. */
int store_live_asked(struct store *s, const struct order *o, bool *watched, struct store_error *e);
/* Somebody does, for a while. */
int store_live_watch(struct store *s, int64_t job, struct store_error *e);
struct live_match {
    int64_t job, pair, ladder, started_ms, last; /* last: the number of the newest line; 0: none */
    struct pair lineup;
};
int store_live(struct store *s, struct live_match *out, size_t max, size_t *n, struct store_error *e);
/* The one of this pair; STORE_NOT_FOUND when it is not being played, or by somebody who tells nothing. */
int store_live_of(struct store *s, int64_t pair, struct live_match *out, struct store_error *e);
/* Lines behind number `after`, joined by '\n', as many as fit STORE_LIVE bytes; *last is the number of the last. */
enum { STORE_LIVE = 64 << 10 };
int store_live_lines(struct store *s, int64_t job, int64_t after, char text[STORE_LIVE], int64_t *last,
                     struct store_error *e);

struct store_counts {
    uint64_t people, bots, versions[VERSION_STATES], jobs[JOB_STATES], pairs[PAIR_STATES], legs;
    uint64_t blobs, blob_bytes, disputes_open;
    int64_t oldest_queued_ms; /* when the oldest due job was made, 0 none */
};
int store_counts(struct store *s, struct store_counts *out, struct store_error *e);
/* Legs that a fault ended, by its kind (enum fault). */
struct store_fault {
    int64_t fault;
    uint64_t legs;
};
int store_faults(struct store *s, struct store_fault *out, size_t max, size_t *n, struct store_error *e);
/* The clock of all seats of all ladders. */
int store_clock_sums(struct store *s, struct clock_sums *out, struct store_error *e);
/* Bots with attempts at their pairs that failed (as in struct version_lately), and how many; the most first. */
struct bot_voids {
    char author[STORE_NAME], name[STORE_NAME];
    uint64_t voids;
};
int store_voids(struct store *s, struct bot_voids *out, size_t max, size_t *n, struct store_error *e);

#endif
