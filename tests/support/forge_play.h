/* forge_play: the hands of a forged match, and the twists that make something odd happen in them. */
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

/* The signature of the newest HANDS_END, or one over another head. */
FORGE void forge_hand_sign(struct forge *f, unsigned i, bool wrong, struct packer *p)
{
    struct message m;
    struct chain other = { .seq = f->end_pub.seq };
    hands_signed_message(&m, f->match_id, i, f->hands_told, wrong ? &other : &f->end_pub, f->end_views, f->checkpoint);
    sign_message(f->seat[i].hand_signature, f->seat[i].secret_key, &m);
    pack_msg_hand_sign(p, 0, f->hands_told, f->seat[i].hand_signature);
    f->seat[i].has_signed = !wrong;
}

/* What came was accepted: when nobody owes a signature any more, all are passed on. */
FORGE void forge_hand_signed(struct forge *f, unsigned i)
{
    bool owed = false;
    if (f->seat[i].has_signed)
        f->seat[i].owes_sign = false;
    for (unsigned k = 0; k < FORGE_SEATS; k++)
        owed = owed || f->seat[k].owes_sign;
    if (!owed)
        forge_signed(f);
}

/* One seat's signature of the last hand and cut of the next. */
FORGE void forge_hand_part(struct forge *f, unsigned i, enum twist_kind twist)
{
    uint32_t hand = f->match.open.hand;
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
        forge_came(f, i, VERDICT_ACCEPTED, 0, &p, 2);
        forge_hand_signed(f, i);
        return;
    }
    if (count > 0)
        forge_hand_sign(f, i, twist == TWIST_BAD_SIGN, &p);
    if (twist == TWIST_APART || twist == TWIST_NO_CUT) {
        forge_came(f, i, VERDICT_ACCEPTED, 0, &p, count);
        forge_hand_signed(f, i);
        if (twist == TWIST_APART)
            forge_came(f, i, VERDICT_IGNORED, 0, &p, count); /* once more */
        pack_start(&p, bytes, sizeof bytes);
        count = 0;
    }
    if (twist == TWIST_NO_CUT) {
        uint64_t limit = f->offer.cap_us + f->offer.grace_us;
        forge_silence(f, i, FAULT_WITHHELD, f->left, limit);
        forge_match_fault(f, i, FAULT_WITHHELD, hand + 1, limit);
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
    unsigned fault = twist == TWIST_BAD_CUT ? FAULT_BAD_CUT : twist == TWIST_BAD_SIGN ? FAULT_BAD_SIGNATURE : 0;
    if (count > 0)
        forge_came(f, i, fault ? VERDICT_FAULT : VERDICT_ACCEPTED, fault, &p, count);
    if (!fault)
        forge_hand_signed(f, i);
    else
        forge_match_fault(f, i, fault, fault == FAULT_BAD_CUT ? hand + 1 : MSG_HAND_SIGN, 0);
}

/* What both seats owe between two hands. Seat 1 is the one that errs. */
FORGE void forge_between(struct forge *f)
{
    for (unsigned i = 0; i < FORGE_SEATS && !f->over; i++) {
        if (f->primary && f->match.open.hand == 0)
            return; /* it was cut in the first leg */
        f->left = f->now;
        f->now += 50 + forge_draw(f) % 100;
        forge_hand_part(f, i, i == 1 ? forge_twist(f, f->match.open.hand, true) : TWIST_NONE);
    }
}

FORGE void forge_act(struct forge *f, unsigned seat, struct action act, unsigned value, const uint8_t *opening)
{
    struct packer p = forge_pack();
    pack_msg_act(&p, 0, seat, action_code(act), value, opening, opening ? OPENING : 0);
    forge_say(f, MSG_ACT, VISIBLE_ALL, &p);
}

FORGE void forge_news(struct forge *f)
{
    for (unsigned i = 0; i < f->match.open.news_count; i++) {
        struct news n = f->match.open.news[i];
        forge_act(f, n.seat, (struct action){ n.kind, 0 },
                  n.kind == ACT_FLOR      ? 1
                  : n.kind == ACT_DECLARE ? n.value
                                          : 0,
                  NULL);
    }
}

