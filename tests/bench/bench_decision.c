/* bench_decision: the work of one decision without its transport: the referee and its record, the seats' decoder
 * and libfiel in two seats, handed over by call.  Microseconds of the processor, the lowest of ROUNDS. */
#include <stdio.h>
#include <time.h>

#include "support/by_call.h"

enum { ROUNDS = 5, GAMES = 30 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Talks as much as a hand allows, like the bot `instant`. */
static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    static const uint8_t dear[] = { ACT_ENVIDO, ACT_RAISE, ACT_QUIERO, ACT_DECLARE, ACT_PLAY };
    (void)user;
    for (unsigned k = v->open.phase == PHASE_ENVIDO; k < sizeof dear; k++)
        for (int i = 0; i < n; i++)
            if (legal[i].kind == dear[k])
                return legal[i];
    return legal[0];
}

static double match_us(enum sign_policy sign)
{
    struct fiel_callbacks calls = { .decide = decide };
    struct by_call *c = call_start("argentino", 2, GAMES, sign, &calls);
    while (referee_decisions(c->referee) == 0 && call_turn(c))
        continue;
    double start = now_us();
    while (!c->over && call_turn(c))
        continue;
    double took = (now_us() - start) / (double)referee_decisions(c->referee);
    call_end(c);
    return took;
}

int main(int argc, char **argv)
{
    double hand = 1e9, decision = 1e9;
    int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
    if (sodium_init() < 0)
        return 1;
    for (int i = 0; i < rounds; i++) {
        double h = match_us(SIGN_HAND), d = match_us(SIGN_DECISION);
        hand = h < hand ? h : hand;
        decision = d < decision ? d : decision;
    }
    printf("  %-60s %.1f\n", "hands signed", hand);
    printf("  %-60s %.1f\n", "every decision signed", decision);
    return 0;
}
