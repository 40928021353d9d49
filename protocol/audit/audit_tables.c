/* audit_tables: what is due at each table, and what is told at the end of a round, when all that one input caused at the tables is through. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

bool audit_tables_make(struct audit *a, uint32_t tables)
{
    a->tables = tables > 1 ? tables : 1;
    a->steps_max = STEPS_MAX + STEPS_PER_TABLE * a->tables;
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

/* At most by the start limit. */
uint64_t audit_put_off(const struct audit *a, const struct seat_state *s, uint64_t us)
{
    if (!s->frozen)
        return us;
    uint64_t thaw = a->rec.us < s->frozen_to_us ? a->rec.us : s->frozen_to_us;
    if (us < s->frozen_us)
        return us + (thaw - s->frozen_us);
    return us > thaw ? us : thaw;
}

/* What was made meanwhile leaves behind the HELLO; with nobody there its time passes all the same. */
static void thaw_due(const struct audit *a, const struct seat_state *s, struct due *d)
{
    if (!d->asked && s->away && d->what != OWES_NOTHING) {
        d->asked = true;
        d->asked_us = s->frozen_to_us;
    } else {
        d->asked_us = audit_put_off(a, s, d->asked_us);
    }
}

void audit_thaw(struct audit *a, unsigned seat, bool now)
{
    struct seat_state *s = &a->seat[seat];
    if (!s->frozen || (!now && a->rec.us < s->frozen_to_us))
        return;
    for (unsigned t = 0; t < a->tables; t++)
        thaw_due(a, s, &s->due[t]);
    thaw_due(a, s, &s->signs);
    s->paid_us = audit_put_off(a, s, s->paid_us);
    s->since_us = audit_put_off(a, s, s->since_us);
    if (s->left_us)
        s->left_us = audit_put_off(a, s, s->left_us);
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

static bool unasked(const struct due *d) { return d->what != OWES_NOTHING && !d->asked; }

static void ask_due(const struct audit *a, struct due *d)
{
    d->newest = unasked(d);
    if (d->newest)
        d->asked_us = a->rec.us;
    d->asked = true;
}

void audit_round_asked(struct audit *a, unsigned seat)
{
    struct seat_state *s = &a->seat[seat];
    bool any = unasked(&s->signs);
    if (a->stage != STAGE_OPEN)
        return;
    for (unsigned t = 0; t < a->tables; t++)
        any |= unasked(&s->due[t]);
    if (!any || s->frozen)
        return;
    for (unsigned t = 0; t < a->tables; t++)
        ask_due(a, &s->due[t]);
    ask_due(a, &s->signs);
    audit_asked(a, s);
}

/* The stamp of the newest envelope that asked for anything is told once, and lies where it can.  A process that was lost may
 * have told it in a word that was not recorded: then it is put off as everything is. */
static bool take_left(struct audit *a, struct seat_state *s, uint64_t left, uint64_t came)
{
    uint64_t shift = s->frozen ? audit_put_off(a, s, s->frozen_us) - s->frozen_us : 0;
    if (s->left_us || left < s->since_us + shift || left > came || (s->frozen && left - shift > s->frozen_us))
        return false;
    left -= shift;
    if (left == s->since_us)
        return true; /* not told yet, perhaps */
    s->left_us = left;
    for (unsigned t = 0; t < a->tables; t++)
        if (s->due[t].newest)
            s->due[t].asked_us = left;
    if (s->signs.newest)
        s->signs.asked_us = left;
    return true;
}

static bool owes_any(const struct audit *a, const struct seat_state *s)
{
    bool owes = s->signs.what != OWES_NOTHING;
    for (unsigned t = 0; t < a->tables && !owes; t++)
        owes = s->due[t].what != OWES_NOTHING;
    return owes;
}

bool audit_round_stamps(struct audit *a, unsigned seat, uint64_t left, uint64_t came)
{
    struct seat_state *s = &a->seat[seat];
    bool owes = owes_any(a, s);
    if (owes && !s->left_us && !s->frozen && audit_before_tick(s, left))
        return ARBITER_LIES(a, "what seat %u was asked at %llu us left at %llu us, before the next tick of %u us", seat,
                            (unsigned long long)s->since_us, (unsigned long long)left, a->offer.tick_us);
    uint64_t due = owes ? audit_put_off(a, s, s->left_us ? s->left_us : s->since_us) : 0;
    if (left != due && !(owes && take_left(a, s, left, came)))
        return ARBITER_LIES(a, "what seat %u was asked last is said to have left at %llu us, it was %llu", seat,
                            (unsigned long long)left, (unsigned long long)due);
    if (came > a->rec.us || (came < left && came != a->rec.us))
        return ARBITER_LIES(a, "times out of order: left %llu, came %llu, recorded %llu us", (unsigned long long)left,
                            (unsigned long long)came, (unsigned long long)a->rec.us);
    return true;
}

bool audit_round_late(const struct audit *a, unsigned seat, const struct due *d, uint64_t came, uint64_t *used)
{
    uint64_t asked = audit_put_off(a, &a->seat[seat], d->asked_us);
    *used = came > asked ? came - asked : 0;
    return d->asked && *used > d->budget_us;
}

static uint64_t due_at(const struct due *d)
{
    return d->what == OWES_NOTHING || !d->asked ? UINT64_MAX : d->asked_us + d->budget_us;
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
    if (!owes_any(a, s) || s->frozen)
        return ARBITER_LIES(a, "silence of seat %u, which owed nothing", seat);
    if (!audit_round_stamps(a, seat, left, now))
        return false;
    const struct due *d = first_due(a, s);
    if (due_at(d) == UINT64_MAX || now < due_at(d))
        return ARBITER_LIES(a, "silence of seat %u to %llu us, it had from %llu to %llu", seat, (unsigned long long)now,
                            (unsigned long long)d->asked_us, (unsigned long long)due_at(d));
    struct judgement due = { VERDICT_FAULT, FAULT_WITHHELD, a->hands_told, d->budget_us };
    if (d != &s->signs)
        due = audit_overdue(a, seat, now - d->asked_us);
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
        if (cut && !audit_cutter_lost(a, i))
            a->seat[i].due[t->number].what = OWES_HAND;
    }
    if (cut)
        a->ended[a->ended_count++] = t->number;
    t->over = !t->more_hands;
    a->tables_over += t->over;
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
        s->due[t->number] = (struct due){ .what = OWES_ANSWER };
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
}

