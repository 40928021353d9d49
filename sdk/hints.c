/* hints: see fiel.h. */
#include "fiel.h"

#include <string.h>

#include "rules/worth.h"

unsigned hint_strength(const struct view *v, card_t card)
{
    return card_strength(&v->open, card);
}

unsigned hint_envido(const struct view *v)
{
    return envido_value(v->known[v->seat]);
}

bool hint_flor(const struct view *v)
{
    return flor_held(v->known[v->seat]);
}

unsigned hint_flor_value(const struct view *v)
{
    return flor_value(v->known[v->seat]);
}

int hint_held(const struct view *v, card_t cards[HELD_MAX])
{
    int n = 0;
    for (unsigned i = 0; i < HELD_MAX; i++) {
        card_t card = v->known[v->seat][i];
        if (card == CARD_NONE || v->open.gone[v->seat] >> i & 1)
            continue;
        int at = n++;
        for (; at > 0 && hint_strength(v, cards[at - 1]) < hint_strength(v, card); at--)
            cards[at] = cards[at - 1];
        cards[at] = card;
    }
    return n;
}

const struct action *hint_find(const struct action *legal, int n, enum action_kind kind)
{
    for (int i = 0; i < n; i++)
        if (legal[i].kind == kind)
            return &legal[i];
    return NULL;
}

/* --- the chance --- */

enum who { ME, RIVAL, NEITHER };

/* Two players with open cards, as strengths. */
struct duel {
    uint8_t card[2][3], held[2]; /* the cards not yet played */
    uint8_t won[3], tricks;      /* who took each trick that is over */
    uint8_t mano, turn;
    bool led;                    /* the other one has already played to this trick: `up` */
    uint8_t up;
};

/* Who takes the hand with these tricks; NEITHER while that is open (RULES.md section 0). */
static enum who duel_winner(const struct duel *d)
{
    unsigned count[3] = { 0 };
    for (unsigned i = 0; i < d->tricks; i++)
        count[d->won[i]]++;
    if (count[ME] == 2 || (count[ME] > count[RIVAL] && count[NEITHER]))
        return ME;
    if (count[RIVAL] == 2 || (count[RIVAL] > count[ME] && count[NEITHER]))
        return RIVAL;
    if (d->tricks < 3)
        return NEITHER;
    return (enum who)(count[ME] ? d->won[0] : d->mano);
}

static void duel_play(struct duel *d, unsigned i)
{
    unsigned me = d->turn, rival = me ^ 1u, strength = d->card[me][i];
    d->card[me][i] = d->card[me][--d->held[me]];
    d->turn = (uint8_t)rival;
    if (!d->led) {
        d->up = (uint8_t)strength;
        d->led = true;
        return;
    }
    unsigned winner = strength > d->up ? me : strength < d->up ? rival : NEITHER;
    d->won[d->tricks++] = (uint8_t)winner;
    d->turn = winner == NEITHER ? d->mano : (uint8_t)winner;
    d->led = false;
}

/* Who takes the hand when both play their best with open cards. */
static enum who duel_best(const struct duel *d)
{
    enum who winner = duel_winner(d), me = (enum who)d->turn;
    if (winner != NEITHER)
        return winner;
    if (d->held[me] == 0)
        return (enum who)(me ^ 1u); /* a rival who left cards out: nothing to play against */
    for (unsigned i = 0; i < d->held[me]; i++) {
        struct duel next = *d;
        duel_play(&next, i);
        if (duel_best(&next) == me)
            return me;
    }
    return (enum who)(me ^ 1u);
}

/* The cards this seat has not seen. */
static unsigned unseen_cards(const struct view *v, card_t out[CARDS])
{
    bool seen[CARDS] = { false };
    const card_t *own = v->known[v->seat];
    for (unsigned i = 0; i < HELD_MAX; i++)
        if (own[i] < CARDS)
            seen[own[i]] = true;
    for (unsigned i = 0; i < SHAPE_TRICK_SEAT; i++)
        if (v->open.table[i] < CARDS)
            seen[v->open.table[i]] = true;
    if (v->open.vira < CARDS)
        seen[v->open.vira] = true;
    unsigned n = 0;
    for (unsigned c = 0; c < CARDS; c++)
        if (!seen[c])
            out[n++] = (card_t)c;
    return n;
}

/* What is on the table; the rival's hand is still empty.  `card` is mine to be played, or CARD_NONE. */
static struct duel duel_of(const struct view *v)
{
    const struct open *o = &v->open;
    unsigned rival = v->seat ^ 1u;
    struct duel d = { .mano = o->mano == v->seat ? ME : RIVAL };
    card_t held[HELD_MAX];
    int n = hint_held(v, held);
    for (int i = 0; i < n && i < 3; i++)
        d.card[ME][d.held[ME]++] = (uint8_t)hint_strength(v, held[i]);
    for (unsigned t = 0; t < SHAPE_TRICK; t++) {
        card_t mine = o->table[t * SHAPE_SEAT + v->seat], his = o->table[t * SHAPE_SEAT + rival];
        if (mine != CARD_NONE && his != CARD_NONE) {
            d.won[d.tricks++] = o->trick_winner[t] == TIE ? NEITHER : o->trick_winner[t] == v->seat % 2 ? ME : RIVAL;
        } else if (mine != CARD_NONE || his != CARD_NONE) {
            d.led = true;
            d.up = (uint8_t)hint_strength(v, mine != CARD_NONE ? mine : his);
            d.turn = mine != CARD_NONE ? RIVAL : ME;
            return d;
        }
    }
    d.turn = o->leader == v->seat ? ME : RIVAL;
    return d;
}

/* With more than two at the table: the place of my best two cards among all, nothing else. */
static double guess(const struct view *v)
{
    card_t held[HELD_MAX];
    unsigned sum = 0;
    int n = hint_held(v, held);
    for (int i = 0; i < n && i < 2; i++)
        sum += hint_strength(v, held[i]);
    return sum / 28.0;
}

double hint_chance(const struct view *v, card_t card, int samples, struct fiel_random *r)
{
    if (v->open.seats != 2)
        return guess(v);
    card_t unseen[CARDS];
    unsigned n = unseen_cards(v, unseen), rival = v->seat ^ 1u, hidden = 0;
    for (unsigned i = 0; i < 3; i++)
        hidden += !(v->open.gone[rival] >> i & 1);
    struct duel table = duel_of(v);
    int won = 0;
    for (int s = 0; s < samples; s++) {
        struct duel d = table;
        for (unsigned i = 0; i < hidden; i++) {
            unsigned j = i + fiel_random_below(r, n - i);
            card_t drawn = unseen[j];
            unseen[j] = unseen[i];
            unseen[i] = drawn;
            d.card[RIVAL][d.held[RIVAL]++] = (uint8_t)hint_strength(v, drawn);
        }
        for (unsigned i = 0; card != CARD_NONE && d.turn == ME && i < d.held[ME]; i++)
            if (d.card[ME][i] == hint_strength(v, card)) {
                duel_play(&d, i);
                break;
            }
        won += duel_best(&d) == ME;
    }
    return (double)won / samples;
}
