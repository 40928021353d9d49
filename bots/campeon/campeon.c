/* campeon: "champion".  It looks up what to do in a table that was trained by play against itself (train.c), and draws by the chances
 * that stand there.
 *
 *     campeon [--strength 1|2|3]
 *
 * Where there is no row, as in other presets and with more than two at the table, it searches as maestro does.  What it draws follows
 * from the match, the hand and what it sees alone, so that it plays the same when it is asked again.  Below strength 3, its best, it
 * also takes choices that the table gives no chance. */
#include <stdio.h>
#include <string.h>

#include "choice.h"
#include "players.h"

enum { STRENGTH = 3, HURRY_US = 60000 };

struct bot {
    uint64_t seed;
    unsigned slack; /* what each choice gets on top of its chance */
    uint64_t budget_us;
};

static void match_start(const struct fiel_match *m, void *user)
{
    struct bot *b = user;
    memcpy(&b->seed, m->id, sizeof b->seed);
    b->seed += m->seat;
}

static void asked(const struct fiel_clock *clock, void *user)
{
    struct bot *b = user;
    b->budget_us = clock->budget_us;
}

/* By the chances of a row, which are 15 together. */
static struct action draw(const struct choice *c, uint64_t row, unsigned slack, struct fiel_random *dice)
{
    unsigned at = fiel_random_below(dice, CHANCES + slack * (unsigned)c->n);
    for (int i = 0; i < c->n; i++) {
        unsigned chance = slack + (row >> (MARK_BITS + CHANCE_BITS * i) & CHANCES);
        if (at < chance)
            return c->action[i];
        at -= chance;
    }
    return c->action[0];
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bot *b = user;
    struct ranks ranks;
    struct choice c;
    struct fiel_random dice = { b->seed ^ v->open.hand };
    uint64_t row = 0;
    if (v->open.seats == 2) {
        ranks_of(&v->open, &ranks);
        choice_of(&v->open, v->seat, v->known[v->seat], &ranks, legal, n, &c);
        if (c.n == 1)
            return c.action[0];
        row = table_row(v->open.rules.preset, c.key);
    }
    if (row == 0)
        return maestro_decide(v, legal, n, b->budget_us < HURRY_US ? MAESTRO_HURRY : MAESTRO_TABLES, &dice);
    dice.state ^= c.key;
    return player_stays(v, draw(&c, row, b->slack, &dice), legal, n);
}

int main(int argc, char **argv)
{
    struct bot b = { 0 };
    if (argc == 3 && !strcmp(argv[1], "--strength") && strlen(argv[2]) == 1 && strchr("123", *argv[2])) {
        b.slack = (unsigned)(STRENGTH - (*argv[2] - '0'));
    } else if (argc != 1) {
        fputs("campeon: it takes --strength 1, 2 or 3, and nothing else\n", stderr);
        return 2;
    }
    struct fiel_callbacks calls = { .decide = decide, .match_start = match_start, .asked = asked, .user = &b };
    return fiel_run_with("campeon", &calls);
}
