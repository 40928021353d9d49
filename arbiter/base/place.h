/* place: which CPU a match runs on.
 *
 * One decision wakes five threads one after the other.  On one CPU each hands over to the next; on two,
 * most of those hops wake a halted CPU first, which more than halves the speed of a single match. */
#ifndef FIEL_PLACE_H
#define FIEL_PLACE_H

enum { PLACE_AUTO = -1, PLACE_NONE = -2 };

/* The least busy CPU this process may use that no other match holds (the least busy one when all are
 * held), or PLACE_NONE when there is no choice to make.  Takes a look of PLACE_LOOK_MS at the load.
 * The choice is held until this process ends. */
enum { PLACE_LOOK_MS = 30 };
int place_choose(void);

/* True when this process may run on that CPU. */
int place_allowed(int cpu);

/* Puts the calling process, and what it starts, on that CPU; PLACE_NONE leaves it alone.  -1 and errno. */
int place_set(int cpu);

#endif
