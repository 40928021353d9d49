/* referee_round: what the parties owe at all tables, since when, and what leaves when an input is through.
 *
 * What one input causes at all tables leaves when it is through: the public messages as they are made, then HANDS_END
 * and the requests, each party's in one envelope.  A party owes many things at once here, each with a time of its
 * own; its seat process waits for the earliest. */
#include <assert.h>
#include <string.h>

#include "outbox.h"
#include "referee_judge.h"

/* --- time ----------------------------------------------------------------------------------------- */

/* How far the clock has come for a party whose clock stands still: at most the start limit. */
static int64_t thaw_us(const struct referee *r, const struct chair *c)
{
    return r->now < c->absent_until_us ? r->now : c->absent_until_us;
}

/* A moment of a party's clock, put off by as long as it stood still. */
int64_t round_put_off(const struct referee *r, const struct chair *c, int64_t us)
{
    int64_t frozen = c->wait.frozen_us;
    if (frozen < 0)
        return us;
    int64_t thaw = thaw_us(r, c);
    return us < frozen ? us + (thaw - frozen) : at_least(us, thaw);
}

int64_t round_take_back(const struct referee *r, const struct chair *c, int64_t us)
{
    int64_t frozen = c->wait.frozen_us;
    return frozen < 0 ? us : us - (thaw_us(r, c) - frozen);
}

/* What was made for it meanwhile leaves behind its HELLO. */
static void thaw_due(const struct referee *r, const struct chair *c, struct due *d)
{
    if (d->asked_us >= 0)
        d->asked_us = round_put_off(r, c, d->asked_us);
    else if (d->what != OWES_NOTHING && c->absent) /* nothing leaves, and its time passes all the same */
        d->asked_us = thaw_us(r, c);
}

void round_unfreeze(struct referee *r, unsigned party)
{
    struct chair *c = &r->chair[party];
    if (c->wait.frozen_us < 0)
        return;
    for (unsigned t = 0; t < r->tables; t++)
        thaw_due(r, c, &c->due[t]);
    thaw_due(r, c, &c->signs);
    c->paid_us = round_put_off(r, c, c->paid_us);
    c->wait.sent_us = round_put_off(r, c, c->wait.sent_us);
    if (c->wait.left_us >= 0)
        c->wait.left_us = round_put_off(r, c, c->wait.left_us);
    c->wait.frozen_us = -1;
}

void round_left(struct referee *r, struct chair *c, int64_t left_us)
{
    c->wait.left_us = left_us;
    for (unsigned t = 0; t < r->tables; t++)
        if (c->due[t].newest)
            c->due[t].asked_us = left_us;
    if (c->signs.newest)
        c->signs.asked_us = left_us;
}

void round_stamps(struct referee *r, const struct from_seat *f, struct intake *in)
{
    struct chair *c = &r->chair[in->seat];
    struct wait *w = &c->wait;
    bool owes = round_owes(r, in->seat);
    if (owes && w->left_us < 0 && w->frozen_us < 0 && f->ticket == w->first_ticket) {
        int64_t left = f->left_us, came = f->came_us;
        clock_clamp(w->sent_us, r->now, &left, &came);
        round_left(r, c, left);
    }
    in->left = owes ? round_put_off(r, c, w->left_us >= 0 ? w->left_us : w->sent_us) : 0;
    in->came = f->came_us;
    int64_t left = in->left;
    clock_clamp(in->left < r->now ? in->left : r->now, r->now, &left, &in->came);
}

bool round_overdue(const struct referee *r, unsigned party, const struct due *d, int64_t came)
{
    return d->asked_us >= 0 && came - round_put_off(r, &r->chair[party], d->asked_us) > d->budget_us;
}

static int64_t due_at(const struct due *d)
{
    bool asked = d->what != OWES_NOTHING && d->asked_us >= 0;
    return asked ? clock_add(d->asked_us, d->budget_us) : INT64_MAX;
}

/* What is due first, the signature before what is due at a table, the lower table before the higher; NULL: nothing that was
 * asked for.
 * *at is its table. */
