/* disk: fills its folder and /tmp with files, at its first request: 64 MiB, in pieces of 1 MiB.
 *
 * What must happen: in a jail with a disk limit it gets less than that, there is no fault in trying, the match goes
 * on, and nothing of it is on the host's disk, then or later. */
#include <fcntl.h>
#include <stdio.h>

#include "bad.h"

/* MiB written to new files there. */
static int fill(const char *folder)
{
    static char piece[1 << 20];
    char path[64];
    int whole = 0;
    for (int i = 0; i < 32; i++) {
        snprintf(path, sizeof path, "%s/filler-%d", folder, i);
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (fd < 0)
            break;
        whole += write(fd, piece, sizeof piece) == (ssize_t)sizeof piece;
        close(fd);
    }
    return whole;
}

/* Where there is no jail it shall not stay. */
static void tidy(const char *folder)
{
    char path[64];
    for (int i = 0; i < 32; i++) {
        snprintf(path, sizeof path, "%s/filler-%d", folder, i);
        unlink(path);
    }
}

static void fill_both(void)
{
    int here = fill("."), there = fill("/tmp");
    fprintf(stderr, "disk: %d MiB\n", here + there);
    tidy("/tmp");
}

int main(void) { return bad_at_first("disk", fill_both); }
