/* liar_outside: telling and hearing the one party that is another program. */
#include "liar.h"

#include "outside.h"

/* Is something due from it, and nothing that is to be handed over to it first? */
static bool owes(const struct liar *l)
{
    bool told = course_stage(l->course) >= COURSE_TOLD;
    return !l->said_hello[l->victim] || l->told[l->victim]->again ||
           (!told && !(l->leaves >> l->victim & 1) && course_owes(l->course, l->victim));
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
        if (l->shut && m.type != MSG_HELLO) {
            o->went_on = m.type;
            return;
        }
    }
    liar_hears(l, l->victim, bytes, size);
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
    flush_outside(l);
    while (owes(l) && !party_stopped(l, l->victim) && !o->went_on && listen_outside(l))
        if (l->told[l->victim]->again)
            flush_outside(l);
    return !party_stopped(l, l->victim) && !o->went_on;
}

void last_word(struct liar *l)
{
    struct outside *o = l->outside;
    while (o && !o->went_on && !o->protested && !l->wrong[0])
        if (!listen_outside(l))
            break;
}
