/* referee_in: what came from a seat process.
 *
 * An envelope is judged message by message (referee_judge.c) up to the first that is refused or at fault, then
 * recorded with the verdict, then acted upon: what came stands in the record before what it caused. */
#include <assert.h>
#include <string.h>

#include "record/inputs.h"
#include "referee_judge.h"

/* --- time ----------------------------------------------------------------------------------------- */

/* The stamps of a frame inside the referee's own interval.  `left` is when the request that is open left; 0
 * when nothing is owed. The first frame of the request's own ticket tells it; without one it left when it
 * was sent. */
static void take_stamps(struct referee *r, unsigned seat, const struct from_seat *f, struct intake *in)
{
    struct wait *w = &r->chair[seat].wait;
    in->seat = seat;
    if (r->stage == STAGE_OPEN) {
        round_stamps(r, f, in);
        return;
    }
    bool owes = w->what != OWES_NOTHING;
    if (owes && w->left_us < 0 && w->frozen_us < 0 && f->ticket == w->first_ticket) {
        int64_t left = f->left_us, came = f->came_us;
        clock_clamp(w->sent_us, r->now, &left, &came);
        w->left_us = left;
    }
    in->left = !owes ? 0 : w->left_us >= 0 ? w->left_us : w->sent_us;
    if (owes && w->frozen_us >= 0)
        in->left += r->now - w->frozen_us;
    in->came = f->came_us;
    int64_t left = in->left;
    clock_clamp(in->left, r->now, &left, &in->came);
}

/* --- acting --------------------------------------------------------------------------------------- */

static void take_join(struct referee *r, const struct intake *in, const struct seat_message *m)
{
    struct chair *c = &r->chair[in->seat];
    for (unsigned t = 0; t < r->tables; t++) {
        struct place *p = &r->table[t].place[in->seat];
        memcpy(p->anchor, in->raw + m->bin_at + t * HASH, HASH);
        memcpy(p->x, p->anchor, HASH);
    }
    memcpy(c->join_view, m->b, HASH);
    memcpy(c->join_signature, m->signature, SIGNATURE);
    c->joined = true;
    c->wait.what = OWES_NOTHING;
    open_check_joins(r);
}

static void take_cut(struct referee *r, struct table *t, unsigned seat, const struct seat_message *m)
{
    struct place *p = &t->place[seat];
    memcpy(p->x, m->a, HASH);
    p->x_hand = m->hand;
    paid(r, t, seat);
}

static void take_hand_sign(struct referee *r, unsigned seat, const struct seat_message *m)
{
    struct chair *c = &r->chair[seat];
    memcpy(c->signature, m->signature, SIGNATURE);
    c->signed_hand = m->hand;
    c->signs.what = OWES_NOTHING;
}

/* When what is owed at this table was asked for. */
static int64_t asked_us(const struct referee *r, const struct table *t, const struct intake *in)
{
    const struct chair *c = &r->chair[in->seat];
    return round_put_off(r, c, c->due[t->number].asked_us);
}

/* The time of an envelope is paid once: since it was asked for, or since the last envelope came that was paid for. */
static int64_t time_used(const struct referee *r, const struct intake *in, int64_t asked)
{
    const struct chair *c = &r->chair[in->seat];
    int64_t paid = round_put_off(r, c, c->paid_us);
    return at_least(in->came - at_least(asked, paid), 0);
}

static void take_answer(struct referee *r, struct table *t, const struct intake *in, const struct seat_message *m)
{
    struct chair *c = &r->chair[in->seat];
    int64_t used = time_used(r, in, asked_us(r, t, in)) / in->answers;
    (void)clock_charge(&r->clock, &t->place[in->seat].bank_us, used); /* what one took, others may have had time for */
    t->place[in->seat].used_us = used;
    paid(r, t, in->seat);
    c->stats.decisions++;
    c->stats.total_us = clock_add(c->stats.total_us, used);
    c->stats.max_us = at_least(c->stats.max_us, used);
    signs_keep(t, in->seat, m->sign, m->signs);
    if (t->signing)
        signs_when_all_came(r, t);
    else
        turn_act(r, t, in->seat, action_of_code(m->action));
}

