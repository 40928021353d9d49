/* The match log's tree, notes, tiles and writer.  The roots of the first eight sizes are those that the
 * reference implementation of RFC 6962 publishes; the key is the example of Go's package note. */
#include "support/test.h"
#include <sys/syscall.h>

#include "log/append.h"
#include "log/proof.h"
#include "record/crypto.h"
#include "support/cosign.h"
#include "support/notes.h"
#include "support/scratch.h"
#include "support/tree_extends.h"

/* --- the tree ------------------------------------------------------------------------------------ */

enum { LEAVES = 70 };

/* Subtrees hashed anew from numbered entries. */
static bool plain_subtree(void *from, unsigned level, uint64_t index, uint8_t out[TREE_HASH])
{
    uint8_t left[TREE_HASH], right[TREE_HASH];
    if (level == 0) {
        uint8_t entry = (uint8_t)index;
        tree_leaf(out, &entry, 1);
        return true;
    }
    plain_subtree(from, level - 1, 2 * index, left);
    plain_subtree(from, level - 1, 2 * index + 1, right);
    tree_node(out, left, right);
    return true;
}

static const struct tree plain = { .subtree = plain_subtree };

struct known {
    const char *hex;
    size_t size;
};
static bool known_subtree(void *from, unsigned level, uint64_t index, uint8_t out[TREE_HASH])
{
    static const struct known entry[] = {
        { "", 0 },
        { "00", 1 },
        { "10", 1 },
        { "2021", 2 },
        { "3031", 2 },
        { "40414243", 4 },
        { "5051525354555657", 8 },
        { "606162636465666768696a6b6c6d6e6f", 16 },
    };
    uint8_t bytes[16], left[TREE_HASH], right[TREE_HASH];
    if (level == 0) {
        hex_parse(bytes, entry[index].size, entry[index].hex);
        tree_leaf(out, bytes, entry[index].size);
        return true;
    }
    known_subtree(from, level - 1, 2 * index, left);
    known_subtree(from, level - 1, 2 * index + 1, right);
    tree_node(out, left, right);
    return true;
}

TEST(test_published_roots)
{
    static const char *const roots[] = {
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    };
    const struct tree tree = { .subtree = known_subtree };
    for (unsigned n = 0; n <= 8; n++) {
        uint8_t root[TREE_HASH];
        char hex[2 * TREE_HASH + 1];
        assert_true(tree_root(&tree, n, root));
        assert_string_equal(hex_text(hex, root, sizeof root), roots[n]);
    }
}

TEST(test_inclusion_of_every_leaf)
{
    for (uint64_t size = 1; size <= LEAVES; size++) {
        uint8_t root[TREE_HASH], leaf[TREE_HASH];
        assert_true(tree_root(&plain, size, root));
        for (uint64_t i = 0; i < size; i++) {
            struct tree_proof p;
            assert_true(tree_inclusion(&plain, size, i, &p));
            plain_subtree(NULL, 0, i, leaf);
            assert_true(tree_includes(root, size, i, leaf, &p));
            assert_false(tree_includes(root, size, (i + 1) % (size + 1), leaf, &p));
            for (unsigned j = 0; j < p.count; j++) {
                p.hash[j][j % TREE_HASH] ^= 1;
                assert_false(tree_includes(root, size, i, leaf, &p));
                p.hash[j][j % TREE_HASH] ^= 1;
            }
            p.count++;
            assert_false(tree_includes(root, size, i, leaf, &p));
        }
    }
    struct tree_proof p;
    assert_false(tree_inclusion(&plain, 5, 5, &p));
}

TEST(test_every_size_extends_the_smaller)
{
    for (uint64_t to = 1; to <= LEAVES; to++)
        for (uint64_t from = 0; from <= to; from++) {
            uint8_t old[TREE_HASH], root[TREE_HASH];
            struct tree_proof p;
            tree_root(&plain, from, old);
            tree_root(&plain, to, root);
            assert_true(tree_consistency(&plain, from, to, &p));
            assert_true(tree_extends(old, from, root, to, &p));
            if (from == 0)
                continue; /* the empty tree is in every other */
            old[3] ^= 1;
            assert_false(tree_extends(old, from, root, to, &p));
            old[3] ^= 1;
            root[3] ^= 1;
            assert_false(tree_extends(old, from, root, to, &p));
            root[3] ^= 1;
            for (unsigned j = 0; j < p.count; j++) {
                p.hash[j][0] ^= 1;
                assert_false(tree_extends(old, from, root, to, &p));
                p.hash[j][0] ^= 1;
            }
        }
    struct tree_proof p;
    assert_false(tree_consistency(&plain, 6, 5, &p));
}

