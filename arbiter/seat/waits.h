/* waits: for how long a bot of one process wanted to run and no thread of it ran, of what the kernel counts for every thread (schedstat) and
 * for the process together.
 *
 * Of a thread the kernel tells how long it has waited for a processor.  That alone is nothing to be given back: sixty-four threads that keep
 * each other waiting have waited all the time, and one of them always ran.  But while a thread waits it does not run itself, so nobody of the
 * process runs in all of that wait but in what the others ran meanwhile, and that is at most what they ran in all:
 *
 *     time in which one wanted to run and none did  >=  what one thread waited - what all the others ran
 *
 * It holds for every thread and for every stretch of time, so the best of them is taken for each stretch, and the sum is a lower bound.
 * Sixty-four threads on one processor that is theirs have waited 63/64 and run 64/64 of it: nothing.
 *
 * And nothing is given for a stretch in which threads of it waited side by side: where others have the processor too, a bot that sleeps
 * behind threads which want to run, and have nothing to do, would be given what they waited for.
 *
 * What makes it sure: the process is one (its filter lets it start no other), all that it runs is counted, also of threads that have
 * ended, and neither its processors nor its nice value are its own to choose.  Where one of these does not hold, nobody asks. */
#ifndef FIEL_WAITS_H
#define FIEL_WAITS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum {
    WAITS_THREADS = 24, /* of a process with more nothing is known */
    WAITS_EACH_OTHER_US =
        1000, /* its threads wait together no longer than they would one after the other, except for so much */
    WAITS_TICK_US = 10000, /* what runs now the kernel adds up at each of its ticks, which are no farther apart */
};

/* The arithmetic of what is given back. */
static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t not_below_zero(int64_t a) { return a > 0 ? a : 0; }

struct waits_thread {
    int tid;
    unsigned long long runs;   /* how often it was given a processor */
    int64_t ran_us, waited_us; /* in all; a wait is added when it is over */
    bool wants;                /* it runs, or waits for a processor */
    int64_t since_us;          /* its wait, if it waits now, began no earlier */
};
struct waits_reading {
    int64_t now_us,
        took_us;    /* when it began, and how long it took: so long things may have gone on before all of it was read */
    int64_t ran_us; /* of the process, with threads that have ended */
    unsigned count; /* 0: nothing could be read */
    struct waits_thread thread[WAITS_THREADS];
};

/* Of two readings, one after the other: the time between them in which a thread wanted to run and none did is at least so long, except for
 * one WAITS_TICK_US for all readings in a row whose bounds are added up.  Not above 0: none is known.  Fills in to->thread[].since_us. */
int64_t waits_between(const struct waits_reading *from, struct waits_reading *to);

struct waits {
    int64_t row_us; /* of readings in a row, all of them above 0 */
    int pid_file;   /* where the process' number stands, for it may be another one soon; -1: nobody asks */
    int pid, tasks; /* that one, 0: none; its folder of threads, -1: none */
    clockid_t ran;
    struct waits_reading at;
};

/* This kernel counts what is read here. */
bool waits_readable(void);
/* Takes over a descriptor of a file that holds one int, the number of the process, or 0; -1: none. */
void waits_open(struct waits *w, int pid_file);
void waits_close(struct waits *w);
/* Looks at the process, and adds up what was waited since the last look, except for `less_us` of it.  What is sure by now, once, in
 * microseconds; more of it may come later. */
int64_t waits_look(struct waits *w, int64_t less_us);
/* The row ends here: what was still held back of it. */
int64_t waits_settle(struct waits *w);

#endif
