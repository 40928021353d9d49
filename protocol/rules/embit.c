/* embit: a pair of one suit, bid as one plays to the first trick (seed 000, "Embit").
 *
 * A plain bid waits: each later rival may sing it or raise it at its turn, and nobody need answer.  A raise,
 * `mi falta` and `truc and the rest` are questions, which the other side answers at once.  Points are paid
 * after the last card of the trick, for a flor annuls an embit until then (RULES.md section 7.3). */
#include "hand.h"

enum { UNCHALLENGED = 1, SUNG = 2, FOLDED = 2 };

bool embit_more(unsigned points) { return points == 1 || points == 2 || points == 10; }

/* "They have one opportunity to make a declaration", before the first card. */
unsigned embit_words(const struct open *o, unsigned seat)
{
    bool rivals = o->envido_seat != FIEL_NOBODY && side_of(o, o->envido_seat) != side_of(o, seat);
    if (has(o->asked, seat))
        return 0;
    if (o->envido_state == WAGER_POSSIBLE)
        return word(ACT_ENVIDO) | word(ACT_FALTA_ENVIDO) | (o->stake == 0 ? word(ACT_TRUC_REST) : 0);
    if (o->envido_state == WAGER_CALLED && rivals)
        return word(ACT_QUIERO) | word(ACT_EMBIT_MORE) | word(ACT_EMBIT_REST);
    return 0;
}

/* "All the rest" is what one side lacks of the round: the bidders after `mi falta`; after a raise whose it is
 * says tf_rest ("B, which only needs 3 [...] says all the rest"). */
static unsigned rest_side(const struct open *o)
{
    unsigned speaker = side_of(o, o->envido_seat);
    bool others = o->envido_last == ACT_EMBIT_REST && opt(o, OPT_TF_REST) == TF_REST_BIDDER;
    return others ? other(speaker) : speaker;
}

/* "The winners score 1 point for the initial embit plus the amount of the bid." */
static unsigned most_paid(const struct open *o, unsigned more)
{
    unsigned base = opt(o, OPT_EMBIT_BASE) == EMBIT_BASE_2 ? 2 : 1;
    unsigned needs0 = side_needs(o, 0), needs1 = side_needs(o, 1);
    switch (o->envido_last) {
    case ACT_ENVIDO: return SUNG;
    case ACT_EMBIT_MORE: return base + more;
    case ACT_TRUC_REST: return needs0 > needs1 ? needs0 : needs1;
    default: return base + side_needs(o, rest_side(o));
    }
}

/* A bid, a raise over it, `mi falta` or `truc and the rest`. */
void embit_call(struct open *o, unsigned seat, struct action a)
{
    bool raise = a.kind == ACT_EMBIT_MORE || a.kind == ACT_EMBIT_REST;
    o->envido_state = WAGER_CALLED;
    o->envido_last = a.kind;
    o->envido_seat = (uint8_t)seat;
    o->envido_bet = a.arg;
    o->envido_wanted = (uint8_t)most_paid(o, a.arg);
    o->envido_unwanted = raise ? FOLDED : UNCHALLENGED;
}

/* Sung: both sides declare.  With `truc and the rest` the truc is taken up too. */
void embit_accept(struct position *pos)
{
    struct open *o = &pos->open;
    o->envido_state = WAGER_WANTED;
    if (o->envido_last == ACT_TRUC_REST) {
        o->stake = 1;
        o->stake_seat = o->envido_seat;
        o->said_truco = (uint8_t)(o->said_truco | bit(o->envido_seat));
    }
    declare_begin(pos);
}

/* No embit was said, or may be. */
void embit_annul(struct open *o)
{
    o->envido_state = WAGER_CLOSED;
    o->envido_last = o->envido_wanted = o->envido_unwanted = o->envido_bet = 0;
    o->envido_seat = o->envido_winner = FIEL_NOBODY;
    memset(o->declared, DECLARED_NONE, sizeof o->declared);
}

/* "Their opponents must now fold, conceding 1 point": for the embit and the truc together, and the hand
 * ends. */
void embit_refuse(struct position *pos)
{
    struct open *o = &pos->open;
    unsigned side = side_of(o, o->envido_seat);
    o->envido_state = WAGER_SETTLED;
    if (o->envido_last != ACT_TRUC_REST)
        return;
    embit_annul(o);
    hand_decided(pos, side);
}

void embit_settle(struct position *pos, unsigned seat)
{
    pos->open.envido_state = WAGER_SETTLED;
    pos->open.envido_winner = (uint8_t)seat;
}

/* What `side` gets for the higher embit; whose rest it was wins the round. */
static unsigned won_points(const struct open *o, unsigned side)
{
    bool round = o->envido_last == ACT_TRUC_REST;
    bool rest = o->envido_last == ACT_FALTA_ENVIDO || o->envido_last == ACT_EMBIT_REST;
    return round || (rest && rest_side(o) == side) ? side_needs(o, side) : o->envido_wanted;
}

/* At the end of the first trick, or of a hand that ends in it. */
void embit_pay(struct position *pos)
{
    struct open *o = &pos->open;
    bool said = o->envido_state == WAGER_CALLED || o->envido_state == WAGER_SETTLED;
    o->envido_state = said ? WAGER_SETTLED : WAGER_CLOSED;
    if (said && o->envido_winner != FIEL_NOBODY)
        credit(pos, ACCOUNT_ENVIDO, side_of(o, o->envido_winner), won_points(o, side_of(o, o->envido_winner)));
    else if (said)
        credit(pos, ACCOUNT_ENVIDO, side_of(o, o->envido_seat), o->envido_unwanted);
}