static void take(struct referee *r, struct table *t, const struct intake *in, const struct seat_message *m)
{
    const struct chair *c = &r->chair[in->seat];
    switch (m->type) {
    case MSG_HELLO: back_hello(r, in->seat, m); break;
    case MSG_JOIN:
        if (!c->joined) /* else it stood twice in one envelope */
            take_join(r, in, m);
        break;
    case MSG_CUT:
        if (t->place[in->seat].x_hand < m->hand)
            take_cut(r, t, in->seat, m);
        break;
    case MSG_HAND_SIGN:
        if (c->signed_hand < m->hand)
            take_hand_sign(r, in->seat, m);
        break;
    case MSG_ANSWER: take_answer(r, t, in, m); break;
    default: assert(0 && "a message that was accepted");
    }
}

static void act_upon(struct referee *r, struct table *t, const struct intake *in, const struct seat_message *m,
                     const struct judgement *j)
{
    if (j->verdict == VERDICT_ACCEPTED)
        take(r, t, in, m);
    else if (j->fault == FAULT_NONE)
        r->chair[in->seat].repeats++;
    else if (r->stage == STAGE_HELLO)
        open_early_fault(r, in->seat, j->fault, j->a, j->b);
    else
        ending_fault(r, t, in->seat, j->fault, j->a, j->b);
}

/* --- the record ----------------------------------------------------------------------------------- */

static void record_received(struct referee *r, const struct intake *in, const struct judgement *j, const void *raw,
                            size_t size)
{
    rec_received_head(r->received, &(struct rec_received){ .party = (uint8_t)in->seat,
                                                           .verdict = (uint8_t)j->verdict,
                                                           .fault = (uint8_t)j->fault,
                                                           .error = (uint8_t)(j->fault == FAULT_MALFORMED ? j->a : 0),
                                                           .left_us = (uint64_t)in->left,
                                                           .came_us = (uint64_t)in->came });
    if (size > ENVELOPE_MAX)
        size = ENVELOPE_MAX; /* what is longer is a fault by its length alone */
    if (size > 0)
        memcpy(r->received + RECEIVED_HEAD, raw, size);
    outbox_record(r, REC_RECEIVED, VISIBLE_ARBITER, r->received, RECEIVED_HEAD + size);
}

/* The verdict of a whole envelope is that of the worst message in it. */
static unsigned severity(const struct judgement *j)
{
    switch (j->verdict) {
    case VERDICT_ACCEPTED: return 0;
    case VERDICT_IGNORED: return j->fault == FAULT_NONE ? 1 : 2;
    case VERDICT_REFUSED: return 3;
    case VERDICT_FAULT: return 4;
    }
    return 4;
}

static void malformed_came(struct referee *r, const struct intake *in, unsigned error, const void *raw, size_t size)
{
    struct judgement j = at_fault(FAULT_MALFORMED, error, 0);
    record_received(r, in, &j, raw, size);
    if (r->stage == STAGE_HELLO)
        open_early_fault(r, in->seat, j.fault, j.a, j.b);
    else
        ending_fault(r, r->table, in->seat, j.fault, j.a, j.b);
}

/* Every message is of a table that there is; what is not of one table alone is of table 0. */
static bool tables_known(const struct referee *r, const struct from_seat *f)
{
    for (unsigned i = 0; i < f->count; i++) {
        bool of_table = f->msg[i].type == MSG_ANSWER || f->msg[i].type == MSG_CUT;
        if (f->msg[i].table >= (of_table ? r->tables : 1))
            return false;
    }
    return true;
}

