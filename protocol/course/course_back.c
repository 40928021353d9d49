/* course_back: HELLO, the first and every later one, and seat processes that are lost.
 *
 * A bot that comes back says how many messages it has and signs its head after them; the rest is
 * sent again from the record, byte for byte.  Its clock has been running all the time, unless it was the seat
 * process that was lost: then it stands still until a HELLO behind which it is told all that it lacks, for at most the
 * start limit and AGAIN_US for each AGAIN_MOST messages that it was sent.  So long it is away, and is handed nothing else. */
#include <string.h>

#include "course_state.h"

/* The head that a bot with `have` messages must have. */
static enum head_known head_due(struct course *co, unsigned seat, uint64_t have, uint8_t head[HASH])
{
    memset(head, 0, HASH);
    return have == 0 ? HEAD_IS : co->ports.head_at(co->ports.ctx, seat, have, head);
}

void course_head(const struct course *co, unsigned party, uint8_t head[HASH])
{
    chain_have(head, &co->party[party].view, &co->open_chain);
}

bool back_hello_holds(struct course *co, unsigned seat, const struct seat_message *m)
{
    const struct course_party *c = &co->party[seat];
    uint8_t head[HASH];
    struct message text;
    if ((c->hellos > 0 || c->bound) && memcmp(m->a, c->key, KEY_PUBLIC) != 0)
        return false;
    enum head_known due = head_due(co, seat, m->have, head);
    if (due == HEAD_UNKNOWN)
        return true; /* that is not the bot's fault */
    if (due == HEAD_NOT || memcmp(m->b, head, HASH) != 0)
        return false;
    hello_message(&text, m->have > 0 ? co->match_id : co->header.server[seat], m->have, m->b);
    return judge_signature(co, m->signature, m->a, &text);
}

static void first_hello(struct course *co, unsigned seat, const struct seat_message *m)
{
    struct course_party *c = &co->party[seat];
    memcpy(c->key, m->a, KEY_PUBLIC);
    if (c->name[0] == '\0')
        memcpy(c->name, m->text, sizeof c->name);
    c->name[sizeof c->name - 1] = '\0';
    c->said_hello = true;
    open_check_hellos(co);
}

uint64_t course_again_until(const struct course_kept *kept, uint64_t have)
{
    return kept->sent - have > AGAIN_MOST ? have + AGAIN_MOST : kept->sent;
}

void back_hello(struct course *co, unsigned seat, const struct seat_message *m)
{
    struct course_party *c = &co->party[seat];
    c->hellos++;
    if (co->stage == COURSE_HELLO) {
        first_hello(co, seat, m);
        return;
    }
    course_thaw(co, seat); /* it has run since then, with nobody there */
    /* It cannot know whether its answers arrived, and may say them before it hears the next request. */
    for (unsigned t = 0; t < co->tables; t++)
        co->table[t].place[seat].crossed = co->table[t].place[seat].request;
    if (course_again_until(&c->kept, m->have) == c->kept.sent) {
        c->absent = false;
        dues_unfreeze(co, seat);
    }
    co->ports.again(co->ports.ctx, seat, m->have, &c->kept);
    if (c->absent)
        return; /* it says HELLO once more */
    c->kept.sent = c->kept.first;
    c->urgent |= course_owes(co, seat);
}

void back_gone(struct course *co, unsigned seat)
{
    struct course_party *c = &co->party[seat];
    if (co->stage == COURSE_HELLO) {
        c->said_hello = false; /* the start limit goes on */
        return;
    }
    course_thaw(co, seat);
    c->absent = true;
    c->absent_until_us = clock_add(co->now, clock_add(co->start_us, (int64_t)(c->kept.sent / AGAIN_MOST) * AGAIN_US));
    if (c->frozen_us < 0)
        c->frozen_us = co->now;
}
