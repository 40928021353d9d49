/* audit_tables: several tables on one connection (PROTOCOL.md section 15): what is due at each, and what is told at
 * the end of a round, when all that one input caused at the tables is through. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

bool audit_tables_make(struct audit *a, uint32_t tables)
{
    a->tables = tables > 1 ? tables : 1;
    a->steps_max = STEPS_MAX + (several(a) ? STEPS_PER_TABLE * a->tables : 0);
    a->steps = calloc(a->steps_max, sizeof *a->steps);
    a->table = calloc(a->tables, sizeof *a->table);
    a->ended = calloc(a->tables, sizeof *a->ended);
    bool room = a->steps && a->table && a->ended;
    for (unsigned i = 0; i < PARTIES_MAX && room; i++) {
        a->seat[i].due = calloc(a->tables, sizeof *a->seat[i].due);
        a->seat[i].asked = calloc(a->tables, sizeof *a->seat[i].asked);
        room = a->seat[i].due && a->seat[i].asked;
    }
    for (uint32_t t = 0; t < a->tables && room; t++) {
        a->table[t].number = t;
        a->table[t].games = UINT32_MAX; /* until the offer says */
    }
    a->at = a->table;
    return room;
}

void audit_tables_free(struct audit *a)
{
    for (unsigned i = 0; i < PARTIES_MAX; i++) {
        free(a->seat[i].due);
        free(a->seat[i].asked);
    }
    free(a->steps);
    free(a->table);
    free(a->ended);
}

/* --- time ------------------------------------------------------------------------------------- */

/* A moment of a seat's clock, put off by as long as the clock stood still: at most the start limit. */
static uint64_t put_off(const struct audit *a, const struct seat_state *s, uint64_t since)
{
    if (!s->frozen)
        return since;
    uint64_t thaw = a->rec.us < s->frozen_to_us ? a->rec.us : s->frozen_to_us;
    if (since < s->frozen_us)
        return since + (thaw - s->frozen_us);
    return since > thaw ? since : thaw;
}

void audit_thaw(struct audit *a, unsigned seat, bool now)
{
    struct seat_state *s = &a->seat[seat];
    if (!s->frozen || (!now && a->rec.us < s->frozen_to_us))
        return;
    for (unsigned t = 0; t < a->tables; t++)
        s->due[t].since_us = put_off(a, s, s->due[t].since_us);
    s->signs.since_us = put_off(a, s, s->signs.since_us);
    s->answers_us = put_off(a, s, s->answers_us);
    s->frozen = false;
}

void audit_freeze(struct audit *a, unsigned seat)
{
    struct seat_state *s = &a->seat[seat];
    audit_thaw(a, seat, false);
    if (!s->frozen)
        s->frozen_us = a->rec.us;
    s->frozen = true;
    s->frozen_to_us = a->rec.us + a->offer.start_us;
}

bool audit_round_stamps(struct audit *a, unsigned seat, uint64_t left, uint64_t came)
{
    const struct seat_state *s = &a->seat[seat];
    uint64_t since = s->answers ? put_off(a, s, s->answers_us) : 0;
    if (left != since)
        return ARBITER_LIES(a, "seat %u is said to owe answers since %llu us, it is since %llu", seat,
                            (unsigned long long)left, (unsigned long long)since);
    if (came > a->rec.us || (came < left && came != a->rec.us))
        return ARBITER_LIES(a, "times out of order: owed since %llu, came %llu, recorded %llu us",
                            (unsigned long long)left, (unsigned long long)came, (unsigned long long)a->rec.us);
    return true;
}

bool audit_round_late(const struct audit *a, unsigned seat, const struct due *d, uint64_t came, uint64_t *used)
{
    uint64_t since = put_off(a, &a->seat[seat], d->since_us);
    *used = came > since ? came - since : 0;
    return *used > d->budget_us;
}

static uint64_t due_at(const struct due *d)
{
    return d->what == OWES_NOTHING ? UINT64_MAX : d->since_us + d->budget_us;
}

