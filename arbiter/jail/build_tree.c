/* build_tree: both ends of the stream, and the broom. */
#include "build_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "record/whole.h"
#include "cli/say.h"

enum { BLOCK = 64 << 10, HEAD = 3, SIZE = 8 };

static int wrong(char why[TREE_WHY], const char *path, const char *what)
{
    return why_not(why, TREE_WHY, "'%.100s': %.80s", path, what);
}

static int put_whole(int fd, const void *bytes, size_t size) { return write_whole(fd, bytes, size) == size ? 0 : -1; }

/* --- sending ------------------------------------------------------------------------------------------------------- */

static int send_head(int to, char type, const char *path)
{
    size_t n = strlen(path);
    uint8_t head[HEAD] = { (uint8_t)type, (uint8_t)(n >> 8), (uint8_t)n };
    return put_whole(to, head, sizeof head) || put_whole(to, path, n) ? -1 : 0;
}

/* Exactly `size` bytes: a file that becomes shorter meanwhile is an error, one that grows is cut. */
static int send_bytes(int to, int from, uint64_t size)
{
    char block[BLOCK];
    uint8_t number[SIZE];
    for (int i = 0; i < SIZE; i++)
        number[i] = (uint8_t)(size >> 8 * (SIZE - 1 - i));
    if (put_whole(to, number, sizeof number))
        return -1;
    while (size > 0) {
        size_t n = size < sizeof block ? (size_t)size : sizeof block;
        if (read_exactly(from, block, n) || put_whole(to, block, n))
            return -1;
        size -= n;
    }
    return 0;
}

static int send_file(int to, const char *whole, const char *path, bool follow, char why[TREE_WHY])
{
    struct stat s;
    int fd = open(whole, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW)), bad = 0;
    if (fd < 0)
        return follow || errno == ELOOP ? 0 : wrong(why, path, strerror(errno)); /* a link to nowhere */
    if (!fstat(fd, &s) && S_ISREG(s.st_mode)) {
        errno = EIO;
        bad = send_head(to, s.st_mode & 0111 ? 'x' : 'f', path) || send_bytes(to, fd, (uint64_t)s.st_size);
    }
    close(fd);
    return bad ? wrong(why, path, strerror(errno)) : 0;
}

static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }

static int send_entry(FTSENT *x, size_t skip, int to, bool follow, char why[TREE_WHY])
{
    const char *path = x->fts_path + skip;
    path += *path == '/';
    if (x->fts_info == FTS_DP || (x->fts_info == FTS_D && !*path))
        return 0;
    if (strlen(path) >= TREE_PATH)
        return wrong(why, path, "its path is too long");
    switch (x->fts_info) {
    case FTS_D: return send_head(to, 'd', path) ? wrong(why, path, strerror(errno)) : 0;
    case FTS_F:
    case FTS_SL:
    case FTS_SLNONE: return send_file(to, x->fts_accpath, path, follow, why);
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS: return wrong(why, path, strerror(x->fts_errno));
    default: return 0;
    }
}

int tree_send(const char *folder, int to, bool follow, char why[TREE_WHY])
{
    char *roots[] = { (char *)(uintptr_t)folder, NULL };
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    FTSENT *x;
    int bad = tree ? 0 : wrong(why, folder, strerror(errno));
    while (!bad && (x = fts_read(tree)))
        bad = send_entry(x, strlen(folder), to, follow, why);
    if (!bad && put_whole(to, "e", 1))
        bad = wrong(why, folder, "nobody takes it");
    if (tree)
        fts_close(tree);
    return bad;
}

/* --- taking -------------------------------------------------------------------------------------------------------- */

struct taking {
    int from, root;
    struct tree_limits left;
    char *why;
};

/* "a/b/c": no empty part, no ".", no "..". */
static bool below(const char *path)
{
    for (const char *at = path;; at++) {
        size_t n = strcspn(at, "/");
        if (!n || (n == 1 && *at == '.') || (n == 2 && !strncmp(at, "..", 2)))
            return false;
        at += n;
        if (!*at)
            return true;
    }
}

static int take_bytes(struct taking *t, int fd, const char *path)
{
    char block[BLOCK];
    uint8_t number[SIZE];
    uint64_t size = 0;
    if (read_exactly(t->from, number, sizeof number))
        return wrong(t->why, path, "it ends in the middle");
    for (int i = 0; i < SIZE; i++)
        size = size << 8 | number[i];
    if (size > t->left.bytes)
        return wrong(t->why, path, "with it, it is too large");
    t->left.bytes -= size;
    while (size > 0) {
        size_t n = size < sizeof block ? (size_t)size : sizeof block;
        if (read_exactly(t->from, block, n))
            return wrong(t->why, path, "it ends in the middle");
        if (put_whole(fd, block, n))
            return wrong(t->why, path, strerror(errno));
        size -= n;
    }
    return 0;
}

static int take_entry(struct taking *t, char type, const char *path)
{
    if (!below(path))
        return wrong(t->why, path, "it would lie outside");
    if (!t->left.entries--)
        return wrong(t->why, path, "it is one file too many");
    if (type == 'd')
        return mkdirat(t->root, path, 0755) ? wrong(t->why, path, strerror(errno)) : 0;
    int fd = openat(t->root, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, type == 'x' ? 0755 : 0644);
    if (fd < 0)
        return wrong(t->why, path, strerror(errno));
    int bad = take_bytes(t, fd, path);
    return close(fd) && !bad ? wrong(t->why, path, strerror(errno)) : bad;
}

int tree_take(int from, const char *folder, const struct tree_limits *most, char why[TREE_WHY])
{
    struct taking t = { .from = from, .root = open(folder, O_DIRECTORY | O_CLOEXEC), .left = *most, .why = why };
    char path[TREE_PATH + 1];
    uint8_t head[HEAD];
    int bad = t.root < 0 ? wrong(why, folder, strerror(errno)) : 0;
    while (!bad) {
        if (read_exactly(from, head, 1))
            bad = wrong(why, folder, "the files end in the middle");
        else if (*head == 'e')
            break;
        else if (!strchr("dfx", *head) || !*head || read_exactly(from, head + 1, 2))
            bad = wrong(why, folder, "this is no tree");
        size_t n = bad ? 0 : (size_t)head[1] << 8 | head[2];
        if (!bad && (!n || n > TREE_PATH || read_exactly(from, path, n) || memchr(path, '\0', n)))
            bad = wrong(why, folder, "a path cannot be read");
        if (!bad) {
            path[n] = '\0';
            bad = take_entry(&t, (char)*head, path);
        }
    }
    close_fd(&t.root);
    return bad;
}

/* --- the broom ------------------------------------------------------------------------------------------------------- */

void tree_remove(const char *folder)
{
    char *roots[] = { (char *)(uintptr_t)folder, NULL };
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOSTAT, NULL);
    FTSENT *e;
    while (tree && (e = fts_read(tree))) {
        if (e->fts_info == FTS_D) {
            int ignored = chmod(e->fts_accpath, 0700);
            (void)ignored;
        } else if (e->fts_info == FTS_DP) {
            rmdir(e->fts_accpath);
        } else {
            unlink(e->fts_accpath);
        }
    }
    if (tree)
        fts_close(tree);
}
