/* batch: thousands of tables in one call; see foreign.h. */
#include "foreign.h"

#include <string.h>

enum { ILLEGAL = 255 };

/* --- what a seat sees, as numbers --- */

static uint16_t *put(uint16_t *to, uint32_t value)
{
    *to = (uint16_t)(value > UINT16_MAX ? UINT16_MAX : value);
    return to + 1;
}

#define PUT_MANY(name, count) \
    for (unsigned i_ = 0; i_ < (count); i_++) \
        to = put(to, o->name[i_]);
#define PUT_ONE(name) to = put(to, o->name);
#define PUT_SIDE(name) PUT_MANY(name, SHAPE_SIDE)
#define PUT_SCORER(name) PUT_MANY(name, o->scorers)
#define PUT_TRICK(name) PUT_MANY(name, SHAPE_TRICK)
#define PUT_SEAT(name) PUT_MANY(name, o->seats)
#define PUT_TRICK_SEAT(name) \
    for (unsigned t_ = 0; t_ < SHAPE_TRICK; t_++) \
        for (unsigned s_ = 0; s_ < o->seats; s_++) \
            to = put(to, o->name[t_ * SHAPE_SEAT + s_]);

/* In the order of the wire; returns behind the last. */
static uint16_t *put_facts(uint16_t *to, const struct view *v)
{
    const struct open *o = &v->open;
#define X(name, bits, shape, meaning) PUT_##shape(name)
    OPEN_FIELDS(X)
#undef X
    to = put(to, v->seat);
    for (unsigned seat = 0; seat < o->seats; seat++)
        for (unsigned k = 0; k < HELD_MAX; k++)
            to = put(to, v->known[seat][k]);
    return to;
}

size_t fiel_facts_count(const struct match *m)
{
    const struct open *o = &m->open;
    size_t n = 1 + (size_t)o->seats * HELD_MAX; /* seat, known */
#define ONE_COUNT 1
#define SIDE_COUNT SHAPE_SIDE
#define SCORER_COUNT o->scorers
#define TRICK_COUNT SHAPE_TRICK
#define SEAT_COUNT o->seats
#define TRICK_SEAT_COUNT (size_t) SHAPE_TRICK * o->seats
#define X(name, bits, shape, meaning) n += shape##_COUNT;
    OPEN_FIELDS(X)
#undef X
    return n;
}

/* --- one table --- */

/* The place of a code among the actions, which ascend; the count when it is not there. */
static size_t place_of(const struct fiel_batch *b, uint16_t code)
{
    size_t low = 0, high = b->actions;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (b->codes[middle] < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < b->actions && b->codes[low] == code ? low : b->actions;
}

static void tell(const struct fiel_batch *b, size_t i)
{
    const struct match *m = &b->tables[i];
    struct view v;
    struct action legal[LEGAL_MAX];
    int turn = match_turn(m);
    match_view(m, turn, &v);
    if (b->turn)
        b->turn[i] = turn;
    if (b->facts)
        put_facts(b->facts + i * fiel_facts_count(m), &v);
    if (!b->mask)
        return;
    uint8_t *mask = b->mask + i * b->actions;
    memset(mask, 0, b->actions);
    int n = view_legal(&v, legal);
    for (int k = 0; k < n; k++) {
        size_t place = place_of(b, action_code(legal[k]));
        if (place < b->actions)
            mask[place] = 1;
    }
}

/* Points are credited when they are made, so a step may pay before its hand is over.  What each seat's scorer gained, less
 * the mean: of two sides the difference, of three seats the difference to the mean of the others. */
static void pay(const struct match *m, const uint16_t before[SCORERS_MAX], float *reward)
{
    const struct open *o = &m->open;
    float gain[SEATS_MAX], sum = 0, factor = o->seats == 3 ? 1.5f : 2.0f;
    for (unsigned seat = 0; seat < o->seats; seat++) {
        unsigned s = rules_scorer(&o->rules, o->seats, seat);
        gain[seat] = (float)(o->score[s] - before[s]);
        sum += gain[seat];
    }
    for (unsigned seat = 0; seat < o->seats; seat++)
        reward[seat] = factor * (gain[seat] - sum / (float)o->seats);
}

/* A hand that is over is paid for and followed by the next; so are hands that are over as soon as they are dealt. */
static uint8_t deal_on(const struct fiel_batch *b, size_t i)
{
    struct match *m = &b->tables[i];
    uint8_t done = m->open.game_over ? 2 : 1;
    do
        fiel_table_deal(m, &b->dice[i]);
    while (match_turn(m) == NOBODY);
    return done;
}

/* --- all of them --- */

void fiel_batch_reset(const struct fiel_batch *b)
{
    for (size_t i = 0; i < b->n; i++) {
        struct match *m = &b->tables[i];
        const struct rules rules = m->open.rules;
        char why[RULES_ERROR_TEXT];
        match_new(m, &rules, m->open.seats, why); /* they were fine before */
        deal_on(b, i);
        if (b->done)
            b->done[i] = 0;
        if (b->reward)
            memset(b->reward + i * b->tables[i].open.seats, 0, sizeof *b->reward * b->tables[i].open.seats);
        tell(b, i);
    }
}

/* One decision at one table; what `done` says of it. */
static uint8_t step(const struct fiel_batch *b, size_t i, int32_t id)
{
    struct match *m = &b->tables[i];
    uint16_t before[SCORERS_MAX];
    float *reward = b->reward ? b->reward + i * m->open.seats : NULL;
    memcpy(before, m->open.score, sizeof before);
    if (reward)
        memset(reward, 0, sizeof *reward * m->open.seats);
    if (id < 0 || (size_t)id >= b->actions || fiel_table_apply(m, b->codes[id]) != 0)
        return ILLEGAL;
    if (reward)
        pay(m, before, reward);
    uint8_t done = match_turn(m) == NOBODY ? deal_on(b, i) : 0;
    tell(b, i);
    return done;
}

size_t fiel_batch_step(const struct fiel_batch *b, const int32_t *ids)
{
    size_t illegal = 0;
    for (size_t i = 0; i < b->n; i++) {
        uint8_t done = step(b, i, ids[i]);
        illegal += done == ILLEGAL;
        if (b->done)
            b->done[i] = done;
    }
    return illegal;
}

void fiel_batch_choose(const struct fiel_batch *b, int32_t *ids, uint64_t *dice)
{
    struct fiel_random random = { *dice };
    for (size_t i = 0; i < b->n; i++) {
        const struct match *m = &b->tables[i];
        struct action legal[LEGAL_MAX];
        int n = match_legal(m, match_turn(m), legal);
        ids[i] = (int32_t)place_of(b, action_code(legal[fiel_random_below(&random, (unsigned)n)]));
    }
    *dice = random.state;
}
