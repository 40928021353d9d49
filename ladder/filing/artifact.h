/* artifact: what an author submitted, a tar, unpacked where nothing of it can reach out. */
#ifndef FIEL_LADDER_ARTIFACT_H
#define FIEL_LADDER_ARTIFACT_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/command.h"

enum { ARTIFACT_FILES = 2000, ARTIFACT_DEPTH = 16, ARTIFACT_PATH = 200 };
#define ARTIFACT_TAR (64ull << 20)    /* as it is sent */
#define ARTIFACT_BYTES (256ull << 20) /* unpacked */

/* Unpacks a tar (plain or compressed) into `folder`, which is there and empty.  Only files and folders below it: no links, no
 * devices, no absolute or climbing paths, so many files and bytes and no more.  False and a sentence; what was unpacked so
 * far is left for the caller to remove. */
bool artifact_unpack(const void *bytes, size_t size, const char *folder, char why[256]);
bool artifact_unpack_file(int fd, const char *folder, char why[256]); /* from its beginning */
/* The same without keeping anything: is this an artifact at all, could `run` be a command of it, and does it hold, where it has to
 * be `there` before anything is built, the file that `run` begins with, which may be executed? */
bool artifact_check(const void *bytes, size_t size, const char *run, bool there, char why[256]);

/* The same of a file, from its beginning; it is read a block at a time. */
bool artifact_check_file(int fd, const char *run, bool there, char why[256]);

/* The files and folders below `folder` as a tar: sorted, without owners and times, so that the same tree gives the same bytes.
 * False and a sentence when there is more than an artifact may hold; links are left out. */
struct store_bytes;
/* A folder as a tar whose bytes follow from its files alone; out is the caller's.  False and a sentence. */
bool artifact_pack(const char *folder, struct store_bytes *out, char why[256]);
/* A program alone, as ./bot of a tar; false and a sentence. */
bool artifact_pack_program(const char *path, struct store_bytes *out, char why[256]);
/* A file as it is, which is to be a tar of at most ARTIFACT_TAR bytes; false and a sentence. */
bool artifact_read(const char *path, struct store_bytes *out, char why[256]);

/* Can this be what is started: words whose quotes close, the first a program inside the archive?  False and a sentence. */
bool artifact_command(const char *run, char why[256]);
/* The first word of a command, without "./"; "" when it climbs or is absolute. */
void artifact_program(const char *command, char path[ARTIFACT_PATH]);
/* How `fiel match --bot` is told of the artifact that lies unpacked in `folder` and is started by `run`: the program's own path, then
 * the arguments as the author wrote them.  False: it is longer than any command may be. */
bool artifact_bot(const char *folder, const char *run, char command[COMMAND_TEXT]);

#endif
