/* worlds: a hand whose cards a test chooses, played by the arbiter itself.
 *
 * The deal is drawn, sealed and cut as always; when it is laid out, each card is exchanged for the one that the world
 * has at its place, in the sealed pack too.  So two worlds differ in cards alone: commitments, salts, cuts, chains and
 * signatures are the same, and what the arbiter sends can be compared byte by byte. */
#ifndef TESTS_WORLDS_H
#define TESTS_WORLDS_H

#include "rules/position.h"

struct world {
    uint16_t score[FIEL_SCORERS_MAX]; /* before the hand */
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    card_t vira;
};

#endif
