/* check: what must hold in every state.  Of public facts alone a client that was told them may ask; the whole is the oracle of tests and
 * fuzzing. */
#include "hand.h"

/* --- one fact by itself ---------------------------------------------------------------------------- */

static bool phase_is(unsigned phase)
{
    switch (phase) {
#define X(name, number, meaning) case number:
        FIEL_PHASES(X)
#undef X
        return true;
    default: return false;
    }
}

static bool below(const uint8_t *values, unsigned count, unsigned end, bool or_nobody)
{
    for (unsigned i = 0; i < count; i++)
        if (values[i] >= end && !(or_nobody && values[i] == FIEL_NOBODY))
            return false;
    return true;
}
#define BELOW(values, end, or_nobody) below(values, sizeof(values) / sizeof(values)[0], end, or_nobody)

const char *open_facts_check(const struct open *o)
{
    const uint8_t seats[] = { o->turn,       o->mano,        o->leader,        o->gallo,
                              o->stake_seat, o->envido_seat, o->envido_winner, o->flor_seat };
    const uint8_t masks[] = { o->sides[0],  o->sides[1],   o->duel,   o->dueled, o->duel_envido,
                              o->duel_flor, o->said_truco, o->waived, o->sang,   o->asked,
                              o->passed,    o->out,        o->accused };
    const uint8_t outcomes[] = { o->trick_winner[0], o->trick_winner[1], o->trick_winner[2],
                                 o->hand_winner,     o->flor_winner,     o->eleven_side };
    const uint8_t scorers[] = { o->game_winner, o->partida_winner }, wagers[] = { o->envido_state, o->flor_state };
    const uint8_t words[] = { o->envido_last, o->flor_last }, stakes[] = { o->stake, o->stake_called };
    const uint8_t flags[] = { o->hand_over, o->game_over };
    if (o->seats < 2 || o->seats > FIEL_SEATS_MAX || o->scorers < 2 || o->scorers > FIEL_SCORERS_MAX)
        return "a table has two to eight seats, and two or three scores";
    if (!BELOW(seats, o->seats, true) || !BELOW(masks, 1u << o->seats, false))
        return "a seat that is not at the table";
    if (!BELOW(outcomes, FIEL_TIE + 1u, true) || o->flor_contra > 3 || !BELOW(scorers, o->scorers, true))
        return "a side or a score that is not at the table";
    if (o->trick > SHAPE_TRICK || !below(o->gone, o->seats, 1u << FIEL_HELD_MAX, false) ||
        (o->discard >= FIEL_HELD_MAX && o->discard != FIEL_NOBODY))
        return "a trick or a card that nobody has";
    if (!phase_is(o->phase) || o->pico > 3 || o->eleven > ELEVEN_IRON || !BELOW(wagers, WAGER_SETTLED + 1u, false) ||
        !BELOW(flags, 2, false))
        return "a state that no hand has";
    if (!BELOW(words, ACTION_LAST + 1u, false) || !BELOW(stakes, stake_top(o) + 1u, false))
        return "a word that this variant does not have";
    return NULL;
}

/* --- facts held against each other ----------------------------------------------------------------- */

/* All dealt cards are different. */
static const char *check_dealt(const struct position *pos)
{
    uint64_t seen = pos->open.vira < FIEL_CARDS ? (uint64_t)1 << pos->open.vira : 0;
    for (unsigned seat = 0; seat < pos->open.seats; seat++)
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++) {
            card_t c = pos->dealt[seat][k];
            if (c == CARD_NONE || (c == CARD_HIDDEN && unseen(&pos->open)))
                continue;
            if (!rules_have_card(&pos->open.rules, c))
                return "a dealt card is not in the deck";
            if (seen >> c & 1u)
                return "a card was dealt twice";
            seen |= (uint64_t)1 << c;
        }
    return NULL;
}

static bool dealt_to(const struct position *pos, unsigned seat, card_t c)
{
    for (unsigned k = 0; k < 3; k++)
        if (pos->dealt[seat][k] == c && has(pos->open.gone[seat], k))
            return true;
    return false;
}

/* The table holds cards of the seats that lie before them, and `gone` counts them. */
static const char *check_table(const struct position *pos)
{
    const struct open *o = &pos->open;
    for (unsigned seat = 0; seat < o->seats; seat++) {
        unsigned played = seat == o->gallo && o->discard != FIEL_NOBODY ? 1 : 0, gone = 0;
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            gone += has(o->gone[seat], k);
        for (unsigned t = 0; t < SHAPE_TRICK; t++) {
            card_t c = on_table(o, t, seat);
            played += c != CARD_NONE;
            if (c != CARD_NONE && c != CARD_HIDDEN && !dealt_to(pos, seat, c))
                return "a card lies before a seat that did not hold it";
            if (c != CARD_NONE && t > o->trick && has(o->duel, seat))
                return "a card lies in a trick that has not begun";
        }
        if (played != gone)
            return "cards on the table and cards gone differ in number";
    }
    return NULL;
}

