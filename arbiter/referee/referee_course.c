/* referee_course: the ports of the course: what it asks, and where what it says goes. */
#include <stdio.h>
#include <string.h>

#include "referee_state.h"

struct control_frame control_of(enum control_kind kind, unsigned seat)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = (uint8_t)kind;
    f.seat = (uint8_t)seat;
    return f;
}

/* --- S -------------------------------------------------------------------------------------------- */

/* Makes packs up to this hand; that of hand h takes the room of hand h - 32. */
static void pack_up_to(struct referee *r, const struct course_hand *h, uint32_t hand)
{
    struct deck *d = &r->deck[h->table];
    uint8_t key[HASH];
    card_t cards[FIEL_CARDS];
    unsigned n = deal_deck(&r->rules, cards);
    while (d->packed_to < hand && d->packed_to < r->config.hands_max) {
        uint32_t next = ++d->packed_to;
        deal_hand_key(key, r->seed, h->id, next);
        deal_pack(&d->packs[next % (2 * PACKS_AHEAD)], key, h->id, next, cards, n);
    }
}

static const struct pack *pack_of(const struct referee *r, const struct course_hand *h)
{
    return &r->deck[h->table].packs[h->hand % (2 * PACKS_AHEAD)];
}

static void commits(void *ctx, const struct course_hand *h, struct course_pack *out)
{
    struct referee *r = ctx;
    pack_up_to(r, h, h->hand);
    const struct pack *p = pack_of(r, h);
    *out = (struct course_pack){ p->n, p->list, p->commit[0] };
}

static void card(void *ctx, const struct course_hand *h, unsigned slot, uint8_t opening[OPENING])
{
    opening_write(opening, pack_of(ctx, h), slot);
}

static bool sees_sign(void *ctx, const struct course_hand *h, const uint8_t cut[HASH], unsigned giver, unsigned rival,
                      unsigned n)
{
    const struct referee *r = ctx;
    uint8_t key[HASH];
    deal_hand_key(key, r->seed, h->id, h->hand);
    return deal_sign_byte(key, cut, giver, rival, n) < r->rules.opt[OPT_SIGN_SEEN];
}

static void primary_cut(void *ctx, const struct course_hand *h, unsigned party, uint8_t x[HASH])
{
    memcpy(x, twin_cut(ctx, h->table, h->hand, party), HASH);
}

static void view_key(void *ctx, const uint8_t match_id[HASH], unsigned party, uint8_t key[HASH])
{
    const struct referee *r = ctx;
    deal_view_key(key, r->seed, match_id, party);
}

static void seed(void *ctx, uint8_t out[HASH])
{
    const struct referee *r = ctx;
    memcpy(out, r->seed, HASH);
}

static void sign(void *ctx, uint8_t signature[SIGNATURE], const struct message *text)
{
    const struct referee *r = ctx;
    sign_message(signature, r->config.key, text);
}

/* --- the record and what leaves ------------------------------------------------------------------- */

static bool takes(void *ctx, const struct input *in)
{
    struct referee *r = ctx;
    record_input(r, in);
    return r->journal_error == 0;
}

static void message(void *ctx, unsigned type, unsigned visibility, const void *bytes, size_t size, unsigned full)
{
    struct referee *r = ctx;
    record_add(r, type, visibility, bytes, size);
    outbox_add(r, visibility, bytes, size, full);
    if (type == MSG_RESULT)
        r->sync_due = true;
}

static void again(void *ctx, unsigned party, uint64_t have, const struct course_kept *kept)
{
    outbox_again(ctx, party, have, kept);
}

static enum head_known head_at(void *ctx, unsigned party, uint64_t have, uint8_t head[HASH])
{
    return outbox_head_at(ctx, party, have, head);
}

static const char *refusal(void *ctx, enum rule_error e)
{
    (void)ctx;
    return rule_error_text(e);
}

static long log_entry(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    return record_log(ctx, entry, size, proof);
}

/* --- what the supervisor is told ------------------------------------------------------------------ */

static void tell_game(struct referee *r, const struct course_event *e)
{
    struct control_frame f = control_of(CONTROL_GAME, FIEL_NOBODY);
    f.game = (struct control_game){
        .table = e->at.table, .game = e->position->open.game, .winner = e->winner, .reason = e->reason, .seat = e->party
    };
    memcpy(f.game.score, e->position->open.score, sizeof f.game.score);
    memcpy(f.game.games, e->result->games, sizeof f.game.games);
    tell_supervisor(r, &f);
}

