/* kept: a file a hash.  It grows as HASH.part, locked by who fetches it, and has its name when it is whole. */
#include "kept.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/path.h"
#include "cli/say.h"
#include "record/crypto.h"

enum { KEPT_PATH = 512 };

/* False: it is not there, or it is not what it is called, and then it is gone. */
static bool take(const char *path, const uint8_t hash[STORE_HASH], struct store_bytes *out)
{
    uint8_t is[HASH] = { 0 };
    struct stat s;
    OPENED_FD int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    size_t size = !fstat(fd, &s) && s.st_size > 0 && s.st_size <= STORE_BLOB_MAX ? (size_t)s.st_size : 0;
    *out = (struct store_bytes){ size ? malloc(size) : NULL, size };
    if (out->data && read(fd, out->data, size) == (ssize_t)size)
        hash_bytes(is, out->data, size);
    bool whole = !memcmp(is, hash, STORE_HASH);
    if (whole) {
        futimens(fd, NULL);
    } else {
        cli_fail(0, "%s was damaged: it is fetched again", path);
        unlink(path);
        store_free(out);
    }
    return whole;
}

/* Until there is room for so many bytes more. */
static void make_room(const char *folder, uint64_t more)
{
    for (uint64_t all = KEPT_MOST; all + more > KEPT_MOST;) {
        char path[KEPT_PATH], oldest[KEPT_PATH] = "";
        struct timespec since = { 0 };
        struct stat s;
        DIR *d = opendir(folder);
        all = 0;
        for (struct dirent *f; d && (f = readdir(d));) {
            path_of(path, sizeof path, "%s/%.80s", folder, f->d_name);
            if (strstr(f->d_name, ".part") || lstat(path, &s) || !S_ISREG(s.st_mode))
                continue;
            all += (uint64_t)s.st_size;
            if (!*oldest || s.st_mtim.tv_sec < since.tv_sec ||
                (s.st_mtim.tv_sec == since.tv_sec && s.st_mtim.tv_nsec < since.tv_nsec)) {
                since = s.st_mtim;
                path_of(oldest, sizeof oldest, "%s", path);
            }
        }
        if (d)
            closedir(d);
        if (all + more > KEPT_MOST && (!*oldest || unlink(oldest)))
            return;
    }
}

static void keep(const char *folder, int fd, const char *part, const char *path, const struct store_bytes *b)
{
    make_room(folder, b->size);
    if (!ftruncate(fd, 0) && pwrite(fd, b->data, b->size, 0) == (ssize_t)b->size && !rename(part, path))
        return;
    cli_fail(0, "%s: %s: it is fetched again the next time", path, strerror(errno));
    unlink(part);
}

int kept_fetch(const char *folder, struct queue *q, const struct order *o, const uint8_t hash[STORE_HASH],
               int (*fetch)(struct queue *, const struct order *, const uint8_t[STORE_HASH], struct store_bytes *,
                            struct store_error *),
               struct store_bytes *out, struct store_error *e)
{
    char hex[2 * STORE_HASH + 1], path[KEPT_PATH], part[KEPT_PATH];
    hex_text(hex, hash, STORE_HASH);
    path_of(path, sizeof path, "%s/%s", folder, hex);
    path_of(part, sizeof part, "%s.part", path);
    if (take(path, hash, out))
        return STORE_OK;
    mkdir(folder, 0700);
    int fd = open(part, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0 || flock(fd, LOCK_EX))
        cli_fail(0, "%s: %s: nothing is kept there: see --work", folder, strerror(errno));
    else if (take(path, hash, out)) /* meanwhile */
        return close(fd), STORE_OK;
    int bad = fetch(q, o, hash, out, e);
    if (!bad && fd >= 0)
        keep(folder, fd, part, path, out);
    if (fd >= 0)
        close(fd);
    return bad;
}
