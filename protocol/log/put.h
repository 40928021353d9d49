/* put: a file that is whole and on the disk, or as it was.
 *
 * It is written beside its name in the file `unfinished` of the folder, synced and renamed, so only one process at a time may put
 * files into a folder: the caller holds a lock. */
#ifndef FIEL_PUT_H
#define FIEL_PUT_H

#include <stddef.h>

enum { PUT_PATH = 96 };

/* Folders on the way are made.  -1 and errno: what was there is there. */
int put_file(int folder, const char *path, const void *bytes, size_t size);

#endif
