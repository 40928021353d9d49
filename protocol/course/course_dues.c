/* course_dues: what the parties owe at all tables, since when and for how long.
 *
 * A party owes many things at once here, each with a time of its own, and the earliest is waited for. */

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

void course_thaw(struct course *co, unsigned party)
{
    const struct course_party *c = &co->party[party];
    if (c->frozen_us >= 0 && co->now >= c->absent_until_us)
        dues_unfreeze(co, party);
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
    bool cut = cards_cut_due(co, t) > 0;
    for (unsigned i = 0; i < co->parties; i++) {
        paid(co, t, i);
        if (cut && !party_out(co, i))
            co->party[i].due[t->number].what = OWES_HAND;
    }
    if (cut)
        co->ended[co->ended_count++] = t->number;
    co->tables_over += t->stage == TABLE_LAST;
}

/* --- leaving -------------------------------------------------------------------------------------- */

static bool unasked(const struct due *d) { return d->what != OWES_NOTHING && d->asked_us < 0; }

/* Something that it owes has not left yet. */
static bool any_unasked(const struct course *co, unsigned party)
{
    const struct course_party *c = &co->party[party];
    bool any = unasked(&c->signs);
    for (unsigned t = 0; t < co->tables && !any; t++)
        any = unasked(&c->due[t]);
    return any;
}

void dues_begin(struct course *co, unsigned party)
{
    struct course_party *c = &co->party[party];
    if (!any_unasked(co, party) || c->frozen_us >= 0)
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
    dues_begin(co, party);
    co->party[party].prompted = co->party[party].urgent = false;
    if (course_hears(co, party))
        pen_left(co, party);
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