FORGE void forge_deal(struct forge *f)
{
    uint32_t hand = f->match.open.hand + 1u;
    uint8_t cuts[64], z[32];
    card_t cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT];
    struct pack *pack = &f->pack[hand % 16];
    struct packer p;
    memset(cards, CARD_NONE, sizeof cards);
    memcpy(cuts, f->seat[0].x[hand], 32);
    memcpy(cuts + 32, f->seat[1].x[hand], 32);
    deal_cut(z, f->deal_id, hand, pack->list, FORGE_SEATS, cuts);
    deal_sigma(f->sigma, pack->n, z);
    unsigned mano = hand == 1 ? deal_first_mano(FORGE_SEATS, z) : (f->match.open.mano + 1u) % FORGE_SEATS;
    card_t vira = CARD_NONE;
    uint8_t turned[OPENING];
    if (rules_turn_card(&f->match.open.rules)) {
        opening_write(turned, pack, deal_vira_slot(f->sigma, FORGE_SEATS));
        vira = turned[1];
    }
    p = forge_pack();
    pack_msg_deal(&p, 0, hand, mano, cuts, sizeof cuts, turned, vira == CARD_NONE ? 0 : OPENING);
    forge_say(f, MSG_DEAL, VISIBLE_ALL, &p);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        for (unsigned k = 0; k < 3; k++) {
            unsigned slot = deal_slot(f->sigma, i, k);
            opening_write(f->seat[i].opening[k], pack, slot);
            cards[i][k] = f->seat[i].card[k] = pack->card[slot];
        }
        p = forge_pack();
        pack_msg_cards(&p, 0, hand, f->seat[i].opening, 3 * OPENING);
        forge_say(f, MSG_CARDS, i, &p);
    }
    assert(!match_deal(&f->match, cards, vira, hand == 1 ? (int)mano : NOBODY, why));
    f->game_open = true;
    forge_news(f);
}

/* The rules take the action, everybody hears it. */
FORGE void forge_apply(struct forge *f, unsigned seat, struct action act)
{
    struct forge_seat *s = &f->seat[seat];
    assert(!match_apply(&f->match, (int)seat, act, &f->match));
    unsigned k = 0;
    while (k < 2 && s->card[k] != act.arg)
        k++;
    if (act.kind == ACT_PLAY)
        forge_act(f, seat, act, 0, s->opening[k]);
    else if (act.kind == ACT_PLAY_DOWN)
        forge_act(f, seat, (struct action){ ACT_PLAY_DOWN, CARD_HIDDEN }, s->opening[k][0], NULL);
    else
        forge_act(f, seat, act, act.kind == ACT_DECLARE ? f->match.open.declared[seat] : 0, NULL);
    forge_news(f);
}

FORGE void forge_game_lost(struct forge *f, unsigned seat)
{
    match_forfeit_game(&f->match, (int)(seat % 2));
    forge_game_end(f, 1 - seat % 2, END_FAULT, seat);
}

FORGE uint64_t forge_allowed(const struct forge *f, unsigned seat)
{
    return f->seat[seat].bank < f->offer.cap_us ? f->seat[seat].bank : f->offer.cap_us;
}

FORGE void forge_timeout(struct forge *f, unsigned seat, uint64_t used)
{
    struct forge_seat *s = &f->seat[seat];
    uint64_t allowed = forge_allowed(f, seat), budget = allowed + f->offer.grace_us;
    s->used = 0;
    if (++s->timeouts == 3) {
        forge_match_fault(f, seat, FAULT_TIMEOUT, budget, used);
        return;
    }
    forge_fault(f, seat, FAULT_TIMEOUT, f->on_timeout ? EFFECT_DEFAULT_ACTION : EFFECT_GAME, budget, used);
    if (!f->on_timeout) {
        forge_game_lost(f, seat);
        return;
    }
    struct action legal[LEGAL_MAX];
    int n = match_legal(&f->match, (int)seat, legal), best = 0;
    for (int i = 1; i < n; i++)
        if (action_code(legal[i]) < action_code(legal[best]))
            best = i;
    for (int i = 0; i < n; i++)
        if (legal[i].kind == ACT_NO_QUIERO)
            best = i;
    s->bank += f->offer.inc_us - allowed;
    s->used = 0;
    forge_apply(f, seat, legal[best]);
}

