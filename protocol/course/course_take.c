/* course_take: an input: what it is worth, and what it brings about.
 *
 * An envelope is judged message by message (course_judge.c) up to the first that is refused or at fault, then
 * given out with the verdict, then acted upon: what came stands in the record before what it caused. */
#include <assert.h>
#include <string.h>

#include "course_judge.h"

/* Of an input that nobody can be at fault in. */
static const struct judgement NOTHING = { .verdict = VERDICT_ACCEPTED };

/* The input counts: this was made of it. */
static bool takes(struct course *co, const struct input *in, const struct judgement *j)
{
    struct input done = *in;
    done.now = co->now;
    if (in->type == REC_RECEIVED) {
        done.received.verdict = (uint8_t)j->verdict;
        done.received.fault = (uint8_t)j->fault;
        done.received.error = (uint8_t)(j->fault == FAULT_MALFORMED ? j->a : 0);
    } else if (in->type == REC_SILENCE) {
        done.silence.fault = (uint8_t)j->fault;
    }
    return co->ports.takes(co->ports.ctx, &done);
}

/* --- acting --------------------------------------------------------------------------------------- */

static void take_join(struct course *co, const struct intake *in, const struct seat_message *m)
{
    struct course_party *c = &co->party[in->seat];
    for (unsigned t = 0; t < co->tables; t++) {
        struct place *p = &co->table[t].place[in->seat];
        memcpy(p->anchor, in->raw + m->bin_at + t * HASH, HASH);
        memcpy(p->x, p->anchor, HASH);
    }
    memcpy(c->join_view, m->b, HASH);
    memcpy(c->join_signature, m->signature, SIGNATURE);
    c->joined = true;
    paid(co, co->table, in->seat);
    open_check_joins(co);
}

static void take_cut(struct course *co, struct table *t, unsigned seat, const struct seat_message *m)
{
    struct place *p = &t->place[seat];
    memcpy(p->x, m->a, HASH);
    p->x_hand = m->hand;
    paid(co, t, seat);
    struct course_event cut = pen_event(co, t, HAPPENS_CUT);
    cut.party = (uint8_t)seat;
    pen_happens(co, &cut);
}

static void take_hand_sign(struct course *co, unsigned seat, const struct seat_message *m)
{
    struct course_party *c = &co->party[seat];
    memcpy(c->signature, m->signature, SIGNATURE);
    c->signed_hand = m->hand;
    c->signs.what = OWES_NOTHING;
    struct course_event hands_signed = pen_event(co, co->table, HAPPENS_SIGNED);
    hands_signed.party = (uint8_t)seat;
    hands_signed.a = m->hand;
    pen_happens(co, &hands_signed);
}

/* When what is owed at this table was asked for. */
static int64_t asked_us(const struct course *co, const struct table *t, const struct intake *in)
{
    const struct course_party *c = &co->party[in->seat];
    return dues_put_off(co, c, c->due[t->number].asked_us);
}

/* The time of an envelope is paid once: since it was asked for, or since the last envelope came that was paid for. */
static int64_t time_used(const struct course *co, const struct intake *in, int64_t asked)
{
    const struct course_party *c = &co->party[in->seat];
    int64_t paid = dues_put_off(co, c, c->paid_us);
    return at_least(in->came - at_least(asked, paid), 0);
}

/* Its giver alone is told that a note was taken; one that is over the limit of its seat is dropped. */
static void take_note(struct course *co, struct table *t, const struct intake *in, const struct seat_message *m)
{
    struct course_party *c = &co->party[in->seat];
    uint8_t note[HASH];
    if (m->note_size > 0 && m->note_size <= co->header.offer.note_bytes - c->note_bytes) {
        c->note_bytes += m->note_size;
        hash_bytes(note, in->raw + m->bin_at, m->note_size);
        pack_msg_note(pen_pack(co), t->number, m->request, note);
        pen_private(co, in->seat, MSG_NOTE);
    }
}

