/* Do the intervals of a ladder's table hold the true strengths as often as they say?  Whole ladders are simulated: twenty bots
 * whose true strengths are drawn from a normal distribution, pairs of everybody against somebody by lot, and the two games of a
 * deal won by the luck of it, which changes sides between them; a pair has one deal or, in legs of several games, so many.  FIEL_COVERAGE=all runs every cell 600 times and holds the
 * bounds that docs/ratings.md promises (make coverage); without it a sample runs, whose bounds are as much wider as chance asks. */
#include <math.h>

#include "support/test.h"
#include "league/rating.h"
#include "support/near.h"
#include "support/random.h"

enum { BOTS = 20, MOST = BOTS / 2 * 100, SEED = 771102 };

/* How many repetitions, and the shares in percent that are demanded of them. */
struct demand {
    unsigned repetitions;
    double least, most, extreme;
};
static const struct demand whole = { 600, 93, 97, 88 }, sample = { 30, 90, 99, 70 };

static double uniform(struct random *r) { return ((double)(random_next(r) >> 11) + 0.5) * 0x1p-53; }
static double normal(struct random *r) { return sqrt(-2 * log(uniform(r))) * cos(2 * M_PI * uniform(r)); }
static double below(double z) { return erfc(-z / M_SQRT2) / 2; }

/* Of the two games of a deal how many are won, each with chance p; `luck` is how much of its outcome the shared deal decides. */
static unsigned play(struct random *r, double p, double luck)
{
    double deal = sqrt(luck) * normal(r), rest = sqrt(1 - luck);
    bool first = below(deal + rest * normal(r)) < p, second = below(-deal + rest * normal(r)) < p;
    return (unsigned)first + second;
}

static size_t play_round(struct random *r, const double *truth, double luck, unsigned games, struct rating_unit *unit,
                         size_t first)
{
    uint32_t order[BOTS];
    for (uint32_t i = 0; i < BOTS; i++) {
        uint32_t j = random_below(r, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (size_t i = 0; i < BOTS; i += 2) {
        uint32_t a = order[i], b = order[i + 1];
        double p = 1 / (1 + exp(truth[b] - truth[a]));
        unit[first] = (struct rating_unit){
            .cluster = first, .members = 1, .games = (uint16_t)(2 * games), .side = { { a }, { b } }
        };
        for (unsigned g = 0; g < games; g++)
            unit[first].score += play(r, p, luck) / (2. * games);
        first++;
    }
    return first;
}

struct covered {
    unsigned inside, best, worst;
    double width;
};

static void repeat(struct random *r, double spread, unsigned pairs, double luck, unsigned games, struct covered *c)
{
    static struct rating_unit unit[MOST];
    double truth[BOTS], mean = 0;
    size_t units = 0, best = 0, worst = 0;
    AUTO(rating_free) struct strengths s;
    for (size_t i = 0; i < BOTS; i++)
        mean += (truth[i] = normal(r) * spread / RATING_ELO) / BOTS;
    for (unsigned i = 0; i < pairs; i++)
        units = play_round(r, truth, luck, games, unit, units);
    assert_int_equal(rating_fit(&s, BOTS, unit, units, RATING_FITTED), RATING_FINE);
    for (size_t i = 0; i < BOTS; i++) {
        best = truth[i] > truth[best] ? i : best;
        worst = truth[i] < truth[worst] ? i : worst;
    }
    for (size_t i = 0; i < BOTS; i++) {
        double error = RATING_Z95 * s.row[i].elo_error;
        bool inside = fabs(1500 + RATING_ELO * (truth[i] - mean) - s.row[i].elo) < error;
        c->inside += inside;
        c->best += inside && i == best;
        c->worst += inside && i == worst;
        c->width += 2 * error;
    }
}

static bool cell(double spread, unsigned pairs, double luck, unsigned games, const struct demand *d)
{
    struct random r = { SEED + (uint64_t)(spread * 1000 + pairs + luck * 1e6) + games - 1 };
    struct covered c = { 0 };
    random_next(&r);
    for (unsigned i = 0; i < d->repetitions; i++)
        repeat(&r, spread, pairs, luck, games, &c);
    double n = d->repetitions, all = 100 * c.inside / n / BOTS, best = 100 * c.best / n, worst = 100 * c.worst / n;
    bool held = all >= d->least && all <= d->most && best >= d->extreme && worst >= d->extreme;
    printf("   %5.1f %5.1f %5.1f %5.0f%s", all, best, worst, c.width / n / BOTS, held ? "" : " outside");
    return held;
}

TEST(intervals_cover)
{
    static const unsigned pairs[] = { 5, 20, 100 };
    bool all = getenv("FIEL_COVERAGE") != NULL;
    unsigned outside = 0;
    puts("                             one game a leg             five games a leg\n"
         "spread  pairs  luck    held  best worst width    held  best worst width");
    for (int luck = all ? 5 : 7; luck <= 7; luck += 2)
        for (int spread = 100; spread <= 400; spread += 100)
            for (size_t i = 0; i < (all ? 3u : 2u); i++) {
                printf("%6d %6u %5.1f", spread, pairs[i], luck / 10.);
                for (unsigned games = 1; games <= (all || spread == 200 ? 5u : 1u); games += 4)
                    outside += !cell(spread, pairs[i], luck / 10., games, all ? &whole : &sample);
                puts("");
            }
    assert_int_equal(outside, 0);
}
