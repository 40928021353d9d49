/* whole: all bytes or an error, whatever a single read or write takes. */
#ifndef FIEL_WHOLE_H
#define FIEL_WHOLE_H

#include <stddef.h>

/* -1 and errno: some of them may have been written. */
int write_whole(int fd, const void *bytes, size_t size);
/* -1: it ended before (errno is as it was), or errno. */
int read_whole(int fd, void *bytes, size_t size);
/* The text into a file that is there, in one write, as the files of /proc and of cgroups want it; `path` from `folder`
 * on (AT_FDCWD).  -1 and errno. */
int put_text(int folder, const char *path, const char *text);

#endif
