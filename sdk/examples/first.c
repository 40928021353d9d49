/* first: a bot in twenty lines.  It plays its strongest card, wants every truco and is afraid of every envido. */
#include <fiel.h>

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    const struct action *best = hint_find(legal, n, v->open.phase == PHASE_STAKE ? ACT_QUIERO : ACT_NO_QUIERO);
    (void)user;
    for (int i = 0; i < n; i++)
        if (legal[i].kind == ACT_PLAY && (!best || hint_strength(v, legal[i].arg) > hint_strength(v, best->arg)))
            best = &legal[i];
    return best ? *best : legal[0];
}

int main(void)
{
    return fiel_run("first", decide, NULL);
}
