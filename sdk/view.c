/* view: what a seat can read off the table: who leads, what is at stake, which cards nobody has shown.
 *
 * Facts alone: what follows from them is a hint (hints.c). */
#include "fiel.h"

#include <string.h>

#include "sample.h"

/* --- cards --- */

int view_compare(const struct view *v, card_t a, card_t b)
{
    unsigned x = card_strength(&v->open, a), y = card_strength(&v->open, b);
    return (x > y) - (x < y);
}

static void see(bool seen[FIEL_CARDS], card_t card)
{
    if (card < FIEL_CARDS)
        seen[card] = true;
}

int view_unseen(const struct view *v, card_t cards[FIEL_CARDS])
{
    bool seen[FIEL_CARDS] = { false };
    int n = 0;
    for (unsigned seat = 0; seat < FIEL_SEATS_MAX; seat++)
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            see(seen, v->known[seat][k]);
    for (unsigned i = 0; i < SHAPE_TRICK_SEAT; i++)
        see(seen, v->open.table[i]);
    see(seen, v->open.vira);
    for (card_t c = 0; c < FIEL_CARDS; c++)
        if (!seen[c] && rules_have_card(&v->open.rules, c))
            cards[n++] = c;
    return n;
}

int view_played(const struct view *v, unsigned seat, card_t cards[SHAPE_TRICK])
{
    int n = 0;
    for (unsigned t = 0; t < SHAPE_TRICK && seat < v->open.seats; t++)
        if (v->open.table[t * SHAPE_SEAT + seat] != CARD_NONE)
            cards[n++] = v->open.table[t * SHAPE_SEAT + seat];
    return n;
}

int view_holds(const struct view *v, unsigned seat)
{
    int n = 0;
    for (unsigned k = 0; k < 3 && seat < v->open.seats; k++)
        n += !(v->open.gone[seat] >> k & 1);
    return n;
}

/* --- tricks --- */

unsigned view_leads(const struct view *v) { return trick_leads(&v->open); }

bool view_takes(const struct view *v, card_t card)
{
    struct open o = v->open;
    if (o.trick >= SHAPE_TRICK || card >= FIEL_CARDS)
        return false;
    o.table[o.trick * SHAPE_SEAT + v->seat] = card;
    return trick_leads(&o) == side_of(&o, v->seat);
}

int view_tricks(const struct view *v, unsigned side)
{
    int n = 0;
    for (unsigned t = 0; t < SHAPE_TRICK; t++)
        n += v->open.trick_winner[t] == side;
    return n;
}

/* --- points --- */

struct view_bet view_truco(const struct view *v)
{
    const struct open *o = &v->open;
    unsigned now = truco_points(o, o->stake);
    struct view_bet bet = { .now = now, .accepted = now, .refused = now, .open = o->stake_called != 0 };
    if (bet.open)
        bet.accepted = truco_points(o, o->stake_called);
    return bet;
}

static struct view_bet wager_of(unsigned state, unsigned wanted, unsigned unwanted)
{
    struct view_bet bet = { .open = state == WAGER_CALLED };
    if (bet.open || state == WAGER_WANTED)
        bet.accepted = wanted;
    if (bet.open)
        bet.refused = unwanted;
    else
        bet.now = bet.refused = bet.accepted;
    return bet;
}

struct view_bet view_envido(const struct view *v)
{
    return wager_of(v->open.envido_state, v->open.envido_wanted, v->open.envido_unwanted);
}

struct view_bet view_flor(const struct view *v)
{
    return wager_of(v->open.flor_state, v->open.flor_wanted, v->open.flor_unwanted);
}

bool view_envido_open(const struct view *v) { return envido_open(&v->open); }

unsigned view_missing(const struct view *v, unsigned scorer)
{
    unsigned target = v->open.rules.opt[OPT_TARGET];
    unsigned has = scorer < v->open.scorers ? v->open.score[scorer] : target;
    return has < target ? target - has : 0;
}

int hand_points(const struct open *o, unsigned side)
{
    unsigned rival = side ^ 1u;
    return o->points_truco[side] + o->points_envido[side] + o->points_flor[side] + o->points_bonus[side] -
           o->points_truco[rival] - o->points_envido[rival] - o->points_flor[rival] - o->points_bonus[rival];
}
