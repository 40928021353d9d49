/* tournament: what is due, and the table. */
#include "tournament.h"

#include <stdlib.h>
#include <string.h>

enum { SWISS_TRIES = 20000 }; /* pairings looked at before a rematch is allowed */

static bool level(const struct meeting *m) { return m->b != PAIRING_BYE && 2 * m->score == m->played; }

uint32_t meeting_left(const struct tournament *t, const struct meeting *m)
{
    if (m->b == PAIRING_BYE)
        return 0;
    if (m->played < t->units)
        return t->units - m->played;
    return t->kind == TOURNAMENT_KNOCKOUT && level(m);
}

/* a's points of a complete meeting: 1, 1/2 or 0. */
static double won(const struct meeting *m)
{
    return m->b == PAIRING_BYE || 2 * m->score > m->played ? 1 : level(m) ? 0.5 : 0;
}

/* What is being gathered for the caller. */
struct due {
    const struct tournament *t;
    const struct meeting *so_far; /* by round and who: what is looked for often is found soon */
    size_t n;
    struct meeting *out;
    size_t cap, made;
};

static int by_who(const void *x, const void *y)
{
    const struct meeting *m = x, *o = y;
    uint32_t low = m->a < m->b ? m->a : m->b, other = o->a < o->b ? o->a : o->b;
    if (m->round != o->round)
        return m->round < o->round ? -1 : 1;
    if (low != other)
        return low < other ? -1 : 1;
    uint32_t high = m->a < m->b ? m->b : m->a, another = o->a < o->b ? o->b : o->a;
    return high < another ? -1 : high > another;
}

/* The meeting of these two, in any order. */
static const struct meeting *find(const struct due *d, uint32_t round, uint32_t a, uint32_t b)
{
    struct meeting key = { .round = round, .a = a, .b = b };
    return d->n ? bsearch(&key, d->so_far, d->n, sizeof key, by_who) : NULL;
}

static void want(struct due *d, uint32_t round, uint32_t a, uint32_t b)
{
    const struct meeting *m = find(d, round, a, b);
    struct meeting fresh = { .round = round, .a = a, .b = b };
    if (!meeting_left(d->t, m ? m : &fresh))
        return;
    if (d->made < d->cap)
        d->out[d->made] = m ? *m : fresh;
    d->made++;
}

/* --- everybody at once ---------------------------------------------------------------------------- */

static void due_round_robin(struct due *d, struct pairing *p)
{
    uint32_t once = circle_rounds(d->t->entrants);
    for (uint32_t round = 0; round < once * d->t->rounds; round++) {
        size_t n = circle_round(d->t->entrants, round % once, p);
        for (size_t i = 0; i < n; i++)
            want(d, round, p[i].a, p[i].b);
    }
}

static void due_gauntlet(struct due *d)
{
    for (uint32_t a = 0; a < d->t->heads; a++)
        for (uint32_t b = d->t->heads; b < d->t->entrants; b++)
            want(d, b - d->t->heads, a, b);
}

/* --- round by round ------------------------------------------------------------------------------- */

/* True when the round was drawn and all its meetings are complete; those not complete are wanted. */
static bool round_over(struct due *d, uint32_t round)
{
    size_t before = d->made, drawn = 0;
    for (size_t i = 0; i < d->n; i++)
        if (d->so_far[i].round == round) {
            drawn++;
            want(d, round, d->so_far[i].a, d->so_far[i].b);
        }
    return drawn && d->made == before;
}

static bool met(const struct due *d, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < d->n; i++)
        if ((d->so_far[i].a == a && d->so_far[i].b == b) || (d->so_far[i].a == b && d->so_far[i].b == a))
            return true;
    return false;
}

/* Pairs the entrants of rank[from..] that are free; within a score group the upper half against the lower. */
struct swiss {
    struct due *d;
    const struct placing *rank;
    uint32_t n;
    bool *taken, rematch;
    struct pairing *pair;
    size_t pairs;
    long tries;
};

/* Places of rivals for the one at `place`, the best first: half a group below it, then outwards. */
static uint32_t rival_at(const struct swiss *s, uint32_t place, uint32_t k)
{
    uint32_t end = place, half, size;
    while (end < s->n && s->rank[end].points == s->rank[place].points)
        end++;
    size = end - place;
    half = size > 1 ? size / 2 : 1;
    uint32_t below = s->n - place - 1; /* 0 <= k < below: half, half + 1, .. to the end, then half - 1 down to 1 */
    uint32_t after = below - half + 1;
    return place + (k < after ? half + k : below - k);
}

