/* build_tree: what comes out of a build is a stranger's: a stream that climbs, lies or ends too soon makes nothing outside. */
#include "support/test.h"

#include "jail/build_tree.h"
#include "support/folder.h"

FOLDER_FOR_ALL
static char why[TREE_WHY];

/* "TPATH=BYTES" for an entry of type T; the whole stream in `out`. */
static size_t write_entry(uint8_t *out, char type, const char *path, const char *bytes, uint64_t size)
{
    size_t n = strlen(path), at = 0;
    out[at++] = (uint8_t)type;
    out[at++] = (uint8_t)(n >> 8);
    out[at++] = (uint8_t)n;
    memcpy(out + at, path, n);
    at += n;
    for (int i = 0; bytes && i < 8; i++)
        out[at++] = (uint8_t)(size >> 8 * (7 - i));
    if (bytes) {
        memcpy(out + at, bytes, strlen(bytes));
        at += strlen(bytes);
    }
    return at;
}

static int take(const uint8_t *bytes, size_t size, uint64_t most, uint32_t entries)
{
    const struct tree_limits limits = { most, entries };
    char target[64];
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(write(pipes[1], bytes, size), size);
    close(pipes[1]);
    snprintf(target, sizeof target, "%s/t", folder);
    assert_int_equal(mkdir(target, 0755), 0);
    int bad = tree_take(pipes[0], target, &limits, why);
    close(pipes[0]);
    tree_remove(target);
    assert_int_not_equal(access(target, F_OK), 0);
    return bad;
}

static void refused(const uint8_t *bytes, size_t size, const char *says)
{
    if (!take(bytes, size, 100, 3) || !strstr(why, says))
        fail_msg("'%s', not '%s'", why, says);
}

TEST(what_lies_is_refused)
{
    static const char *const outside[] = { "/etc/x", "..", "../x", "a/../../x", "a//b", ".", "./a", "a/", "a/./b" };
    uint8_t b[4096];
    size_t n;
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        n = write_entry(b, 'f', outside[i], "x", 1);
        b[n++] = 'e';
        refused(b, n, "outside");
        n = write_entry(b, 'd', outside[i], NULL, 0);
        refused(b, n, "outside");
    }
    refused(b, 0, "in the middle");
    refused((const uint8_t *)"l\0\1a", 4, "no tree");
    refused((const uint8_t *)"\0", 1, "no tree");
    refused((const uint8_t *)"f\0\0", 3, "cannot be read");
    refused((const uint8_t *)"f\0\5ab", 5, "cannot be read");
    refused((const uint8_t *)"f\0\3a\0b", 6, "cannot be read");
    refused((const uint8_t *)"f\xff\xff"
                             "a",
            4, "cannot be read");
    n = write_entry(b, 'f', "a", "xyz", 99); /* shorter than it says */
    refused(b, n, "in the middle");
    n = write_entry(b, 'f', "a", "xyz", UINT64_MAX);
    refused(b, n, "too large");
    n = write_entry(b, 'f', "a", "x", 1); /* twice */
    n += write_entry(b + n, 'f', "a", "x", 1);
    refused(b, n, "exists");
    n = write_entry(b, 'f', "a/b", "x", 1); /* a folder that was not sent */
    refused(b, n, "No such file");
    n = 0;
    for (char name[2] = "a"; *name < 'e'; (*name)++)
        n += write_entry(b + n, 'd', name, NULL, 0);
    refused(b, n, "too many");
}

TEST(a_tree_goes_over)
{
    char from[SCRATCH_ROOM + 8], to[SCRATCH_ROOM + 8], path[128], text[16] = "";
    const struct tree_limits limits = { 1 << 20, 100 };
    struct stat s;
    int pipes[2], status;
    snprintf(from, sizeof from, "%s/from", folder);
    snprintf(to, sizeof to, "%s/to", folder);
    assert_int_equal(mkdir(from, 0755) | mkdir(to, 0755), 0);
    snprintf(path, sizeof path, "%s/sub", from);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(path, sizeof path, "%s/sub/run", from);
    int fd = open(path, O_WRONLY | O_CREAT, 0700);
    assert_int_equal(write(fd, "hello", 5), 5);
    close(fd);
    snprintf(path, sizeof path, "%s/link", from);
    assert_int_equal(symlink("sub/run", path), 0);
    for (int follow = 0; follow < 2; follow++) {
        assert_int_equal(pipe(pipes), 0);
        pid_t child = fork();
        if (!child)
            _exit(close(pipes[0]) || tree_send(from, pipes[1], follow, why) ? 1 : 0);
        close(pipes[1]);
        assert_int_equal(tree_take(pipes[0], to, &limits, why), 0);
        close(pipes[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        snprintf(path, sizeof path, "%s/sub/run", to);
        assert_true(!lstat(path, &s) && S_ISREG(s.st_mode) && (s.st_mode & 0777) == 0755);
        fd = open(path, O_RDONLY);
        assert_int_equal(read(fd, text, sizeof text), 5);
        close(fd);
        assert_string_equal(text, "hello");
        snprintf(path, sizeof path, "%s/link", to);
        assert_int_equal(lstat(path, &s) == 0 && S_ISREG(s.st_mode), follow);
        tree_remove(to);
        assert_int_equal(mkdir(to, 0755), 0);
    }
    assert_int_equal(tree_send("/no/such/folder", 1, false, why), -1);
}
