/* cpu: which CPU a match runs on.
 *
 * One decision wakes five threads one after the other.  On one CPU each hands over to the next; on two,
 * most of those hops wake a halted CPU first, which more than halves the speed of a single match. */
#ifndef FIEL_CPU_H
#define FIEL_CPU_H

enum { CPU_AUTO = -1, CPU_NONE = -2 };

/* The CPU this process runs on, where no other match holds it: the kernel puts a program that starts onto the CPU that has least to
 * do.  Else the one that is least busy while a look at the load takes 30 ms, of those that no match holds (of all when all are
 * held).  CPU_NONE when there is no choice to make.  The choice is held until this process ends. */
int cpu_choose(void);

/* True when this process may run on that CPU. */
int cpu_allowed(int cpu);

/* Puts the calling process, and what it starts, on that CPU; CPU_NONE leaves it alone.  -1 and errno. */
int cpu_use(int cpu);

#endif
