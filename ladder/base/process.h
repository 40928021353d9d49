/* process: what a daemon of the ladder has to do with its machine: ending when told, finding its files. */
#ifndef FIEL_LADDER_PROCESS_H
#define FIEL_LADDER_PROCESS_H

#include <limits.h>

/* SIGINT, SIGTERM and SIGPIPE no more interrupt: to be called before the first thread, which inherits it. */
void process_block_signals(void);
/* Returns when SIGINT or SIGTERM comes. */
void process_wait(void);
/* Where the pages' files and the browser's auditor lie: as given, else beside the program, installed or as built; "" where they do
 * not. */
void process_web(const char *web_given, const char *wasm_given, char web[PATH_MAX], char wasm[PATH_MAX]);

enum { PROCESS_MACHINE = 64 };
/* What names this machine until it starts anew, in containers as well: the boot's id, else the host's name. */
void process_machine(char name[PROCESS_MACHINE]);

#endif
