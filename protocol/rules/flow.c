/* flow: what follows by itself after a deal or a decision, until a seat has to decide or the hand is over.
 *
 * The order is the seeds': flor before envido before truco before cards.  Who is asked depends on
 * public facts alone; a seat's cards are looked at only to sing for it (flor_policy=auto) and to declare
 * for it (declare=auto), and both are public events. */
#include "hand.h"

/* What one look did: STEP_AGAIN changed something, STEP_ASK waits for a seat, STEP_NO found nothing. */
enum step { STEP_NO, STEP_ASK, STEP_AGAIN };

static enum step ask(struct open *o, unsigned seat, enum phase phase)
{
    o->turn = (uint8_t)seat;
    o->phase = (uint8_t)phase;
    return STEP_ASK;
}

/* Puts a question to the first of `may`, from `from` on, who has not passed on it; STEP_NO: all have.  It is a new one,
 * or it waited beneath another: who passed on that has not passed on this. */
static enum step ask_round(struct open *o, enum phase phase, unsigned from, unsigned may)
{
    if (phase != o->phase)
        o->passed = 0;
    unsigned seat = first_from(from, may & ~(unsigned)o->passed);
    return seat != FIEL_NOBODY ? ask(o, seat, phase) : STEP_NO;
}

/* Members of the side that speak for it. */
static unsigned speakers(const struct open *o, unsigned side)
{
    unsigned members = playing(o) & side_mask(o, side), foot = o->mano;
    if (opt(o, OPT_SPEAKER) == SPEAKER_ANY || members == 0)
        return members;
    for (unsigned i = 0, seat = o->mano; i < o->seats; i++, seat = next_seat(o, seat))
        if (has(members, seat))
            foot = seat;
    return bit(foot); /* the last of the side in playing order */
}

/* Asks the members of the challenged side, in playing order from the caller's right. */
static enum step ask_answer(struct open *o, enum phase phase, unsigned caller)
{
    return ask_round(o, phase, next_seat(o, caller), speakers(o, other(side_of(o, caller))));
}

/* --- flor --- */

static bool side_gone(const struct open *o, unsigned side) { return (playing(o) & side_mask(o, side)) == 0; }

/* Something was said that must wait until the seats that have not played were asked (RULES.md section 2.4); giving the
 * hand up is such a thing too, or it would cost the others a flor they had no turn to sing. */
static bool must_poll(const struct open *o)
{
    return o->envido_state == WAGER_CALLED || o->stake_called != 0 || o->flor_last != 0 || side_gone(o, 0) ||
           side_gone(o, 1) || opt(o, OPT_FLOR_TIMING) == FLOR_HAND_START;
}

static unsigned poll_origin(const struct open *o)
{
    if (o->flor_last != 0)
        return next_seat(o, o->flor_seat);
    if (o->envido_state == WAGER_CALLED)
        return next_seat(o, o->envido_seat);
    return o->stake_called != 0 ? next_seat(o, o->stake_seat) : o->mano;
}

/* Sings for a holder at its first legal moment; tells whether it did.  Nothing is left to ask where every
 * flor is sung by itself. */
static bool sing_by_itself(struct position *pos, unsigned seat)
{
    struct open *o = &pos->open;
    if (opt(o, OPT_UY_FLOR_DUTY) == UY_DUTY_ALL)
        o->asked = (uint8_t)(o->asked | bit(seat));
    if (!flor_must(o, pos->dealt[seat]))
        return false;
    flor_sing(pos, seat);
    news_add(o, seat, ACT_FLOR, 1);
    return true;
}

static enum step flor_poll(struct position *pos)
{
    struct open *o = &pos->open;
    unsigned unasked = playing(o) & ~(unsigned)o->asked;
    if (unasked == 0 || !must_poll(o))
        return STEP_NO;
    unsigned seat = first_from(poll_origin(o), unasked);
    bool answers = (o->sang & side_mask(o, other(side_of(o, seat)))) != 0 && !envite(o);
    if (opt(o, OPT_FLOR_POLICY) != FLOR_AUTO || answers)
        return ask(o, seat, PHASE_FLOR);
    if (sing_by_itself(pos, seat) || has(o->asked, seat))
        return STEP_AGAIN;
    return ask(o, seat, PHASE_FLOR);
}

/* Both sides sang: the side that did not speak last answers.  Before the first envite con flor every holder
 * may open, from the mano. */
