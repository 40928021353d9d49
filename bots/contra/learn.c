/* learn: see learn.h. */
#include "learn.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/values.h"

enum {
    FULL = LEARN_TABLE - LEARN_TABLE / 8,
    TRUSTED = 6,     /* so many of a finer class weigh as much as all of the coarser one */
    STEPS_MOST = 96, /* of one seat in a hand */
    EXPLORED = 12,   /* one decision in so many is any */
    ALL = 0          /* no action has this class: it counts them all */
};

/* A step of 1 / n^this: what came first, by worse play, fades (Even-Dar and Mansour 2003). */
#define FADES 0.75

/* --- the table ------------------------------------------------------------------------------------------- */

bool learned_new(struct learned *t)
{
    t->used = 0;
    return (t->cell = calloc(LEARN_TABLE, sizeof *t->cell)) != NULL;
}

void learned_free(struct learned *t) { free(t->cell); }

static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Where the cell of this key is, or would be. */
static struct learn_cell *place(const struct learned *t, uint64_t key)
{
    uint64_t at = key >> 20;
    while (t->cell[at % LEARN_TABLE].key && t->cell[at % LEARN_TABLE].key != key)
        at++;
    return &t->cell[at % LEARN_TABLE];
}

static uint64_t key_of(uint64_t class, unsigned act) { return mixed(class + act * UINT64_C(0x9e3779b97f4a7c15)) | 1; }

static const struct learn_cell *cell_at(const struct learned *t, uint64_t class, unsigned act)
{
    return place(t, key_of(class, act));
}

/* The cell to be written; NULL: there is no room for a new one. */
static struct learn_cell *cell_of(struct learned *t, uint64_t class, unsigned act)
{
    uint64_t key = key_of(class, act);
    struct learn_cell *c = place(t, key);
    if (!c->key && t->used >= FULL)
        return NULL;
    t->used += !c->key;
    c->key = key;
    return c;
}

bool learned_save(const struct learned *t, const char *path, float least)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return false;
    for (size_t i = 0; i < LEARN_TABLE; i++)
        if (t->cell[i].key && t->cell[i].count >= least)
            fwrite(&t->cell[i], sizeof *t->cell, 1, f);
    bool bad = fflush(f) || ferror(f) || fsync(fileno(f));
    return !(fclose(f) || bad);
}

bool learned_load(struct learned *t, const char *path)
{
    struct learn_cell one;
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    while (fread(&one, sizeof one, 1, f) == 1 && t->used < FULL) {
        struct learn_cell *c = place(t, one.key);
        t->used += !c->key;
        *c = one;
    }
    bool bad = ferror(f);
    return !(fclose(f) || bad);
}

/* --- classes --------------------------------------------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Low cards, figures, aces to threes, and what beats them all. */
static unsigned tier(unsigned strength)
{
    return strength == 0 ? 0 : strength < 5 ? 1 : strength < 8 ? 2 : strength < 11 ? 3 : 4;
}

uint8_t learn_class(const struct view *v, struct action a)
{
    card_t held[FIEL_HELD_MAX];
    int n = hint_held(v, held), at = 0;
    if (a.kind != ACT_PLAY && a.kind != ACT_PLAY_DOWN && a.kind != ACT_DISCARD)
        return (uint8_t)(a.kind * 6u);
    while (at < n && held[at] != a.arg)
        at++;
    return (uint8_t)(a.kind * 6u + 1 + (unsigned)at);
}

static bool about_envido(unsigned kind) { return kind >= ACT_ENVIDO && kind <= ACT_SON_BUENAS; }

/* As I see a side: 0 nobody yet, 1 mine, 2 theirs, 3 tied. */
static uint64_t whose(const struct open *o, unsigned me, unsigned side)
{
    return side == FIEL_NOBODY ? 0 : side == FIEL_TIE ? 3 : side == side_of(o, me) ? 1 : 2;
}

static uint64_t whose_seat(const struct open *o, unsigned me, unsigned seat)
{
    return seat >= o->seats ? 0 : side_of(o, seat) == side_of(o, me) ? 1 : 2;
}

