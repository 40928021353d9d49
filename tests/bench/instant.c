/* instant: the bot of the benchmarks.  It answers at once and talks as much as a hand allows: envido, truco and
 * every raise are called and wanted, then the cards are played out, so that a hand has a dozen decisions. */
#include "fiel.h"

/* Lower is dearer to it; a falta envido would end the game and with it the talking. */
static int rank_of(struct action a)
{
    switch (a.kind) {
    case ACT_ENVIDO: return 0;
    case ACT_RAISE: return 1;
    case ACT_QUIERO: return 2;
    case ACT_DECLARE: return 3;
    case ACT_CON_FLOR_QUIERO: return 4;
    case ACT_PASS: return 5;
    case ACT_PLAY: return 6;
    default: return 7;
    }
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    (void)user;
    int best = 0;
    bool answered = v->open.phase == PHASE_ENVIDO;
    for (int i = 1; i < n; i++) {
        if (answered && legal[i].kind == ACT_ENVIDO)
            continue;
        if (rank_of(legal[i]) < rank_of(legal[best]) || (answered && legal[best].kind == ACT_ENVIDO))
            best = i;
    }
    return legal[best];
}

int main(void) { return fiel_run("instant", decide, NULL); }