/* A cut or a signature of a hand was accepted. */
static void note_duty(struct referee *r, const struct table *t, struct intake *in, const struct seat_message *m)
{
    const struct chair *c = &r->chair[in->seat];
    int64_t asked = m->type == MSG_HAND_SIGN ? round_put_off(r, c, c->signs.asked_us) : asked_us(r, t, in);
    in->duty_asked = in->duties++ > 0 && in->duty_asked < asked ? in->duty_asked : asked;
}

/* An envelope without answers is paid for by the bank of its duties. */
static void pay(struct referee *r, const struct intake *in)
{
    struct chair *c = &r->chair[in->seat];
    if (in->duties > 0 && in->answers == 0) {
        int64_t charge = at_least(time_used(r, in, in->duty_asked) - r->config.grace_us, 0);
        c->duty_us = at_least(c->duty_us - charge, 0);
    }
}

static void envelope_came(struct referee *r, struct intake *in, const struct from_seat *f, const void *raw)
{
    struct judgement j[SEAT_MESSAGES], worst = { .verdict = VERDICT_ACCEPTED };
    unsigned n = 0;
    assert(f->count <= SEAT_MESSAGES);
    in->raw = raw;
    in->number = ++r->envelopes;
    if (!tables_known(r, f)) {
        malformed_came(r, in, WIRE_OUT_OF_RANGE, raw, f->size);
        return;
    }
    while (n < f->count && worst.verdict != VERDICT_FAULT && worst.verdict != VERDICT_REFUSED) {
        in->judged = n;
        j[n] = judge(r, &r->table[f->msg[n].table], in, &f->msg[n]);
        if (severity(&j[n]) > severity(&worst))
            worst = j[n];
        n++;
    }
    record_received(r, in, &worst, raw, f->size);
    for (unsigned i = 0; i < n; i++)
        if (j[i].verdict == VERDICT_ACCEPTED && (f->msg[i].type == MSG_CUT || f->msg[i].type == MSG_HAND_SIGN))
            note_duty(r, &r->table[f->msg[i].table], in, &f->msg[i]);
    pay(r, in);
    for (unsigned i = 0; i < n && r->stage < STAGE_TOLD; i++)
        act_upon(r, &r->table[f->msg[i].table], in, &f->msg[i], &j[i]);
    if (in->answers + in->duties > 0)
        r->chair[in->seat].paid_us = in->came;
}

/* --- silence -------------------------------------------------------------------------------------- */

/* True: its time is over. */
static bool silence_came(struct referee *r, struct intake *in, const struct from_seat *f)
{
    if (r->stage == STAGE_OPEN)
        return round_silence(r, in, f);
    const struct wait *w = &r->chair[in->seat].wait;
    if (w->what == OWES_NOTHING || w->frozen_us >= 0 || f->ticket != w->ticket)
        return false; /* of a wait that is over */
    if (in->came - in->left < w->budget_us) {
        outbox_flush_within(r, in->seat); /* too early by the referee's interval: it waits for the rest */
        return false;
    }
    struct judgement j = judge_overdue(r, r->table, in);
    outbox_record_silence(r, in->seat, j.fault, in->left, in->came);
    ending_fault(r, r->table, in->seat, j.fault, j.a, j.b);
    return true;
}

/* --- the door ------------------------------------------------------------------------------------- */

static void seat_ready(struct referee *r, unsigned seat, const struct from_seat *f, const void *raw)
{
    struct control_frame c = control_of(CONTROL_SEAT_READY, seat);
    size_t size = f->size < sizeof c.text ? f->size : sizeof c.text - 1;
    if (size > 0)
        memcpy(c.text, raw, size);
    r->ports.notify(r->ports.ctx, &c);
}

/* Only for whoever reads the record; a bot that connects all the time does not fill it. */
static void connection_changed(struct referee *r, unsigned seat, enum seat_event event)
{
    if (r->chair[seat].events++ < EVENTS_MOST)
        outbox_record_event(r, seat, event, 0);
}

