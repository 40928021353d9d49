/* faults: which fault has which effect while the match is not decided, and how often each seat has had it.
 *
 * The table is that of ARBITER.md section 7.2: a fault always has an owner, a number and an effect, and none of a
 * bot's faults makes a match void. */
#ifndef FIEL_FAULTS_H
#define FIEL_FAULTS_H

#include <stdbool.h>

#include "rules/position.h"
#include "wire/messages.h"

enum {
    ILLEGAL_MOST = 3,   /* the third illegal action in a game loses the game */
    TIMEOUT_MOST = 3,   /* the third timeout in a match loses the match */
    UNASKED_MOST = 100, /* the hundredth unasked answer in a match loses the match */
};

struct fault_counts {
    uint32_t timeouts; /* in this match, as all of them */
    uint32_t unasked;
    uint32_t all;
};

enum on_timeout { TIMEOUT_LOSES_GAME = 0, TIMEOUT_DEFAULT_ACTION = 1 };

/* Counts one fault of a bot and says what it does.  *illegal counts its illegal actions in this game; *number is
 * how many of its kind there are now: in this game for ILLEGAL, in the match for TIMEOUT and UNASKED, else 1. */
enum fault_effect fault_count(struct fault_counts *c, uint32_t *illegal, enum fault f, enum on_timeout policy,
                              uint32_t *number);

/* The action that is played for a seat that said nothing: the first of no-quiero, con-flor-me-achico and pass
 * that is legal, else the one with the lowest code.  n >= 1. */
struct action fault_default_action(const struct action *legal, int n);

#endif
