/* referee_end: the end of a hand, a game and the match. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "referee_state.h"

uint32_t ending_games_done(const struct referee *r)
{
    uint32_t done = 0;
    for (unsigned s = 0; s <= r->result.scorers; s++)
        done += r->result.games[s];
    return done;
}

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

static void notify_game(struct referee *r, struct table *t, unsigned winner, enum end_reason reason,
                        unsigned fault_seat)
{
    struct control_frame f = control_of(CONTROL_GAME, NOBODY);
    f.game = (struct control_game){ .table = t->number,
                                    .game = t->match.open.game,
                                    .winner = (uint8_t)winner,
                                    .reason = (uint8_t)reason,
                                    .seat = (uint8_t)fault_seat };
    memcpy(f.game.score, t->match.open.score, sizeof f.game.score);
    memcpy(f.game.games, r->result.games, sizeof f.game.games);
    tell_supervisor(r, &f);
}

/* The game is over: won by the rules or a fault, or broken off: after the last hand, when the score
 * decides, or by the arbiter's own failure, when nobody wins. */
void ending_game(struct referee *r, struct table *t, enum end_reason reason, unsigned fault_seat)
{
    const struct open *o = &t->match.open;
    unsigned winner = o->game_over ? o->game_winner : leader_of(o->score, o->scorers);
    if (reason == END_VOID || reason == END_STOPPED)
        winner = o->scorers;
    t->games_done++;
    r->result.games[winner]++;
    for (unsigned s = 0; s < o->scorers; s++)
        r->result.points[s] += o->score[s];
    if (o->game_over && o->partida_winner != NOBODY)
        r->result.partidas[o->partida_winner]++;
    t->game_open = false;
    t->game_ended = true;
    pack_msg_game_end(outbox_pack(r), t->number, o->game, winner, reason, fault_seat, o->score, o->scorers);
    outbox_public(r, MSG_GAME_END);
    notify_game(r, t, winner, reason, fault_seat);
}

/* --- a hand --------------------------------------------------------------------------------------- */

/* Opens the cards that won an envido or a flor and were not seen yet. */
static void show_cards(struct referee *r, struct table *t)
{
    for (unsigned i = 0; i < r->config.seats; i++) {
        unsigned mask = match_shown(&t->match, (int)i);
        uint8_t openings[HELD_MAX * OPENING];
        size_t size = 0;
        for (unsigned k = 0; k < HELD_MAX; k++) {
            if (!(mask >> k & 1u))
                continue;
            opening_write(openings + size, hand_pack(t, t->hand), dealing_slot(r, t, i, t->match.dealt[i][k]));
            size += OPENING;
        }
        if (size == 0)
            continue;
        pack_msg_show(outbox_pack(r), t->number, i, openings, size);
        outbox_public(r, MSG_SHOW);
    }
}

/* HANDS_END signs it, with whatever else ended since the last one. */
static void tell_hand_end(struct referee *r, struct table *t)
{
    pack_msg_hand_end(outbox_pack(r), t->number, t->hand, t->match.open.score, t->match.open.scorers);
    outbox_public(r, MSG_HAND_END);
    r->ends.over++;
}

static void count_points(struct referee *r, struct table *t)
{
    const uint16_t *score = t->match.open.score;
    int64_t won = (int64_t)score[0] - t->score_before[0], lost = (int64_t)score[1] - t->score_before[1];
    r->report.hands++;
    r->report.diff_sum += won - lost;
    r->report.diff_squares += (won - lost) * (won - lost);
    memcpy(t->score_before, score, sizeof t->score_before);
    if (!t->game_open)
        memset(t->score_before, 0, sizeof t->score_before);
}

/* SHOW, GAME_END where the game is over, HAND_END.  Nothing has to be shown of a hand that was cut short. */
static void close_hand(struct referee *r, struct table *t, enum end_reason reason, unsigned fault_seat)
{
    signs_cut_short(r, t);
    t->asks = 0;
    if (reason == END_PLAYED)
        show_cards(r, t);
    if (t->match.open.game_over || reason != END_PLAYED)
        ending_game(r, t, reason, fault_seat);
    else if (t->hand == r->config.hands_max)
        ending_game(r, t, END_LAST_HAND, NOBODY);
    cutters_settle(r, t, false);
    tell_hand_end(r, t);
    count_points(r, t);
    t->hand_open = false;
}

void ending_cut_short(struct referee *r, enum end_reason reason, unsigned fault_seat)
{
    for (struct table *t = r->table; t < r->table + r->tables; t++) {
        if (t->hand_open) {
            cutters_settle(r, t, true);
            close_hand(r, t, reason, fault_seat);
        } else if (t->game_open) {
            ending_game(r, t, reason, fault_seat);
        }
    }
}

bool ending_hand_follows(const struct referee *r, const struct table *t)
{
    return !r->stopped && t->games_done < t->games && t->hand < r->config.hands_max;
}

