/* journal: the record as a replay file, and the file in which the seed waits. */
#include "journal.h"
#include "record/folders.h"
#include "record/whole.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct journal_file {
    struct replay_writer *writer;
    int reads; /* the same file */
};

static int file_append(void *ctx, unsigned type, unsigned visibility, uint64_t us, const void *payload, size_t size)
{
    struct journal_file *f = ctx;
    return replay_append(f->writer, type, visibility, us, payload, size);
}

static int file_flush(void *ctx)
{
    struct journal_file *f = ctx;
    return replay_flush(f->writer);
}

static int file_sync(void *ctx)
{
    struct journal_file *f = ctx;
    return replay_sync(f->writer);
}

static int file_finish(void *ctx, const uint8_t match_id[HASH], const uint8_t secret[KEY_SECRET], uint64_t us)
{
    struct journal_file *f = ctx;
    return replay_finish(&f->writer, match_id, secret, us);
}

static int file_load(void *ctx, struct replay *r)
{
    struct journal_file *f = ctx;
    return lseek(f->reads, 0, SEEK_SET) ? -1 : replay_load_from(r, f->reads);
}

static void file_unload(void *ctx, struct replay *r)
{
    (void)ctx;
    replay_unload(r);
}

static struct journal_file *open_with(const char *path, struct journal *j, struct replay_writer *writer)
{
    int error = errno;
    struct journal_file *f = writer != NULL ? calloc(1, sizeof *f) : NULL;
    if (f != NULL)
        f->reads = open(path, O_RDONLY | O_CLOEXEC);
    if (f == NULL || f->reads < 0) {
        if (writer != NULL)
            error = errno;
        replay_abandon(&writer);
        free(f);
        errno = error;
        return NULL;
    }
    f->writer = writer;
    *j = (struct journal){ f, file_append, file_flush, file_sync, file_finish, file_load, file_unload };
    return f;
}

struct journal_file *journal_open(const char *path, struct journal *j)
{
    return open_with(path, j, replay_create(path));
}

struct journal_file *journal_open_again(const char *path, struct journal *j)
{
    return open_with(path, j, replay_open(path));
}

int journal_go_on(struct journal_file *f, uint64_t size) { return replay_go_on(f->writer, size); }

void journal_close(struct journal_file **f)
{
    if (*f == NULL)
        return;
    replay_abandon(&(*f)->writer);
    close((*f)->reads);
    free(*f);
    *f = NULL;
}

int journal_keep_seed(const char *path, const uint8_t seed[HASH], bool durable)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    bool kept = write_whole(fd, seed, HASH) == HASH && (!durable || fsync(fd) == 0);
    if (kept && (!durable || folder_above_sync(AT_FDCWD, path) == 0))
        return fd;
    int error = errno;
    close(fd);
    unlink(path);
    errno = error;
    return -1;
}

int journal_load_seed(const char *path, uint8_t seed[HASH])
{
    uint8_t bytes[HASH + 1];
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t n = read(fd, bytes, sizeof bytes);
    int error = n < 0 ? errno : n == 0 ? ENOENT : EINVAL;
    if (n == HASH)
        memcpy(seed, bytes, HASH);
    explicit_bzero(bytes, sizeof bytes);
    if (n == HASH)
        return fd;
    close(fd);
    errno = error;
    return -1;
}

int journal_drop_seed(int fd) { return ftruncate(fd, 0) == 0 && fsync(fd) == 0 ? 0 : -1; }