FORGE void forge_answer(struct forge *f, unsigned seat, unsigned as, uint32_t request, unsigned action, bool good,
                        struct packer *p)
{
    uint8_t sig[64];
    struct message m;
    struct forge_seat *s = &f->seat[seat];
    action_message(&m, f->match_id, as, 0, request, action, NULL, 0, s->asked_head);
    sign_message(sig, s->secret_key, &m);
    if (!good)
        sig[3] ^= 1;
    pack_msg_answer(p, 0, as, request, action, NULL, 0, f->sign == SIGN_DECISION ? sig : NULL);
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

/* Something odd happens before the answer; false when there will be none. */
FORGE bool forge_odd(struct forge *f, unsigned seat, enum twist_kind twist, uint64_t asked)
{
    struct forge_seat *s = &f->seat[seat];
    uint8_t bytes[512];
    struct packer p;
    uint64_t budget = forge_allowed(f, seat) + f->offer.grace_us;
    pack_start(&p, bytes, sizeof bytes);
    switch (twist) {
    case TWIST_ILLEGAL: {
        struct action raise = { ACT_RAISE, 9 };
        struct match after;
        enum rule_error e = match_apply(&f->match, (int)seat, raise, &after);
        forge_answer(f, seat, seat, s->request, action_code(raise), true, &p);
        forge_came(f, seat, VERDICT_REFUSED, FAULT_ILLEGAL, &p, 1);
        if (++s->illegal == 3) {
            forge_fault(f, seat, FAULT_ILLEGAL, EFFECT_GAME, e, 3);
            forge_game_lost(f, seat);
            return false;
        }
        f->result.faults[seat]++;
        p = forge_pack();
        pack_msg_refused(&p, 0, s->request, e, rule_error_text(e));
        forge_say(f, MSG_REFUSED, seat, &p);
        memcpy(s->asked_head, s->view.head, 32);
        forge_send(f, seat);
        return true;
    }
    case TWIST_SILENCE:
        forge_silence(f, seat, FAULT_TIMEOUT, asked, budget);
        forge_timeout(f, seat, budget);
        return false;
    case TWIST_LATE:
        f->now = asked + budget + 1;
        forge_answer(f, seat, seat, s->request, ACT_MAZO << 8, true, &p);
        forge_came(f, seat, VERDICT_FAULT, FAULT_TIMEOUT, &p, 1);
        forge_timeout(f, seat, budget + 1);
        return false;
    case TWIST_UNASKED:
        forge_answer(f, seat, seat, s->request - 1, ACT_MAZO << 8, true, &p);
        forge_came(f, seat, VERDICT_IGNORED, FAULT_UNASKED, &p, 1);
        if (++s->unasked == 100) {
            forge_match_fault(f, seat, FAULT_UNASKED, s->request - 1, 100);
            return false;
        }
        f->result.faults[seat]++;
        return true;
    case TWIST_OTHER_TALKS:
        forge_answer(f, 1 - seat, 1 - seat, f->seat[1 - seat].request, ACT_MAZO << 8, true, &p);
        f->left = 0; /* it owes nothing */
        forge_came(f, 1 - seat, VERDICT_IGNORED, FAULT_UNASKED, &p, 1);
        f->left = asked;
        f->result.faults[1 - seat]++;
        f->seat[1 - seat].unasked++;
        return true;
    case TWIST_WRONG_SEAT:
        forge_answer(f, seat, 1 - seat, s->request, ACT_MAZO << 8, true, &p);
        forge_came(f, seat, VERDICT_FAULT, FAULT_WRONG_SEAT, &p, 1);
        forge_match_fault(f, seat, FAULT_WRONG_SEAT, 1 - seat, seat);
        return false;
    case TWIST_BAD_ACTION_SIGNATURE:
        forge_answer(f, seat, seat, s->request, ACT_MAZO << 8, false, &p);
        forge_came(f, seat, VERDICT_FAULT, FAULT_BAD_SIGNATURE, &p, 1);
        forge_match_fault(f, seat, FAULT_BAD_SIGNATURE, MSG_ANSWER, 0);
        return false;
    case TWIST_GARBAGE:
        memset(forge_room, 0xc0, sizeof forge_room);
        forge_came(f, seat, VERDICT_FAULT, FAULT_MALFORMED,
                   &(struct packer){ .bytes = forge_room, .size = f->garbage ? f->garbage : 1 }, 0);
        forge_match_fault(f, seat, FAULT_MALFORMED, forge_error(f), 0);
        return false;
    case TWIST_PROTEST_OTHER: s->heads[(s->told - 1) * HASH] ^= 1; /* fall through */
    case TWIST_PROTEST:
        forge_protest(f, seat, 7, "the cut is not mine", &p);
        forge_came(f, seat, VERDICT_FAULT, FAULT_PROTESTED, &p, 1);
        forge_match_fault(f, seat, FAULT_PROTESTED, 7, 0);
        return false;
    case TWIST_COMES_BACK:
    case TWIST_STARTS_ANEW: {
        uint64_t have = twist == TWIST_STARTS_ANEW ? 0 : f->has ? f->has : s->told - 2;
        uint8_t gone[SEAT_SIZE];
        rec_seat_write(gone, &(struct rec_seat){ (uint8_t)seat, SEAT_EVENT_LEFT, 0 });
        forge_add(f, REC_SEAT, VISIBLE_ARBITER, gone, sizeof gone);
        forge_hello(f, seat, have, bytes, &p);
        forge_came(f, seat, VERDICT_ACCEPTED, 0, &p, 1);
        s->sent = (size_t)have;
        forge_send(f, seat);
        forge_sent_all(f, seat);
        return true;
    }
    case TWIST_PAUSE: {
        uint8_t record[PAUSE_SIZE];
        uint64_t from = asked + 10;
        f->now += 15000; /* it has 9000 */
        rec_pause_write(record, &(struct rec_pause){ (uint8_t)seat, PAUSE_BOT, from, f->now });
        forge_add(f, REC_PAUSE, VISIBLE_ARBITER, record, sizeof record);
        f->paused += f->now - from;
        return true;
    }
    case TWIST_VOID: {
        uint8_t record[VOID_SIZE];
        rec_void_write(record, &(struct rec_void){ ARBITER_DISK });
        forge_add(f, REC_VOID, VISIBLE_ARBITER, record, sizeof record);
        forge_fault(f, NOBODY, FAULT_ARBITER, EFFECT_VOID, ARBITER_DISK, 0);
        forge_lose(f, NOBODY, FAULT_ARBITER, ARBITER_DISK, 0);
        return false;
    }
    case TWIST_NONE:
    case TWIST_TWICE:
    case TWIST_BAD_CUT:
    case TWIST_BAD_SIGN:
    case TWIST_CUT_FIRST:
    case TWIST_NO_CUT:
    case TWIST_APART: break;
    }
    return true;
}

/* One decision of the seat on turn. */
FORGE void forge_decide(struct forge *f)
{
    unsigned seat = (unsigned)match_turn(&f->match);
    struct forge_seat *s = &f->seat[seat];
    struct view v;
    struct packer p = forge_pack();
    uint8_t bytes[512];
    struct action legal[LEGAL_MAX];
    match_view(&f->match, (int)seat, &v);
    pack_msg_request(&p, 0, ++s->request, s->bank, forge_allowed(f, seat) + f->offer.grace_us, s->used, &v);
    forge_say(f, MSG_REQUEST, seat, &p);
    memcpy(s->asked_head, s->view.head, 32);
    forge_send(f, seat);
    f->now += 2;
    uint64_t asked = f->left = f->now;
    f->now += 20 + forge_draw(f) % 200;
    f->decisions++;

    enum twist_kind twist = TWIST_NONE;
    for (unsigned i = 0; i < f->twist_count; i++) {
        if (f->twists[i].at != f->decisions || f->twists[i].kind >= 64)
            continue;
        twist = f->twists[i].kind;
        uint64_t paused = f->paused;
        if (!forge_odd(f, seat, twist, asked))
            return;
        asked += f->paused - paused;
    }
    f->left = asked;
    f->now += forge_draw(f) % 5 == 0 ? 1500 : 5;
    int n = match_legal(&f->match, (int)seat, legal);
    struct action act = legal[forge_draw(f) % (unsigned)n];
    if (act.kind == ACT_MAZO)
        act = legal[forge_draw(f) % (unsigned)n]; /* twice drawn: half as often */
    pack_start(&p, bytes, sizeof bytes);
    forge_answer(f, seat, seat, s->request, action_code(act), true, &p);
    if (twist == TWIST_TWICE)
        forge_answer(f, seat, seat, s->request, action_code(act), true, &p);
    uint64_t used = f->now - asked, charge = used > f->offer.grace_us ? used - f->offer.grace_us : 0;
    forge_came(f, seat, twist == TWIST_TWICE ? VERDICT_IGNORED : VERDICT_ACCEPTED,
               twist == TWIST_TWICE ? FAULT_UNASKED : 0, &p, twist == TWIST_TWICE ? 2 : 1);
    if (twist == TWIST_TWICE)
        s->unasked++, f->result.faults[seat]++;
    s->bank += f->offer.inc_us - charge;
    s->used = used;
    forge_apply(f, seat, act);
}

FORGE void forge_hand_over(struct forge *f)
{
    const struct open *o = &f->match.open;
    if (f->game_open) {
        for (unsigned i = 0; i < FORGE_SEATS; i++) {
            unsigned mask = match_shown(&f->match, (int)i);
            uint8_t openings[3 * OPENING];
            size_t size = 0;
            for (unsigned k = 0; k < 3; k++)
                if (mask >> k & 1)
                    memcpy(openings + size, f->seat[i].opening[k], OPENING), size += OPENING;
            if (!mask)
                continue;
            struct packer p = forge_pack();
            pack_msg_show(&p, 0, i, openings, size);
            forge_say(f, MSG_SHOW, VISIBLE_ALL, &p);
        }
        if (o->game_over)
            forge_game_end(f, o->game_winner, END_PLAYED, NOBODY);
        else if (o->hand == f->hands_max)
            forge_game_end(f, o->score[0] == o->score[1] ? TIE : o->score[1] > o->score[0], END_LAST_HAND, NOBODY);
    }
    forge_hand_end(f);
    if (forge_more(f))
        forge_seal(f);
    forge_hands_end_due(f);
    forge_send_all(f);
}

FORGE void forge_play(struct forge *f)
{
    while (!f->over && match_turn(&f->match) != NOBODY && !f->match.open.hand_over)
        forge_decide(f);
    if (!f->over)
        forge_hand_over(f);
}

#endif
