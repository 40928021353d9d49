/* sim_signs: what the simulations of signs share: larger tables, and answers with any signs. */
#ifndef TESTS_SIM_SIGNS_H
#define TESTS_SIM_SIGNS_H

#include "support/test.h"

#define SIM_PARTIES 8
#include "sim.h"

SIM struct referee_config config(const char *rules, unsigned seats, unsigned games)
{
    struct referee_config c = sim_config(rules, games);
    c.seats = (uint8_t)seats;
    return c;
}

/* A game of four with two signs a decision, played to its end. */
SIM struct sim *played_with_signs(uint8_t seed)
{
    struct referee_config c = config("argentino,signs=on,signs_per_decision=2", 4, 1);
    struct sim *s = sim_new(&c, seed);
    sim_play(s);
    return s;
}

SIM bool in_round(const struct sim_bot *b) { return (b->due & DUE_ANSWER) != 0 && b->asked.open.phase == PHASE_SIGNS; }

/* The seat answers its open request with these signs. */
SIM void answer(struct sim *s, unsigned seat, unsigned action, const uint16_t *signs, unsigned count)
{
    struct sim_bot *b = &s->party[seat].bot;
    struct packer p;
    b->due = 0;
    sim_open(s, &p, seat, 1);
    say_with_signs(&p, b, seat, b->request, action, signs, count);
    sim_close(s, &p, seat);
}

#endif
