/* same_match: is a record the one of the match that was ordered?  A right record proves some match; this says which it has to be. */
#ifndef FIEL_LADDER_SAME_MATCH_H
#define FIEL_LADDER_SAME_MATCH_H

#include "audit/audit.h"
#include "rules/rules.h"
#include "store/store_jobs.h"

enum { SAME_MATCH_WHY = 256 };

/* What was ordered of one leg. */
struct same_match {
    const struct ladder *ladder;
    unsigned seats;
    uint32_t games, note_bytes;
    bool pair;                                  /* it is a leg of a duplicate pair */
    const struct order_seat *seat[STORE_SEATS]; /* as they sit in this leg; NULL: anybody, as the arbiter's own */
};

/* That it is not void; rules, seats, games, notes, pair or not, what the ladder says of the clock, and who played: keys, or artifacts by their hash, which are the
 * arbiter's word.  NULL, or the first thing that is otherwise, as a sentence in `why`. */
const char *same_match_differs(const struct same_match *b, const struct audit_report *r, char why[SAME_MATCH_WHY]);

/* The games of a match of this ladder; of a leg each at a table of its own, one after the other, so that the two are side by side. */
uint32_t same_match_games(const struct ladder *l);
/* The ladder's rules; false: they are none. */
bool same_match_rules(const struct ladder *l, struct rules *rules);
/* What the ladder says of the clock, as a record says it; "" for nothing. */
char *same_match_clock(const struct ladder *l, char text[CLOCK_TEXT]);

#endif
