/* views: pairs of worlds that look the same to one seat, for the test that nothing hidden is told.
 *
 * A world is a deal and a script of decisions.  What is public of a decision is its word and, for a card face
 * down, its place: the card itself is whatever lies at that place in that world.  The second world of a seat
 * keeps what it may know (its own cards, the vira, the cards played face up, those shown at the end, its partners'
 * at eleven) and permutes all the rest among the other hands and the stock.  Others' choices come from the script, so a pair
 * ends where the script is no longer legal in the second world, or where something that is public by the
 * rules comes out otherwise there: a declared value, a flor that is sung, a flor that was rightly claimed. */
#ifndef TESTS_VIEWS_H
#define TESTS_VIEWS_H

#include "rules_play.h"
#include "tables.h"

enum { SCRIPT_MAX = 256 };

struct decision {
    uint8_t seat, place; /* place: of a card that is played or laid away */
    struct action action;
};

struct script {
    struct position start; /* dealt, nothing said yet */
    struct position end;   /* all said */
    struct decision said[SCRIPT_MAX];
    unsigned size;
};

static inline bool one_suit(const card_t held[FIEL_HELD_MAX])
{
    return card_suit(held[0]) == card_suit(held[1]) && card_suit(held[1]) == card_suit(held[2]);
}

/* --- the first world --- */

static inline uint8_t place_of(const struct position *pos, int seat, struct action a)
{
    if (a.kind == ACT_PLAY_BLIND)
        return a.arg;
    for (uint8_t k = 0; k < FIEL_HELD_MAX; k++)
        if (pos->dealt[seat][k] == a.arg)
            return k;
    return 0;
}

/* A hand from its deal to a random moment, often its end. */
static inline void random_script(struct script *s, const struct rules *r, unsigned seats, struct random *random)
{
    s->start = empty_table(r, seats);
    random_score(&s->start, random);
    deal_biased(&s->start, random);
    struct position pos = s->start;
    unsigned stop = random_below(random, 4 * seats + 8);
    for (s->size = 0; !pos.open.hand_over && s->size < stop && s->size < SCRIPT_MAX; s->size++) {
        int seat = position_turn(&pos);
        struct action a = pick_action(&pos, random);
        s->said[s->size] = (struct decision){ (uint8_t)seat, place_of(&pos, seat, a), a };
        assert_int_equal(position_apply(&pos, seat, a, &pos), RULE_OK);
    }
    s->end = pos;
}

/* --- the second world --- */

/* The places whose cards are hidden from `seat`, and behind them the stock. */
struct hidden {
    card_t *place[FIEL_CARDS];
    card_t stock[FIEL_CARDS];
    unsigned size;
};

/* Where the card lay in the deal that is at this place now: what the gallo laid away gave its place to the
 * fourth. */
static inline unsigned dealt_place(const struct script *s, unsigned owner, unsigned place)
{
    bool gallo = s->size > 0 && s->said[0].action.kind == ACT_DISCARD && s->said[0].seat == owner;
    return gallo && s->said[0].place == place ? 3 : place;
}

static inline bool stays(const struct script *s, unsigned seat, unsigned owner, unsigned k)
{
    struct view v;
    position_view(&s->start, (int)seat, &v);
    if (v.known[owner][k] < FIEL_CARDS) /* its own, and its partners' at eleven */
        return true;
    if ((position_shown(&s->end, (int)owner) >> k & 1u) != 0)
        return true;
    for (unsigned i = 0; i < s->size; i++) {
        const struct decision *d = &s->said[i];
        if (d->seat == owner && dealt_place(s, owner, d->place) == k && plays_card(d->action) &&
            d->action.kind != ACT_PLAY_DOWN)
            return true;
    }
    return false;
}

