/* spawn_hear: another program of ours is asked, and what it says is heard. */
#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "now.h"

/* All that is said until the other end is closed, or the time is over. */
static void hear(int fd, char *said, size_t room, int ms)
{
    size_t n = 0;
    int64_t until = now_ms() + ms, left;
    struct pollfd p = { .fd = fd, .events = POLLIN };
    while (n < room - 1 && (left = until - now_ms()) > 0 && poll(&p, 1, (int)left) >= 0) {
        ssize_t got = p.revents ? read(fd, said + n, room - 1 - n) : -1;
        if (got == 0 || (got < 0 && errno != EINTR && p.revents))
            break;
        n += got > 0 ? (size_t)got : 0;
    }
    said[n] = '\0';
}

int spawn_hear(const struct spawn *s, char *said, size_t room, int ms, struct ending *e, const char **step)
{
    struct spawn how = *s;
    struct child child = { .fd = -1 };
    int lines[2];
    said[0] = '\0';
    *step = "its output";
    if (pipe2(lines, O_CLOEXEC))
        return -1;
    how.output = lines[1];
    int bad = spawn_start(&child, &how, step), why = errno;
    close(lines[1]);
    if (!bad) {
        hear(lines[0], said, room, ms);
        child_kill(&child);
        child_reap(&child, e);
    }
    close(lines[0]);
    errno = why;
    return bad;
}
