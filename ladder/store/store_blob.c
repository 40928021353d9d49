/* store_blob: bytes by their BLAKE2b-256: files beside SQLite, rows in PostgreSQL.  Of a record less than its bytes is stored, from which
 * they are made again (archive/archive.h); of all else `b2sum -l 256` says the name. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/crypto.h"
#include "cli/path.h"
#include "record/whole.h"
#include "store_state.h"
#include "archive/archive.h"

enum { PATH_ROOM = 4096 };

/* Sets all, and the hash. */
static void blob_name(struct blob *b, const void *bytes, size_t size)
{
    b->bytes = bytes;
    b->size = size;
    b->fd = -1;
    b->kept = NULL;
    hash_bytes(b->hash, bytes, size);
}

static int too_many(struct store_error *e, size_t size)
{
    return store_fail(e, STORE_INVALID, "%zu bytes are too many: %d fit", size, STORE_BLOB_MAX);
}

int blob_keep(struct blob *b, const void *record, size_t size, struct store_error *e)
{
    blob_name(b, record, size);
    if (size > STORE_BLOB_MAX) /* it could not be read again */
        return too_many(e, size);
    if (archived_pack(record, size, &b->kept, &b->size))
        return store_fail(e, STORE_ENVIRONMENT, "there is not enough memory to keep a record: free some and try again");
    b->bytes = b->kept;
    return STORE_OK;
}

void blob_let_go(struct blob *b)
{
    free(b->kept);
    b->kept = NULL;
}

void blob_path(const char *database, const uint8_t hash[STORE_HASH], char *out, size_t room)
{
    char hex[2 * STORE_HASH + 1];
    hex_text(hex, hash, STORE_HASH);
    path_of(out, room, "%s.blobs/%.2s/%s", database, hex, hex);
}

static int environment(struct store_error *e, const char *path)
{
    return store_fail(e, STORE_ENVIRONMENT, "%s: %s: look at the disk and its permissions", path, strerror(errno));
}

/* The folder `name` in the folder `at`, open; made when it is not there.  -1 with *e set. */
static int folder_open(struct store *s, int at, const char *name, const char *path, struct store_error *e)
{
    bool made = !mkdirat(at, name, 0700);
    int fd = made || errno == EEXIST ? openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | owner_no_links(s)) : -1;
    if (fd < 0 || (made && at != AT_FDCWD && fsync(at)))
        environment(e, path);
    else if (!owner_give(s, fd, path, e))
        return fd;
    if (fd >= 0)
        close(fd);
    if (made)
        unlinkat(at, name, AT_REMOVEDIR);
    return -1;
}

static int blobs_open(struct store *s, struct store_error *e)
{
    char path[PATH_ROOM];
    path_of(path, sizeof path, "%s.blobs", s->where);
    return folder_open(s, AT_FDCWD, path, path, e);
}

int blob_folder_make(struct store *s, struct store_error *e)
{
    int fd = blobs_open(s, e);
    if (fd < 0)
        return (int)e->code;
    close(fd);
    return STORE_OK;
}

/* All of a file, a block at a time. */
static int copy_all(int fd, int from, size_t size)
{
    uint8_t block[64 << 10];
    for (size_t at = 0; at < size;) {
        ssize_t n = pread(from, block, sizeof block, (off_t)at);
        if (n <= 0 || write_whole(fd, block, (size_t)n) < (size_t)n)
            return -1;
        at += (size_t)n;
    }
    return 0;
}

/* A whole file under another name, on the disk, and its owner's; errors name the one that it is to have. */
static int write_aside(struct store *s, int folder, const char *name, const char *path, const struct blob *b,
                       struct store_error *e)
{
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return environment(e, path);
    if (!owner_give(s, fd, path, e) &&
        ((b->fd < 0 ? write_whole(fd, b->bytes, b->size) < b->size : copy_all(fd, b->fd, b->size)) || fsync(fd)))
        environment(e, path);
    if (close(fd) && !e->code)
        environment(e, path);
    if (e->code)
        unlinkat(folder, name, 0);
    return (int)e->code;
}

