/* montecarlo: tries every legal action on whole tables as they may lie, plays each out at random, and answers with the
 * action that made the most points of the hand.  bots/maestro.c does the same with better players. */
#include <fiel.h>
#include <string.h>

enum { TABLES = 200 };

/* Giving the hand away at random would make every call look good. */
static struct action player(const struct match *m, int seat, const struct action *legal, int n, void *user)
{
    for (;;) {
        struct action a = policy_random(m, seat, legal, n, user);
        if (a.kind != ACT_MAZO || n == 1)
            return a;
    }
}

/* Points that my side makes of this table when I do `a` now and everybody then plays as above. */
static int try(const struct match *table, const struct view *v, struct action a, struct fiel_random *dice)
{
    struct match m;
    unsigned side = side_of(&v->open, v->seat);
    if (match_apply(table, v->seat, a, &m) != RULE_OK)
        return 0;
    match_play_out(&m, player, dice);
    return hand_points(&m.open, side);
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct fiel_random *dice = user;
    long points[LEGAL_MAX] = { 0 };
    int best = 0;
    for (int t = 0; t < TABLES && n > 1; t++) {
        struct match table;
        view_sample(v, dice, &table);
        for (int i = 0; i < n; i++)
            points[i] += try(&table, v, legal[i], dice);
    }
    for (int i = 1; i < n; i++)
        if (points[i] > points[best])
            best = i;
    return legal[best];
}

/* The match's id as seed: it plays the same when it is killed and started again. */
static void match_start(const struct fiel_match *m, void *user) { memcpy(user, m->id, sizeof(struct fiel_random)); }

int main(void)
{
    struct fiel_random dice = { 1 };
    struct fiel_callbacks calls = { .decide = decide, .match_start = match_start, .user = &dice };
    return fiel_run_with("montecarlo", &calls);
}
