/* lock: a file that says who works here, and the kernel lets go of it when that process ends. */
#ifndef FIEL_LOCK_H
#define FIEL_LOCK_H

#include <fcntl.h>
#include <unistd.h>

/* 0: this process alone has the file, until it ends or closes it (any descriptor of it); -1: another one has it.
 * A lock of flock(2) would also live in a child that was forked and has not executed its program yet: anyone who was killed in
 * that moment would stand in the way of the next. */
static inline int lock_whole(int fd)
{
    struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    return fcntl(fd, F_SETLK, &whole);
}

#endif