/* tmp, fsync, rename, fsync of the folder: after a crash the file is whole or not there. */
static int write_in(struct store *s, int folder, int bucket, const char *path, const struct blob *b,
                    struct store_error *e)
{
    static _Atomic unsigned counter;
    const char *name = strrchr(path, '/') + 1;
    char aside[64];
    struct stat st;
    snprintf(aside, sizeof aside, "tmp-%ld-%u", (long)getpid(), counter++);
    if (fstatat(bucket, name, &st, 0) || st.st_size != (off_t)b->size) {
        if (write_aside(s, folder, aside, path, b, e))
            return (int)e->code;
        if (renameat(folder, aside, bucket, name))
            return environment(e, path);
    }
    return fsync(bucket) ? environment(e, path) : STORE_OK;
}

/* Folders are held open and walked one by one: root must not be led elsewhere by a link in a store of another user. */
static int blob_write_file(struct store *s, const struct blob *b, struct store_error *e)
{
    char path[PATH_ROOM], hex[3];
    if (strlen(s->where) + sizeof ".blobs/ab/" + 2 * STORE_HASH >= PATH_ROOM)
        return store_fail(e, STORE_ENVIRONMENT, "the path of the store is too long: put it somewhere shorter");
    blob_path(s->where, b->hash, path, sizeof path);
    hex_text(hex, b->hash, 1);
    int folder = blobs_open(s, e), bucket = folder < 0 ? -1 : folder_open(s, folder, hex, path, e);
    if (bucket >= 0) {
        write_in(s, folder, bucket, path, b, e);
        close(bucket);
    }
    if (folder >= 0)
        close(folder);
    return (int)e->code;
}

int blob_write(struct store *s, const struct blob *b, size_t count, struct store_error *e)
{
    e->code = STORE_OK;
    pthread_rwlock_rdlock(&s->sweeping);
    if (s->mode == STORE_READ)
        return store_fail(e, STORE_INVALID, "the store is open for reading only");
    if (s->mode == STORE_BESIDE) /* the sweeper would not know of them */
        return store_fail(e, STORE_INVALID,
                          "the server of the store puts bytes into it: give them to that process over HTTP");
    for (size_t i = 0; i < count && !e->code; i++) {
        if (b[i].size > STORE_BLOB_MAX)
            return too_many(e, b[i].size);
        if (s->dialect == DB_SQLITE)
            blob_write_file(s, &b[i], e);
    }
    return (int)e->code;
}

void blob_done(struct store *s) { pthread_rwlock_unlock(&s->sweeping); }

/* Again: the time is renewed, which keeps a sweep away until something refers to it; what went with a season is here again. */
void blob_row(struct db *db, const struct blob *b)
{
    int64_t now = store_now(db->store);
    if (db->dialect == DB_PG)
        db_do(db,
              "insert into blob(hash, size, created_ms, bytes) values($1, $2, $3, $4) on conflict(hash) do"
              " update set created_ms = excluded.created_ms, season = 0, size = excluded.size,"
              " bytes = case when blob.season = 0 then blob.bytes else excluded.bytes end",
              ARGS(HASH_OF(b->hash), INT((int64_t)b->size), INT(now), BLOB(b->bytes, b->size)));
    else
        db_do(db,
              "insert into blob(hash, size, created_ms) values($1, $2, $3) on conflict(hash) do update set"
              " created_ms = excluded.created_ms, season = 0, size = excluded.size", /* of the file written last */
              ARGS(HASH_OF(b->hash), INT((int64_t)b->size), INT(now)));
}

static void put_row(struct db *db, void *arg) { blob_row(db, arg); }

int blob_put(struct store *s, struct blob *b, uint8_t hash[STORE_HASH], struct store_error *e)
{
    int code = blob_write(s, b, 1, e);
    if (!code)
        code = store_write(s, put_row, b, e);
    blob_done(s);
    if (!code)
        memcpy(hash, b->hash, STORE_HASH);
    return code;
}

int store_put(struct store *s, const void *bytes, size_t size, uint8_t hash[STORE_HASH], struct store_error *e)
{
    struct blob b;
    blob_name(&b, bytes, size);
    return blob_put(s, &b, hash, e);
}

/* --- reading -------------------------------------------------------------------------------------- */

