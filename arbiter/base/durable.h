/* durable: small files that are whole or not there, whatever happens. */
#ifndef FIEL_DURABLE_H
#define FIEL_DURABLE_H

#include <stddef.h>
#include <sys/types.h>

/* Puts these bytes in place of `path`: written beside it, made sure, renamed, the folder made sure.  -1 and errno: the
 * old file, if any, is as it was. */
int durable_write(const char *path, const void *bytes, size_t size, mode_t mode);
/* Removes the name for good; fine when it is not there.  -1 and errno. */
int durable_remove(const char *path);
/* mkdir, fine when it is there.  -1 and errno. */
int durable_folder(const char *path, mode_t mode);

#endif
