/* stays: see players.h.  A file of its own, so that a bot that asks it has no other player in its program. */
#include "players.h"
#include "rules/values.h"

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
