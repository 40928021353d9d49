/* possible: which cards a seat may still hold.  Every hand that it may have been dealt is tried. */
#include <string.h>

#include "sample.h"

/* Hands are three cards; the gallo's fourth, laid away or not yet, is not told apart. */
enum { PLACES = 3 };

struct search {
    const struct view *v;
    unsigned seat;
    card_t unseen[FIEL_CARDS];
    int count;
    bool may[FIEL_CARDS];
};

/* The cards of a hand that fits, those that are still held. */
static void note(struct search *s, const card_t hand[FIEL_HELD_MAX])
{
    if (!cards_fit(&s->v->open, s->seat, hand))
        return;
    for (unsigned k = 0; k < PLACES; k++)
        if (hand[k] < FIEL_CARDS && !(s->v->open.gone[s->seat] >> k & 1))
            s->may[hand[k]] = true;
}

/* Fills the hidden places from `place` on with unseen cards, in every order: some of the places may be gone. */
static void fill(struct search *s, card_t hand[FIEL_HELD_MAX], unsigned place, uint64_t used)
{
    while (place < PLACES && hand[place] != CARD_HIDDEN)
        place++;
    if (place == PLACES) {
        note(s, hand);
        return;
    }
    for (int i = 0; i < s->count; i++) {
        if (used >> s->unseen[i] & 1)
            continue;
        hand[place] = s->unseen[i];
        fill(s, hand, place + 1, used | (uint64_t)1 << s->unseen[i]);
        hand[place] = CARD_HIDDEN;
    }
}

int view_possible(const struct view *v, unsigned seat, card_t cards[FIEL_CARDS])
{
    struct search s = { .v = v, .seat = seat };
    card_t hand[FIEL_HELD_MAX];
    int n = 0;
    if (seat >= v->open.seats)
        return 0;
    s.count = view_unseen(v, s.unseen);
    cards_certain(v, seat, hand);
    if (hand[3] == CARD_HIDDEN)
        hand[3] = CARD_NONE;
    fill(&s, hand, 0, 0);
    for (card_t c = 0; c < FIEL_CARDS; c++)
        if (s.may[c])
            cards[n++] = c;
    return n;
}
