/* liar_hand: what a hand is told with: its actions, its requests, and how hands, games and the match end. */
#include "liar.h"

/* --- actions ------------------------------------------------------------------------------------- */

/* The slot of a seat's card in this hand. */
static unsigned slot_of(const struct liar *l, unsigned seat, card_t card)
{
    for (unsigned k = 0; k < 3; k++)
        if (l->match.dealt[seat][k] == card)
            return deal_slot(l->sigma, seat, k);
    assert(false && "a card that was dealt");
    return 0;
}

void tell_act(struct liar *l, unsigned seat, struct action a, unsigned value, const uint8_t *opening)
{
    pack_msg_act(make(l), 0, seat, action_code(a), value, opening, opening ? OPENING : 0);
    tell_all(l);
}

void tell_card(struct liar *l, unsigned seat, struct action a)
{
    uint8_t opening[OPENING];
    const struct pack *p = pack_of(l, l->hand);
    unsigned slot = slot_of(l, seat, a.arg);
    bool down = a.kind == ACT_PLAY_DOWN;
    if (seat == 1 && lying(l, down ? LIE_DOWN_SLOT : LIE_ACT_SLOT)) {
        slot = l->sigma[30];
        a.arg = p->card[slot];
    }
    opening_write(opening, p, slot);
    if (down) {
        for (unsigned k = 0; seat == 0 && k < 3; k++)
            if (!(l->match.open.gone[0] >> k & 1) && lying(l, LIE_DOWN_MINE))
                slot = deal_slot(l->sigma, 0, k); /* another one that is still in my hand */
        tell_act(l, seat, (struct action){ ACT_PLAY_DOWN, CARD_HIDDEN }, slot,
                 lying(l, LIE_DOWN_OPENED) ? opening : NULL);
        if (lying(l, LIE_DOWN_AGAIN))
            tell_act(l, seat, (struct action){ ACT_PLAY_DOWN, CARD_HIDDEN }, slot, NULL);
        return;
    }
    opening[1] ^= seat == 1 && lying(l, LIE_ACT_CARD);
    a.arg ^= seat == 1 && lying(l, LIE_ACT_TOLD);
    tell_act(l, seat, a, 0, lying(l, LIE_ACT_CLOSED) ? NULL : opening);
    if (lying(l, LIE_ACT_AGAIN))
        tell_act(l, seat, a, 0, opening);
}

void tell_action(struct liar *l, unsigned seat, struct action a)
{
    const struct open *o = &l->match.open;
    bool call = a.kind != ACT_PLAY && a.kind != ACT_PLAY_DOWN;
    if (seat == 0 && call && lying(l, LIE_ACT_MINE))
        a = (struct action){ a.kind == ACT_MAZO ? ACT_QUIERO : ACT_MAZO, 0 };
    if (call)
        tell_act(l, seat, a, a.kind == ACT_DECLARE ? o->declared[seat] : 0, NULL);
    else
        tell_card(l, seat, a);
    for (unsigned i = 0; i < o->news_count; i++)
        tell_act(l, o->news[i].seat, (struct action){ o->news[i].kind, 0 }, o->news[i].value, NULL);
    if (seat == 1 && lying(l, LIE_ACT_UNASKED))
        tell_act(l, 0, (struct action){ ACT_MAZO, 0 }, 0, NULL);
}

/* --- a request ----------------------------------------------------------------------------------- */

static void bend_view(struct liar *l, struct view *v)
{
    struct open *o = &v->open;
    if (lying(l, LIE_VIEW_CARDS))
        v->known[0][1] = pack_of(l, l->hand)->card[l->sigma[25]];
    if (lying(l, LIE_VIEW_FEWER))
        v->known[0][1] = CARD_NONE;
    if (lying(l, LIE_VIEW_RIVAL))
        v->known[1][1] = l->match.dealt[1][1];
    if (o->table[0] < CARDS && lying(l, LIE_VIEW_TABLE))
        o->table[0] ^= 1;
    if (lying(l, LIE_VIEW_MANO))
        o->mano ^= 1;
    if (lying(l, LIE_VIEW_HAND))
        o->hand++;
    if (lying(l, LIE_VIEW_GAME))
        o->game++;
    if (lying(l, LIE_VIEW_TURN))
        o->turn ^= 1;
    if (lying(l, LIE_VIEW_GONE))
        o->gone[0] ^= 2;
    if (lying(l, LIE_VIEW_SEAT))
        v->seat ^= 1;
    if (o->score[1] > 4 && o->points_truco[1] + o->points_envido[1] + o->points_flor[1] == 0 &&
        lying(l, LIE_VIEW_SCORE))
        o->score[1]--;
}

