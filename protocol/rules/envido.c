/* envido: what may be said, and what it is worth (seed 003 section 13, seed 002). */
#include "hand.h"

enum { ENVIDO_POINTS = 2, REAL_POINTS = 3 };

/* Under half the target on both sides, what the leader lacks to the half; else what he lacks. */
static unsigned malas_buenas(unsigned target, unsigned leader)
{
    unsigned half = target / 2;
    return leader < half ? half - leader : target - leader;
}

/* What falta envido pays when `winner` takes it, at a table of more than two; never below 1. */
static unsigned falta_needed(const struct open *o, unsigned winner)
{
    unsigned target = opt(o, OPT_TARGET), leader = leader_score(o);
    unsigned base = leader;
    if (o->pico != 0)
        return pico_falta(o); /* "la falta envido vale 6 tantos" (seed 003 section 3) */
    if (leader >= target)     /* only under end_check=end_of_hand */
        return 1;
    switch (opt(o, OPT_FALTA_ENVIDO)) {
    case FALTA_LOSER_NEEDS: base = side_score(o, other(winner)); break;
    case FALTA_WINNER_TAKES_GAME: base = side_score(o, winner); break;
    case FALTA_MALAS_BUENAS: return malas_buenas(target, leader);
    default: break;
    }
    return target - base;
}

/* By numbers "solo se puede envidar hasta la falta, excepto cuando la partida es mano a mano, ya que en este caso el
 * limite del envido se fija en 10 tantos" (seed 003 section 25), whatever the falta is (RULES.md section 8.2). */
unsigned falta_points(const struct open *o, unsigned winner)
{
    enum { TWO_MOST = 10 };
    unsigned points = falta_needed(o, winner);
    if (o->seats != 2 || opt(o, OPT_ENVIDO) != ENVIDO_NUMERIC)
        return points;
    return opt(o, OPT_UY_CAP_TWO) == UY_CAP_TEN || points > TWO_MOST ? TWO_MOST : points;
}

/* The most it can pay to either side. */
unsigned falta_most(const struct open *o) { return max_of(falta_points(o, 0), falta_points(o, 1)); }

/* The last player of each side in playing order: the foot and the player at the foot's left (seed 002). */
static bool is_pie(const struct open *o, unsigned seat)
{
    unsigned dealer = o->mano == 0 ? o->seats - 1u : o->mano - 1u;
    unsigned before = dealer == 0 ? o->seats - 1u : dealer - 1u;
    return seat == dealer || seat == before;
}

static bool forfeited(const struct open *o, unsigned seat)
{
    unsigned mask = opt(o, OPT_TRUCO_FORFEITS) == FORFEITS_TEAM ? side_mask(o, side_of(o, seat)) : bit(seat);
    return (o->said_truco & mask) != 0;
}

bool envido_may_open(const struct open *o, unsigned seat)
{
    if (o->envido_state != WAGER_POSSIBLE || o->trick > 0 || o->stake > 0)
        return false;
    if (played_first(o, seat) || forfeited(o, seat))
        return false;
    if (embits(o)) /* embit_words() */
        return false;
    return opt(o, OPT_ENVIDO_CALLERS) == CALLERS_ANY || o->seats < 4 || o->pico != 0 || is_pie(o, seat);
}

bool envido_open(const struct open *o)
{
    for (unsigned seat = 0; seat < o->seats && !o->hand_over; seat++)
        if (has(playing(o), seat) && envido_may_open(o, seat))
            return true;
    return false;
}

/* strict: at most two envidos, one real envido, never lower: eleven sequences. */
static unsigned strict_words(const struct open *o)
{
    unsigned words = word(ACT_FALTA_ENVIDO);
    if (o->envido_last == ACT_ENVIDO)
        words |= word(ACT_REAL_ENVIDO);
    if (o->envido_last == ACT_ENVIDO && o->envido_wanted == ENVIDO_POINTS)
        words |= word(ACT_ENVIDO);
    return words;
}

/* ascending: any word that is not lower, seed 002; free: all five answers again, seed 003.
 * Nobody raises what already reaches the falta (ruling): the falta itself is all that is left. */
static unsigned open_words(const struct open *o)
{
    unsigned words = word(ACT_FALTA_ENVIDO);
    if (o->envido_wanted >= falta_most(o))
        return words;
    words |= word(ACT_REAL_ENVIDO);
    if (opt(o, OPT_ENVIDO_CHAIN) == CHAIN_FREE || o->envido_last != ACT_REAL_ENVIDO)
        words |= word(ACT_ENVIDO);
    return words;
}

/* --- numbers: "cuatro envido, diez envido" (seed 003 section 25) --- */

unsigned bet_points(struct action a)
{
    if (a.kind == ACT_REAL_ENVIDO || a.kind == ACT_FLOR_REAL_ENVIDO)
        return REAL_POINTS * (a.arg != 0 ? a.arg : 1u); /* "la cifra multiplicada por tres" */
    return a.arg != 0 ? a.arg : ENVIDO_POINTS;
}

/* "Quiero y N piedras mas" answers an envido: two at least, and all together at most the game, which is all
 * that can be won. */
struct bets stone_bets(const struct open *o, unsigned staked)
{
    unsigned target = opt(o, OPT_TARGET), left = target > staked ? target - staked : 0;
    if (staked == 0 || left < STONES_LEAST)
        return (struct bets){ 0, 0 };
    return (struct bets){ STONES_LEAST, (uint8_t)(left < STONES_MOST ? left : STONES_MOST) };
}

