#include "log/append.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/proof.h"
#include "log/put.h"

enum { LEVELS = 8 }; /* 256^8 entries are more than 2^63 */

/* The unfinished tile of a level: the right edge of the tree. */
struct edge {
    unsigned width;
    bool changed;
    uint8_t hash[TILE_WIDTH][TREE_HASH];
};

struct log_writer {
    int folder, lock;
    struct note_signer signer;
    uint64_t size;
    char checkpoint[LOG_CHECKPOINT]; /* with its cosignatures */
    struct edge edge[LEVELS];
    uint8_t *bundle; /* the entries of the unfinished bundle */
    size_t bundle_size;
};

int log_fail(char why[LOG_WHY], const char *what, const char *reason)
{
    snprintf(why, LOG_WHY, "%.128s: %.100s", what, reason);
    return -1;
}

static int put_checkpoint(int folder, const struct note_signer *s, uint64_t size, const uint8_t root[TREE_HASH],
                          char text[LOG_CHECKPOINT])
{
    char note[CHECKPOINT_TEXT];
    size_t n = checkpoint_sign(s, size, root, note);
    if (put_file(folder, "checkpoint", note, n) < 0)
        return -1;
    memcpy(text, note, n + 1);
    return 0;
}

int log_create(const char *folder, const struct note_signer *s, char why[LOG_WHY])
{
    uint8_t root[TREE_HASH];
    char text[LOG_CHECKPOINT];
    if (mkdir(folder, 0755) < 0 && errno != EEXIST)
        return log_fail(why, folder, strerror(errno));
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return log_fail(why, folder, strerror(errno));
    int rc = 0;
    char key[NOTE_KEY_TEXT + 1];
    note_key_text(&s->key, key);
    strcat(key, "\n");
    tree_root(&(struct tree){ 0 }, 0, root);
    if (faccessat(fd, "checkpoint", F_OK, 0) == 0)
        rc = log_fail(why, folder, "is a log already: its key file goes on with it");
    else if (put_file(fd, "key", key, strlen(key)) < 0 || put_checkpoint(fd, s, 0, root, text) < 0)
        rc = log_fail(why, folder, strerror(errno));
    close(fd);
    return rc;
}

