/* train: makes the tables of campeon out of nothing but the rules.
 *
 *     champion PRESET THREADS [BATCHES] > PRESET.tab
 *
 * External-sampling Monte Carlo counterfactual regret minimisation (Zinkevich 2007, Lanctot 2009) with linear weights (Brown and
 * Sandholm 2019): one seat tries all its choices, the others draw theirs, and what each would have brought is its regret.  A hand is
 * worth what it changes of the chance to win the game, from any score.  A batch plays by the regrets before it and adds whole numbers to
 * them, so the table is the same to the byte however many threads share the work. */
#include <endian.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "foreign.h"
#include "rules/values.h"

enum { NODES = 1 << 18, BATCH = 1 << 10, TRIED = 3, THREADS_MOST = 64 };
enum { WORTH = 4096, SCORES = 100 };

/* Of the tables that lie in the tree. */
static const unsigned batches_of[PRESET_COUNT] = {
    [PRESET_ARGENTINO] = 4000,      [PRESET_ARGENTINO_FLOR] = 3500, [PRESET_PAULISTA] = 1200,   [PRESET_MINEIRO] = 1200,
    [PRESET_PAULISTA_LIMPO] = 2000, [PRESET_URUGUAYO] = 2500,       [PRESET_VENEZOLANO] = 2500, [PRESET_GAUDERIO] = 2500
};

struct node {
    _Atomic uint64_t key;
    atomic_int regret_now[CHOICES], visits;
    float regret[CHOICES], sum[CHOICES];
    int n;
};

static struct node *nodes;
static enum preset preset;
static float worth[SCORES][SCORES]; /* chance of winning the game, by what the one and the other lack */
static unsigned long long first;    /* traversal of this batch, */
static atomic_uint next_one;        /* and the next within it that nobody has taken */

static struct node *node_of(uint64_t key, int n)
{
    for (size_t at = key >> 40;; at++) {
        struct node *node = &nodes[at % NODES];
        uint64_t there = atomic_load_explicit(&node->key, memory_order_relaxed);
        if (there == 0 && atomic_compare_exchange_strong(&node->key, &there, key))
            there = key;
        if (there == key) {
            node->n = n;
            return node;
        }
    }
}

/* Regret matching. */
static void strategy(const struct node *node, int n, float chance[CHOICES])
{
    float all = 0;
    for (int i = 0; i < n; i++)
        all += chance[i] = node->regret[i] > 0 ? node->regret[i] : 0;
    for (int i = 0; i < n; i++)
        chance[i] = all > 0 ? chance[i] / all : 1.0f / (float)n;
}

static int draw(const float chance[CHOICES], int n, struct fiel_random *dice)
{
    float at = (float)(fiel_random(dice) >> 40) * 0x1p-24f;
    int i = 0;
    for (; i < n - 1 && at >= chance[i]; i++)
        at -= chance[i];
    return i;
}

/* --- what a hand is worth --- */

static unsigned lack_of(const struct open *o, unsigned score)
{
    unsigned target = o->rules.opt[OPT_TARGET];
    return score < target ? target - score : 0;
}

/* A walk of hands that either side wins, worth a step of the ladder, and in games with envido two or five points more or less. */
static void value_scores(const struct open *o)
{
    static const float step[4] = { 0.45f, 0.35f, 0.15f, 0.05f }, envido[3] = { 0.4f, 0.4f, 0.2f };
    int extra[3] = { 0, 2, 5 };
    bool talks = o->rules.opt[OPT_ENVIDO] != ENVIDO_NONE;
    for (int all = 2; all < 2 * SCORES - 1; all++)
        for (int a = 1; a < SCORES && a < all; a++) {
            int b = all - a;
            float sum = 0, weight = 0;
            for (int k = 0; k < 4 * 3 * 4 && b < SCORES; k++) {
                int points = (int)truco_points(o, (unsigned)k / 12), more = talks ? extra[k / 4 % 3] : 0;
                int mine = (k & 1 ? points : 0) + (k & 2 ? more : 0), his = points + more - mine;
                float p = step[k / 12] * envido[k / 4 % 3];
                mine = mine < a ? mine : a;
                his = mine == a ? 0 : his < b ? his : b;
                sum += p * (mine == a ? 1 : his == b ? 0 : worth[a - mine][b - his]);
                weight += p;
            }
            if (b < SCORES)
                worth[a][b] = sum / weight;
        }
}

static float value(const struct open *o, unsigned seat)
{
    unsigned mine = lack_of(o, o->score[seat]), his = lack_of(o, o->score[seat ^ 1u]);
    float chance = o->game_over ? o->game_winner == seat : worth[mine][his];
    return WORTH * (chance + 0.01f * ((float)his - (float)mine));
}

/* --- one traversal --- */

/* The seat `me` tries everything at so many of its decisions, and draws in the others; before the first
 * of them a third of the time any, which no value sees. */
