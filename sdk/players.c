/* players: see players.h. */
#include "players.h"

#include <assert.h>
#include <string.h>

#include "foreign.h"
#include "rules/values.h"

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

/* Not where who wins the bet takes the whole partida: there the game is the lesser loss. */
struct action player_stays(const struct view *v, struct action a, const struct action *legal, int n)
{
    const uint16_t *rule = v->open.rules.opt;
    const struct action *wants = hint_find(legal, n, v->open.phase == PHASE_FLOR ? ACT_CON_FLOR_QUIERO : ACT_QUIERO);
    bool gives_way = a.kind == ACT_NO_QUIERO || a.kind == ACT_CON_FLOR_ACHICO || a.kind == ACT_PASS;
    bool partida = rule[OPT_FALTA_ENVIDO] == FALTA_WINNER_TAKES_GAME || rule[OPT_RESTO] == RESTO_WINNER_TAKES_GAME;
    struct fiel_random dice = { 1 };
    struct view after;
    if (!gives_way || wants == NULL || !view_after(v, a, &dice, &after) || !after.open.game_over)
        return a;
    bool lost = after.open.game_winner != rules_scorer(&v->open.rules, v->open.seats, v->seat);
    return lost && (!partida || after.open.partida_winner != FIEL_NOBODY) ? *wants : a;
}

struct action player_decide(unsigned player, const struct view *v, const struct action *legal, int n,
                            const struct player_memory *memory, struct fiel_random *dice)
{
    switch (player) {
    case CAUTO: return cauto_decide(v, legal, n, dice);
    case EMBUSTERO: return embustero_decide(v, legal, n, memory, dice);
    case MAESTRO: return maestro_decide(v, legal, n, MAESTRO_TABLES, dice);
    default: return legal[fiel_random_below(dice, (unsigned)n)];
    }
}
