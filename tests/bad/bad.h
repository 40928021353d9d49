/* bad: what the bots with a vice share.
 *
 * Each of them plays honestly over the SDK except for one thing.  The thing is done in a `tamper`, which sees
 * every envelope before it leaves; or, where the SDK would not go that far, with the connection alone. */
#ifndef FIEL_BAD_H
#define FIEL_BAD_H

#include <string.h>
#include <unistd.h>
#include <zmq.h>

#include "bot.h"

/* Honest and dull: wants nothing, plays its strongest card. */
static inline struct action dull(const struct view *v, const struct action *legal, int n, void *user)
{
    const struct action *best = hint_find(legal, n, ACT_NO_QUIERO);
    (void)user;
    for (int i = 0; i < n; i++)
        if (legal[i].kind == ACT_PLAY && (!best || hint_strength(v, legal[i].arg) > hint_strength(v, best->arg)))
            best = &legal[i];
    return best ? *best : legal[0];
}

static inline struct action first_the_deed(const struct view *v, const struct action *legal, int n, void *user)
{
    void (**deed)(void) = user;
    if (*deed)
        (*deed)();
    *deed = NULL;
    return dull(v, legal, n, NULL);
}

/* Dull behind one deed, which it does at its first request. */
static inline int bad_at_first(const char *name, void (*deed)(void)) { return fiel_run(name, first_the_deed, &deed); }

static inline int bad_run(const char *name, bot_tamper *tamper)
{
    struct fiel_callbacks calls = { .decide = dull };
    return bot_run(name, &calls, tamper);
}

/* The first message of this type in an envelope of ours; false when there is none. */
static inline bool find(const uint8_t *envelope, size_t size, enum message_type type, struct msg *m)
{
    struct envelope e;
    if (envelope_open(&e, envelope, size) != WIRE_OK)
        return false;
    while (e.left > 0)
        if (envelope_next(&e, FROM_BOT, m) == WIRE_OK && m->type == type)
            return true;
    return false;
}

/* Bytes of the envelope that a decoded message points to, to be changed in place. */
static inline uint8_t *inside(uint8_t *envelope, const uint8_t *field) { return envelope + (field - envelope); }

/* An envelope with one ANSWER and no signature, over what is in `out`; returns its size. */
static inline size_t answer(uint8_t *out, const struct party *p, unsigned seat, uint32_t request, unsigned code)
{
    struct packer k;
    pack_start(&k, out, ENVELOPE_MAX);
    pack_array(&k, 2);
    pack_uint(&k, p->have);
    pack_msg_answer(&k, 0, seat, request, code, NULL, 0, "", NULL);
    return k.size;
}

/* The line to the arbiter without anything on it: for those who never get as far as a match. */
static inline bool line(struct seat_record *s, struct connection *c)
{
    char why[160];
    return seat_record_read(SEAT_FD, s, why) == 0 && connection_open(c, s) == 0;
}

_Noreturn static inline void wait_for_ever(void)
{
    for (;;)
        pause();
}

#endif
