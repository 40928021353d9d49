/* embustero: "liar".  It decides before a hand whether to tell the truth in it.
 *
 * A lie has to be believable: it says truco on bad cards when the table looks as if it had good ones, to
 * somebody who does not see its hand.  How often it lies it learns from the rival: the more readily that
 * one folds, the more often.  Its signs, which its process makes (bots/embustero.c), follow the same story. */
#include "players.h"

#include "rules/values.h"
#include "sample.h"

/* More points than these, a falta's too, count as so many: 29 is enough for all of them. */
enum { DEAR = 5 };

/* At first: a rival who folds every other time. */
enum { FIRST_FOLDS = 2, FIRST_ASKED = 4 };

/* What a decision is made with. */
struct mind {
    const struct player_memory *memory;
    struct fiel_random *dice;
};

/* As often as the rival folds. */
void embustero_dealt(struct player_memory *memory, struct fiel_random *dice)
{
    memory->lies = fiel_random_below(dice, FIRST_ASKED + memory->asked) < FIRST_FOLDS + (unsigned)memory->folds;
    memory->called = memory->partner_strong = 0;
}

void embustero_heard(struct player_memory *memory, unsigned me, unsigned seat, struct action a)
{
    if (seat != me && memory->called && memory->asked < UINT16_MAX) {
        memory->asked++;
        memory->folds = (uint16_t)(memory->folds + (a.kind == ACT_NO_QUIERO || a.kind == ACT_MAZO));
    }
    bool call = a.kind == ACT_RAISE || (a.kind >= ACT_ENVIDO && a.kind <= ACT_FALTA_ENVIDO);
    memory->called = call && seat == me;
}

/* The chances are a little better with a partner who says so. */
static double partner(const struct mind *b) { return b->memory->partner_strong ? 0.1 : 0; }

/* The chance of taking the tricks. */
static double chance_of(const struct view *v, const struct mind *b)
{
    return hint_chance(v, CARD_NONE, PLAYER_LOOKS, b->dice) + partner(b);
}

/* What it would have others believe of its envido. */
static unsigned envido_story(const struct view *v, const struct mind *b)
{
    return hint_envido_plain(v) + (v->open.mano == v->seat) + (b->memory->lies ? 5 : 0);
}

/* Does a call look as if I had the cards for it? */
static bool believable(const struct view *v, double chance, const struct mind *b)
{
    return b->memory->lies && chance < 0.5 && v->open.trick > 0 && hint_looks(v, PLAYER_LOOKS, b->dice) > 0.6;
}

/* It calls on a story, but accepts what costs much on its cards alone. */
static struct action answer_envido(const struct view *v, const struct action *legal, int n, const struct mind *b)
{
    unsigned cards = hint_envido_plain(v) + (v->open.mano == v->seat);
    if (envido_story(v, b) >= 31 && hint_find(legal, n, ACT_REAL_ENVIDO))
        return *hint_find(legal, n, ACT_REAL_ENVIDO);
    if (cards >= 32 && hint_find(legal, n, ACT_FALTA_ENVIDO))
        return *hint_find(legal, n, ACT_FALTA_ENVIDO);
    if (cards >= 24u + (v->open.envido_wanted < DEAR ? v->open.envido_wanted : DEAR))
        return say(ACT_QUIERO);
    return say(hint_find(legal, n, ACT_PASS) ? ACT_PASS : ACT_NO_QUIERO); /* a partner may have it */
}

/* Truc y flou: a rival's embit is raised, a rival's flor bettered, on a story too. */
static const struct action *challenge(const struct view *v, const struct action *legal, int n, const struct mind *b)
{
    const struct action *more = hint_find(legal, n, ACT_EMBIT_MORE);
    const struct action *better = hint_find(legal, n, ACT_CONTRAFLOR);
    if (better && (b->memory->lies || (hint_flor(v) && hint_flor_value(v) >= 35)))
        return better;
    return more && envido_story(v, b) >= 31 ? more : NULL;
}