/* What is due first, the signature before what is due at a table, the lower table before the higher; it is looked at. */
static const struct due *first_due(struct audit *a, const struct seat_state *s)
{
    const struct due *first = &s->signs;
    a->at = a->table;
    for (unsigned t = 0; t < a->tables; t++)
        if (due_at(&s->due[t]) < due_at(first)) {
            first = &s->due[t];
            a->at = &a->table[t];
        }
    a->of_table = first != &s->signs;
    return first;
}

bool audit_round_silence(struct audit *a, const struct rec_silence *in)
{
    unsigned seat = in->party;
    uint64_t left = in->left_us, now = in->now_us;
    struct seat_state *s = &a->seat[seat];
    audit_thaw(a, seat, false);
    const struct due *d = first_due(a, s);
    if (d->what == OWES_NOTHING || s->frozen)
        return ARBITER_LIES(a, "silence of seat %u, which owed nothing", seat);
    if (left != d->since_us || now < due_at(d) || now > a->rec.us)
        return ARBITER_LIES(a, "silence of seat %u from %llu to %llu us, it had from %llu to %llu", seat,
                            (unsigned long long)left, (unsigned long long)now, (unsigned long long)d->since_us,
                            (unsigned long long)due_at(d));
    struct judgement due = { VERDICT_FAULT, FAULT_WITHHELD, a->hands_told, d->budget_us };
    if (d != &s->signs)
        due = audit_overdue(a, seat, now - left);
    return audit_silence_is(a, seat, in->fault, &due);
}

/* --- what is asked for ------------------------------------------------------------------------ */

void audit_round_ask(struct audit *a, unsigned seat)
{
    struct table *t = a->at;
    struct seat_state *s = &a->seat[seat];
    if (!(t->listed >> seat & 1u))
        s->asked[s->asked_count++] = t->number;
    t->listed |= 1u << seat;
    t->asks |= 1u << seat;
}

void audit_round_owe_cuts(struct audit *a)
{
    struct table *t = a->at;
    t->asks = 0;
    bool cut = audit_cut_due(a) > 0;
    if (t->match.open.hand)
        a->hands_over++;
    for (unsigned i = 0; i < a->parties; i++) {
        paid(a, i);
        if (cut)
            a->seat[i].due[t->number].what = OWES_HAND;
    }
    if (cut)
        a->ended[a->ended_count++] = t->number;
    a->tables_over += !t->more_hands;
}

static uint64_t allowed(const struct audit *a, const struct place *p)
{
    return (p->bank_us < a->offer.cap_us ? p->bank_us : a->offer.cap_us) + a->offer.grace_us;
}

/* The time for all answers that a seat owes. */
static uint64_t time_for_all(const struct audit *a, unsigned seat)
{
    uint64_t sum = 0;
    for (unsigned t = 0; t < a->tables; t++)
        if (a->seat[seat].due[t].what == OWES_ANSWER)
            sum += allowed(a, &a->table[t].place[seat]);
    return sum;
}

/* A seat that owes no answer is asked by all tables that wait for it. */
static void ask_all(struct audit *a, unsigned seat)
{
    struct seat_state *s = &a->seat[seat];
    unsigned count = 0;
    for (unsigned k = 0; k < s->asked_count; k++) {
        struct table *t = &a->table[s->asked[k]];
        bool asks = t->asks >> seat & 1u;
        t->asks &= ~(1u << seat);
        t->listed &= ~(1u << seat);
        if (!asks)
            continue;
        s->due[t->number] = (struct due){ OWES_ANSWER, a->rec.us, 0 };
        s->asked[count++] = t->number;
        s->answers++;
    }
    uint64_t budget = time_for_all(a, seat);
    for (unsigned k = 0; k < count; k++) {
        a->at = &a->table[s->asked[k]];
        s->due[a->at->number].budget_us = budget;
        line_push(a, (struct step){ .type = MSG_REQUEST, .seat = (uint8_t)seat });
    }
    s->asked_count = 0;
    if (count)
        s->answers_us = a->rec.us;
}