/* Only one process writes; the lock goes with the process. */
static int take_lock(struct log_writer *w)
{
    w->lock = openat(w->folder, "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (w->lock < 0)
        return -1;
    int rc;
    do
        rc = flock(w->lock, LOCK_EX);
    while (rc < 0 && errno == EINTR);
    return rc;
}

/* The right edge of the tree as the files hold it. */
static int load_edges(struct log_writer *w)
{
    struct tiles t;
    tiles_start(&t, w->folder, w->size);
    struct tree tree = tiles_tree(&t);
    for (unsigned level = 0; level < LEVELS; level++) {
        uint64_t all = w->size >> (TILE_HEIGHT * level);
        struct edge *e = &w->edge[level];
        for (e->width = 0; e->width < all % TILE_WIDTH; e->width++)
            if (!tree.subtree(tree.from, TILE_HEIGHT * level, all - all % TILE_WIDTH + e->width, e->hash[e->width]))
                return -1;
    }
    if (w->size % TILE_WIDTH == 0)
        return 0;
    uint8_t *bundle = tiles_bundle(&t, w->size / TILE_WIDTH, &w->bundle_size);
    if (!bundle)
        return -1;
    memcpy(w->bundle, bundle, w->bundle_size);
    free(bundle);
    return 0;
}

/* Goes on from the checkpoint on the disk: it has to be ours, and the tiles have to give its root. */
static int load(struct log_writer *w, const char *name, char why[LOG_WHY])
{
    char note[NOTE_MAX + 1];
    struct checkpoint c;
    struct tiles t;
    uint8_t root[TREE_HASH];
    long n = tiles_checkpoint(w->folder, note);
    if (n < 0)
        return log_fail(why, name, errno == ENOENT ? "no log here: fiel log create makes one" : strerror(errno));
    const char *wrong = n < LOG_CHECKPOINT
                            ? checkpoint_open(note, (size_t)n, &w->signer.key, &c)
                            : "its checkpoint has more signatures than a proof has room for: take some out";
    if (wrong)
        return log_fail(why, name, wrong);
    memcpy(w->checkpoint, note, (size_t)n + 1);
    w->size = c.size;
    tiles_start(&t, w->folder, w->size);
    struct tree tree = tiles_tree(&t);
    if (!tree_root(&tree, w->size, root))
        return log_fail(why, name, "a tile of the log cannot be read");
    if (memcmp(root, c.root, sizeof root) != 0)
        return log_fail(why, name, "the tiles do not give the root of the checkpoint");
    return load_edges(w) < 0 ? log_fail(why, name, "a tile of the log cannot be read") : 0;
}

struct log_writer *log_open(const char *folder, const struct note_signer *s, char why[LOG_WHY])
{
    struct log_writer *w = calloc(1, sizeof *w);
    if (!w) {
        log_fail(why, folder, "no memory");
        return NULL;
    }
    w->signer = *s;
    w->lock = -1;
    w->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    w->bundle = malloc((size_t)TILE_WIDTH * (2 + ENTRY_MAX));
    int rc;
    if (w->folder < 0 || !w->bundle || take_lock(w) < 0)
        rc = log_fail(why, folder, errno == ENOENT ? "no log here: fiel log create makes one" : strerror(errno));
    else
        rc = load(w, folder, why);
    if (rc < 0) {
        log_close(w);
        return NULL;
    }
    return w;
}

void log_close(struct log_writer *w)
{
    if (!w)
        return;
    if (w->lock >= 0)
        close(w->lock);
    if (w->folder >= 0)
        close(w->folder);
    sodium_memzero(&w->signer, sizeof w->signer);
    free(w->bundle);
    free(w);
}

/* The whole tile begins with the same bytes and serves in the place of its partial forms. */
static void drop_partials(const struct log_writer *w, int level, uint64_t number)
{
    char path[TILE_PATH];
    for (unsigned width = 1; width < TILE_WIDTH; width++)
        unlinkat(w->folder, tile_path(path, level, number, width), 0);
    *strrchr(path, '/') = '\0';
    unlinkat(w->folder, path, AT_REMOVEDIR);
}

/* When a tile is whole it is written for good, its partial forms go, and its root joins the level above. */
static int tile_finish(struct log_writer *w, unsigned level, uint64_t number);

static int edge_add(struct log_writer *w, unsigned level, uint64_t index, const uint8_t hash[TREE_HASH])
{
    struct edge *e = &w->edge[level];
    memcpy(e->hash[e->width++], hash, TREE_HASH);
    e->changed = true;
    return e->width == TILE_WIDTH ? tile_finish(w, level, index / TILE_WIDTH) : 0;
}

static void tile_root(uint8_t out[TREE_HASH], const struct edge *e)
{
    uint8_t row[TILE_WIDTH][TREE_HASH];
    memcpy(row, e->hash, sizeof row);
    for (unsigned n = TILE_WIDTH; n > 1; n /= 2)
        for (unsigned i = 0; i < n / 2; i++)
            tree_node(row[i], row[2 * i], row[2 * i + 1]);
    memcpy(out, row[0], TREE_HASH);
}

static int tile_finish(struct log_writer *w, unsigned level, uint64_t number)
{
    struct edge *e = &w->edge[level];
    char path[TILE_PATH];
    uint8_t root[TREE_HASH];
    if (level == 0) {
        if (put_file(w->folder, tile_path(path, TILE_ENTRIES, number, TILE_WIDTH), w->bundle, w->bundle_size) < 0)
            return -1;
        drop_partials(w, TILE_ENTRIES, number);
        w->bundle_size = 0;
    }
    if (put_file(w->folder, tile_path(path, (int)level, number, TILE_WIDTH), e->hash, sizeof e->hash) < 0)
        return -1;
    drop_partials(w, (int)level, number);
    tile_root(root, e);
    e->width = 0;
    e->changed = false;
    return level + 1 < LEVELS ? edge_add(w, level + 1, number, root) : 0;
}

/* The unfinished tiles that this batch has changed. */
static int put_edges(struct log_writer *w)
{
    char path[TILE_PATH];
    if (w->size % TILE_WIDTH != 0 &&
        put_file(w->folder, tile_path(path, TILE_ENTRIES, w->size / TILE_WIDTH, (unsigned)(w->size % TILE_WIDTH)),
                 w->bundle, w->bundle_size) < 0)
        return -1;
    for (unsigned level = 0; level < LEVELS; level++) {
        struct edge *e = &w->edge[level];
        uint64_t number = (w->size >> (TILE_HEIGHT * level)) / TILE_WIDTH;
        if (e->changed && put_file(w->folder, tile_path(path, (int)level, number, e->width), e->hash,
                                   (size_t)e->width * TREE_HASH) < 0)
            return -1;
        e->changed = false;
    }
    return 0;
}

static int entry_add(struct log_writer *w, const struct log_entry *entry)
{
    uint8_t leaf[TREE_HASH], *at = w->bundle + w->bundle_size;
    at[0] = (uint8_t)(entry->size >> 8);
    at[1] = (uint8_t)entry->size;
    memcpy(at + 2, entry->bytes, entry->size);
    w->bundle_size += 2 + entry->size;
    tree_leaf(leaf, entry->bytes, entry->size);
    return edge_add(w, 0, w->size++, leaf);
}

int log_append(struct log_writer *w, const struct log_entry *entries, unsigned count, uint64_t *first,
               char why[LOG_WHY])
{
    struct tiles t;
    uint8_t root[TREE_HASH];
    *first = w->size;
    for (unsigned i = 0; i < count; i++)
        if (entries[i].size > ENTRY_MAX)
            return log_fail(why, "log", "an entry is at most 65535 bytes");
    for (unsigned i = 0; i < count; i++)
        if (entry_add(w, &entries[i]) < 0)
            return log_fail(why, "log", strerror(errno));
    if (put_edges(w) < 0)
        return log_fail(why, "log", strerror(errno));
    tiles_start(&t, w->folder, w->size);
    struct tree tree = tiles_tree(&t);
    if (!tree_root(&tree, w->size, root))
        return log_fail(why, "log", "a tile just written cannot be read");
    if (put_checkpoint(w->folder, &w->signer, w->size, root, w->checkpoint) < 0)
        return log_fail(why, "log", strerror(errno));
    return 0;
}

const char *log_checkpoint(const struct log_writer *w) { return w->checkpoint; }

int log_cosign(struct log_writer *w, const char *lines, char why[LOG_WHY])
{
    char note[LOG_CHECKPOINT];
    struct checkpoint c;
    int n = snprintf(note, sizeof note, "%s%s", w->checkpoint, lines);
    const char *wrong = n >= LOG_CHECKPOINT ? "there is no room for more cosignatures"
                                            : checkpoint_open(note, (size_t)n, &w->signer.key, &c);
    if (wrong)
        return log_fail(why, "cosignature", wrong);
    if (put_file(w->folder, "checkpoint", note, (size_t)n) < 0)
        return log_fail(why, "checkpoint", strerror(errno));
    memcpy(w->checkpoint, note, (size_t)n + 1);
    return 0;
}

uint64_t log_size(const struct log_writer *w) { return w->size; }

int log_folder(const struct log_writer *w) { return w->folder; }

int log_last_number(struct log_writer *w, uint64_t *number, char why[LOG_WHY])
{
    char text[32] = "0";
    int fd = openat(w->folder, "number", O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno != ENOENT)
        return log_fail(why, "number", strerror(errno));
    if (fd >= 0) {
        ssize_t n = read(fd, text, sizeof text - 1);
        close(fd);
        if (n <= 0)
            return log_fail(why, "number", "the file is empty: write the last match number into it");
        text[n] = '\0';
    }
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    if (errno || end == text || (*end != '\n' && *end) || *number == UINT64_MAX)
        return log_fail(why, "number", "not a match number: write the last one into the file");
    return 0;
}

char *log_given_path(char path[LOG_GIVEN], uint64_t number)
{
    snprintf(path, LOG_GIVEN, "given/%" PRIu64, number);
    return path;
}

int log_next_number(struct log_writer *w, const char *claim, uint64_t *number, char why[LOG_WHY])
{
    char text[32], path[LOG_GIVEN];
    uint64_t last;
    if (log_last_number(w, &last, why))
        return -1;
    int n = snprintf(text, sizeof text, "%" PRIu64 "\n", last + 1);
    if (put_file(w->folder, log_given_path(path, last + 1), claim, strlen(claim)) < 0)
        return log_fail(why, "given", strerror(errno));
    if (put_file(w->folder, "number", text, (size_t)n) < 0)
        return log_fail(why, "number", strerror(errno));
    *number = last + 1;
    return 0;
}

size_t log_proof(struct log_writer *w, uint64_t index, char text[LOG_PROOF])
{
    struct tiles t;
    struct tree_proof p;
    tiles_start(&t, w->folder, w->size);
    struct tree tree = tiles_tree(&t);
    if (!tree_inclusion(&tree, w->size, index, &p))
        return 0;
    return proof_write(text, LOG_PROOF, index, &p, w->checkpoint);
}
