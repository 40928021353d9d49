/* flor: singing, betting, and what it pays (seeds 003 section 12, 002 and 004). */
#include "hand.h"

/* What the side that leads lacks. */
static unsigned leader_needs(const struct open *o)
{
    unsigned target = opt(o, OPT_TARGET);
    if (o->pico != 0)
        return pico_falta(o); /* "lo maximo que puede apostarse son tambien 6 tantos" (seed 003 section 3) */
    unsigned leader = leader_score(o);
    return leader < target ? target - leader : 0;
}

/* "el numero de tantos necesario para que el equipo que lleva mas alcance los 30 tantos, ademas de 3 por
 * cada flor cantada" (seed 003 section 12). */
static unsigned resto_points(const struct open *o, unsigned all)
{
    if (opt(o, OPT_RESTO) == RESTO_LEADER_PLUS_FLORES)
        return leader_needs(o) + all;
    if (opt(o, OPT_RESTO) == RESTO_LEADER || o->pico != 0)
        return leader_needs(o);
    if (opt(o, OPT_RESTO) == RESTO_LOSER_NEEDS) /* the most it can pay: flor_settle knows who lost */
        return max_of(side_needs(o, 0), side_needs(o, 1));
    unsigned first = side_score(o, 0), second = side_score(o, 1), low = first < second ? first : second;
    return opt(o, OPT_TARGET) > low ? opt(o, OPT_TARGET) - low : 0;
}

/* The side that sang first, where the bets of the two sides alternate (flor_table=seed004). */
static unsigned first_side(const struct open *o)
{
    unsigned side = side_of(o, o->flor_seat);
    return o->flor_last == ACT_CONTRAFLOR ? other(side) : side;
}

/* Seed 004: 3 for each flor of the side that sang first, until the rivals answer. */
static unsigned first_flores(const struct open *o)
{
    return FLOR_POINTS * count_bits(o->sang & side_mask(o, first_side(o)));
}

/* "QUIERO - the FLOR value raises to 9, in case both adversaries choose QUIERO, the FLOWER value is raised
 * to 12" (seed 004): 9 for the first and 3 for each further one. */
static unsigned quiero_points(const struct open *o)
{
    unsigned rivals = count_bits(o->sang & side_mask(o, other(first_side(o))));
    if (opt(o, OPT_GA_QUIERO) == GA_QUIERO_PER_FLOR)
        return FLOR_POINTS * count_bits(o->sang);
    return 9u + FLOR_POINTS * (rivals > 1 ? rivals - 1u : 0u);
}

/* The tables, one row per last bet: FLOR against FLOR, CONTRAFLOR, AL RESTO.  A contraflor of seed 004
 * doubles "the actual FLOWER value". */
static unsigned wanted_points(const struct open *o)
{
    unsigned table = opt(o, OPT_FLOR_TABLE), all = FLOR_POINTS * count_bits(o->sang);
    if (table == FLOR_ENVITE) /* the most it can pay: flor_settle knows who won */
        return max_of(envite_pays(o, 0), envite_pays(o, 1));
    if (o->flor_last == ACT_CONTRAFLOR_RESTO)
        return resto_points(o, all);
    if (table == FLOR_SEED004)
        return o->flor_last == ACT_CONTRAFLOR ? 2 * first_flores(o) : quiero_points(o);
    if (o->flor_last == ACT_CONTRAFLOR)
        return table == FLOR_MODERN ? 6 : all;
    if (table == FLOR_SEED003)
        return FLOR_POINTS;
    return table == FLOR_MODERN ? 4 : all;
}

static unsigned unwanted_points(const struct open *o, bool over_contraflor)
{
    unsigned table = opt(o, OPT_FLOR_TABLE), all = FLOR_POINTS * count_bits(o->sang);
    if (table == FLOR_ENVITE)
        return envite_refused(o);
    if (table == FLOR_SEED004) /* what was worth something before the bet that is refused */
        return (o->flor_last == ACT_CONTRAFLOR_RESTO ? 2 : 1) * first_flores(o);
    if (o->flor_last == ACT_CONTRAFLOR_RESTO) {
        if (table == FLOR_MODERN)
            return 6;
        return over_contraflor ? all : FLOR_POINTS;
    }
    if (o->flor_last == ACT_CONTRAFLOR)
        return table == FLOR_MODERN ? 4 : FLOR_POINTS;
    return table == FLOR_PER_FLOR ? all : FLOR_POINTS;
}

static void price(struct open *o, bool over_contraflor)
{
    o->flor_wanted = (uint8_t)wanted_points(o);
    o->flor_unwanted = (uint8_t)unwanted_points(o, over_contraflor);
}

/* A flor annuls every envido said or still possible; a pending truco waits (seed 003 section 12). */
static void annul_envido(struct open *o)
{
    if (o->envido_state == WAGER_SETTLED)
        return;
    o->envido_state = WAGER_CLOSED;
    o->envido_last = 0;
    o->envido_seat = FIEL_NOBODY;
    o->envido_wanted = 0;
    o->envido_unwanted = 0;
}