/* The strongest card of a side on the table in a trick. */
static unsigned on_table(const struct open *o, unsigned trick, unsigned side)
{
    unsigned best = 0;
    for (unsigned s = 0; trick < SHAPE_TRICK && s < o->seats; s++) {
        card_t c = o->table[trick * SHAPE_SEAT + s];
        unsigned strength = c < FIEL_CARDS ? card_strength(o, c) : c == CARD_HIDDEN;
        if (side_of(o, s) == side && strength > best)
            best = strength;
    }
    return best;
}

#define ADD(to, value) ((to) = mixed((to)*31 + (uint64_t)(value) + 1))

/* What was declared against me, and how the envido ended. */
static uint64_t envido_told(const struct open *o, unsigned me)
{
    unsigned theirs = 0;
    for (unsigned s = 0; s < o->seats; s++)
        if (side_of(o, s) != side_of(o, me))
            theirs = o->declared[s] > theirs || !theirs ? o->declared[s] : theirs;
    return (uint64_t)theirs << 2 | whose_seat(o, me, o->envido_winner);
}

void learn_look(struct learn_state *s, const struct view *v, const struct action *legal, int n)
{
    const struct open *o = &v->open;
    unsigned me = v->seat, my = side_of(o, me), strength[FIEL_HELD_MAX] = { 0 }, sum = 0;
    uint64_t kinds = 0, *asked = &s->level[0], *coarse = &s->level[1], *middle = &s->level[2], *fine = &s->level[3];
    card_t held[FIEL_HELD_MAX];
    bool envido = false;
    int count = hint_held(v, held);
    s->n = n;
    for (int i = 0; i < n; i++) {
        s->act[i] = learn_class(v, legal[i]);
        kinds |= UINT64_C(1) << legal[i].kind;
        envido |= about_envido(legal[i].kind);
    }
    for (int i = 0; i < count; i++) {
        strength[i] = held[i] < FIEL_CARDS ? hint_strength(v, held[i]) : 0;
        sum += tier(strength[i]);
    }
    unsigned worth = envido ? hint_envido(v) : 0, his = on_table(o, o->trick, my ^ 1u),
             mine = on_table(o, o->trick, my);
    unsigned beat = 0;
    for (int i = 0; i < count; i++)
        beat += strength[i] > his;
    *asked = 0;
    ADD(*asked, kinds);
    ADD(*asked, o->phase);
    *coarse = *asked;
    ADD(*coarse, o->trick * 4 + (his > 0) + 2 * (mine > his));
    ADD(*coarse, sum * 8 + (worth < 20 ? 0 : least(worth - 20, 14) / 3));
    *middle = *coarse;
    for (int i = 0; i < FIEL_HELD_MAX; i++)
        ADD(*middle, tier(strength[i]));
    ADD(*middle, beat * 4 + whose(o, me, o->trick_winner[0]));
    ADD(*middle, (o->stake * 8u + o->stake_called) * 4 + whose_seat(o, me, o->stake_seat));
    ADD(*middle, whose_seat(o, me, o->mano) * 64 + least(o->envido_wanted, 30));
    *fine = *middle;
    for (int i = 0; i < FIEL_HELD_MAX; i++)
        ADD(*fine, strength[i]);
    ADD(*fine, his * 32 + mine);
    ADD(*fine, whose(o, me, o->trick_winner[1]));
    ADD(*fine, worth);
    ADD(*fine, envido_told(o, me));
    for (unsigned t = 0; t < o->trick && t < SHAPE_TRICK; t++)
        ADD(*fine, on_table(o, t, my ^ 1u) * 32 + on_table(o, t, my));
    ADD(*fine, least(view_missing(v, my), 4) * 8 + least(view_missing(v, my ^ 1u), 4));
}

/* --- the rival ------------------------------------------------------------------------------------------- */

void model_saw(struct learned *model, const struct learn_state *s, uint8_t act)
{
    for (unsigned l = 0; l < LEARN_LEVELS; l++) {
        struct learn_cell *one = cell_of(model, s->level[l], act), *all = cell_of(model, s->level[l], ALL);
        if (one && all) {
            one->count++;
            all->count++;
        }
    }
}

