/* habits: what players do alike; see players.h. */
#include "players.h"
#include "rules/values.h"

/* Its own cards that are above all that a rival may still play are as many as its side needs tricks. */
static bool sure(const struct view *v)
{
    const struct open *o = &v->open;
    const card_t *row = &o->table[o->trick * SHAPE_SEAT];
    card_t cards[FIEL_CARDS + FIEL_SEATS_MAX];
    unsigned need = 2, above = 0, over = 0;
    int n = view_unseen(v, cards);
    for (unsigned seat = 0; seat < o->seats; seat++)
        if (side_of(o, seat) != side_of(o, v->seat) && row[seat] < FIEL_CARDS)
            cards[n++] = row[seat];
    for (int i = 0; i < n; i++)
        over = hint_strength(v, cards[i]) > over ? hint_strength(v, cards[i]) : over;
    for (unsigned t = 0; t < o->trick; t++)
        need = o->trick_winner[t] == FIEL_TIE ? 1 : need - (need > 1 && o->trick_winner[t] == side_of(o, v->seat));
    for (unsigned k = 0; k < 3; k++) {
        card_t c = v->known[v->seat][k];
        bool counts = !(o->gone[v->seat] >> k & 1) || row[v->seat] == c;
        above += counts && c < FIEL_CARDS && hint_strength(v, c) > over;
    }
    return above >= need;
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
    if (gives_way && wants && v->open.seats > 2 && v->open.phase == PHASE_STAKE && sure(v))
        return *wants;
    if (!gives_way || wants == NULL || !view_after(v, a, &dice, &after) || !after.open.game_over)
        return a;
    bool lost = after.open.game_winner != rules_scorer(&v->open.rules, v->open.seats, v->seat);
    return lost && (!partida || after.open.partida_winner != FIEL_NOBODY) ? *wants : a;
}

struct action player_card(const struct view *v, const struct action *legal, int n, struct fiel_random *dice,
                          double *chance)
{
    struct action best = legal[0];
    *chance = -1;
    for (int i = 0; i < n; i++) {
        if (legal[i].kind != ACT_PLAY)
            continue;
        double c = hint_chance(v, legal[i].arg, PLAYER_LOOKS, dice);
        bool weaker = hint_strength(v, legal[i].arg) < hint_strength(v, best.arg);
        if (c > *chance + 0.02 || (c > *chance - 0.02 && weaker)) {
            best = legal[i];
            *chance = c;
        }
    }
    return best;
}

struct action player_bets_flor(const struct view *v, const struct action *legal, int n, unsigned worth,
                               const unsigned needed[3])
{
    static const enum action_kind bets[] = { ACT_CONTRAFLOR_RESTO, ACT_FLOR_REAL_ENVIDO, ACT_FLOR_ENVIDO };
    unsigned staked = v->open.flor_staked;
    for (int i = 0; i < 3; i++)
        if (hint_find(legal, n, bets[i]) && worth >= needed[i] + staked)
            return *hint_find(legal, n, bets[i]); /* with a number, where the bare word is too low */
    if (hint_find(legal, n, ACT_CON_FLOR_QUIERO))
        return say(hint_flor_value(v) >= 33 + staked ? ACT_CON_FLOR_QUIERO : ACT_CON_FLOR_ACHICO);
    return legal[0].kind == ACT_FLOR ? legal[0] : say(ACT_PASS);
}
