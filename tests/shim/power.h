/* power: what is left of a tree of files after a power cut, from the shadow that tests/shim/disk.c kept of it. */
#ifndef FIEL_TESTS_POWER_H
#define FIEL_TESTS_POWER_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { POWER_ID = 64 };

/* Who a file is, whatever its name: inode numbers are given out again, together with the moment of birth they are
 * not.  `name` is in the folder `fd`, "": the file `fd` itself. */
static inline bool power_id(int fd, const char *name, char id[POWER_ID])
{
    struct statx s;
    if (statx(fd, name, AT_SYMLINK_NOFOLLOW | (*name ? 0 : AT_EMPTY_PATH), STATX_INO | STATX_BTIME, &s))
        return false;
    snprintf(id, POWER_ID, "%llx-%llx.%x", (unsigned long long)s.stx_ino, (unsigned long long)s.stx_btime.tv_sec,
             s.stx_mask & STATX_BTIME ? s.stx_btime.tv_nsec : 0);
    return true;
}

#endif
