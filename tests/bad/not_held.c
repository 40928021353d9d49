/* not_held: plays cards that it was not dealt. */
#include "bad.h"

static bool mine(const struct view *v, card_t card)
{
    for (int i = 0; i < FIEL_HELD_MAX; i++)
        if (v->known[v->seat][i] == card)
            return true;
    return false;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    card_t card = 0; /* the one of swords, unless it has it */
    if (!hint_find(legal, n, ACT_PLAY))
        return dull(v, legal, n, user);
    while (mine(v, card))
        card++;
    return (struct action){ ACT_PLAY, card };
}

int main(void) { return fiel_run("not_held", decide, NULL); }
