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
    bool seeded;
};

static void match_start(const struct fiel_match *m, void *user)
{
    struct bot *b = user;
    if (!b->seeded)
        memcpy(&b->dice.state, m->id, sizeof b->dice.state);
    b->dice.state += m->seat; /* two of them at one table are not twins */
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bot *b = user;
    (void)v;
    return legal[fiel_random_below(&b->dice, (unsigned)n)];
}

int main(int argc, char **argv)
{
    struct bot b = { .seeded = argc == 3 && strcmp(argv[1], "--seed") == 0 };
    if (b.seeded)
        b.dice.state = strtoull(argv[2], NULL, 0);
    struct fiel_callbacks calls = { .decide = decide, .match_start = match_start, .user = &b };
    return fiel_run_with("random", &calls);
}
