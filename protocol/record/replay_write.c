/* replay_write: the file as the match goes.  One buffer, one write(2) per flush, never half a record. */
#include "record/folders.h"
#include "record/replay.h"
#include "record/transcript.h"
#include "record/whole.h"
#include "wire/messages.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 17,    /* the longest usual record, an envelope that came, and more */
    END_ROOM = 1 << 16,  /* RESULT, REVEAL, TRAILER and what goes with them */
    ROOM_STEP = 1 << 18, /* blocks are had for so many bytes at once */
};

struct replay_writer {
    int fd;
    int folder;                      /* to sync the name of a new file; -1 where the folder cannot be opened */
    int error;                       /* errno of the first failure; 0 while all is well */
    bool named;                      /* the file's name is on the disk, too */
    bool ends;                       /* RESULT is made: what follows takes the room that was kept for it */
    uint64_t whole;                  /* bytes in the file, all of whole records */
    uint64_t room;                   /* the disk has blocks for so many */
    crypto_generichash_state so_far; /* over every byte written */
    size_t used;
    uint8_t buffer[BUFFER];
};

static int fail(struct replay_writer *w, int error)
{
    if (w->error == 0)
        w->error = error;
    errno = w->error;
    return -1;
}

static uint32_t u32_at(const uint8_t *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void number(uint8_t *out, uint64_t v, unsigned width)
{
    for (unsigned i = width; i-- > 0; v >>= 8)
        out[i] = (uint8_t)v;
}

/* How many of the first `done` buffered bytes are whole records.  (The magic is written on its own.) */
static size_t whole_records(const struct replay_writer *w, size_t done)
{
    size_t at = 0;
    for (;;) {
        if (done - at < RECORD_HEADER)
            return at;
        size_t size = RECORD_HEADER + (size_t)u32_at(w->buffer + at);
        if (size > done - at)
            return at;
        at += size;
    }
}

/* After a failure: the file ends `whole` bytes from its start, with a whole record.  Where even that fails, the
 * reader still finds the valid prefix and says that the rest is cut short. */
static int take_back(struct replay_writer *w, uint64_t whole)
{
    int error = errno;
    w->whole = whole;
    while (ftruncate(w->fd, (off_t)w->whole) < 0 && errno == EINTR)
        ;
    return fail(w, error);
}

/* Blocks for the bytes from..from+size-1 without making the file longer (posix_fallocate would); 0 where the file
 * system knows no such thing, and the match is played without. */
static int reserve(int fd, uint64_t from, uint64_t size)
{
#ifdef FALLOC_FL_KEEP_SIZE
    int rc;
    while ((rc = fallocate(fd, FALLOC_FL_KEEP_SIZE, (off_t)from, (off_t)size)) < 0 && errno == EINTR)
        ;
    return rc < 0 && errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL ? -1 : 0;
#else
    (void)fd, (void)from, (void)size;
    return 0;
#endif
}

/* There are blocks for `size` more bytes, and for the end of the match behind them: a bot that fills the disk takes
 * nothing from a result. */
static int make_room(struct replay_writer *w, uint64_t size)
{
    uint64_t wanted = w->whole + size + END_ROOM;
    uint64_t more = wanted > w->room ? wanted - w->room + (size > 0 ? ROOM_STEP : 0) : 0;
    if (more == 0)
        return 0;
    if (reserve(w->fd, w->room, more) < 0)
        return -1;
    w->room += more;
    return 0;
}

/* Blocks that nothing was written to go back. */
static void leave_room(const struct replay_writer *w)
{
    struct stat s;
    if (w->room > 0 && fstat(w->fd, &s) == 0)
        while (ftruncate(w->fd, s.st_size) < 0 && errno == EINTR)
            ;
}

int replay_flush(struct replay_writer *w)
{
    if (w->error)
        return fail(w, w->error);
    if (!w->ends && make_room(w, w->used) < 0)
        return fail(w, errno);
    size_t done = write_whole(w->fd, w->buffer, w->used);
    if (done < w->used)
        return take_back(w, w->whole + whole_records(w, done));
    crypto_generichash_update(&w->so_far, w->buffer, w->used);
    w->whole += w->used;
    w->used = 0;
    return 0;
}

static void record_header(uint8_t h[RECORD_HEADER], unsigned type, unsigned visibility, uint64_t us, size_t size)
{
    number(h, size, 4);
    h[4] = (uint8_t)type;
    h[5] = (uint8_t)visibility;
    number(h + 6, us, 8);
}

/* A record that does not fit the buffer, which is empty. */
static int append_long(struct replay_writer *w, const uint8_t h[RECORD_HEADER], const void *payload, size_t size)
{
    if (write_whole(w->fd, h, RECORD_HEADER) < RECORD_HEADER || write_whole(w->fd, payload, size) < size)
        return take_back(w, w->whole);
    crypto_generichash_update(&w->so_far, h, RECORD_HEADER);
    crypto_generichash_update(&w->so_far, payload, size);
    w->whole += RECORD_HEADER + size;
    return 0;
}

int replay_append(struct replay_writer *w, unsigned type, unsigned visibility, uint64_t us, const void *payload,
                  size_t size)
{
    uint8_t h[RECORD_HEADER];
    assert(type <= UINT8_MAX && visibility <= UINT8_MAX && size <= RECORD_MAX);
    if (w->error)
        return fail(w, w->error);
    w->ends |= type == MSG_RESULT;
    record_header(h, type, visibility, us, size);
    if (RECORD_HEADER + size > BUFFER && !w->ends && make_room(w, w->used + RECORD_HEADER + size) < 0)
        return fail(w, errno);
    if (RECORD_HEADER + size > BUFFER - w->used && replay_flush(w) < 0)
        return -1;
    if (RECORD_HEADER + size > BUFFER)
        return append_long(w, h, payload, size);
    memcpy(w->buffer + w->used, h, RECORD_HEADER);
    if (size > 0)
        memcpy(w->buffer + w->used + RECORD_HEADER, payload, size);
    w->used += RECORD_HEADER + size;
    return 0;
}

int replay_sync(struct replay_writer *w)
{
    uint64_t before = w->whole;
    if (replay_flush(w) < 0)
        return -1;
    /* Not tried again: the kernel may have dropped the pages.  Nobody has been told what this was to make sure. */
    if (fdatasync(w->fd) < 0 || (!w->named && w->folder >= 0 && fsync(w->folder) < 0))
        return take_back(w, before);
    w->named = true;
    return 0;
}

static void close_writer(struct replay_writer **w)
{
    int error = errno;
    if (*w) {
        leave_room(*w);
        if ((*w)->fd >= 0)
            close((*w)->fd);
        if ((*w)->folder >= 0)
            close((*w)->folder);
        free(*w);
    }
    *w = NULL;
    errno = error;
}

/* A writer over a file that nobody else writes: the lock goes with the descriptor. */
static struct replay_writer *open_writer(const char *path, int flags)
{
    struct replay_writer *w = malloc(sizeof *w);
    if (!w)
        return NULL;
    w->fd = open(path, flags | O_APPEND | O_CLOEXEC, 0644);
    w->folder = w->fd < 0 ? -1 : folder_above(AT_FDCWD, path);
    w->error = 0;
    w->named = w->ends = false;
    w->whole = REPLAY_MAGIC_SIZE;
    w->room = 0;
    w->used = 0;
    if (w->fd < 0 || flock(w->fd, LOCK_EX | LOCK_NB) < 0)
        close_writer(&w);
    return w;
}

/* The hash over what is there, as if this writer had written it. */
int replay_go_on(struct replay_writer *w, uint64_t size)
{
    uint64_t at = 0;
    crypto_generichash_init(&w->so_far, NULL, 0, HASH);
    while (at < size) {
        size_t want = size - at < sizeof w->buffer ? (size_t)(size - at) : sizeof w->buffer;
        ssize_t n = pread(w->fd, w->buffer, want, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO;
        if (n <= 0)
            return -1;
        crypto_generichash_update(&w->so_far, w->buffer, (size_t)n);
        at += (uint64_t)n;
    }
    w->whole = size;
    return ftruncate(w->fd, (off_t)size);
}

struct replay_writer *replay_open(const char *path) { return open_writer(path, O_RDWR); }

struct replay_writer *replay_create(const char *path)
{
    struct replay_writer *w = open_writer(path, O_WRONLY | O_CREAT | O_EXCL);
    if (!w)
        return NULL;
    /* Now, so that a disk that takes nothing is known before anything is dealt. */
    if (make_room(w, 0) < 0 ||
        write_whole(w->fd, (const uint8_t *)REPLAY_MAGIC, REPLAY_MAGIC_SIZE) < REPLAY_MAGIC_SIZE) {
        int error = errno;
        unlink(path);
        close_writer(&w);
        errno = error;
        return NULL;
    }
    crypto_generichash_init(&w->so_far, NULL, 0, HASH);
    crypto_generichash_update(&w->so_far, (const uint8_t *)REPLAY_MAGIC, REPLAY_MAGIC_SIZE);
    return w;
}

/* The trailer: its header is signed with all that stands before it, so that no byte of the file is free. */
static int append_trailer(struct replay_writer *w, const uint8_t match_id[HASH], const uint8_t secret[KEY_SECRET],
                          uint64_t us)
{
    uint8_t h[RECORD_HEADER], digest[HASH], sig[SIGNATURE];
    crypto_generichash_state all = w->so_far;
    struct message m;
    record_header(h, REC_TRAILER, VISIBLE_ARBITER, us, SIGNATURE);
    crypto_generichash_update(&all, h, RECORD_HEADER);
    crypto_generichash_final(&all, digest, HASH);
    replay_message(&m, match_id, digest);
    sign_message(sig, secret, &m);
    return replay_append(w, REC_TRAILER, VISIBLE_ARBITER, us, sig, SIGNATURE);
}

int replay_finish(struct replay_writer **w, const uint8_t match_id[HASH], const uint8_t secret[KEY_SECRET], uint64_t us)
{
    /* What came before is on the disk first: a trailer that is there says that all is. */
    int rc = replay_sync(*w);
    if (rc == 0)
        rc = append_trailer(*w, match_id, secret, us);
    if (rc == 0)
        rc = replay_flush(*w);
    if (rc == 0)
        rc = fsync((*w)->fd);
    if (rc == 0 && (*w)->folder >= 0)
        rc = fsync((*w)->folder);
    close_writer(w);
    return rc;
}

void replay_abandon(struct replay_writer **w)
{
    if (*w && (*w)->error == 0)
        (void)replay_flush(*w);
    close_writer(w);
}