/* --- the signature of many hands -------------------------------------------------------------- */

void audit_round_sign(struct audit *a)
{
    a->at = a->table;
    if (a->hands_told == a->hands_over)
        return;
    a->hands_told = a->hands_over;
    line_push(a, (struct step){ .type = MSG_HANDS_END });
}

static bool signatures_owed(const struct audit *a)
{
    for (unsigned i = 0; i < a->parties; i++)
        if (a->seat[i].signs.what != OWES_NOTHING)
            return true;
    return false;
}

/* True: HANDS_END is told now. */
static bool sign_hands(struct audit *a)
{
    uint32_t enough = a->tables > HANDS_TOGETHER ? a->tables : HANDS_TOGETHER;
    if (signatures_owed(a))
        return false;
    if (a->hands_told)
        audit_push_signed(a);
    uint32_t waiting = a->hands_over - a->hands_told;
    if (!waiting || (waiting < enough && a->tables_over < a->tables))
        return false;
    audit_round_sign(a);
    return true;
}

bool audit_check_hands_end(struct audit *a, const struct step *s, const struct msg *m)
{
    (void)s;
    struct message signed_bytes;
    if (m->hand != a->hands_told)
        return ARBITER_LIES(a, "HANDS_END says that %u hands are over, it is %u", m->hand, a->hands_told);
    if (memcmp(m->head, a->pub.head, HASH))
        return ARBITER_LIES(a, "HANDS_END signs another head than the public chain has");
    hands_end_message(&signed_bytes, a->match_id, SIGNER_ARBITER, m->hand, a->pub.head, a->checkpoint);
    if (!audit_signature(a, m->signature, a->offer.arbiter, &signed_bytes))
        return ARBITER_LIES(a, "the arbiter's signature of HANDS_END does not hold");
    memcpy(a->signed_head, a->pub.head, HASH);
    pack_msg_hands_end(&a->expect, m->hand, a->pub.head, a->checkpoint, m->signature);
    return audit_same_bytes(a, "another checkpoint than that of the log in OPEN");
}

/* --- the end of a round ----------------------------------------------------------------------- */

/* In a second leg nobody cuts: where a hand ended the next one is dealt when the input is through.  True: one is dealt now;
 * what it brings about comes before the next table's. */
static bool deal_uncut(struct audit *a)
{
    for (unsigned t = 0; t < a->tables && a->second_leg && a->stage == STAGE_OPEN; t++) {
        a->at = &a->table[t];
        if (!a->at->more_hands || a->at->hand_open)
            continue;
        audit_push_deal(a);
        return true;
    }
    return false;
}

/* Signatures, and in a first leg the ends of the chains of cuts. */
static bool anybody_owes(const struct audit *a)
{
    bool owes = signatures_owed(a);
    for (unsigned i = 0; i < a->parties; i++)
        for (unsigned t = 0; t < a->tables && !owes; t++)
            owes = a->seat[i].due[t].what != OWES_NOTHING;
    return owes;
}

void audit_round_end(struct audit *a)
{
    if (deal_uncut(a))
        return;
    a->round_open = false;
    a->of_table = false;
    if (a->stage != STAGE_OPEN)
        return;
    if (a->answers)
        a->seat[a->word_seat].answers_us = a->came;
    bool sign = sign_hands(a);
    if (a->tables_over == a->tables && !sign && !anybody_owes(a)) {
        audit_play_match_over(a);
        return;
    }
    for (unsigned i = 0; i < a->parties; i++) {
        if (!a->seat[i].answers)
            ask_all(a, i);
        struct due longer = { OWES_HAND, a->rec.us, time_for_all(a, i) + a->offer.cap_us + a->offer.grace_us };
        for (unsigned k = 0; k < a->ended_count; k++)
            if (a->seat[i].due[a->ended[k]].what == OWES_HAND)
                a->seat[i].due[a->ended[k]] = longer;
        if (sign)
            a->seat[i].signs = longer;
    }
    a->ended_count = 0;
}