static const struct due *first_due(struct referee *r, unsigned party, struct table **at)
{
    const struct chair *c = &r->chair[party];
    const struct due *first = &c->signs;
    *at = r->table;
    for (unsigned t = 0; t < r->tables; t++)
        if (due_at(&c->due[t]) < due_at(first)) {
            first = &c->due[t];
            *at = &r->table[t];
        }
    return due_at(first) < INT64_MAX ? first : NULL;
}

bool round_owes(const struct referee *r, unsigned party)
{
    const struct chair *c = &r->chair[party];
    bool owes = c->signs.what != OWES_NOTHING;
    for (unsigned t = 0; t < r->tables && !owes; t++)
        owes = c->due[t].what != OWES_NOTHING;
    return owes;
}

bool round_silence(struct referee *r, struct intake *in, const struct from_seat *f)
{
    struct chair *c = &r->chair[in->seat];
    struct table *at;
    const struct due *d = first_due(r, in->seat, &at);
    if (d == NULL || c->wait.frozen_us >= 0 || f->ticket != c->wait.ticket)
        return false; /* of a wait that is over */
    c->urgent = true; /* the seat process waits no more */
    if (in->came < due_at(d))
        return false; /* other things were due then: it waits for the rest */
    in->signs = d == &c->signs;
    struct judgement j = judge_overdue(r, at, in);
    outbox_record_silence(r, in->seat, j.fault, in->left, in->came);
    ending_fault(r, at, in->seat, j.fault, j.a, j.b);
    return true;
}

/* --- what is asked for ---------------------------------------------------------------------------- */

void round_ask(struct referee *r, struct table *t, unsigned seat)
{
    struct chair *c = &r->chair[seat];
    if (!(t->listed >> seat & 1u))
        c->asked[c->asked_count++] = t->number;
    t->listed |= 1u << seat;
    t->asks |= 1u << seat;
}

void round_owe_cuts(struct referee *r, struct table *t)
{
    bool cut = dealing_cut_due(r, t) > 0;
    for (unsigned i = 0; i < r->parties; i++) {
        paid(r, t, i);
        if (cut && !cutter_lost(r, i))
            r->chair[i].due[t->number].what = OWES_HAND;
    }
    if (cut)
        r->ended[r->ended_count++] = t->number;
    r->tables_over += t->stage == TABLE_LAST;
}

/* The time for all answers that a seat owes: for each table what its bank and the cap allow, and the grace. */
static int64_t time_for_all(const struct referee *r, unsigned seat)
{
    const struct chair *c = &r->chair[seat];
    int64_t sum = 0;
    for (unsigned t = 0; t < r->tables && c->answers > 0; t++)
        if (c->due[t].what == OWES_ANSWER)
            sum = clock_add(sum, clock_budget(&r->clock, r->table[t].place[seat].bank_us));
    return sum;
}

static void ask(struct referee *r, struct table *t, unsigned seat, int64_t budget)
{
    struct view view;
    if (t->signing)
        signs_view(&t->match, (int)seat, &view);
    else
        match_view(&t->match, (int)seat, &view);
    r->chair[seat].due[t->number].budget_us = budget;
    turn_request(r, t, seat, &view, budget);
}

/* A seat that owes no answer is asked by all tables that wait for it. */
static void ask_all(struct referee *r, unsigned seat)
{
    struct chair *c = &r->chair[seat];
    unsigned count = 0;
    for (unsigned k = 0; k < c->asked_count; k++) {
        struct table *t = &r->table[c->asked[k]];
        bool asks = t->asks >> seat & 1u; /* else its hand ended meanwhile */
        t->asks &= ~(1u << seat);
        t->listed &= ~(1u << seat);
        if (!asks)
            continue;
        c->due[t->number] = (struct due){ OWES_ANSWER, NOT_ASKED, 0, false };
        c->asked[count++] = t->number;
        c->answers++;
    }
    int64_t budget = time_for_all(r, seat);
    for (unsigned k = 0; k < count; k++)
        ask(r, &r->table[c->asked[k]], seat, budget);
    c->asked_count = 0;
    c->prompted |= count > 0;
}