static void tell_fault(struct referee *r, const struct course_event *e)
{
    struct control_frame f = control_of(CONTROL_FAULT, e->party);
    struct control_seat_stats *stats = &r->line[e->party].stats;
    stats->faults = e->faults;
    stats->timeouts = e->timeouts;
    f.fault = (struct control_fault){
        .seat = e->party, .fault = e->fault, .effect = e->effect, .table = e->at.table, .a = e->a, .b = e->b
    };
    tell_supervisor(r, &f);
}

/* From 1: of tables that are played one after the other each has one. */
static uint32_t game_of(const struct referee *r, const struct course_event *e)
{
    return e->position->open.game + (r->config.by_turns ? e->at.table : 0);
}

/* Where the match stands, at most so often.  The first one says that play began. */
static void tell_progress(struct referee *r, const struct course_event *e)
{
    struct control_frame f = control_of(CONTROL_PROGRESS, FIEL_NOBODY);
    if (course_now(r->course) < r->progress_us)
        return;
    r->progress_us = clock_add(course_now(r->course), PROGRESS_US);
    f.progress = (struct control_progress){
        .hand = e->hands, .hands = e->hands_over, .game = game_of(r, e), .games_done = e->games_done
    };
    memcpy(f.progress.games, e->result->games, sizeof f.progress.games);
    memcpy(f.progress.score, e->position->open.score, sizeof f.progress.score);
    tell_supervisor(r, &f);
}

static void dealt(struct referee *r, const struct course_event *e)
{
    if (e->hands == 1) {
        r->first_deal_us = course_now(r->course);
        tell_progress(r, e);
    }
    pack_up_to(r, &e->at, e->at.hand + PACKS_AHEAD);
}

static void count_points(struct referee *r, const struct course_event *e)
{
    const uint16_t *score = e->position->open.score;
    uint16_t *before = r->deck[e->at.table].score_before;
    int64_t won = (int64_t)score[0] - before[0], lost = (int64_t)score[1] - before[1];
    r->report.hands++;
    r->report.diff_sum += won - lost;
    r->report.diff_squares += (won - lost) * (won - lost);
    memcpy(before, score, sizeof r->deck->score_before);
    if (!e->open)
        memset(before, 0, sizeof r->deck->score_before);
}

static void count_decision(struct referee *r, const struct course_event *e)
{
    struct control_seat_stats *stats = &r->line[e->party].stats;
    int64_t used = (int64_t)e->a;
    stats->decisions++;
    stats->spared += e->b;
    stats->total_us = clock_add(stats->total_us, used);
    stats->max_us = used > stats->max_us ? used : stats->max_us;
}

static void happens(void *ctx, const struct course_event *e)
{
    struct referee *r = ctx;
    struct control_frame offered = control_of(CONTROL_OFFERED, FIEL_NOBODY);
    switch (e->what) {
    case HAPPENS_OFFERED: tell_supervisor(r, &offered); return;
    case HAPPENS_DEALT: dealt(r, e); return;
    case HAPPENS_DECISION: count_decision(r, e); return;
    case HAPPENS_FAULT: tell_fault(r, e); return;
    case HAPPENS_GAME: tell_game(r, e); return;
    case HAPPENS_HAND: count_points(r, e); return;
    case HAPPENS_PROGRESS: tell_progress(r, e); return;
    case HAPPENS_VOID:
        r->unrecorded = r->journal_error != 0;
        if (r->unrecorded && r->ports.unrecorded != NULL)
            r->ports.unrecorded(r->ports.ctx);
        return;
    case HAPPENS_CUT:
    case HAPPENS_SIGNED: return;
    }
}

void tell_result(struct referee *r, bool complete, bool waits)
{
    struct control_frame f = control_of(CONTROL_RESULT, FIEL_NOBODY);
    r->report.result = *course_result(r->course);
    r->report.complete = complete;
    r->report.waits = waits;
    r->report.elapsed_us = course_hands(r->course) > 0 ? course_now(r->course) - r->first_deal_us : 0;
    for (unsigned i = 0; i < r->config.seats; i++)
        r->report.seat[i] = r->line[i].stats;
    f.result = r->report;
    tell_supervisor(r, &f);
}

void tell_error(struct referee *r, int error)
{
    struct control_frame f = control_of(CONTROL_ERROR, FIEL_NOBODY);
    f.error.number = error;
    snprintf(f.error.text, sizeof f.error.text,
             "the replay could not be written to its end (%s): make room there and play the match again",
             strerror(error));
    tell_supervisor(r, &f);
}

struct course_ports course_ports_of(struct referee *r)
{
    return (struct course_ports){ r,         takes,       message,  happens, again, head_at, commits,   card,
                                  sees_sign, primary_cut, view_key, seed,    sign,  refusal, log_entry, NULL };
}