static bool swiss_pair(struct swiss *s)
{
    uint32_t place = 0;
    while (place < s->n && s->taken[place])
        place++;
    if (place == s->n)
        return true;
    if (s->tries-- <= 0)
        return false;
    s->taken[place] = true;
    for (uint32_t k = 0; k < s->n - place - 1; k++) {
        uint32_t at = rival_at(s, place, k), a = s->rank[place].entrant, b = s->rank[at].entrant;
        if (s->taken[at] || (!s->rematch && met(s->d, a, b)))
            continue;
        s->taken[at] = true;
        s->pair[s->pairs++] = (struct pairing){ a, b };
        if (swiss_pair(s))
            return true;
        s->pairs--;
        s->taken[at] = false;
    }
    s->taken[place] = false;
    return false;
}

/* The lowest that had no bye yet sits out; its place is taken. */
static void give_bye(struct swiss *s, uint32_t round)
{
    for (uint32_t place = s->n; s->n % 2 && place-- > 0;)
        if (!met(s->d, s->rank[place].entrant, PAIRING_BYE)) {
            s->taken[place] = true;
            if (s->d->made < s->d->cap)
                s->d->out[s->d->made] = (struct meeting){ .round = round,
                                                          .a = s->rank[place].entrant,
                                                          .b = PAIRING_BYE };
            s->d->made++;
            return;
        }
}

static void due_swiss(struct due *d, struct pairing *p, struct placing *rank, bool *taken)
{
    uint32_t round = 0;
    while (round < d->t->rounds && round_over(d, round))
        round++;
    if (d->made || round == d->t->rounds || d->t->entrants < 2)
        return;
    struct swiss s = { .d = d, .rank = rank, .n = d->t->entrants, .taken = taken, .pair = p, .tries = SWISS_TRIES };
    tournament_table(d->t, d->so_far, d->n, rank);
    give_bye(&s, round);
    if (!swiss_pair(&s)) { /* everybody has met everybody near: once more, then */
        s.rematch = true;
        s.pairs = 0;
        s.tries = SWISS_TRIES;
        swiss_pair(&s);
    }
    for (size_t i = 0; i < s.pairs; i++)
        want(d, round, p[i].a, p[i].b);
}

/* Who sits at this leaf of the bracket: 0 and 1 can meet only in the last round, 0 to 3 only in the last two. */
static uint32_t bracket_seed(uint32_t size, uint32_t leaf)
{
    uint32_t seed = 0;
    for (uint32_t half = size / 2, width = 2; half; half /= 2, width *= 2)
        if (leaf & half) {
            seed = width - 1 - seed;
            leaf ^= 2 * half - 1; /* the lower half is a mirror of the upper */
        }
    return seed;
}

/* Who comes out of a tie of the bracket; PAIRING_BYE when that is not known yet.  Nobody's place is free but in the first
 * round: later it means that a tie before is not over. */
static uint32_t winner(const struct tournament *t, const struct meeting *m)
{
    if (m->a == PAIRING_BYE || m->b == PAIRING_BYE)
        return m->round ? PAIRING_BYE : m->a == PAIRING_BYE ? m->b : m->a;
    if (!m->played || meeting_left(t, m))
        return PAIRING_BYE;
    return 2 * m->score > m->played ? m->a : m->b;
}

static uint32_t bracket_size(const struct tournament *t)
{
    uint32_t size = 1;
    while (size < t->entrants)
        size *= 2;
    return size;
}

/* Round 0's ties into out[size / 2], by the seeds. */
static void first_round(const struct tournament *t, uint32_t size, struct meeting *out)
{
    for (uint32_t i = 0; i < size; i++) {
        uint32_t seed = bracket_seed(size, i);
        uint32_t who = seed < t->entrants ? seed : PAIRING_BYE;
        if (i % 2)
            out[i / 2].b = who;
        else
            out[i / 2] = (struct meeting){ .a = who };
    }
}

/* A tie as it stands: what was played of it, turned so that it begins with `a`. */
static void look_up(const struct due *d, struct meeting *tie)
{
    const struct meeting *m = tie->a == PAIRING_BYE || tie->b == PAIRING_BYE ? NULL
                                                                             : find(d, tie->round, tie->a, tie->b);
    if (!m)
        return;
    tie->played = m->played;
    tie->score = m->a == tie->a ? m->score : m->played - m->score;
}

/* All ties, round by round, from the first round's; how many. */
static size_t grow_bracket(const struct due *d, uint32_t size, struct meeting *out)
{
    size_t first = 0;
    if (size < 2)
        return 0;
    first_round(d->t, size, out);
    for (uint32_t round = 0, ties = size / 2; ties; round++, ties /= 2) {
        struct meeting *now = out + first, *next = now + ties;
        for (uint32_t i = 0; i < ties; i++) {
            now[i].round = round;
            look_up(d, &now[i]);
            uint32_t who = winner(d->t, &now[i]);
            if (ties > 1 && i % 2)
                next[i / 2].b = who;
            else if (ties > 1)
                next[i / 2] = (struct meeting){ .a = who };
        }
        first += ties;
    }
    return first;
}