static void take_answer(struct course *co, struct table *t, const struct intake *in, const struct seat_message *m)
{
    const struct due *d = &co->party[in->seat].due[t->number];
    int64_t whole = time_used(co, in, asked_us(co, t, in)), used = whole / in->answers;
    bool spared = d->given_us > 0 && clock_add(whole, d->given_us) > d->budget_us;
    (void)clock_charge(&co->clock, &t->place[in->seat].bank_us, used); /* what one took, others may have had time for */
    t->place[in->seat].used_us = used;
    paid(co, t, in->seat);
    struct course_event decision = pen_event(co, t, HAPPENS_DECISION);
    decision.party = (uint8_t)in->seat;
    decision.a = (uint64_t)used;
    decision.b = spared;
    pen_happens(co, &decision);
    take_note(co, t, in, m);
    signs_keep(t, in->seat, m->sign, m->signs);
    if (t->signing)
        turn_signs(co, t);
    else
        turn_act(co, t, in->seat, action_of_code(m->action));
}

static void take(struct course *co, struct table *t, const struct intake *in, const struct seat_message *m)
{
    const struct course_party *c = &co->party[in->seat];
    switch (m->type) {
    case MSG_HELLO: back_hello(co, in->seat, m); break;
    case MSG_JOIN:
        if (!c->joined) /* else it stood twice in one envelope */
            take_join(co, in, m);
        break;
    case MSG_CUT:
        if (t->place[in->seat].x_hand < m->hand)
            take_cut(co, t, in->seat, m);
        break;
    case MSG_HAND_SIGN:
        if (c->signed_hand < m->hand)
            take_hand_sign(co, in->seat, m);
        break;
    case MSG_ANSWER: take_answer(co, t, in, m); break;
    default: assert(0 && "a message that was accepted");
    }
}

static void act_upon(struct course *co, struct table *t, const struct intake *in, const struct seat_message *m,
                     const struct judgement *j)
{
    if (j->verdict == VERDICT_ACCEPTED)
        take(co, t, in, m);
    else if (j->fault == FAULT_NONE)
        co->party[in->seat].repeats++;
    else if (co->stage == COURSE_HELLO)
        open_early_fault(co, in->seat, j->fault, j->a, j->b);
    else
        ending_fault(co, t, in->seat, j->fault, j->a, j->b);
}

/* --- an envelope ---------------------------------------------------------------------------------- */

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

static void malformed_came(struct course *co, const struct input *input, const struct intake *in, unsigned error)
{
    struct judgement j = at_fault(FAULT_MALFORMED, error, 0);
    (void)takes(co, input, &j);
    if (co->stage == COURSE_HELLO)
        open_early_fault(co, in->seat, j.fault, j.a, j.b);
    else
        ending_fault(co, co->table, in->seat, j.fault, j.a, j.b);
}

/* Every message is of a table that there is; what is not of one table alone is of table 0. */
static bool tables_known(const struct course *co, const struct input *f)
{
    for (unsigned i = 0; i < f->count; i++) {
        bool of_table = f->msg[i].type == MSG_ANSWER || f->msg[i].type == MSG_CUT;
        if (f->msg[i].table >= (of_table ? co->tables : 1))
            return false;
    }
    return true;
}

/* A cut or a signature of a hand was accepted. */
static void note_duty(struct course *co, const struct table *t, struct intake *in, const struct seat_message *m)
{
    const struct course_party *c = &co->party[in->seat];
    int64_t asked = m->type == MSG_HAND_SIGN ? dues_put_off(co, c, c->signs.asked_us) : asked_us(co, t, in);
    in->duty_asked = in->duties++ > 0 && in->duty_asked < asked ? in->duty_asked : asked;
}

/* An envelope without answers is paid for by the bank of its duties. */
static void pay(struct course *co, const struct intake *in)
{
    struct course_party *c = &co->party[in->seat];
    if (in->duties > 0 && in->answers == 0) {
        int64_t charge = at_least(time_used(co, in, in->duty_asked) - co->clock.grace_us, 0);
        c->duty_us = at_least(c->duty_us - charge, 0);
    }
}

