/* asked: a witness who sits beside a table and keeps in mind who was asked about each call.
 *
 * The law: whatever was called is refused by a word alone, or after every member in play was asked since that call; and
 * when a bet over a standing call is closed, every member is asked about that call anew.  The witness sees whose turn it
 * is and what is said, and never reads `passed`, by which the rules remember the same. */
#ifndef TESTS_ASKED_H
#define TESTS_ASKED_H

#include <string.h>

#include "rules/position.h"
#include "rules/values.h"

enum call { CALL_TRUCO, CALL_ENVIDO, CALL_FLOR, CALL_ELEVEN, CALLS };

/* Cleared before each hand. */
struct asked {
    unsigned heard[CALLS];       /* bit per seat that was asked since the call */
    bool covered;                /* a bet over the standing truco was closed */
    unsigned long passed[CALLS]; /* calls that fell because all passed */
    unsigned long anew;          /* of them trucos over which a bet had been closed */
};

static inline void asked_begin(struct asked *w)
{
    memset(w->heard, 0, sizeof w->heard);
    w->covered = false;
}

static inline bool is_embit(const struct open *o) { return o->rules.opt[OPT_ENVIDO] == ENVIDO_EMBIT; }

static inline bool is_flor_call(const struct open *o, struct action a)
{
    bool answers = is_embit(o) && a.kind == ACT_QUIERO && o->phase == PHASE_FLOR;
    return answers || a.kind == ACT_CONTRAFLOR || a.kind == ACT_CONTRAFLOR_RESTO || a.kind == ACT_FLOR_ENVIDO ||
           a.kind == ACT_FLOR_REAL_ENVIDO || a.kind == ACT_FLOR_FALTA_ENVIDO;
}

static inline bool is_envido_call(struct action a)
{
    return a.kind == ACT_ENVIDO || a.kind == ACT_REAL_ENVIDO || a.kind == ACT_FALTA_ENVIDO ||
           a.kind == ACT_EMBIT_MORE || a.kind == ACT_EMBIT_REST || a.kind == ACT_TRUC_REST;
}

/* A seat that is asked whether it sings is not asked about a bet: that has an answer which gives way. */
static inline bool may_give_way(const struct position *pos)
{
    struct action list[FIEL_LEGAL_MAX];
    bool may = is_embit(&pos->open);
    for (int n = position_legal(pos, pos->open.turn, list); n-- > 0;)
        may |= list[n].kind == ACT_CON_FLOR_ACHICO;
    return may;
}

static inline void asked_hear(struct asked *w, const struct position *before)
{
    unsigned seat = 1u << before->open.turn;
    switch (before->open.phase) {
    case PHASE_STAKE: w->heard[CALL_TRUCO] |= seat; break;
    case PHASE_ENVIDO: w->heard[CALL_ENVIDO] |= seat; break;
    case PHASE_FLOR: w->heard[CALL_FLOR] |= may_give_way(before) ? seat : 0; break;
    case PHASE_ELEVEN: w->heard[CALL_ELEVEN] |= seat; break;
    default: break;
    }
}

static inline bool waits(unsigned wager) { return wager == WAGER_CALLED || wager == WAGER_WANTED; }

/* A bet that was open is closed: with a truco beneath it, that is the one which is asked about anew.  In truc y flou
 * nothing is said over a truc. */
static inline bool closed_over(const struct open *b, const struct open *o)
{
    bool envido = b->envido_state != o->envido_state && !waits(o->envido_state);
    bool flor = b->flor_state != o->flor_state && !waits(o->flor_state);
    return !is_embit(b) && (envido || flor);
}

/* Calls that nobody accepted and that fell with this decision: bit per call. */
static inline unsigned asked_fallen(const struct open *b, const struct open *o)
{
    unsigned fallen = 0;
    bool plain = is_embit(b) && b->envido_last == ACT_ENVIDO; /* no question, RULES.md 7.3 */
    if (b->duel != o->duel)                                   /* of two seats, who have nobody to pass to */
        return 0;
    if (b->stake_called != 0 && b->hand_winner == FIEL_NOBODY && o->stake_called == b->stake_called &&
        o->hand_winner == side_of(b, b->stake_seat))
        fallen |= 1u << CALL_TRUCO;
    if (b->envido_state == WAGER_CALLED && !plain && !waits(o->envido_state) && o->envido_winner == FIEL_NOBODY &&
        b->sang == o->sang)
        fallen |= 1u << CALL_ENVIDO;
    if (b->flor_state == WAGER_CALLED && b->flor_last != ACT_FLOR && !waits(o->flor_state))
        fallen |= 1u << CALL_FLOR;
    if (b->eleven == ELEVEN_ASKED && o->eleven == ELEVEN_RUN)
        fallen |= 1u << CALL_ELEVEN;
    return fallen;
}

/* The members who could have answered and are still in play; of a flor that was bet on, its holders. */
static inline unsigned asked_members(const struct open *b, const struct open *o, enum call call)
{
    const uint8_t caller[] = { b->stake_seat, b->envido_seat, b->flor_seat };
    unsigned side = call == CALL_ELEVEN ? b->eleven_side : 1u ^ side_of(b, caller[call]);
    unsigned in = b->sides[side] & ~(unsigned)o->out;
    return call == CALL_FLOR && !is_embit(b) ? in & o->sang : in;
}

/* The word that refuses, or that accepts what was settled at once: in truc y flou the resto repeated. */
static inline bool is_answer(struct action a)
{
    return a.kind == ACT_NO_QUIERO || a.kind == ACT_QUIERO || a.kind == ACT_CON_FLOR_ACHICO ||
           a.kind == ACT_CON_FLOR_QUIERO || a.kind == ACT_ELEVEN_RUN || a.kind == ACT_CONTRAFLOR_RESTO;
}

/* After each decision: NULL, or the sentence that is broken. */
static inline const char *asked_look(struct asked *w, const struct position *before, struct action a,
                                     const struct position *after)
{
    static const char *const wrong[] = { "a truco fell that not everybody was asked about",
                                         "an envido fell that not everybody was asked about",
                                         "a bet on a flor fell that not every holder was asked about",
                                         "a hand of eleven was run that not everybody was asked about" };
    static const uint8_t asks[] = { PHASE_STAKE, PHASE_ENVIDO, PHASE_FLOR, PHASE_ELEVEN };
    const struct open *b = &before->open, *o = &after->open;
    unsigned fallen = asked_fallen(b, o);
    asked_hear(w, before);
    if (closed_over(b, o)) {
        w->heard[CALL_TRUCO] = 0;
        w->covered = true;
    }
    for (unsigned call = 0; call < CALLS; call++) {
        if ((fallen >> call & 1u) == 0 || (b->phase == asks[call] && is_answer(a)))
            continue;
        if ((asked_members(b, o, (enum call)call) & ~w->heard[call]) != 0)
            return wrong[call];
        w->passed[call] += a.kind == ACT_PASS;
        w->anew += a.kind == ACT_PASS && call == CALL_TRUCO && w->covered;
    }
    if (a.kind == ACT_RAISE) {
        w->heard[CALL_TRUCO] = 0;
        w->covered = false;
    }
    if (is_envido_call(a))
        w->heard[CALL_ENVIDO] = 0;
    if (is_flor_call(b, a))
        w->heard[CALL_FLOR] = 0;
    return NULL;
}

#endif
