/* eleven: the hand of a side that one plain hand would make win, and the iron hand of two such sides.
 *
 * In paulista that is eleven points of twelve, in mineiro, where a hand is worth two, ten.  The side sees its
 * partners' cards and plays for the first step of the ladder, or runs; nobody raises (seed 001, "Hand of
 * eleven", "Hand of iron"; seed 002, "mao-de-onze" and "round of ten"). */
#include "hand.h"

static bool at_the_edge(const struct open *o, unsigned side)
{
    return side_score(o, side) + stake_value(o, 0) >= opt(o, OPT_TARGET);
}

bool rules_unseen(const struct rules *r, const uint16_t score[2])
{
    unsigned hand = ladders[r->opt[OPT_LADDER]].value[0], target = r->opt[OPT_TARGET];
    return r->opt[OPT_ELEVEN_HAND] == ON && r->opt[OPT_FERRO_BLIND] == FERRO_BLIND && score[0] + hand >= target &&
           score[1] + hand >= target;
}

/* Before the first card of a hand. */
void eleven_begin(struct open *o)
{
    if (opt(o, OPT_ELEVEN_HAND) == OFF)
        return;
    bool first = at_the_edge(o, 0), second = at_the_edge(o, 1);
    if (first && second) {
        o->eleven = ELEVEN_IRON;
    } else if (first || second) {
        o->eleven = ELEVEN_ASKED;
        o->eleven_side = first ? 0 : 1;
    }
}

/* Running pays the others what eleven=RUN says a hand is worth (stake_value). */
void eleven_choose(struct position *pos, bool plays)
{
    struct open *o = &pos->open;
    o->eleven = plays ? ELEVEN_PLAYED : ELEVEN_RUN;
    if (!plays)
        hand_decided(pos, other(o->eleven_side));
}

/* "If any of the players ask for truco during the round of eleven, the team loses the round" (seed 002). */
void eleven_truco(struct position *pos, unsigned seat)
{
    struct open *o = &pos->open;
    unsigned winner = other(side_of(o, seat)), target = opt(o, OPT_TARGET), has_now = side_score(o, winner);
    o->said_truco = (uint8_t)(o->said_truco | bit(seat));
    if (opt(o, OPT_ELEVEN) == ELEVEN_LOSES_HAND) {
        hand_decided(pos, winner);
        return;
    }
    o->hand_winner = (uint8_t)winner;
    credit(pos, ACCOUNT_TRUCO, winner, has_now < target ? target - has_now : 0);
    if (!o->game_over)
        win_game(pos, side_winner(o, winner));
}

bool eleven_shown(const struct open *o, unsigned side)
{
    bool one_side = o->eleven == ELEVEN_ASKED || o->eleven == ELEVEN_PLAYED || o->eleven == ELEVEN_RUN;
    return one_side && (side == o->eleven_side || opt(o, OPT_ELEVEN_VIEW) == ELEVEN_VIEW_BOTH);
}
