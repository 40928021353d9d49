/* refuse: the reason why something is not on the menu, for the player who said it. */
#include "hand.h"

static bool is_envido(unsigned kind)
{
    return kind == ACT_ENVIDO || kind == ACT_REAL_ENVIDO || kind == ACT_FALTA_ENVIDO;
}

static bool is_flor_bet(unsigned kind) { return kind >= ACT_FLOR_ENVIDO && kind <= ACT_FLOR_FALTA_ENVIDO; }

static bool is_flor_word(unsigned kind)
{
    return (kind >= ACT_FLOR && kind <= ACT_CON_FLOR_ACHICO) || is_flor_bet(kind);
}

/* A word of a numeric envido that is not on the menu, while envido may be said. */
static enum rule_error refuse_number(const struct open *o, struct action a)
{
    unsigned low = stones_said(o) ? STONES_LEAST : o->envido_bet;
    bool falta = a.kind == ACT_FALTA_ENVIDO;
    if (o->envido_last == ACT_FALTA_ENVIDO || (falta && stones_said(o)) ||
        (!falta && o->envido_last != 0 && bet_points(a) < low))
        return RULE_ENVIDO_TOO_LOW;
    return RULE_ENVIDO_TOO_HIGH;
}

static enum rule_error refuse_envido(const struct open *o, unsigned seat, struct action a)
{
    if (o->phase == PHASE_ENVIDO && opt(o, OPT_TRUCO_BARS) == ON && has(o->said_truco, seat))
        return RULE_ENVIDO_FORFEITED;
    bool may_open = (o->phase == PHASE_PLAY || o->phase == PHASE_STAKE) && envido_may_open(o, seat);
    if (numbers_said(o) && (o->phase == PHASE_ENVIDO || may_open))
        return refuse_number(o, a);
    if (o->phase == PHASE_ENVIDO)
        return o->envido_last == ACT_FALTA_ENVIDO || opt(o, OPT_ENVIDO_CHAIN) == CHAIN_STRICT ||
                       o->envido_wanted < falta_most(o)
                   ? RULE_ENVIDO_TOO_LOW
                   : RULE_ENVIDO_ENOUGH;
    if (has(o->said_truco, seat) && o->envido_state == WAGER_POSSIBLE)
        return RULE_ENVIDO_FORFEITED;
    return RULE_ENVIDO_CLOSED;
}

static enum rule_error refuse_raise(const struct open *o, unsigned seat, unsigned step)
{
    unsigned now = o->stake_called ? o->stake_called : o->stake;
    if (o->eleven != ELEVEN_NONE)
        return eleven_loses(o) ? RULE_WRONG_STEP : RULE_NO_RAISE;
    if (now >= stake_top(o))
        return RULE_TOP_STEP;
    if (o->stake_seat != FIEL_NOBODY && side_of(o, o->stake_seat) == side_of(o, seat))
        return RULE_OWN_RAISE;
    if (step != now + 1u)
        return RULE_WRONG_STEP;
    if (o->stake_called == 0 && o->stake != 0 && !stake_may_later(o))
        return RULE_NO_LATE_RAISE;
    return stake_enough(o, now) ? RULE_RAISE_ENOUGH : RULE_NOT_OPEN;
}

/* A bet con flor that is not on the menu of a holder who may bet. */
static enum rule_error refuse_flor_bet(const struct open *o, struct action a)
{
    bool closed = o->flor_last == ACT_CONTRAFLOR_RESTO || o->flor_last == ACT_FLOR_FALTA_ENVIDO;
    bool falta = a.kind == ACT_FLOR_FALTA_ENVIDO;
    if (closed || (falta && stones_said(o)) || (!falta && bet_points(a) < envite_least(o)))
        return RULE_ENVIDO_TOO_LOW;
    return RULE_ENVIDO_TOO_HIGH;
}

