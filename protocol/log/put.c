/* put: a file that is whole and on the disk, or as it was. */
#include "log/put.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/whole.h"

/* The folders of a path, made where missing; each new name is synced into its parent. */
static int make_folders(int folder, const char *path)
{
    char part[PUT_PATH];
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        if (mkdirat(folder, part, 0755) == 0) {
            char *up = strrchr(part, '/');
            if (up)
                *up = '\0';
            int fd = openat(folder, up ? part : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            int rc = fd < 0 ? -1 : fsync(fd);
            if (fd >= 0)
                close(fd);
            if (rc < 0)
                return -1;
        } else if (errno != EEXIST) {
            return -1;
        }
    }
    return 0;
}

static int sync_folder_of(int folder, const char *path)
{
    char up[PUT_PATH];
    snprintf(up, sizeof up, "%s", path);
    char *slash = strrchr(up, '/');
    if (slash)
        *slash = '\0';
    int fd = openat(folder, slash ? up : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int rc = fd < 0 ? -1 : fsync(fd);
    if (fd >= 0)
        close(fd);
    return rc;
}

int put_file(int folder, const char *path, const void *bytes, size_t size)
{
    static const char beside[] = "unfinished";
    if (make_folders(folder, path) < 0)
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
    return sync_folder_of(folder, path);
}
