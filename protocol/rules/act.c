/* act: what one decision changes, before anything follows from it. */
#include "hand.h"

static void mark_asked(struct open *o, unsigned seat)
{
    o->asked = (uint8_t)(o->asked | bit(seat)); /* a seat that does something else has not sung */
}

/* An accepted truco closes the envido for good (seed 003 section 13). */
static void stake_accept(struct open *o)
{
    o->stake = o->stake_called;
    o->stake_called = 0;
    if (o->envido_state == WAGER_POSSIBLE && !embits(o))
        o->envido_state = WAGER_CLOSED;
}

/* Of the three cards that are played, where this one lies. */
static unsigned card_place(const card_t own[FIEL_HELD_MAX], card_t card)
{
    return (unsigned)(own[1] == card) | (unsigned)(own[2] == card) << 1;
}

static void act_play(struct position *pos, unsigned seat, struct action a)
{
    struct open *o = &pos->open;
    if (o->stake_called != 0)
        stake_accept(o); /* implicit_quiero=on */
    mark_asked(o, seat);
    unsigned place = a.kind == ACT_PLAY_BLIND ? a.arg : card_place(pos->dealt[seat], a.arg);
    card_t card = pos->dealt[seat][place];
    o->gone[seat] = (uint8_t)(o->gone[seat] | bit(place));
    o->table[o->trick * 8u + seat] = a.kind == ACT_PLAY_DOWN ? CARD_HIDDEN : card;
    if (opt(o, OPT_BONUS) == BONUS_ON_PLAY && a.kind == ACT_PLAY)
        bonus_played(pos, seat, card);
}

/* A raise as an answer is quiero and raise. */
static void act_raise(struct position *pos, unsigned seat, unsigned step)
{
    struct open *o = &pos->open;
    if (o->eleven != ELEVEN_NONE) {
        eleven_truco(pos, seat);
        return;
    }
    if (o->stake_called != 0)
        stake_accept(o);
    if (!embits(o)) /* there a declaration goes with the card, whatever was said before it */
        mark_asked(o, seat);
    if (step == 1)
        o->said_truco = (uint8_t)(o->said_truco | bit(seat));
    o->stake_called = (uint8_t)step;
    o->stake_seat = (uint8_t)seat;
}

/* The side that raised takes what had been accepted before. */
static void stake_refuse(struct position *pos) { hand_decided(pos, side_of(&pos->open, pos->open.stake_seat)); }

static void act_mazo(struct position *pos, unsigned seat, unsigned kind)
{
    struct open *o = &pos->open;
    bool alone = kind == ACT_PASO || opt(o, OPT_MAZO_SCOPE) == MAZO_PLAYER;
    unsigned gone = alone ? bit(seat) : side_mask(o, side_of(o, seat));
    mark_asked(o, seat);
    o->out = (uint8_t)(o->out | (gone & all_seats(o)));
    if (o->envido_state == WAGER_CALLED && (playing(o) & side_mask(o, side_of(o, seat))) == 0)
        envido_refuse(pos); /* a pending envido counts as no quiero */
}

static void act_pass(struct open *o, unsigned seat)
{
    if (o->phase == PHASE_RAISE)
        o->waived = (uint8_t)(o->waived | bit(seat));
    else if (o->phase == PHASE_FLOR && !has(o->asked, seat) && !embits(o))
        mark_asked(o, seat);
    else
        o->passed = (uint8_t)(o->passed | bit(seat));
}

/* Seed 002: a hidden flor is worth 3 to the accuser, a false accusation 1 to the accused.  Seed 003: 3 and
 * as many points as the other side made in the hand; a false one 3 ("3 o 4"). */
static void act_accuse(struct position *pos, unsigned seat, unsigned accused)
{
    struct open *o = &pos->open;
    bool seed003 = opt(o, OPT_FLOR_POLICY) == FLOR_MANUAL_SEED003;
    unsigned side = side_of(o, accused);
    bool hidden = flor_held(o, pos->dealt[accused]) && has(o->asked, accused) && !has(o->sang, accused);
    unsigned made = points_made(o, side) - pos->duels_made[side]; /* in a pico a pico the hand is the duel */
    o->accused = (uint8_t)(o->accused | bit(accused));
    o->passed = (uint8_t)(o->passed | bit(seat));
    if (hidden)
        credit(pos, ACCOUNT_FLOR, side_of(o, seat), seed003 ? 3 + made : 3);
    else
        credit(pos, ACCOUNT_FLOR, side, seed003 ? 3 : 1);
}

