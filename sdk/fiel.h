/* fiel: write a bot.
 *
 *     #include <fiel.h>
 *     static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
 *     {
 *         return legal[0];
 *     }
 *     int main(void) { return fiel_run("first", decide, NULL); }
 *
 * The library does sockets, keys, the chain of cuts, every check of DEAL.md, reconnecting and signing.
 * The rules library is part of it: see rules/match.h for view_legal, match_apply and the rest. */
#ifndef FIEL_H
#define FIEL_H

#include "rules/match.h"

/* One decision: the view, and the `n` >= 1 actions that are legal in it.  Answer one of them. */
typedef struct action fiel_decide(const struct view *v, const struct action *legal, int n, void *user);

/* What else a bot may want to hear; any may be NULL. */
struct fiel_callbacks {
    fiel_decide *decide;
    void (*hand_start)(const struct view *v, void *user);
    void (*acted)(int seat, struct action a, int value, void *user);     /* a public action */
    void (*hand_end)(const uint16_t score[2], void *user);
    void (*match_end)(int winner_side, int my_side, void *user);
    void *user;
};

/* Plays the match this process was started for (fd 3) and returns a process exit code: 0 when the match
 * ended, 1 when a check failed (the evidence is in the state folder), 3 when there is no arbiter. */
int fiel_run(const char *name, fiel_decide *decide, void *user);
int fiel_run_with(const char *name, const struct fiel_callbacks *c);

/* A small seeded generator for bots, so that a bot can be replayed: splitmix64. */
struct fiel_random { uint64_t state; };
uint64_t fiel_random(struct fiel_random *r);
unsigned fiel_random_below(struct fiel_random *r, unsigned n); /* unbiased, n >= 1 */

#endif