/* The ties of the first round that is not over. */
static void due_knockout(struct due *d, struct meeting *bracket)
{
    size_t n = grow_bracket(d, bracket_size(d->t), bracket);
    for (size_t i = 0; i < n && (!d->made || bracket[i].round == bracket[i - 1].round); i++)
        if (bracket[i].a != PAIRING_BYE && bracket[i].b != PAIRING_BYE)
            want(d, bracket[i].round, bracket[i].a, bracket[i].b);
}

size_t tournament_due(const struct tournament *t, const struct meeting *so_far, size_t n, struct meeting *out,
                      size_t cap)
{
    struct due d = { .t = t, .n = n, .out = out, .cap = cap };
    size_t room = 2 * (size_t)t->entrants + 2;
    struct pairing *p = calloc(room, sizeof *p);
    struct placing *rank = calloc(room, sizeof *rank);
    struct meeting *bracket = calloc(room, sizeof *bracket);
    bool *taken = calloc(room, sizeof *taken);
    struct meeting *sorted = calloc(n + 1, sizeof *sorted);
    if (sorted && n) {
        memcpy(sorted, so_far, n * sizeof *sorted);
        qsort(sorted, n, sizeof *sorted, by_who);
    }
    d.so_far = sorted;
    if (!p || !rank || !bracket || !taken || !sorted)
        d.made = TOURNAMENT_NO_MEMORY;
    else
        switch (t->kind) {
        case TOURNAMENT_ROUND_ROBIN: due_round_robin(&d, p); break;
        case TOURNAMENT_GAUNTLET: due_gauntlet(&d); break;
        case TOURNAMENT_SWISS: due_swiss(&d, p, rank, taken); break;
        case TOURNAMENT_KNOCKOUT: due_knockout(&d, bracket); break;
        }
    free(p), free(rank), free(bracket), free(taken), free(sorted);
    return d.made;
}

size_t tournament_bracket(const struct tournament *t, const struct meeting *so_far, size_t n, struct meeting *out)
{
    struct meeting *sorted = calloc(n + 1, sizeof *sorted);
    struct due d = { .t = t, .so_far = sorted, .n = n };
    size_t ties = 0;
    if (sorted && n) {
        memcpy(sorted, so_far, n * sizeof *sorted);
        qsort(sorted, n, sizeof *sorted, by_who);
    }
    if (sorted)
        ties = grow_bracket(&d, bracket_size(t), out);
    free(sorted);
    return sorted ? ties : TOURNAMENT_NO_MEMORY;
}

/* --- the table ------------------------------------------------------------------------------------ */

static void count(struct placing *rows, const struct meeting *m)
{
    double points = won(m);
    rows[m->a].meetings++;
    rows[m->a].points += points;
    rows[m->a].units += m->score;
    if (m->b == PAIRING_BYE)
        return;
    rows[m->b].meetings++;
    rows[m->b].points += 1 - points;
    rows[m->b].units += m->played - m->score;
    if (points != 0.5)
        rows[points > 0.5 ? m->b : m->a].out = m->round;
}

/* Fine marks need everybody's points: a second pass. */
static void count_fine(struct placing *rows, const struct meeting *m)
{
    if (m->b == PAIRING_BYE)
        return;
    double points = won(m);
    rows[m->a].buchholz += rows[m->b].points;
    rows[m->b].buchholz += rows[m->a].points;
    rows[m->a].sonneborn += points * rows[m->b].points;
    rows[m->b].sonneborn += (1 - points) * rows[m->a].points;
}

static int further(uint32_t a, uint32_t b) { return a == b ? 0 : a > b ? -1 : 1; }

static int better(double a, double b) { return a == b ? 0 : a > b ? -1 : 1; }

static int by_place(const void *x, const void *y, void *tournament)
{
    const struct tournament *t = tournament;
    const struct placing *a = x, *b = y;
    int c = t->kind == TOURNAMENT_KNOCKOUT ? further(a->out, b->out) : 0;
    if (!c)
        c = better(a->points, b->points);
    if (!c)
        c = better(a->buchholz, b->buchholz);
    if (!c)
        c = better(a->sonneborn, b->sonneborn);
    if (!c)
        c = better(a->units, b->units);
    return c ? c : a->entrant < b->entrant ? -1 : 1;
}

void tournament_table(const struct tournament *t, const struct meeting *so_far, size_t n, struct placing *rows)
{
    memset(rows, 0, t->entrants * sizeof *rows);
    for (uint32_t i = 0; i < t->entrants; i++)
        rows[i] = (struct placing){ .entrant = i, .out = UINT32_MAX };
    for (size_t i = 0; i < n; i++)
        if (!meeting_left(t, &so_far[i]))
            count(rows, &so_far[i]);
    for (size_t i = 0; i < n; i++)
        if (!meeting_left(t, &so_far[i]))
            count_fine(rows, &so_far[i]);
    struct tournament copy = *t;
    qsort_r(rows, t->entrants, sizeof *rows, by_place, &copy);
}
