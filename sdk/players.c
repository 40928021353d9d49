/* players: see players.h. */
#include "players.h"

#include <string.h>

#include "foreign.h"

int fiel_player(const char *name)
{
#define X(player, text, number) \
    if (strcmp(name, text) == 0) \
        return number;
    PLAYERS(X)
#undef X
    return -1;
}

struct action player_decide(unsigned player, const struct view *v, const struct action *legal, int n,
                            struct fiel_random *dice)
{
    enum {
#define X(player, text, number) player = number,
        PLAYERS(X)
#undef X
    };
    return player == CAUTO ? cauto_decide(v, legal, n, dice) : legal[fiel_random_below(dice, (unsigned)n)];
}
