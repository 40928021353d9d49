/* artifact_pack: a folder into a tar that says nothing of when, where and by whom it was made. */
#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "artifact.h"
#include "child/reader.h"
#include "cli/now.h"
#include "store/store.h"

enum { BLOCK = 64 << 10 };
#define TAR_MOST (ARTIFACT_BYTES + (8ull << 20)) /* with what tar and gzip add */

/* What its packer is told: of an entry its path and its bytes follow. */
struct packed {
    uint64_t size;
    uint8_t folder, executable, path; /* so many bytes of path; 0: the end */
};

struct packing {
    struct reader_child reader;
    int to; /* what it is told through */
    struct store_bytes *out;
    size_t room;
    unsigned files;
    unsigned long long bytes;
    char *why;
};

static bool wrong(struct packing *p, const char *path, const char *what)
{
    snprintf(p->why, 256, "'%.100s' %.120s", path, what);
    return false;
}

/* --- in a child, which may read and nothing else (child/reader.h) ----------------------------------------- */

/* The archive as it grows, and behind all of it how many bytes that were. */
struct target {
    int to;
    uint64_t size;
};

static la_ssize_t hand_on(struct archive *a, void *arg, const void *bytes, size_t size)
{
    struct target *t = arg;
    (void)a;
    t->size += size;
    return reader_tell(t->to, bytes, size) ? (la_ssize_t)size : -1;
}

static bool read_told(int from, void *bytes, size_t size)
{
    char *at = bytes;
    for (ssize_t n; size > 0; at += n, size -= (size_t)n)
        if ((n = read(from, at, size)) <= 0)
            return false;
    return true;
}