static void show_up(struct open *o, unsigned seat)
{
    o->sang = (uint8_t)(o->sang | bit(seat));
    o->asked = (uint8_t)(o->asked | bit(seat));
    annul_envido(o);
}

/* uy_flor_duty=suit_only: "En este ultimo es obligado cantar flor", three cards of one suit (seed 003
 * section 24); a flor made with pieces may be kept quiet. */
bool flor_must(const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    return opt(o, OPT_UY_FLOR_DUTY) == UY_DUTY_ALL ? flor_held(o, held) : suit_flor_held(held);
}

/* Sings. As an answer to a rival's flor it means: compare. */
void flor_sing(struct position *pos, unsigned seat)
{
    struct open *o = &pos->open;
    bool first_of_side = (o->sang & side_mask(o, side_of(o, seat))) == 0;
    bool over = o->flor_last == ACT_CONTRAFLOR_RESTO && o->flor_unwanted > FLOR_POINTS;
    if (embits(o)) {
        flou_sing(o, seat);
        return;
    }
    show_up(o, seat);
    if (o->flor_state != WAGER_WANTED) /* one more flor after con flor quiero: it is compared too */
        o->flor_state = WAGER_CALLED;
    if (o->flor_last == 0)
        o->flor_last = ACT_FLOR;
    if (first_of_side && o->flor_last == ACT_FLOR)
        o->flor_seat = (uint8_t)seat;
    price(o, over);
}

void flor_bet(struct position *pos, unsigned seat, struct action a)
{
    struct open *o = &pos->open;
    bool over = o->flor_last == ACT_CONTRAFLOR;
    show_up(o, seat);
    if (envite(o))
        envite_bet(o, side_of(o, seat), a);
    o->flor_last = a.kind;
    o->flor_seat = (uint8_t)seat;
    price(o, over);
}

void flor_quiero(struct position *pos, unsigned seat)
{
    struct open *o = &pos->open;
    show_up(o, seat);
    o->flor_wanted = (uint8_t)wanted_points(o); /* its own flor may be one more */
    o->flor_state = WAGER_WANTED;
    declare_begin(pos);
}

void flor_compare(struct position *pos)
{
    pos->open.flor_state = WAGER_WANTED;
    declare_begin(pos);
}

/* flor_ends: "when the FLOWER is in play [...] the round ends" (seed 004).  A side that gave the hand up
 * is paid for as ever. */
static void flor_over(struct position *pos)
{
    struct open *o = &pos->open;
    bool given_up = (playing(o) & side_mask(o, 0)) == 0 || (playing(o) & side_mask(o, 1)) == 0;
    if (o->hand_over || given_up)
        return;
    if (opt(o, OPT_FLOR_ENDS) == FLOR_ENDS_TRICK)
        trick_break(o);
    else if (opt(o, OPT_FLOR_ENDS) == FLOR_ENDS_HAND)
        hand_decided(pos, FIEL_TIE);
}

/* The side of `seat` gives way; one achico binds it whatever its partners hold (RULES.md section 2.4). */
void flor_achico(struct position *pos, unsigned seat)
{
    struct open *o = &pos->open;
    if (!has(o->sang, seat)) {
        show_up(o, seat);
        price(o, false);
    }
    o->flor_state = WAGER_SETTLED;
    o->flor_winner = (uint8_t)other(side_of(o, seat));
    credit(pos, ACCOUNT_FLOR, o->flor_winner, o->flor_unwanted);
    flor_over(pos);
}

/* Only one side has flores: 3 for each of them. */
void flor_one_side(struct position *pos)
{
    struct open *o = &pos->open;
    o->flor_state = WAGER_SETTLED;
    o->flor_winner = (uint8_t)side_of(o, o->flor_seat);
    credit(pos, ACCOUNT_FLOR, o->flor_winner, FLOR_POINTS * count_bits(o->sang));
    flor_over(pos);
}

/* Pays the side of `seat`, whose flor won the comparison. */
void flor_settle(struct position *pos, unsigned seat)
{
    struct open *o = &pos->open;
    unsigned side = side_of(o, seat);
    if (embits(o)) {
        flou_settle(pos, seat);
        return;
    }
    o->flor_state = WAGER_SETTLED;
    o->flor_winner = (uint8_t)side;
    if (envite(o))
        credit(pos, ACCOUNT_FLOR, side, envite_pays(o, side));
    else if (o->flor_last == ACT_CONTRAFLOR_RESTO && opt(o, OPT_RESTO) == RESTO_WINNER_TAKES_GAME && o->pico == 0)
        take_partida(pos, ACCOUNT_FLOR, side);
    else if (o->flor_last == ACT_CONTRAFLOR_RESTO && opt(o, OPT_RESTO) == RESTO_LOSER_NEEDS)
        credit(pos, ACCOUNT_FLOR, side, side_needs(o, other(side)));
    else
        credit(pos, ACCOUNT_FLOR, side, o->flor_wanted);
    flor_over(pos);
}
