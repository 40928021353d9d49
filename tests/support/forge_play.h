/* forge_play: the bots of a forged match, and the twists that make something odd happen in it. */
#ifndef TESTS_FORGE_PLAY_H
#define TESTS_FORGE_PLAY_H

#include "forge_course.h"

/* --- between two hands ------------------------------------------------------------------------ */

/* Takes the twist meant for this decision or hand. */
FORGE enum twist_kind forge_twist(const struct forge *f, unsigned at, bool hand)
{
    for (unsigned i = 0; i < f->twist_count; i++)
        if (f->twists[i].at == at && (f->twists[i].kind >= 64) == hand)
            return f->twists[i].kind;
    return TWIST_NONE;
}

FORGE bool forge_more(const struct forge *f)
{
    return !f->over && f->games_done < f->games && f->position.open.hand < f->hands_max;
}

/* The signature of the newest HANDS_END, or one over another head. */
FORGE void forge_hand_sign(struct forge *f, unsigned i, bool wrong, struct packer *p)
{
    struct message m;
    struct chain other = { .seq = f->end_pub.seq };
    uint8_t sig[64];
    hands_signed_message(&m, f->match_id, i, f->hands_told, wrong ? &other : &f->end_pub, f->end_views, f->checkpoint);
    sign_message(sig, f->seat[i].secret_key, &m);
    pack_msg_hand_sign(p, 0, f->hands_told, sig);
    f->seat[i].owes_sign = wrong;
}

/* One seat's signature of the last hand and cut of the next. */
FORGE void forge_hand_part(struct forge *f, unsigned i, enum twist_kind twist)
{
    uint32_t hand = f->position.open.hand;
    uint8_t bytes[512], x[32];
    struct packer p;
    bool more = forge_more(f);
    unsigned count = f->seat[i].owes_sign;
    pack_start(&p, bytes, sizeof bytes);
    memcpy(x, f->seat[i].x[hand + 1], 32);
    if (twist == TWIST_BAD_CUT)
        x[5] ^= 1;
    if (twist == TWIST_CUT_FIRST && more && !f->primary && count > 0) {
        pack_msg_cut(&p, 0, hand + 1, x);
        forge_hand_sign(f, i, false, &p);
        forge_came(f, i, &p, 2);
        return;
    }
    if (count > 0)
        forge_hand_sign(f, i, twist == TWIST_BAD_SIGN, &p);
    if (count > 0 && (twist == TWIST_APART || twist == TWIST_NO_CUT)) {
        forge_came(f, i, &p, count);
        if (twist == TWIST_APART && !f->over)
            forge_came(f, i, &p, count); /* once more */
        pack_start(&p, bytes, sizeof bytes);
        count = 0;
    }
    if (twist == TWIST_NO_CUT && more) {
        forge_silence(f, i, f->left, f->offer.cap_us + f->offer.grace_us);
        return;
    }
    if (more && !f->primary) {
        pack_msg_cut(&p, 0, hand + 1, x);
        count++;
    }
    if (!more && f->reveal == REVEAL_PAIR && hand < f->hands_max) {
        pack_msg_cut(&p, 0, f->hands_max, f->seat[i].x[f->hands_max]);
        count++;
    }
    if (count > 0)
        forge_came(f, i, &p, count);
}

/* What both seats owe between two hands. Seat 1 is the one that errs. */
FORGE void forge_between(struct forge *f)
{
    uint32_t hand = f->position.open.hand;
    for (unsigned i = 0; i < FORGE_SEATS && !f->over && f->position.open.hand == hand; i++) {
        forge_leaves_at_tick(f);
        f->now += 50 + forge_draw(f) % 100;
        forge_hand_part(f, i, i == 1 ? forge_twist(f, hand, true) : TWIST_NONE);
    }
}

/* --- a decision ------------------------------------------------------------------------------- */

FORGE void forge_answer(struct forge *f, unsigned seat, unsigned as, uint32_t request, unsigned action, bool good,
                        struct packer *p)
{
    uint8_t sig[64];
    struct message m;
    struct forge_seat *s = &f->seat[seat];
    action_message(&m, f->match_id, as, 0, request, action, NULL, 0, "", 0, s->asked_head);
    sign_message(sig, s->secret_key, &m);
    if (!good)
        sig[3] ^= 1;
    pack_msg_answer(p, 0, as, request, action, NULL, 0, "", f->sign == SIGN_DECISION ? sig : NULL);
}

FORGE void forge_protest(struct forge *f, unsigned seat, unsigned code, const char *text, struct packer *p)
{
    uint8_t sig[64];
    struct message m;
    const struct forge_seat *s = &f->seat[seat];
    const uint8_t *head = s->heads + (s->told - 1) * HASH;
    protest_message(&m, f->match_id, seat, s->told, head, code, text, strlen(text));
    sign_message(sig, s->secret_key, &m);
    pack_msg_protest(p, code, text, s->told, head, sig);
}

FORGE void forge_comes_back(struct forge *f, unsigned seat, uint64_t have)
{
    struct input gone = { .type = REC_SEAT };
    gone.seat = (struct rec_seat){ (uint8_t)seat, SEAT_EVENT_LEFT, 0 };
    forge_input(f, &gone);
    forge_hello(f, seat, have);
}

