/* maestro: "master".  What it decides is in sdk/maestro.c, for it also sits at the tables of a batch; here it is a process of its
 * own, and looks at the clock. */
#include "players.h"

enum { HURRY_US = 60000 };

struct bot {
    struct fiel_random dice;
    uint64_t budget_us;
};

static void match_start(const struct fiel_match *m, void *user)
{
    struct bot *b = user;
    b->dice.state = player_seed(m);
}

static void asked(const struct fiel_clock *clock, void *user)
{
    struct bot *b = user;
    b->budget_us = clock->budget_us;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bot *b = user;
    return maestro_decide(v, legal, n, b->budget_us < HURRY_US ? MAESTRO_HURRY : MAESTRO_TABLES, &b->dice);
}

int main(void)
{
    struct bot b = { .dice = { 1 } };
    struct fiel_callbacks calls = { decide, match_start, .asked = asked, .user = &b };
    return fiel_run_with("maestro", &calls);
}
