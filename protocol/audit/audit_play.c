/* audit_play: the rules re-executed, and the messages that follow from them. */
#include "state.h"

#include <assert.h>
#include <string.h>

/* What the rules did by themselves, as ACT messages. */
static void push_news(struct audit *a)
{
    const struct open *o = &a->at->match.open;
    for (unsigned i = 0; i < o->news_count; i++) {
        const struct news *n = &o->news[i];
        uint16_t value = n->kind == ACT_FLOR ? 1 : n->kind == ACT_DECLARE ? n->value : 0;
        line_push(a, (struct step){ .type = MSG_ACT,
                                    .seat = n->seat,
                                    .value = value,
                                    .action = action_code((struct action){ n->kind, 0 }) });
    }
}

/* The scorer with the highest score; drawn (the number after the last scorer) when there are two. */
static unsigned ahead(const struct open *o)
{
    unsigned best = 0;
    for (unsigned s = 1; s < o->scorers; s++)
        if (o->score[s] > o->score[best])
            best = s;
    for (unsigned s = 0; s < o->scorers; s++)
        if (s != best && o->score[s] == o->score[best])
            return o->scorers;
    return best;
}

/* A game is over: it is counted, and the clocks and the illegal actions start anew. */
static void end_game(struct audit *a, unsigned reason, unsigned seat)
{
    const struct open *o = &a->at->match.open;
    unsigned winner = o->game_over ? o->game_winner : ahead(o);
    if (reason == END_VOID || reason == END_CANCELLED || reason == END_STOPPED)
        winner = o->scorers;
    line_push(a,
              (struct step){
                  .type = MSG_GAME_END, .seat = (uint8_t)seat, .winner = (uint8_t)winner, .reason = (uint8_t)reason });
    a->at->game_open = false;
    a->at->game_ended = true;
    a->at->games_done++;
    a->result.games[winner]++;
    for (unsigned s = 0; s < o->scorers; s++)
        a->result.points[s] += o->score[s];
    if (o->game_over && o->partida_winner != NOBODY)
        a->result.partidas[o->partida_winner]++;
    for (unsigned i = 0; i < a->seats; i++) {
        a->at->place[i].illegal = 0;
        a->at->place[i].bank_us = a->offer.bank_us;
    }
}

static uint32_t games_done(const struct audit *a)
{
    uint32_t done = 0;
    for (unsigned s = 0; s <= a->result.scorers; s++)
        done += a->result.games[s];
    return done;
}

bool audit_hand_follows(const struct audit *a)
{
    const struct table *t = a->at;
    return !a->stopped && t->games_done < t->games && t->match.open.hand < a->offer.hands_max;
}

/* HAND_END, and what both sides owe after it. */
static void end_hand(struct audit *a)
{
    audit_signs_cut_short(a);
    audit_cutters_settle(a, false);
    line_push(a, (struct step){ .type = MSG_HAND_END });
    a->at->hand_open = false;
    a->at->more_hands = audit_hand_follows(a);
    if (a->at->more_hands)
        line_push_seal(a);
    audit_round_owe_cuts(a);
}

static void push_shown(struct audit *a)
{
    for (unsigned i = 0; i < a->seats; i++)
        if (match_shown(&a->at->match, (int)i))
            line_push(a, (struct step){ .type = MSG_SHOW, .seat = (uint8_t)i });
}

void audit_play_on(struct audit *a)
{
    int turn = match_turn(&a->at->match);
    if (turn != NOBODY && !a->at->match.open.hand_over) {
        audit_round_ask(a, (unsigned)turn);
        return;
    }
    push_shown(a);
    if (a->at->match.open.game_over)
        end_game(a, END_PLAYED, NOBODY);
    else if (a->at->match.open.hand >= a->offer.hands_max)
        end_game(a, END_LAST_HAND, NOBODY);
    end_hand(a);
}

