/* course_through: what waits until an input is through.
 *
 * What one input causes at all tables leaves when it is through: the public messages as they are made, then HANDS_END
 * and the requests, each party's in one envelope. */
#include "course_state.h"

/* --- what is asked for ---------------------------------------------------------------------------- */

/* The time for all answers that a seat owes: for each table what its bank and the cap allow, and the grace. */
static int64_t time_for_all(const struct course *co, unsigned seat)
{
    const struct course_party *c = &co->party[seat];
    int64_t sum = 0;
    for (unsigned t = 0; t < co->tables && c->answers > 0; t++)
        if (c->due[t].what == OWES_ANSWER)
            sum = clock_add(sum, clock_budget(&co->clock, co->table[t].place[seat].bank_us));
    return sum;
}

/* What a party has for a CUT and a HAND_SIGN that are asked for now, without what it has for answers. */
static int64_t duty_budget(const struct course *co, unsigned party)
{
    int64_t duty = co->party[party].duty_us;
    return clock_add(duty < co->clock.cap_us ? duty : co->clock.cap_us, co->clock.grace_us);
}

static void ask(struct course *co, struct table *t, unsigned seat, int64_t budget)
{
    struct view view;
    if (t->signing)
        signs_view(&t->position, (int)seat, &view);
    else
        position_view(&t->position, (int)seat, &view);
    co->party[seat].due[t->number].budget_us = budget;
    turn_request(co, t, seat, &view, budget);
}

/* A seat that owes no answer is asked by all tables that wait for it. */
static void ask_all(struct course *co, unsigned seat)
{
    struct course_party *c = &co->party[seat];
    unsigned count = 0;
    for (unsigned k = 0; k < c->asked_count; k++) {
        struct table *t = &co->table[c->asked[k]];
        bool asks = t->asks >> seat & 1u; /* else its hand ended meanwhile */
        t->asks &= ~(1u << seat);
        t->listed &= ~(1u << seat);
        if (!asks)
            continue;
        c->due[t->number] = (struct due){ OWES_ANSWER, NOT_ASKED, 0, false, 0 };
        c->asked[count++] = t->number;
        c->answers++;
    }
    int64_t budget = time_for_all(co, seat);
    for (unsigned k = 0; k < count; k++)
        ask(co, &co->table[c->asked[k]], seat, budget);
    c->asked_count = 0;
    c->prompted |= count > 0;
}

/* Cuts and signatures have the time of what is asked besides, and their own. */
static void begin_cuts(struct course *co, unsigned party, int64_t budget)
{
    for (unsigned k = 0; k < co->ended_count; k++) {
        struct due *d = &co->party[party].due[co->ended[k]];
        if (d->what != OWES_HAND)
            continue;
        *d = (struct due){ OWES_HAND, NOT_ASKED, budget, false, 0 };
        co->party[party].prompted = true;
    }
}

/* --- the signature of many hands ------------------------------------------------------------------ */

static bool signatures_owed(const struct course *co)
{
    for (unsigned i = 0; i < co->parties; i++)
        if (co->party[i].signs.what != OWES_NOTHING)
            return true;
    return false;
}

/* Every table that still plays has told a GAME_END since the last HANDS_END; or none plays any more.  Of tables that are played one
 * after the other one has begun to play when its first hand was dealt. */
static bool games_ended(const struct course *co)
{
    for (const struct table *t = co->table; t < co->table + co->tables; t++)
        if (t->stage != TABLE_LAST && !t->game_ended && (t->hand > 0 || co->header.offer.at_once > 1))
            return false;
    return true;
}

/* SIGNED when all have signed, HANDS_END when hands enough ended since the last one.  True: it was told now. */
static bool sign_hands(struct course *co)
{
    const struct offer *o = &co->header.offer;
    uint32_t enough = o->at_once > o->sign_every ? o->at_once : o->sign_every;
    if (signatures_owed(co))
        return false;
    ending_pass_signatures(co);
    uint32_t waiting = co->ends.over - co->ends.told;
    if (waiting == 0 || (waiting < enough && !games_ended(co)))
        return false;
    ending_sign(co);
    for (unsigned i = 0; i < co->parties; i++)
        if (!party_out(co, i))
            co->party[i].signs.what = OWES_HAND; /* its time begins when it leaves */
    return true;
}

/* The next hand of every table that waits for nothing, unless a signature is missing for too long.  True: any was dealt. */
static bool deal_all(struct course *co)
{
    bool dealt = false;
    for (struct table *t = co->table; t < co->table + co->tables; t++) {
        bool held = signatures_owed(co) && co->ends.over - co->ends.told + 1 >= co->header.offer.sign_every;
        if (held || !dealing_due(co, t))
            continue;
        dealing_deal(co, t);
        dealt = true;
    }
    return dealt;
}

/* --- when an input is through -------------------------------------------------------------------------------------- */

/* A seat that owes answers is busy: what else it has to answer waits until it has given them. */
static unsigned who_leaves(const struct course *co, unsigned busy)
{
    unsigned leaves = 0;
    for (unsigned i = 0; i < co->parties; i++)
        if (co->party[i].urgent || (co->party[i].prompted && !(busy >> i & 1u)))
            leaves |= 1u << i;
    return leaves;
}

/* Signatures, and in a first leg the ends of the chains of cuts. */
static bool anybody_owes(const struct course *co)
{
    bool owes = false;
    for (unsigned i = 0; i < co->parties && !owes; i++)
        owes = course_owes(co, i);
    return owes;
}

/* Requests, cuts and the signature of what was signed now. */
static void ask_party(struct course *co, unsigned party, bool busy, bool sign)
{
    struct course_party *c = &co->party[party];
    if (!busy)
        ask_all(co, party);
    int64_t longer = clock_add(time_for_all(co, party), duty_budget(co, party));
    begin_cuts(co, party, longer);
    if (sign && c->signs.what != OWES_NOTHING) {
        c->signs = (struct due){ OWES_HAND, NOT_ASKED, longer, false, 0 };
        c->prompted = true;
    }
    if (c->absent)
        dues_begin(co, party); /* nothing leaves to nobody, and the time passes all the same */
}

/* What waits until an input is through.  False: the match is over. */
static bool go_on(struct course *co, unsigned *busy)
{
    bool sign = false;
    for (unsigned i = 0; i < co->parties; i++)
        course_thaw(co, i);
    do
        sign |= sign_hands(co);
    while (deal_all(co)); /* a hand may be over when it is dealt */
    if (co->tables_over == co->tables && !sign && !anybody_owes(co)) {
        ending_match(co);
        return false;
    }
    for (unsigned i = 0; i < co->parties; i++) {
        bool owes_answers = co->party[i].answers > 0;
        *busy |= (unsigned)owes_answers << i;
        ask_party(co, i, owes_answers, sign);
    }
    co->ended_count = 0;
    return true;
}

unsigned course_through(struct course *co)
{
    unsigned busy = 0; /* bit per party that owed answers before this round's end */
    course_check(co);
    if (co->stage != COURSE_JOIN && co->stage != COURSE_OPEN)
        return 0;
    if (co->stage == COURSE_OPEN && !go_on(co, &busy))
        return 0;
    return who_leaves(co, busy);
}
