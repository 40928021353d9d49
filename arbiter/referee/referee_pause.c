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

/* Those who see a pause see it each for itself, and a machine that stood still is seen by all: what a party was given back once is not
 * given back again. */
static void pause_party(struct referee *r, unsigned party, enum pause_reason reason, int64_t from, int64_t until)
{
    uint8_t payload[PAUSE_SIZE];
    struct chair *c = &r->chair[party];
    from = at_least(from, c->paused_us);
    if (from >= until)
        return;
    c->paused_us = until;
    c->stats.paused_us += until - from;
    rec_pause_write(payload, &(struct rec_pause){ .party = (uint8_t)party,
                                                  .reason = (uint8_t)reason,
                                                  .from_us = (uint64_t)from,
                                                  .until_us = (uint64_t)until });
    outbox_record(r, REC_PAUSE, VISIBLE_ARBITER, payload, sizeof payload);
    back_awake(r, party);
    pause_chair(r, c, from, until);
}

void referee_pause(struct referee *r, unsigned party, enum pause_reason reason, int64_t from, int64_t until,
                   int64_t now)
{
    r->now = at_least(now, r->now);
    until = until < r->now ? until : r->now;
    if (r->stage >= STAGE_TOLD)
        return;
    for (unsigned i = 0; i < r->parties; i++)
        if (party == i || party == NOBODY)
            pause_party(r, i, reason, at_least(from, 0), until);
}

bool referee_starting(const struct referee *r) { return r->stage == STAGE_HELLO; }

void referee_gap(struct referee *r, int64_t from, int64_t until, int64_t now)
{
    if (referee_starting(r))
        referee_pause(r, NOBODY, PAUSE_ARBITER, from, until, now);
}