void ending_progress(struct referee *r, struct table *t)
{
    struct control_frame f = control_of(CONTROL_PROGRESS, NOBODY);
    if (r->now < r->progress_us)
        return;
    r->progress_us = clock_add(r->now, PROGRESS_US);
    f.progress = (struct control_progress){
        .hand = r->hands, .hands = r->ends.over, .game = t->match.open.game, .games_done = ending_games_done(r)
    };
    memcpy(f.progress.games, r->result.games, sizeof f.progress.games);
    memcpy(f.progress.score, t->match.open.score, sizeof f.progress.score);
    tell_supervisor(r, &f);
}

void ending_hand(struct referee *r, struct table *t, enum end_reason reason, unsigned fault_seat)
{
    close_hand(r, t, reason, fault_seat);
    t->stage = ending_hand_follows(r, t) ? TABLE_CUT : TABLE_LAST;
    if (t->stage == TABLE_CUT)
        dealing_seal(r, t);
    round_owe_cuts(r, t);
    ending_progress(r, t);
}

/* --- the match ------------------------------------------------------------------------------------ */

static void notify_result(struct referee *r, bool complete, bool waits)
{
    struct control_frame f = control_of(CONTROL_RESULT, NOBODY);
    r->report.result = r->result;
    r->report.complete = complete;
    r->report.waits = waits;
    r->report.elapsed_us = r->hands > 0 ? r->now - r->first_deal_us : 0;
    for (unsigned i = 0; i < r->config.seats; i++)
        r->report.seat[i] = r->chair[i].stats;
    f.result = r->report;
    tell_supervisor(r, &f);
}

static void notify_error(struct referee *r, int error)
{
    struct control_frame f = control_of(CONTROL_ERROR, NOBODY);
    f.error.number = error;
    snprintf(f.error.text, sizeof f.error.text,
             "the replay could not be written to its end (%s): make room there and play the match again",
             strerror(error));
    tell_supervisor(r, &f);
}

static void tell_result(struct referee *r)
{
    struct told_result *t = &r->told;
    struct packer p;
    struct message text;
    pack_start(&p, t->bytes, sizeof t->bytes);
    memset(r->result.head, 0, HASH);
    if (r->result.fault != FAULT_ARBITER || r->result.fault_a != ARBITER_ANOTHER_BOOT)
        memcpy(r->result.head, r->open_chain.head, HASH);
    pack_result(&p, &r->result);
    assert(!p.bad);
    t->size = p.size;
    result_message(&text, r->match_id, t->bytes, t->size);
    sign_message(t->signature, r->config.key, &text);
    pack_msg_result(outbox_pack(r), t->bytes, t->size, t->signature);
    outbox_public(r, MSG_RESULT);
    if (r->config.reveal == REVEAL_PAIR)
        return; /* nobody is told S who may sit in the twin */
    pack_msg_reveal(outbox_pack(r), r->seed);
    outbox_public(r, MSG_REVEAL);
}

/* The trailer and the report. */
static void close_record(struct referee *r)
{
    const struct journal *j = &r->ports.journal;
    r->stage = STAGE_OVER;
    bool complete = !r->unrecorded && r->journal_error == 0 &&
                    j->finish(j->ctx, r->match_id, r->config.key, (uint64_t)r->now) == 0;
    if (!complete && !r->unrecorded && r->journal_error == 0)
        r->journal_error = errno;
    notify_result(r, complete, false);
    if (!complete)
        notify_error(r, r->journal_error);
}

void ending_reveal(struct referee *r)
{
    struct packer *p = outbox_pack(r);
    pack_msg_reveal(p, r->seed);
    if (!r->unrecorded)
        outbox_record(r, MSG_REVEAL, VISIBLE_ARBITER, p->bytes, p->size);
    close_record(r);
}

/* A twin follows when all was played and the chains of cuts are there to their ends. */
static bool twin_follows(const struct referee *r)
{
    bool played = r->result.outcome == END_PLAYED || r->result.outcome == END_LAST_HAND;
    return r->config.reveal == REVEAL_PAIR && played;
}

void ending_finish(struct referee *r)
{
    r->result.hands = r->hands;
    outbox_mark(r);
    dealing_pass_signatures(r);
    round_sign(r);
    tell_result(r);
    outbox_flush_all(r, OWES_NOTHING);
    if (r->journal_error != 0 && !r->unrecorded) {
        outbox_back_to_mark(r);
        return;
    }
    outbox_close(r);
    if (twin_follows(r)) {
        r->stage = STAGE_TOLD;
        notify_result(r, false, true);
    } else if (r->config.reveal == REVEAL_PAIR) {
        ending_reveal(r);
    } else {
        close_record(r);
    }
}

/* The scorer that won the most games; drawn when there are two. */
static unsigned match_leader(const struct referee *r)
{
    const uint32_t *g = r->result.games;
    unsigned leader = 0;
    for (unsigned s = 1; s < r->result.scorers; s++)
        if (g[s] > g[leader])
            leader = s;
    for (unsigned s = 0; s < r->result.scorers; s++)
        if (s != leader && g[s] == g[leader])
            return r->result.scorers;
    return leader;
}

void ending_match(struct referee *r)
{
    unsigned outcome = ending_games_done(r) < r->config.games ? END_LAST_HAND : END_PLAYED;
    if (!r->stopped)
        fault_result(r, (enum end_reason)outcome, match_leader(r), NOBODY, FAULT_NONE, 0, 0);
    ending_finish(r);
}
