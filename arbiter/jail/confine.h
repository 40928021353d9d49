/* confine: what a process of our own gives up before it reads a byte that a stranger wrote: its user, its capabilities, its files and the
 * system calls that it does not need.  The thread that calls it is the process' only one, so libzmq's threads inherit all of it.
 *
 * A seat process, the door and the referee are held so.  A bot is held by the jail (jail.h), whose layers these are, too. */
#ifndef FIEL_CONFINE_H
#define FIEL_CONFINE_H

#include <stdbool.h>
#include <stdint.h>

struct confine {
    uint32_t uid; /* the user that root becomes, and its group; 0, or where there is no such user: it stays who it is */
    bool calls;   /* it makes sockets of the network */
    bool joins;   /* it connects to sockets of this machine, by their paths */
    bool keeps;   /* it writes to files that are open already, as much as it likes */
    const char *folder; /* below it it makes, changes and removes files; NULL: nowhere */
    /* It becomes this program, which reads what the system has for programs, and besides below the next two; NULL: it stays what it is. */
    const char *program, *reads, *also;
    bool copies; /* it makes copies of itself, each of which goes behind a filter of its own */
};

/* Goes there for good.  What this kernel does not know (Landlock, filters of system calls) is left out.  A call that is not on the list gets
 * EPERM, and the kernel writes a line into its own log.  NULL, or a sentence that says what failed: end the process. */
const char *confine(const struct confine *c);

#endif
