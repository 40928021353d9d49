/* store_sweep: blobs that nothing refers to, what went with a season, and files that a crash left without a row. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/crypto.h"
#include "cli/path.h"
#include "store_state.h"

enum { SWEEP = 256, DAY_MS = 86400000, PATH_ROOM = 4096 };
struct sweep {
    uint8_t hash[SWEEP][STORE_HASH];
    size_t count;
};

#define UNUSED \
    " from blob where created_ms < $1" \
    " and not exists(select 1 from version where artifact = hash or built = hash)" \
    " and not exists(select 1 from validation where replay = hash)" \
    " and not exists(select 1 from leg where replay = hash)" \
    " and not exists(select 1 from dispute where transcript = hash)"

/* Takes up to SWEEP rows away; what somebody refers to meanwhile stays. */
static void sweep_rows(struct db *db, void *arg)
{
    struct sweep *w = arg;
    struct db_rows rows;
    int64_t before = store_now(db->store) - DAY_MS;
    size_t found = 0, gone = 0;
    db_query(db, &rows, "select hash" UNUSED " limit $2", ARGS(INT(before), INT(SWEEP)));
    while (db_next(&rows))
        db_blob(&rows, w->hash[found++], STORE_HASH);
    for (size_t i = 0; i < found; i++) {
        if (!db_do(db, "delete" UNUSED " and hash = $2", ARGS(INT(before), HASH_OF(w->hash[i]))))
            continue;
        memmove(w->hash[gone++], w->hash[i], STORE_HASH);
    }
    w->count = gone;
}

/* A file of a day ago that has no row: the process that wrote it was ended before its commit. */
static bool is_left_over(struct store *s, const char *path, const char *name)
{
    uint8_t hash[STORE_HASH];
    int64_t rows;
    struct store_error e;
    struct stat st;
    if (stat(path, &st) || !S_ISREG(st.st_mode) || (int64_t)st.st_mtime * 1000 > store_now(s) - DAY_MS)
        return false;
    if (!strncmp(name, "tmp-", 4))
        return true;
    return hex_parse(hash, sizeof hash, name) &&
           !store_number(s, &rows, &e, "select count(*) from blob where hash = $1", ARGS(HASH_OF(hash))) && !rows;
}

static uint64_t sweep_folder(struct store *s, const char *folder)
{
    char path[PATH_ROOM];
    uint64_t swept = 0;
    struct dirent *entry;
    OPENED_DIR DIR *d = opendir(folder);
    if (!d)
        return 0;
    while ((entry = readdir(d))) {
        if (*entry->d_name == '.' || snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= PATH_ROOM)
            continue;
        if (is_left_over(s, path, entry->d_name) && !unlink(path))
            swept++;
    }
    return swept;
}

static uint64_t sweep_files(struct store *s)
{
    char folder[PATH_ROOM];
    uint64_t swept;
    path_of(folder, sizeof folder, "%s.blobs", s->where);
    swept = sweep_folder(s, folder);
    for (unsigned i = 0; i < 256; i++) {
        path_of(folder, sizeof folder, "%s.blobs/%02x", s->where, i);
        swept += sweep_folder(s, folder);
    }
    return swept;
}

static void unlink_all(struct store *s, const struct sweep *w)
{
    char path[PATH_ROOM];
    for (size_t i = 0; s->dialect == DB_SQLITE && i < w->count; i++) {
        blob_path(s->where, w->hash[i], path, sizeof path);
        unlink(path);
    }
}

/* --- what went with a season ------------------------------------------------------------------------- */

static void find_leaving(struct db *db, void *arg)
{
    struct sweep *w = arg;
    struct db_rows rows;
    w->count = 0;
    db_query(db, &rows, "select hash from blob where season <> 0 and size > 0 limit $1", ARGS(INT(SWEEP)));
    while (db_next(&rows))
        db_blob(&rows, w->hash[w->count++], STORE_HASH);
}

static void empty_rows(struct db *db, void *arg)
{
    const struct sweep *w = arg;
    for (size_t i = 0; i < w->count; i++)
        db_do(db,
              db->dialect == DB_PG ? "update blob set size = 0, bytes = '' where hash = $1 and season <> 0"
                                   : "update blob set size = 0 where hash = $1 and season <> 0",
              ARGS(HASH_OF(w->hash[i])));
}

/* Its row says so already, so a file that is gone before its row is emptied is missed by nobody; a killed sweep is resumed. */
static int sweep_leaving(struct store *s, uint64_t *swept, struct store_error *e)
{
    struct sweep w;
    int code;
    do {
        code = store_read(s, find_leaving, &w, e);
        if (!code && w.count) {
            unlink_all(s, &w);
            code = store_write(s, empty_rows, &w, e);
        }
        if (!code)
            *swept += w.count;
    } while (!code && w.count == SWEEP);
    return code;
}

int store_sweep(struct store *s, uint64_t *swept, struct store_error *e)
{
    struct sweep w;
    int code;
    *swept = 0;
    pthread_rwlock_wrlock(&s->sweeping);
    do {
        code = store_write(s, sweep_rows, &w, e);
        if (!code) {
            unlink_all(s, &w);
            *swept += w.count;
        }
    } while (!code && w.count == SWEEP);
    if (!code)
        code = sweep_leaving(s, swept, e);
    if (!code && s->dialect == DB_SQLITE)
        *swept += sweep_files(s);
    pthread_rwlock_unlock(&s->sweeping);
    return code;
}
