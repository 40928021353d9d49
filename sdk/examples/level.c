/* level: the bot of `fiel new-bot --lang c` after three steps, with which it is level with cauto (e2e/templates). */
#include <fiel.h>

/* Step 1: envido by its price.  Half of all hands are below 23, nine in ten below 30; the mano wins a tie. */
static const struct action *envido(const struct view *v, const struct action *legal, int n)
{
    unsigned worth = hint_envido_plain(v) + (v->open.mano == v->seat), points = v->open.envido_wanted;
    const struct action *falta = hint_find(legal, n, ACT_FALTA_ENVIDO), *real = hint_find(legal, n, ACT_REAL_ENVIDO);
    if (v->open.phase != PHASE_ENVIDO)
        return worth >= 31 && real ? real : worth >= 26 ? hint_find(legal, n, ACT_ENVIDO) : NULL;
    if (worth >= 32 && falta)
        return falta;
    if (worth >= 30 && real)
        return real;
    return hint_find(legal, n,
                     worth >= (points <= 2   ? 26u
                               : points <= 4 ? 28u
                               : points <= 7 ? 30u
                                             : 32u)
                         ? ACT_QUIERO
                         : ACT_NO_QUIERO);
}

/* Step 2: the card that leaves the best chance of the tricks, the weakest among equals; what it leaves in *chance. */
static struct action play_card(const struct view *v, const struct action *legal, int n, struct fiel_random *dice,
                               double *chance)
{
    struct action best = legal[0];
    *chance = -1;
    for (int i = 0; i < n && legal[i].kind == ACT_PLAY; i++) {
        double c = hint_chance(v, legal[i].arg, 120, dice);
        bool weaker = hint_strength(v, legal[i].arg) < hint_strength(v, best.arg);
        if (c > *chance + 0.02 || (c > *chance - 0.02 && weaker)) {
            best = legal[i];
            *chance = c;
        }
    }
    return best;
}

/* Step 3: truco by that chance, and a raise over a truco that is very likely won. */
static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    const struct action *said = hint_find(legal, n, ACT_FLOR), *raise = hint_find(legal, n, ACT_RAISE);
    double chance = 0;
    if (!said)
        said = envido(v, legal, n);
    if (said)
        return *said;
    if (v->open.phase == PHASE_STAKE) {
        chance = hint_chance(v, CARD_NONE, 120, user);
        said = raise && chance > 0.85 ? raise : hint_find(legal, n, chance > 0.45 ? ACT_QUIERO : ACT_NO_QUIERO);
    } else if (v->open.phase == PHASE_PLAY) {
        struct action card = play_card(v, legal, n, user, &chance);
        return raise && chance > (v->open.stake == 0 ? 0.65 : 0.8) ? *raise : card;
    }
    return said ? *said : legal[0];
}

int main(void)
{
    struct fiel_random dice = { 1 };
    return fiel_run("level", decide, &dice);
}
