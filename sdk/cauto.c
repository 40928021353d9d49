/* cauto: "cautious".  It says what it has.
 *
 * Envido and flor are called and accepted by what the cards are worth, truco by the chance of taking the
 * tricks, and the card it plays is the one that leaves the best chance.  It never bluffs, so a rival who
 * watches can read it: that is what embustero lives on. */
#include "players.h"

#include "rules/values.h"

/* The mano wins a tie, so its envido is worth a little more. */
static unsigned envido_worth(const struct view *v) { return hint_envido_plain(v) + (v->open.mano == v->seat); }

/* The lowest envido that is good for so many points.  Half of all hands are below 23, nine in ten below 30. */
static unsigned envido_needed(unsigned points) { return points <= 2 ? 26 : points <= 4 ? 28 : points <= 7 ? 30 : 32; }

static struct action answer_envido(const struct view *v, const struct action *legal, int n)
{
    unsigned worth = envido_worth(v);
    if (worth >= 32 && hint_find(legal, n, ACT_FALTA_ENVIDO))
        return *hint_find(legal, n, ACT_FALTA_ENVIDO);
    if (worth >= 30 && hint_find(legal, n, ACT_REAL_ENVIDO))
        return *hint_find(legal, n, ACT_REAL_ENVIDO);
    if (worth >= 30 && v->open.envido_wanted <= 2 && hint_find(legal, n, ACT_ENVIDO))
        return *hint_find(legal, n, ACT_ENVIDO); /* where there is no real envido */
    if (worth >= envido_needed(v->open.envido_wanted))
        return say(ACT_QUIERO);
    return say(hint_find(legal, n, ACT_PASS) ? ACT_PASS : ACT_NO_QUIERO); /* a partner may have it */
}

/* Truc y flou: the embit of a rival before me, sung or raised. */
static const struct action *challenge(const struct view *v, const struct action *legal, int n)
{
    unsigned worth = envido_worth(v);
    const struct action *more = hint_find(legal, n, ACT_EMBIT_MORE);
    return more && worth >= 32 ? more : worth >= 29 ? hint_find(legal, n, ACT_QUIERO) : NULL;
}

/* A flor is sung; over a rival's, a very good one as a better one. */
static const struct action *sing(const struct view *v, const struct action *legal, int n)
{
    const struct action *flor = hint_find(legal, n, ACT_FLOR);
    const struct action *better = hint_find(legal, n, ACT_CONTRAFLOR);
    return flor && better && hint_flor_value(v) >= 36 ? better : flor;
}

static struct action answer_flor(const struct view *v, const struct action *legal, int n)
{
    static const enum action_kind bold[] = { ACT_CONTRAFLOR_RESTO, ACT_CONTRAFLOR, ACT_CON_FLOR_QUIERO, ACT_FLOR,
                                             ACT_FLOR_ENVIDO,      ACT_QUIERO };
    static const unsigned needed[] = { 37, 33, 30, 0, 33, 30 };
    if (v->open.rules.opt[OPT_FLOR_TABLE] == FLOR_ENVITE)
        return player_bets_flor(v, legal, n, hint_flor_value(v), (const unsigned[]){ 43, 38, 35 });
    if (hint_flor(v))
        for (int i = 0; i < 6; i++)
            if (hint_find(legal, n, bold[i]) && hint_flor_value(v) >= needed[i])
                return *hint_find(legal, n, bold[i]);
    const struct action *back = hint_find(legal, n, ACT_CON_FLOR_ACHICO), *pass = hint_find(legal, n, ACT_PASS);
    return back ? *back : pass ? *pass : legal[n - 1];
}

static struct action answer_truco(const struct action *legal, int n, double chance)
{
    const struct action *raise = hint_find(legal, n, ACT_RAISE);
    if (raise && chance > 0.85)
        return *raise;
    return say(chance > 0.45 ? ACT_QUIERO : ACT_NO_QUIERO);
}

/* On turn: flor first, then envido, then truco, then a card. */
static struct action speak_or_play(const struct view *v, const struct action *legal, int n, struct fiel_random *dice)
{
    double chance;
    struct action card = player_card(v, legal, n, dice, &chance);
    const struct action *raise = hint_find(legal, n, ACT_RAISE);
    if (sing(v, legal, n))
        return *sing(v, legal, n);
    if (challenge(v, legal, n))
        return *challenge(v, legal, n);
    if (hint_find(legal, n, ACT_REAL_ENVIDO) && envido_worth(v) >= 31)
        return *hint_find(legal, n, ACT_REAL_ENVIDO);
    if (hint_find(legal, n, ACT_ENVIDO) && envido_worth(v) >= 26)
        return *hint_find(legal, n, ACT_ENVIDO);
    if (raise && chance > (v->open.stake == 0 ? 0.65 : 0.8))
        return *raise;
    return card;
}

/* Played, the hand of eleven is worth three to either side, running one to the others. */
static struct action answer_eleven(const struct view *v, struct fiel_random *dice)
{
    return say(hint_chance(v, CARD_NONE, PLAYER_LOOKS, dice) > 0.4 ? ACT_ELEVEN_PLAY : ACT_ELEVEN_RUN);
}

static struct action choose(const struct view *v, const struct action *legal, int n, struct fiel_random *dice)
{
    const struct action *blind = hint_find(legal, n, ACT_PLAY_BLIND);
    if (blind)
        return *blind; /* one unseen card is as good as another */
    switch ((enum phase)v->open.phase) {
    case PHASE_ENVIDO: return answer_envido(v, legal, n);
    case PHASE_FLOR: return answer_flor(v, legal, n);
    case PHASE_DECLARE: return hint_find(legal, n, ACT_DECLARE) ? say(ACT_DECLARE) : legal[0];
    case PHASE_STAKE: {
        const struct action *envido = hint_find(legal, n, ACT_ENVIDO);
        if (envido && envido_worth(v) >= 26)
            return *envido; /* el envido va primero */
        return answer_truco(legal, n, hint_chance(v, CARD_NONE, PLAYER_LOOKS, dice));
    }
    case PHASE_PLAY: return speak_or_play(v, legal, n, dice);
    case PHASE_ELEVEN: return answer_eleven(v, dice);
    case PHASE_DISCARD: return hint_discard(v);
    case PHASE_RAISE:
    case PHASE_ACCUSE:
    case PHASE_SIGNS:
    case PHASE_NONE: break;
    }
    return hint_find(legal, n, ACT_PASS) ? say(ACT_PASS) : legal[n - 1];
}

struct action cauto_decide(const struct view *v, const struct action *legal, int n, struct fiel_random *dice)
{
    return player_stays(v, choose(v, legal, n, dice), legal, n);
}
