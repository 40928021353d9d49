/* envite: flores bet against each other as envido is, "con flor" (flor_table=envite; seed 003 section 24).
 *
 * Every flor is worth 3 to its side, and what is bet comes on top.  Who said contraflor has laid its own
 * flores down too: "para cobrar las del adversario debe haber una contraflor por parte de este". */
#include "hand.h"

static unsigned flores_of(const struct open *o, unsigned side)
{
    return FLOR_POINTS * count_bits(o->sang & side_mask(o, side));
}

static unsigned flores_won(const struct open *o, unsigned side)
{
    return flores_of(o, side) + (has(o->flor_contra, other(side)) ? flores_of(o, other(side)) : 0);
}

/* "Resto equivale a falta, pero solo se usa en la flor". */
static unsigned resto(const struct open *o) { return falta_most(o); }

static unsigned resto_pays(const struct open *o, unsigned side)
{
    unsigned target = opt(o, OPT_TARGET), score = side_score(o, side);
    switch (opt(o, OPT_UY_RESTO)) {
    case UY_RESTO_FALTA: return resto(o);
    case UY_RESTO_WINNER_TAKES_GAME:
        if (o->pico == 0)
            return score < target ? target - score : 1;
        break;
    default: break;
    }
    return resto(o) + flores_of(o, 0) + flores_of(o, 1);
}

unsigned envite_pays(const struct open *o, unsigned side)
{
    if (o->flor_last == ACT_CONTRAFLOR_RESTO)
        return resto_pays(o, side);
    unsigned bet = o->flor_last == ACT_FLOR_FALTA_ENVIDO ? falta_points(o, side) : o->flor_staked;
    return bet + flores_won(o, side);
}

/* "[si] su envite no ha sido aceptado, solo cobra el valor de sus flores", and what had been accepted; with
 * stones a first bet is an envite and costs 1. */
unsigned envite_refused(const struct open *o)
{
    unsigned side = o->flor_seat != FIEL_NOBODY ? side_of(o, o->flor_seat) : 0;
    bool first = stones_said(o) && o->flor_last != ACT_FLOR && o->flor_taken == 0;
    return (first ? 1u : o->flor_taken) + flores_won(o, side);
}

/* At least what the last bet put on top; a contraflor puts nothing. */
unsigned envite_least(const struct open *o)
{
    if (stones_said(o))
        return STONES_LEAST;
    unsigned last = (unsigned)o->flor_staked - o->flor_taken;
    return last != 0 ? last : 1;
}

/* What a number may put on top: at least what the last bet did, at most what is left of the falta. */
struct bets envite_bets(const struct open *o)
{
    unsigned low = envite_least(o), most = resto(o);
    bool closed = o->flor_last == ACT_CONTRAFLOR_RESTO || o->flor_last == ACT_FLOR_FALTA_ENVIDO;
    if (!closed && stones_said(o))
        return stone_bets(o, o->flor_staked);
    if (closed || o->flor_staked + low > most)
        return (struct bets){ 0, 0 };
    return (struct bets){ (uint8_t)low, (uint8_t)(most - o->flor_staked) };
}

/* The first bet may be any word: one beyond the falta counts as con flor envido, as in envido. */
uint32_t envite_words(const struct open *o)
{
    const uint32_t envido = 1u << ACT_FLOR_ENVIDO, real = 1u << ACT_FLOR_REAL_ENVIDO;
    const uint32_t falta = 1u << ACT_FLOR_FALTA_ENVIDO;
    uint32_t words = 1u << ACT_CONTRAFLOR_RESTO;
    if (o->flor_last == ACT_CONTRAFLOR_RESTO || (stones_said(o) && o->flor_last == ACT_FLOR_FALTA_ENVIDO))
        return 0;
    if (stones_said(o))
        return stone_words(o, o->flor_staked, envido, falta);
    if (o->flor_last != ACT_FLOR_FALTA_ENVIDO && !has(o->flor_contra, side_of(o, o->turn)))
        words |= 1u << ACT_CONTRAFLOR;
    if (o->flor_last == ACT_FLOR)
        return words | envido | real | falta;
    if (o->flor_staked < resto(o))
        words |= falta;
    return words | bare_words(envite_bets(o), envido, real);
}

/* A contraflor puts nothing on top but its side's flores (RULES.md section 8.3). */
void envite_bet(struct open *o, unsigned side, struct action a)
{
    unsigned most = resto(o), before = o->flor_staked, points = before + bet_points(a);
    if (a.kind == ACT_CONTRAFLOR) {
        o->flor_contra = (uint8_t)(o->flor_contra | bit(side));
        points = before;
    } else if (a.kind == ACT_CONTRAFLOR_RESTO || a.kind == ACT_FLOR_FALTA_ENVIDO) {
        points = most > before ? most : before;
    } else if (points > most && !stones_said(o)) {
        points = bet_points((struct action){ ACT_FLOR_ENVIDO, 0 });
    }
    o->flor_staked = (uint8_t)points;
    o->flor_taken = (uint8_t)before;
}
