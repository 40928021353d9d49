/* score: points, games, partidas, and the end of a hand. */
#include "hand.h"

static uint8_t *account_of(struct open *o, enum account a)
{
    switch (a) {
    case ACCOUNT_ENVIDO: return o->points_envido;
    case ACCOUNT_FLOR: return o->points_flor;
    case ACCOUNT_BONUS: return o->points_bonus;
    case ACCOUNT_TRUCO: break;
    }
    return o->points_truco;
}

void win_game(struct match *m, unsigned side)
{
    struct open *o = &m->open;
    o->game_over = 1;
    o->game_winner = (uint8_t)side;
    o->chicos[side]++;
    if (o->chicos[side] >= opt(o, OPT_CHICOS))
        o->partida_winner = (uint8_t)side;
    end_hand(m);
}

/* Points are credited when they are won: flor and envido before truco.  Under end_check=immediate the
 * game, and with it the hand, ends at the point that reaches the target (seed 002, "usually"). */
void credit(struct match *m, enum account a, unsigned side, unsigned points)
{
    struct open *o = &m->open;
    account_of(o, a)[side] = (uint8_t)(account_of(o, a)[side] + points);
    o->score[side] = (uint16_t)(o->score[side] + points);
    if (opt(o, OPT_END_CHECK) == END_IMMEDIATE && o->score[side] >= opt(o, OPT_TARGET))
        win_game(m, side);
}

/* winner_takes_game: the whole partida, where seed 003 says partida (sections 12 and 13). */
void take_partida(struct match *m, enum account a, unsigned side)
{
    struct open *o = &m->open;
    unsigned target = opt(o, OPT_TARGET);
    unsigned points = o->score[side] < target ? target - o->score[side] : 0;
    account_of(o, a)[side] = (uint8_t)(account_of(o, a)[side] + points);
    o->score[side] = (uint16_t)(o->score[side] + points);
    o->chicos[side] = (uint8_t)(opt(o, OPT_CHICOS) - 1);
    win_game(m, side);
}

/* end_check=end_of_hand: both past the target, the higher wins; equal, another hand (seed 002). */
static void check_target(struct match *m)
{
    struct open *o = &m->open;
    unsigned target = opt(o, OPT_TARGET);
    if (o->score[0] < target && o->score[1] < target)
        return;
    if (o->score[0] != o->score[1])
        win_game(m, o->score[0] > o->score[1] ? 0 : 1);
}

void end_hand(struct match *m)
{
    struct open *o = &m->open;
    if (o->hand_over)
        return;
    o->hand_over = 1;
    o->turn = NOBODY;
    o->phase = PHASE_NONE;
    o->passed = 0;
    o->waived = 0;
    if (!o->game_over)
        check_target(m);
}