static enum step flor_answer(struct position *pos)
{
    struct open *o = &pos->open;
    bool opens = envite(o) && o->flor_last == ACT_FLOR;
    unsigned side = other(side_of(o, o->flor_seat)), may = opens ? all_seats(o) : side_mask(o, side);
    unsigned from = opens ? o->mano : next_seat(o, o->flor_seat);
    if (ask_round(o, PHASE_FLOR, from, playing(o) & o->sang & may) == STEP_ASK)
        return STEP_ASK;
    if (o->flor_last == ACT_FLOR)
        flor_compare(pos);
    else
        flor_achico(pos, first_from(0, o->sang & side_mask(o, side)));
    return STEP_AGAIN;
}

/* Truc y flou: a better flor waits for the word of the other side; all passing is silence. */
static enum step flow_flou(struct position *pos)
{
    struct open *o = &pos->open;
    if (o->flor_state != WAGER_CALLED || o->flor_last == ACT_FLOR)
        return STEP_NO;
    if (ask_answer(o, PHASE_FLOR, o->flor_seat) == STEP_ASK)
        return STEP_ASK;
    flou_silent(o);
    return STEP_AGAIN;
}

static enum step flow_flor(struct position *pos)
{
    struct open *o = &pos->open;
    if (o->flor_state == WAGER_CLOSED || o->flor_state == WAGER_SETTLED)
        return STEP_NO;
    if (embits(o))
        return flow_flou(pos);
    enum step polled = flor_poll(pos);
    if (polled != STEP_NO || o->flor_state != WAGER_CALLED)
        return polled;
    if ((o->sang & side_mask(o, 0)) != 0 && (o->sang & side_mask(o, 1)) != 0)
        return flor_answer(pos);
    flor_one_side(pos);
    return STEP_AGAIN;
}

/* --- declaring --- */

static enum step flow_declare(struct position *pos)
{
    struct open *o = &pos->open;
    if (o->flor_state != WAGER_WANTED && o->envido_state != WAGER_WANTED)
        return STEP_NO;
    unsigned seat = declare_next(o);
    if (seat != FIEL_NOBODY && opt(o, OPT_DECLARE) == DECLARE_MANUAL)
        return ask(o, seat, PHASE_DECLARE);
    if (seat != FIEL_NOBODY)
        declare_auto(pos, seat);
    else if (o->flor_state == WAGER_WANTED)
        flor_settle(pos, declare_leader(o));
    else
        envido_settle(pos, declare_leader(o));
    return STEP_AGAIN;
}

/* --- envido and truco wait for their answers --- */

static enum step flow_envido(struct position *pos)
{
    struct open *o = &pos->open;
    if (o->envido_state != WAGER_CALLED || embit_waits(o))
        return STEP_NO;
    if (ask_answer(o, PHASE_ENVIDO, o->envido_seat) == STEP_ASK)
        return STEP_ASK;
    envido_refuse(pos); /* everybody passed */
    return STEP_AGAIN;
}

static enum step flow_stake(struct position *pos)
{
    struct open *o = &pos->open;
    if (o->stake_called == 0)
        return STEP_NO;
    if (ask_answer(o, PHASE_STAKE, o->stake_seat) == STEP_ASK)
        return STEP_ASK;
    hand_decided(pos, side_of(o, o->stake_seat));
    return STEP_AGAIN;
}

/* --- the hand of eleven: its side is asked from the mano, and runs when all pass --- */

static enum step flow_eleven(struct position *pos)
{
    struct open *o = &pos->open;
    if (o->eleven != ELEVEN_ASKED)
        return STEP_NO;
    if (ask_round(o, PHASE_ELEVEN, o->mano, speakers(o, o->eleven_side)) == STEP_ASK)
        return STEP_ASK;
    eleven_choose(pos, false);
    return STEP_AGAIN;
}

/* --- the end of a hand --- */

/* mazo_open_envido=2: in the first trick, with nothing said, giving up also gives up the envido. */
static bool mazo_pays_envido(const struct open *o)
{
    return opt(o, OPT_MAZO_OPEN_ENVIDO) == MAZO_OPEN_2 && o->trick == 0 && o->envido_state == WAGER_POSSIBLE &&
           o->said_truco == 0;
}