/* One plays alone where three sit, by the rules of this hand, and lays a card away before all else. */
static const char *check_gallo(const struct open *o)
{
    if (o->scorers != rules_scorers(&o->rules, o->seats) || (o->sides[0] | o->sides[1]) != all_seats(o) ||
        (o->sides[0] & o->sides[1]) != 0)
        return "every seat is on one side, and every score is somebody's";
    if (o->gallo != (o->hand == 0 ? FIEL_NOBODY : rules_gallo(&o->rules, o->seats, o->mano)))
        return "another seat is the gallo";
    if (o->discard != FIEL_NOBODY && (o->gallo == FIEL_NOBODY || o->discard >= FIEL_HELD_MAX))
        return "only the gallo lays a card away, one of four";
    if (o->gallo != FIEL_NOBODY && !o->hand_over && (o->discard == FIEL_NOBODY) != (o->phase == PHASE_DISCARD))
        return "the gallo lays a card away before anything else";
    return NULL;
}

static const char *check_tricks(const struct open *o)
{
    for (unsigned t = 0; t < SHAPE_TRICK; t++)
        if ((o->trick_winner[t] != FIEL_NOBODY) != (t < o->trick))
            return "a trick has a winner exactly when it is complete";
    if (o->leader >= o->seats && o->hand > 0)
        return "a trick has a leader";
    if (!o->hand_over && tricks_winner(o) != FIEL_NOBODY && o->hand_winner == FIEL_NOBODY)
        return "the tricks are decided and the hand goes on";
    return NULL;
}

/* Nobody raises in a hand of eleven or of iron, and somebody decides whether to play it. */
static const char *check_pico(const struct open *o)
{
    if (o->pico == 0)
        return o->hand == 0 || o->duel == all_seats(o) ? NULL : "all play in a redondo";
    if (o->seats != 6 || opt(o, OPT_PICA) == PICA_OFF)
        return "no pico a pico at this table";
    if ((o->duel & o->dueled) != 0 || (o->out | o->duel) != all_seats(o))
        return "two seats duel, the others are out";
    return NULL;
}

static const char *check_eleven(const struct open *o)
{
    if (o->eleven != ELEVEN_NONE && opt(o, OPT_ELEVEN_HAND) == OFF)
        return "no hand of eleven in this game";
    if ((o->eleven_side < 2) != (o->eleven != ELEVEN_NONE && o->eleven != ELEVEN_IRON))
        return "a hand of eleven has a side, an iron hand has none";
    if (o->eleven != ELEVEN_NONE && (o->stake != 0 || o->stake_called != 0))
        return "nobody raises the hand of eleven";
    if (!o->hand_over && (o->eleven == ELEVEN_ASKED) != (o->phase == PHASE_ELEVEN))
        return "the hand of eleven is decided before anything else";
    if (o->hand > 0 && rules_turn_card(&o->rules) && !rules_have_card(&o->rules, o->vira))
        return "a card is turned";
    return NULL;
}

static const char *check_stake(const struct open *o)
{
    if (o->stake_called != 0 && o->stake_called != o->stake + 1)
        return "a raise is one step above what is accepted";
    if ((o->stake != 0 || o->stake_called != 0) && o->stake_seat == FIEL_NOBODY)
        return "a stake was said by somebody";
    if (o->stake != 0 && o->envido_state == WAGER_POSSIBLE && !embits(o))
        return "envido is closed once truco is accepted";
    return NULL;
}

static const char *check_envido(const struct position *pos)
{
    const struct open *o = &pos->open;
    bool said = o->envido_last != 0;
    if (said !=
        (o->envido_state == WAGER_CALLED || o->envido_state == WAGER_WANTED || o->envido_state == WAGER_SETTLED))
        return "an envido that was said is called, wanted or settled";
    if (said && (o->envido_seat == FIEL_NOBODY || o->envido_wanted == 0 || o->envido_unwanted == 0))
        return "an envido has a caller and is worth something";
    if (said && o->envido_wanted < o->envido_bet)
        return "an envido is worth at least its last word";
    if (said && o->sang != 0)
        return "a flor annuls the envido";
    if (o->envido_state == WAGER_POSSIBLE && o->trick > 0)
        return "envido belongs to the first trick";
    for (unsigned seat = 0; seat < o->seats && said; seat++)
        if (o->declared[seat] < DECLARED_SILENT && o->declared[seat] != envido_value(o, pos->dealt[seat]))
            return "a declared envido is the true one";
    return NULL;
}