static void envelope_came(struct course *co, const struct input *f, struct intake *in)
{
    struct judgement j[SEAT_MESSAGES], worst = { .verdict = VERDICT_ACCEPTED };
    unsigned n = 0;
    assert(f->count <= SEAT_MESSAGES);
    in->number = ++co->envelopes;
    if (!tables_known(co, f)) {
        malformed_came(co, f, in, WIRE_OUT_OF_RANGE);
        return;
    }
    while (n < f->count && worst.verdict != VERDICT_FAULT && worst.verdict != VERDICT_REFUSED) {
        in->judged = n;
        j[n] = judge(co, &co->table[f->msg[n].table], in, &f->msg[n]);
        if (severity(&j[n]) > severity(&worst))
            worst = j[n];
        n++;
    }
    (void)takes(co, f, &worst);
    for (unsigned i = 0; i < n; i++)
        if (j[i].verdict == VERDICT_ACCEPTED && (f->msg[i].type == MSG_CUT || f->msg[i].type == MSG_HAND_SIGN))
            note_duty(co, &co->table[f->msg[i].table], in, &f->msg[i]);
    pay(co, in);
    for (unsigned i = 0; i < n && co->stage < COURSE_TOLD; i++)
        act_upon(co, &co->table[f->msg[i].table], in, &f->msg[i], &j[i]);
    if (in->answers + in->duties > 0)
        co->party[in->seat].paid_us = in->came;
}

static bool received(struct course *co, const struct input *f)
{
    const struct rec_received *rec = &f->received;
    if (co->party[rec->party].early.fault != FAULT_NONE)
        return false; /* it has lost; at most the others are still being waited for */
    struct intake in = {
        .seat = rec->party, .left = (int64_t)rec->left_us, .came = (int64_t)rec->came_us, .raw = rec->bytes
    };
    course_left(co, in.seat, in.left);
    if (rec->error != WIRE_OK)
        malformed_came(co, f, &in, rec->error);
    else
        envelope_came(co, f, &in);
    return true;
}

/* --- silence -------------------------------------------------------------------------------------- */

static bool no_hello(struct course *co, const struct input *f)
{
    struct course_party *c = &co->party[f->silence.party];
    struct judgement j = at_fault(FAULT_NO_START, (uint64_t)co->start_us, 0);
    if (c->said_hello || c->early.fault != FAULT_NONE || co->now < clock_add(c->start_us, co->start_us))
        return false;
    (void)takes(co, f, &j);
    open_early_fault(co, f->silence.party, j.fault, j.a, j.b);
    return true;
}

static bool silence(struct course *co, const struct input *f)
{
    const struct rec_silence *rec = &f->silence;
    struct intake in = { .seat = rec->party, .left = (int64_t)rec->left_us, .came = (int64_t)rec->now_us };
    struct table *at;
    if (co->stage == COURSE_HELLO)
        return no_hello(co, f);
    course_thaw(co, in.seat);
    course_left(co, in.seat, in.left);
    const struct due *d = dues_first(co, in.seat, &at);
    if (d == NULL || in.came < dues_at(d))
        return false; /* other things were due then */
    in.signs = d == &co->party[in.seat].signs;
    co->party[in.seat].urgent = true; /* its process waits for nothing now */
    struct judgement j = judge_overdue(co, at, &in);
    (void)takes(co, f, &j);
    ending_fault(co, at, in.seat, j.fault, j.a, j.b);
    return true;
}

/* --- what befell a process ------------------------------------------------------------------------ */

/* A fault that no message caused, at any stage. */
static void fault_of(struct course *co, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    if (co->stage == COURSE_HELLO)
        open_early_fault(co, seat, f, a, b);
    else
        ending_fault(co, co->table, seat, f, a, b);
}