/* An envelope that is called malformed ends the match, and whoever reads the record sees whether it is.  Several parts,
 * and what was cut off, the bytes do not show. */
static const char *word_wrong(const struct referee *r, const struct from_seat *f, const void *raw)
{
    if (f->kind != SEAT_MALFORMED || f->error == WIRE_MULTIPART || f->error == WIRE_TOO_LONG ||
        r->ports.bytes_show == NULL)
        return NULL;
    int shown = r->ports.bytes_show(r->ports.ctx, raw, f->size, r->tables);
    return shown < 0 || shown == f->error ? NULL : "calls bytes malformed in a way that they are not";
}

/* The first word on when the request left decides its clock.  It did not leave before its tick; and what a seat process that
 * hands it on earlier says would convict the arbiter. */
static const char *stamp_wrong(const struct referee *r, unsigned seat, const struct from_seat *f)
{
    const struct wait *w = &r->chair[seat].wait;
    bool tells = f->kind == SEAT_ENVELOPE || f->kind == SEAT_MALFORMED || f->kind == SEAT_SILENCE;
    bool first = tells && w->what != OWES_NOTHING && w->left_us < 0 && w->frozen_us < 0 && f->ticket == w->first_ticket;
    return first && r->config.tick_us > 0 && f->left_us < w->not_before_us ? "says that a request left before its tick"
                                                                           : NULL;
}

/* A frame that is fine and has no effect takes time all the same: an endless stream of them is no seat process's of ours.  The time is
 * that at which it came: such a frame does not move the referee's own. */
static const char *idle_wrong(struct chair *c, int64_t now)
{
    c->idle_us = at_least(c->idle_us, now) + IDLE_EVERY_US;
    return c->idle_us - now > IDLE_MOST * (int64_t)IDLE_EVERY_US ? "sends frames without end that say nothing" : NULL;
}

const char *referee_from_seat(struct referee *r, unsigned seat, const struct from_seat *f, const void *raw, int64_t now)
{
    struct intake in = { 0 };
    bool idle = f->kind == SEAT_CONNECTED || f->kind == SEAT_GONE;
    assert(seat < r->parties);
    const char *wrong = from_seat_wrong(f, raw, &(struct link_check){ r->tables, r->ticket, r->scratch });
    if (wrong == NULL && (r->stage >= STAGE_TOLD || r->chair[seat].early.fault != FAULT_NONE))
        return idle || f->kind == SEAT_SILENCE ? idle_wrong(&r->chair[seat], now)
                                               : NULL; /* it has lost; at most the others are still being waited for */
    if (wrong != NULL)
        return wrong;
    wrong = stamp_wrong(r, seat, f);
    if (wrong == NULL)
        wrong = word_wrong(r, f, raw);
    if (wrong != NULL)
        return wrong;
    r->now = at_least(now, r->now);
    switch ((enum from_seat_kind)f->kind) {
    case SEAT_READY: seat_ready(r, seat, f, raw); break;
    case SEAT_ENVELOPE:
        take_stamps(r, seat, f, &in);
        envelope_came(r, &in, f, raw);
        break;
    case SEAT_MALFORMED:
        take_stamps(r, seat, f, &in);
        malformed_came(r, &in, f->error, raw, f->size);
        break;
    case SEAT_SILENCE:
        take_stamps(r, seat, f, &in);
        idle = !silence_came(r, &in, f);
        break;
    case SEAT_CONNECTED: connection_changed(r, seat, SEAT_EVENT_CONNECTED); break;
    case SEAT_GONE: connection_changed(r, seat, SEAT_EVENT_LEFT); break;
    }
    round_end(r);
    if (r->journal_error != 0)
        ending_void(r, ARBITER_DISK);
    return idle ? idle_wrong(&r->chair[seat], now) : NULL;
}
