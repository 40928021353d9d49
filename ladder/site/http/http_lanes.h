/* http_lanes: answers that take a while are made beside the server's threads, which go on answering all others.  Each kind has a lane of its own,
 * so that archives hold up no password and neither a worker: as many threads as there are processors, and a queue that ends. */
#ifndef FIEL_LADDER_HTTP_LANES_H
#define FIEL_LADDER_HTTP_LANES_H

#include <stdbool.h>

/* A lane is a flag of a route. */
enum http_lane {
    HTTP_ARCHIVES = 1 << 28,
    HTTP_PASSWORDS = 2 << 28,
    HTTP_FILINGS = 3 << 28,
    HTTP_RECORDS = 4 << 28, /* looked at for a page */
};
enum { HTTP_QUEUED = 64 /* of each lane, beside those that are being made */ };

/* In the caller's memory until it is run. */
struct lane_job {
    struct lane_job *next;
    void (*run)(struct lane_job *job);
};

static inline bool in_lane(unsigned flags) { return flags >> 28; }

struct lanes;
/* NULL without memory or threads. */
struct lanes *lanes_open(void);
/* False: as many wait as may. */
bool lanes_put(struct lanes *l, unsigned flags, struct lane_job *job);
/* Nothing is put from now on; what was is run.  NULL is fine. */
void lanes_end(struct lanes *l);
void lanes_close(struct lanes *l);

#endif