/* Filled up as an honest list is. */
static void pack_legal(struct packer *k, const struct action *legal, int n)
{
    int plain = 0;
    for (int i = 0; i < n; i++)
        plain += !bet_by_number(legal[i]);
    int more = plain < LEGAL_PLAIN ? LEGAL_PLAIN - plain : 0;
    pack_array(k, (size_t)(n + more));
    for (int i = 0; i < n; i++)
        pack_uint(k, action_code(legal[i]));
    for (int i = 0; i < more; i++)
        pack_uint(k, NO_ACTION);
}

/* A request, packed here and not by the codec, which would not pack a lie about what is legal. */
void tell_request(struct liar *l, unsigned seat)
{
    struct view v, honest;
    struct action legal[LEGAL_MAX];
    uint64_t bank = l->bank[seat], budget = (bank < l->offer.cap_us ? bank : l->offer.cap_us) + l->offer.grace_us;
    match_view(&l->match, (int)seat, &v);
    honest = v;
    if (seat == 0)
        bend_view(l, &v);
    int n = view_legal(&honest, legal);
    if (seat == 0 && n > 1 && lying(l, LIE_LEGAL_FEWER))
        n--;
    if (seat == 0 && lying(l, LIE_LEGAL_OTHER))
        legal[n - 1].kind ^= 1;
    budget -= seat == 0 && lying(l, LIE_BUDGET);
    l->request[seat] += l->request[seat] && seat == 0 && lying(l, LIE_REQUEST_OLD) ? 0 : 1;
    struct packer *k = make(l);
    pack_array(k, 8);
    pack_uint(k, MSG_REQUEST);
    pack_uint(k, seat == 0 && lying(l, LIE_TABLE_ONE));
    pack_uint(k, l->request[seat]);
    pack_uint(k, bank);
    pack_uint(k, budget);
    pack_uint(k, 0); /* its clock costs nobody anything */
    if (seat == 0 && lying(l, LIE_VIEW_BYTES))
        pack_array(k, 0);
    else
        pack_view(k, &v);
    pack_legal(k, legal, n);
    tell_one(l, seat, MSG_REQUEST);
    l->asking = (int)seat;
    l->answered = false;
}

/* --- the end of a hand, a game, the match -------------------------------------------------------- */

void tell_shown(struct liar *l)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        uint8_t openings[4][OPENING];
        unsigned n = 0, mask = match_shown(&l->match, (int)seat);
        for (unsigned k = 0; k < 3; k++)
            if (mask >> k & 1)
                opening_write(openings[n++], pack_of(l, l->hand), deal_slot(l->sigma, seat, k));
        if (n && seat == 1 && lying(l, LIE_SHOW_SLOT))
            opening_write(openings[0], pack_of(l, l->hand), l->sigma[9]);
        openings[0][1] ^= n && seat == 1 && lying(l, LIE_SHOW_CARD);
        if (n && lying(l, LIE_SHOW_AGAIN))
            memcpy(openings[n++], openings[0], OPENING);
        if (n) {
            pack_msg_show(make(l), 0, seat, openings, n * OPENING);
            tell_all(l);
        }
    }
}

void tell_fault(struct liar *l)
{
    const struct liar_fault *f = &l->fault;
    pack_msg_fault(make(l), 0, f->seat, f->fault, f->effect, 5000000, 5000213);
    tell_all(l);
}

