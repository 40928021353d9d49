/* @NAME@: a bot for Truco under the Fiel arbiter.
 *
 * decide() is all of it: what you see, what you may do, your answer.  man 3 fiel lists what the library has for you. */
#include <fiel.h>

/* The strongest card that leads is kept for later: the weakest that takes the trick, else the weakest of all. */
static struct action play_card(const struct view *v, const struct action *legal, int n)
{
    struct action low = legal[0], over = { 0, 0 };
    for (int i = 0; i < n && legal[i].kind == ACT_PLAY; i++) {
        if (hint_strength(v, legal[i].arg) < hint_strength(v, low.arg))
            low = legal[i];
        if (view_takes(v, legal[i].arg) && (!over.kind || hint_strength(v, legal[i].arg) < hint_strength(v, over.arg)))
            over = legal[i];
    }
    return over.kind ? over : low;
}

/* One of the actions in legal[0 .. n). */
static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct fiel_random *dice = user;
    double chance = hint_chance(v, CARD_NONE, 100, dice);
    const struct action *flor = hint_find(legal, n, ACT_FLOR), *envido = hint_find(legal, n, ACT_ENVIDO);
    const struct action *raise = hint_find(legal, n, ACT_RAISE), *yes = hint_find(legal, n, ACT_QUIERO);
    const struct action *no = hint_find(legal, n, ACT_NO_QUIERO);
    if (flor)
        return *flor;
    if (envido && hint_envido_plain(v) >= 27)
        return *envido;
    if (v->open.phase == PHASE_ENVIDO && yes && no)
        return hint_envido_plain(v) >= 27 ? *yes : *no;
    if (v->open.phase == PHASE_STAKE && yes && no)
        return chance > 0.45 ? *yes : *no;
    if (v->open.phase == PHASE_PLAY && raise && chance > 0.7)
        return *raise;
    /* In the hand of eleven the first gives it up. */
    return legal[0].kind == ACT_PLAY ? play_card(v, legal, n) : legal[n > 1 && legal[0].kind == ACT_MAZO];
}

int main(void)
{
    struct fiel_random dice = { 1 };
    return fiel_run("@NAME@", decide, &dice);
}
