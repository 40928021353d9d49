/* process: what a daemon of the ladder has to do with its machine: ending when told, finding its files. */
#ifndef FIEL_LADDER_PROCESS_H
#define FIEL_LADDER_PROCESS_H

#include <stddef.h>

/* SIGINT, SIGTERM and SIGPIPE no more interrupt: to be called before the first thread, which inherits it. */
void process_block_signals(void);
/* Returns when SIGINT or SIGTERM comes. */
void process_wait(void);
/* `file` as it lies beside this program, or "../..." from there, into path. */
void process_beside(char *path, size_t room, const char *file);

#endif
