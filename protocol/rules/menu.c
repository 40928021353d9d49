/* menu: what a seat may do now.
 *
 * The only reader of a seat's cards here is the menu of that seat: its inputs are the public facts and
 * its own cards, which is all that a view holds.
 *
 * A caller that asks about one word does not have the others looked at: `wanted`. */
#include "hand.h"

#define WORD(kind) ((uint32_t)1 << (kind))
static const uint32_t card_kinds = WORD(ACT_PLAY) | WORD(ACT_PLAY_DOWN) | WORD(ACT_PLAY_BLIND);
static const uint32_t envido_kinds = WORD(ACT_ENVIDO) | WORD(ACT_REAL_ENVIDO) | WORD(ACT_FALTA_ENVIDO);
static const uint32_t embit_kinds = WORD(ACT_ENVIDO) | WORD(ACT_FALTA_ENVIDO) | WORD(ACT_TRUC_REST) | WORD(ACT_QUIERO) |
                                    WORD(ACT_EMBIT_MORE) | WORD(ACT_EMBIT_REST) | WORD(ACT_CONTRAFLOR);
static const uint32_t leaving_kinds = WORD(ACT_MAZO) | WORD(ACT_PASO);

/* Positions of the cards not played yet: three were dealt. */
static unsigned held_positions(const struct open *o, unsigned seat) { return 7u & ~(unsigned)o->gone[seat]; }

static bool face_down_may(const struct open *o)
{
    if (opt(o, OPT_FACE_DOWN) == FACE_DOWN_FORBIDDEN)
        return false;
    return o->trick > 0 || opt(o, OPT_FACE_DOWN_FIRST) != FACE_DOWN_FIRST_NO;
}

/* The positions among `cards` of the strongest card. */
static unsigned strongest(const struct open *o, unsigned cards, const card_t own[FIEL_HELD_MAX])
{
    unsigned best = 0, top = 0;
    for (unsigned k = 0; k < 3; k++) {
        unsigned strength = has(cards, k) ? card_strength(o, own[k]) : 0;
        if (strength > top)
            best = 0;
        if (strength > 0 && strength >= top) {
            best |= bit(k);
            top = strength;
        }
    }
    return best;
}

static inline void menu_cards(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct menu *menu)
{
    menu->cards = (uint8_t)held_positions(o, seat);
    if (unseen(o)) {
        menu->kinds |= word(ACT_PLAY_BLIND);
        return;
    }
    if (o->trick > 0 && passes_all(o, seat)) {
        menu->kinds |= word(ACT_PLAY_DOWN);
        return;
    }
    if (highest_first(o)) {
        menu->kinds |= word(ACT_PLAY);
        menu->cards = (uint8_t)strongest(o, menu->cards, own);
        return;
    }
    menu->kinds |= word(ACT_PLAY);
    if (face_down_may(o))
        menu->kinds |= word(ACT_PLAY_DOWN);
}

static inline void menu_raise(const struct open *o, unsigned step, struct menu *menu)
{
    if (step > stake_top(o) || stake_enough(o, step - 1u))
        return;
    menu->step = (uint8_t)step;
    menu->kinds |= word(ACT_RAISE);
}

static bool may_sing(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX])
{
    return o->flor_state != WAGER_CLOSED && o->flor_state != WAGER_SETTLED && !has(o->asked, seat) && flor_held(o, own);
}

/* The seat's side has another member in play. */
static bool has_partner(const struct open *o, unsigned seat)
{
    unsigned members = playing(o) & side_mask(o, side_of(o, seat));
    return (members & (members - 1u)) != 0;
}

/* The hand may be given up: always but in some Brazilian circles, where one only runs from a raise. */
static inline void menu_mazo(const struct open *o, unsigned seat, struct menu *menu)
{
    if (opt(o, OPT_CONCEDE) == CONCEDE_ALLOWED)
        menu->kinds |= word(ACT_MAZO);
    if (opt(o, OPT_MAZO_SCOPE) == MAZO_PASO && has_partner(o, seat))
        menu->kinds |= word(ACT_PASO);
}

static void menu_envido(const struct open *o, struct menu *menu)
{
    menu->kinds |= envido_words(o);
    if (numbers_said(o))
        menu->bets = envido_bets(o);
}

/* On one's own turn. */
static void menu_bids(const struct open *o, unsigned seat, struct menu *menu)
{
    if (embits(o))
        menu->kinds |= embit_words(o, seat) | (flou_may_better(o, seat) ? word(ACT_CONTRAFLOR) : 0);
    else if (envido_may_open(o, seat))
        menu_envido(o, menu);
}

