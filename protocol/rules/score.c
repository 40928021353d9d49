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

unsigned points_made(const struct open *o, unsigned side)
{
    return (unsigned)o->points_truco[side] + o->points_envido[side] + o->points_flor[side];
}

unsigned rules_scorers(const struct rules *r, int seats)
{
    return seats == 3 && r->opt[OPT_GALLO] == GALLO_TURNO ? 3 : 2;
}

unsigned rules_scorer(const struct rules *r, int seats, unsigned seat)
{
    if (seats != 3)
        return seat & 1u;
    return rules_scorers(r, seats) == 3 ? seat : seat != 0;
}

unsigned best_score(const struct open *o, unsigned seats)
{
    unsigned best = 0;
    for (unsigned s = 0; s < o->scorers; s++)
        if (has(seats, s) && o->score[s] > best)
            best = o->score[s];
    return best;
}

unsigned side_needs(const struct open *o, unsigned side)
{
    unsigned target = opt(o, OPT_TARGET);
    if (o->pico != 0)
        return pico_falta(o);
    unsigned score = side_score(o, side);
    return score < target ? target - score : 1;
}

/* Two partners who keep a score each and reach the target together: the earlier from the hand's mano (RULES.md section 3). */
unsigned side_winner(const struct open *o, unsigned side)
{
    unsigned reached = 0;
    if (o->scorers == 2)
        return side;
    for (unsigned s = 0; s < o->scorers; s++)
        if (side_of(o, s) == side && o->score[s] >= opt(o, OPT_TARGET))
            reached |= bit(s);
    return first_from(o->mano, reached);
}

unsigned forfeit_winner(const struct open *o, unsigned seat, const uint32_t games[])
{
    if (o->scorers == 2)
        return other(side_of(o, seat));
    if (o->hand == 0)
        return o->scorers;
    unsigned best = FIEL_NOBODY, s = o->mano;
    for (unsigned i = 0; i < o->scorers; i++, s = next_seat(o, s)) {
        uint32_t won = games != NULL ? games[s] : 0, most = games != NULL && best != FIEL_NOBODY ? games[best] : 0;
        if (s != seat && (best == FIEL_NOBODY || won > most || (won == most && o->score[s] > o->score[best])))
            best = s;
    }
    return best;
}

void win_game(struct position *pos, unsigned scorer)
{
    struct open *o = &pos->open;
    o->game_over = 1;
    o->game_winner = (uint8_t)scorer;
    o->chicos[scorer]++;
    if (o->chicos[scorer] >= opt(o, OPT_CHICOS))
        o->partida_winner = (uint8_t)scorer;
    end_hand(pos);
}

/* Where each keeps a score of its own, the points of a pair are noted to both (seed 003 section 3). */
static void note(struct open *o, enum account a, unsigned side, unsigned points)
{
    account_of(o, a)[side] = (uint8_t)(account_of(o, a)[side] + points);
    if (o->scorers == 2)
        o->score[side] = (uint16_t)(o->score[side] + points);
    for (unsigned s = 0; o->scorers > 2 && s < o->scorers; s++)
        if (side_of(o, s) == side)
            o->score[s] = (uint16_t)(o->score[s] + points);
}

/* Points are credited when they are won: flor and envido before truco.  Under end_check=immediate the
 * game, and with it the hand, ends at the point that reaches the target (seed 002, "usually"). */
void credit(struct position *pos, enum account a, unsigned side, unsigned points)
{
    struct open *o = &pos->open;
    note(o, a, side, points);
    if (opt(o, OPT_END_CHECK) == END_IMMEDIATE && side_score(o, side) >= opt(o, OPT_TARGET))
        win_game(pos, side_winner(o, side));
}

/* winner_takes_game: the whole partida, where seed 003 says partida (sections 12 and 13). */
void take_partida(struct position *pos, enum account a, unsigned side)
{
    struct open *o = &pos->open;
    unsigned target = opt(o, OPT_TARGET), score = side_score(o, side);
    note(o, a, side, score < target ? target - score : 0);
    unsigned winner = side_winner(o, side);
    o->chicos[winner] = (uint8_t)(opt(o, OPT_CHICOS) - 1);
    win_game(pos, winner);
}

/* end_check=end_of_hand: both past the target, the higher wins; equal, another hand (seed 002). */
static void check_target(struct position *pos)
{
    struct open *o = &pos->open;
    unsigned first = side_score(o, 0), second = side_score(o, 1);
    if (first != second && leader_score(o) >= opt(o, OPT_TARGET))
        win_game(pos, side_winner(o, first > second ? 0 : 1));
}

void end_hand(struct position *pos)
{
    struct open *o = &pos->open;
    if (o->hand_over)
        return;
    o->hand_over = 1;
    o->turn = FIEL_NOBODY;
    o->phase = PHASE_NONE;
    o->passed = 0;
    o->waived = 0;
    if (!o->game_over)
        check_target(pos);
}