/* On a seat's own turn an embit of the rivals is sung. */
static void act_answer(struct position *pos, unsigned seat, unsigned kind)
{
    bool wanted = kind == ACT_QUIERO;
    if (pos->open.phase == PHASE_PLAY)
        mark_asked(&pos->open, seat);
    if (pos->open.phase == PHASE_FLOR && wanted)
        flou_answer(pos, seat, kind);
    else if (pos->open.phase == PHASE_FLOR)
        flou_silent(&pos->open);
    else if (pos->open.phase == PHASE_STAKE && wanted)
        stake_accept(&pos->open);
    else if (pos->open.phase == PHASE_STAKE)
        stake_refuse(pos);
    else if (wanted)
        envido_accept(pos);
    else
        envido_refuse(pos);
}

static void act_flor_bet(struct position *pos, unsigned seat, struct action a)
{
    if (!embits(&pos->open)) {
        flor_bet(pos, seat, a);
    } else if (a.kind == ACT_CONTRAFLOR) {
        mark_asked(&pos->open, seat);
        flou_better(&pos->open, seat);
    } else {
        flou_answer(pos, seat, a.kind);
    }
}

/* Whether those who passed on the open question are remembered: it is left to somebody else, or it is closed and they
 * are told of until the next one is put (flow.c, ask_round).  Whatever else is said closes it for good. */
static bool keeps_passed(const struct open *o, unsigned kind)
{
    switch (kind) {
    case ACT_PASS:
    case ACT_MAZO:
    case ACT_PASO:
    case ACT_PIDO_FLOR:
    case ACT_NO_QUIERO:
    case ACT_CON_FLOR_ACHICO: return true;
    case ACT_PLAY:
    case ACT_PLAY_DOWN:
    case ACT_PLAY_BLIND: return o->stake_called == 0; /* implicit_quiero=on */
    case ACT_FLOR: return embits(o);                  /* where it asks nobody anything */
    default: return false;
    }
}

void act(struct position *pos, unsigned seat, struct action a)
{
    struct open *o = &pos->open;
    if (!keeps_passed(o, a.kind))
        o->passed = 0;
    if (o->phase != PHASE_RAISE || a.kind != ACT_PASS)
        o->waived = 0;
    switch ((enum action_kind)a.kind) {
    case ACT_PLAY:
    case ACT_PLAY_DOWN:
    case ACT_PLAY_BLIND: act_play(pos, seat, a); break;
    case ACT_RAISE: act_raise(pos, seat, a.arg); break;
    case ACT_QUIERO:
    case ACT_NO_QUIERO: act_answer(pos, seat, a.kind); break;
    case ACT_ENVIDO:
    case ACT_REAL_ENVIDO:
    case ACT_FALTA_ENVIDO:
    case ACT_EMBIT_MORE:
    case ACT_EMBIT_REST:
    case ACT_TRUC_REST:
        mark_asked(o, seat);
        envido_call(o, seat, a);
        break;
    case ACT_FLOR: flor_sing(pos, seat); break;
    case ACT_CONTRAFLOR:
    case ACT_CONTRAFLOR_RESTO:
    case ACT_FLOR_ENVIDO:
    case ACT_FLOR_REAL_ENVIDO:
    case ACT_FLOR_FALTA_ENVIDO: act_flor_bet(pos, seat, a); break;
    case ACT_CON_FLOR_QUIERO: flor_quiero(pos, seat); break;
    case ACT_CON_FLOR_ACHICO: flor_achico(pos, seat); break;
    case ACT_DECLARE: o->declared[seat] = (uint8_t)declare_value(pos, seat); break;
    case ACT_SILENT: o->declared[seat] = DECLARED_SILENT; break;
    case ACT_SON_BUENAS: o->declared[seat] = DECLARED_SON_BUENAS; break;
    case ACT_MAZO:
    case ACT_PASO: act_mazo(pos, seat, a.kind); break;
    case ACT_PASS: act_pass(o, seat); break;
    case ACT_PIDO_FLOR: act_accuse(pos, seat, a.arg); break;
    case ACT_QUIERO_MAZO:
        stake_accept(o);
        act_mazo(pos, seat, ACT_MAZO);
        break;
    case ACT_DISCARD: gallo_discard(pos, a.arg); break;
    case ACT_ELEVEN_PLAY: eleven_choose(pos, true); break;
    case ACT_ELEVEN_RUN: eleven_choose(pos, false); break;
    }
}
