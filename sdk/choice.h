/* choice: how campeon sees a decision.  Not installed.
 *
 * A decision is told apart from others by what is worth telling apart: how many cards are stronger than mine, what was said and shown,
 * and what each side lacks against what is at stake.  All decisions that look alike have one key, and one row of chances in a table. */
#ifndef FIEL_SDK_CHOICE_H
#define FIEL_SDK_CHOICE_H

#include "fiel.h"

enum { CHOICES = 10, CHANCE_BITS = 4, CHANCES = 15 }; /* chances of a row together */
enum { STRENGTHS = 32 };                              /* more than any game tells apart */

/* What the cards of one hand are worth in tricks: constant while its vira lies. */
struct ranks {
    uint8_t strength[FIEL_CARDS], above[STRENGTHS]; /* above: cards of the pack that are stronger */
};
void ranks_of(const struct open *o, struct ranks *r);

struct choice {
    uint64_t key; /* where n > 1 */
    int n;        /* 1 and up */
    struct action action[CHOICES];
};
/* At a table of two, or of four, where a side is seen as one of the two: the actions among legal[0 .. n) that campeon looks at, in an
 * order that the key tells, and the key. */
void choice_of(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], const struct ranks *r,
               const struct action *legal, int n, struct choice *c);

/* A row of a table: a key's low bits below, then the chances of its actions, four bits each.  Little-endian on the disk. */
enum { MARK_BITS = 24 };
static inline uint64_t choice_mark(uint64_t key) { return (key & ((1u << MARK_BITS) - 1)) | 1; }
/* Where its row is looked for first, of so many. */
static inline size_t choice_place(uint64_t key, size_t rows) { return (size_t)((key >> 32) * (uint64_t)rows >> 32); }

#endif