static const char *check_flor(const struct position *pos)
{
    const struct open *o = &pos->open;
    if (opt(o, OPT_FLOR) == OFF && (o->sang != 0 || o->flor_state != WAGER_CLOSED))
        return "flor is not played";
    if ((o->sang & ~o->asked) != 0)
        return "the seat that sang was asked";
    if (o->flor_taken > o->flor_staked || (o->flor_staked != 0 && !envite(o)))
        return "a bet con flor is above what it answers";
    for (unsigned side = 0; side < 2; side++)
        if (has(o->flor_contra, side) && (o->sang & side_mask(o, side)) == 0)
            return "who says contraflor has a flor";
    for (unsigned seat = 0; seat < o->seats; seat++) {
        if (has(o->sang, seat) && !flor_held(o, pos->dealt[seat]))
            return "the seat that sang holds a flor";
        if (o->sang != 0 && o->declared[seat] < DECLARED_SILENT && o->declared[seat] != flor_rank(o, pos->dealt[seat]))
            return "a declared flor is the true one";
    }
    return NULL;
}

/* What waits for its payment, and the Sword and the Club, which are played once. */
static const char *check_declarations(const struct open *o)
{
    unsigned bonus = (unsigned)o->points_bonus[0] + o->points_bonus[1];
    if (bonus > 3 || (bonus != 0 && opt(o, OPT_BONUS) == BONUS_NONE))
        return "the bonus is 2 for the Sword and 1 for the Club";
    if (!embits(o) || o->hand_over)
        return NULL;
    if (o->trick == 0 && (o->points_envido[0] != 0 || o->points_envido[1] != 0))
        return "an embit is paid after the first trick";
    if (o->flor_last != ACT_CONTRAFLOR_RESTO && (o->points_flor[0] != 0 || o->points_flor[1] != 0))
        return "a flor is paid at the end of the hand";
    if (o->phase == PHASE_ENVIDO && embit_waits(o))
        return "a plain embit is no question";
    if (o->phase == PHASE_FLOR && o->flor_last == ACT_FLOR)
        return "a plain flor is no question";
    return NULL;
}

static const char *check_over(const struct open *o)
{
    if (o->hand_over != (o->turn == FIEL_NOBODY) || o->hand_over != (o->phase == PHASE_NONE))
        return "somebody decides exactly while the hand is open";
    if (o->game_over && (!o->hand_over || o->game_winner >= o->scorers))
        return "a game that is over has a winner and no open hand";
    if (o->partida_winner != FIEL_NOBODY && o->partida_winner != o->game_winner)
        return "a partida ends with a game";
    for (unsigned s = 0; s < o->scorers; s++) {
        unsigned side = o->scorers == 2 ? s : side_of(o, s);
        if (o->score[s] < points_made(o, side) + o->points_bonus[side])
            return "the score holds the points of the hand";
        if (!o->game_over && opt(o, OPT_END_CHECK) == END_IMMEDIATE && o->score[s] >= opt(o, OPT_TARGET))
            return "the target is reached and the game goes on";
    }
    return NULL;
}

static const char *check_turn(const struct position *pos)
{
    const struct open *o = &pos->open;
    struct action list[FIEL_LEGAL_MAX];
    if (o->hand_over)
        return NULL;
    if (o->turn >= o->seats)
        return "a seat of the table is to decide";
    if (has(o->out, o->turn) && o->phase != PHASE_ACCUSE)
        return "who gave up decides nothing";
    if (has(o->passed, o->turn) && o->phase != PHASE_PLAY)
        return "who passed is not asked again";
    return position_legal(pos, o->turn, list) > 0 ? NULL : "the seat on turn can do something";
}

const char *position_check(const struct position *pos)
{
    const struct open *o = &pos->open;
    const char *wrong = open_facts_check(o);
    if (wrong == NULL && (wrong = check_dealt(pos)) == NULL && (wrong = check_table(pos)) == NULL &&
        (wrong = check_tricks(o)) == NULL && (wrong = check_stake(o)) == NULL && (wrong = check_eleven(o)) == NULL &&
        (wrong = check_pico(o)) == NULL && (wrong = check_envido(pos)) == NULL && (wrong = check_flor(pos)) == NULL &&
        (wrong = check_declarations(o)) == NULL && (wrong = check_gallo(o)) == NULL && (wrong = check_over(o)) == NULL)
        wrong = check_turn(pos);
    return wrong;
}