void tell_game_end(struct liar *l)
{
    const struct open *o = &l->match.open;
    uint16_t score[2] = { o->score[0], o->score[1] };
    score[0] = (uint16_t)(score[0] + lying(l, LIE_GAME_SCORE));
    l->games++;
    l->won[o->game_winner]++;
    pack_msg_game_end(make(l), 0, l->games + lying(l, LIE_GAME_NUMBER), o->game_winner, l->fault.reason,
                      l->fault.fault ? l->fault.seat : NOBODY, score, 2);
    tell_all(l);
}

void tell_hand_end(struct liar *l)
{
    uint16_t score[2] = { l->match.open.score[0], l->match.open.score[1] };
    if (!l->match.open.game_over && l->before > 0 && lying(l, LIE_HAND_END_SCORE))
        score[0] = 0;
    pack_msg_hand_end(make(l), 0, l->hand, score, 2);
    tell_all(l);
    l->between = true;
    l->asking = -1;
}

void tell_hands_end(struct liar *l)
{
    uint8_t signature[SIGNATURE], views[LIAR_PARTIES * HASH];
    struct message text;
    l->ends = l->pub;
    l->ends.head[0] ^= lying(l, LIE_HEAD);
    l->ends.seq += lying(l, LIE_HEAD_SEQ);
    for (unsigned i = 0; i < l->parties; i++)
        memcpy(views + i * HASH, l->told[i]->view.head, HASH);
    views[l->victim * HASH] ^= lying(l, LIE_HEAD_VIEW);
    hash_bytes(l->views, views, l->parties * HASH);
    hands_signed_message(&text, l->match_id, SIGNER_ARBITER, l->hand, &l->ends, l->views, l->zeros);
    sign_message(signature, l->key, &text);
    signature[2] ^= lying_on(l, LIE_HAND_END_SIGNATURE);
    pack_msg_hands_end(make(l), l->hand, l->ends.seq, l->ends.head, views, l->parties, l->zeros, signature);
    tell_all(l);
}

void tell_signatures(struct liar *l)
{
    for (unsigned i = 0; i < l->parties; i++) {
        l->sign[i][2] ^= lying_on(l, i == 0 ? LIE_SIGNED_MINE : i == 1 ? LIE_SIGNED : LIE_CUTTER_SIGNED);
        pack_msg_signed(make(l), 0, l->hand + lying(l, LIE_SIGNED_HAND), i, l->sign[i]);
        tell_all(l);
    }
}

void tell_result(struct liar *l)
{
    uint8_t bytes[1024], signature[SIGNATURE];
    struct packer k;
    struct message text;
    const struct liar_fault *f = &l->fault;
    bool ends = f->effect == EFFECT_MATCH || f->effect == EFFECT_VOID;
    struct result r = { .outcome = ends ? (uint8_t)f->reason : END_PLAYED,
                        .scorers = 2,
                        .fault = ends ? (uint8_t)f->fault : 0,
                        .fault_seat = ends ? (uint8_t)f->seat : NOBODY,
                        .hands = l->hand + lying(l, LIE_RESULT_HANDS) };
    l->over = l->lie != LIE_RESULT_EARLY;
    memcpy(r.match_id, l->match_id, HASH);
    memcpy(r.games, l->won, sizeof r.games);
    memcpy(r.head, l->pub.head, HASH);
    r.head[1] ^= lying(l, LIE_RESULT_HEAD);
    r.winner = l->won[0] == l->won[1] ? TIE : l->won[0] < l->won[1];
    if (ends)
        r.winner = f->effect == EFFECT_MATCH ? f->seat == 0 : TIE;
    r.match_id[4] ^= lying(l, LIE_RESULT_MATCH);
    r.games[0] += lying(l, LIE_RESULT_GAMES);
    pack_start(&k, bytes, sizeof bytes);
    pack_result(&k, &r);
    if (lying(l, LIE_RESULT_BYTES))
        pack_uint(&k, 1);
    result_message(&text, l->match_id, bytes, k.size);
    sign_message(signature, l->key, &text);
    signature[0] ^= lying(l, LIE_RESULT_SIGNATURE);
    pack_msg_result(make(l), bytes, k.size, signature);
    tell_all(l);
    if (l->offer.reveal == REVEAL_PAIR)
        return;
    l->seed[0] ^= lying(l, LIE_SEED);
    pack_msg_reveal(make(l), l->seed);
    tell_all(l);
}
