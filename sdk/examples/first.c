/* first: a bot in twenty lines.  It plays its strongest card, wants every truco and fears every envido. */
#include <fiel.h>

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    (void)user;
    bool truco = v->open.phase == PHASE_STAKE;
    const struct action *best = hint_find(legal, n, truco ? ACT_QUIERO : ACT_NO_QUIERO);
    for (int i = 0; i < n && !truco; i++)
        if (legal[i].kind == ACT_PLAY && (!best || hint_strength(v, legal[i].arg) > hint_strength(v, best->arg)))
            best = &legal[i];
    return best ? *best : legal[0];
}

int main(void) { return fiel_run("first", decide, NULL); }
