/* jail_copy: files from below one folder to below another, at the same paths, and no link is followed on the way. */
#include "jail_copy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "child/stall.h"
#include "jail.h"

/* --- paths ----------------------------------------------------------------------------------------- */

int open_beneath(int folder, const char *path, uint64_t flags)
{
    struct open_how how = { .flags = flags | O_CLOEXEC | O_NOFOLLOW,
                            .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS };
    while (*path == '/')
        path++;
    return (int)syscall(SYS_openat2, folder, *path ? path : ".", &how, sizeof how);
}

int open_parent(int top, const char *path, const char **name)
{
    char way[JAIL_PATH];
    size_t n = strlen(path);
    *name = strrchr(path, '/') + 1;
    if (n >= sizeof way)
        return errno = ENAMETOOLONG, -1;
    memcpy(way, path, n + 1);
    way[*name - path] = '\0';
    int at = open_beneath(top, way, O_PATH | O_DIRECTORY);
    if (at >= 0 || errno != ENOENT)
        return at;
    at = open_beneath(top, "", O_PATH | O_DIRECTORY);
    for (char *part = strtok(way, "/"); part && at >= 0; part = strtok(NULL, "/")) {
        int next = mkdirat(at, part, 0755) && errno != EEXIST ? -1 : open_beneath(at, part, O_PATH | O_DIRECTORY);
        close(at);
        at = next;
    }
    return at;
}

int open_source(int top, const char *path)
{
    char way[JAIL_PATH];
    snprintf(way, sizeof way, "%.*s", (int)(strrchr(path, '/') - path), path);
    return open_beneath(top, way, O_PATH | O_DIRECTORY);
}

/* --- copies ---------------------------------------------------------------------------------------- */

static int copy_bytes(int from, int to, off_t size)
{
    while (size > 0) {
        ssize_t n = sendfile(to, from, NULL, size > 1 << 30 ? 1 << 30 : (size_t)size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n ? -1 : 0; /* it became shorter */
        size -= n;
    }
    return 0;
}

/* With the times too: a compiled module of Python says of when its source was. */
static int copy_file(int from, int to_folder, const char *name, const struct stat *s)
{
    const struct timespec times[2] = { s->st_mtim, s->st_mtim };
    const mode_t mode = s->st_mode & 0777,
                 open_to = mode & 0755; /* what no umask of ours takes away, in one call less */
    int to = openat(to_folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, open_to);
    if (to < 0)
        return errno == EEXIST ? 0 : -1;
    int bad = copy_bytes(from, to, s->st_size) || futimens(to, times) || (mode != open_to && fchmod(to, mode));
    return close(to) || bad ? -1 : 0;
}

static int copy_link(int from_folder, const char *from, int to_folder, const char *name)
{
    char link[JAIL_PATH];
    ssize_t n = readlinkat(from_folder, from, link, sizeof link - 1);
    if (n < 0)
        return -1;
    link[n] = '\0';
    return symlinkat(link, to_folder, name) && errno != EEXIST ? -1 : 0;
}

static int copy_entry(int from_folder, const char *from, int to_folder, const char *name, bool deep);

static int copy_folder(int from, int to_folder, const char *name)
{
    int to = mkdirat(to_folder, name, 0755) && errno != EEXIST ? -1
                                                               : open_beneath(to_folder, name, O_PATH | O_DIRECTORY);
    DIR *d = to < 0 ? NULL : fdopendir(dup(from));
    int bad = d ? 0 : -1;
    for (struct dirent *e; !bad && (e = readdir(d));)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            bad = copy_entry(dirfd(d), e->d_name, to, e->d_name, true);
    if (d)
        closedir(d);
    close_fd(&to);
    return bad;
}

/* What may not be read is left out, as it is not there for the bot either. */
static bool not_there(void) { return errno == ENOENT || errno == EACCES || errno == ENXIO; }

int copy_plain(int from_folder, const char *name, int to_folder)
{
    struct stat s;
    OPENED_FD int fd = open_beneath(from_folder, name, O_RDONLY | O_NONBLOCK);
    stall_rest();
    if (fd < 0)
        return not_there() || errno == ELOOP ? 0 : -1;
    int bad = fstat(fd, &s) || (S_ISREG(s.st_mode) && copy_file(fd, to_folder, name, &s));
    return bad ? -1 : 0;
}

/* What is neither file nor folder nor link is left out. */
static int copy_entry(int from_folder, const char *from, int to_folder, const char *name, bool deep)
{
    struct stat s;
    int bad = 0, fd = open_beneath(from_folder, from, O_RDONLY | O_NONBLOCK);
    stall_rest();
    if (fd < 0 && errno == ELOOP)
        return copy_link(from_folder, from, to_folder, name);
    if (fd < 0)
        return not_there() ? 0 : -1;
    if (fstat(fd, &s))
        bad = -1;
    else if (S_ISREG(s.st_mode))
        bad = copy_file(fd, to_folder, name, &s);
    else if (S_ISDIR(s.st_mode) && deep)
        bad = copy_folder(fd, to_folder, name);
    close(fd);
    return bad;
}

int copy_path(int from_top, int to_top, const char *path, bool deep)
{
    const char *name;
    int from = open_source(from_top, path), to, bad;
    if (from < 0)
        return errno == ENOENT || errno == EACCES || errno == ELOOP ? 0 : -1;
    to = open_parent(to_top, path, &name);
    bad = to < 0 ? -1 : copy_entry(from, name, to, name, deep);
    close(from);
    close_fd(&to);
    return bad;
}
