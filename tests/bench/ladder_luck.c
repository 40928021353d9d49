/* How much of the points is the deal: weights for luck.c, and what they are worth.
 *
 *   ladder_luck fit REPLAY...          least squares of a hand's points on what was dealt: a row of luck.c's table
 *   ladder_luck games REPLAY...        the variance of points a hand over games, without and with the luck taken out
 *   ladder_luck pairs LEG0 LEG1 ...    the same over duplicate pairs, whose files come two by two
 *
 * The factor is how many times fewer games or pairs give the same interval. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filing/luck.h"
#include "league/matrix.h"
#include "record/replay.h"

enum { CLUSTERS = 100000 };
struct cluster {
    double points, luck, hands;
};

static struct cluster cluster[CLUSTERS];
static size_t clusters, hands_fitted;
static double square[LUCK_FEATURES * LUCK_FEATURES], with_points[LUCK_FEATURES];

static double points_of(const struct tell_chapter *c)
{
    double sum = 0;
    for (unsigned k = 0; k < 4; k++)
        sum += (double)c->points[k][0] - c->points[k][1];
    return sum;
}

static void fit_hand(const struct teller *t)
{
    double x[LUCK_FEATURES];
    if (!t->chapter.over || !luck_features(t, x))
        return;
    hands_fitted++;
    for (unsigned i = 0; i < LUCK_FEATURES; i++) {
        with_points[i] += x[i] * points_of(&t->chapter);
        for (unsigned k = 0; k < LUCK_FEATURES; k++)
            square[i * LUCK_FEATURES + k] += x[i] * x[k];
    }
}

static void read_file(const char *path, bool fit, bool by_game, double sign)
{
    static struct teller t;
    struct replay file;
    uint32_t game = 0;
    if (replay_load(&file, path)) {
        perror(path);
        exit(3);
    }
    tell_start(&t, file.bytes, file.size);
    while (tell_next(&t)) {
        if (!t.chapter.hand)
            continue;
        if (fit)
            fit_hand(&t);
        if (by_game && t.chapter.game != game && clusters + 1 < CLUSTERS)
            cluster[++clusters] = (struct cluster){ 0 };
        game = t.chapter.game;
        cluster[clusters].points += sign * points_of(&t.chapter);
        cluster[clusters].luck += sign * luck_of_hand(&t);
        cluster[clusters].hands++;
    }
    if (fit)
        printf("%s: %u seats\n", preset_rows[t.position.open.rules.preset].name, t.position.open.seats);
    tell_end(&t);
    replay_unload(&file);
}

static void print_fit(void)
{
    for (unsigned i = 0; i < LUCK_FEATURES; i++) /* a feature that a variant has not is worth nothing there */
        square[i * LUCK_FEATURES + i] += 1e-6 * (double)hands_fitted;
    if (!matrix_cholesky(square, LUCK_FEATURES))
        exit(1);
    matrix_solve(square, LUCK_FEATURES, with_points);
    printf("%zu hands: {", hands_fitted);
    for (unsigned i = 0; i < LUCK_FEATURES; i++)
        printf("%s %.4f", i ? "," : "", with_points[i]);
    printf(" }\n");
}

/* Variance of the ratio points / hands over clusters (Cochran, Sampling Techniques, 6.4), in units of one cluster. */
static double spread(bool less_luck, double *mean)
{
    double points = 0, hands = 0, squares = 0;
    for (size_t i = 1; i <= clusters; i++) {
        points += cluster[i].points - (less_luck ? cluster[i].luck : 0);
        hands += cluster[i].hands;
    }
    *mean = points / hands;
    for (size_t i = 1; i <= clusters; i++) {
        double d = cluster[i].points - (less_luck ? cluster[i].luck : 0) - *mean * cluster[i].hands;
        squares += d * d;
    }
    return squares / (hands * hands);
}

int main(int argc, char **argv)
{
    bool fit = argc > 2 && !strcmp(argv[1], "fit"), pairs = argc > 2 && !strcmp(argv[1], "pairs");
    if (argc < 3 || (!fit && !pairs && strcmp(argv[1], "games") != 0) || (pairs && argc % 2))
        return fprintf(stderr, "usage: ladder_luck fit|games REPLAY...  or  ladder_luck pairs LEG0 LEG1 ...\n"), 2;
    for (int i = 2; i < argc; i++) {
        if (pairs && i % 2 == 0 && clusters + 1 < CLUSTERS)
            cluster[++clusters] = (struct cluster){ 0 };
        read_file(argv[i], fit, !pairs, pairs && i % 2 ? -1 : 1);
    }
    if (fit) {
        print_fit();
        return 0;
    }
    double mean, fair, plain = spread(false, &mean), less = spread(true, &fair);
    printf("%zu %s: points a hand %+.4f ± %.4f, luck taken out %+.4f ± %.4f: variance / %.2f\n", clusters, argv[1],
           mean, 1.96 * sqrt(plain), fair, 1.96 * sqrt(less), plain / less);
    return 0;
}
