/* match_left: how a folder is marked, and what is swept away; why, says match_left.h. */
#include "match_left.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/owned.h"
#include "jail/build_tree.h"
#include "record/whole.h"

#define WHOSE "whose"
enum { SPACE = 64, WHOSE_TEXT = PATH_MAX + 2 * SPACE };

/* Two processes with the same one see the same files under the same names; "" where the kernel does not tell. */
static void name_space(char text[SPACE])
{
    ssize_t n = readlink("/proc/self/ns/mnt", text, SPACE - 1);
    text[n > 0 ? n : 0] = '\0';
}

/* The folder that this path lies in; false: there is none of that name. */
static bool folder_of(const char *path, struct stat *s)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    char *end = strrchr(folder, '/');
    if (!end)
        return false;
    end[end == folder] = '\0';
    return stat(folder, s) == 0 && S_ISDIR(s->st_mode);
}

/* --- a match that begins -------------------------------------------------------------------------- */

/* "NAMESPACE DEVICE INODE PATH": the last three are the note's folder's, and the note's. */
static int whose_text(const char *note, char text[WHOSE_TEXT])
{
    char path[PATH_MAX] = "", space[SPACE];
    struct stat s;
    size_t n = 0;
    if (*note != '/') {
        if (!getcwd(path, sizeof path - 1))
            return -1;
        n = strlen(path);
        path[n++] = '/';
    }
    if (n + strlen(note) >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(path + n, note);
    if (!folder_of(path, &s))
        return -1;
    name_space(space);
    return snprintf(text, WHOSE_TEXT, "%s %llu %llu %s", *space ? space : "-", (unsigned long long)s.st_dev,
                    (unsigned long long)s.st_ino, path);
}

static int write_whose(int folder, const char *text, size_t size)
{
    int fd = openat(folder, WHOSE, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool written = fd >= 0 && write_whole(fd, text, size) == size;
    int error = errno;
    close_fd(&fd);
    errno = error;
    return written ? 0 : -1;
}

int left_mark(const char *folder, const char *note)
{
    char text[WHOSE_TEXT];
    int n = whose_text(note, text), fd = n < 0 ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (!flock(fd, LOCK_EX) && !write_whose(fd, text, (size_t)n))
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* --- what others have left ------------------------------------------------------------------------ */

/* The note is not there, and that is no other folder, or another's view of one, in which it is not. */
static bool note_gone(const char *text)
{
    unsigned long long device, inode;
    char space[SPACE], here[SPACE];
    int at = 0;
    struct stat s, folder;
    if (sscanf(text, "%63s %llu %llu %n", space, &device, &inode, &at) != 3 || text[at] != '/')
        return false;
    if (!lstat(text + at, &s) || errno != ENOENT)
        return false;
    if (folder_of(text + at, &folder))
        return folder.st_dev == device && folder.st_ino == inode;
    name_space(here);
    return strcmp(space, here) == 0;
}

static bool nobody_needs(int folder)
{
    char text[WHOSE_TEXT];
    struct stat s;
    if (fstat(folder, &s) || s.st_uid != geteuid() || flock(folder, LOCK_EX | LOCK_NB))
        return false;
    int fd = openat(folder, WHOSE, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    close_fd(&fd);
    text[n > 0 ? n : 0] = '\0';
    return note_gone(text);
}

void left_sweep(const char *base)
{
    char path[PATH_MAX];
    OPENED_DIR DIR *d = opendir(base);
    for (struct dirent *e; d && (e = readdir(d));) {
        if (strncmp(e->d_name, "fiel-", 5) != 0)
            continue;
        int fd = openat(dirfd(d), e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        bool left = fd >= 0 && nobody_needs(fd) &&
                    snprintf(path, sizeof path, "%s/%s", base, e->d_name) < (int)sizeof path;
        if (left)
            tree_remove(path);
        close_fd(&fd);
    }
}
