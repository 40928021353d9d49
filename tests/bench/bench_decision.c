/* bench_decision: the work of one decision without its transport: the referee and its record, the seats' decoder
 * and libfiel in two seats, handed over by call.  Microseconds of the processor, the lowest of ROUNDS. */
#include <stdio.h>

#include "support/by_call.h"
#include "support/timed.h"

enum { ROUNDS = 5, GAMES = 30 };

static double match_us(enum sign_policy sign)
{
    struct fiel_callbacks calls = { .decide = call_decides };
    struct by_call *c = call_start("argentino", 2, GAMES, sign, &calls);
    while (referee_decisions(c->referee) == 0 && call_turn(c))
        continue;
    double start = own_seconds();
    while (!c->over && call_turn(c))
        continue;
    double took = 1e6 * (own_seconds() - start) / (double)referee_decisions(c->referee);
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
