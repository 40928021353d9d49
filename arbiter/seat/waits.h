/* waits: for how long a bot of one process wanted to run and no thread of it ran, of what the kernel counts for every thread (schedstat) and
 * for the process together.
 *
 * Of a thread the kernel tells how long it has waited for a processor, whatever had that: other processes, or nobody, because a quota of the
 * cgroup that all of them are in was used up (the throttled time of that cgroup is in the waits of its threads, so its own file tells nothing more).  That alone
 * is nothing to be given back: sixty-four threads that keep each other waiting have waited all the time, and one of them always ran.  But
 * while a thread waits it does not run itself, so nobody of the process runs in all of that wait but in what the others ran meanwhile, and
 * that is at most what they ran in all:
 *
 *     time in which one wanted to run and none did  >=  what one thread waited - what all the others ran
 *
 * It holds for every thread and for every stretch of time.  Time is cut where we look, and what is sure is the best that any row of
 * stretches gives, one behind the other, each with a thread of its own.  Most waits begin and end between two looks: in a longer stretch
 * they are whole.  Only a wait that goes on at an end of a stretch is known in part, and there each bound is taken from its safe side:
 *
 *  * At the end of a stretch a wait that goes on is as long as it has been seen.
 *  * At the beginning one that goes on is as old as it can be, and what of it lies before is not in the stretch.
 *  * What runs now the kernel adds up at each of its ticks.  So the others have run for a tick more than is told, where one of them may run.
 *  * To look takes a moment, of which nobody knows what came first: neither the stretch before it nor the one behind it gets more than is sure.
 *
 * Sixty-four threads on one processor that is theirs have waited 63/64 and run 64/64 of it: nothing.
 *
 * And a stretch gives nothing in which threads of it waited side by side: where others have the processor too, a bot that sleeps
 * behind threads which want to run, and have nothing to do, would be given what they waited for.
 *
 * What makes it sure: the process is one, all that it runs is counted, also of threads that have ended, and neither its processors nor its
 * nice value are its own to choose.  A jail's filter of system calls holds that; where one is wanted and there is none, nobody asks.
 * A bot without a jail is its host's own program, which could read the other's cards: so it is believed in this too, and asked as
 * long as it has no child.
 * `test_waits_known` holds it against processes whose every moment is known. */
#ifndef FIEL_WAITS_H
#define FIEL_WAITS_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "looks.h"

enum {
    WAITS_THREADS = 24, /* of a process with more nothing is known */
    WAITS_EACH_OTHER_NS =
        1000000, /* its threads wait together no longer than they would one after the other, except for so much */
    WAITS_TICK_NS = 10000000, /* the kernel's ticks are no farther apart */
};

/* The arithmetic of what is given back. */
static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t not_below_zero(int64_t a) { return a > 0 ? a : 0; }

struct waits_thread {
    int tid;
    unsigned long long runs;   /* how often it was given a processor */
    int64_t ran_ns, waited_ns; /* in all; a wait is added when it is over */
    bool wanted, wants;        /* it ran, or waited for a processor, just before these were read and just after */
    /* Of the readings until this one (waits_add): */
    int64_t since_ns; /* a wait that goes on began no earlier */
    int64_t seen_ns;  /* and goes on since then at the least */
    int64_t start_ns; /* the best beginning of a stretch: what is sure at an end is this and what the end tells */
};
struct waits_reading {
    int64_t now_ns, took_ns; /* when it began, and how long it took */
    int64_t ran_ns;          /* the process, with threads that have ended; read behind its threads */
    bool whole;              /* no thread was missed */
    unsigned count;          /* 0: nothing could be read, or the process is not one */
    struct waits_thread thread[WAITS_THREADS];
};

/* What is known of a process since some moment, by one reading after the other. */
struct waits_row {
    struct waits_reading at; /* the last one */
    int64_t sure_ns;         /* so long it certainly could not run, from the moment on to that reading's end */
    int64_t less_ns;         /* what of the time since gives nothing */
};

/* It begins anew, with the last reading. */
void waits_begin(struct waits_row *row);
/* And goes on with another; `less_ns` of the time between the two, in it or not, are not given. */
void waits_add(struct waits_row *row, const struct waits_reading *to, int64_t less_ns);

/* What is open of a thread. */
struct waits_files {
    int tid; /* 0: no thread */
    int file[LOOK_FILES];
    bool listed;
};

struct waits {
    struct waits_row row;
    int pid_file,
        looks; /* where the process' number stands, for it may be another one soon; and its files are asked for (looks.h); -1: nobody asks */
    int pid;   /* that one, 0: none */
    DIR *tasks; /* its folder of threads; NULL: none */
    struct waits_files of[WAITS_THREADS];
    clockid_t ran;
};

/* This kernel counts what is read here, and shows it. */
bool waits_readable(void);
/* Takes over a descriptor of a file that holds one int, the number of the process, or 0, and the socket of looks.h; -1: none. */
void waits_open(struct waits *w, int pid_file, int looks);
void waits_close(struct waits *w);
/* When the last look was, in microseconds; 0: there was none. */
int64_t waits_looked_us(const struct waits *w);
/* Looks at the process.  Nothing is given of what lies before `from_us` or behind `until_us`, nor for `less_us` since the last look. */
void waits_look(struct waits *w, int64_t from_us, int64_t until_us, int64_t less_us);
/* What is sure since waits_begin, in microseconds. */
int64_t waits_sure_us(const struct waits *w);

#endif
