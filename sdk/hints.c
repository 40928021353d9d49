/* hints: see fiel.h. */
#include "fiel.h"

#include <string.h>

#include "rules/values.h"
#include "rules/worth.h"

unsigned hint_strength(const struct view *v, card_t card) { return card_strength(&v->open, card); }

unsigned hint_envido(const struct view *v) { return envido_value(&v->open, v->known[v->seat]); }

/* Counted over all hands: with five pieces half are below 26, nine in ten below 34; with two 24 and 31. */
unsigned hint_envido_plain(const struct view *v)
{
    unsigned ranks = v->open.rules.opt[OPT_RANKS], worth = hint_envido(v);
    unsigned more = ranks == RANKS_MUESTRA ? 4 : ranks == RANKS_VIRA ? 1 : 0;
    return worth > more ? worth - more : 0;
}

bool hint_flor(const struct view *v) { return flor_held(&v->open, v->known[v->seat]); }

unsigned hint_flor_value(const struct view *v) { return flor_rank(&v->open, v->known[v->seat]); }

int hint_held(const struct view *v, card_t cards[FIEL_HELD_MAX])
{
    int n = 0;
    for (unsigned i = 0; i < FIEL_HELD_MAX; i++) {
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

struct action hint_discard(const struct view *v)
{
    const card_t *own = v->known[v->seat];
    unsigned best = 0, most = 0;
    for (unsigned i = 0; i < FIEL_HELD_MAX; i++) {
        card_t kept[FIEL_HELD_MAX] = { own[0], own[1], own[2], CARD_NONE };
        if (i < 3)
            kept[i] = own[3];
        unsigned worth = envido_value(&v->open, kept) / 4;
        for (unsigned k = 0; k < 3; k++)
            worth += hint_strength(v, kept[k]);
        if (v->open.rules.opt[OPT_FLOR] == ON && flor_held(&v->open, kept))
            worth += 15;
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return (struct action){ ACT_DISCARD, own[best] };
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
    bool leads_win; /* equal cards are the leader's, not tied */
    bool led;       /* the other one has already played to this trick: `up` */
    uint8_t up;
};

/* Who takes the hand with these tricks; NEITHER while that is open (RULES.md section 2.1). */
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
    unsigned equal = d->leads_win ? rival : (unsigned)NEITHER;
    unsigned winner = strength > d->up ? me : strength < d->up ? rival : equal;
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

/* What is on the table; both hands are still empty. */
static struct duel duel_of(const struct view *v)
{
    const struct open *o = &v->open;
    unsigned rival = v->seat ^ 1u;
    struct duel d = { .mano = o->mano == v->seat ? ME : RIVAL,
                      .leads_win = o->rules.opt[OPT_EQUAL_CARDS] == EQUAL_MANO_WINS };
    for (unsigned t = 0; t < SHAPE_TRICK; t++) {
        card_t mine = o->table[t * SHAPE_SEAT + v->seat], his = o->table[t * SHAPE_SEAT + rival];
        if (mine != CARD_NONE && his != CARD_NONE) {
            unsigned side = o->trick_winner[t];
            d.won[d.tricks++] = side == FIEL_TIE ? NEITHER : side == v->seat % 2 ? ME : RIVAL;
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
    card_t held[FIEL_HELD_MAX];
    unsigned sum = 0;
    int n = hint_held(v, held);
    for (int i = 0; i < n && i < 2; i++)
        sum += hint_strength(v, held[i]);
    return sum / 28.0;
}

/* Deals one of the two so many cards out of unseen[from..n): what is dealt moves to the front. */
static void duel_deal(struct duel *d, enum who to, unsigned count, card_t *unseen, unsigned from, unsigned n,
                      const struct view *v, struct fiel_random *r)
{
    for (unsigned i = from; i < from + count; i++) {
        unsigned j = i + fiel_random_below(r, n - i);
        card_t drawn = unseen[j];
        unseen[j] = unseen[i];
        unseen[i] = drawn;
        d->card[to][d->held[to]++] = (uint8_t)hint_strength(v, drawn);
    }
}

static void duel_play_strength(struct duel *d, unsigned strength)
{
    for (unsigned i = 0; i < d->held[ME]; i++)
        if (d->card[ME][i] == strength) {
            duel_play(d, i);
            return;
        }
}

double hint_chance(const struct view *v, card_t card, int samples, struct fiel_random *r)
{
    if (v->open.seats != 2)
        return guess(v);
    card_t unseen[FIEL_CARDS], held[FIEL_HELD_MAX];
    unsigned n = (unsigned)view_unseen(v, unseen), hidden = (unsigned)view_holds(v, v->seat ^ 1u);
    struct duel table = duel_of(v);
    int mine = hint_held(v, held), won = 0;
    for (int i = 0; i < mine && i < 3; i++)
        table.card[ME][table.held[ME]++] = (uint8_t)hint_strength(v, held[i]);
    for (int s = 0; s < samples; s++) {
        struct duel d = table;
        duel_deal(&d, RIVAL, hidden, unseen, 0, n, v, r);
        if (card != CARD_NONE && d.turn == ME)
            duel_play_strength(&d, hint_strength(v, card));
        won += duel_best(&d) == ME;
    }
    return (double)won / samples;
}

double hint_looks(const struct view *v, int samples, struct fiel_random *r)
{
    if (v->open.seats != 2)
        return 0.5;
    card_t unseen[FIEL_CARDS];
    struct view stranger = *v;
    memset(stranger.known, CARD_NONE, sizeof stranger.known);
    unsigned n = (unsigned)view_unseen(&stranger, unseen);
    unsigned mine = (unsigned)view_holds(v, v->seat), his = (unsigned)view_holds(v, v->seat ^ 1u);
    struct duel table = duel_of(v);
    int won = 0;
    for (int s = 0; s < samples; s++) {
        struct duel d = table;
        duel_deal(&d, ME, mine, unseen, 0, n, v, r);
        duel_deal(&d, RIVAL, his, unseen, mine, n, v, r);
        won += duel_best(&d) == ME;
    }
    return (double)won / samples;
}
