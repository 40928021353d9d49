/* durable: the order of writes that leaves a file whole. */
#include "durable.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/folders.h"
#include "record/whole.h"

int durable_write(const char *path, const void *bytes, size_t size, mode_t mode)
{
    char beside[PATH_MAX];
    if (snprintf(beside, sizeof beside, "%s.new", path) >= (int)sizeof beside)
        return errno = ENAMETOOLONG, -1;
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (fd < 0)
        return -1;
    bool kept = write_whole(fd, bytes, size) == size && !fsync(fd);
    int error = errno;
    close(fd);
    if (kept && !rename(beside, path))
        return folder_above_sync(AT_FDCWD, path);
    if (kept)
        error = errno;
    unlink(beside);
    errno = error;
    return -1;
}

int durable_remove(const char *path)
{
    if (unlink(path))
        return errno == ENOENT ? 0 : -1;
    return folder_above_sync(AT_FDCWD, path);
}

int durable_folder(const char *path, mode_t mode)
{
    struct stat s;
    if (!mkdir(path, mode))
        return folder_above_sync(AT_FDCWD, path);
    if (errno == EEXIST && !stat(path, &s) && S_ISDIR(s.st_mode))
        return 0;
    return -1;
}
