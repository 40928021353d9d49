/* stake: the ladder of truco (seed 003 section 14). */
#include "hand.h"

/* In the order of the values of the option. */
enum { THE_GAME = 0 };

const struct ladder ladders[] = {
    { 3, { 1, 2, 3, 4 }, { "", "truco", "retruco", "vale-cuatro" } },
    { 4, { 1, 3, 6, 9, THE_GAME }, { "", "truco", "retruco", "vale-nueve", "vale-juego" } },
    { 4, { 1, 3, 6, 9, 12 }, { "", "truco", "seis", "nove", "doze" } },
    { 4, { 2, 4, 6, 10, 12 }, { "", "truco", "seis", "dez", "doze" } },
    { 4, { 2, 4, 6, 9, 12 }, { "", "truco", "seis", "nove", "doze" } },
    { 5, { 1, 2, 3, 4, 6, THE_GAME }, { "", "truc", "retruc", "quatre", "six", "partido" } },
};

unsigned stake_value(const struct open *o, unsigned step)
{
    unsigned value = ladders[opt(o, OPT_LADDER)].value[step];
    return step > 0 && value == THE_GAME ? opt(o, OPT_TARGET) : value;
}

const char *stake_word(const struct open *o, unsigned step)
{
    return step <= stake_top(o) ? ladders[opt(o, OPT_LADDER)].word[step] : NULL;
}