static struct action answer_flor(const struct view *v, const struct action *legal, int n, const struct mind *b)
{
    unsigned story = hint_flor_value(v) + (b->memory->lies ? 5 : 0);
    if (v->open.rules.opt[OPT_FLOR_TABLE] == FLOR_ENVITE)
        return player_bets_flor(v, legal, n, story, (const unsigned[]){ 44, 39, 34 });
    static const enum action_kind word[] = { ACT_CONTRAFLOR, ACT_CON_FLOR_QUIERO, ACT_CON_FLOR_ACHICO,
                                             ACT_FLOR,       ACT_FLOR_ENVIDO,     ACT_QUIERO,
                                             ACT_PASS };
    static const unsigned needed[] = { 32, 28, 0, 0, 30, 28, 0 };
    for (int i = 0; i < 7; i++)
        if (hint_find(legal, n, word[i]) && (hint_flor(v) ? hint_flor_value(v) : 0) >= needed[i])
            return *hint_find(legal, n, word[i]);
    return legal[n - 1];
}

static struct action answer_truco(const struct view *v, const struct action *legal, int n, const struct mind *b)
{
    double chance = chance_of(v, b);
    const struct action *raise = hint_find(legal, n, ACT_RAISE), *envido = hint_find(legal, n, ACT_ENVIDO);
    if (envido && envido_story(v, b) >= 26)
        return *envido;
    if (raise && (chance > 0.85 || believable(v, chance, b)))
        return *raise;
    return say(chance > 0.5 ? ACT_QUIERO : ACT_NO_QUIERO);
}

/* A declared value that I cannot beat: son buenas, and my cards stay my own. */
static struct action declare(const struct view *v, const struct action *legal, int n)
{
    const struct action *son_buenas = hint_find(legal, n, ACT_SON_BUENAS);
    unsigned his = rivals_declared(&v->open, v->seat);
    bool lost = his > 0 && hint_envido(v) + (v->open.mano == v->seat) <= his;
    return lost && son_buenas && !hint_flor(v) ? *son_buenas : legal[0];
}

static struct action speak_or_play(const struct view *v, const struct action *legal, int n, const struct mind *b)
{
    const struct action *raise = hint_find(legal, n, ACT_RAISE), *envido = hint_find(legal, n, ACT_ENVIDO);
    double chance;
    struct action card = player_card(v, legal, n, b->dice, &chance);
    chance += partner(b);
    if (challenge(v, legal, n, b))
        return *challenge(v, legal, n, b);
    if (hint_find(legal, n, ACT_FLOR))
        return say(ACT_FLOR);
    if (envido && envido_story(v, b) >= 26)
        return *envido;
    if (raise && (chance > (v->open.stake == 0 ? 0.65 : 0.8) || believable(v, chance, b)))
        return *raise;
    return card;
}

/* Played, the hand of eleven is worth three to either side, running one to the others. */
static struct action answer_eleven(const struct view *v, const struct mind *b)
{
    return say(chance_of(v, b) > 0.4 ? ACT_ELEVEN_PLAY : ACT_ELEVEN_RUN);
}

static struct action choose(const struct view *v, const struct action *legal, int n, const struct mind *b)
{
    const struct action *blind = hint_find(legal, n, ACT_PLAY_BLIND);
    if (blind)
        return *blind; /* one unseen card is as good as another */
    switch ((enum phase)v->open.phase) {
    case PHASE_ENVIDO: return answer_envido(v, legal, n, b);
    case PHASE_FLOR: return answer_flor(v, legal, n, b);
    case PHASE_DECLARE: return declare(v, legal, n);
    case PHASE_STAKE: return answer_truco(v, legal, n, b);
    case PHASE_PLAY: return speak_or_play(v, legal, n, b);
    case PHASE_ELEVEN: return answer_eleven(v, b);
    case PHASE_DISCARD: return hint_discard(v);
    case PHASE_RAISE:
    case PHASE_ACCUSE:
    case PHASE_SIGNS:
    case PHASE_NONE: break;
    }
    return hint_find(legal, n, ACT_PASS) ? say(ACT_PASS) : legal[n - 1];
}

struct action embustero_decide(const struct view *v, const struct action *legal, int n,
                               const struct player_memory *memory, struct fiel_random *dice)
{
    const struct mind b = { memory, dice };
    return player_stays(v, choose(v, legal, n, &b), legal, n);
}
