/* folders: see folders.h. */
#include "record/folders.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int folder_above(int at, const char *path)
{
    char copy[PATH_MAX];
    if (strlen(path) >= sizeof copy)
        return errno = ENAMETOOLONG, -1;
    strcpy(copy, path);
    return openat(at, dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int folder_above_sync(int at, const char *path)
{
    int fd = folder_above(at, path);
    if (fd < 0)
        return -1;
    int bad = fsync(fd), error = errno;
    close(fd);
    errno = error;
    return bad;
}

int folders_above_make(int at, const char *path, mode_t mode, bool durable)
{
    char part[PATH_MAX];
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t n = (size_t)(slash - path);
        if (n >= sizeof part)
            return errno = ENAMETOOLONG, -1;
        memcpy(part, path, n);
        part[n] = '\0';
        bool made = n > 0 && !mkdirat(at, part, mode);
        if (n > 0 && !made && errno != EEXIST)
            return -1;
        if (made && durable && folder_above_sync(at, part))
            return -1;
    }
    return 0;
}
