/* artifact: what an author submitted, a tar, unpacked where nothing of it can reach out. */
#ifndef FIEL_LADDER_ARTIFACT_H
#define FIEL_LADDER_ARTIFACT_H

#include <stdbool.h>
#include <stddef.h>

enum { ARTIFACT_FILES = 2000, ARTIFACT_DEPTH = 16, ARTIFACT_PATH = 200 };
#define ARTIFACT_BYTES (256ull << 20) /* unpacked */

/* Unpacks a tar (plain or compressed) into `folder`, which is there and empty.  Only files and folders below it: no links, no
 * devices, no absolute or climbing paths, so many files and bytes and no more.  False and a sentence; what was unpacked so
 * far is left for the caller to remove. */
bool artifact_unpack(const void *bytes, size_t size, const char *folder, char why[256]);
/* The same without keeping anything: is this an artifact at all, and does it hold a file `run` that may be executed? */
bool artifact_check(const void *bytes, size_t size, const char *run, char why[256]);

/* The first word of a command, without "./"; "" when it climbs or is absolute. */
void artifact_program(const char *command, char path[ARTIFACT_PATH]);

#endif
