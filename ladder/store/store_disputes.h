/* store_disputes: disputes about what was played. */
#ifndef FIEL_LADDER_STORE_DISPUTES_H
#define FIEL_LADDER_STORE_DISPUTES_H

#include "store.h"

enum dispute_state { DISPUTE_OPEN, DISPUTE_UPHELD, DISPUTE_VOID, DISPUTE_WITHDRAWN, DISPUTE_STATES };
extern const char *const dispute_state_names[DISPUTE_STATES];
struct dispute {
    int64_t id, leg, pair, person;
    char text[STORE_LONG];
    bool has_transcript;
    uint8_t transcript[STORE_HASH]; /* the author's own record, put before */
    enum dispute_state state;       /* upheld: the result stands; void: it does not, the pair is played again */
    char decided_by[STORE_NAME], decision[STORE_LONG];
    int64_t again; /* the pair that is played instead, 0 none */
    int64_t created_ms;
};
/* EXISTS while the same person has an open one about the same leg.  Told in the trail. */
int store_dispute_add(struct store *s, const struct dispute *d, const char *actor, int64_t *id, struct store_error *e);
int store_dispute(struct store *s, int64_t id, struct dispute *out, struct store_error *e);
struct dispute_filter {
    int64_t leg, person; /* 0: any */
    int state;           /* -1: any */
    int64_t before;
};
int store_disputes(struct store *s, const struct dispute_filter *f, struct dispute *out, size_t max, size_t *n,
                   struct store_error *e);
/* STORE_STALE when it is not open.  VOID voids the pair, unless it is void already, and plays it again, in
 * the same transaction.  Told in the trail, and to who filed it. */
int store_dispute_decide(struct store *s, int64_t id, enum dispute_state to, const char *decision, const char *actor,
                         struct store_error *e);

#endif
