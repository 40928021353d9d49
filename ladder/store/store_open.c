/* store_open: opening and closing: which database it is, who writes it, its tables. */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/path.h"
#include "db_sqlite.h"
#include "record/lock.h"
#include "store_schema.h"
#include "store_spool.h"
#include "store_state.h"

/* The file beside the database that says who writes it.  The kernel lets go of it when that process ends. */
static int lock_file(struct store *s, struct store_error *e)
{
    char path[4096], who[32] = "";
    path_of(path, sizeof path, "%s.lock", s->where);
    s->lock = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool made = s->lock >= 0;
    if (!made && errno == EEXIST)
        s->lock = open(path, O_RDWR | O_CLOEXEC | owner_no_links(s));
    if (s->lock < 0)
        return store_fail(e, STORE_ENVIRONMENT, "%s cannot be made (%s): see that its folder is there and yours", path,
                          strerror(errno));
    if (owner_give(s, s->lock, path, e)) {
        if (made)
            unlink(path);
        return (int)e->code;
    }
    if (lock_whole(s->lock)) {
        ssize_t size = read(s->lock, who, sizeof who - 1);
        who[size > 0 ? strcspn(who, "\n") : 0] = '\0';
        return store_fail(e, STORE_BUSY,
                          "process %s writes to %s: SQLite has one writer: give the work to that process over HTTP, end"
                          " it, or take a PostgreSQL store",
                          *who ? who : "(unknown)", s->where);
    }
    snprintf(who, sizeof who, "%ld\n", (long)getpid());
    if (ftruncate(s->lock, 0) || pwrite(s->lock, who, strlen(who), 0) < 0)
        return store_fail(e, STORE_ENVIRONMENT, "%s cannot be written (%s): see that the disk has room", path,
                          strerror(errno));
    return STORE_OK;
}

/* An empty file, which SQLite takes for a new database; it gives its other files the owner and the mode of this one. */
static int database_make(struct store *s, struct store_error *e)
{
    int fd = db_sqlite_make_private(s->where, owner_no_links(s)), code = STORE_OK;
    if (fd < 0)
        return STORE_OK; /* SQLite says why */
    code = owner_give(s, fd, s->where, e);
    close(fd);
    return code;
}

/* A file that is none of SQLite's is left as it is, and nothing is made beside it. */
static int look_at_file(const struct store *s, struct store_error *e)
{
    static const char magic[] = "SQLite format 3"; /* with its NUL */
    char first[sizeof magic];
    struct stat file;
    if (stat(s->where, &file))
        return s->mode == STORE_CREATE || errno != ENOENT
                   ? STORE_OK /* it is made, or SQLite says why it cannot be opened */
                   : store_fail(e, STORE_ENVIRONMENT,
                                "%s is not there: make it with `fiel-ladder init`, or name another store with --store",
                                s->where);
    if (!S_ISREG(file.st_mode))
        return store_fail(e, STORE_ENVIRONMENT, "%s is no file: name the database of a ladder, as sqlite:ladder.db",
                          s->where);
    OPENED_FD int fd = open(s->where, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? 0 : read(fd, first, sizeof first);
    if (size <= 0 || (size == sizeof first && !memcmp(first, magic, sizeof first)))
        return STORE_OK; /* an empty one SQLite takes for a new database */
    return store_fail(
        e, STORE_CORRUPT,
        "%s is no database, or its beginning is damaged: name another store with --store, or take the last backup",
        s->where);
}

static int open_sqlite(struct store *s, struct store_error *e)
{
    owner_find(s);
    int code = look_at_file(s, e);
    if (code || s->mode == STORE_READ)
        return code;
    if (s->mode == STORE_BESIDE)
        return writer_start(s, e); /* SQLite's own lock lets one commit after the other */
    code = lock_file(s, e);
    if (!code)
        code = blob_folder_make(s, e);
    if (!code && s->mode == STORE_CREATE)
        code = database_make(s, e);
    if (!code)
        spool_clear(s);
    if (!code)
        code = writer_start(s, e);
    return code;
}

static void check_tables(struct db *db, void *arg)
{
    (void)arg;
    schema_check(db);
}

static int open_tables(struct store *s, struct store_error *e)
{
    bool make = s->mode == STORE_CREATE;
    int code = STORE_OK;
    if (s->mode == STORE_SERVE || make)
        code = store_write(s, schema_migrate, &make, e);
    if (!code)
        code = store_read(s, check_tables, NULL, e);
    return code;
}

static const char *after(const char *text, const char *prefix)
{
    size_t size = strlen(prefix);
    return strncmp(text, prefix, size) ? NULL : text + size;
}

/* What kind of store it is and where; STORE_INVALID for neither. */
static int set_where(struct store *s, const char *where, struct store_error *e)
{
    const char *path = after(where, "sqlite:");
    if (path && *path) {
        s->dialect = DB_SQLITE;
        s->where = strdup(path);
    } else if (after(where, "postgresql://") || after(where, "postgres://")) {
        s->dialect = DB_PG;
        s->where = strdup(where);
    } else {
        return store_fail(e, STORE_INVALID, "'%.80s' names no store: write sqlite:PATH or postgresql://...", where);
    }
    return s->where ? STORE_OK : store_fail(e, STORE_ENVIRONMENT, "there is not enough memory");
}

int store_open(struct store **out, const char *where, enum store_mode mode, struct store_error *e)
{
    struct store *s = calloc(1, sizeof *s);
    int code;
    *out = NULL;
    if (!s)
        return store_fail(e, STORE_ENVIRONMENT, "there is not enough memory");
    s->mode = mode;
    s->lock = -1;
    s->owner = geteuid();
    pthread_mutex_init(&s->mutex, NULL);
    pthread_rwlock_init(&s->sweeping, NULL);
    pthread_cond_init(&s->idle_again, NULL);
    pthread_cond_init(&s->touched, NULL);
    for (int i = 0; i < TOPICS; i++)
        s->topic[i] = 1;
    code = set_where(s, where, e);
    if (!code)
        code = labels_start(s, e);
    if (!code && s->dialect == DB_SQLITE)
        code = open_sqlite(s, e);
    if (!code)
        code = open_tables(s, e);
    *out = s;
    if (code)
        store_close(out);
    return code;
}

void store_close(struct store **store)
{
    struct store *s = *store;
    *store = NULL;
    if (!s)
        return;
    listener_stop(s);
    while (s->idle_count)
        db_close(s->idle[--s->idle_count]);
    writer_stop(s); /* last: only a connection that may write folds SQLite's log into the file when it goes */
    labels_stop(s);
    if (s->lock >= 0)
        close(s->lock);
    pthread_cond_destroy(&s->touched);
    pthread_cond_destroy(&s->idle_again);
    pthread_rwlock_destroy(&s->sweeping);
    pthread_mutex_destroy(&s->mutex);
    free(s->where);
    free(s);
}