static float walk(struct position *pos, unsigned me, unsigned tries, const struct ranks *r, struct fiel_random *dice)
{
    while (!pos->open.hand_over) {
        struct action legal[FIEL_LEGAL_MAX];
        struct choice c;
        float chance[CHOICES];
        int seat = position_turn(pos), n = position_legal(pos, seat, legal), at = 0;
        choice_of(&pos->open, (unsigned)seat, pos->dealt[seat], r, legal, n, &c);
        if (c.n > 1) {
            struct node *node = node_of(c.key, c.n);
            strategy(node, c.n, chance);
            bool mine = (unsigned)seat == me;
            if (mine && tries > 0 && (pos->open.trick > 0 || fiel_random_below(dice, 2))) {
                float got[CHOICES], mean = 0;
                for (int i = 0; i < c.n; i++) {
                    struct position after;
                    position_apply(pos, seat, c.action[i], &after);
                    mean += chance[i] * (got[i] = walk(&after, me, tries - 1, r, dice));
                }
                for (int i = 0; i < c.n; i++)
                    atomic_fetch_add_explicit(&node->regret_now[i], (int)(got[i] - mean), memory_order_relaxed);
                return mean;
            }
            if (!mine)
                atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
            bool any = mine && tries == TRIED && fiel_random_below(dice, 3) == 0;
            at = any ? (int)fiel_random_below(dice, (unsigned)c.n) : draw(chance, c.n, dice);
        }
        if (position_apply(pos, seat, c.action[at], pos) != RULE_OK)
            abort();
    }
    return value(&pos->open, me);
}

/* A hand from any score, a quarter of the sides near its end. */
static void traverse(unsigned long long number)
{
    struct fiel_random dice = fiel_random_of("champion", preset, number);
    struct position pos;
    struct rules rules;
    struct ranks r;
    char why[RULES_ERROR_TEXT];
    rules_preset(&rules, preset);
    if (position_new(&pos, &rules, 2, why) != 0)
        abort();
    unsigned target = rules.opt[OPT_TARGET];
    for (unsigned s = 0; s < pos.open.scorers; s++) {
        unsigned most = fiel_random_below(&dice, 4) ? target : 6;
        pos.open.score[s] = (uint16_t)(target - 1 - fiel_random_below(&dice, most));
    }
    fiel_table_deal(&pos, &dice.state);
    ranks_of(&pos.open, &r);
    walk(&pos, (unsigned)(number / 4 % 2), TRIED, &r, &dice);
}

static void *work(void *unused)
{
    for (unsigned i; (i = atomic_fetch_add(&next_one, 1)) < BATCH;)
        traverse(first + i);
    return unused;
}

/* --- batches --- */

static void settle(unsigned batch)
{
    float fade = (float)batch / (float)(batch + 1);
    for (struct node *node = nodes; node < nodes + NODES; node++) {
        float chance[CHOICES];
        if (node->key == 0)
            continue;
        strategy(node, node->n, chance);
        for (int i = 0; i < node->n; i++) {
            node->sum[i] = fade * fade * node->sum[i] + (float)node->visits * chance[i];
            node->regret[i] = fade * node->regret[i] + (float)node->regret_now[i];
            node->regret_now[i] = 0;
        }
        node->visits = 0;
    }
}

static void run_batch(unsigned batch, unsigned threads)
{
    pthread_t thread[THREADS_MOST];
    first = (unsigned long long)batch * BATCH;
    next_one = 0;
    for (unsigned t = 1; t < threads; t++)
        if (pthread_create(&thread[t], NULL, work, NULL) != 0)
            abort();
    work(NULL);
    for (unsigned t = 1; t < threads; t++)
        pthread_join(thread[t], NULL);
    settle(batch);
}

/* --- the table --- */

/* The used ones first. */
static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const struct node *)a)->key, y = ((const struct node *)b)->key;
    return (x < y) - (x > y);
}

/* Chances in fifteenths, the last choice's what is left. */
static uint64_t row_of(const struct node *node)
{
    float all = 0, so_far = 0;
    uint64_t row = choice_mark(node->key);
    unsigned given = 0;
    for (int i = 0; i < node->n; i++)
        all += node->sum[i];
    for (int i = 0; i < node->n; i++) {
        so_far += node->sum[i];
        unsigned to = (unsigned)(CHANCES * so_far / all + 0.5f);
        row |= (uint64_t)(to - given) << (MARK_BITS + CHANCE_BITS * i);
        given = to;
    }
    return all > 0 ? row : 0;
}

static void write_table(void)
{
    static uint64_t table[NODES];
    size_t n = 0, places;
    qsort(nodes, NODES, sizeof *nodes, by_key);
    while (n < NODES && nodes[n].key != 0)
        n++;
    places = n + n / 8;
    for (size_t i = 0; i < n; i++) {
        size_t at = choice_place(nodes[i].key, places);
        while (table[at] != 0)
            at = (at + 1) % places;
        table[at] = htole64(row_of(&nodes[i]));
    }
    fwrite(table, sizeof *table, places, stdout);
}

int main(int argc, char **argv)
{
    struct rules rules;
    struct position pos;
    char why[RULES_ERROR_TEXT];
    if (argc < 3 || argc > 4 || rules_parse(argv[1], &rules, why) != 0)
        return 2;
    preset = rules.preset;
    nodes = calloc(NODES, sizeof *nodes);
    if (!nodes || position_new(&pos, &rules, 2, why) != 0)
        return 3;
    value_scores(&pos.open);
    unsigned batches = argc == 4 ? (unsigned)atoi(argv[3]) : batches_of[preset], threads = (unsigned)atoi(argv[2]);
    if (!batches || !threads) /* a preset without a table in the tree says how many */
        return 2;
    for (unsigned b = 0; b < batches; b++)
        run_batch(b, threads < THREADS_MOST ? threads : THREADS_MOST);
    write_table();
    return ferror(stdout) || fflush(stdout) != 0 ? 3 : 0;
}