/* --- the signature of many hands -------------------------------------------------------------- */

void audit_round_sign(struct audit *a)
{
    a->at = a->table;
    if (a->hands_told == a->hands_over)
        return;
    a->hands_told = a->hands_over;
    for (unsigned t = 0; t < a->tables; t++)
        a->table[t].game_ended = false;
    line_push(a, (struct step){ .type = MSG_HANDS_END });
}

static bool signatures_owed(const struct audit *a)
{
    for (unsigned i = 0; i < a->parties; i++)
        if (a->seat[i].signs.what != OWES_NOTHING)
            return true;
    return false;
}

/* Every table that still plays has told a GAME_END since the last HANDS_END; or none plays any more. */
static bool games_ended(const struct audit *a)
{
    for (unsigned t = 0; t < a->tables; t++)
        if (!a->table[t].over && !a->table[t].game_ended)
            return false;
    return true;
}

/* True: HANDS_END is told now. */
static bool sign_hands(struct audit *a)
{
    uint32_t enough = a->tables > a->offer.sign_every ? a->tables : a->offer.sign_every;
    if (signatures_owed(a))
        return false;
    audit_push_signed(a);
    uint32_t waiting = a->hands_over - a->hands_told;
    if (!waiting || (waiting < enough && !games_ended(a)))
        return false;
    audit_round_sign(a);
    for (unsigned i = 0; i < a->parties; i++)
        if (!audit_cutter_lost(a, i))
            a->seat[i].signs.what = OWES_HAND;
    return true;
}

/* P, V of every party, and their hash. */
static void views_now(const struct audit *a, uint8_t views[PARTIES_MAX * HASH], uint8_t digest[HASH])
{
    for (unsigned i = 0; i < a->parties; i++)
        memcpy(views + i * HASH, a->seat[i].view.head, HASH);
    hash_bytes(digest, views, a->parties * HASH);
}

bool audit_signs_other(struct audit *a, const struct msg *m)
{
    struct message signed_bytes;
    struct chain p = { .seq = m->seq };
    uint8_t digest[HASH];
    memcpy(p.head, m->head, HASH);
    hash_bytes(digest, m->blob, m->blob_size);
    if (m->seq == a->signed_p.seq && !memcmp(p.head, a->signed_p.head, HASH) && !memcmp(digest, a->signed_views, HASH))
        return false;
    hands_signed_message(&signed_bytes, a->match_id, SIGNER_ARBITER, m->hand, &p, digest, m->checkpoint);
    return audit_signature(a, m->signature, a->offer.arbiter, &signed_bytes);
}

