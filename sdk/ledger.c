/* ledger: see ledger.h. */
#include "ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_LIMIT = 640 };

/* 0, or -1 and errno (ENAMETOOLONG). */
static int path_join(char path[PATH_LIMIT], const char *folder, const char *name)
{
    int n = snprintf(path, PATH_LIMIT, "%s/%s", folder, name);
    if (n > 0 && n < PATH_LIMIT)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

int ledger_keep(const struct ledger *l)
{
    ssize_t n = pwrite(l->fd, &l->kept, sizeof l->kept, 0);
    if (n == sizeof l->kept)
        return 0;
    if (n >= 0)
        errno = ENOSPC;
    return -1;
}

/* A file that is shorter was killed before anything rested on it. */
static int ledger_read(struct ledger *l, const uint8_t match_id[HASH])
{
    ssize_t n = pread(l->fd, &l->kept, sizeof l->kept, 0);
    if (n == sizeof l->kept || n < 0)
        return n < 0 ? -1 : 0;
    memset(&l->kept, 0, sizeof l->kept);
    memcpy(l->kept.match_id, match_id, HASH);
    return ledger_keep(l);
}

struct ledger *ledger_open(const char *folder, const uint8_t match_id[HASH])
{
    char name[5 + 16 + 1] = "told-", path[PATH_LIMIT];
    hex_text(name + 5, match_id, 8);
    struct ledger *l = path_join(path, folder, name) == 0 ? calloc(1, sizeof *l) : NULL;
    if (!l)
        return NULL;
    l->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (l->fd >= 0 && ledger_read(l, match_id) == 0) {
        l->again = l->kept.have > 0;
        return l;
    }
    int saved = errno;
    ledger_close(&l);
    errno = saved;
    return NULL;
}

static void put_hex(FILE *f, const uint8_t *bytes, size_t size)
{
    fputc(' ', f);
    for (size_t i = 0; i < size; i++)
        fprintf(f, "%02x", bytes[i]);
}

void ledger_prove(const char *folder, uint32_t table, uint32_t first, unsigned count, const uint8_t (*lists)[HASH],
                  const uint8_t signature[SIGNATURE])
{
    char path[PATH_LIMIT];
    FILE *f = path_join(path, folder, "seals.txt") == 0 ? fopen(path, "ae") : NULL;
    if (!f)
        return;
    fprintf(f, "%u %u %u", table, first, count);
    put_hex(f, signature, SIGNATURE);
    for (unsigned i = 0; i < count; i++)
        put_hex(f, lists[i], HASH);
    fputc('\n', f);
    fclose(f);
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

int ledger_sync(const struct ledger *l, const char *folder) { return fsync(l->fd) != 0 ? -1 : path_sync(folder); }

void ledger_close(struct ledger **l)
{
    if (*l && (*l)->fd >= 0)
        close((*l)->fd);
    free(*l);
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
int secret_put(const char *folder, const char *name, const uint8_t secret[HASH])
{
    char path[PATH_LIMIT], fresh[PATH_LIMIT];
    if (path_join(path, folder, name) != 0)
        return -1;
    if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    bool whole = write(fd, secret, HASH) == HASH;
    if (close(fd) != 0 || !whole)
        return -1;
    return rename(fresh, path);
}

int secret_keep(const char *folder, const char *name, uint8_t secret[HASH], bool *kept)
{
    char path[PATH_LIMIT];
    if (path_join(path, folder, name) != 0)
        return -1;
    *kept = secret_read(path, secret) == 0;
    if (*kept)
        return 0;
    if (errno != ENOENT)
        return -1;
    randombytes_buf(secret, HASH);
    return secret_put(folder, name, secret);
}
