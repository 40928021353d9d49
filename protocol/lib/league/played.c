/* played: from pairs to units. */
#include "played.h"

#include <assert.h>
#include <stdlib.h>

void played_add_up(struct played *p)
{
    struct pair_sum sum = pair_sum(p->leg, p->played, p->legs, p->games);
    bool sides = p->seats % 2 == 0;
    p->score = sides ? sum.score : -1;
    p->margin = sides ? sum.margin : 0;
}

/* One bot in every seat of each of two sides. */
static bool pure(const struct played *p)
{
    for (uint32_t seat = 2; seat < p->seats; seat++)
        if (p->bot[seat] != p->bot[seat % 2])
            return false;
    return true;
}

static struct rating_unit of_sides(const struct played *p, bool additive)
{
    struct rating_unit r = { .cluster = p->pair,
                             .members = (uint8_t)(additive ? p->seats / 2 : 1),
                             .games = (uint16_t)(p->legs * p->games),
                             .score = (double)p->score / (2. * p->legs * p->games),
                             .net = (double)p->margin,
                             .luck = p->luck,
                             .hands = (uint32_t)p->hands };
    assert(r.members <= RATING_TEAM);
    for (unsigned k = 0; k < r.members; k++)
        for (unsigned side = 0; side < 2; side++)
            r.side[side][k] = p->bot[2 * k + side];
    return r;
}

/* A table without two sides (the gallo's) counts as a meeting of every two of its players, by their points. */
static size_t of_three(const struct played *p, struct rating_unit *out)
{
    size_t n = 0;
    for (uint32_t leg = 0; leg < p->played && leg < PLAYED_LEGS; leg++)
        for (uint32_t a = 0; a < p->seats; a++)
            for (uint32_t b = a + 1; b < p->seats; b++) {
                int64_t x = p->leg[leg].points[a], y = p->leg[leg].points[b];
                uint32_t first = p->bot[(a + p->seats - leg) % p->seats],
                         second = p->bot[(b + p->seats - leg) % p->seats];
                if (first == second)
                    continue;
                out[n++] = (struct rating_unit){ .cluster = p->pair,
                                                 .members = 1,
                                                 .side = { { first }, { second } },
                                                 .score = x > y   ? 1
                                                          : x < y ? 0
                                                                  : 0.5,
                                                 .net = (double)(x - y),
                                                 .hands = (uint32_t)(p->hands / (p->played ? p->played : 1)) };
            }
    return n;
}

struct rating_unit *played_units(const struct played *list, size_t n, size_t *units)
{
    enum { THREE = 6 }; /* meetings of a pair of three players */
    struct rating_unit *unit = malloc((n * THREE + 1) * sizeof *unit);
    bool additive = false;
    *units = 0;
    if (!unit)
        return NULL;
    for (size_t i = 0; i < n; i++)
        additive |= list[i].score >= 0 && !pure(&list[i]);
    for (size_t i = 0; i < n; i++) {
        const struct played *p = &list[i];
        if (p->score < 0)
            *units += of_three(p, unit + *units);
        else if (additive || p->bot[0] != p->bot[1])
            unit[(*units)++] = of_sides(p, additive);
    }
    return unit;
}
