/* runtime: the system's files that hosted bots get copies of.
 *
 * In the runtimes' folder ($FIEL_RUNTIME, or else RUNTIME_HOME) each folder is a runtime: a root with what bots of one kind need
 * and nothing else: `c` the libraries of programs in C and C++, `python` and `node` those with an interpreter.  `fiel runtime`
 * makes them from this machine's files.  A bot gets the first that holds the program which runs it. */
#ifndef FIEL_RUNTIME_H
#define FIEL_RUNTIME_H

#include <limits.h>

#include "jail.h"

#define RUNTIME_HOME "/var/lib/fiel/runtime"

/* The folder of the runtimes: $FIEL_RUNTIME where it is an absolute path, else the usual one. */
const char *runtime_home(void);
/* The runtime's folder for a program or script; "" and false: there is none, not even `c`. */
bool runtime_for(const char *program, char folder[JAIL_PATH]);
/* The command that makes the runtime which the program's #! wants, where this machine has the interpreter and no runtime does; false: it
 * is not that. */
bool runtime_lacks(const char *program, char command[2 * PATH_MAX]);
/* Bytes of memory that one copy of all that is below `folder` takes, with what the kernel keeps of each file. */
uint64_t runtime_bytes(const char *folder);
/* Of the largest runtime there is. */
uint64_t runtime_most(void);
/* Of all that a plan shows, its runtime and the bot's own files; 0 where nothing is copied: without JAIL_PAGES, or without a runtime. */
uint64_t jail_copied(const struct jail_plan *p);
/* Whether the runtime has a file at this path, through its own links. */
bool runtime_has(const char *folder, const char *path);

#endif
