/* tournament: events with an end: round robin, gauntlet, Swiss, knockout.
 *
 * A tournament keeps no state: who has to meet whom follows from the plan and from the meetings so far.  So it can be
 * paused, resumed after a crash, or looked at by anybody who has the results. */
#ifndef FIEL_LEAGUE_TOURNAMENT_H
#define FIEL_LEAGUE_TOURNAMENT_H

#include "pairing.h"

enum tournament_kind { TOURNAMENT_ROUND_ROBIN, TOURNAMENT_GAUNTLET, TOURNAMENT_SWISS, TOURNAMENT_KNOCKOUT };

struct tournament {
    enum tournament_kind kind;
    uint32_t entrants; /* 0 to entrants - 1, the strongest first where seeding matters */
    uint32_t rounds;   /* of Swiss; of a round robin: how often everybody meets everybody */
    uint32_t heads;    /* of a gauntlet: the first so many meet all the others, and not each other */
    uint32_t units;    /* pairs (or matches) of one meeting */
};

/* Two entrants in one round, with what they have played of it. */
struct meeting {
    uint32_t round, a, b; /* b may be PAIRING_BYE, which counts as won */
    uint32_t played;      /* units */
    double score;         /* of a, over all of them */
};

#define TOURNAMENT_NO_MEMORY SIZE_MAX
/* The meetings that have to be played now, as far as they are not complete, into out[cap]; how many there are, or
 * TOURNAMENT_NO_MEMORY.  meeting_left(&out[i]) tells how many units of each.  Two entrants meet once in a round;
 * the order of `so_far` does not matter.  A Swiss round is drawn anew until it is in `so_far`, all of it at once,
 * the bye too.  0: the tournament is over. */
size_t tournament_due(const struct tournament *t, const struct meeting *so_far, size_t n, struct meeting *out,
                      size_t cap);

/* Units that this meeting still needs: a knockout's meeting that is level goes on, one at a time. */
uint32_t meeting_left(const struct tournament *t, const struct meeting *m);

/* A knockout's ties, round by round and from the top of the bracket down, as far as they are played; a and b are
 * PAIRING_BYE where nobody stands or nobody is known yet.  `out` has room for twice the entrants; how many there are, or
 * TOURNAMENT_NO_MEMORY. */
size_t tournament_bracket(const struct tournament *t, const struct meeting *so_far, size_t n, struct meeting *out);

struct placing {
    uint32_t entrant, meetings;
    double points;    /* 1 for a meeting won, 1/2 for one that is level */
    double buchholz;  /* sum of the rivals' points */
    double sonneborn; /* sum of the points of those beaten, and half of those it was level with */
    double units;     /* its score over all units */
    uint32_t out;     /* of a knockout: the round in which it lost, or UINT32_MAX */
};
/* The table into rows[entrants], the first first. */
void tournament_table(const struct tournament *t, const struct meeting *so_far, size_t n, struct placing *rows);

#endif
