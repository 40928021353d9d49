/* view_codec: a seat's view as an array, from the one list of public facts (FIEL_OPEN_FIELDS).
 *
 * Packing takes a struct view, which position_view() builds from the public facts and the seat's own cards:
 * there is no way from here to a card that the seat may not know. */
#include "wire/codec.h"

#include <string.h>

#define COUNT(name, bits, shape, meaning) +1
enum { VIEW_ITEMS = 0 FIEL_OPEN_FIELDS(COUNT) + 2 /* seat, known */, TRICKS = SHAPE_TRICK };
#undef COUNT

/* --- packing ---------------------------------------------------------------------------------- */

static void pack_u8s(struct packer *p, const uint8_t *v, size_t n)
{
    pack_array(p, n);
    for (size_t i = 0; i < n; i++)
        pack_uint(p, v[i]);
}

static void pack_u16s(struct packer *p, const uint16_t *v, size_t n)
{
    pack_array(p, n);
    for (size_t i = 0; i < n; i++)
        pack_uint(p, v[i]);
}

static void pack_trick_seats(struct packer *p, const uint8_t *v, unsigned seats)
{
    pack_array(p, TRICKS);
    for (unsigned t = 0; t < TRICKS; t++)
        pack_u8s(p, v + t * FIEL_SEATS_MAX, seats);
}

#define PACK_ONE(name, bits) pack_uint(p, o->name);
#define PACK_SIDE(name, bits) pack_u##bits##s(p, o->name, SHAPE_SIDE);
#define PACK_SCORER(name, bits) pack_u##bits##s(p, o->name, o->scorers);
#define PACK_TRICK(name, bits) pack_u##bits##s(p, o->name, SHAPE_TRICK);
#define PACK_SEAT(name, bits) pack_u##bits##s(p, o->name, o->seats);
#define PACK_TRICK_SEAT(name, bits) pack_trick_seats(p, o->name, o->seats);

void pack_view(struct packer *p, const struct view *v)
{
    const struct open *o = &v->open;
    pack_array(p, VIEW_ITEMS);
#define X(name, bits, shape, meaning) PACK_##shape(name, bits)
    FIEL_OPEN_FIELDS(X)
#undef X
    pack_uint(p, v->seat);
    pack_array(p, o->seats);
    for (unsigned s = 0; s < o->seats; s++)
        pack_u8s(p, v->known[s], FIEL_HELD_MAX);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Array of exactly n numbers. */
static void read_u8s(struct reader *r, uint8_t *v, size_t n)
{
    if (read_array(r, n) != n)
        r->bad = true;
    for (size_t i = 0; i < n; i++)
        v[i] = (uint8_t)read_uint(r, UINT8_MAX);
}

static void read_u16s(struct reader *r, uint16_t *v, size_t n)
{
    if (read_array(r, n) != n)
        r->bad = true;
    for (size_t i = 0; i < n; i++)
        v[i] = (uint16_t)read_uint(r, UINT16_MAX);
}

static bool is_card(uint8_t c) { return c < FIEL_CARDS || c == CARD_HIDDEN || c == CARD_NONE; }

static void read_cards(struct reader *r, uint8_t *v, size_t n)
{
    read_u8s(r, v, n);
    for (size_t i = 0; i < n; i++)
        if (!r->bad && !is_card(v[i]))
            r->bad = r->range = true;
}

static void read_trick_seats(struct reader *r, uint8_t *v, unsigned seats)
{
    if (read_array(r, TRICKS) != TRICKS)
        r->bad = true;
    memset(v, CARD_NONE, SHAPE_TRICK_SEAT);
    for (unsigned t = 0; t < TRICKS; t++)
        read_cards(r, v + t * FIEL_SEATS_MAX, seats);
}

static void read_seats(struct reader *r, uint8_t *v, unsigned seats) { read_u8s(r, v, seats); }

#define READ_ONE(name, bits) o->name = (uint##bits##_t)read_uint(r, UINT##bits##_MAX);
#define READ_SIDE(name, bits) read_u##bits##s(r, o->name, SHAPE_SIDE);
#define READ_SCORER(name, bits) read_u##bits##s(r, o->name, scorers);
#define READ_TRICK(name, bits) read_u##bits##s(r, o->name, SHAPE_TRICK);
#define READ_SEAT(name, bits) read_seats(r, o->name, seats);
#define READ_TRICK_SEAT(name, bits) read_trick_seats(r, o->name, seats);

void read_view(struct reader *r, struct view *v, const struct rules *rules)
{
    struct open *o = &v->open;
    struct reader first; /* `seats` and `scorers` stand first in the array and say how long others are */
    memset(v, 0, sizeof *v);
    memset(v->known, CARD_NONE, sizeof v->known);
    memset(o->declared, DECLARED_NONE, sizeof o->declared);
    if (rules)
        o->rules = *rules;
    if (read_array(r, VIEW_ITEMS) != VIEW_ITEMS)
        r->bad = true;
    first = *r;
    unsigned seats = (unsigned)read_uint(&first, FIEL_SEATS_MAX);
    unsigned scorers = (unsigned)read_uint(&first, FIEL_SCORERS_MAX);
    if (first.bad || seats == 0 || scorers < 2) {
        r->bad = true;
        return;
    }
#define X(name, bits, shape, meaning) READ_##shape(name, bits)
    FIEL_OPEN_FIELDS(X)
#undef X
    v->seat = (uint8_t)read_uint(r, seats - 1);
    if (read_array(r, seats) != seats)
        r->bad = true;
    for (unsigned s = 0; s < seats; s++)
        read_cards(r, v->known[s], FIEL_HELD_MAX);
}
