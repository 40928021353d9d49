#include "bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/owned.h"

void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

int read_exactly(int fd, void *bytes, size_t size)
{
    for (char *at = bytes; size > 0;) {
        ssize_t n = read(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return -1;
        at += n;
        size -= (size_t)n;
    }
    return 0;
}

int put_text(int folder, const char *path, const char *text)
{
    OPENED_FD int fd = openat(folder, path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t n = write(fd, text, strlen(text));
    errno = n < 0 ? errno : EIO;
    return n == (ssize_t)strlen(text) ? 0 : -1;
}
