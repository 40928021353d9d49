/* lost: time that is nobody's, at random, as a seat's process tells of it and as somebody outside of the referee sees it. */
#ifndef FIEL_TESTS_LOST_H
#define FIEL_TESTS_LOST_H

#include "random.h"
#include "referee/referee.h"

/* In one word of three a part of the wait was the seat's, another the bot's own that could not run. */
__attribute__((unused)) static void lost_time(struct random *chance, struct from_seat *f)
{
    int64_t waited = f->came_us - f->left_us;
    if (waited <= 0 || random_below(chance, 3) > 0)
        return;
    f->stood_us = random_below(chance, 2) ? random_below(chance, (unsigned)waited + 1) : 0;
    f->starved_us = random_below(chance, 2) ? random_below(chance, (unsigned)waited + 1 - f->stood_us) : 0;
}

/* A pause of anybody or of all, of any reason; some end now and some a while ago, and some are longer than the match.  *now is later by
 * up to twice `most_us`. */
__attribute__((unused)) static void lost_pause(struct random *chance, struct referee *r, unsigned parties,
                                               unsigned most_us, int64_t *now)
{
    unsigned party = random_below(chance, 2) ? FIEL_NOBODY : random_below(chance, parties);
    int64_t from = random_below(chance, 10) ? *now - random_below(chance, most_us) : 0;
    if (random_below(chance, 2))
        *now += random_below(chance, 2 * most_us);
    int64_t until = random_below(chance, 2) ? *now : *now - random_below(chance, 1000);
    referee_pause(r, party, (enum pause_reason)(PAUSE_SEAT + random_below(chance, 2)), from, until, *now);
}

#endif
