/* course_dues: what the parties owe at all tables, since when and for how long, and what waits until an input is through.
 *
 * What one input causes at all tables leaves when it is through: the public messages as they are made, then HANDS_END
 * and the requests, each party's in one envelope.  A party owes many things at once here, each with a time of its
 * own, and the earliest is waited for. */
#include <assert.h>
#include <string.h>

#include "course_state.h"

/* --- time ----------------------------------------------------------------------------------------- */

/* How far the clock has come for a party whose clock stands still: at most the start limit. */
static int64_t thaw_us(const struct course *co, const struct course_party *c)
{
    return co->now < c->absent_until_us ? co->now : c->absent_until_us;
}

int64_t dues_put_off(const struct course *co, const struct course_party *c, int64_t us)
{
    int64_t frozen = c->frozen_us;
    if (frozen < 0)
        return us;
    int64_t thaw = thaw_us(co, c);
    return us < frozen ? us + (thaw - frozen) : at_least(us, thaw);
}

/* The moment of a party's clock, before it stood still, that is put off to `us` now. */
static int64_t take_back(const struct course *co, const struct course_party *c, int64_t us)
{
    int64_t frozen = c->frozen_us;
    return frozen < 0 ? us : us - (thaw_us(co, c) - frozen);
}

/* What was made for it meanwhile leaves behind its HELLO. */
static void thaw_due(const struct course *co, const struct course_party *c, struct due *d)
{
    if (d->asked_us >= 0)
        d->asked_us = dues_put_off(co, c, d->asked_us);
    else if (d->what != OWES_NOTHING && c->absent) /* nothing leaves, and its time passes all the same */
        d->asked_us = thaw_us(co, c);
}

void dues_unfreeze(struct course *co, unsigned party)
{
    struct course_party *c = &co->party[party];
    if (c->frozen_us < 0)
        return;
    for (unsigned t = 0; t < co->tables; t++)
        thaw_due(co, c, &c->due[t]);
    thaw_due(co, c, &c->signs);
    c->paid_us = dues_put_off(co, c, c->paid_us);
    c->sent_us = dues_put_off(co, c, c->sent_us);
    if (c->left_us >= 0)
        c->left_us = dues_put_off(co, c, c->left_us);
    c->frozen_us = -1;
}

static void set_left(const struct course *co, struct course_party *c, int64_t left_us)
{
    c->left_us = left_us;
    for (unsigned t = 0; t < co->tables; t++)
        if (c->due[t].newest)
            c->due[t].asked_us = left_us;
    if (c->signs.newest)
        c->signs.asked_us = left_us;
}

void course_left(struct course *co, unsigned party, int64_t left_us)
{
    struct course_party *c = &co->party[party];
    int64_t left = take_back(co, c, left_us);
    if (left_us <= 0)
        return;
    c->left_told |= left > c->sent_us;
    set_left(co, c, left);
}

int64_t course_asked(const struct course *co, unsigned party)
{
    const struct course_party *c = &co->party[party];
    return course_owes(co, party) ? dues_put_off(co, c, c->left_us >= 0 ? c->left_us : c->sent_us) : 0;
}

bool course_left_fits(const struct course *co, unsigned party, int64_t left_us, int64_t came_us)
{
    const struct course_party *c = &co->party[party];
    int64_t left = take_back(co, c, left_us);
    if (left_us == course_asked(co, party))
        return true;
    return course_owes(co, party) && !c->left_told && left >= c->sent_us && left_us <= came_us &&
           (c->frozen_us < 0 || left <= c->frozen_us);
}

bool course_left_early(const struct course *co, unsigned party, int64_t left_us)
{
    const struct course_party *c = &co->party[party];
    return course_owes(co, party) && !c->left_told && c->frozen_us < 0 && left_us > c->sent_us && left_us < c->tick_us;
}

bool dues_overdue(const struct course *co, unsigned party, const struct due *d, int64_t came)
{
    return d->asked_us >= 0 && came - dues_put_off(co, &co->party[party], d->asked_us) > d->budget_us;
}

int64_t dues_at(const struct due *d)
{
    bool asked = d->what != OWES_NOTHING && d->asked_us >= 0;
    return asked ? clock_add(d->asked_us, d->budget_us) : INT64_MAX;
}

const struct due *dues_first(const struct course *co, unsigned party, struct table **at)
{
    const struct course_party *c = &co->party[party];
    const struct due *first = &c->signs;
    *at = co->table;
    for (unsigned t = 0; t < co->tables; t++)
        if (dues_at(&c->due[t]) < dues_at(first)) {
            first = &c->due[t];
            *at = &co->table[t];
        }
    return dues_at(first) < INT64_MAX ? first : NULL;
}

bool course_due(const struct course *co, unsigned party, int64_t *at)
{
    struct table *t;
    const struct due *d = dues_first(co, party, &t);
    *at = d != NULL ? dues_at(d) : INT64_MAX;
    return d != NULL;
}

bool course_owes(const struct course *co, unsigned party)
{
    const struct course_party *c = &co->party[party];
    bool owes = c->signs.what != OWES_NOTHING;
    for (unsigned t = 0; t < co->tables && !owes; t++)
        owes = c->due[t].what != OWES_NOTHING;
    return owes;
}

