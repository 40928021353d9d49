/* referee_pause: time that is nobody's (REPLAY.md section 2, PAUSE).  Somebody outside of the referee has seen that a party could
 * not be heard, or could not run, for a while; every moment since which its time is counted moves forward by that. */
#include "record/inputs.h"
#include "referee_state.h"

/* A moment before the end of the pause, later by what of the pause lies behind it. */
static void move(int64_t *us, int64_t from, int64_t until)
{
    if (*us >= 0 && *us < until)
        *us += until - at_least(from, *us);
}

/* While the clock stands still nothing passes that could be given back. */
static void pause_chair(struct referee *r, struct chair *c, int64_t from, int64_t until)
{
    if (c->wait.frozen_us >= 0 && c->wait.frozen_us < until)
        until = c->wait.frozen_us;
    if (until <= from)
        return;
    move(&c->start_us, from, until);
    move(&c->paid_us, from, until);
    move(&c->wait.sent_us, from, until);
    move(&c->wait.left_us, from, until);
    for (unsigned t = 0; t < r->tables; t++)
        move(&c->due[t].asked_us, from, until);
    move(&c->signs.asked_us, from, until);
    c->wait.watch_us = clock_add(c->wait.watch_us, until - from);
}

void referee_pause(struct referee *r, unsigned party, enum pause_reason reason, int64_t from, int64_t until,
                   int64_t now)
{
    uint8_t payload[PAUSE_SIZE];
    r->now = at_least(now, r->now);
    until = until < r->now ? until : r->now;
    from = at_least(from, 0);
    if (r->stage >= STAGE_TOLD || from >= until || (party >= r->parties && party != NOBODY))
        return;
    rec_pause_write(payload, &(struct rec_pause){ .party = (uint8_t)party,
                                                  .reason = (uint8_t)reason,
                                                  .from_us = (uint64_t)from,
                                                  .until_us = (uint64_t)until });
    outbox_record(r, REC_PAUSE, VISIBLE_ARBITER, payload, sizeof payload);
    for (unsigned i = 0; i < r->parties; i++)
        if (party == i || party == NOBODY)
            pause_chair(r, &r->chair[i], from, until);
}