static inline void find_hidden(const struct script *s, unsigned seat, struct position *world, struct hidden *h)
{
    uint64_t lying = world->open.vira < FIEL_CARDS ? (uint64_t)1 << world->open.vira : 0;
    h->size = 0;
    for (unsigned owner = 0; owner < world->open.seats; owner++)
        for (unsigned k = 0; k < FIEL_HELD_MAX && world->dealt[owner][k] != CARD_NONE; k++) {
            lying |= (uint64_t)1 << world->dealt[owner][k];
            if (!stays(s, seat, owner, k))
                h->place[h->size++] = &world->dealt[owner][k];
        }
    for (unsigned c = 0; c < FIEL_CARDS; c++)
        if ((lying >> c & 1u) == 0 && rules_have_card(&world->open.rules, (card_t)c)) {
            h->stock[h->size] = (card_t)c;
            h->place[h->size] = &h->stock[h->size];
            h->size++;
        }
}

static inline void exchange(struct hidden *h, unsigned i, unsigned j)
{
    card_t c = *h->place[i];
    *h->place[i] = *h->place[j];
    *h->place[j] = c;
}

/* Makes a flor of three places next to each other, of any suit it can. */
static inline void make_flor(struct hidden *h, unsigned at, unsigned suit)
{
    for (unsigned k = 0, j = 0; k < 3 && at + k < h->size; k++) {
        while (j < h->size && (card_suit(*h->place[j]) != suit || (j >= at && j < at + k)))
            j++;
        if (j == h->size)
            return;
        exchange(h, at + k, j++);
    }
}

/* One exchange keeps most of the hand (a tie, a manilha more); a flor made or broken; everything anew. */
static inline void permute(struct hidden *h, struct random *random)
{
    unsigned how = random_below(random, 4);
    if (h->size < 2)
        return;
    if (how == 0)
        exchange(h, random_below(random, h->size), random_below(random, h->size));
    else if (how == 1)
        make_flor(h, random_below(random, h->size), random_below(random, 4));
    else
        for (unsigned i = 0; i < h->size; i++)
            exchange(h, i, i + random_below(random, h->size - i));
}

/* The second world, dealt anew: its public facts are not copied from the first. */
static inline void second_world(const struct script *s, unsigned seat, struct random *random, struct position *world)
{
    struct hidden hidden;
    char why[RULES_ERROR_TEXT] = "";
    *world = s->start;
    find_hidden(s, seat, world, &hidden);
    permute(&hidden, random);
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    memcpy(cards, world->dealt, sizeof cards);
    if (position_new(world, &s->start.open.rules, s->start.open.seats, why) != 0)
        fail_msg("%s", why);
    memcpy(world->open.score, s->start.open.score, sizeof world->open.score);
    /* Points of the deal itself (a flor sung at once) are not in the score it is dealt with. */
    for (unsigned side = 0; side < 2 && world->open.scorers == 2; side++)
        world->open.score[side] = (uint16_t)(world->open.score[side] - s->start.open.points_flor[side] -
                                             s->start.open.points_envido[side] - s->start.open.points_truco[side]);
    if (position_deal(world, cards, s->start.open.vira, s->start.open.mano, why) != 0)
        fail_msg("%s", why);
}

/* The same public decision in another world. */
static inline struct action in_world(const struct position *world, const struct decision *d)
{
    struct action a = d->action;
    if (a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD)
        a.arg = world->dealt[d->seat][d->place];
    return a;
}

/* Whether the two worlds parted by something that the rules make public. */
static inline bool parted(const struct position *a, const struct position *b, const struct decision *last)
{
    const struct open *x = &a->open, *y = &b->open;
    if (x->news_count != y->news_count)
        return true;
    for (unsigned i = 0; i < x->news_count; i++)
        if (x->news[i].seat != y->news[i].seat || x->news[i].kind != y->news[i].kind ||
            (x->news[i].kind == ACT_DECLARE && x->news[i].value != y->news[i].value))
            return true;
    for (unsigned s = 0; s < x->seats; s++) /* who shows what at the end, and no card more */
        for (unsigned k = 0, shown = position_shown(a, (int)s); k < FIEL_HELD_MAX; k++)
            if (shown != position_shown(b, (int)s) || ((shown >> k & 1u) != 0 && a->dealt[s][k] != b->dealt[s][k]))
                return true;
    if (last == NULL)
        return false;
    if (last->action.kind == ACT_DECLARE)
        return x->declared[last->seat] != y->declared[last->seat];
    return last->action.kind == ACT_PIDO_FLOR && memcmp(x->points_flor, y->points_flor, sizeof x->points_flor) != 0;
}

#endif