/* More than the seat has for its decision. */
FORGE void forge_pause(struct forge *f, unsigned seat, uint64_t from)
{
    struct input pause = { .type = REC_PAUSE };
    f->now += 15000;
    pause.pause = (struct rec_pause){ (uint8_t)seat, PAUSE_BOT, from, f->now };
    f->paused += f->now - from;
    forge_input(f, &pause);
}

/* Something odd happens before the answer. */
FORGE void forge_odd(struct forge *f, unsigned seat, enum twist_kind twist, uint64_t asked)
{
    struct forge_seat *s = &f->seat[seat];
    uint8_t bytes[512];
    struct packer p;
    pack_start(&p, bytes, sizeof bytes);
    switch (twist) {
    case TWIST_ILLEGAL:
        forge_answer(f, seat, seat, s->request, action_code((struct action){ ACT_RAISE, 9 }), true, &p);
        break;
    case TWIST_SILENCE: forge_silence(f, seat, asked, s->budget); return;
    case TWIST_LATE:
        f->now = asked + s->budget + 1;
        forge_answer(f, seat, seat, s->request, ACT_MAZO << 8, true, &p);
        break;
    case TWIST_UNASKED: forge_answer(f, seat, seat, s->request - 1, ACT_MAZO << 8, true, &p); break;
    case TWIST_OTHER_TALKS:
        seat = 1 - seat;
        forge_answer(f, seat, seat, f->seat[seat].request, ACT_MAZO << 8, true, &p);
        f->left = 0; /* it owes nothing */
        break;
    case TWIST_WRONG_SEAT: forge_answer(f, seat, 1 - seat, s->request, ACT_MAZO << 8, true, &p); break;
    case TWIST_BAD_ACTION_SIGNATURE: forge_answer(f, seat, seat, s->request, ACT_MAZO << 8, false, &p); break;
    case TWIST_GARBAGE: {
        static uint8_t garbage[ENVELOPE_MAX];
        memset(garbage, 0xc0, sizeof garbage);
        forge_came(f, seat, &(struct packer){ .bytes = garbage, .size = f->garbage ? f->garbage : 1 }, 0);
        return;
    }
    case TWIST_PROTEST_OTHER: s->heads[(s->told - 1) * HASH] ^= 1; /* fall through */
    case TWIST_PROTEST: forge_protest(f, seat, 7, "the cut is not mine", &p); break;
    case TWIST_COMES_BACK: forge_comes_back(f, seat, s->told - 2); return;
    case TWIST_STARTS_ANEW: forge_comes_back(f, seat, 0); return;
    case TWIST_PAUSE: forge_pause(f, seat, asked + 10); return;
    case TWIST_VOID: {
        struct input off = { .type = REC_VOID };
        off.voided.code = ARBITER_DISK;
        forge_input(f, &off);
        return;
    }
    case TWIST_NONE:
    case TWIST_TWICE:
    case TWIST_BAD_CUT:
    case TWIST_BAD_SIGN:
    case TWIST_CUT_FIRST:
    case TWIST_NO_CUT:
    case TWIST_APART: return;
    }
    forge_came(f, seat, &p, 1);
    f->left = asked;
}

/* The seat on turn still has to answer this request. */
FORGE bool forge_waits_for(const struct forge *f, unsigned seat, uint32_t request)
{
    return !f->over && !f->position.open.hand_over && position_turn(&f->position) == (int)seat &&
           f->seat[seat].request == request;
}

/* Any legal action; giving up is drawn twice, so half as often. */
FORGE struct action forge_by_chance(struct forge *f, const struct action *legal, int n)
{
    struct action act = legal[forge_draw(f) % (unsigned)n];
    return act.kind == ACT_MAZO ? legal[forge_draw(f) % (unsigned)n] : act;
}

/* One decision of the seat on turn, which was asked for it. */
FORGE void forge_decide(struct forge *f)
{
    unsigned seat = (unsigned)position_turn(&f->position);
    struct forge_seat *s = &f->seat[seat];
    struct packer p;
    uint8_t bytes[512];
    struct action legal[FIEL_LEGAL_MAX];
    uint32_t request = s->request;
    f->now += 2;
    forge_leaves_at_tick(f);
    uint64_t asked = f->left;
    f->now += 20 + forge_draw(f) % 200;
    f->decisions++;

    enum twist_kind twist = TWIST_NONE;
    for (unsigned i = 0; i < f->twist_count; i++) {
        if (f->twists[i].at != f->decisions || f->twists[i].kind >= 64)
            continue;
        twist = f->twists[i].kind;
        uint64_t paused = f->paused;
        forge_odd(f, seat, twist, asked);
        if (!forge_waits_for(f, seat, request))
            return;
        asked += f->paused - paused;
    }
    f->left = asked;
    f->now += forge_draw(f) % 5 == 0 ? 1500 : 5;
    int n = position_legal(&f->position, (int)seat, legal);
    struct action act = f->decide ? f->decide(&f->position, seat, legal, n) : forge_by_chance(f, legal, n);
    pack_start(&p, bytes, sizeof bytes);
    for (unsigned i = 0; i < (twist == TWIST_TWICE ? 2 : 1); i++)
        forge_answer(f, seat, seat, request, action_code(act), true, &p);
    forge_came(f, seat, &p, twist == TWIST_TWICE ? 2 : 1);
}

#endif
