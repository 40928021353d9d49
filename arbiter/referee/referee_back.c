/* referee_back: HELLO, the first and every later one, and seat processes that are lost.
 *
 * A bot that comes back says how many messages it has and signs its head after them; the rest is
 * sent again from the record, byte for byte.  Its clock has been running all the time, unless it was the seat
 * process that was lost: then it stands still until the next HELLO, for at most the start limit. */
#include <assert.h>
#include <string.h>

#include "referee_state.h"

/* The head that a bot with `have` messages must have. */
static bool head_due(struct referee *r, unsigned seat, uint64_t have, uint8_t head[HASH])
{
    const struct chair *c = &r->chair[seat];
    memset(head, 0, HASH);
    if (have == 0)
        return true;
    if (have > c->sent)
        return false;
    if (have == c->out.first && c->out.count == 0) {
        chain_have(head, &c->view, &r->open_chain);
        return true;
    }
    return outbox_head_after(r, seat, have, head);
}

bool back_hello_holds(struct referee *r, unsigned seat, const struct seat_message *m)
{
    const struct chair *c = &r->chair[seat];
    uint8_t head[HASH];
    struct message text;
    if ((c->hellos > 0 || c->bound) && memcmp(m->a, c->key, KEY_PUBLIC) != 0)
        return false;
    bool due = head_due(r, seat, m->have, head);
    if (r->journal_error != 0)
        return true; /* the record cannot be read: that is not the bot's fault, and the match ends as void */
    if (!due || memcmp(m->b, head, HASH) != 0)
        return false;
    hello_message(&text, m->have > 0 ? r->match_id : r->config.server[seat], m->have, m->b);
    return verify_message(m->signature, m->a, &text);
}

static void first_hello(struct referee *r, unsigned seat, const struct seat_message *m)
{
    struct chair *c = &r->chair[seat];
    memcpy(c->key, m->a, KEY_PUBLIC);
    if (c->name[0] == '\0')
        memcpy(c->name, m->text, sizeof c->name);
    c->name[sizeof c->name - 1] = '\0';
    c->said_hello = true;
    open_check_hellos(r);
}

void back_hello(struct referee *r, unsigned seat, const struct seat_message *m)
{
    struct chair *c = &r->chair[seat];
    c->hellos++;
    if (r->stage == STAGE_HELLO) {
        first_hello(r, seat, m);
        return;
    }
    back_awake(r, seat);
    c->absent = false;
    /* It cannot know whether its answers arrived, and may say them before it hears the next request. */
    for (unsigned t = 0; t < r->tables; t++)
        r->table[t].place[seat].crossed = r->table[t].place[seat].request;
    outbox_unfreeze(r, seat);
    outbox_again(r, seat, m->have);
}

void back_awake(struct referee *r, unsigned seat)
{
    const struct chair *c = &r->chair[seat];
    if (c->wait.frozen_us >= 0 && r->now >= c->absent_until_us)
        outbox_unfreeze(r, seat);
}

void back_gone(struct referee *r, unsigned seat)
{
    struct chair *c = &r->chair[seat];
    if (r->stage == STAGE_HELLO) {
        c->said_hello = false; /* the start limit goes on */
        return;
    }
    back_awake(r, seat);
    c->absent = true;
    c->absent_until_us = clock_add(r->now, r->config.start_us);
    if (c->wait.frozen_us < 0)
        c->wait.frozen_us = r->now;
}