/* --- what is asked for ---------------------------------------------------------------------------- */

void dues_ask(struct course *co, struct table *t, unsigned seat)
{
    struct course_party *c = &co->party[seat];
    if (!(t->listed >> seat & 1u))
        c->asked[c->asked_count++] = t->number;
    t->listed |= 1u << seat;
    t->asks |= 1u << seat;
}

void dues_owe_join(struct course *co)
{
    for (unsigned i = 0; i < co->parties; i++) {
        co->party[i].due[0] = (struct due){ OWES_JOIN, NOT_ASKED, co->start_us, false, 0 };
        co->party[i].prompted = true;
    }
}

void dues_owe_cuts(struct course *co, struct table *t)
{
    bool cut = dealing_cut_due(co, t) > 0;
    for (unsigned i = 0; i < co->parties; i++) {
        paid(co, t, i);
        if (cut && !party_out(co, i))
            co->party[i].due[t->number].what = OWES_HAND;
    }
    if (cut)
        co->ended[co->ended_count++] = t->number;
    co->tables_over += t->stage == TABLE_LAST;
}

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

void dues_sign(struct course *co)
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

static bool signatures_owed(const struct course *co)
{
    for (unsigned i = 0; i < co->parties; i++)
        if (co->party[i].signs.what != OWES_NOTHING)
            return true;
    return false;
}

/* Every table that still plays has told a GAME_END since the last HANDS_END; or none plays any more. */
static bool games_ended(const struct course *co)
{
    for (unsigned t = 0; t < co->tables; t++)
        if (co->table[t].stage != TABLE_LAST && !co->table[t].game_ended)
            return false;
    return true;
}

/* SIGNED when all have signed, HANDS_END when hands enough ended since the last one.  True: it was told now. */
static bool sign_hands(struct course *co)
{
    uint32_t enough = co->tables > co->header.offer.sign_every ? co->tables : co->header.offer.sign_every;
    if (signatures_owed(co))
        return false;
    dealing_pass_signatures(co);
    uint32_t waiting = co->ends.over - co->ends.told;
    if (waiting == 0 || (waiting < enough && !games_ended(co)))
        return false;
    dues_sign(co);
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

/* --- leaving -------------------------------------------------------------------------------------- */

static bool unasked(const struct due *d) { return d->what != OWES_NOTHING && d->asked_us < 0; }

bool course_unasked(const struct course *co, unsigned party)
{
    const struct course_party *c = &co->party[party];
    bool any = unasked(&c->signs);
    for (unsigned t = 0; t < co->tables && !any; t++)
        any = unasked(&c->due[t]);
    return any;
}

/* What leaves now asks for all that was not asked for yet.  While the clock stands still nothing begins. */
static void ask_now(struct course *co, unsigned party)
{
    struct course_party *c = &co->party[party];
    if (!course_unasked(co, party) || c->frozen_us >= 0)
        return;
    for (unsigned t = 0; t < co->tables; t++)
        c->due[t].newest = unasked(&c->due[t]);
    c->signs.newest = unasked(&c->signs);
    set_left(co, c, co->now);
    c->left_us = -1;
    c->left_told = false;
    c->sent_us = co->now;
    c->tick_us = clock_tick(co->now, co->header.offer.tick_us);
    c->asks++;
}

void course_sent(struct course *co, unsigned party)
{
    ask_now(co, party);
    co->party[party].prompted = co->party[party].urgent = false;
}

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

void course_thaw(struct course *co, unsigned party)
{
    const struct course_party *c = &co->party[party];
    if (c->frozen_us >= 0 && co->now >= c->absent_until_us)
        dues_unfreeze(co, party);
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
        ask_now(co, party); /* nothing leaves to nobody, and the time passes all the same */
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
    if (co->stage != COURSE_JOIN && co->stage != COURSE_OPEN)
        return 0;
    if (co->stage == COURSE_OPEN && !go_on(co, &busy))
        return 0;
    return who_leaves(co, busy);
}

/* --- time that is nobody's ------------------------------------------------------------------------ */

/* A moment before the end of the pause, later by what of the pause lies behind it. */
static void move(int64_t *us, int64_t from, int64_t until)
{
    if (*us >= 0 && *us < until)
        *us += until - at_least(from, *us);
}

/* While the clock stands still nothing passes that could be given back. */
void dues_pause(struct course *co, unsigned party, int64_t from, int64_t until)
{
    struct course_party *c = &co->party[party];
    if (c->frozen_us >= 0 && c->frozen_us < until)
        until = c->frozen_us;
    if (until <= from)
        return;
    move(&c->start_us, from, until);
    move(&c->paid_us, from, until);
    move(&c->sent_us, from, until);
    move(&c->left_us, from, until);
    for (unsigned t = 0; t < co->tables; t++) {
        int64_t before = c->due[t].asked_us;
        move(&c->due[t].asked_us, from, until);
        c->due[t].given_us += c->due[t].asked_us - before;
    }
    move(&c->signs.asked_us, from, until);
}
