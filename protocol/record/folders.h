/* folders: the folders on the way to a file, made, and with its name on the disk. */
#ifndef FIEL_FOLDERS_H
#define FIEL_FOLDERS_H

#include <stdbool.h>
#include <sys/types.h>

/* Each `path` is seen from the folder `at` on (AT_FDCWD).  All of them return -1 and errno when it cannot be done. */

/* The folder in which it lies, open for fsync: a name is on the disk only when its folder is. */
int folder_above(int at, const char *path);
/* Brings the name to the disk. */
int folder_above_sync(int at, const char *path);
/* Makes the folders in which it lies, where they are missing; `durable`: each new name is on the disk. */
int folders_above_make(int at, const char *path, mode_t mode, bool durable);

#endif
