/* role: a process of ours that stands towards strangers and is started by another one of ours: a seat, the door.
 *
 * Its parts come in one order, so that nothing of a stranger's is read before the last of them: the words, the configuration, the
 * limits, the sandbox, the loop.  The keeper is none of these, for its sandbox is the bot's jail, nor are the referee and the daemon,
 * to whom no stranger speaks. */
#ifndef FIEL_ROLE_H
#define FIEL_ROLE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

struct role_limits {
    rlim_t descriptors;
    rlim_t memory; /* address space, in bytes */
};

struct role {
    const char *name, *starter; /* "seat", "match": the command, and the one that starts it */
    const char *help;           /* what it is, a line */
    int words;                  /* how many it is started with, its own name among them */
    size_t size;                /* of its configuration */
    void (*limits)(const void *config, struct role_limits *l);
    const char *(*sandbox)(const void *config); /* what went wrong; NULL: nothing */
    int (*loop)(void *config, int link);        /* to its end; an exit code */
};

/* Reads `config` (r->size bytes) from the descriptor of --config, sets the limits, goes into the sandbox, and runs the loop with the
 * descriptor of --fd.  The configuration is wiped behind it, for keys are in it.  An exit code. */
int role_main(const struct role *r, void *config, int argc, char **argv);

#endif
