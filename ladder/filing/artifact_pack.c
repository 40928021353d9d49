/* artifact_pack: a folder into a tar that says nothing of when, where and by whom it was made. */
#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "artifact.h"
#include "store/store.h"

enum { BLOCK = 64 << 10 };

struct packing {
    struct archive *archive;
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

static la_ssize_t take(struct archive *a, void *arg, const void *bytes, size_t size)
{
    struct packing *p = arg;
    if (p->out->size + size > p->room) {
        size_t room = 2 * (p->out->size + size);
        uint8_t *more = realloc(p->out->data, room);
        if (!more) {
            archive_set_error(a, ENOMEM, "no memory");
            return -1;
        }
        p->out->data = more;
        p->room = room;
    }
    memcpy(p->out->data + p->out->size, bytes, size);
    p->out->size += size;
    return (la_ssize_t)size;
}

/* Exactly the bytes that its header said. */
static bool pack_bytes(struct packing *p, int fd, const char *path, off_t size)
{
    char block[BLOCK];
    while (size > 0) {
        ssize_t n = read(fd, block, size < BLOCK ? (size_t)size : BLOCK);
        if (n <= 0)
            return wrong(p, path, "cannot be read");
        if (archive_write_data(p->archive, block, (size_t)n) != n)
            return wrong(p, path, "cannot be packed");
        size -= n;
    }
    return true;
}

static bool pack_entry(struct packing *p, int fd, const char *path, const struct stat *s)
{
    struct archive_entry *x = archive_entry_new();
    bool folder = S_ISDIR(s->st_mode);
    if (!x)
        return wrong(p, path, "cannot be packed: no memory");
    archive_entry_set_pathname(x, path);
    archive_entry_set_filetype(x, folder ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(x, folder || s->st_mode & 0111 ? 0755 : 0644);
    archive_entry_set_size(x, folder ? 0 : s->st_size);
    archive_entry_set_mtime(x, 0, 0);
    bool fine = archive_write_header(p->archive, x) == ARCHIVE_OK || wrong(p, path, "cannot be packed");
    archive_entry_free(x);
    return fine && (folder || pack_bytes(p, fd, path, s->st_size));
}

static bool pack_folder(struct packing *p, int folder, const char *path, unsigned depth);

static bool pack_one(struct packing *p, int folder, const char *path, const char *name, unsigned depth)
{
    struct stat s;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
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
    close(fd);
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
    if (!p->archive || archive_write_set_format_pax_restricted(p->archive) != ARCHIVE_OK ||
        archive_write_add_filter_gzip(p->archive) != ARCHIVE_OK ||
        archive_write_set_filter_option(p->archive, "gzip", "timestamp", NULL) != ARCHIVE_OK ||
        archive_write_open(p->archive, p, NULL, take, NULL) != ARCHIVE_OK)
        return wrong(p, path, "cannot be packed: no memory");
    if (program && (fstat(fd, &s) || !S_ISREG(s.st_mode) || (unsigned long long)s.st_size > ARTIFACT_BYTES))
        return wrong(p, path, "is no program of at most 256 MiB");
    if (program ? !pack_entry(p, fd, "bot", &s) : !pack_folder(p, fd, "", 0))
        return false;
    return archive_write_close(p->archive) == ARCHIVE_OK || wrong(p, path, "cannot be packed: no memory");
}

static bool pack_path(const char *path, bool program, struct store_bytes *out, char why[256])
{
    struct packing p = { .archive = archive_write_new(), .out = out, .why = why };
    int fd = open(path, (program ? 0 : O_DIRECTORY) | O_NONBLOCK | O_CLOEXEC);
    *out = (struct store_bytes){ 0 };
    bool fine = fd >= 0 ? pack(&p, path, fd, program) : wrong(&p, path, strerror(errno));
    if (fd >= 0)
        close(fd);
    archive_write_free(p.archive);
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
    FILE *f = fopen(path, "rb");
    long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    *out = (struct store_bytes){ .data = size > 0 && size <= (long)ARTIFACT_TAR ? malloc((size_t)size) : NULL,
                                 .size = size > 0 ? (size_t)size : 0 };
    if (f)
        rewind(f);
    bool fine = out->data && fread(out->data, 1, out->size, f) == out->size;
    if (f)
        fclose(f);
    if (!fine) {
        store_free(out);
        snprintf(why, 256, "'%.150s' cannot be read, or is larger than 64 MiB", path);
    }
    return fine;
}
