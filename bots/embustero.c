/* embustero: "liar".  It decides before a hand whether to tell the truth in it.
 *
 * In a hand of lies it speaks as if it held much better cards, in envido and in truco, and keeps to the story until it
 * is found out.  How often it lies it learns from the rival: the more readily that one folds, the more often. */
#include <string.h>

#include "fiel.h"

enum { SAMPLES = 120 };

struct bot {
    struct fiel_random dice;
    unsigned seat;
    bool lies;              /* in this hand */
    bool called;            /* my call waits for an answer */
    unsigned folds, asked;  /* how the rival answered my calls */
};

static void match_start(const struct fiel_match *m, void *user)
{
    struct bot *b = user;
    memcpy(&b->dice.state, m->id, sizeof b->dice.state);
    b->dice.state += m->seat;
    b->seat = m->seat;
}

/* One hand in two at most, when the rival folds always. */
static void hand_start(unsigned hand, unsigned mano, const card_t cards[HELD_MAX], void *user)
{
    struct bot *b = user;
    (void)hand, (void)mano, (void)cards;
    b->lies = fiel_random_below(&b->dice, 2 * b->asked) < b->folds;
    b->called = false;
}

static bool is_call(unsigned kind)
{
    return kind == ACT_RAISE || kind == ACT_ENVIDO || kind == ACT_REAL_ENVIDO || kind == ACT_FALTA_ENVIDO;
}

static void acted(int seat, struct action a, int value, void *user)
{
    struct bot *b = user;
    (void)value;
    if ((unsigned)seat != b->seat && b->called) {
        b->asked++;
        b->folds += a.kind == ACT_NO_QUIERO || a.kind == ACT_MAZO;
    }
    b->called = (unsigned)seat == b->seat && is_call(a.kind);
}

static struct action say(enum action_kind kind)
{
    return (struct action){ .kind = (uint8_t)kind };
}

/* What it would have others believe: its envido, and its chance of taking the tricks. */
static unsigned envido_story(const struct view *v, const struct bot *b)
{
    return hint_envido(v) + (v->open.mano == v->seat) + (b->lies ? 6 : 0);
}

static double truco_story(double chance, const struct bot *b)
{
    return chance + (b->lies ? 0.35 : 0);
}

/* It calls on a story, but accepts what costs much on its cards alone. */
static struct action answer_envido(const struct view *v, const struct action *legal, int n, const struct bot *b)
{
    unsigned cards = hint_envido(v) + (v->open.mano == v->seat);
    if (envido_story(v, b) >= 31 && hint_find(legal, n, ACT_REAL_ENVIDO))
        return *hint_find(legal, n, ACT_REAL_ENVIDO);
    if (cards >= 32 && hint_find(legal, n, ACT_FALTA_ENVIDO))
        return *hint_find(legal, n, ACT_FALTA_ENVIDO);
    return say(cards >= 24u + v->open.envido_wanted ? ACT_QUIERO : ACT_NO_QUIERO);
}

static struct action answer_flor(const struct view *v, const struct action *legal, int n)
{
    const struct action *answer = hint_find(legal, n, ACT_CON_FLOR_QUIERO);
    if (!answer || hint_flor_value(v) < 28)
        answer = hint_find(legal, n, ACT_CON_FLOR_ACHICO);
    if (hint_find(legal, n, ACT_CONTRAFLOR) && hint_flor_value(v) >= 32)
        answer = hint_find(legal, n, ACT_CONTRAFLOR);
    if (hint_find(legal, n, ACT_FLOR))
        answer = hint_find(legal, n, ACT_FLOR);
    return answer ? *answer : legal[n - 1];
}

static struct action answer_truco(const struct view *v, const struct action *legal, int n, struct bot *b)
{
    double chance = hint_chance(v, CARD_NONE, SAMPLES, &b->dice);
    const struct action *raise = hint_find(legal, n, ACT_RAISE), *envido = hint_find(legal, n, ACT_ENVIDO);
    if (envido && envido_story(v, b) >= 26)
        return *envido;
    if (raise && truco_story(chance, b) > 0.8)
        return *raise;
    return say(chance > 0.4 ? ACT_QUIERO : ACT_NO_QUIERO);
}

/* A declared value that I cannot beat: son buenas, and my cards stay my own. */
static struct action declare(const struct view *v, const struct action *legal, int n)
{
    const struct action *son_buenas = hint_find(legal, n, ACT_SON_BUENAS);
    unsigned his = v->open.declared[v->seat ^ 1u];
    bool lost = his < DECLARED_SILENT && hint_envido(v) + (v->open.mano == v->seat) <= his;
    return lost && son_buenas && !hint_flor(v) ? *son_buenas : legal[0];
}

static struct action speak_or_play(const struct view *v, const struct action *legal, int n, struct bot *b)
{
    const struct action *raise = hint_find(legal, n, ACT_RAISE), *envido = hint_find(legal, n, ACT_ENVIDO);
    struct action card = legal[0];
    double chance = -1;
    for (int i = 0; i < n; i++) {
        double c = legal[i].kind == ACT_PLAY ? hint_chance(v, legal[i].arg, SAMPLES, &b->dice) : -1;
        bool weaker = hint_strength(v, legal[i].arg) < hint_strength(v, card.arg);
        if (c > chance + 0.02 || (c >= 0 && c > chance - 0.02 && weaker)) {
            card = legal[i];
            chance = c;
        }
    }
    if (hint_find(legal, n, ACT_FLOR))
        return say(ACT_FLOR);
    if (envido && envido_story(v, b) >= 26)
        return *envido;
    if (raise && truco_story(chance, b) > (v->open.stake == 0 ? 0.55 : 0.75))
        return *raise;
    return card;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bot *b = user;
    switch ((enum phase)v->open.phase) {
    case PHASE_ENVIDO: return answer_envido(v, legal, n, b);
    case PHASE_FLOR: return answer_flor(v, legal, n);
    case PHASE_DECLARE: return declare(v, legal, n);
    case PHASE_STAKE: return answer_truco(v, legal, n, b);
    case PHASE_PLAY: return speak_or_play(v, legal, n, b);
    case PHASE_RAISE:
    case PHASE_ACCUSE:
    case PHASE_NONE: break;
    }
    return hint_find(legal, n, ACT_PASS) ? say(ACT_PASS) : legal[n - 1];
}

int main(void)
{
    struct bot b = { .folds = 2, .asked = 4 }; /* before it knows better: a rival who folds every other time */
    struct fiel_callbacks calls = {
        .decide = decide, .match_start = match_start, .hand_start = hand_start, .acted = acted, .user = &b
    };
    return fiel_run_with("embustero", &calls);
}
