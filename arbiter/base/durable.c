/* durable: the order of writes that leaves a file whole. */
#include "durable.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/whole.h"

/* A name is on the disk only when its folder is. */
static int sync_folder_of(const char *path)
{
    char copy[PATH_MAX];
    if (strlen(path) >= sizeof copy)
        return errno = ENAMETOOLONG, -1;
    strcpy(copy, path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int bad = fsync(fd);
    close(fd);
    return bad;
}

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
        return sync_folder_of(path);
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
    return sync_folder_of(path);
}

int durable_folder(const char *path, mode_t mode)
{
    struct stat s;
    if (!mkdir(path, mode))
        return sync_folder_of(path);
    if (errno == EEXIST && !stat(path, &s) && S_ISDIR(s.st_mode))
        return 0;
    return -1;
}
