/* place: which CPU a match runs on.
 *
 * One decision wakes five threads one after the other.  On one CPU each hands over to the next; on two,
 * most of those hops wake a halted CPU first, which more than halves the speed of a single match. */
#ifndef FIEL_PLACE_H
#define FIEL_PLACE_H

#include <stdint.h>

enum { PLACE_AUTO = -1, PLACE_NONE = -2 };

/* How idle every CPU was when a look at the load began, and when that was. */
enum { PLACE_CPUS = 256, PLACE_LOOK_MS = 30 };
struct place_look {
    uint64_t idle[PLACE_CPUS]; /* ticks since the machine started */
    int64_t began_us;
};

/* Begins a look at the load.  It costs no waiting: what a match has to make ready is made in the meantime. */
void place_look(struct place_look *l);

/* The CPU this process may use that was the least busy since the look began and that no other match holds (the least busy
 * one when all are held), or PLACE_NONE when there is no choice to make.  Waits for what PLACE_LOOK_MS still lack.
 * The choice is held until this process ends. */
int place_choose(const struct place_look *l);

/* True when this process may run on that CPU. */
int place_allowed(int cpu);

/* Puts the calling process, and what it starts, on that CPU; PLACE_NONE leaves it alone.  -1 and errno. */
int place_set(int cpu);

#endif
