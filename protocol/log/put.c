/* put: a file that is whole and on the disk, or as it was. */
#include "log/put.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "record/folders.h"
#include "record/whole.h"

int put_file(int folder, const char *path, const void *bytes, size_t size)
{
    static const char beside[] = "unfinished";
    if (folders_above_make(folder, path, 0755, true))
        return -1;
    int fd = openat(folder, beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0)
        return -1;
    int rc = write_whole(fd, bytes, size) < size || fsync(fd) < 0 ? -1 : 0;
    int error = errno;
    close(fd);
    errno = error;
    if (rc < 0 || renameat(folder, beside, folder, path) < 0)
        return -1;
    return folder_above_sync(folder, path);
}