/* truco_bars_envido=on: who said truco may not raise an envido either. */
static bool truco_bars(const struct open *o, unsigned seat)
{
    return opt(o, OPT_TRUCO_BARS) == ON && has(o->said_truco, seat);
}

/* The mano may not give up before envido was settled or truco accepted, which closes it. */
static bool mazo_forbidden(const struct open *o, unsigned seat)
{
    return opt(o, OPT_MAZO_OPEN_ENVIDO) == MAZO_OPEN_FORBIDDEN && seat == eldest(o) && o->trick == 0 &&
           o->envido_state == WAGER_POSSIBLE;
}

/* The right to raise on the own turn; in the hands of eleven and of iron, to lose them by it. */
static bool may_raise(const struct open *o, unsigned seat)
{
    return o->eleven == ELEVEN_NONE ? stake_may_raise(o, side_of(o, seat)) : eleven_loses(o);
}

static void menu_play(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], uint32_t wanted,
                      struct menu *menu)
{
    if ((wanted & card_kinds) != 0)
        menu_cards(o, seat, own, menu);
    if ((wanted & word(ACT_RAISE)) != 0 && may_raise(o, seat))
        menu_raise(o, o->stake + 1u, menu);
    if ((wanted & (envido_kinds | embit_kinds)) != 0)
        menu_bids(o, seat, menu);
    if ((wanted & word(ACT_FLOR)) != 0 && may_sing(o, seat, own))
        menu->kinds |= word(ACT_FLOR);
    if ((wanted & leaving_kinds) != 0 && !mazo_forbidden(o, seat))
        menu_mazo(o, seat, menu);
}

/* More than one seat may answer for the side, so a member may leave it to another. */
static bool may_pass(const struct open *o, unsigned seat)
{
    return has_partner(o, seat) && opt(o, OPT_SPEAKER) == SPEAKER_ANY;
}

static inline void menu_answer(const struct open *o, unsigned seat, struct menu *menu)
{
    menu->kinds |= word(ACT_QUIERO) | word(ACT_NO_QUIERO);
    menu_mazo(o, seat, menu);
    if (may_pass(o, seat))
        menu->kinds |= word(ACT_PASS);
}

static void menu_eleven(const struct open *o, unsigned seat, struct menu *menu)
{
    menu->kinds |= word(ACT_ELEVEN_PLAY) | word(ACT_ELEVEN_RUN);
    menu_mazo(o, seat, menu);
    if (may_pass(o, seat))
        menu->kinds |= word(ACT_PASS);
}

/* Truco: quiero, no quiero, the next step, and in the first trick the envido that goes first. */
static void menu_stake(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], uint32_t wanted,
                       struct menu *menu)
{
    menu_answer(o, seat, menu);
    menu_raise(o, o->stake_called + 1u, menu);
    if (opt(o, OPT_QUIERO_MAZO) == ON && held_positions(o, seat) != 0)
        menu->kinds |= word(ACT_QUIERO_MAZO);
    if ((wanted & envido_kinds) != 0 && envido_may_open(o, seat))
        menu_envido(o, menu);
    if (opt(o, OPT_IMPLICIT_QUIERO) == ON && trick_next(o) == seat)
        menu_cards(o, seat, own, menu);
}

/* envido_tie=declaration: a value that does not beat the one that leads may not be said. */
static bool may_declare(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX])
{
    if (opt(o, OPT_ENVIDO_TIE) != ENVIDO_TIE_DECLARATION)
        return true;
    bool flor = o->flor_state == WAGER_WANTED;
    return declare_beats(o, seat, flor ? flor_rank(o, own) : envido_value(o, own));
}

static void menu_declare(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct menu *menu)
{
    unsigned leader = declare_leader(o);
    if (may_declare(o, seat, own))
        menu->kinds |= word(ACT_DECLARE);
    if (leader == FIEL_NOBODY)
        return;
    menu->kinds |= side_of(o, leader) == side_of(o, seat) ? word(ACT_SILENT) : word(ACT_SON_BUENAS);
}

/* What a holder may say to a rival's flor.  Seed 004 has "3 options" and no plain flor among them; after a
 * partner's quiero there is one more quiero, and the side that sang first may still sing another. */
