/* menu_list: the menu as a list of actions, and whether one action is on it. */
#include "hand.h"

/* Writes every card and keeps those that may be played: cheaper than asking first. */
static inline int list_cards(const struct menu *menu, const card_t own[FIEL_HELD_MAX], unsigned kind,
                             struct action *list)
{
    unsigned n = 0;
    for (unsigned k = 0; k < 3; k++) {
        list[n] = (struct action){ (uint8_t)kind, own[k] };
        n += menu->cards >> k & 1u;
    }
    return (int)n;
}

static int list_places(const struct menu *menu, struct action *list)
{
    int n = 0;
    for (uint8_t k = 0; k < 3; k++)
        if ((menu->cards >> k & 1) != 0)
            list[n++] = (struct action){ ACT_PLAY_BLIND, k };
    return n;
}

static int list_accused(const struct open *o, unsigned seat, struct action *list)
{
    int n = 0;
    for (uint32_t left = menu_accusable(o, seat); left != 0; left &= left - 1u)
        list[n++] = (struct action){ ACT_PIDO_FLOR, (uint8_t)lowest_bit(left) };
    return n;
}

static int list_more(struct action *list)
{
    int n = 0;
    for (uint8_t points = 1; points <= 10; points++)
        if (embit_more(points))
            list[n++] = (struct action){ ACT_EMBIT_MORE, points };
    return n;
}

/* The kinds that take a number now. */
static uint32_t numbered(const struct open *o, const struct menu *menu)
{
    if (menu->bets.high == 0)
        return 0;
    bool flor = o->phase == PHASE_FLOR;
    uint32_t kinds = word(flor ? ACT_FLOR_ENVIDO : ACT_ENVIDO);
    return stones_said(o) ? kinds : kinds | word(flor ? ACT_FLOR_REAL_ENVIDO : ACT_REAL_ENVIDO);
}

/* A number that says what the bare word says is not one. */
static bool number_may(const struct menu *menu, struct action a)
{
    unsigned points = bet_points(a);
    return points != bet_points((struct action){ a.kind, 0 }) && points >= menu->bets.low && points <= menu->bets.high;
}

/* The numbers that number_may() allows: `one` is what each adds. */
static int list_numbers(const struct menu *menu, unsigned kind, struct action *list)
{
    unsigned bare = bet_points((struct action){ (uint8_t)kind, 0 });
    unsigned one = bet_points((struct action){ (uint8_t)kind, 1 });
    unsigned low = menu->bets.low > one ? menu->bets.low : one;
    int n = 0;
    for (unsigned arg = (low + one - 1) / one; arg * one <= menu->bets.high; arg++)
        if (arg * one != bare)
            list[n++] = (struct action){ (uint8_t)kind, (uint8_t)arg };
    return n;
}

/* The bare words, and the numbers that may be said with them. */
static int list_words(const struct menu *menu, uint32_t bare, uint32_t with_number, struct action *list)
{
    int n = 0;
    if (with_number == 0) {
        for (; bare != 0; bare &= bare - 1u)
            list[n++] = (struct action){ (uint8_t)lowest_bit(bare), 0 };
        return n;
    }
    for (uint32_t left = bare | with_number; left != 0; left &= left - 1u) {
        unsigned kind = lowest_bit(left);
        if ((bare >> kind & 1u) != 0)
            list[n++] = (struct action){ (uint8_t)kind, 0 };
        if ((with_number >> kind & 1u) != 0)
            n += list_numbers(menu, kind, list + n);
    }
    return n;
}

/* A kind whose argument is neither a card to play, a step nor a number said with a bet. */
static int list_rare(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], const struct menu *menu,
                     unsigned kind, struct action *list)
{
    int n = 0;
    if (kind == ACT_EMBIT_MORE)
        return list_more(list);
    if (kind == ACT_PIDO_FLOR)
        return list_accused(o, seat, list);
    if (kind == ACT_PLAY_BLIND)
        return list_places(menu, list);
    for (; n < FIEL_HELD_MAX; n++)
        list[n] = (struct action){ ACT_DISCARD, own[n] };
    return n;
}

/* In the order of the kinds: cards as they were dealt, other arguments upwards. */
int menu_list(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct action list[FIEL_LEGAL_MAX])
{
    const uint32_t rare = word(ACT_PIDO_FLOR) | word(ACT_PLAY_BLIND) | word(ACT_EMBIT_MORE) | word(ACT_DISCARD);
    const uint32_t first = word(ACT_PLAY) | word(ACT_PLAY_DOWN) | word(ACT_RAISE);
    struct menu menu;
    int n = 0;
    menu_of(o, seat, own, UINT32_MAX, &menu);
    if ((menu.kinds & word(ACT_PLAY)) != 0)
        n += list_cards(&menu, own, ACT_PLAY, list);
    if ((menu.kinds & word(ACT_PLAY_DOWN)) != 0)
        n += list_cards(&menu, own, ACT_PLAY_DOWN, list + n);
    if ((menu.kinds & word(ACT_RAISE)) != 0)
        list[n++] = (struct action){ ACT_RAISE, menu.step };
    uint32_t words = menu.kinds & ~(first | rare), numbers = numbered(o, &menu);
    for (uint32_t left = menu.kinds & rare; left != 0; left &= left - 1u) {
        unsigned kind = lowest_bit(left);
        uint32_t below = word(kind) - 1u;
        n += list_words(&menu, words & below, numbers & below, list + n);
        n += list_rare(o, seat, own, &menu, kind, list + n);
        words &= ~below;
        numbers &= ~below;
    }
    return n + list_words(&menu, words, numbers, list + n);
}

/* Whether the seat has the card in a place from which it may play. */
static bool card_playable(const struct menu *menu, const card_t own[FIEL_HELD_MAX], card_t c)
{
    unsigned held = (unsigned)(own[0] == c) | (unsigned)(own[1] == c) << 1 | (unsigned)(own[2] == c) << 2;
    return (held & menu->cards) != 0;
}

/* The argument of an action whose kind is on the menu. */
static bool argument_fits(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], const struct menu *menu,
                          struct action a)
{
    switch (a.kind) {
    case ACT_PLAY:
    case ACT_PLAY_DOWN: return card_playable(menu, own, a.arg);
    case ACT_RAISE: return a.arg == menu->step;
    case ACT_DISCARD: return a.arg < FIEL_CARDS && memchr(own, a.arg, FIEL_HELD_MAX) != NULL;
    case ACT_EMBIT_MORE: return embit_more(a.arg);
    case ACT_PIDO_FLOR: return a.arg < o->seats && has(menu_accusable(o, seat), a.arg);
    case ACT_PLAY_BLIND: return a.arg < 3 && has(menu->cards, a.arg);
    default: return a.arg == 0;
    }
}

/* Whether menu_list() holds the action. */
bool menu_has(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct action a)
{
    struct menu menu;
    if (seat != o->turn || a.kind > ACTION_LAST)
        return false;
    menu_of(o, seat, own, word(a.kind), &menu);
    if (a.arg != 0 && is_bet(a.kind))
        return (numbered(o, &menu) >> a.kind & 1u) != 0 && number_may(&menu, a);
    return (menu.kinds >> a.kind & 1u) != 0 && argument_fits(o, seat, own, &menu, a);
}
