/* bytes: from and to descriptors, besides record/whole.h. */
#ifndef FIEL_BYTES_H
#define FIEL_BYTES_H

#include <stddef.h>

/* Where there is one; then it is -1, which is none. */
void close_fd(int *fd);
/* -1: it ended before (errno is as it was), or errno. */
int read_exactly(int fd, void *bytes, size_t size);
/* The text into a file that is there, in one write, as the files of /proc and of cgroups want it; `path` from `folder`
 * on (AT_FDCWD).  -1 and errno. */
int put_text(int folder, const char *path, const char *text);

#endif
