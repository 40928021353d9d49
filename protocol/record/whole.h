/* whole: write(2) until all is written. */
#ifndef FIEL_WHOLE_H
#define FIEL_WHOLE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

/* Through interruptions and short writes; how much went out, with errno when that is not all. */
static inline size_t write_whole(int fd, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    size_t done = 0;
    while (done < size) {
        ssize_t n = write(fd, at + done, size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = ENOSPC;
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    return done;
}

#endif
