/* ledger: see ledger.h. */
#include "ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_LIMIT = 640 };

static size_t ledger_size(uint32_t hands)
{
    return sizeof(struct ledger) + ((size_t)hands + 1) * sizeof(struct ledger_hand);
}

/* 0, or -1 and errno (ENAMETOOLONG). */
static int path_join(char path[PATH_LIMIT], const char *folder, const char *name)
{
    int n = snprintf(path, PATH_LIMIT, "%s/%s", folder, name);
    if (n > 0 && n < PATH_LIMIT)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

/* Blocks are reserved before the file is mapped: a full disk is an error here and not a signal later. */
struct ledger *ledger_open(const char *folder, const uint8_t match_id[HASH], uint32_t hands)
{
    char name[8 + 16 + 1] = "match-", path[PATH_LIMIT];
    hex_text(name + 6, match_id, 8);
    if (path_join(path, folder, name) != 0)
        return NULL;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return NULL;
    size_t size = ledger_size(hands);
    void *map = MAP_FAILED;
    errno = posix_fallocate(fd, 0, (off_t)size);
    if (errno == 0)
        map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int saved = errno;
    close(fd);
    errno = saved;
    if (map == MAP_FAILED)
        return NULL;
    struct ledger *l = map;
    memcpy(l->match_id, match_id, HASH);
    l->hands = hands;
    return l;
}

static int path_sync(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int bad = fsync(fd), saved = errno;
    close(fd);
    errno = saved;
    return bad;
}

int secret_sync(const char *folder, const char *name)
{
    char path[PATH_LIMIT];
    return path_join(path, folder, name) == 0 ? path_sync(path) : -1;
}

int ledger_sync(struct ledger *l, const char *folder)
{
    if (msync(l, ledger_size(l->hands), MS_SYNC) != 0)
        return -1;
    return path_sync(folder);
}

void ledger_close(struct ledger **l)
{
    if (*l)
        munmap(*l, ledger_size((*l)->hands));
    *l = NULL;
}

static int secret_read(const char *path, uint8_t secret[HASH])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    uint8_t bytes[HASH + 1];
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n == HASH)
        memcpy(secret, bytes, HASH);
    sodium_memzero(bytes, sizeof bytes);
    close(fd);
    if (n == HASH)
        return 0;
    if (n >= 0)
        errno = EINVAL;
    return -1;
}

/* The file gets its name only when it is whole: a bot killed here draws another secret, and nobody has seen this. */
int secret_keep(const char *folder, const char *name, uint8_t secret[HASH], bool *kept)
{
    char path[PATH_LIMIT], fresh[PATH_LIMIT];
    if (path_join(path, folder, name) != 0)
        return -1;
    *kept = secret_read(path, secret) == 0;
    if (*kept)
        return 0;
    if (errno != ENOENT)
        return -1;
    if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    randombytes_buf(secret, HASH);
    bool whole = write(fd, secret, HASH) == HASH;
    if (close(fd) != 0 || !whole)
        return -1;
    return rename(fresh, path);
}