bool audit_play_dealt(struct audit *a)
{
    card_t cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT];
    for (unsigned i = 0; i < a->seats; i++)
        for (unsigned k = 0; k < HELD_MAX; k++)
            cards[i][k] = a->at->place[i].held[k].card;
    int mano = a->at->match.open.hand ? NOBODY : (int)a->at->mano;
    if (match_deal(&a->at->match, cards, a->at->vira, mano, why))
        return ARBITER_LIES(a, "these cards cannot be dealt: %s", why);
    assert(a->at->match.open.mano == a->at->mano);
    a->at->hand_open = a->at->game_open = true;
    push_news(a);
    if (signs_on(&a->at->match.open) && !a->at->match.open.hand_over)
        audit_signs_ask(a);
    else
        audit_play_on(a);
    return true;
}

/* Of the card all are told its slot alone. */
static bool laid_down(struct action act) { return act.kind == ACT_PLAY_DOWN || act.kind == ACT_DISCARD; }

/* The public form of an action, by the state after it. */
static struct step act_step(const struct audit *a, unsigned seat, struct action act)
{
    struct step s = { .type = MSG_ACT, .seat = (uint8_t)seat, .action = action_code(act) };
    const struct held *card = act.kind == ACT_PLAY || laid_down(act) ? audit_held(a, seat, act.arg) : NULL;
    if (act.kind == ACT_PLAY_BLIND) {
        card = &a->at->place[seat].held[act.arg];
        s.value = card->card;
    }
    if (!laid_down(act) && card)
        s.opening = card->opening;
    if (laid_down(act) && card) {
        s.action = action_code((struct action){ act.kind, CARD_HIDDEN });
        s.value = card->slot;
    }
    if (act.kind == ACT_DECLARE)
        s.value = a->at->match.open.declared[seat];
    return s;
}

void audit_play_answer(struct audit *a, unsigned seat, struct action act, const struct match *after)
{
    audit_signs_push(a, seat);
    a->at->match = *after;
    paid(a, seat);
    line_push(a, act_step(a, seat, act));
    push_news(a);
    audit_play_on(a);
}

void audit_play_game_lost(struct audit *a, unsigned seat)
{
    paid(a, seat);
    match_forfeit_game(&a->at->match, (int)seat);
    end_game(a, END_FAULT, seat);
    end_hand(a);
}

void audit_result(struct audit *a, unsigned outcome, unsigned winner, unsigned party, unsigned fault, uint64_t x,
                  uint64_t y)
{
    struct result *r = &a->result;
    r->outcome = (uint8_t)outcome;
    r->winner = (uint8_t)winner;
    r->fault = (uint8_t)fault;
    r->fault_seat = (uint8_t)party;
    r->fault_a = x;
    r->fault_b = y;
}

bool audit_twin_follows(const struct audit *a)
{
    return a->offer.reveal == REVEAL_PAIR && (a->result.outcome == END_PLAYED || a->result.outcome == END_LAST_HAND);
}

/* SIGNED for every signature that came and was not passed on, RESULT, REVEAL. */
void audit_play_end(struct audit *a)
{
    audit_push_signed(a);
    audit_round_sign(a);
    line_push(a, (struct step){ .type = MSG_RESULT });
    line_push(a, (struct step){ .type = MSG_REVEAL });
    a->result.hands = 0;
    for (unsigned t = 0; t < a->tables; t++)
        a->result.hands += a->table[t].match.open.hand;
    a->stage = STAGE_OVER;
}

/* Ends what is open at a table: the game, then the hand. */
static void cut_table_short(struct audit *a, unsigned reason, unsigned seat)
{
    if (a->at->hand_open)
        audit_cutters_settle(a, true);
    if (a->at->game_open) {
        if (seat < a->seats)
            match_forfeit_game(&a->at->match, (int)seat);
        end_game(a, reason, seat);
    }
    if (a->at->hand_open) {
        line_push(a, (struct step){ .type = MSG_HAND_END });
        a->hands_over++;
    }
    a->at->hand_open = false;
}

