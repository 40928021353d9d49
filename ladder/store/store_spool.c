/* store_spool: files without names, and how they become blobs. */
#include "store_spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "cli/path.h"
#include "cli/temporary.h"
#include "store_state.h"

enum { PATH_ROOM = 4096, BLOCK = 64 << 10 };

static void spool_folder(struct store *s, char path[PATH_ROOM])
{
    if (s->dialect == DB_SQLITE)
        path_of(path, PATH_ROOM, "%s.blobs", s->where);
    else
        snprintf(path, PATH_ROOM, "%s", temporary_base(PATH_ROOM - 1));
}

int store_spool(struct store *s)
{
    char path[PATH_ROOM], name[PATH_ROOM + 16];
    spool_folder(s, path);
    int fd = open(path, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
        return fd;
    snprintf(name, sizeof name, "%s/tmp-XXXXXX",
             path); /* a file system that has no such: its name is taken away at once */
    fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        unlink(name);
    return fd;
}

void store_pieces_folder(struct store *s, char *out, size_t room)
{
    char path[PATH_ROOM];
    spool_folder(s, path);
    if (s->dialect == DB_SQLITE)
        path_of(out, room, "%s.pieces", s->where);
    else
        path_of(out, room, "%s/fiel-ladder-pieces-%u", path, (unsigned)geteuid());
}

bool store_give(struct store *s, int fd)
{
    struct store_error e;
    return !owner_give(s, fd, "", &e) || (errno = EPERM, false);
}

bool store_private_folder(struct store *s, const char *path)
{
    struct stat st;
    if (mkdir(path, 0700) && errno != EEXIST)
        return false;
    OPENED_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool fine = fd >= 0 && store_give(s, fd) && !fstat(fd, &st);
    if (fine && (st.st_uid != s->owner || st.st_mode & 077)) {
        errno = EPERM;
        fine = false;
    }
    return fine;
}

uint64_t store_spool_room(struct store *s)
{
    char path[PATH_ROOM];
    struct statvfs v;
    spool_folder(s, path);
    return statvfs(path, &v) ? 0 : (uint64_t)v.f_bavail * v.f_frsize;
}

void spool_clear(struct store *s)
{
    char folder[PATH_ROOM];
    struct dirent *entry;
    spool_folder(s, folder);
    OPENED_DIR DIR *d = opendir(folder);
    while (d && (entry = readdir(d)))
        if (!strncmp(entry->d_name, "tmp-", 4))
            unlinkat(dirfd(d), entry->d_name, 0);
}

/* --- a blob of it --------------------------------------------------------------------------------- */

static int unreadable(struct store_error *e)
{
    return store_fail(e, STORE_ENVIRONMENT, "what was sent cannot be read again (%s): look at the disk",
                      strerror(errno));
}

/* Size and BLAKE2b-256 of all of it, as hash_bytes makes it. */
static int name_file(struct blob *b, struct store_error *e)
{
    crypto_generichash_state h;
    uint8_t block[BLOCK];
    ssize_t n;
    crypto_generichash_init(&h, NULL, 0, STORE_HASH);
    for (b->size = 0; (n = pread(b->fd, block, sizeof block, (off_t)b->size)) != 0; b->size += (size_t)n) {
        if (n < 0)
            return unreadable(e);
        crypto_generichash_update(&h, block, (unsigned long long)n);
    }
    crypto_generichash_final(&h, b->hash, STORE_HASH);
    return STORE_OK;
}

int store_put_file(struct store *s, int fd, uint8_t hash[STORE_HASH], struct store_error *e)
{
    struct blob b = { .fd = fd };
    void *seen = MAP_FAILED;
    if (name_file(&b, e))
        return (int)e->code;
    if (s->dialect == DB_PG && b.size) {
        seen = mmap(NULL, b.size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (seen == MAP_FAILED)
            return unreadable(e);
        b.bytes = seen;
    }
    int code = blob_put(s, &b, hash, e);
    if (seen != MAP_FAILED)
        munmap(seen, b.size);
    return code;
}

/* --- whose ---------------------------------------------------------------------------------------- */

int store_person_bytes(struct store *s, int64_t person, uint64_t *bytes, struct store_error *e)
{
    int64_t sum;
    int code = store_number(
        s, &sum, e,
        "select " COUNTED_SUM("size") " from blob where hash in (select v.artifact from version v join bot b on b.id ="
                                      " v.bot where b.person = $1 and v.artifact is not null union select v.built from "
                                      "version v join bot b on b.id"
                                      " = v.bot where b.person = $1 and v.built is not null union select d.transcript "
                                      "from dispute d where"
                                      " d.person = $1 and d.transcript is not null)",
        ARGS(INT(person)));
    *bytes = (uint64_t)sum;
    return code;
}
