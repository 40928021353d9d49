/* solve: games of two that are small enough to be solved: counterfactual regret minimisation over the whole tree (CFR+, Tammelin 2014, linear
 * averages) and the exact best response to any strategy.  A deal is one state each; chance is nowhere else: what is turned later lies in
 * the state, and `seen` does not tell it before. */
#ifndef TESTS_SOLVE_H
#define TESTS_SOLVE_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rules/position.h"

enum { SOLVE_MOVES = 24, SOLVE_ROOM = 1 << 12 };

struct solve_state {
    union {
        struct position pos;
        struct {
            uint8_t card[3], history[12], n; /* a player's own cards, and the one that is turned for the second round */
            uint8_t round, since, raises, turn, over, folded, paid[2];
        } poker;
    };
    double weight; /* of its deal, and of what the rival did */
};

struct solve_game {
    bool (*over)(const struct solve_state *s);
    unsigned (*turn)(const struct solve_state *s);
    int (*moves)(const struct solve_state *s);
    void (*play)(const struct solve_state *s, int move, struct solve_state *out);
    double (*worth)(const struct solve_state *s, unsigned me);
    uint64_t (*seen)(const struct solve_state *s, unsigned me); /* what this player knows, as a number */
    void (*strategy)(const struct solve_state *s, double p[SOLVE_MOVES]);
};

static uint64_t solve_mix(uint64_t h, uint64_t x)
{
    h = (h * 1000003 + x + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* --- the best response ------------------------------------------------------------------------------------ */

/* What `me` gets of these states, which look alike to it; `choose` (NULL: the best) says which move it makes in all of them. */
static double solve_response(const struct solve_game *g, const struct solve_state *at, int n, unsigned me,
                             int (*choose)(const struct solve_state *s));

/* The same of states that do not look alike. */
static double solve_parted(const struct solve_game *g, struct solve_state *at, int n, unsigned me,
                           int (*choose)(const struct solve_state *s))
{
    double sum = 0;
    for (int from = 0, to; from < n; from = to) {
        uint64_t seen = g->seen(&at[from], me);
        to = from + 1;
        for (int i = to; i < n; i++)
            if (g->seen(&at[i], me) == seen) {
                struct solve_state one = at[i];
                at[i] = at[to];
                at[to++] = one;
            }
        sum += solve_response(g, &at[from], to - from, me, choose);
    }
    return sum;
}

static double solve_response(const struct solve_game *g, const struct solve_state *at, int n, unsigned me,
                             int (*choose)(const struct solve_state *s))
{
    double best = -1e9, sum = 0;
    int count = 0, moves = g->over(at) ? 0 : g->moves(at);
    if (g->over(at)) {
        for (int i = 0; i < n; i++)
            sum += at[i].weight * g->worth(&at[i], me);
        return sum;
    }
    bool mine = g->turn(at) == me;
    struct solve_state *next = malloc((size_t)n * SOLVE_MOVES * sizeof *next);
    assert(next);
    for (int m = 0; mine && m < moves; m++) {
        if (choose && choose(at) != m)
            continue;
        for (int i = 0; i < n; i++)
            g->play(&at[i], m, &next[i]);
        double value = solve_parted(g, next, n, me, choose);
        best = value > best ? value : best;
    }
    for (int i = 0; !mine && i < n; i++) {
        double p[SOLVE_MOVES];
        g->strategy(&at[i], p);
        for (int m = 0, all = g->moves(&at[i]); m < all; m++)
            if (p[m] > 0) {
                g->play(&at[i], m, &next[count]);
                next[count++].weight *= p[m];
            }
    }
    best = mine ? best : solve_parted(g, next, count, me, choose);
    free(next);
    return best;
}

/* --- counterfactual regret --------------------------------------------------------------------------------- */

struct solve_info {
    uint64_t seen;
    int moves;
    double regret[SOLVE_MOVES], sum[SOLVE_MOVES], now[SOLVE_MOVES]; /* now: as it plays in this pass */
};
static struct solve_info solve_infos[SOLVE_ROOM];

/* Shares of what is above 0; where nothing is, each the same. */
static void solve_shares(const double *of, int n, double p[SOLVE_MOVES])
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += of[i] > 0 ? of[i] : 0;
    for (int i = 0; i < n; i++)
        p[i] = sum > 0 ? (of[i] > 0 ? of[i] / sum : 0) : 1.0 / n;
}

/* A new one has so many moves. */
static struct solve_info *solve_info_of(uint64_t seen, int moves)
{
    uint64_t at = seen % SOLVE_ROOM;
    while (solve_infos[at].seen && solve_infos[at].seen != seen)
        at = (at + 1) % SOLVE_ROOM;
    if (!solve_infos[at].seen) {
        solve_infos[at].moves = moves;
        solve_shares(solve_infos[at].regret, moves, solve_infos[at].now);
    }
    solve_infos[at].seen = seen;
    return &solve_infos[at];
}

/* One pass for `me`, whose own reach is `own`; its value.  Regrets are cut at 0 when the pass is through (solve_cut). */
static double solve_pass(const struct solve_game *g, const struct solve_state *s, unsigned me, double own, double rival,
                         double t)
{
    double value[SOLVE_MOVES], sum = 0;
    struct solve_state next;
    if (g->over(s))
        return g->worth(s, me);
    unsigned turn = g->turn(s);
    int n = g->moves(s);
    struct solve_info *info = solve_info_of(g->seen(s, turn), n);
    const double *p = info->now;
    for (int m = 0; m < n; m++) {
        g->play(s, m, &next);
        value[m] = solve_pass(g, &next, me, turn == me ? own * p[m] : own, turn == me ? rival : rival * p[m], t);
        sum += p[m] * value[m];
    }
    for (int m = 0; turn == me && m < n; m++) {
        info->regret[m] += rival * s->weight * (value[m] - sum);
        info->sum[m] += t * own * s->weight * p[m];
    }
    return sum;
}

static void solve_cut(void)
{
    for (struct solve_info *i = solve_infos; i < solve_infos + SOLVE_ROOM; i++) {
        for (int m = 0; m < i->moves; m++)
            i->regret[m] = i->regret[m] > 0 ? i->regret[m] : 0;
        solve_shares(i->regret, i->moves, i->now);
    }
}

static void solve(const struct solve_game *g, const struct solve_state *deal, int deals, int passes)
{
    memset(solve_infos, 0, sizeof solve_infos);
    for (int t = 1; t <= passes; t++)
        for (unsigned me = 0; me < 2; me++) {
            for (int d = 0; d < deals; d++)
                (void)solve_pass(g, &deal[d], me, 1, 1, t);
            solve_cut();
        }
}

#endif