static uint32_t flor_answers(const struct open *o, unsigned seat)
{
    uint32_t all = word(ACT_CONTRAFLOR) | word(ACT_CON_FLOR_QUIERO) | word(ACT_CON_FLOR_ACHICO);
    if (opt(o, OPT_FLOR_TABLE) != FLOR_SEED004)
        return word(ACT_FLOR) | (o->flor_state == WAGER_CALLED ? all | word(ACT_CONTRAFLOR_RESTO) : 0);
    if (side_of(o, seat) == side_of(o, o->flor_seat))
        return word(ACT_FLOR);
    return o->flor_state == WAGER_CALLED ? all : word(ACT_CON_FLOR_QUIERO);
}

/* A seat that is asked for the first time: it may sing, and while a rival's flor is all that was said it may
 * bet. Once there is a bet, every flor is sung before the bet is answered. */
static void menu_first_flor(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct menu *menu)
{
    bool holds = may_sing(o, seat, own);
    bool rival = (o->sang & side_mask(o, other(side_of(o, seat)))) != 0;
    if (holds)
        menu->kinds |= rival && o->flor_last == ACT_FLOR && !envite(o) ? flor_answers(o, seat) : word(ACT_FLOR);
    if (!holds || opt(o, OPT_FLOR_POLICY) != FLOR_AUTO || !flor_must(o, own))
        menu->kinds |= word(ACT_PASS);
}

/* A seat that sang answers the rivals' last bet. After flor and flor it may still raise (RULES.md section 2.4). */
static void menu_flor_answer(const struct open *o, unsigned seat, struct menu *menu)
{
    unsigned members = playing(o) & o->sang & side_mask(o, side_of(o, seat));
    if (envite(o)) {
        menu->kinds |= envite_words(o);
        menu->bets = envite_bets(o);
    }
    if (o->flor_last == ACT_FLOR && envite(o)) {
        menu->kinds |= word(ACT_PASS);
        return;
    }
    if (o->flor_last == ACT_FLOR) {
        menu->kinds |= word(ACT_CONTRAFLOR) | word(ACT_CONTRAFLOR_RESTO) | word(ACT_PASS);
        return;
    }
    menu->kinds |= word(ACT_CON_FLOR_QUIERO) | word(ACT_CON_FLOR_ACHICO);
    if (o->flor_last == ACT_CONTRAFLOR && !envite(o))
        menu->kinds |= word(ACT_CONTRAFLOR_RESTO);
    if ((members & (members - 1u)) != 0)
        menu->kinds |= word(ACT_PASS);
}

static void menu_flou(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct menu *menu)
{
    menu->kinds |= flou_answers(o, own);
    if (may_pass(o, seat))
        menu->kinds |= word(ACT_PASS);
}

static void menu_flor(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct menu *menu)
{
    if (embits(o))
        menu_flou(o, seat, own, menu);
    else if (has(o->asked, seat))
        menu_flor_answer(o, seat, menu);
    else
        menu_first_flor(o, seat, own, menu);
}

unsigned menu_accusable(const struct open *o, unsigned seat)
{
    return o->duel & side_mask(o, other(side_of(o, seat))) & ~((unsigned)o->sang | o->accused);
}

/* By pointer: a struct filled byte by byte and returned is read back as words, which waits for the bytes. */
void menu_of(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], uint32_t wanted, struct menu *menu)
{
    *menu = (struct menu){ 0 };
    if (seat != o->turn)
        return;
    switch ((enum phase)o->phase) {
    case PHASE_NONE: break;
    case PHASE_PLAY: menu_play(o, seat, own, wanted, menu); break;
    case PHASE_STAKE: menu_stake(o, seat, own, wanted, menu); break;
    case PHASE_ENVIDO:
        menu_answer(o, seat, menu);
        if ((wanted & envido_kinds) != 0 && !truco_bars(o, seat))
            menu_envido(o, menu);
        break;
    case PHASE_DECLARE: menu_declare(o, seat, own, menu); break;
    case PHASE_FLOR: menu_flor(o, seat, own, menu); break;
    case PHASE_ACCUSE: menu->kinds = word(ACT_PIDO_FLOR) | word(ACT_PASS); break;
    case PHASE_RAISE:
        menu_raise(o, o->stake + 1u, menu);
        menu->kinds |= word(ACT_PASS);
        if (may_sing(o, seat, own))
            menu->kinds |= word(ACT_FLOR);
        break;
    case PHASE_ELEVEN: menu_eleven(o, seat, menu); break;
    case PHASE_SIGNS: menu->kinds = word(ACT_PASS); break;
    case PHASE_DISCARD: menu->kinds = word(ACT_DISCARD); break;
    }
}