static bool write_entry(struct archive *a, int from, const struct packed *e)
{
    static char block[BLOCK];
    char path[UINT8_MAX + 1] = "";
    struct archive_entry *x = archive_entry_new();
    if (!x || !read_told(from, path, e->path))
        return false;
    archive_entry_set_pathname(x, path);
    archive_entry_set_filetype(x, e->folder ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(x, e->executable ? 0755 : 0644);
    archive_entry_set_size(x, (la_int64_t)e->size);
    archive_entry_set_mtime(x, 0, 0);
    if (archive_write_header(a, x) != ARCHIVE_OK)
        return false;
    archive_entry_free(x);
    for (uint64_t left = e->size; left > 0;) {
        size_t n = left < BLOCK ? (size_t)left : BLOCK;
        if (!read_told(from, block, n) || archive_write_data(a, block, n) != (la_ssize_t)n)
            return false;
        left -= n;
    }
    return true;
}

static void write_archive(int to, int from, const void *order)
{
    struct archive *a = archive_write_new();
    struct target t = { .to = to };
    struct packed e;
    (void)order;
    if (!a || archive_write_set_format_pax_restricted(a) != ARCHIVE_OK ||
        archive_write_add_filter_gzip(a) != ARCHIVE_OK ||
        archive_write_set_filter_option(a, "gzip", "timestamp", NULL) != ARCHIVE_OK ||
        archive_write_open(a, &t, NULL, hand_on, NULL) != ARCHIVE_OK)
        return;
    while (read_told(from, &e, sizeof e))
        if (!e.path) {
            if (archive_write_close(a) == ARCHIVE_OK)
                reader_tell(to, &t.size, sizeof t.size);
            return;
        } else if (!write_entry(a, from, &e)) {
            return;
        }
}

/* --- what it is told ------------------------------------------------------------------------------------- */

/* Takes what there is of the archive; false: no more comes, or too much of it. */
static bool hear(struct packing *p)
{
    struct store_bytes *out = p->out;
    if (out->size == p->room) {
        size_t room = p->room ? 2 * p->room : BLOCK;
        uint8_t *more = out->size < TAR_MOST ? realloc(out->data, room) : NULL;
        if (!more)
            return false;
        out->data = more;
        p->room = room;
    }
    ssize_t n = read(p->reader.fd, out->data + out->size, p->room - out->size);
    out->size += n > 0 ? (size_t)n : 0;
    return n > 0 || (n < 0 && errno == EINTR);
}

/* All of it, while the archive is heard; NULL: the rest of that, to its end.  False: it did not go well. */
static bool tell(struct packing *p, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0 || !bytes) {
        struct pollfd ready[] = { { .fd = p->reader.fd, .events = POLLIN }, { .fd = p->to, .events = POLLOUT } };
        int64_t left = p->reader.until_ms - now_ms();
        if (left <= 0 || poll(ready, bytes ? 2 : 1, (int)left) == 0)
            return false;
        if (ready[0].revents && !hear(p))
            return !bytes;
        ssize_t n = bytes && ready[1].revents ? send(p->to, at, size, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (n > 0)
            at += n, size -= (size_t)n;
    }
    return true;
}

static const char NOT_PACKED[] = "cannot be packed: that takes more than 128 MiB or 20 seconds";

/* Exactly the bytes that its header said. */
static bool pack_bytes(struct packing *p, int fd, const char *path, off_t size)
{
    char block[BLOCK];
    while (size > 0) {
        ssize_t n = read(fd, block, size < BLOCK ? (size_t)size : BLOCK);
        if (n <= 0)
            return wrong(p, path, "cannot be read");
        if (!tell(p, block, (size_t)n))
            return wrong(p, path, NOT_PACKED);
        size -= n;
    }
    return true;
}

static bool pack_entry(struct packing *p, int fd, const char *path, const struct stat *s)
{
    bool folder = S_ISDIR(s->st_mode);
    const struct packed e = { .size = folder ? 0 : (uint64_t)s->st_size,
                              .folder = folder,
                              .executable = folder || s->st_mode & 0111,
                              .path = (uint8_t)strlen(path) };
    return ((tell(p, &e, sizeof e) && tell(p, path, e.path)) || wrong(p, path, NOT_PACKED)) &&
           (folder || pack_bytes(p, fd, path, s->st_size));
}

static bool pack_folder(struct packing *p, int folder, const char *path, unsigned depth);

static bool pack_one(struct packing *p, int folder, const char *path, const char *name, unsigned depth)
{
    struct stat s;
    OPENED_FD int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool fine = true;
    if (fd < 0)
        return errno == ELOOP || wrong(p, path, strerror(errno));
    if (fstat(fd, &s))
        fine = wrong(p, path, strerror(errno));
    else if (S_ISREG(s.st_mode) || S_ISDIR(s.st_mode)) {
        p->bytes += S_ISREG(s.st_mode) ? (unsigned long long)s.st_size : 0;
        if (++p->files > ARTIFACT_FILES)
            fine = wrong(
                p, path,
                "is one too many: 2000 files are enough for a bot: have the build remove what it does not need");
        else if (p->bytes > ARTIFACT_BYTES)
            fine = wrong(p, path, "makes it larger than 256 MiB: have the build remove what the bot does not need");
        else if (depth > ARTIFACT_DEPTH)
            fine = wrong(p, path, "lies too deep");
        else
            fine = pack_entry(p, fd, path, &s) && (S_ISREG(s.st_mode) || pack_folder(p, fd, path, depth + 1));
    }
    return fine;
}

static int no_dots(const struct dirent *e) { return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0; }

/* strcmp's order: alphasort's is the language's. */
static int by_bytes(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static bool pack_folder(struct packing *p, int folder, const char *path, unsigned depth)
{
    struct dirent **list;
    char below[2 * ARTIFACT_PATH];
    int n = scandirat(folder, ".", &list, no_dots, by_bytes);
    bool fine = n >= 0 || wrong(p, path, strerror(errno));
    for (int i = 0; i < n; i++) {
        int size = snprintf(below, sizeof below, "%s%s%s", path, *path ? "/" : "", list[i]->d_name);
        if (fine)
            fine = size < ARTIFACT_PATH ? pack_one(p, folder, below, list[i]->d_name, depth)
                                        : wrong(p, below, "is too long a path");
        free(list[i]);
    }
    if (n >= 0)
        free(list);
    return fine;
}

/* The folder, or the program as ./bot, which `fd` is. */
static bool pack(struct packing *p, const char *path, int fd, bool program)
{
    struct stat s;
    if (program && (fstat(fd, &s) || !S_ISREG(s.st_mode) || (unsigned long long)s.st_size > ARTIFACT_BYTES))
        return wrong(p, path, "is no program of at most 256 MiB");
    if (program ? !pack_entry(p, fd, "bot", &s) : !pack_folder(p, fd, "", 0))
        return false;
    return tell(p, &(struct packed){ 0 }, sizeof(struct packed)) || wrong(p, path, NOT_PACKED);
}

/* To the end; what is behind the archive is how long that is. */
static bool hear_all(struct packing *p, const char *path)
{
    uint64_t size;
    bool whole = tell(p, NULL, 0) && p->out->size > sizeof size;
    p->out->size -= whole ? sizeof size : 0;
    if (whole)
        memcpy(&size, p->out->data + p->out->size, sizeof size);
    return (whole && size == p->out->size) || wrong(p, path, NOT_PACKED);
}

static bool pack_by_child(struct packing *p, const char *path, int fd, bool program)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return wrong(p, path, strerror(errno));
    bool started = reader_start(&p->reader, &(struct reader_job){ .read = write_archive, .from = ends[1] }) ||
                   wrong(p, path, strerror(errno));
    close(ends[1]);
    p->to = ends[0];
    bool fine = started && pack(p, path, fd, program) && hear_all(p, path);
    close(ends[0]);
    if (started && !reader_end(&p->reader))
        fine = wrong(p, path, "is not packed here: this system gives its packer no filter of system calls (seccomp)");
    return fine;
}

static bool pack_path(const char *path, bool program, struct store_bytes *out, char why[256])
{
    struct packing p = { .out = out, .why = why };
    OPENED_FD int fd = open(path, (program ? 0 : O_DIRECTORY) | O_NONBLOCK | O_CLOEXEC);
    *out = (struct store_bytes){ 0 };
    bool fine = fd >= 0 ? pack_by_child(&p, path, fd, program) : wrong(&p, path, strerror(errno));
    if (!fine)
        store_free(out);
    return fine;
}

bool artifact_pack(const char *folder, struct store_bytes *out, char why[256])
{
    return pack_path(folder, false, out, why);
}

bool artifact_pack_program(const char *path, struct store_bytes *out, char why[256])
{
    return pack_path(path, true, out, why);
}

bool artifact_read(const char *path, struct store_bytes *out, char why[256])
{
    OPENED FILE *f = fopen(path, "rb");
    long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    *out = (struct store_bytes){ .data = size > 0 && size <= (long)ARTIFACT_TAR ? malloc((size_t)size) : NULL,
                                 .size = size > 0 ? (size_t)size : 0 };
    if (f)
        rewind(f);
    bool fine = out->data && fread(out->data, 1, out->size, f) == out->size;
    if (!fine) {
        store_free(out);
        snprintf(why, 256, "'%.150s' cannot be read, or is larger than 64 MiB", path);
    }
    return fine;
}
