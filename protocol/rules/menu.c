/* menu: what a seat may do now.
 *
 * The only reader of a seat's cards here is the menu of that seat: its inputs are the public facts and
 * its own cards, which is all that a view holds. */
#include "hand.h"

static uint32_t word(unsigned kind)
{
    return (uint32_t)1u << kind;
}

static unsigned held_positions(const struct open *o, unsigned seat, const card_t own[HELD_MAX])
{
    unsigned mask = 0;
    for (unsigned k = 0; k < HELD_MAX; k++)
        if (own[k] < CARDS && !has(o->gone[seat], k))
            mask |= bit(k);
    return mask;
}

static bool face_down_may(const struct open *o)
{
    if (opt(o, OPT_FACE_DOWN) == FACE_DOWN_FORBIDDEN)
        return false;
    return o->trick > 0 || opt(o, OPT_FACE_DOWN_FIRST) == FACE_DOWN_FIRST_YES;
}

static void menu_cards(const struct open *o, unsigned seat, const card_t own[HELD_MAX], struct menu *menu)
{
    menu->cards = (uint8_t)held_positions(o, seat, own);
    menu->kinds |= word(ACT_PLAY);
    if (face_down_may(o))
        menu->kinds |= word(ACT_PLAY_DOWN);
}

static void menu_raise(const struct open *o, unsigned step, struct menu *menu)
{
    if (step > stake_top(o))
        return;
    menu->step = (uint8_t)step;
    menu->kinds |= word(ACT_RAISE);
}

static bool may_sing(const struct open *o, unsigned seat, const card_t own[HELD_MAX])
{
    return opt(o, OPT_FLOR) == ON && (o->flor_state == WAGER_POSSIBLE || o->flor_state == WAGER_CALLED)
        && !has(o->asked, seat) && !played_first(o, seat) && flor_held(own);
}

/* EzeVillo's rule: the mano may not give up before envido was settled or truco was said. */
static bool mazo_forbidden(const struct open *o, unsigned seat)
{
    return opt(o, OPT_MAZO_OPEN_ENVIDO) == MAZO_OPEN_FORBIDDEN && seat == o->mano && o->trick == 0
        && o->envido_state == WAGER_POSSIBLE && o->said_truco == 0;
}

static void menu_play(const struct open *o, unsigned seat, const card_t own[HELD_MAX], struct menu *menu)
{
    menu_cards(o, seat, own, menu);
    if (stake_may_raise(o, side_of(seat)))
        menu_raise(o, o->stake + 1u, menu);
    if (envido_may_open(o, seat))
        menu->kinds |= envido_words(o);
    if (may_sing(o, seat, own))
        menu->kinds |= word(ACT_FLOR);
    if (!mazo_forbidden(o, seat))
        menu->kinds |= word(ACT_MAZO);
}

/* More than one seat may answer for the side, so a member may leave it to another. */
static bool may_pass(const struct open *o, unsigned seat)
{
    unsigned members = playing(o) & side_mask(side_of(seat));
    return (members & (members - 1u)) != 0 && opt(o, OPT_SPEAKER) == SPEAKER_ANY;
}

static void menu_answer(const struct open *o, unsigned seat, struct menu *menu)
{
    menu->kinds |= word(ACT_QUIERO) | word(ACT_NO_QUIERO) | word(ACT_MAZO);
    if (may_pass(o, seat))
        menu->kinds |= word(ACT_PASS);
}

/* Truco: quiero, no quiero, the next step, and in the first trick the envido that goes first. */
static void menu_stake(const struct open *o, unsigned seat, const card_t own[HELD_MAX], struct menu *menu)
{
    menu_answer(o, seat, menu);
    menu_raise(o, o->stake_called + 1u, menu);
    if (envido_may_open(o, seat))
        menu->kinds |= envido_words(o);
    if (opt(o, OPT_IMPLICIT_QUIERO) == ON && trick_next(o) == seat)
        menu_cards(o, seat, own, menu);
}

