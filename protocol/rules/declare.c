/* declare: comparing envidos or flores, in order from the mano (seeds 002 and 003 section 13).
 *
 * A value can only be stated truly, so what a seat chooses is whether to speak: `declare`, `silent`
 * while its own side leads (it is asked again when overtaken), or `son-buenas`, which gives way. */
#include "hand.h"

static bool is_flor(const struct open *o) { return o->flor_state == WAGER_WANTED; }

/* Seats that take part: those in play; for flor, those of them who sang. */
static unsigned speakers(const struct open *o) { return is_flor(o) ? playing(o) & o->sang : playing(o); }

void declare_begin(struct position *pos)
{
    memset(pos->open.declared, DECLARED_NONE, sizeof pos->open.declared);
    pos->open.passed = 0;
}

unsigned declare_value(const struct position *pos, unsigned seat)
{
    return is_flor(&pos->open) ? flor_rank(&pos->open, pos->dealt[seat]) : envido_value(&pos->open, pos->dealt[seat]);
}

static bool by_declaration(const struct open *o) { return opt(o, OPT_ENVIDO_TIE) == ENVIDO_TIE_DECLARATION; }

/* Whether `value` of `seat` beats the leader's: higher, or equal and nearer the mano. */
static bool beats(const struct open *o, unsigned seat, unsigned value, unsigned leader)
{
    if (value != o->declared[leader] || by_declaration(o)) /* who said it first keeps it */
        return value > o->declared[leader];
    if (opt(o, OPT_ENVIDO_TIE) == ENVIDO_TIE_MANO_TEAM && side_of(o, seat) != side_of(o, leader))
        return side_of(o, seat) == side_of(o, eldest(o));
    return first_from(o->mano, bit(seat) | bit(leader)) == seat;
}

unsigned declare_leader(const struct open *o)
{
    unsigned leader = FIEL_NOBODY, seat = o->mano;
    for (unsigned i = 0; i < o->seats; i++, seat = next_seat(o, seat)) {
        if (o->declared[seat] >= DECLARED_SILENT)
            continue;
        if (leader == FIEL_NOBODY || beats(o, seat, o->declared[seat], leader))
            leader = seat;
    }
    return leader;
}

/* Seats whose side has given way. */
static unsigned conceded(const struct open *o)
{
    unsigned mask = 0;
    bool whole_side = !is_flor(o) && opt(o, OPT_SON_BUENAS) == SON_BUENAS_SIDE &&
                      opt(o, OPT_DECLARE) == DECLARE_MANUAL && !by_declaration(o);
    for (unsigned seat = 0; seat < o->seats; seat++)
        if (o->declared[seat] == DECLARED_SON_BUENAS)
            mask |= whole_side ? side_mask(o, side_of(o, seat)) : bit(seat);
    return mask;
}

static unsigned seats_with(const struct open *o, unsigned what)
{
    unsigned mask = 0;
    for (unsigned seat = 0; seat < o->seats; seat++)
        if (o->declared[seat] == what)
            mask |= bit(seat);
    return mask;
}

unsigned declare_next(const struct open *o)
{
    unsigned in = speakers(o) & ~conceded(o);
    unsigned leader = declare_leader(o);
    unsigned rivals = leader == FIEL_NOBODY ? all_seats(o) : side_mask(o, other(side_of(o, leader)));
    unsigned open_ = in & (seats_with(o, DECLARED_NONE) | (seats_with(o, DECLARED_SILENT) & rivals));
    if ((open_ & rivals) == 0) /* nobody is left who could overtake */
        return FIEL_NOBODY;
    if (by_declaration(o)) /* the rivals of the leader, from its right; its partners keep silent */
        return first_from(leader == FIEL_NOBODY ? o->mano : next_seat(o, leader), open_ & rivals);
    unsigned first = first_from(o->mano, open_ & seats_with(o, DECLARED_NONE));
    return first != FIEL_NOBODY ? first : first_from(o->mano, open_);
}

bool declare_beats(const struct open *o, unsigned seat, unsigned value)
{
    unsigned leader = declare_leader(o);
    return leader == FIEL_NOBODY || beats(o, seat, value, leader);
}

/* What the shortest honest declaring says for `seat` (declare=auto). */
void declare_auto(struct position *pos, unsigned seat)
{
    struct open *o = &pos->open;
    unsigned leader = declare_leader(o), value = declare_value(pos, seat);
    if (leader != FIEL_NOBODY && side_of(o, leader) == side_of(o, seat)) {
        o->declared[seat] = DECLARED_SILENT;
    } else if (leader == FIEL_NOBODY || beats(o, seat, value, leader)) {
        o->declared[seat] = (uint8_t)value;
        news_add(o, seat, ACT_DECLARE, value);
    } else {
        o->declared[seat] = DECLARED_SON_BUENAS;
        news_add(o, seat, ACT_SON_BUENAS, 0);
    }
}
