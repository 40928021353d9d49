/* contra: answers one rival (learn.h); what `fiel exploit` plays, learns and measures with.
 *
 *     contra ANSWER [explore]        plays by what is in the file, or now and then anything
 *     contra --learn RULES SEATS HANDS SEED MODEL ANSWER NEW-MODEL NEW-ANSWER [REPLAY SEAT]...
 *
 * The second adds what the seats of these records did to the model, and answers it in so many hands; MODEL and ANSWER may be "-": nothing
 * is known yet.  The same words write the same bytes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "again.h"
#include "foreign.h"
#include "learn.h"
#include "players.h"

enum { ANYTHING = 16, LEAST = 3, FINE = 0, USAGE = 2, ENVIRONMENT = 3 };

static int fail(int code, const char *what, const char *why)
{
    fprintf(stderr, "contra: %s: %s\n", what, why);
    return code;
}

/* --- plays ----------------------------------------------------------------------------------------------- */

struct player {
    struct learned answer;
    struct fiel_random dice;
    bool explores;
};

static void match_start(const struct fiel_match *m, void *user)
{
    struct player *p = user;
    p->dice.state = player_seed(m);
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct player *p = user;
    struct learn_state s;
    double value;
    if (p->explores && fiel_random_below(&p->dice, ANYTHING) == 0)
        return legal[fiel_random_below(&p->dice, (unsigned)n)];
    learn_look(&s, v, legal, n);
    int best = answer_best(&p->answer, &s, &value);
    return best < 0 ? cauto_decide(v, legal, n, &p->dice) : player_stays(v, legal[best], legal, n);
}

static int play(const char *path, bool explores)
{
    static struct player p;
    const struct fiel_callbacks calls = { .decide = decide, .match_start = match_start, .user = &p };
    p.explores = explores;
    if (!learned_new(&p.answer) || (strcmp(path, "-") != 0 && !learned_load(&p.answer, path)))
        return fail(ENVIRONMENT, path, strerror(errno));
    int code = fiel_run_with("contra", &calls);
    learned_free(&p.answer);
    return code;
}

/* --- learns what the rival does -------------------------------------------------------------------------- */

struct student {
    struct learned model, answer;
    struct learn_state asked[FIEL_TABLES]; /* at each table: what waits for what it did; n 0: nothing */
    struct view view[FIEL_TABLES];
    unsigned table, seat;
};

static void at_table(unsigned number, void *user) { ((struct student *)user)->table = number; }

static struct action see(const struct view *v, const struct action *legal, int n, void *user)
{
    struct student *s = user;
    learn_look(&s->asked[s->table], v, legal, n);
    s->view[s->table] = *v;
    return legal[0];
}

static void did(int seat, struct action a, int value, void *user)
{
    struct student *s = user;
    struct learn_state *asked = &s->asked[s->table];
    (void)value;
    if ((unsigned)seat == s->seat && asked->n)
        model_saw(&s->model, asked, learn_class(&s->view[s->table], a));
    if ((unsigned)seat == s->seat)
        asked->n = 0;
}

static int read_records(struct student *s, char **word)
{
    const struct fiel_callbacks calls = { .decide = see, .acted = did, .table = at_table, .user = s };
    int code = FINE;
    for (; !code && word[0] && word[1]; word += 2) {
        const struct again_words w = { word[0], (unsigned)atoi(word[1]) };
        memset(s->asked, 0, sizeof s->asked);
        s->seat = w.seat;
        code = again_run(&w, &calls);
    }
    return code;
}

/* --- learns to answer it --------------------------------------------------------------------------------- */

static bool deal(struct position *pos, struct fiel_random *dice, void *user)
{
    (void)user;
    do
        (void)fiel_table_deal(pos, &dice->state);
    while (position_turn(pos) == FIEL_NOBODY);
    return true;
}

static int by_model(const struct view *v, const struct learn_state *s, const struct action *legal,
                    struct fiel_random *dice, void *user)
{
    (void)v, (void)legal;
    return model_draw(user, s, dice);
}

static int answer(struct student *s, char **word)
{
    struct position pos;
    struct fiel_random dice = fiel_random_of("contra", strtoull(word[3], NULL, 10), 0);
    const struct learn_game game = { deal, by_model, &s->model };
    char why[RULES_ERROR_TEXT];
    if (position_named(&pos, word[0], atoi(word[1]), NULL, why))
        return fail(USAGE, word[0], why);
    if (!answer_learn(&s->answer, &pos, &game, (uint32_t)strtoul(word[2], NULL, 10), &dice))
        return fail(ENVIRONMENT, word[0], "a hand could not be played to its end");
    return FINE;
}

static bool known(struct learned *t, const char *path)
{
    return learned_new(t) && (!strcmp(path, "-") || learned_load(t, path));
}

static int learn(char **word)
{
    struct student *s = calloc(1, sizeof *s);
    if (!s || !known(&s->model, word[4]) || !known(&s->answer, word[5]))
        return fail(ENVIRONMENT, word[4], strerror(errno));
    int code = read_records(s, word + 8);
    if (!code)
        code = answer(s, word);
    if (!code && (!learned_save(&s->model, word[6], 1) || !learned_save(&s->answer, word[7], LEAST)))
        code = fail(ENVIRONMENT, word[7], strerror(errno));
    learned_free(&s->model);
    learned_free(&s->answer);
    free(s);
    return code;
}

int main(int argc, char **argv)
{
    if (argc >= 10 && argc % 2 == 0 && !strcmp(argv[1], "--learn"))
        return learn(argv + 2);
    if (argc < 2 || (argv[1][0] == '-' && argv[1][1]))
        return fail(USAGE, "what is to be played?", "fiel exploit starts it: fiel exploit ./mine");
    return play(argv[1], argc > 2 && !strcmp(argv[2], "explore"));
}
