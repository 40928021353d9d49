/* matchlog_given: match numbers that were given out and are not in the log yet.
 *
 * `given/N` in the log's folder says who has number N: the note by which its match can be resumed.  It is there before
 * the number is taken, the match's supervisor holds a lock on it as long as it lives, and it goes when an entry of
 * the match is in the log.  Who takes the next number mends what the dead have left. */
#ifndef FIEL_MATCHLOG_GIVEN_H
#define FIEL_MATCHLOG_GIVEN_H

#include "log/append.h"

/* The lock's descriptor, -1: the file is not there. */
int given_hold(struct log_writer *w, uint64_t number);
void given_drop(struct log_writer *w, uint64_t number);
/* The lowest number whose owner is dead and has left no note, in the log or not; false: there is none. */
bool given_to_the_dead(struct log_writer *w, uint64_t *number);

#endif
