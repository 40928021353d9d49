/* players: see players.h. */
#include "players.h"

#include <assert.h>
#include <string.h>

#include "foreign.h"

static_assert(sizeof(struct player_memory) == sizeof(uint64_t), "a batch has a number of 64 bits for each");

enum {
#define X(player, text, number) player = number,
    PLAYERS(X)
#undef X
};

int fiel_player(const char *name)
{
#define X(player, text, number) \
    if (strcmp(name, text) == 0) \
        return number;
    PLAYERS(X)
#undef X
    return -1;
}

void player_dealt(unsigned player, struct player_memory *memory, struct fiel_random *dice)
{
    if (player == EMBUSTERO)
        embustero_dealt(memory, dice);
}

void player_heard(unsigned player, struct player_memory *memory, unsigned me, unsigned seat, struct action a)
{
    if (player == EMBUSTERO)
        embustero_heard(memory, me, seat, a);
}

struct action player_decide(unsigned player, const struct view *v, const struct action *legal, int n,
                            const struct player_memory *memory, struct fiel_random *dice)
{
    struct action a = { 0 };
    switch (player) {
    case CAUTO: return cauto_decide(v, legal, n, dice);
    case EMBUSTERO: return embustero_decide(v, legal, n, memory, dice);
    case MAESTRO: break;
    case CAMPEON: a = campeon_decide(v, legal, n, 0, dice); break;
    default: return legal[fiel_random_below(dice, (unsigned)n)];
    }
    return a.kind ? a : maestro_decide(v, legal, n, MAESTRO_TABLES, dice);
}