/* --- notes --------------------------------------------------------------------------------------- */

TEST(test_keys_as_others_write_them)
{
    static const char go[] = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    struct note_key k;
    struct note_signer s = log_signer("fiel.example/log"), again;
    char text[NOTE_KEY_TEXT];
    assert_null(note_key_parse(go, &k));
    assert_string_equal(note_key_text(&k, text), go);
    assert_null(note_signer_parse(note_signer_text(&s, text), &again));
    assert_memory_equal(&again, &s, sizeof s);
    assert_string_equal(note_key_parse("PeterNeumann", &k), "not NAME+ID+KEY");
    assert_non_null(strstr(note_key_parse("PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", &k),
                           "does not belong"));
    assert_non_null(note_key_parse("Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", &k));
    assert_non_null(note_key_parse("PeterNeumann+c74f20+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", &k));
    assert_non_null(note_key_parse("PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", &k));
    assert_non_null(note_key_parse("PeterNeumann+c74f20a3+ARpc2Q", &k));
    assert_non_null(note_signer_parse(go, &again));
    char name[LONGEST_NAME + 1]; /* signed-note has no limit, tlog-cosignature one of 255 bytes */
    s = log_signer(longest_name(name, 1));
    assert_null(note_key_parse(note_key_text(&s.key, text), &k));
    assert_null(note_signer_parse(note_signer_text(&s, text), &again));
    assert_memory_equal(&again, &s, sizeof s);
    strcat(name, "x");
    assert_false(note_name_fits(name));
    assert_false(note_name_fits("") || note_name_fits("a b") || note_name_fits("a+b") || note_name_fits("\xc3\xa9"));
}

TEST(test_checkpoints)
{
    struct note_signer s = log_signer("fiel.example/log"), other = log_signer("fiel.example/other");
    uint8_t root[TREE_HASH] = { 1, 2, 3 };
    char note[CHECKPOINT_TEXT];
    struct checkpoint c;
    size_t n = checkpoint_sign(&s, 12345, root, note);
    assert_null(checkpoint_open(note, n, &s.key, &c));
    assert_int_equal(c.size, 12345);
    assert_memory_equal(c.root, root, sizeof root);
    assert_string_equal(checkpoint_open(note, n, &other.key, &c), "not signed by this key");
    for (size_t i = 0; i < n; i++) { /* no byte of it may differ */
        note[i] ^= 1;
        assert_non_null(checkpoint_open(note, n, &s.key, &c));
        note[i] ^= 1;
        assert_non_null(checkpoint_open(note, i, &s.key, &c));
    }
    /* A witness may add its line, and is not looked at. */
    char witnessed[2 * CHECKPOINT_TEXT], theirs[CHECKPOINT_TEXT];
    size_t m = checkpoint_sign(&other, 12345, root, theirs);
    const char *line = strstr(theirs, "\n\n") + 2;
    snprintf(witnessed, sizeof witnessed, "%s%s", note, line);
    assert_null(checkpoint_open(witnessed, n + (size_t)(theirs + m - line), &s.key, &c));
}

/* Anyone who does not know its key passes over it. */
TEST(test_a_long_signature_of_a_stranger)
{
    struct note_signer s = log_signer("fiel.example/log");
    uint8_t root[TREE_HASH] = { 1, 2, 3 };
    char note[CHECKPOINT_TEXT + POST_QUANTUM_LINE];
    struct checkpoint c;
    size_t n = checkpoint_sign(&s, 12345, root, note);
    n += post_quantum_line(note + n, "witness.example/pq");
    const char *wrong = checkpoint_open(note, n, &s.key, &c);
    if (wrong)
        fail_msg("%s", wrong);
    assert_int_equal(c.size, 12345);
    note[n - 2] = '!'; /* no base64: the line is not a signature line at all */
    assert_string_equal(checkpoint_open(note, n, &s.key, &c), "a signature line is not well formed");
}

/* --- tiles and the writer ------------------------------------------------------------------------ */

TEST(test_paths)
{
    char text[TILE_PATH];
    assert_string_equal(tile_path(text, 0, 0, 256), "tile/0/000");
    assert_string_equal(tile_path(text, 2, 1234067, 256), "tile/2/x001/x234/067");
    assert_string_equal(tile_path(text, TILE_ENTRIES, 1000, 7), "tile/entries/x001/000.p/7");
    assert_string_equal(tile_path(text, 0, UINT64_MAX, 1), "tile/0/x018/x446/x744/x073/x709/x551/615.p/1");
}