int model_draw(const struct learned *model, const struct learn_state *s, struct fiel_random *dice)
{
    double p[FIEL_LEGAL_MAX], sum = 0, at;
    for (int i = 0; i < s->n; i++)
        p[i] = 1.0 / s->n;
    for (unsigned l = 0; l < LEARN_LEVELS; l++) {
        double all = (double)cell_at(model, s->level[l], ALL)->count, weight = l ? TRUSTED : 0.5;
        for (int i = 0; i < s->n && all > 0; i++)
            p[i] = ((double)cell_at(model, s->level[l], s->act[i])->count + weight * p[i]) / (all + weight);
    }
    for (int i = 0; i < s->n; i++)
        sum += p[i];
    at = (double)(fiel_random(dice) >> 11) * 0x1p-53 * sum;
    for (int i = 0; i < s->n; i++)
        if ((at -= p[i]) < 0)
            return i;
    return s->n - 1;
}

/* --- the answer ------------------------------------------------------------------------------------------ */

int answer_best(const struct learned *answer, const struct learn_state *s, double *value)
{
    int best = -1;
    *value = 0;
    for (int i = 0; i < s->n; i++) {
        double mean = 0, met = 0;
        for (unsigned l = 0; l < LEARN_LEVELS; l++) {
            const struct learn_cell *c = cell_at(answer, s->level[l], s->act[i]);
            double n = (double)c->count, weight = met > 0 ? TRUSTED : 0;
            if (n > 0)
                mean = (n * (double)c->mean + weight * mean) / (n + weight);
            met += n;
        }
        if (met > 0 && (best < 0 || mean > *value)) {
            best = i;
            *value = mean;
        }
    }
    return best;
}

struct step {
    uint64_t level[LEARN_LEVELS];
    double value; /* of the best action, by what was known then */
    int points;   /* of this hand, before it */
    uint8_t act;
    bool explored;
};

static void learn_one(struct learned *answer, const struct step *s, double came)
{
    for (unsigned l = 0; l < LEARN_LEVELS; l++) {
        struct learn_cell *c = cell_of(answer, s->level[l], s->act);
        if (!c)
            continue;
        c->count++;
        c->mean += (float)((came - (double)c->mean) / pow((double)c->count, FADES));
    }
}

/* From the end back: what came of a decision, and before one that was any what the best would have come to. */
static void learn_hand(struct learned *answer, const struct step *step, int n, int points)
{
    double came = 0;
    for (int i = n - 1; i >= 0; i--) {
        came += points - step[i].points;
        points = step[i].points;
        learn_one(answer, &step[i], came);
        if (step[i].explored)
            came = step[i].value;
    }
}

static int choose(const struct learned *answer, const struct learn_state *s, struct step *step,
                  struct fiel_random *dice)
{
    int best = answer_best(answer, s, &step->value), i = best;
    if (best < 0 || fiel_random_below(dice, EXPLORED) == 0)
        i = (int)fiel_random_below(dice, (unsigned)s->n);
    step->explored = best >= 0 && i != best;
    memcpy(step->level, s->level, sizeof step->level);
    step->act = s->act[i];
    return i;
}

static bool learn_from(struct learned *answer, struct position *pos, unsigned me, const struct learn_game *game,
                       struct fiel_random *dice)
{
    struct step step[FIEL_SEATS_MAX][STEPS_MOST];
    int steps[FIEL_SEATS_MAX] = { 0 };
    struct action legal[FIEL_LEGAL_MAX];
    struct learn_state s;
    struct view v;
    while (!pos->open.hand_over) {
        unsigned seat = (unsigned)position_turn(pos);
        bool mine = side_of(&pos->open, seat) == me;
        position_view(pos, (int)seat, &v);
        int n = view_legal(&v, legal), i;
        if (n < 1 || (mine && steps[seat] == STEPS_MOST))
            return false;
        learn_look(&s, &v, legal, n);
        if (mine) {
            struct step *one = &step[seat][steps[seat]++];
            one->points = hand_points(&pos->open, me);
            i = choose(answer, &s, one, dice);
        } else {
            i = game->rival(&v, &s, legal, dice, game->user);
        }
        if (position_apply(pos, (int)seat, legal[i], pos) != RULE_OK)
            return false;
    }
    for (unsigned seat = 0; seat < pos->open.seats; seat++)
        learn_hand(answer, step[seat], steps[seat], hand_points(&pos->open, me));
    return true;
}

bool answer_learn(struct learned *answer, struct position *pos, const struct learn_game *game, uint32_t hands,
                  struct fiel_random *dice)
{
    for (uint32_t i = 0; i < hands; i++)
        if (!game->deal(pos, dice, game->user) || !learn_from(answer, pos, i & 1, game, dice))
            return false;
    return true;
}
