/* monitor_state: what the monitor knows while it reads, shared by its parts. */
#ifndef FIEL_MONITOR_STATE_H
#define FIEL_MONITOR_STATE_H

#include "audit/equivocation.h"
#include "audit/monitor.h"
#include "log/entry.h"

/* What the log has said of one match number so far. */
struct logged_match {
    bool open, result, reveal, unopened;
    bool replay_seen;
    bool no_replay; /* the result names none */
    bool final;     /* the result is of a match that was dealt: its seed has to be revealed */
    uint8_t match_id[ID], arbiter[ID];
    uint8_t nonce[ID], seed_commit[ID];
    uint8_t replay[ID];  /* hash of the replay file */
    uint8_t primary[ID]; /* of a twin: the match_id of its first leg; else zeros */
    struct signed_elsewhere said;
};

struct monitor {
    const struct monitor_task *task;
    FILE *out;
    int folder; /* of the log */
    struct checkpoint checkpoint;
    struct checkpoint since[MONITOR_SINCE_MAX];
    struct logged_match *match; /* by number, 1 .. matches */
    uint64_t matches, highest;  /* room in `match`; highest number met */
    uint64_t counts[ENTRY_TRAIL + 1];
    uint64_t line; /* the newest of a trail that an entry named */
    uint64_t wrong, running, replays;
    struct policy_verdict witnessed; /* of the task's policy */
};

/* One finding: counted, and printed unless quiet. */
void monitor_wrong(struct monitor *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Takes one entry of the log; what is wrong with it is told by monitor_wrong(). */
void monitor_entry(struct monitor *m, uint64_t index, const uint8_t *bytes, size_t size);
void monitor_matches(struct monitor *m); /* after the last entry */
bool monitor_twins(struct monitor *m);   /* then; false: no memory */
bool monitor_replays(struct monitor *m); /* false: the folder cannot be read */

#endif