static enum step flow_gone(struct position *pos)
{
    struct open *o = &pos->open;
    for (unsigned side = 0; o->out != 0 && side < 2; side++) {
        if (!side_gone(o, side))
            continue;
        if (mazo_pays_envido(o))
            credit(pos, ACCOUNT_ENVIDO, other(side), 1);
        if (!o->hand_over)
            hand_decided(pos, other(side));
        return STEP_AGAIN;
    }
    return STEP_NO;
}

/* Pido flor: asks who still may accuse a rival that sang nothing and was not accused yet. */
static enum step ask_accuser(struct open *o)
{
    unsigned policy = opt(o, OPT_FLOR_POLICY);
    if (opt(o, OPT_FLOR) == OFF || (policy != FLOR_MANUAL_SEED002 && policy != FLOR_MANUAL_SEED003))
        return STEP_NO;
    unsigned silent = o->duel & ~((unsigned)o->sang | o->accused), may = 0;
    for (unsigned side = 0; side < 2; side++)
        if ((silent & side_mask(o, other(side))) != 0)
            may |= side_mask(o, side);
    return ask_round(o, PHASE_ACCUSE, o->mano, o->duel & may);
}

static enum step flow_end(struct position *pos)
{
    struct open *o = &pos->open;
    if (o->hand_winner == FIEL_NOBODY)
        return STEP_NO;
    if (ask_accuser(o) == STEP_ASK)
        return STEP_ASK;
    for (unsigned side = 0; side < 2; side++)
        pos->duels_made[side] = points_made(o, side);
    if (!pico_next_duel(o))
        end_hand(pos);
    return STEP_AGAIN;
}

/* --- cards --- */

static void trick_done(struct position *pos)
{
    struct open *o = &pos->open;
    trick_close(o);
    if (opt(o, OPT_BONUS) == BONUS_IF_TRICK_WON)
        bonus_won(pos);
    if (o->trick == 1 && embits(o) && !o->hand_over)
        embit_pay(pos);
    if (o->envido_state == WAGER_POSSIBLE)
        o->envido_state = WAGER_CLOSED;
    if (o->flor_state == WAGER_POSSIBLE)
        o->flor_state = WAGER_CLOSED;
    unsigned winner = o->hand_over ? FIEL_NOBODY : tricks_winner(o);
    if (winner != FIEL_NOBODY)
        hand_decided(pos, winner);
}

/* truco_turn=any_time: after every public event each seat with the right to raise is asked (RULES.md section 2.2). */
static unsigned next_raiser(const struct open *o, unsigned on_turn)
{
    if (opt(o, OPT_TRUCO_TURN) == TRUCO_OWN_TURN)
        return FIEL_NOBODY;
    unsigned may = 0;
    for (unsigned side = 0; side < 2; side++)
        if (stake_may_raise(o, side))
            may |= side_mask(o, side);
    may &= playing(o) & ~(unsigned)o->waived & ~bit(on_turn);
    return first_from(next_seat(o, on_turn), may);
}

static enum step flow_play(struct position *pos)
{
    struct open *o = &pos->open;
    unsigned on_turn = trick_next(o);
    if (on_turn == FIEL_NOBODY) {
        trick_done(pos);
        return STEP_AGAIN;
    }
    unsigned raiser = next_raiser(o, on_turn);
    unsigned seat = raiser != FIEL_NOBODY ? raiser : on_turn;
    bool first = o->flor_state == WAGER_POSSIBLE && !has(o->asked, seat);
    if (first && opt(o, OPT_FLOR_POLICY) == FLOR_AUTO && sing_by_itself(pos, seat))
        return STEP_AGAIN;
    return ask(o, seat, raiser != FIEL_NOBODY ? PHASE_RAISE : PHASE_PLAY);
}

/* The seeds' order. */
static enum step flow_step(struct position *pos)
{
    enum step s = flow_end(pos);
    if (s == STEP_NO)
        s = flow_flor(pos);
    if (s == STEP_NO)
        s = flow_declare(pos);
    if (s == STEP_NO)
        s = flow_envido(pos);
    if (s == STEP_NO)
        s = flow_gone(pos);
    if (s == STEP_NO)
        s = flow_stake(pos);
    if (s == STEP_NO)
        s = flow_eleven(pos);
    return s == STEP_NO ? flow_play(pos) : s;
}

void flow(struct position *pos)
{
    while (!pos->open.hand_over && flow_step(pos) == STEP_AGAIN)
        ;
}