static enum rule_error refuse_flor(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX],
                                   struct action a)
{
    if (opt(o, OPT_FLOR) == OFF)
        return RULE_NOT_A_WORD;
    if (!flor_held(o, own))
        return RULE_NO_FLOR;
    if (is_flor_bet(a.kind) && o->phase == PHASE_FLOR && has(o->sang, seat))
        return refuse_flor_bet(o, a);
    return o->phase == PHASE_FLOR || has(o->sang, seat) ? RULE_NOT_OPEN : RULE_FLOR_CLOSED;
}

/* The embit of truc y flou and its raises. */
static enum rule_error refuse_embit(const struct open *o, unsigned seat, struct action a)
{
    if (o->phase != PHASE_PLAY)
        return RULE_NOT_OPEN;
    if (has(o->asked, seat))
        return RULE_DECLARED_ONCE;
    if (o->flor_last != 0)
        return RULE_EMBIT_ANNULLED;
    if (a.kind == ACT_EMBIT_MORE || a.kind == ACT_EMBIT_REST)
        return RULE_NO_EMBIT;
    return o->envido_state == WAGER_POSSIBLE ? RULE_TRUC_SAID : RULE_EMBIT_BID;
}

/* Its flor; in the answers to a better one too, QUIERO sings. */
static enum rule_error refuse_flou(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX],
                                   struct action a)
{
    if (o->phase == PHASE_FLOR && a.kind == o->flor_last)
        return RULE_NO_FLOR;
    if (o->phase != PHASE_PLAY)
        return RULE_NOT_OPEN;
    if (has(o->asked, seat))
        return RULE_DECLARED_ONCE;
    if (o->flor_state == WAGER_SETTLED)
        return RULE_FLOR_SETTLED;
    return a.kind == ACT_FLOR && !flor_held(o, own) ? RULE_NO_FLOR : RULE_NO_BETTER;
}

static bool answering(const struct open *o)
{
    return o->phase == PHASE_STAKE || o->phase == PHASE_ENVIDO || o->phase == PHASE_FLOR;
}

static bool plays_cards(const struct open *o)
{
    return o->phase == PHASE_PLAY ||
           (o->phase == PHASE_STAKE && opt(o, OPT_IMPLICIT_QUIERO) == ON && trick_next(o) == o->turn);
}

static bool face_down_closed(const struct open *o)
{
    return opt(o, OPT_FACE_DOWN) == FACE_DOWN_FORBIDDEN ||
           (o->trick == 0 && opt(o, OPT_FACE_DOWN_FIRST) == FACE_DOWN_FIRST_NO);
}

static bool holds(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], card_t c)
{
    for (unsigned k = 0; k < 3; k++)
        if (own[k] == c)
            return !has(o->gone[seat], k);
    return false;
}

static enum rule_error refuse_card(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX],
                                   struct action a)
{
    if (o->phase == PHASE_ELEVEN)
        return RULE_ELEVEN_FIRST;
    if (!plays_cards(o))
        return answering(o) ? RULE_ANSWER_FIRST : RULE_NOT_OPEN;
    if (unseen(o) != (a.kind == ACT_PLAY_BLIND))
        return unseen(o) ? RULE_UNSEEN : RULE_SEEN;
    if (passes_all(o, seat))
        return a.kind == ACT_PLAY ? RULE_PASSES_ALL : RULE_CARD_NOT_HELD;
    if (highest_first(o) && (a.kind == ACT_PLAY_DOWN || holds(o, seat, own, a.arg)))
        return RULE_STACKED;
    return a.kind == ACT_PLAY_DOWN && face_down_closed(o) ? RULE_FACE_UP : RULE_CARD_NOT_HELD;
}