/* Cuts and signatures have the time of what is asked besides, and their own. */
static void begin_cuts(struct referee *r, unsigned party, int64_t budget)
{
    for (unsigned k = 0; k < r->ended_count; k++) {
        struct due *d = &r->chair[party].due[r->ended[k]];
        if (d->what != OWES_HAND)
            continue;
        *d = (struct due){ OWES_HAND, NOT_ASKED, budget, false };
        r->chair[party].prompted = true;
    }
}

/* --- the signature of many hands ------------------------------------------------------------------ */

void round_sign(struct referee *r)
{
    uint8_t signature[SIGNATURE], views[PARTIES_MAX * HASH];
    struct message text;
    if (r->ends.told == r->ends.over)
        return;
    r->ends.told = r->ends.over;
    r->ends.p = r->open_chain;
    for (unsigned i = 0; i < r->parties; i++)
        memcpy(views + i * HASH, r->chair[i].view.head, HASH);
    hash_bytes(r->ends.views, views, r->parties * HASH);
    hands_signed_message(&text, r->match_id, SIGNER_ARBITER, r->ends.told, &r->ends.p, r->ends.views, r->checkpoint);
    sign_message(signature, r->config.key, &text);
    pack_msg_hands_end(outbox_pack(r), r->ends.told, r->ends.p.seq, r->ends.p.head, views, r->parties, r->checkpoint,
                       signature);
    outbox_public(r, MSG_HANDS_END);
    for (unsigned t = 0; t < r->tables; t++)
        r->table[t].game_ended = false;
}

static bool signatures_owed(const struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++)
        if (r->chair[i].signs.what != OWES_NOTHING)
            return true;
    return false;
}

/* Every table that still plays has told a GAME_END since the last HANDS_END; or none plays any more. */
static bool games_ended(const struct referee *r)
{
    for (unsigned t = 0; t < r->tables; t++)
        if (r->table[t].stage != TABLE_LAST && !r->table[t].game_ended)
            return false;
    return true;
}

/* SIGNED when all have signed, HANDS_END when hands enough ended since the last one.  True: it was told now. */
static bool sign_hands(struct referee *r)
{
    uint32_t enough = r->tables > r->config.sign_every ? r->tables : r->config.sign_every;
    if (signatures_owed(r))
        return false;
    dealing_pass_signatures(r);
    uint32_t waiting = r->ends.over - r->ends.told;
    if (waiting == 0 || (waiting < enough && !games_ended(r)))
        return false;
    round_sign(r);
    for (unsigned i = 0; i < r->parties; i++)
        if (!cutter_lost(r, i))
            r->chair[i].signs.what = OWES_HAND; /* its time begins when it leaves */
    return true;
}

/* The next hand of every table that waits for nothing, unless a signature is missing for too long.  True: any was dealt. */
static bool deal_all(struct referee *r)
{
    bool dealt = false;
    for (struct table *t = r->table; t < r->table + r->tables; t++) {
        bool held = signatures_owed(r) && r->ends.over - r->ends.told + 1 >= r->config.sign_every;
        if (held || !dealing_due(r, t))
            continue;
        dealing_deal(r, t);
        dealt = true;
    }
    return dealt;
}

/* --- leaving -------------------------------------------------------------------------------------- */

static bool unasked(const struct due *d) { return d->what != OWES_NOTHING && d->asked_us < 0; }

/* What leaves now asks for all that was not asked for yet.  While the clock stands still nothing begins. */
static void ask_now(struct referee *r, unsigned party)
{
    struct chair *c = &r->chair[party];
    bool any = unasked(&c->signs);
    for (unsigned t = 0; t < r->tables; t++)
        any |= unasked(&c->due[t]);
    if (!any || c->wait.frozen_us >= 0)
        return;
    for (unsigned t = 0; t < r->tables; t++)
        c->due[t].newest = unasked(&c->due[t]);
    c->signs.newest = unasked(&c->signs);
    round_left(r, c, r->now);
    c->wait.left_us = -1;
    c->wait.sent_us = r->now;
    c->wait.not_before_us = c->absent ? r->now : clock_tick(r->now, r->config.tick_us);
    c->wait.first_ticket = c->absent ? NO_TICKET : r->ticket + 1; /* the one that is given out next */
}

