/* outbox: what outbox.c and outbox_again.c share. */
#ifndef FIEL_OUTBOX_H
#define FIEL_OUTBOX_H

#include "referee_state.h"

/* When an envelope leaves: at the next tick, or at once, when it holds only what its own bot brought about. */
enum leaves { AT_TICK, AT_ONCE };

/* Writes [number, ...count messages] so that it ends at `end`; returns where it begins. */
uint8_t *outbox_envelope_head(uint8_t *end, uint64_t number, unsigned count);
/* To the seat process, under a new ticket; the wait's own books are kept by the caller. */
void outbox_hand_over(struct referee *r, unsigned seat, const uint8_t *envelope, size_t size, int64_t budget_us,
                      enum leaves when);
/* SENT of all that waits for this party, if anybody is there to be told. */
void outbox_record(struct referee *r, unsigned party);
/* What waits for this party leaves: the seat process waits `budget_us` for what is due then, -1: for nothing. */
void outbox_leave(struct referee *r, unsigned party, const struct course_kept *kept, int64_t budget_us);

#endif