static enum rule_error refuse_word(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX],
                                   struct action a)
{
    if (o->phase == PHASE_DISCARD)
        return a.kind == ACT_DISCARD ? RULE_CARD_NOT_HELD : RULE_DISCARD_FIRST;
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_PLAY_BLIND)
        return refuse_card(o, seat, own, a);
    if (embits(o) && (is_envido(a.kind) || a.kind >= ACT_EMBIT_MORE))
        return refuse_embit(o, seat, a);
    if (embits(o) && (is_flor_word(a.kind) || (a.kind == ACT_QUIERO && o->phase == PHASE_FLOR)))
        return refuse_flou(o, seat, own, a);
    if (is_envido(a.kind))
        return refuse_envido(o, seat, a);
    if (is_flor_word(a.kind))
        return refuse_flor(o, seat, own, a);
    if (a.kind == ACT_MAZO && opt(o, OPT_CONCEDE) == CONCEDE_NO)
        return RULE_NO_CONCEDE;
    if (a.kind == ACT_RAISE)
        return refuse_raise(o, seat, a.arg);
    if ((a.kind == ACT_QUIERO || a.kind == ACT_NO_QUIERO || a.kind == ACT_QUIERO_MAZO) && !answering(o))
        return RULE_NOTHING_TO_ANSWER;
    if (a.kind == ACT_MAZO && o->phase == PHASE_PLAY)
        return RULE_NO_MAZO;
    if (a.kind == ACT_PIDO_FLOR && o->phase == PHASE_ACCUSE)
        return RULE_NO_SUCH_RIVAL;
    if (a.kind == ACT_SON_BUENAS && o->phase == PHASE_DECLARE)
        return RULE_NOTHING_DECLARED;
    return RULE_NOT_OPEN;
}

static bool not_with_stones(unsigned kind)
{
    return kind == ACT_REAL_ENVIDO || kind == ACT_FLOR_REAL_ENVIDO || kind == ACT_CONTRAFLOR ||
           kind == ACT_CONTRAFLOR_RESTO;
}

static bool is_word(const struct open *o, struct action a)
{
    bool eleven = opt(o, OPT_ELEVEN_HAND) == ON;
    if (a.kind < ACT_PLAY || a.kind > ACTION_LAST)
        return false;
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN)
        return rules_have_card(&o->rules, a.arg);
    if (a.kind == ACT_DISCARD)
        return o->seats == 3 && a.arg < FIEL_CARDS;
    if (is_envido(a.kind) && opt(o, OPT_ENVIDO) == ENVIDO_NONE)
        return false;
    if (a.kind >= ACT_EMBIT_MORE)
        return embits(o) && (a.kind == ACT_EMBIT_MORE ? embit_more(a.arg) : a.arg == 0);
    if (is_flor_bet(a.kind) && !envite(o))
        return false;
    if (a.kind == ACT_PASO && (opt(o, OPT_MAZO_SCOPE) != MAZO_PASO || o->seats == 2))
        return false;
    if (embits(o) && (a.kind == ACT_REAL_ENVIDO || a.kind == ACT_CON_FLOR_QUIERO || a.kind == ACT_CON_FLOR_ACHICO))
        return false;
    if ((a.kind == ACT_ELEVEN_PLAY || a.kind == ACT_ELEVEN_RUN) && !eleven)
        return false;
    if (a.kind == ACT_PLAY_BLIND)
        return a.arg < 3 && eleven;
    if (a.kind == ACT_QUIERO_MAZO && opt(o, OPT_QUIERO_MAZO) == OFF)
        return false;
    if (a.kind == ACT_RAISE)
        return a.arg >= 1 && a.arg <= stake_top(o);
    if (stones_said(o) && not_with_stones(a.kind))
        return false;
    if (is_bet(a.kind) && a.arg != 0)
        return numbers_said(o) && bet_points(a) != bet_points((struct action){ a.kind, 0 });
    return a.kind == ACT_PIDO_FLOR || a.arg == 0;
}

/* For an action that menu_has() does not hold; never RULE_OK. */
enum rule_error refusal(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct action a)
{
    if (!is_word(o, a))
        return RULE_NOT_A_WORD;
    if (o->hand_over)
        return RULE_HAND_OVER;
    if (seat != o->turn)
        return RULE_NOT_YOUR_TURN;
    return refuse_word(o, seat, own, a);
}
