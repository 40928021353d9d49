/* course_ending: the end of a hand, a game and the match. */
#include <assert.h>
#include <string.h>

#include "course_state.h"

/* --- a game --------------------------------------------------------------------------------------- */

/* The scorer with the highest score; drawn (the number after the last scorer) when there are two. */
static unsigned leader_of(const uint16_t *score, unsigned scorers)
{
    unsigned leader = 0, level = 1;
    for (unsigned s = 1; s < scorers; s++) {
        if (score[s] > score[leader]) {
            leader = s;
            level = 1;
        } else if (score[s] == score[leader]) {
            level++;
        }
    }
    return level == 1 ? leader : scorers;
}

static void tell_game(struct course *co, struct table *t, unsigned winner, enum end_reason reason, unsigned fault_seat)
{
    struct course_event e = pen_event(co, t, HAPPENS_GAME);
    e.winner = (uint8_t)winner;
    e.reason = (uint8_t)reason;
    e.party = (uint8_t)fault_seat;
    pen_happens(co, &e);
}

/* The game is over: won by the rules or a fault, or broken off: after the last hand, when the score
 * decides, or by the arbiter's own failure, when nobody wins. */
void ending_game(struct course *co, struct table *t, enum end_reason reason, unsigned fault_seat)
{
    const struct open *o = &t->position.open;
    unsigned winner = o->game_over ? o->game_winner : leader_of(o->score, o->scorers);
    if (reason == END_VOID || reason == END_STOPPED)
        winner = o->scorers;
    t->games_done++;
    co->result.games[winner]++;
    for (unsigned s = 0; s < o->scorers; s++)
        co->result.points[s] += o->score[s];
    if (o->game_over && o->partida_winner != FIEL_NOBODY)
        co->result.partidas[o->partida_winner]++;
    t->game_open = false;
    t->game_ended = true;
    pack_msg_game_end(pen_pack(co), t->number, o->game, winner, reason, fault_seat, o->score, o->scorers);
    pen_public(co, MSG_GAME_END);
    tell_game(co, t, winner, reason, fault_seat);
}

/* --- a hand --------------------------------------------------------------------------------------- */

/* Opens the cards that won an envido or a flor and were not seen yet. */
static void show_cards(struct course *co, struct table *t)
{
    for (unsigned i = 0; i < co->seats; i++) {
        unsigned mask = position_shown(&t->position, (int)i);
        uint8_t openings[FIEL_HELD_MAX * OPENING];
        size_t size = 0;
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++) {
            if (!(mask >> k & 1u))
                continue;
            cards_open(co, t, cards_slot(co, t, i, t->position.dealt[i][k]), openings + size);
            size += OPENING;
        }
        if (size == 0)
            continue;
        pack_msg_show(pen_pack(co), t->number, i, openings, size);
        pen_public(co, MSG_SHOW);
    }
}

/* HANDS_END signs it, with whatever else ended since the last one. */
static void tell_hand_end(struct course *co, struct table *t)
{
    pack_msg_hand_end(pen_pack(co), t->number, t->hand, t->position.open.score, t->position.open.scorers);
    pen_public(co, MSG_HAND_END);
    co->ends.over++;
}

/* SHOW, GAME_END where the game is over, HAND_END.  Nothing has to be shown of a hand that was cut short. */
static void close_hand(struct course *co, struct table *t, enum end_reason reason, unsigned fault_seat)
{
    signs_cut_short(co, t);
    t->asks = 0;
    if (reason == END_PLAYED)
        show_cards(co, t);
    if (t->position.open.game_over || reason != END_PLAYED)
        ending_game(co, t, reason, fault_seat);
    else if (t->hand == co->header.offer.hands_max)
        ending_game(co, t, END_LAST_HAND, FIEL_NOBODY);
    cutters_settle(co, t, false);
    tell_hand_end(co, t);
    struct course_event over = pen_event(co, t, HAPPENS_HAND);
    pen_happens(co, &over);
    t->hand_open = false;
}

void ending_cut_short(struct course *co, enum end_reason reason, unsigned fault_seat)
{
    for (struct table *t = co->table; t < co->table + co->tables; t++) {
        if (t->hand_open) {
            cutters_settle(co, t, true);
            close_hand(co, t, reason, fault_seat);
        } else if (t->game_open) {
            ending_game(co, t, reason, fault_seat);
        }
    }
}

bool ending_hand_follows(const struct course *co, const struct table *t)
{
    return !co->stopped && t->games_done < t->games && t->hand < co->header.offer.hands_max;
}

void ending_hand(struct course *co, struct table *t, enum end_reason reason, unsigned fault_seat)
{
    close_hand(co, t, reason, fault_seat);
    t->stage = ending_hand_follows(co, t) ? TABLE_CUT : TABLE_LAST;
    if (t->stage == TABLE_CUT)
        cards_seal(co, t);
    dues_owe_cuts(co, t);
    if (t->stage == TABLE_LAST && !co->stopped && t + 1 < co->table + co->tables && t[1].stage == TABLE_CLOSED)
        open_table(co, t + 1);
    struct course_event goes_on = pen_event(co, t, HAPPENS_PROGRESS);
    pen_happens(co, &goes_on);
}

