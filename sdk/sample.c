/* sample: a whole table out of what one seat sees of it.  See fiel.h. */
#include <string.h>

#include "sample.h"
#include "rules/values.h"
#include "rules/worth.h"

enum { TRIES = 200 }; /* draws of one seat's cards until they fit: a flor is one hand of twenty */

/* Cards of the pack that nobody has been seen to hold. */
struct unseen {
    card_t card[FIEL_CARDS];
    unsigned count;
};

/* How many cards a seat was dealt; the gallo's fourth is the one that it laid away, once it has. */
static unsigned dealt_to(const struct open *o, unsigned seat) { return seat == o->gallo ? 4 : 3; }

/* Which place a played card came from matters to nobody, so they take the places that are gone in the order of the
 * tricks. */
void cards_certain(const struct view *v, unsigned seat, card_t cards[FIEL_HELD_MAX])
{
    unsigned trick = 0;
    memcpy(cards, v->known[seat], FIEL_HELD_MAX);
    for (unsigned k = 0; k < dealt_to(&v->open, seat); k++) {
        if (cards[k] < FIEL_CARDS)
            continue;
        cards[k] = CARD_HIDDEN;
        if (k == 3 || seat == v->seat || !(v->open.gone[seat] >> k & 1) || trick >= SHAPE_TRICK)
            continue;
        cards[k] = v->open.table[trick++ * SHAPE_SEAT + seat];
        if (cards[k] >= FIEL_CARDS)
            cards[k] = CARD_HIDDEN;
    }
}

/* Fills the places that are hidden; the cards drawn move behind u->card[left]. Returns what is left. */
static unsigned draw(const card_t certain[FIEL_HELD_MAX], card_t cards[FIEL_HELD_MAX], struct unseen *u,
                     struct fiel_random *random)
{
    unsigned left = u->count;
    memcpy(cards, certain, FIEL_HELD_MAX);
    for (unsigned k = 0; k < FIEL_HELD_MAX && left > 0; k++) {
        if (certain[k] != CARD_HIDDEN)
            continue;
        unsigned at = fiel_random_below(random, left);
        cards[k] = u->card[at];
        u->card[at] = u->card[--left];
        u->card[left] = cards[k];
    }
    return left;
}

unsigned rivals_declared(const struct open *o, unsigned seat)
{
    unsigned most = 0;
    for (unsigned s = 0; s < o->seats; s++)
        if (side_of(o, s) != side_of(o, seat) && o->declared[s] < DECLARED_SILENT && o->declared[s] > most)
            most = o->declared[s];
    return most;
}

bool cards_fit(const struct open *o, unsigned seat, const card_t cards[FIEL_HELD_MAX])
{
    bool sang = (o->sang >> seat & 1) != 0, asked = (o->asked >> seat & 1) != 0;
    if (sang && !flor_held(o, cards))
        return false;
    bool must = o->rules.opt[OPT_UY_FLOR_DUTY] == UY_DUTY_ALL ? flor_held(o, cards) : suit_flor_held(cards);
    if (o->rules.opt[OPT_FLOR] == ON && !sang && asked && o->rules.opt[OPT_FLOR_POLICY] == FLOR_AUTO && must)
        return false;
    unsigned said = o->declared[seat], value = sang ? flor_rank(o, cards) : envido_value(o, cards);
    if (said == DECLARED_SON_BUENAS)
        return value <= rivals_declared(o, seat);
    return said >= DECLARED_SILENT || value == said;
}

/* Takes the cards that lie in `cards` out of what is left. */
static void take(struct unseen *u, const card_t cards[FIEL_HELD_MAX])
{
    for (unsigned i = 0; i < u->count;) {
        bool taken = cards[0] == u->card[i] || cards[1] == u->card[i] || cards[2] == u->card[i] ||
                     cards[3] == u->card[i];
        if (taken)
            u->card[i] = u->card[--u->count];
        else
            i++;
    }
}

/* Cards that draws do not find, a certain flor among them: one of all hands that fit, each as likely; where
 * none does, `cards` stay. */
static void draw_rare(const struct open *o, unsigned seat, const card_t certain[FIEL_HELD_MAX],
                      card_t cards[FIEL_HELD_MAX], const struct unseen *u, struct fiel_random *random)
{
    unsigned found = 0, most[3];
    for (unsigned k = 0; k < 3; k++)
        most[k] = certain[k] == CARD_HIDDEN ? u->count : 1;
    for (unsigned n = 0; n < most[0] * most[1] * most[2]; n++) {
        const unsigned at[3] = { n % most[0], n / most[0] % most[1], n / most[0] / most[1] };
        card_t hand[FIEL_HELD_MAX];
        unsigned next = 0; /* each three cards once: their numbers rise */
        bool once = true;
        memcpy(hand, certain, FIEL_HELD_MAX);
        for (unsigned k = 0; k < 3; k++)
            if (certain[k] == CARD_HIDDEN) {
                once = once && at[k] >= next;
                next = at[k] + 1;
                hand[k] = u->card[at[k]];
            }
        if (once && cards_fit(o, seat, hand) && fiel_random_below(random, ++found) == 0)
            memcpy(cards, hand, FIEL_HELD_MAX);
    }
}

static void sample_seat(const struct view *v, unsigned seat, struct unseen *u, struct fiel_random *random,
                        card_t cards[FIEL_HELD_MAX])
{
    card_t certain[FIEL_HELD_MAX];
    cards_certain(v, seat, certain);
    for (unsigned i = 0; i < TRIES; i++) {
        unsigned left = draw(certain, cards, u, random);
        if (left == u->count || cards_fit(&v->open, seat, cards))
            break;
    }
    if (!cards_fit(&v->open, seat, cards))
        draw_rare(&v->open, seat, certain, cards, u, random);
    take(u, cards);
}

/* Seats that sang or declared come first, while the cards that it needs are there. */
void view_sample(const struct view *v, struct fiel_random *random, struct position *out)
{
    struct unseen u;
    u.count = (unsigned)view_unseen(v, u.card);
    out->open = v->open;
    memset(out->dealt, CARD_NONE, sizeof out->dealt);
    for (unsigned told = 2; told-- > 0;)
        for (unsigned seat = 0; seat < v->open.seats; seat++) {
            bool tells = (v->open.sang >> seat & 1) != 0 || v->open.declared[seat] != DECLARED_NONE;
            if (tells == (told == 1))
                sample_seat(v, seat, &u, random, out->dealt[seat]);
        }
}