/* The arbiter began anew: nothing that the bot said since is known to have come. */
static void resumed(struct course *co, unsigned seat)
{
    struct course_party *c = &co->party[seat];
    if (co->stage == COURSE_HELLO)
        c->hellos = 0; /* nothing is built on its key yet, and its bot may have lost it */
    else if (c->hellos > 1)
        c->hellos--; /* the next HELLO is our doing, not the bot's */
    back_gone(co, seat);
}

static bool process_changed(struct course *co, const struct input *f)
{
    const struct rec_seat *rec = &f->seat;
    enum seat_event event = (enum seat_event)rec->event;
    bool line = event == SEAT_EVENT_CONNECTED || event == SEAT_EVENT_LEFT;
    if (event != SEAT_EVENT_RESUMED && (party_out(co, rec->party) || (line && course_out(co, rec->party))))
        return false;
    (void)takes(co, f, &NOTHING);
    switch (event) {
    case SEAT_EVENT_CONNECTED:
    case SEAT_EVENT_LEFT:
    case SEAT_EVENT_BOT_RESTARTED: break;
    case SEAT_EVENT_RESTARTED: back_gone(co, rec->party); break;
    case SEAT_EVENT_RESUMED: resumed(co, rec->party); break;
    case SEAT_EVENT_LIMIT: fault_of(co, rec->party, FAULT_RESOURCES, rec->detail & 255u, rec->detail >> 8); break;
    case SEAT_EVENT_EXITED: /* the exit code, or 256 + signal */
        fault_of(co, rec->party, FAULT_CRASHED, rec->detail < 256 ? rec->detail : 0,
                 rec->detail < 256 ? 0 : rec->detail - 256);
        break;
    }
    return true;
}

/* --- the arbiter's own ---------------------------------------------------------------------------- */

static bool paused(struct course *co, const struct input *f)
{
    const struct rec_pause *p = &f->pause;
    if (p->from_us >= p->until_us || (p->party >= co->parties && p->party != FIEL_NOBODY))
        return false;
    (void)takes(co, f, &NOTHING);
    for (unsigned i = 0; i < co->parties; i++)
        if (p->party == i || p->party == FIEL_NOBODY) {
            course_thaw(co, i);
            dues_pause(co, i, (int64_t)p->from_us, (int64_t)p->until_us);
        }
    return true;
}

static bool called_off(struct course *co, const struct input *f)
{
    course_void(co, takes(co, f, &NOTHING) ? (enum arbiter_code)f->voided.code : ARBITER_DISK);
    return true;
}

static bool reveal_now(struct course *co, const struct input *f)
{
    (void)takes(co, f, &NOTHING);
    pen_reveal(co, VISIBLE_ARBITER);
    co->stage = COURSE_OVER;
    return true;
}

/* --- any ------------------------------------------------------------------------------------------ */

/* The party that it is of; FIEL_NOBODY: it is of none. */
static unsigned party_of(const struct input *f)
{
    switch (f->type) {
    case REC_RECEIVED: return f->received.party;
    case REC_SILENCE: return f->silence.party;
    case REC_SEAT: return f->seat.party;
    default: return FIEL_NOBODY;
    }
}

bool course_input(struct course *co, const struct input *in)
{
    unsigned party = party_of(in);
    course_check(co);
    if (in->type == REC_REVEAL_NOW ? !course_waits(co) : co->stage >= COURSE_TOLD)
        return false;
    if (party != FIEL_NOBODY && party >= co->parties)
        return false;
    course_at(co, in->now);
    switch (in->type) {
    case REC_RECEIVED: return received(co, in);
    case REC_SILENCE: return silence(co, in);
    case REC_SEAT: return process_changed(co, in);
    case REC_PAUSE: return paused(co, in);
    case REC_VOID: return called_off(co, in);
    case REC_REVEAL_NOW: return reveal_now(co, in);
    default: return false;
    }
}
