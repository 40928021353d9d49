/* tricks: who plays next, who takes a trick, who takes the hand. */
#include "hand.h"

/* The best cards of a trick. */
struct best {
    unsigned sides;       /* bit per side that holds one */
    unsigned seats;       /* bit per seat */
    unsigned first, last; /* the first and the last of these seats, from the leader of the open trick */
};

static struct best trick_best(const struct open *o, unsigned trick)
{
    struct best b = { 0, 0, FIEL_NOBODY, FIEL_NOBODY };
    unsigned top = 0, seat = o->leader;
    for (unsigned i = 0; i < o->seats; i++, seat = next_seat(o, seat)) {
        card_t c = on_table(o, trick, seat);
        if (c == CARD_NONE || !has(o->duel, seat))
            continue;
        unsigned strength = card_strength(o, c);
        if (b.first == FIEL_NOBODY || strength > top) {
            top = strength;
            b = (struct best){ bit(side_of(o, seat)), bit(seat), seat, seat };
        } else if (strength == top && !(opt(o, OPT_EQUAL_CARDS) == EQUAL_MANO_WINS && c != CARD_HIDDEN)) {
            b.sides |= bit(side_of(o, seat));
            b.seats |= bit(seat);
            b.last = seat;
        }
    }
    return b;
}

/* Seats whose card belongs to the open trick.  After two tied tricks of a stacked hand only those that
 * tied on top turn their other card over. */
static unsigned level_seats(const struct open *o) { return playing(o) & trick_best(o, 1).seats; }

static inline unsigned trick_seats(const struct open *o)
{
    return o->trick == 2 && stacked(o) ? level_seats(o) : playing(o);
}

unsigned trick_next(const struct open *o)
{
    unsigned seats = trick_seats(o), waiting = 0;
    for (unsigned seat = 0; seat < o->seats; seat++)
        waiting |= (unsigned)(on_table(o, o->trick, seat) == CARD_NONE) << seat;
    return first_from(o->leader, seats & waiting);
}

static unsigned lead_after_tie(const struct open *o, const struct best *b)
{
    switch (opt(o, OPT_TIE_LEAD)) {
    case TIE_LEAD_TRICK_LEADER: return o->leader;
    case TIE_LEAD_FIRST_TIED: return b->first;
    case TIE_LEAD_LAST_TIED: return b->last;
    default: return eldest(o); /* seed 003 section 14, seed 002 */
    }
}

/* A seat that gave up does not lead: the next of its side still in play does (RULES.md section 3). */
static unsigned lead_in_play(const struct open *o, unsigned seat)
{
    if (!has(o->out, seat))
        return seat;
    unsigned partner = first_from(seat, playing(o) & side_mask(o, side_of(o, seat)));
    return partner != FIEL_NOBODY ? partner : first_from(seat, playing(o));
}

/* The seat that leads a trick in which not all play is one of those that do. */
static void lead_stack(struct open *o)
{
    unsigned first = first_from(o->leader, trick_seats(o));
    if (first != FIEL_NOBODY)
        o->leader = (uint8_t)first;
}

/* Equal best cards of two partners take no trick where that spoils it. */
static bool best_spoiled(const struct open *o, const struct best *b)
{
    return b->first != b->last && opt(o, OPT_PARTNER_TIE) == PARTNER_TIE_SPOILED;
}

unsigned trick_leads(const struct open *o)
{
    struct best b = o->trick < SHAPE_TRICK ? trick_best(o, o->trick) : (struct best){ 0, 0, FIEL_NOBODY, FIEL_NOBODY };
    if (b.seats == 0)
        return FIEL_NOBODY;
    return b.sides == 3u || best_spoiled(o, &b) ? FIEL_TIE : side_of(o, b.first);
}

/* Equal best cards of one side win for it; of both sides, the trick is tied (parda).  So is a trick to
 * which nobody is left to play: all that tied on top of their stacks gave up since. */
void trick_close(struct open *o)
{
    struct best b = trick_best(o, o->trick);
    if (b.seats == 0) {
        trick_break(o);
        return;
    }
    unsigned lead = 0;
    if (b.sides == 3u || best_spoiled(o, &b)) {
        o->trick_winner[o->trick] = FIEL_TIE;
        lead = lead_after_tie(o, &b);
    } else {
        o->trick_winner[o->trick] = (uint8_t)side_of(o, b.first);
        lead = opt(o, OPT_PARTNER_TIE_LEAD) == PARTNER_TIE_LEAD_FIRST ? b.first : b.last;
    }
    o->trick++;
    o->leader = (uint8_t)lead_in_play(o, lead);
    if (o->trick == 2 && stacked(o))
        lead_stack(o);
}

/* What was played to it lies there and counts for nothing; its leader leads the next. */
void trick_break(struct open *o)
{
    o->trick_winner[o->trick] = FIEL_TIE;
    o->trick++;
    o->leader = (uint8_t)lead_in_play(o, o->leader);
}

/* Stacked: of those that are still level, the first from the mano. */
static unsigned stack_winner(const struct open *o)
{
    unsigned level = trick_best(o, 2).seats;
    return side_of(o, first_from(eldest(o), level != 0 ? level : trick_best(o, 1).seats));
}

/* The seat before the mano: where sides alternate, of the other side. */
static unsigned dealer_side(const struct open *o)
{
    if (o->seats % 2 == 0)
        return other(side_of(o, eldest(o)));
    return side_of(o, o->mano == 0 ? o->seats - 1u : o->mano - 1u);
}

static unsigned all_tied(const struct open *o)
{
    switch (opt(o, OPT_ALL_TIED)) {
    case ALL_TIED_NONE: return FIEL_TIE;
    case ALL_TIED_DEALER: return dealer_side(o);
    default: return stacked(o) ? stack_winner(o) : side_of(o, eldest(o));
    }
}

/* Two tricks of three; a tie is worth the other trick, the first one before the second
 * (seed 002 "primera vale doble", seed 003 section 14).  FIEL_NOBODY while it is open. */
unsigned tricks_winner(const struct open *o)
{
    unsigned a = o->trick > 0 ? o->trick_winner[0] : FIEL_NOBODY;
    unsigned b = o->trick > 1 ? o->trick_winner[1] : FIEL_NOBODY;
    unsigned c = o->trick > 2 ? o->trick_winner[2] : FIEL_NOBODY;
    if (b == FIEL_NOBODY)
        return FIEL_NOBODY;
    if (a == FIEL_TIE && b == FIEL_TIE)
        return c == FIEL_TIE ? all_tied(o) : c;
    if (a == FIEL_TIE)
        return b;
    if (b == FIEL_TIE || a == b)
        return a;
    return c == FIEL_TIE ? a : c;
}
