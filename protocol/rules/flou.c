/* flou: the flor of truc y flou, sung as one plays to the first trick (seed 000, "Flor").
 *
 * `flor` and `another flor` are counted at the end of the hand.  A later rival, with a flor or without, may
 * say `better flor`, which the other side answers at once; after that the flor is settled and nobody sings
 * any more (ruling).  All its points are paid at the end of the hand, before truc, except for the round that
 * `best flor` wins (RULES.md section 7.4). */
#include "hand.h"

enum { FLOU_POINTS = 3, STAYED_SILENT = 5 };

static unsigned singers(const struct open *o, unsigned side) { return count_bits(o->sang & side_mask(o, side)); }

static unsigned sung_points(const struct open *o)
{
    static const uint8_t points[] = { [TF_SUNG_5] = 5, [TF_SUNG_3] = 3, [TF_SUNG_6] = 6 };
    return points[opt(o, OPT_TF_SUNG)];
}

/* With the first card anybody whose rivals sang may say `better flor`: "this of course could be a bluff". */
bool flou_may_better(const struct open *o, unsigned seat)
{
    return o->flor_state == WAGER_CALLED && !has(o->asked, seat) && singers(o, other(side_of(o, seat))) != 0;
}

/* What may be said about a better flor.  To sing it, and to say `best flor` again, takes a flor. */
unsigned flou_answers(const struct open *o, const card_t own[FIEL_HELD_MAX])
{
    if (o->flor_last == ACT_CONTRAFLOR)
        return word(ACT_NO_QUIERO) | word(ACT_QUIERO) | word(ACT_CONTRAFLOR_RESTO);
    return word(ACT_NO_QUIERO) | (flor_held(o, own) ? word(o->flor_last) : 0);
}

/* "It is worth 6 or 9 points respectively" for two or three of one side; of both sides, "the higher total
 * wins 3 game points". */
static unsigned counted_points(const struct open *o)
{
    unsigned a = singers(o, 0), b = singers(o, 1);
    return a != 0 && b != 0 ? FLOU_POINTS : FLOU_POINTS * (a + b);
}

static void show_up(struct open *o, unsigned seat)
{
    o->sang = (uint8_t)(o->sang | bit(seat));
    o->asked = (uint8_t)(o->asked | bit(seat));
}

/* "An embit is nullified if anyone declares a flor." */
void flou_sing(struct open *o, unsigned seat)
{
    show_up(o, seat);
    embit_annul(o);
    if (o->flor_state == WAGER_POSSIBLE)
        o->flor_seat = (uint8_t)seat;
    o->flor_state = WAGER_CALLED;
    o->flor_last = ACT_FLOR;
    o->flor_wanted = (uint8_t)counted_points(o);
}

static void bet(struct open *o, unsigned seat, unsigned kind, unsigned wanted, unsigned silent)
{
    o->flor_last = (uint8_t)kind;
    o->flor_seat = (uint8_t)seat;
    o->flor_wanted = (uint8_t)wanted;
    o->flor_unwanted = (uint8_t)silent;
}

void flou_better(struct open *o, unsigned seat) { bet(o, seat, ACT_CONTRAFLOR, sung_points(o), FLOU_POINTS); }

/* The points wait for the end of the hand. */
static void settle(struct open *o, unsigned side, unsigned points)
{
    o->flor_state = WAGER_SETTLED;
    o->flor_winner = (uint8_t)side;
    o->flor_wanted = (uint8_t)points;
}

/* "If the first player stays silent, the second player wins 3 points"; "if the second team stays silent, the
 * first scores 5 points"; the same 5 for folding to `best flor`. */
void flou_silent(struct open *o) { settle(o, side_of(o, o->flor_seat), o->flor_unwanted); }

/* QUIERO or CONTRAFLOR_RESTO: the bet that the challenged side makes of a better flor, or that side's flor
 * taken at its word. */
void flou_answer(struct position *pos, unsigned seat, unsigned kind)
{
    struct open *o = &pos->open;
    if (o->flor_last == ACT_CONTRAFLOR) {
        unsigned needs0 = side_needs(o, 0), needs1 = side_needs(o, 1);
        unsigned round = needs0 > needs1 ? needs0 : needs1;
        bet(o, seat, kind, kind == ACT_QUIERO ? sung_points(o) : round, STAYED_SILENT);
        return;
    }
    show_up(o, seat);
    o->flor_state = WAGER_WANTED;
    declare_begin(pos);
}

/* "Whereupon the winners win the entire round." */
void flou_settle(struct position *pos, unsigned seat)
{
    struct open *o = &pos->open;
    unsigned side = side_of(o, seat);
    bool round = o->flor_last == ACT_CONTRAFLOR_RESTO;
    settle(o, side, round ? 0 : o->flor_wanted);
    if (round)
        credit(pos, ACCOUNT_FLOR, side, side_needs(o, side));
}

/* "The scores are counted at the end": every flor of a hand in which both sides sang. */
static void count_up(struct position *pos)
{
    struct open *o = &pos->open;
    unsigned seat = o->mano;
    declare_begin(pos);
    for (unsigned i = 0; i < o->seats; i++, seat = next_seat(o, seat)) {
        if (!has(o->sang, seat))
            continue;
        o->declared[seat] = (uint8_t)flor_value(o, pos->dealt[seat]);
        news_add(o, seat, ACT_DECLARE, o->declared[seat]);
    }
}

/* At the end of the hand. */
void flou_pay(struct position *pos)
{
    struct open *o = &pos->open;
    if (o->flor_state == WAGER_CALLED) {
        bool both = singers(o, 0) != 0 && singers(o, 1) != 0;
        if (both)
            count_up(pos);
        settle(o, side_of(o, both ? declare_leader(o) : o->flor_seat), counted_points(o));
    }
    if (o->flor_state == WAGER_SETTLED && o->flor_wanted != 0)
        credit(pos, ACCOUNT_FLOR, o->flor_winner, o->flor_wanted);
}
