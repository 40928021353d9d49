/* chaos_proxy: a bad network between two programs: a TCP proxy in user space, as a process of its own.
 *
 * It delays, stalls, splits writes, closes one direction, resets and refuses connections, all drawn from a seed;
 * it never changes, loses or reorders a byte within a connection that stands. */
#ifndef FIEL_CHAOS_PROXY_H
#define FIEL_CHAOS_PROXY_H

#include <stdint.h>
#include <sys/types.h>

/* Chances are per chunk that is read, in 1/65536. */
struct chaos {
    uint64_t seed;
    unsigned delay_us;        /* of a chunk, at most; they keep their order */
    unsigned split;           /* it is read and written in small pieces */
    unsigned stall, stall_ms; /* nothing of this direction moves for so long at most */
    unsigned reset;           /* both sides get an RST */
    unsigned half;   /* the writer's end is told to nobody, the reader sees an end: shutdown of one direction */
    unsigned refuse; /* the chance per connection that it is taken and reset at once */
};

struct chaos_proxy {
    pid_t pid;
    int control;
    unsigned port; /* on 127.0.0.1 */
};

/* Starts one in front of 127.0.0.1:`target`; 0, or -1 and errno. */
int chaos_start(struct chaos_proxy *p, unsigned target, const struct chaos *c);
/* What may be ordered while it runs; each holds until the next. */
enum chaos_order {
    CHAOS_PASS = 'p', /* as configured, for connections from now on too */
    CHAOS_CUT = 'c',  /* all connections are reset now; new ones are taken: a mapping of addresses that was
                        * forgotten, so the bot comes back from another port */
    CHAOS_HOLE = 'h', /* nothing moves and nobody is told: both sides keep a connection that is dead; new ones
                        * are taken and dead too */
    CHAOS_LOST = 'l', /* those that stand are dead for ever without a word; new ones are taken and pass */
};
void chaos_order(struct chaos_proxy *p, enum chaos_order order);
/* Returns when the process is gone. */
void chaos_stop(struct chaos_proxy *p);

#endif