static void menu_declare(const struct open *o, unsigned seat, struct menu *menu)
{
    unsigned leader = declare_leader(o);
    menu->kinds |= word(ACT_DECLARE);
    if (leader == NOBODY)
        return;
    menu->kinds |= side_of(leader) == side_of(seat) ? word(ACT_SILENT) : word(ACT_SON_BUENAS);
}

/* A seat that is asked for the first time: it may sing, and against a rival's flor it may bet. */
static void menu_first_flor(const struct open *o, unsigned seat, const card_t own[HELD_MAX], struct menu *menu)
{
    bool holds = may_sing(o, seat, own);
    if (holds)
        menu->kinds |= word(ACT_FLOR);
    if (holds && (o->sang & side_mask(other(side_of(seat)))) != 0)
        menu->kinds |= word(ACT_CONTRAFLOR) | word(ACT_CONTRAFLOR_RESTO) | word(ACT_CON_FLOR_QUIERO) | word(ACT_CON_FLOR_ACHICO);
    if (!holds || opt(o, OPT_FLOR_POLICY) != FLOR_AUTO)
        menu->kinds |= word(ACT_PASS);
}

/* A seat that sang answers the rivals' last bet. After flor and flor it may still raise (9.5). */
static void menu_flor_answer(const struct open *o, unsigned seat, struct menu *menu)
{
    unsigned members = playing(o) & o->sang & side_mask(side_of(seat));
    if (o->flor_last == ACT_FLOR) {
        menu->kinds |= word(ACT_CONTRAFLOR) | word(ACT_CONTRAFLOR_RESTO) | word(ACT_PASS);
        return;
    }
    menu->kinds |= word(ACT_CON_FLOR_QUIERO) | word(ACT_CON_FLOR_ACHICO);
    if (o->flor_last == ACT_CONTRAFLOR)
        menu->kinds |= word(ACT_CONTRAFLOR_RESTO);
    if ((members & (members - 1u)) != 0)
        menu->kinds |= word(ACT_PASS);
}

struct menu menu_of(const struct open *o, unsigned seat, const card_t own[HELD_MAX])
{
    struct menu menu = { 0, 0, 0 };
    if (seat != o->turn)
        return menu;
    switch ((enum phase)o->phase) {
    case PHASE_NONE: break;
    case PHASE_PLAY: menu_play(o, seat, own, &menu); break;
    case PHASE_STAKE: menu_stake(o, seat, own, &menu); break;
    case PHASE_ENVIDO:
        menu_answer(o, seat, &menu);
        menu.kinds |= envido_words(o);
        break;
    case PHASE_DECLARE: menu_declare(o, seat, &menu); break;
    case PHASE_FLOR:
        if (has(o->asked, seat))
            menu_flor_answer(o, seat, &menu);
        else
            menu_first_flor(o, seat, own, &menu);
        break;
    case PHASE_ACCUSE: menu.kinds = word(ACT_PIDO_FLOR) | word(ACT_PASS); break;
    case PHASE_RAISE:
        menu_raise(o, o->stake + 1u, &menu);
        menu.kinds |= word(ACT_PASS);
        if (may_sing(o, seat, own))
            menu.kinds |= word(ACT_FLOR);
        break;
    }
    return menu;
}

/* --- why something is not on the menu --- */

static bool is_envido(unsigned kind)
{
    return kind == ACT_ENVIDO || kind == ACT_REAL_ENVIDO || kind == ACT_FALTA_ENVIDO;
}

static bool is_flor_word(unsigned kind)
{
    return kind >= ACT_FLOR && kind <= ACT_CON_FLOR_ACHICO;
}

static enum rule_error refuse_envido(const struct open *o, unsigned seat)
{
    if (o->phase == PHASE_ENVIDO)
        return o->envido_last == ACT_FALTA_ENVIDO || opt(o, OPT_ENVIDO_CHAIN) == CHAIN_STRICT
                || o->envido_wanted < falta_most(o) ? RULE_ENVIDO_TOO_LOW : RULE_ENVIDO_ENOUGH;
    if (has(o->said_truco, seat) && o->envido_state == WAGER_POSSIBLE)
        return RULE_ENVIDO_FORFEITED;
    return RULE_ENVIDO_CLOSED;
}

