/* stake: the ladder of truco (seed 003 section 14). */
#include "hand.h"

enum { STEPS_MAX = 5, THE_GAME = 0 };

struct ladder {
    uint8_t steps;
    uint8_t value[STEPS_MAX + 1]; /* value[0] is the hand nobody raised; THE_GAME is what the winner needs */
    const char *word[STEPS_MAX + 1];
};

/* In the order of the values of the option. */
static const struct ladder ladders[] = {
    { 3, { 1, 2, 3, 4 }, { "", "truco", "retruco", "vale-cuatro" } },
    { 4, { 1, 3, 6, 9, THE_GAME }, { "", "truco", "retruco", "vale-nueve", "vale-juego" } },
    { 4, { 1, 3, 6, 9, 12 }, { "", "truco", "seis", "nove", "doze" } },
    { 4, { 2, 4, 6, 10, 12 }, { "", "truco", "seis", "dez", "doze" } },
    { 4, { 2, 4, 6, 9, 12 }, { "", "truco", "seis", "nove", "doze" } },
    { 5, { 1, 2, 3, 4, 6, THE_GAME }, { "", "truc", "retruc", "quatre", "six", "partido" } },
};

static const struct ladder *ladder_of(const struct open *o)
{
    return &ladders[opt(o, OPT_LADDER)];
}

unsigned stake_top(const struct open *o)
{
    return ladder_of(o)->steps;
}

unsigned stake_value(const struct open *o, unsigned step)
{
    const struct ladder *l = ladder_of(o);
    if (step > 0 && l->value[step] == THE_GAME)
        return opt(o, OPT_TARGET);
    return l->value[step];
}

const char *stake_word(const struct open *o, unsigned step)
{
    const struct ladder *l = ladder_of(o);
    return step <= l->steps ? l->word[step] : NULL;
}

bool stake_may_raise(const struct open *o, unsigned side)
{
    if (o->stake_called != 0 || o->stake >= stake_top(o))
        return false;
    return o->stake_seat == NOBODY || side_of(o->stake_seat) != side;
}