static int read_file(const char *path, struct store_bytes *out, struct store_error *e)
{
    FILE *f = fopen(path, "rbe");
    struct stat st;
    if (!f && errno == ENOENT)
        return store_fail(e, STORE_CORRUPT, "%s is gone: take it from a backup", path);
    if (!f || fstat(fileno(f), &st)) {
        environment(e, path);
        if (f)
            fclose(f);
        return (int)e->code;
    }
    out->size = (size_t)st.st_size;
    out->data = malloc(out->size + 1);
    if (!out->data || fread(out->data, 1, out->size, f) != out->size) {
        environment(e, path);
        store_free(out);
    }
    fclose(f);
    return (int)e->code;
}

struct reading {
    const uint8_t *hash;
    struct store_bytes *out;
    bool there;
    int64_t season; /* with which it went */
    char name[STORE_NAME];
};

static void read_row(struct db *db, void *arg)
{
    struct reading *r = arg;
    struct db_rows rows;
    store_free(r->out);
    r->season = 0;
    r->there = db_one(db, &rows,
                      db->dialect == DB_PG ? "select season, bytes from blob where hash = $1"
                                           : "select season from blob where hash = $1",
                      ARGS(HASH_OF(r->hash)));
    if (r->there)
        r->season = db_int(&rows);
    if (r->there && !r->season && db->dialect == DB_PG)
        db_bytes(&rows, r->out);
    db_end(&rows);
    db_text_of(db, r->name, sizeof r->name, "select name from season where id = $1", ARGS(INT(r->season)));
}

static int blob_read(struct store *s, const uint8_t hash[STORE_HASH], struct store_bytes *out, struct store_error *e)
{
    char path[PATH_ROOM], hex[2 * STORE_HASH + 1];
    struct reading r = { .hash = hash, .out = out };
    *out = (struct store_bytes){ 0 };
    if (store_read(s, read_row, &r, e))
        return (int)e->code;
    if (!r.there)
        return store_fail(e, STORE_NOT_FOUND, "there is no blob %s", hex_text(hex, hash, STORE_HASH));
    if (r.season)
        return store_fail(
            e, STORE_LET_GO,
            N_("this record went with the season %s, and is here no more: who has that season's archive has it"),
            r.name);
    if (s->dialect == DB_PG)
        return STORE_OK;
    blob_path(s->where, hash, path, sizeof path);
    return read_file(path, out, e);
}

static const char DAMAGED[] = "it is damaged: take it from a backup";

/* What was stored, into the bytes with this hash: itself, or what is kept in it.  NULL; DAMAGED: they do not come of it; or why not here. */
static const char *restore(const uint8_t hash[STORE_HASH], struct store_bytes *b)
{
    uint8_t found[STORE_HASH];
    struct replay kept, plain;
    const char *why;
    hash_bytes(found, b->data, b->size);
    if (!memcmp(found, hash, STORE_HASH))
        return NULL;
    replay_over(&kept, b->data, b->size);
    int bad = archived_packed(&kept) ? archived_unpack(&plain, b->data, b->size, STORE_BLOB_MAX, &why) : -1;
    if (bad)
        return bad == ARCHIVED_NOT_HERE ? why : DAMAGED;
    store_free(b);
    *b = (struct store_bytes){ plain.heap, plain.size };
    hash_bytes(found, b->data, b->size);
    return memcmp(found, hash, STORE_HASH) ? DAMAGED : NULL;
}

int store_get(struct store *s, const uint8_t hash[STORE_HASH], struct store_bytes *out, struct store_error *e)
{
    char hex[2 * STORE_HASH + 1];
    const char *why = blob_read(s, hash, out, e) ? NULL : restore(hash, out);
    if (!why)
        return (int)e->code;
    store_free(out);
    return store_fail(e, why == DAMAGED ? STORE_CORRUPT : STORE_ENVIRONMENT, "blob %s: %s",
                      hex_text(hex, hash, STORE_HASH), why);
}

int store_get_as_stored(struct store *s, const uint8_t hash[STORE_HASH], struct store_bytes *out, struct store_error *e)
{
    struct store_bytes plain;
    *out = (struct store_bytes){ 0 };
    if (store_get(s, hash, &plain, e))
        return (int)e->code;
    store_free(&plain); /* before the same comes again */
    return blob_read(s, hash, out, e);
}
