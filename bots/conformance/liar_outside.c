/* liar_outside: telling and hearing the one party that is another program. */
#include "liar.h"

#include "outside.h"

/* Is something due from this party? */
static bool owes(const struct liar *l, unsigned seat)
{
    const struct told *t = l->told[seat];
    if (!l->said_hello[seat] || t->sent < t->count || t->again)
        return true;
    if (t->count == 0 || l->over)
        return false;
    if (!l->joined[seat] || l->asking == (int)seat)
        return true;
    if (!l->between || l->sealed == 0)
        return false;
    bool cuts = liar_more(l) ? !l->primary && l->cut[seat] < l->hand + 1
                             : l->offer.reveal == REVEAL_PAIR && l->cut[seat] < l->offer.hands_max;
    return cuts || l->signs[seat] < l->hand;
}

/* It counts what it was told, the message that it objects to as well, and signs the head after that; bytes that are no
 * message count for nothing. */
static void hear_protest(struct liar *l, const struct msg *m)
{
    const struct told *t = l->told[l->victim];
    struct message text;
    protest_message(&text, l->match_id, l->victim, m->have, m->head, m->code, m->blob, m->blob_size);
    if (m->have == 0 || !party_must(l, l->victim, m->have <= t->count, "PROTEST counts more messages than were sent"))
        return;
    party_must(l, l->victim, memcmp(m->head, t->head[m->have], HASH) == 0,
               "PROTEST names another head than the messages it counts give");
    party_must(l, l->victim, verify_message(m->signature, party_key(l, l->victim), &text),
               "PROTEST is not signed by the key of HELLO");
}

/* One envelope of it, judged as an arbiter does. */
static void hear_outside(struct liar *l, const uint8_t *bytes, size_t size)
{
    struct outside *o = l->outside;
    struct envelope e;
    struct msg m;
    enum wire_error w = envelope_open(&e, bytes, size);
    while (w == WIRE_OK && e.left > 0 && (w = envelope_next(&e, FROM_BOT, &m)) == WIRE_OK) {
        if (m.type == MSG_PROTEST) {
            hear_protest(l, &m);
            outside_protests(o, m.code, m.text);
            return;
        }
        if (l->told_it && !l->slow && m.type != MSG_HELLO)
            o->went_on = m.type;
        else
            hear_one(l, l->victim, &m);
    }
    if (w != WIRE_OK)
        party_must(l, l->victim, false, wire_error_text(w));
}

/* Takes one envelope; false when none came in time or the bot is no more. */
static bool listen_outside(struct liar *l)
{
    static uint8_t in[ENVELOPE_MAX + 64];
    long n = outside_receive(l->outside, in, sizeof in, OUTSIDE_PATIENCE_MS);
    if (n > 0)
        hear_outside(l, in, (size_t)n);
    else if (n == 0)
        party_must(l, l->victim, false, "nothing comes that is due");
    return n > 0;
}

void flush_outside(struct liar *l)
{
    static uint8_t out[ENVELOPE_MAX];
    struct told *t = l->told[l->victim];
    while (l->said_hello[l->victim] && t->sent < t->count) {
        size_t size = envelope_of(t, &t->sent, out, l->outside->pieces ? 0 : ENVELOPE_MAX);
        outside_send(l->outside, out, size);
    }
    if (l->said_hello[l->victim] && t->again)
        outside_send(l->outside, out, end_of_again(t, out));
}

bool deliver_outside(struct liar *l)
{
    struct outside *o = l->outside;
    while (owes(l, l->victim) && !party_stopped(l, l->victim) && !o->went_on) {
        flush_outside(l);
        if (owes(l, l->victim) && !listen_outside(l))
            break;
    }
    return !party_stopped(l, l->victim) && !o->went_on;
}

void last_word(struct liar *l)
{
    struct outside *o = l->outside;
    while (o && !o->went_on && !o->protested && !l->wrong[0])
        if (!listen_outside(l))
            break;
}