/* The seat process waits for what is due first, and the referee somewhat longer for the seat process. */
static void leave(struct referee *r, unsigned party)
{
    struct chair *c = &r->chair[party];
    struct table *at;
    ask_now(r, party);
    const struct due *d = first_due(r, party, &at);
    int64_t until = d != NULL ? due_at(d) : r->now;
    bool waits = d != NULL && c->wait.frozen_us < 0;
    outbox_leave(r, party, waits ? at_least(until - r->now, 1) : -1);
    c->wait.ticket = r->ticket;
    c->wait.what = d != NULL ? d->what : OWES_NOTHING;
    c->wait.watch_us = clock_add(at_least(until, r->now), HANG_US + r->config.tick_us);
    c->wait.watched = false;
    c->prompted = c->urgent = false;
}

bool round_watch(struct referee *r, unsigned party)
{
    struct wait *w = &r->chair[party].wait;
    struct table *at;
    const struct due *d = first_due(r, party, &at);
    int64_t until = d != NULL ? clock_add(due_at(d), HANG_US) : INT64_MAX;
    if (until <= r->now)
        return true;
    w->watch_us = until;
    w->watched = false;
    return false;
}

void round_send(struct referee *r, unsigned party)
{
    outbox_record_leaves(r, party);
    if (outbox_record_holds(r))
        leave(r, party);
}

/* A seat that owes answers is busy: what else it has to answer waits until it has given them. */
static void send_all(struct referee *r, unsigned busy)
{
    unsigned leaves = 0;
    for (unsigned i = 0; i < r->parties; i++)
        if (r->chair[i].urgent || (r->chair[i].prompted && !(busy >> i & 1u)))
            leaves |= 1u << i;
    for (unsigned i = 0; i < r->parties; i++)
        if (leaves >> i & 1u)
            outbox_record_leaves(r, i);
    if (leaves == 0 || !outbox_record_holds(r))
        return;
    for (unsigned i = 0; i < r->parties; i++)
        if (leaves >> i & 1u)
            leave(r, i);
}

/* Signatures, and in a first leg the ends of the chains of cuts. */
static bool anybody_owes(const struct referee *r)
{
    bool owes = false;
    for (unsigned i = 0; i < r->parties && !owes; i++)
        owes = round_owes(r, i);
    return owes;
}

void round_end(struct referee *r)
{
    unsigned busy = 0; /* bit per party that owed answers before this round's end */
    bool sign = false;
    if (r->stage != STAGE_OPEN || r->journal_error != 0)
        return;
    for (unsigned i = 0; i < r->parties; i++)
        back_awake(r, i);
    do
        sign |= sign_hands(r);
    while (deal_all(r)); /* a hand may be over when it is dealt */
    if (r->tables_over == r->tables && !sign && !anybody_owes(r)) {
        ending_match(r);
        return;
    }
    for (unsigned i = 0; i < r->parties; i++) {
        if (r->chair[i].answers > 0)
            busy |= 1u << i;
        else
            ask_all(r, i);
        int64_t longer = clock_add(time_for_all(r, i), outbox_duty_budget(r, i));
        begin_cuts(r, i, longer);
        if (sign && r->chair[i].signs.what != OWES_NOTHING) {
            r->chair[i].signs = (struct due){ OWES_HAND, NOT_ASKED, longer, false };
            r->chair[i].prompted = true;
        }
        if (r->chair[i].absent)
            ask_now(r, i); /* nothing leaves to nobody, and the time passes all the same */
    }
    r->ended_count = 0;
    send_all(r, busy);
}