static void cut_short(struct audit *a, unsigned reason, unsigned seat)
{
    for (unsigned t = 0; t < a->tables; t++) {
        a->at = &a->table[t];
        cut_table_short(a, reason, seat);
    }
    a->at = a->table;
}

void audit_play_match_lost(struct audit *a, unsigned seat, unsigned fault, uint64_t x, uint64_t y)
{
    unsigned winner = forfeit_winner(&a->at->match.open, seat, a->result.games); /* before this game is counted */
    cut_short(a, END_FAULT, seat);
    audit_result(a, END_FAULT, winner, seat, fault, x, y);
    audit_play_end(a);
}

void audit_play_match_void(struct audit *a, uint64_t x, uint64_t y)
{
    cut_short(a, END_VOID, NOBODY);
    audit_result(a, END_VOID, a->result.scorers, NOBODY, FAULT_ARBITER, x, y);
    audit_play_end(a);
}

/* Who cannot be reached any more in the games that are left. */
static unsigned decided_for(const struct audit *a)
{
    const uint32_t *won = a->result.games;
    uint64_t left = a->offer.games - games_done(a);
    for (unsigned s = 0; s < a->result.scorers; s++) {
        unsigned behind = 0;
        for (unsigned other = 0; other < a->result.scorers; other++)
            behind += other != s && won[s] > won[other] + left;
        if (behind == a->result.scorers - 1u)
            return s;
    }
    return a->result.scorers;
}

void audit_play_match_stopped(struct audit *a, unsigned party)
{
    const struct early_fault *e = &a->seat[party].early;
    a->stopped = true;
    audit_result(a, END_STOPPED, decided_for(a), party, e->fault, e->a, e->b);
    if (a->at->game_open)
        end_game(a, END_STOPPED, party);
}

/* The scorer with the most games; drawn when there are two. */
static unsigned most_games(const struct audit *a)
{
    const uint32_t *games = a->result.games;
    unsigned best = 0, level = 0;
    for (unsigned s = 1; s < a->at->match.open.scorers; s++)
        if (games[s] > games[best])
            best = s;
    for (unsigned s = 0; s < a->at->match.open.scorers; s++)
        level += games[s] == games[best];
    return level > 1 ? a->result.scorers : best;
}

void audit_play_match_over(struct audit *a)
{
    if (a->stopped) {
        audit_play_end(a);
        return;
    }
    unsigned outcome = games_done(a) < a->offer.games ? END_LAST_HAND : END_PLAYED;
    audit_result(a, outcome, most_games(a), NOBODY, FAULT_NONE, 0, 0);
    audit_play_end(a);
}

bool audit_check_act(struct audit *a, const struct step *s, const struct msg *m)
{
    char is[ACTION_TEXT], due[ACTION_TEXT];
    if (m->seat != s->seat)
        return ARBITER_LIES(a, "ACT names seat %u, seat %u acted", m->seat, s->seat);
    if (m->action != s->action)
        return ARBITER_LIES(a, "ACT says \"%s\", seat %u's action is \"%s\"",
                            action_text(&a->at->match.open, action_of_code(m->action), is), s->seat,
                            action_text(&a->at->match.open, action_of_code(s->action), due));
    if (m->value != s->value)
        return ARBITER_LIES(a, "ACT says value %u, it is %u", m->value, s->value);
    size_t size = s->opening ? OPENING : 0;
    if (m->blob_size != size || (size && memcmp(m->blob, s->opening, size)))
        return ARBITER_LIES(a, "ACT opens another card than was dealt to seat %u", s->seat);
    if (size)
        a->report->counts.openings++;
    pack_msg_act(&a->expect, a->at->number, s->seat, s->action, s->value, s->opening, size);
    return audit_same_bytes(a, "other bytes than its fields make");
}

