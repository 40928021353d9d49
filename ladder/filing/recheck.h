/* recheck: did this version decide what is recorded of it?  It is asked again, on another host, what the record tells that it was
 * asked (`--again`, as `fiel replay --again` does), and its answers are held against the record.
 *
 * A bot that does not draw lots answers the same, and everything that differs speaks against the host that filed the record.  One
 * that does draw lots is asked HAND_IN_ASKED times: a recorded decision that it gave none of the first times is a surprise, and so
 * is its own last answer when it gave that none of the times before.  When the record is its own, both come from one chance, so
 * there are as many of the one kind as of the other, whatever that chance is.  How often it surprises itself is learned from all
 * rechecks of the version together.  A pair is in doubt when its record surprises more often than one in ten million honest ones would
 * (RECHECK_FALSE), in what was asked of one leg or in all that this host filed of that version so far.
 *
 * A host that has another program play now and then, for one bot and for another, is found by all its pairs together.  The record
 * and the ten answers to it are eleven runs of one program, if it is honest, and which of them was recorded is then a lot of eleven.  So
 * whatever weight each run gets, with no regard to which it is, the weight of the recorded one over the mean of all eleven is a bet that
 * is fair for an honest host: these are the odds of a recheck (recheck_odds).  The weight grows with how alone a run stands with what
 * it does.  The odds of a version's rechecks of one pair are multiplied, those of a pair's seats averaged, and one pair in five is
 * bet upon (recheck_suspicion).  By Doob's inequality an honest host's suspicion passes 200,000 within 1,000 pairs in one case of
 * two hundred at the most, whatever its bots' chance and moods (SUSPICION_FALSE): the pair that brings it there is in doubt.
 *
 * Already what is odd by itself, and a suspicion of 1,000, has more of that host's looked at, and blames nobody.
 *
 * What this cannot see: another program in the place of a bot that might do anything at any moment. */
#ifndef FIEL_LADDER_RECHECK_H
#define FIEL_LADDER_RECHECK_H

#include "hand_in.h"
#include "store/store_rechecks.h"

#define RECHECK_FALSE 1e-7
#define RECHECK_ODD 1e-2
#define SUSPICION_FALSE 2e5
#define SUSPICION_ODD 1e3
#define ODDS_ODD 3

/* Of one recheck: decisions that were asked, those that surprise, and the version's own surprises; chance -1: it was asked once, and
 * agreed in everything.  Odds: of ten times, by recheck_odds; 0 of a version that agreed at once, 1 where nothing was asked. */
struct recheck_told {
    int64_t asked, differs, chance;
    double odds;
};

/* What each of the eleven runs weighs, as a logarithm; the recorded one is the last. */
struct recheck_runs {
    double weight[HAND_IN_ASKED + 1];
};
/* One more decision: what each of the runs did. */
void recheck_weigh(struct recheck_runs *r, const int32_t did[HAND_IN_ASKED + 1]);
/* From 0 to 11, and 1 in the mean of honest records. */
double recheck_odds(const struct recheck_runs *r);
/* The odds for a person, as it is said (cli/said.h): their mean is 1 at the most where the host is
 * honest, so that at most one honest record in N has odds of N (Markov's inequality).  "" where the version was not asked ten times.
 * Returns `out`. */
enum { RECHECK_SAID = 128 };
const char *recheck_say(const struct recheck *r, char out[RECHECK_SAID]);
/* What the rechecks of a host say together; the newest pair first, the rechecks of one pair in whatever order; of 100 pairs at most. */
double recheck_suspicion(const struct recheck_past *past, size_t n);

/* How unlike its record it is: not at all; so that the rest of the pair is to be looked at; so that this host's newest pairs are; so
 * that the pair is in doubt. */
enum recheck_finding { RECHECK_IS_ITSELF, RECHECK_IS_ODD, RECHECK_IS_SUSPECT, RECHECK_IS_ANOTHER };
/* `known` is without this recheck, `suspicion` with it. */
enum recheck_finding recheck_judge(const struct recheck_told *told, const struct recheck_known *known,
                                   double suspicion);

/* Reads what was answered so far and the records of these legs (files leg0.replay, ... and again0-0.jsonl, ... of the folder).
 * False and why, when the version gave no answers that can be held against the record. */
bool recheck_read(const struct order *o, const char *folder, struct recheck_told *told, char why[HAND_IN_WHY]);
/* Has it been asked often enough?  It has, when it agreed in everything at once or was asked HAND_IN_ASKED times. */
bool recheck_enough(const struct order *o, const char *folder);
/* How many of a record's bytes tell its hands up to this one; 0: all of them.  A bot that gets no more is asked no more. */
size_t recheck_cut(const void *record, size_t size, int64_t hand);

#endif