uint32_t stone_words(const struct open *o, unsigned staked, uint32_t envido, uint32_t falta)
{
    bool lower = staked >= falta_most(o);
    uint32_t words = lower && opt(o, OPT_FALTA_LOWER) == FALTA_LOWER_NO ? 0 : falta;
    return staked == 0 || stone_bets(o, staked).high != 0 ? words | envido : words;
}

/* "Solo se puede envidar hasta la falta": all words together.  A raise is at least what it answers. */
struct bets envido_bets(const struct open *o)
{
    unsigned most = falta_most(o), low = o->envido_last == 0 ? 1 : o->envido_bet;
    if (o->envido_last == ACT_FALTA_ENVIDO)
        return (struct bets){ 0, 0 };
    if (stones_said(o))
        return stone_bets(o, o->envido_wanted);
    if (!numbers_said(o) || o->envido_wanted + low > most)
        return (struct bets){ 0, 0 };
    return (struct bets){ (uint8_t)low, (uint8_t)(most - o->envido_wanted) };
}

static unsigned numeric_words(const struct open *o)
{
    if (o->envido_wanted >= falta_most(o))
        return 0;
    return word(ACT_FALTA_ENVIDO) | bare_words(envido_bets(o), word(ACT_ENVIDO), word(ACT_REAL_ENVIDO));
}

unsigned envido_words(const struct open *o)
{
    if (embits(o)) /* a raised embit is not raised again */
        return 0;
    if (o->envido_last == ACT_FALTA_ENVIDO)
        return 0;
    if (stones_said(o))
        return stone_words(o, o->envido_wanted, word(ACT_ENVIDO), word(ACT_FALTA_ENVIDO));
    if (o->envido_last == 0) /* with numbers too: a first word beyond the falta counts as envido */
        return word(ACT_ENVIDO) | word(ACT_REAL_ENVIDO) | word(ACT_FALTA_ENVIDO);
    if (opt(o, OPT_ENVIDO) == ENVIDO_NUMERIC)
        return numeric_words(o);
    return opt(o, OPT_ENVIDO_CHAIN) == CHAIN_STRICT ? strict_words(o) : open_words(o);
}

/* "Envidos and its raises are usually capped (the most usual cap being 6 points)" in pica pica (seed 002). */
static void cap_duel(struct open *o)
{
    if (o->pico == 0 || opt(o, OPT_PICA_CAP) == PICA_CAP_NONE)
        return;
    if (o->envido_wanted > PICO_FALTA)
        o->envido_wanted = PICO_FALTA;
    if (o->envido_unwanted > PICO_FALTA)
        o->envido_unwanted = PICO_FALTA;
}

/* Accepted: the sum of all words, and a falta instead of the sum.  Refused: the sum before the last
 * word, 1 when it is the first (seed 003 section 13). */
void envido_call(struct open *o, unsigned seat, struct action a)
{
    unsigned before = o->envido_wanted, points = before + bet_points(a);
    if (embits(o)) {
        embit_call(o, seat, a);
        return;
    }
    o->envido_unwanted = (uint8_t)(before == 0 ? 1 : before);
    if (a.kind == ACT_FALTA_ENVIDO)
        points = falta_most(o);
    else if (opt(o, OPT_ENVIDO) == ENVIDO_NUMERIC && points > falta_most(o))
        points = ENVIDO_POINTS; /* the first word, beyond the falta: "simple de dos tantos" */
    o->envido_wanted = (uint8_t)points;
    o->envido_bet = (uint8_t)(points > before ? points - before : 0);
    cap_duel(o);
    o->envido_last = a.kind;
    o->envido_seat = (uint8_t)seat;
    o->envido_state = WAGER_CALLED;
    if (o->stake_called != 0 && opt(o, OPT_ENVIDO_OVER_TRUCO) == OVER_TRUCO_CANCEL) {
        o->stake_called = 0;
        o->stake_seat = FIEL_NOBODY;
    }
}

void envido_accept(struct position *pos)
{
    if (embits(&pos->open)) {
        embit_accept(pos);
        return;
    }
    pos->open.envido_state = WAGER_WANTED;
    declare_begin(pos);
}

void envido_refuse(struct position *pos)
{
    struct open *o = &pos->open;
    if (embits(o)) {
        embit_refuse(pos);
        return;
    }
    o->envido_state = WAGER_SETTLED;
    credit(pos, ACCOUNT_ENVIDO, side_of(o, o->envido_seat), o->envido_unwanted);
}

/* Pays the side of `seat`, which won the comparison. */
void envido_settle(struct position *pos, unsigned seat)
{
    struct open *o = &pos->open;
    unsigned side = side_of(o, seat);
    if (embits(o)) {
        embit_settle(pos, seat);
        return;
    }
    o->envido_state = WAGER_SETTLED;
    o->envido_winner = (uint8_t)seat;
    if (o->envido_last != ACT_FALTA_ENVIDO)
        credit(pos, ACCOUNT_ENVIDO, side, o->envido_wanted);
    else if (opt(o, OPT_FALTA_ENVIDO) == FALTA_WINNER_TAKES_GAME && o->pico == 0)
        take_partida(pos, ACCOUNT_ENVIDO, side);
    else
        credit(pos, ACCOUNT_ENVIDO, side, falta_points(o, side));
}