bool audit_check_request(struct audit *a, const struct step *s, const struct msg *m)
{
    struct place *seat = &a->at->place[s->seat];
    uint64_t budget = audit_budget(a, s->seat);
    seat->request++;
    if (m->request != seat->request)
        return ARBITER_LIES(a, "REQUEST %u to seat %u, number %u is due", m->request, s->seat, seat->request);
    if (m->used_us != seat->used_us)
        return ARBITER_LIES(a, "REQUEST says that the last answer took %llu us, it took %llu",
                            (unsigned long long)m->used_us, (unsigned long long)seat->used_us);
    if (m->bank_us != seat->bank_us || m->budget_us != budget)
        return ARBITER_LIES(a, "REQUEST gives seat %u a bank of %llu and %llu us now, it has %llu and %llu", s->seat,
                            (unsigned long long)m->bank_us, (unsigned long long)m->budget_us,
                            (unsigned long long)seat->bank_us, (unsigned long long)budget);
    seat->request_index = seat->head_index = a->seat[s->seat].told_count;
    struct view v;
    if (a->at->signing)
        signs_view(&a->at->match, (int)s->seat, &v);
    else
        match_view(&a->at->match, (int)s->seat, &v);
    pack_msg_request(&a->expect, a->at->number, seat->request, seat->bank_us, budget, seat->used_us, &v);
    struct msg due;
    if (msg_read(a->expect.bytes, a->expect.size, FROM_ARBITER, &due) == WIRE_OK &&
        (due.legal_size != m->legal_size || memcmp(due.legal, m->legal, m->legal_size)))
        return audit_same_bytes(a, "another list of legal actions than the rules give");
    return audit_same_bytes(a, "another view than the match has for this seat");
}

bool audit_check_refused(struct audit *a, const struct step *s, const struct msg *m)
{
    uint32_t request = a->at->place[s->seat].request;
    if (m->request != request || m->error != s->action)
        return ARBITER_LIES(a, "REFUSED names request %u and error %u, it is request %u and error %u (%s)", m->request,
                            m->error, request, s->action, rule_error_text((enum rule_error)s->action));
    a->at->place[s->seat].head_index = a->seat[s->seat].told_count;
    pack_msg_refused(&a->expect, a->at->number, request, s->action, m->text);
    return audit_same_bytes(a, "other bytes than its fields make");
}

bool audit_check_show(struct audit *a, const struct step *s, const struct msg *m)
{
    unsigned mask = match_shown(&a->at->match, s->seat);
    uint8_t openings[HELD_MAX * OPENING];
    size_t size = 0;
    for (unsigned k = 0; k < HELD_MAX; k++) {
        if (!(mask >> k & 1))
            continue;
        const struct held *h = audit_held(a, s->seat, a->at->match.dealt[s->seat][k]);
        assert(h);
        memcpy(openings + size, h->opening, OPENING);
        size += OPENING;
        a->report->counts.openings++;
    }
    if (m->seat != s->seat)
        return ARBITER_LIES(a, "SHOW names seat %u, seat %u's cards are due", m->seat, s->seat);
    pack_msg_show(&a->expect, a->at->number, s->seat, openings, size);
    return audit_same_bytes(a, "other cards than the rules say must be shown");
}

bool audit_same_score(const struct msg *m, const struct open *o)
{
    return m->scorers == o->scorers && !memcmp(m->score, o->score, o->scorers * sizeof *m->score);
}

bool audit_check_game_end(struct audit *a, const struct step *s, const struct msg *m)
{
    const struct open *o = &a->at->match.open;
    char is[SCORE_TEXT], due[SCORE_TEXT];
    if (m->winner != s->winner)
        return ARBITER_LIES(a, "GAME_END names %u as winner, it is %u", m->winner, s->winner);
    if (!audit_same_score(m, o))
        return ARBITER_LIES(a, "GAME_END says %s, it ended %s", score_label(m->score, m->scorers, is),
                            score_label(o->score, o->scorers, due));
    audit_rests_game(a, s->winner);
    a->report->counts.games++;
    pack_msg_game_end(&a->expect, a->at->number, o->game, s->winner, s->reason, s->seat, o->score, o->scorers);
    return audit_same_bytes(a, "another game, reason or seat than it was");
}