/* --- the signatures under hands ------------------------------------------------------------------- */

void ending_sign(struct course *co)
{
    uint8_t signature[SIGNATURE], views[PARTIES_MAX * HASH];
    struct message text;
    if (co->ends.told == co->ends.over)
        return;
    co->ends.told = co->ends.over;
    co->ends.p = co->open_chain;
    for (unsigned i = 0; i < co->parties; i++)
        memcpy(views + i * HASH, co->party[i].view.head, HASH);
    hash_bytes(co->ends.views, views, co->parties * HASH);
    hands_signed_message(&text, co->match_id, SIGNER_ARBITER, co->ends.told, &co->ends.p, co->ends.views,
                         co->checkpoint);
    pen_sign(co, signature, &text);
    pack_msg_hands_end(pen_pack(co), co->ends.told, co->ends.p.seq, co->ends.p.head, views, co->parties, co->checkpoint,
                       signature);
    pen_public(co, MSG_HANDS_END);
    for (unsigned t = 0; t < co->tables; t++)
        co->table[t].game_ended = false;
}

void ending_pass_signatures(struct course *co)
{
    uint32_t hand = co->ends.told;
    for (unsigned i = 0; i < co->parties; i++) {
        struct course_party *c = &co->party[i];
        if (c->signed_hand != hand || c->passed_hand == hand)
            continue;
        c->passed_hand = hand;
        pack_msg_signed(pen_pack(co), co->table->number, hand, i, c->signature);
        pen_public(co, MSG_SIGNED);
    }
}

/* --- the match ------------------------------------------------------------------------------------ */

static void tell_result(struct course *co)
{
    struct signed_result *t = &co->told;
    struct packer p;
    struct message text;
    pack_start(&p, t->bytes, sizeof t->bytes);
    memset(co->result.head, 0, HASH);
    if (co->result.fault != FAULT_ARBITER || !arbiter_forgets(co->result.fault_a))
        memcpy(co->result.head, co->open_chain.head, HASH);
    pack_result(&p, &co->result);
    assert(!p.bad);
    t->size = p.size;
    result_message(&text, co->match_id, t->bytes, t->size);
    pen_sign(co, t->signature, &text);
    pack_msg_result(pen_pack(co), t->bytes, t->size, t->signature);
    pen_public(co, MSG_RESULT);
    if (co->header.offer.reveal == REVEAL_PAIR)
        return; /* nobody is told S who may sit in the twin */
    pen_reveal(co, VISIBLE_ALL);
}

/* A twin follows when all was played and the chains of cuts are there to their ends. */
static bool twin_follows(const struct course *co)
{
    bool played = co->result.outcome == END_PLAYED || co->result.outcome == END_LAST_HAND;
    return co->header.offer.reveal == REVEAL_PAIR && played;
}

bool course_waits(const struct course *co) { return co->stage == COURSE_TOLD && twin_follows(co); }

void ending_finish(struct course *co)
{
    co->stage_mark = co->stage;
    co->open_mark = co->open_chain;
    for (unsigned i = 0; i < co->parties; i++) {
        co->party[i].view_mark = co->party[i].view;
        co->party[i].kept_mark = co->party[i].kept;
    }
    co->result.hands = co->hands;
    ending_pass_signatures(co);
    ending_sign(co);
    tell_result(co);
    co->stage = COURSE_TOLD;
}

void course_untold(struct course *co)
{
    assert(co->stage == COURSE_TOLD);
    co->stage = co->stage_mark;
    co->open_chain = co->open_mark;
    for (unsigned i = 0; i < co->parties; i++) {
        co->party[i].view = co->party[i].view_mark;
        co->party[i].kept = co->party[i].kept_mark;
    }
}

void course_close(struct course *co)
{
    assert(co->stage == COURSE_TOLD);
    if (twin_follows(co))
        return;
    if (co->header.offer.reveal == REVEAL_PAIR)
        pen_reveal(co, VISIBLE_ARBITER);
    co->stage = COURSE_OVER;
}

/* The scorer that won the most games; drawn when there are two. */
static unsigned match_leader(const struct course *co)
{
    const uint32_t *g = co->result.games;
    unsigned leader = 0;
    for (unsigned s = 1; s < co->result.scorers; s++)
        if (g[s] > g[leader])
            leader = s;
    for (unsigned s = 0; s < co->result.scorers; s++)
        if (s != leader && g[s] == g[leader])
            return co->result.scorers;
    return leader;
}

void ending_match(struct course *co)
{
    unsigned outcome = games_done(co) < co->header.offer.games ? END_LAST_HAND : END_PLAYED;
    if (!co->stopped)
        fault_result(co, (enum end_reason)outcome, match_leader(co), FIEL_NOBODY, FAULT_NONE, 0, 0);
    ending_finish(co);
}
