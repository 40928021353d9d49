/* stake: the ladder of truco (seed 003 section 14), and who takes what it stands at. */
#include "hand.h"

/* In the order of the values of the option. */
enum { THE_GAME = 0 };

const struct ladder ladders[] = {
    { 3, { 1, 2, 3, 4 }, { "", "truco", "retruco", "vale-cuatro" } },
    { 4, { 1, 3, 6, 9, THE_GAME }, { "", "truco", "retruco", "vale-nueve", "vale-juego" } },
    { 4, { 1, 3, 6, 9, 12 }, { "", "truco", "seis", "nove", "doze" } },
    { 4, { 2, 4, 6, 10, 12 }, { "", "truco", "seis", "dez", "doze" } },
    { 4, { 2, 4, 6, 9, 12 }, { "", "truco", "seis", "nove", "doze" } },
    { 5, { 1, 2, 3, 4, 6, THE_GAME }, { "", "truc", "retruc", "quatro", "seiz", "partido" } },
};

unsigned stake_value(const struct open *o, unsigned step)
{
    const struct ladder *l = &ladders[opt(o, OPT_LADDER)];
    if (step == 0 && o->eleven == ELEVEN_PLAYED)
        return l->value[1];
    if (step == 0 && o->eleven == ELEVEN_RUN && opt(o, OPT_TEN_RUN) == TEN_RUN_1)
        return 1;
    return step > 0 && l->value[step] == THE_GAME ? opt(o, OPT_TARGET) : l->value[step];
}

unsigned truco_points(const struct open *o, unsigned step) { return step <= stake_top(o) ? stake_value(o, step) : 0; }

/* What is accepted, if this side wins.  "Vale juego" is the game: what the side lacks to the target. */
static unsigned stake_pays(const struct open *o, unsigned side)
{
    unsigned target = opt(o, OPT_TARGET), score = side_score(o, side);
    unsigned lacks = score < target ? target - score : 0;
    bool game = o->stake > 0 && ladders[opt(o, OPT_LADDER)].value[o->stake] == THE_GAME;
    return game ? lacks : stake_value(o, o->stake);
}

bool stake_wins(const struct open *o, unsigned step)
{
    unsigned first = side_score(o, 0), second = side_score(o, 1);
    return (first < second ? first : second) + stake_value(o, step) >= opt(o, OPT_TARGET);
}

const char *stake_word(const struct open *o, unsigned step)
{
    return step <= stake_top(o) ? ladders[opt(o, OPT_LADDER)].word[step] : NULL;
}

/* What waited: an embit when the hand ends in its first trick, a flor in any case. */
static void pay_declarations(struct position *pos)
{
    if (pos->open.trick == 0)
        embit_pay(pos);
    if (!pos->open.hand_over)
        flou_pay(pos);
}

void hand_decided(struct position *pos, unsigned winner)
{
    struct open *o = &pos->open;
    o->hand_winner = (uint8_t)winner;
    if (embits(o))
        pay_declarations(pos);
    if (winner != FIEL_TIE && !o->hand_over)
        credit(pos, ACCOUNT_TRUCO, winner, stake_pays(o, winner));
}
