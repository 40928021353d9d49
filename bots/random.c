/* random: answers any legal action, each as likely as the other.
 *
 *     random [--seed NUMBER]
 *
 * With a seed it plays the same again; without one the match's id is the seed, so that it still plays the
 * same when it is killed and started again within a match. */
#include <stdlib.h>
#include <string.h>

#include "fiel.h"

struct bot {
    struct fiel_random dice;
    uint64_t seed;
    bool seeded;
};

static void match_start(const struct fiel_match *m, void *user)
{
    struct bot *b = user;
    if (!b->seeded)
        memcpy(&b->seed, m->id, sizeof b->seed);
    b->dice = fiel_random_of("random", b->seed, m->seat); /* two of them at one table are not twins */
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bot *b = user;
    (void)v;
    return legal[fiel_random_below(&b->dice, (unsigned)n)];
}

/* Any signs to any partner, as many as there is room for or fewer. */
static int make_signs(const struct view *v, int room, struct sign *made, void *user)
{
    struct bot *b = user;
    unsigned count = fiel_random_below(&b->dice, (unsigned)room + 1);
    for (unsigned i = 0; i < count; i++) {
        do {
            made[i].word = (uint8_t)(1 + fiel_random_below(&b->dice, SIGN_LAST));
        } while (!sign_known(&v->open.rules, made[i].word) ||
                 (sign_of_captain(made[i].word) && !sign_captain(&v->open, v->seat)));
        do {
            made[i].to = (uint8_t)fiel_random_below(&b->dice, v->open.seats);
        } while (!sign_partner(&v->open, v->seat, made[i].to));
    }
    return (int)count;
}

int main(int argc, char **argv)
{
    struct bot b = { .seeded = false };
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--seed") == 0) {
            b.seeded = true;
            b.seed = strtoull(argv[i + 1], NULL, 0);
        }
    struct fiel_callbacks calls = { .decide = decide, .match_start = match_start, .signs = make_signs,
                                    .user = &b };
    return fiel_run_with("random", &calls);
}
