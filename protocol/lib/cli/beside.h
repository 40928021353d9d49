/* beside: what came with the running program, found from the folder that this lies in: build/bin, or bin of an installed tree. */
#ifndef FIEL_CLI_BESIDE_H
#define FIEL_CLI_BESIDE_H

#include <limits.h>
#include <stdbool.h>

/* `file` as it is seen from that folder ("fiel-audit", "../bots"), as an absolute path; whether it is there is not looked at.
 * False, and path is "": it is too long, or /proc is not mounted, where a program finds itself. */
bool beside(char path[PATH_MAX], const char *file);
/* The first of the files that is there, without links and dots; a NULL ends them.  False: none is, and path is where the last of
 * them would be, for the sentence that says so. */
bool beside_first(char path[PATH_MAX], const char *const *files);

#endif