static enum rule_error refuse_raise(const struct open *o, unsigned seat, unsigned step)
{
    unsigned now = o->stake_called ? o->stake_called : o->stake;
    if (now >= stake_top(o))
        return RULE_TOP_STEP;
    if (o->stake_seat != NOBODY && side_of(o->stake_seat) == side_of(seat))
        return RULE_OWN_RAISE;
    return step != now + 1u ? RULE_WRONG_STEP : RULE_NOT_OPEN;
}

static enum rule_error refuse_flor(const struct open *o, unsigned seat, const card_t own[HELD_MAX])
{
    if (opt(o, OPT_FLOR) == OFF)
        return RULE_NOT_A_WORD;
    if (!flor_held(own))
        return RULE_NO_FLOR;
    return o->phase == PHASE_PLAY || !has(o->sang, seat) ? RULE_FLOR_CLOSED : RULE_NOT_OPEN;
}

static bool answering(const struct open *o)
{
    return o->phase == PHASE_STAKE || o->phase == PHASE_ENVIDO || o->phase == PHASE_FLOR;
}

static enum rule_error refuse_card(const struct open *o, const struct menu *menu, const card_t own[HELD_MAX], struct action a)
{
    if ((menu->kinds & word(ACT_PLAY)) == 0)
        return answering(o) ? RULE_ANSWER_FIRST : RULE_NOT_OPEN;
    if ((menu->kinds & word(a.kind)) == 0)
        return RULE_FACE_UP;
    for (unsigned k = 0; k < HELD_MAX; k++)
        if (own[k] == a.arg && has(menu->cards, k))
            return RULE_OK;
    return RULE_CARD_NOT_HELD;
}

/* The reason for an action whose word is not on the menu. */
static enum rule_error refuse_word(const struct open *o, unsigned seat, const card_t own[HELD_MAX], struct action a)
{
    if (is_envido(a.kind))
        return refuse_envido(o, seat);
    if (is_flor_word(a.kind))
        return refuse_flor(o, seat, own);
    if (a.kind == ACT_RAISE)
        return refuse_raise(o, seat, a.arg);
    if ((a.kind == ACT_QUIERO || a.kind == ACT_NO_QUIERO) && !answering(o))
        return RULE_NOTHING_TO_ANSWER;
    if (a.kind == ACT_MAZO && o->phase == PHASE_PLAY)
        return RULE_NO_MAZO;
    if (a.kind == ACT_SON_BUENAS && o->phase == PHASE_DECLARE)
        return RULE_NOTHING_DECLARED;
    return RULE_NOT_OPEN;
}

static bool is_word(const struct open *o, struct action a)
{
    if (a.kind < ACT_PLAY || a.kind > ACT_PIDO_FLOR)
        return false;
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN)
        return a.arg < CARDS;
    if (a.kind == ACT_RAISE)
        return a.arg >= 1 && a.arg <= stake_top(o);
    return a.kind == ACT_PIDO_FLOR || a.arg == 0;
}

static enum rule_error refuse_accused(const struct open *o, unsigned seat, unsigned accused)
{
    bool rival = accused < o->seats && side_of(accused) != side_of(seat);
    return rival && !has(o->sang, accused) ? RULE_OK : RULE_NO_SUCH_RIVAL;
}

/* RULE_OK exactly when view_legal lists the action. */
enum rule_error menu_refusal(const struct open *o, unsigned seat, const card_t own[HELD_MAX], struct action a)
{
    if (!is_word(o, a))
        return RULE_NOT_A_WORD;
    if (o->hand_over)
        return RULE_HAND_OVER;
    if (seat != o->turn)
        return RULE_NOT_YOUR_TURN;
    struct menu menu = menu_of(o, seat, own);
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN)
        return refuse_card(o, &menu, own, a);
    if ((menu.kinds & word(a.kind)) == 0)
        return refuse_word(o, seat, own, a);
    if (a.kind == ACT_RAISE && a.arg != menu.step)
        return RULE_WRONG_STEP;
    if (a.kind == ACT_PIDO_FLOR)
        return refuse_accused(o, seat, a.arg);
    return RULE_OK;
}
