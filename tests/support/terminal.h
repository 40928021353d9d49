/* terminal: tests that put a person at a terminal, and places that have none to give: a plain chroot has nothing at /dev/pts. */
#ifndef FIEL_TESTS_TERMINAL_H
#define FIEL_TESTS_TERMINAL_H

#include <errno.h>
#include <pty.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "support/skipped.h"

/* True, and `what` is said to be skipped, where no terminal can be made. */
static inline bool no_terminal(const char *what)
{
    int ours, theirs;
    if (openpty(&ours, &theirs, NULL, NULL, NULL)) {
        skipped(what, "no terminal can be made here: %s: mount devpts at /dev/pts", strerror(errno));
        return true;
    }
    close(ours);
    close(theirs);
    return false;
}

#endif
