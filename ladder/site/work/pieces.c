/* pieces: a folder for each worker, KEY+HAND, beside the store's blobs or, with PostgreSQL, where temporary files go. */
#include "pieces.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/path.h"
#include "record/whole.h"
#include "store/store_spool.h"

enum { BLOCK = 64 << 10, DAY_S = 86400 };

static bool home(struct store *s, char path[PIECE_PATH])
{
    store_pieces_folder(s, path, PIECE_PATH - 128);
    return store_private_folder(s, path);
}

/* "KEY/HAND" as one name: neither has a plus. */
static bool place(struct store *s, const char *worker, char path[PIECE_PATH])
{
    if (!home(s, path))
        return false;
    size_t used = strlen(path);
    snprintf(path + used, PIECE_PATH - used, "/%.63s", worker);
    char *slash = strchr(path + used + 1, '/');
    if (slash)
        *slash = '+';
    return true;
}

bool pieces_folder(struct store *s, const char *worker, char path[PIECE_PATH])
{
    return place(s, worker, path) && store_private_folder(s, path);
}

static void clear_folder(const char *path)
{
    struct dirent *entry;
    OPENED_DIR DIR *d = opendir(path);
    while (d && (entry = readdir(d)))
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
            unlinkat(dirfd(d), entry->d_name, 0);
    rmdir(path);
}

void pieces_clear(struct store *s, const char *worker)
{
    char path[PIECE_PATH];
    if (place(s, worker, path))
        clear_folder(path);
}

uint64_t pieces_size(struct store *s, const char *worker, const char *name)
{
    char path[PIECE_PATH], file[PIECE_PATH + 64];
    struct stat st;
    if (!place(s, worker, path))
        return 0;
    snprintf(file, sizeof file, "%s/%.40s", path, name);
    return stat(file, &st) ? 0 : (uint64_t)st.st_size;
}

static uint64_t folder_size(const char *path)
{
    uint64_t sum = 0;
    struct dirent *entry;
    struct stat st;
    OPENED_DIR DIR *d = opendir(path);
    while (d && (entry = readdir(d)))
        if (!fstatat(dirfd(d), entry->d_name, &st, 0) && S_ISREG(st.st_mode))
            sum += (uint64_t)st.st_size;
    return sum;
}

uint64_t pieces_of_key(struct store *s, const char *key)
{
    char path[PIECE_PATH], one[PIECE_PATH + 300];
    uint64_t sum = 0;
    struct dirent *entry;
    size_t n = strlen(key);
    OPENED_DIR DIR *d = home(s, path) ? opendir(path) : NULL;
    while (d && (entry = readdir(d)))
        if (!strncmp(entry->d_name, key, n) && entry->d_name[n] == '+') {
            path_of(one, sizeof one, "%s/%s", path, entry->d_name);
            sum += folder_size(one);
        }
    return sum;
}

static bool copy(int from, int to)
{
    char block[BLOCK];
    ssize_t n;
    off_t at = 0;
    while ((n = pread(from, block, sizeof block, at)) > 0) {
        if (write_whole(to, block, (size_t)n) < (size_t)n)
            return false;
        at += n;
    }
    return n == 0;
}

bool pieces_add(struct store *s, const char *worker, const char *name, int from)
{
    char path[PIECE_PATH], file[PIECE_PATH + 64];
    struct stat st;
    if (!pieces_folder(s, worker, path))
        return false;
    snprintf(file, sizeof file, "%s/%.40s", path, name);
    OPENED_FD int to = open(file, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool there = to >= 0 && store_give(s, to) && !fstat(to, &st), fine = there && copy(from, to);
    int error = errno;
    if (there && !fine && ftruncate(to, st.st_size))
        unlink(file); /* sent from its beginning, then */
    errno = error;
    return fine;
}

void pieces_sweep(struct store *s)
{
    char path[PIECE_PATH], one[PIECE_PATH + 300];
    struct dirent *entry;
    struct stat st;
    OPENED_DIR DIR *d = home(s, path) ? opendir(path) : NULL;
    while (d && (entry = readdir(d))) {
        path_of(one, sizeof one, "%s/%s", path, entry->d_name);
        if (*entry->d_name != '.' && !stat(one, &st) && st.st_mtime < time(NULL) - DAY_S)
            clear_folder(one);
    }
}
