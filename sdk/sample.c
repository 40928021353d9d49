/* sample: a whole table out of what one seat sees of it.  See fiel.h. */
#include <string.h>

#include "fiel.h"
#include "rules/values.h"
#include "rules/worth.h"

enum { TRIES = 200 }; /* draws of one seat's cards until they fit: a flor is one hand of twenty */

/* Cards of the pack that nobody has been seen to hold. */
struct unseen {
    card_t card[CARDS];
    unsigned count;
};

static void see(bool seen[CARDS], card_t card)
{
    if (card < CARDS)
        seen[card] = true;
}

static void unseen_find(const struct view *v, struct unseen *u)
{
    bool seen[CARDS] = { false };
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        for (unsigned k = 0; k < HELD_MAX; k++)
            see(seen, v->known[seat][k]);
    for (unsigned i = 0; i < SHAPE_TRICK_SEAT; i++)
        see(seen, v->open.table[i]);
    see(seen, v->open.vira);
    u->count = 0;
    for (card_t c = 0; c < CARDS; c++)
        if (!seen[c] && rules_have_card(&v->open.rules, c))
            u->card[u->count++] = c;
}

/* What is certain of a seat's three cards; CARD_HIDDEN stands for the others.  Which place a played card
 * came from matters to nobody, so they take the places that are gone in the order of the tricks. */
static void certain_cards(const struct view *v, unsigned seat, card_t cards[HELD_MAX])
{
    unsigned trick = 0;
    memcpy(cards, v->known[seat], HELD_MAX);
    for (unsigned k = 0; k < 3; k++) {
        if (cards[k] < CARDS)
            continue;
        cards[k] = CARD_HIDDEN;
        if (seat == v->seat || !(v->open.gone[seat] >> k & 1) || trick >= SHAPE_TRICK)
            continue;
        cards[k] = v->open.table[trick++ * SHAPE_SEAT + seat];
        if (cards[k] >= CARDS)
            cards[k] = CARD_HIDDEN;
    }
}

/* Fills the places that are hidden; the cards drawn move behind u->card[left]. Returns what is left. */
static unsigned draw(const card_t certain[HELD_MAX], card_t cards[HELD_MAX], struct unseen *u,
                     struct fiel_random *random)
{
    unsigned left = u->count;
    memcpy(cards, certain, HELD_MAX);
    for (unsigned k = 0; k < 3 && left > 0; k++) {
        if (certain[k] != CARD_HIDDEN)
            continue;
        unsigned at = fiel_random_below(random, left);
        cards[k] = u->card[at];
        u->card[at] = u->card[--left];
        u->card[left] = cards[k];
    }
    return left;
}

/* The highest value that a rival of this seat declared. */
static unsigned rivals_declared(const struct open *o, unsigned seat)
{
    unsigned most = 0;
    for (unsigned s = (seat + 1) % 2; s < o->seats; s += 2)
        if (o->declared[s] < DECLARED_SILENT && o->declared[s] > most)
            most = o->declared[s];
    return most;
}

/* Whether cards agree with what their holder sang and declared. */
static bool fits(const struct open *o, unsigned seat, const card_t cards[HELD_MAX])
{
    bool sang = (o->sang >> seat & 1) != 0, asked = (o->asked >> seat & 1) != 0;
    if (sang && !flor_held(o, cards))
        return false;
    if (!sang && asked && o->rules.opt[OPT_FLOR_POLICY] == FLOR_AUTO && flor_held(o, cards))
        return false;
    unsigned said = o->declared[seat], value = sang ? flor_rank(o, cards) : envido_value(o, cards);
    if (said == DECLARED_SON_BUENAS)
        return value <= rivals_declared(o, seat);
    return said >= DECLARED_SILENT || value == said;
}

void view_sample(const struct view *v, struct fiel_random *random, struct match *out)
{
    struct unseen u;
    unseen_find(v, &u);
    out->open = v->open;
    memset(out->dealt, CARD_NONE, sizeof out->dealt);
    for (unsigned seat = 0; seat < v->open.seats; seat++) {
        card_t certain[HELD_MAX];
        unsigned left = 0;
        certain_cards(v, seat, certain);
        for (unsigned i = 0; i < TRIES; i++) {
            left = draw(certain, out->dealt[seat], &u, random);
            if (left == u.count || fits(&v->open, seat, out->dealt[seat]))
                break;
        }
        u.count = left;
    }
}