bool audit_check_hands_end(struct audit *a, const struct step *s, const struct msg *m)
{
    (void)s;
    struct message signed_bytes;
    uint8_t views[PARTIES_MAX * HASH], digest[HASH];
    if (m->hand != a->hands_told)
        return ARBITER_LIES(a, "HANDS_END says that %u hands are over, it is %u", m->hand, a->hands_told);
    if (m->seq != a->pub.seq || memcmp(m->head, a->pub.head, HASH))
        return ARBITER_LIES(a, "HANDS_END signs another head than the public chain has");
    views_now(a, views, digest);
    if (m->blob_size != a->parties * HASH)
        return ARBITER_LIES(a, "HANDS_END holds %zu bytes of views for %u parties", m->blob_size, a->parties);
    for (unsigned i = 0; i < a->parties; i++)
        if (memcmp(m->blob + i * HASH, views + i * HASH, HASH))
            return ARBITER_LIES(a, "HANDS_END signs another head than the chain of party %u has", i);
    hands_signed_message(&signed_bytes, a->match_id, SIGNER_ARBITER, m->hand, &a->pub, digest, a->checkpoint);
    if (!audit_signature(a, m->signature, a->offer.arbiter, &signed_bytes))
        return ARBITER_LIES(a, "the arbiter's signature of HANDS_END does not hold");
    a->signed_p = a->pub;
    memcpy(a->signed_views, digest, HASH);
    pack_msg_hands_end(&a->expect, m->hand, a->pub.seq, a->pub.head, views, a->parties, a->checkpoint, m->signature);
    return audit_same_bytes(a, "another checkpoint than that of the log in OPEN");
}

/* --- the end of a round ----------------------------------------------------------------------- */

static bool hand_due(const struct audit *a, const struct table *t)
{
    bool due = t->more_hands && !t->hand_open;
    for (unsigned i = 0; i < a->parties && due; i++)
        due = a->seat[i].due[t->number].what == OWES_NOTHING;
    return due;
}

/* The next hand of a table that waits for nothing, unless a signature is missing for too long.  True: one is dealt now; what
 * it brings about comes before the next table's. */
static bool deal_next(struct audit *a)
{
    for (; a->dealing < a->tables && a->stage == STAGE_OPEN; a->dealing++) {
        bool held = signatures_owed(a) && a->hands_over - a->hands_told + 1 >= a->offer.sign_every;
        a->at = &a->table[a->dealing];
        if (held || !hand_due(a, a->at))
            continue;
        a->dealing++;
        a->dealt = true;
        audit_push_deal(a);
        return true;
    }
    return false;
}

/* SIGNED and HANDS_END, then a hand at each table; and all of that again, because a hand may be over when it is dealt.  True:
 * something is told now. */
static bool sign_and_deal(struct audit *a)
{
    while (a->stage == STAGE_OPEN) {
        if (a->dealing == 0 && !a->signing_done) {
            a->signing_done = true;
            a->signs_now |= sign_hands(a);
            if (line_next(a))
                return true;
        }
        if (deal_next(a))
            return true;
        bool again = a->dealt;
        a->dealing = 0;
        a->dealt = a->signing_done = false;
        if (!again)
            return false;
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
    if (a->round_open && !a->dealing && !a->signing_done && !a->dealt && !a->thawed) {
        a->thawed = true;
        for (unsigned i = 0; i < a->parties && a->stage == STAGE_OPEN; i++)
            audit_thaw(a, i, false);
    }
    if (sign_and_deal(a))
        return;
    bool sign = a->signs_now;
    a->round_open = a->signs_now = a->thawed = false;
    a->of_table = false;
    if (a->stage != STAGE_OPEN)
        return;
    if (a->tables_over == a->tables && !sign && !anybody_owes(a)) {
        audit_play_match_over(a);
        return;
    }
    for (unsigned i = 0; i < a->parties; i++) {
        if (!a->seat[i].answers)
            ask_all(a, i);
        struct due longer = { .what = OWES_HAND, .budget_us = time_for_all(a, i) + audit_duty_budget(a, i) };
        for (unsigned k = 0; k < a->ended_count; k++)
            if (a->seat[i].due[a->ended[k]].what == OWES_HAND)
                a->seat[i].due[a->ended[k]] = longer;
        if (sign && a->seat[i].signs.what != OWES_NOTHING)
            a->seat[i].signs = longer;
        if (a->seat[i].away)
            audit_round_asked(a, i);
    }
    a->ended_count = 0;
}
