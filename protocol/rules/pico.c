/* pico: six seats, every other hand pico a pico: facing seats duel, pair by pair (seed 003 section 3).
 *
 * A duel is a hand of two with its own calls; its points go to the teams.  The cards of one deal serve the
 * three duels, in order from the mano; in each the seat nearer the mano's is the mano.  Anyone who plays no
 * part in the open duel is `out`, as if it had given up: it is asked nothing and can call nothing. */
#include "hand.h"

enum { SIX = 6 };

/* Points at which only redondos are left: 25, 20 or 15 of 30, and as far from any other target; or half. */
static unsigned end_score(const struct open *o)
{
    unsigned target = opt(o, OPT_TARGET), before = 5 * (opt(o, OPT_PICA_END) + 1u);
    if (opt(o, OPT_PICA_END) == PICA_END_HALF)
        before = target - target / 2;
    return target > before ? target - before : 0;
}

static bool may_duel(const struct open *o)
{
    unsigned start = opt(o, OPT_PICA_START) == PICA_START_5 ? 5 : 0, end = end_score(o);
    unsigned high = leader_score(o);
    return opt(o, OPT_PICA) == PICA_ON && high >= start && high < end;
}

/* A redondo first, then turn about; a pico that was begun is finished (RULES.md section 3). */
unsigned pico_next(const struct open *o, bool first_of_game)
{
    if (o->seats != SIX || first_of_game)
        return 0;
    unsigned hands = opt(o, OPT_PICA_REDEAL) == PICA_REDEAL_YES ? 3 : 1;
    if (o->pico > 0)
        return o->pico < hands ? o->pico + 1u : 0;
    return may_duel(o) ? 1 : 0;
}

void clear_calls(struct open *o)
{
    size_t from = offsetof(struct open, stake), to = offsetof(struct open, accused);
    memset((char *)o + from, 0, to - from);
    memset(o->declared, DECLARED_NONE, sizeof o->declared);
    memset(o->trick_winner, FIEL_NOBODY, sizeof o->trick_winner);
    o->trick = 0;
    o->stake_seat = o->envido_seat = o->envido_winner = o->eleven_side = FIEL_NOBODY;
    o->flor_seat = o->flor_winner = o->hand_winner = FIEL_NOBODY;
    o->envido_state = opt(o, OPT_ENVIDO) == ENVIDO_NONE ? WAGER_CLOSED : WAGER_POSSIBLE;
    o->flor_state = opt(o, OPT_FLOR) == ON ? WAGER_POSSIBLE : WAGER_CLOSED;
}

static void begin_duel(struct open *o, unsigned seat)
{
    o->duel = (uint8_t)(bit(seat) | bit((seat + SIX / 2) % SIX));
    o->out = (uint8_t)(all_seats(o) & ~(unsigned)o->duel);
    o->leader = (uint8_t)seat;
}

void pico_begin(struct open *o)
{
    o->duel = (uint8_t)all_seats(o);
    if (o->pico != 0)
        begin_duel(o, o->mano);
}

/* What has to be shown of the duel that is over, at the end of the hand. */
static void keep_winners(struct open *o)
{
    if (o->envido_winner != FIEL_NOBODY)
        o->duel_envido = (uint8_t)(o->duel_envido | bit(o->envido_winner));
    if (o->flor_winner != FIEL_NOBODY)
        o->duel_flor = (uint8_t)(o->duel_flor | (o->sang & side_mask(o, o->flor_winner)));
}

bool pico_next_duel(struct open *o)
{
    unsigned left = all_seats(o) & ~((unsigned)o->dueled | o->duel);
    if (o->pico == 0 || opt(o, OPT_PICA_REDEAL) == PICA_REDEAL_YES || left == 0)
        return false;
    keep_winners(o);
    o->dueled = (uint8_t)(o->dueled | o->duel);
    clear_calls(o);
    begin_duel(o, first_from(o->mano, left));
    return true;
}
