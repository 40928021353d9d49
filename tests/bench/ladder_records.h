/* ladder_records: both records of a duplicate pair, right in every signature, made in milliseconds and without a process.
 *
 * The tests' forge plays them, on the course of a match, by chance or as `cauto` decides, which gives hands of their usual length; the site that they are handed in to audits and files them like
 * any others.  One pair is made at a time. */
#ifndef FIEL_BENCH_LADDER_RECORDS_H
#define FIEL_BENCH_LADDER_RECORDS_H

#include "store/store.h"
#include "support/forge.h"

/* Of a forge: what a seat does. */
typedef struct action decider(const struct position *now, unsigned seat, const struct action *legal, int n);

struct pair_records {
    uint8_t *leg[2];
    size_t size[2];
};

static inline void pair_records_free(struct pair_records *p)
{
    free(p->leg[0]);
    free(p->leg[1]);
    *p = (struct pair_records){ 0 };
}

/* The number makes a pair that there was not yet: it is in the names that the bots say.  `decide` NULL: by chance. */
static inline void pair_records_make(struct pair_records *out, const char *rules, const uint8_t first[STORE_HASH],
                                     const uint8_t second[STORE_HASH], unsigned number, decider *decide)
{
    struct forge *leg[2];
    leg[0] = forge_new(rules, 1, number);
    leg[0]->play_random = number;
    leg[0]->decide = decide;
    leg[0]->sign_every =
        64; /* at their end: a game to 30 has no 60 hands, and the forge cannot sign in the middle of a twin */
    leg[0]->reveal = REVEAL_PAIR;
    leg[0]->now = 100000000; /* the twin begins 50 s before this one ends */
    snprintf(leg[0]->name[0], sizeof leg[0]->name[0], "a%u", number);
    snprintf(leg[0]->name[1], sizeof leg[0]->name[1], "b%u", number);
    memcpy(leg[0]->offer.bots[0], first, STORE_HASH);
    memcpy(leg[0]->offer.bots[1], second, STORE_HASH);
    forge_run(leg[0]);
    leg[1] = forge_twin(leg[0], number);
    leg[1]->play_random = number;
    leg[1]->decide = decide;
    leg[1]->sign_every = 64;
    memcpy(leg[1]->offer.bots[0], second, STORE_HASH);
    memcpy(leg[1]->offer.bots[1], first, STORE_HASH);
    forge_run(leg[1]);
    for (unsigned i = 0; i < 2; i++)
        out->leg[i] = forge_file(leg[i], leg[i]->arbiter_secret, &out->size[i]);
    forge_free(leg[1]);
    forge_free(leg[0]);
}

#endif
