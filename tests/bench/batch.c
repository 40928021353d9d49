/* batch: steps of many tables in one second, with sdk/foreign.h or, by the word `bare`, with the rules alone: any legal action, and
 * nothing told.   batch [TABLES [bare]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "foreign.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *room(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fputs("batch: out of memory: ask for fewer tables\n", stderr);
        exit(3);
    }
    return p;
}

static void bare_round(struct fiel_batch *b, struct fiel_random *dice)
{
    struct action legal[FIEL_LEGAL_MAX];
    for (size_t i = 0; i < b->n; i++) {
        struct position *pos = &b->tables[i];
        int n = position_legal(pos, position_turn(pos), legal);
        position_apply(pos, position_turn(pos), legal[fiel_random_below(dice, (unsigned)n)], pos);
        while (position_turn(pos) == FIEL_NOBODY)
            fiel_table_deal(pos, &b->dice[i]);
    }
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 4096, steps = 0;
    bool bare = argc > 2 && strcmp(argv[2], "bare") == 0;
    uint16_t codes[TABLE_CODES];
    char why[TABLE_REASON];
    struct position first;
    struct fiel_random dice = { 1 };
    int actions = fiel_actions("argentino", codes, why);
    if (n == 0 || actions < 0 || fiel_table_new(&first, "argentino", 2, why) != 0)
        return 2;
    struct fiel_batch b = { .tables = room(n, sizeof first),
                            .dice = room(n, sizeof(uint64_t)),
                            .n = n,
                            .codes = codes,
                            .actions = (size_t)actions,
                            .turn = room(n, sizeof(int32_t)),
                            .rows = room(n, fiel_row_width(&first)),
                            .mask = room(n, (size_t)actions),
                            .reward = room(n * 2, sizeof(float)),
                            .done = room(n, 1),
                            .legal = room(n * FIEL_LEGAL, sizeof(uint16_t)) };
    int32_t *ids = room(n, sizeof *ids);
    for (size_t i = 0; i < n; i++)
        b.tables[i] = first;
    fiel_dice(b.dice, n, "deal", 1);
    fiel_batch_reset(&b);
    double since = now(), passed;
    do {
        if (bare) {
            bare_round(&b, &dice);
        } else {
            fiel_batch_choose(&b, ids, &dice.state);
            fiel_batch_step(&b, ids);
        }
        steps += n;
    } while ((passed = now() - since) < 1);
    printf("%.0f\n", (double)steps / passed);
    free(b.tables);
    free(b.dice);
    free(b.turn);
    free(b.rows);
    free(b.mask);
    free(b.reward);
    free(b.done);
    free(b.legal);
    free(ids);
    return 0;
}
