/* instant: the bot of the benchmarks.  It answers at once and plays hands out: the first card it may
 * play, quiero to whatever is asked, and nothing said on its own account. */
#include "fiel.h"

static int rank_of(struct action a)
{
    switch (a.kind) {
    case ACT_PLAY: return 0;
    case ACT_QUIERO: return 1;
    case ACT_DECLARE: return 2;
    case ACT_CON_FLOR_QUIERO: return 3;
    case ACT_PASS: return 4;
    default: return 5;
    }
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    (void)v;
    (void)user;
    int best = 0;
    for (int i = 1; i < n; i++)
        if (rank_of(legal[i]) < rank_of(legal[best])) best = i;
    return legal[best];
}

int main(void)
{
    return fiel_run("instant", decide, NULL);
}