static size_t numbered(char text[16], unsigned i) { return (size_t)snprintf(text, 16, "entry %u", i); }

/* Appends the entries `named`, named + 1, ... to a log that has `from`. */
static void append_others(struct log_writer *w, unsigned from, unsigned count, unsigned named)
{
    static char text[512][16];
    struct log_entry e[512];
    uint64_t first;
    char why[LOG_WHY];
    for (unsigned i = 0; i < count; i++)
        e[i] = (struct log_entry){ text[i], numbered(text[i], named + i) };
    if (log_append(w, e, count, &first, why))
        fail_msg("%s", why);
    assert_int_equal(first, from);
}

static void append(struct log_writer *w, unsigned from, unsigned count) { append_others(w, from, count, from); }

static bool entry_subtree(void *from, unsigned level, uint64_t index, uint8_t out[TREE_HASH])
{
    uint8_t left[TREE_HASH], right[TREE_HASH];
    char text[16];
    if (level == 0) {
        tree_leaf(out, text, numbered(text, (unsigned)index));
        return true;
    }
    entry_subtree(from, level - 1, 2 * index, left);
    entry_subtree(from, level - 1, 2 * index + 1, right);
    tree_node(out, left, right);
    return true;
}

/* The folder holds exactly the numbered entries: by its checkpoint, its tiles and its bundles. */
static void check_log(const char *folder, const struct note_key *k, uint64_t size)
{
    const struct tree all = { .subtree = entry_subtree };
    char note[NOTE_MAX + 1];
    struct checkpoint c;
    struct tiles t;
    uint8_t root[TREE_HASH];
    int fd = open(folder, O_RDONLY | O_DIRECTORY);
    long n = tiles_checkpoint(fd, note);
    assert_true(n > 0);
    assert_null(checkpoint_open(note, (size_t)n, k, &c));
    assert_int_equal(c.size, size);
    assert_true(tree_root(&all, size, root));
    assert_memory_equal(c.root, root, sizeof root);
    tiles_start(&t, fd, size);
    struct tree stored = tiles_tree(&t);
    assert_true(tree_root(&stored, size, root));
    assert_memory_equal(c.root, root, sizeof root);
    unsigned i = 0;
    for (uint64_t b = 0; b * TILE_WIDTH < size; b++) {
        size_t length, got;
        OWNED uint8_t *bytes = tiles_bundle(&t, b, &length);
        assert_non_null(bytes);
        const uint8_t *at = bytes, *entry;
        for (; (entry = bundle_next(&at, bytes + length, &got)); i++) {
            char text[16];
            assert_int_equal(got, numbered(text, i));
            assert_memory_equal(entry, text, got);
        }
    }
    assert_int_equal(i, size);
    close(fd);
}

static struct log_writer *must_open(const char *folder, const struct note_signer *s)
{
    char why[LOG_WHY];
    struct log_writer *w = log_open(folder, s, why);
    if (!w)
        fail_msg("%s", why);
    return w;
}

TEST(test_a_log_grows_and_is_taken_up_again)
{
    static const unsigned batches[] = { 1, 1, 5, 248, 1, 1, 255, 257, 512, 3 };
    struct note_signer s = log_signer("fiel.example/log"), other = log_signer("fiel.example/other");
    char why[LOG_WHY];
    OWNED_SCRATCH folder = scratch_new();
    assert_null(log_open(folder, &s, why));
    assert_non_null(strstr(why, "no log here"));
    assert_int_equal(log_create(folder, &s, why), 0);
    assert_int_equal(log_create(folder, &s, why), -1);
    assert_non_null(strstr(why, "a log already"));
    assert_null(log_open(folder, &other, why));
    check_log(folder, &s.key, 0);
    unsigned size = 0;
    for (unsigned i = 0; i < sizeof batches / sizeof *batches; i++) {
        struct log_writer *w = must_open(folder, &s);
        append(w, size, batches[i]);
        size += batches[i];
        char proof[LOG_PROOF], text[16];
        struct checkpoint c;
        uint64_t index;
        size_t n = log_proof(w, size / 2, proof);
        assert_null(proof_check(proof, n, &s.key, text, numbered(text, size / 2), &c, &index));
        assert_int_equal(index, size / 2);
        assert_non_null(proof_check(proof, n, &s.key, text, numbered(text, size / 2 + 1), &c, &index));
        for (size_t j = 0; j < n; j++) {
            assert_non_null(proof_check(proof, j, &s.key, text, numbered(text, size / 2), &c, &index));
        }
        log_close(w);
        check_log(folder, &s.key, size);
    }
}

