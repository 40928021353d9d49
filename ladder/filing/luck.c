/* luck: features and their weights. */
#include "luck.h"

#include <string.h>

#include "rules/values.h"
#include "rules/worth.h"

/* --- what a side was dealt ---------------------------------------------------------------------------- */

struct side_cards {
    unsigned best[3]; /* strengths, the strongest first */
    unsigned envido, flores;
};

static void add_card(struct side_cards *s, unsigned strength)
{
    for (unsigned k = 0; k < 3; k++)
        if (strength > s->best[k]) {
            unsigned moved = s->best[k];
            s->best[k] = strength;
            strength = moved;
        }
}

static bool add_seat(struct side_cards *s, const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    for (unsigned k = 0; k < FIEL_HELD_MAX && held[k] != CARD_NONE; k++) {
        if (held[k] >= FIEL_CARDS)
            return false;
        add_card(s, card_strength(o, held[k]));
    }
    unsigned envido = o->rules.opt[OPT_ENVIDO] == ENVIDO_NONE ? 0 : envido_value(o, held);
    s->envido = envido > s->envido ? envido : s->envido;
    s->flores += o->rules.opt[OPT_FLOR] == ON && flor_held(o, held);
    return true;
}

static void features_of(const struct side_cards *s, double sign, double x[LUCK_FEATURES])
{
    const double own[LUCK_FEATURES] = { s->best[0], s->best[1],
                                        s->best[2], (double)s->best[0] * s->best[0],
                                        s->envido,  (double)s->envido * s->envido,
                                        s->flores };
    for (unsigned i = 0; i < LUCK_FEATURES; i++)
        x[i] += sign * own[i];
}

bool luck_features(const struct teller *t, double x[LUCK_FEATURES])
{
    enum { IRON = 4 };
    const struct open *o = &t->position.open;
    struct side_cards side[2] = { { { 0 }, 0, 0 } };
    memset(x, 0, LUCK_FEATURES * sizeof *x);
    if (!t->chapter.hand || o->seats % 2 || o->scorers != 2 || o->eleven == IRON)
        return false;
    for (unsigned seat = 0; seat < o->seats; seat++)
        if (!add_seat(&side[seat % 2], o, t->chapter.dealt[seat]))
            return false;
    features_of(&side[0], 1, x);
    features_of(&side[1], -1, x);
    return true;
}

/* --- weights --------------------------------------------------------------------------------------------- */

/* `ladder_luck fit` over 150 games (100 with four seats) of cauto against embustero for each row, 21 November 2026. */
static const struct weights {
    enum preset preset;
    unsigned seats;
    double weight[LUCK_FEATURES];
} table[] = {
    { PRESET_ARGENTINO, 2, { -0.2749, 0.1206, 0.0543, 0.0218, -0.1394, 0.0056, 0 } },           /* 2,979 hands */
    { PRESET_ARGENTINO, 4, { -0.4591, 0.1002, 0.1825, 0.0257, -0.2315, 0.0077, 0 } },           /* 1,872 */
    { PRESET_ARGENTINO_FLOR, 2, { -0.1316, 0.0789, 0.0939, 0.0153, -0.1357, 0.0055, 2.5954 } }, /* 2,945 */
    { PRESET_URUGUAYO, 2, { -0.1950, 0.1005, 0.0479, 0.0113, -0.0774, 0.0029, 2.5164 } },       /* 3,402 */
    { PRESET_GAUDERIO, 2, { -0.2601, 0.1094, 0.0672, 0.0209, -0.1068, 0.0045, 2.4616 } },       /* 2,524 */
    { PRESET_VENEZOLANO, 2, { -0.6312, 0.1213, 0.0918, 0.0388, -0.0700, 0.0033, 2.5858 } },     /* 1,428 */
    { PRESET_PAULISTA, 2, { -0.8395, 0.1381, 0.0472, 0.0586, 0, 0, 0 } },                       /* 1,240 */
    { PRESET_PAULISTA, 4, { -0.8135, 0.0546, 0.3060, 0.0453, 0, 0, 0 } },                       /* 1,025 */
    { PRESET_PAULISTA_LIMPO, 2, { -1.7961, 0.2161, 0.2501, 0.0941, 0, 0, 0 } },                 /* 1,160 */
    { PRESET_MINEIRO, 2, { -0.8319, 0.2719, 0.1067, 0.0629, 0, 0, 0 } },                        /* 801 */
    { PRESET_MINEIRO, 4, { -1.3744, 0.2033, 0.4316, 0.0742, 0, 0, 0 } },                        /* 601 */
    { PRESET_TRUC_Y_FLOU, 6, { -0.8496, 0.1066, 0.2232, 0.0449, -0.0668, 0.0030, 1.7467 } },    /* 1,797 */
};

double luck_of_hand(const struct teller *t)
{
    double x[LUCK_FEATURES], luck = 0;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        const struct weights *w = &table[k];
        if (w->preset != t->position.open.rules.preset || w->seats != t->position.open.seats || !luck_features(t, x))
            continue;
        for (unsigned i = 0; i < LUCK_FEATURES; i++)
            luck += w->weight[i] * x[i];
    }
    return luck;
}
