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

/* The pages' files and the browser's auditor: as given, or those of an installed tree, or of the sources. */
enum { PROCESS_WEB = 640 };
/* Where the pages' files and the verifier lie: as given, else beside the program, installed or as built. */
void process_web(const char *web_given, const char *wasm_given, char web[PROCESS_WEB], char wasm[PROCESS_WEB]);

/* What this kernel is called since it started, in containers as well; the host's name where it does not say. */
enum { PROCESS_MACHINE = 64 };
/* What names this machine until it starts anew: the boot's id, else the host's name. */
void process_machine(char name[PROCESS_MACHINE]);

#endif