TEST(test_a_changed_tile_stops_the_writer)
{
    struct note_signer s = log_signer("fiel.example/log");
    char why[LOG_WHY];
    OWNED_SCRATCH folder = scratch_new();
    assert_int_equal(log_create(folder, &s, why), 0);
    struct log_writer *w = must_open(folder, &s);
    append(w, 0, 300);
    log_close(w);
    OWNED char *path = path_in(folder, "tile/0/001.p/44");
    int fd = open(path, O_WRONLY);
    assert_int_equal(pwrite(fd, "x", 1, 32), 1);
    close(fd);
    assert_null(log_open(folder, &s, why));
    assert_non_null(strstr(why, "do not give the root"));
    unlink(path);
    assert_null(log_open(folder, &s, why));
    assert_non_null(strstr(why, "cannot be read"));
}

/* What witnesses sign stands under the checkpoint until the log grows; a line that is none, or one too many, changes nothing. */
TEST(test_cosignatures_beside_a_checkpoint)
{
    char why[LOG_WHY], line[COSIGNATURE_LINE], name[LONGEST_NAME], proof[LOG_PROOF], text[16];
    struct note_signer s = log_signer(longest_name(name, 999)), w;
    uint8_t seed[32] = { 3 };
    uint64_t time, index;
    struct checkpoint c;
    size_t size;
    OWNED_SCRATCH folder = scratch_new();
    assert_int_equal(log_create(folder, &s, why), 0);
    struct log_writer *l = must_open(folder, &s);
    append(l, 0, 300);
    for (unsigned i = 0; i < 32; i++) { /* as many as a policy may name */
        seed[1] = (uint8_t)i;
        assert_true(witness_signer_make(&w, longest_name(name, i), seed));
        checkpoint_cosign(&w, log_checkpoint(l), strlen(log_checkpoint(l)), 1700000000, line);
        if (log_cosign(l, line, why))
            fail_msg("%s", why);
    }
    assert_int_equal(log_cosign(l, "no line\n", why), -1);
    assert_string_equal(why, "cosignature: a signature line is not well formed");
    for (int i = 0; i < 2; i++) {
        check_log(folder, &s.key, 300);
        size_t n = log_proof(l, 299, proof);
        assert_null(proof_check(proof, n, &s.key, text, numbered(text, 299), &c, &index));
        const char *note = proof_checkpoint(proof, n, &size);
        assert_int_equal(checkpoint_cosigned(note, size, &w.key, &time), COSIGNED);
        assert_int_equal(checkpoint_lines(note, size), 33);
        log_close(l); /* and the next writer has them, too */
        l = must_open(folder, &s);
    }
    while (!log_cosign(l, line, why))
        assert_true(strlen(log_checkpoint(l)) < LOG_CHECKPOINT);
    assert_string_equal(why, "cosignature: there is no room for more cosignatures");
    append(l, 300, 1);
    assert_int_equal(checkpoint_lines(log_checkpoint(l), strlen(log_checkpoint(l))), 1);
    log_close(l);
    check_log(folder, &s.key, 301);
}

/* --- a crash at every step of a batch ------------------------------------------------------------ */

/* This program's own renameat stands before libc's: the writer's `steps_left`th rename kills it. */
static int steps_left = -1;
int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
    if (steps_left == 0)
        _exit(99);
    if (steps_left > 0)
        steps_left--;
    return (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, 0);
}

/* Appends in a child that dies at its n-th rename; true when it got to the end. */
static bool append_and_die(const char *folder, const struct note_signer *s, unsigned from, unsigned count, int n)
{
    pid_t child = fork();
    if (child == 0) {
        steps_left = n;
        append_others(must_open(folder, s), from, count, 1000); /* others than those that come after the crash */
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status) != 99;
}

TEST(test_a_crash_loses_nothing_and_adds_nothing)
{
    struct note_signer s = log_signer("fiel.example/log");
    char why[LOG_WHY];
    OWNED_SCRATCH folder = scratch_new();
    assert_int_equal(log_create(folder, &s, why), 0);
    unsigned size = 0;
    for (int n = 0;; n++) { /* 300 entries: a whole tile, its parent and the next one are written */
        if (append_and_die(folder, &s, size, 300, n))
            break;
        check_log(folder, &s.key, size);
        struct log_writer *w = must_open(folder, &s);
        append(w, size, 7);
        size += 7;
        log_close(w);
        check_log(folder, &s.key, size);
        assert_true(n < 50);
    }
    assert_true(size >= 5 * 7);
}
