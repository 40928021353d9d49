/* place: which CPU a match runs on.
 *
 * One decision wakes five threads one after the other.  On one CPU each hands over to the next; on two,
 * most of those hops wake a halted CPU first, which more than halves the speed of a single match. */
#ifndef FIEL_PLACE_H
#define FIEL_PLACE_H

enum { PLACE_AUTO = -1, PLACE_NONE = -2 };

/* The CPU this process runs on, where no other match holds it: the kernel puts a program that starts onto the CPU that has least to
 * do.  Else the one that is least busy while a look at the load takes 30 ms, of those that no match holds (of all when all are
 * held).  PLACE_NONE when there is no choice to make.  The choice is held until this process ends. */
int place_choose(void);

/* True when this process may run on that CPU. */
int place_allowed(int cpu);

/* Puts the calling process, and what it starts, on that CPU; PLACE_NONE leaves it alone.  -1 and errno. */
int place_set(int cpu);

#endif
