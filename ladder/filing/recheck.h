/* recheck: did this version decide what is recorded of it?  It is asked again, on another host, what the record tells that it was
 * asked (`--again`, as `fiel replay --again` does), and its answers are held against the record.
 *
 * A bot that does not draw lots answers the same, and everything that differs speaks against whoever filed the record.  One
 * that does draw lots is asked HANDED_ASKED times: a recorded decision that it gave none of the first times is a surprise, and so
 * is its own last answer when it gave that none of the times before.  When the record is its own, both come from one chance, so
 * there are as many of the one kind as of the other, whatever that chance is.  How often it surprises itself is learned from all
 * rechecks of the version together.  A host is in doubt when
 * its records surprise more often than one in a hundred thousand honest ones would (RECHECK_FALSE), in one leg or in all of its legs
 * with that version so far.  Already what one in a hundred honest ones would (RECHECK_ODD) has more of that host's looked at, and
 * blames nobody.
 *
 * What this cannot see: another program in the place of a bot that might do anything at any moment. */
#ifndef FIEL_LADDER_RECHECK_H
#define FIEL_LADDER_RECHECK_H

#include "handed.h"

#define RECHECK_FALSE 1e-5
#define RECHECK_ODD 1e-2

/* Of one recheck: decisions that were asked, those that surprise, and the version's own surprises; chance -1: it was asked once, and
 * agreed in everything. */
struct recheck_told {
    int64_t asked, differs, chance;
};
/* How unlike its record it is: not at all; so that more of this host's is to be looked at; so that the pair is in doubt.  `known`
 * is without this recheck. */
enum recheck_finding { RECHECK_IS_ITSELF, RECHECK_IS_ODD, RECHECK_IS_ANOTHER };
/* What one leg's answers show, by a binomial test beside how often this version surprises itself (ladder/README.md, "Rechecks"). */
enum recheck_finding recheck_judge(const struct recheck_told *told, const struct recheck_known *known);

/* Reads what was answered so far and the records of these legs (files leg0.replay, ... and again0-0.jsonl, ... of the folder).
 * False and why, when the version gave no answers that can be held against the record. */
bool recheck_read(const struct order *o, const char *folder, struct recheck_told *told, char why[HANDED_WHY]);
/* Has it been asked often enough?  It has, when it agreed in everything or was asked HANDED_ASKED times. */
bool recheck_enough(const struct order *o, const char *folder);

#endif
