/* temporary: where a program keeps what it needs for a while. */
#ifndef FIEL_CLI_TEMPORARY_H
#define FIEL_CLI_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>

/* $TMPDIR, where it is an absolute path of at most `longest` bytes; /tmp elsewhere. */
const char *temporary_base(size_t longest);

/* Makes the folder NAME-XXXXXX there, for this user alone; `path` has room for `size` bytes, and a $TMPDIR that is too long for that is
 * passed over.  False and errno: there is none, and path is "". */
bool temporary_folder(char *path, size_t size, const char *name);

#endif
