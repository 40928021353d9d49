/* campeon: "champion".  It looks up what to do in a table that was trained by play against itself (campeon/train.c), and draws by the chances
 * that stand there.
 *
 *     campeon [--strength 1|2|3]
 *
 * Where there is no row, as in other presets and with three or six at the table, it searches as maestro does.  What it draws follows
 * from the match, the hand and what it sees alone, so that it plays the same when it is asked again.  Below strength 3, its best, it
 * also takes choices that the table gives no chance. */
#include <stdio.h>
#include <string.h>

#include "fiel.h"
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
    b->seed = player_seed(m);
}

static void asked(const struct fiel_clock *clock, void *user)
{
    struct bot *b = user;
    b->budget_us = clock->budget_us;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bot *b = user;
    struct fiel_random dice = { b->seed ^ v->open.hand };
    struct action a = campeon_decide(v, legal, n, b->slack, &dice);
    return a.kind ? a : maestro_decide(v, legal, n, b->budget_us < HURRY_US ? MAESTRO_HURRY : MAESTRO_TABLES, &dice);
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
