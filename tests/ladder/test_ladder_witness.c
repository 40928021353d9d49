/* A witness as C2SP's tlog-witness has it: what it answers to every request, and what it has signed wherever it is killed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log/secret.h"
#include "support/notes.h"
#include "support/scratch.h"
#include "witness/witness.h"

/* This program's own renameat stands before libc's: a witness dies before it, or behind it and before it answers. */
static enum { LIVE, DIE_BEFORE, DIE_BEHIND } when = LIVE;
int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
    if (when == DIE_BEFORE)
        _exit(99);
    int rc = (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, 0);
    if (when == DIE_BEHIND)
        _exit(99);
    return rc;
}

enum { NOW = 1700000000 };

/* A log of numbered entries; from `fork` on another history's. */
struct history {
    unsigned fork;
};

static bool subtree(void *from, unsigned level, uint64_t index, uint8_t out[TREE_HASH])
{
    const struct history *h = from;
    uint8_t left[TREE_HASH], right[TREE_HASH], entry[2] = { (uint8_t)index, h->fork && index >= h->fork };
    if (level == 0) {
        tree_leaf(out, entry, sizeof entry);
        return true;
    }
    subtree(from, level - 1, 2 * index, left);
    subtree(from, level - 1, 2 * index + 1, right);
    tree_node(out, left, right);
    return true;
}

static struct history honest = { 0 }, forked = { 5 };
static struct note_signer host, stranger, old_key;

struct place {
    char dir[SCRATCH_ROOM], key[SCRATCH_ROOM + 8], logs[SCRATCH_ROOM + 8], state[SCRATCH_ROOM + 8];
    struct witness witness;
    struct witness_answer out;
};

static void spill_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void must_open(struct place *p)
{
    char why[WITNESS_WHY];
    if (witness_open(&p->witness, p->state, p->key, p->logs, why))
        fail_msg("%s", why);
}

static void place_make(struct place *p)
{
    struct note_signer s;
    char text[2 * NOTE_KEY_TEXT + 32], key[2][NOTE_KEY_TEXT];
    static const uint8_t seed[32] = { 4 };
    scratch_make(p->dir);
    snprintf(p->key, sizeof p->key, "%s/key", p->dir);
    snprintf(p->logs, sizeof p->logs, "%s/logs", p->dir);
    snprintf(p->state, sizeof p->state, "%s/state", p->dir);
    assert_true(witness_signer_make(&s, "w.example", seed));
    assert_int_equal(note_secret_keep(p->key, &s), 0);
    snprintf(text, sizeof text, "log %s\nlog %s\nquorum none\n", note_key_text(&host.key, key[0]),
             note_key_text(&old_key.key, key[1]));
    spill_text(p->logs, text);
    must_open(p);
}

static void place_end(struct place *p)
{
    witness_close(&p->witness);
    scratch_remove(p->dir);
}

/* The request of a log that thinks the witness has seen `old` entries. */
static size_t request(char body[WITNESS_BODY], struct history *h, const struct note_signer *s, uint64_t old,
                      uint64_t size)
{
    const struct tree tree = { .subtree = subtree, .from = h };
    struct tree_proof proof = { .count = 0 };
    uint8_t root[TREE_HASH];
    char coded[64];
    assert_true(tree_root(&tree, size, root));
    assert_true(old == 0 || old > size || tree_consistency(&tree, old, size, &proof));
    size_t n = (size_t)snprintf(body, WITNESS_BODY, "old %llu\n", (unsigned long long)old);
    for (unsigned i = 0; i < proof.count; i++)
        n += (size_t)snprintf(
            body + n, WITNESS_BODY - n, "%s\n",
            sodium_bin2base64(coded, sizeof coded, proof.hash[i], TREE_HASH, sodium_base64_VARIANT_ORIGINAL));
    body[n++] = '\n';
    return n + checkpoint_sign(s, size, root, body + n);
}

static unsigned ask(struct place *p, struct history *h, const struct note_signer *s, uint64_t old, uint64_t size)
{
    char body[WITNESS_BODY];
    size_t n = request(body, h, s, old, size);
    witness_add(&p->witness, body, n, NOW, &p->out);
    return p->out.status;
}

static unsigned ask_text(struct place *p, const char *body)
{
    witness_add(&p->witness, body, strlen(body), NOW, &p->out);
    return p->out.status;
}

/* Its line under the checkpoint of this size of the honest log. */
static void must_be_signed(struct place *p, uint64_t size)
{
    char body[WITNESS_BODY + COSIGNATURE_LINE];
    uint64_t time;
    size_t n = request(body, &honest, &host, 0, size);
    assert_string_equal(p->out.type, "text/plain; charset=utf-8");
    n += (size_t)snprintf(body + n, sizeof body - n, "%s", p->out.text);
    const char *note = strstr(body, "\n\n") + 2;
    assert_int_equal(checkpoint_cosigned(note, n - (size_t)(note - body), &p->witness.signer.key, &time), COSIGNED);
    assert_int_equal(time, NOW);
}

static void test_a_log_that_grows(void **state)
{
    (void)state;
    static const uint64_t sizes[] = { 1, 2, 3, 7, 8, 20, 100 };
    struct place p;
    uint64_t known = 0;
    place_make(&p);
    assert_int_equal(ask(&p, &honest, &host, 0, 0), 200); /* an empty log, too */
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(ask(&p, &honest, &host, known, sizes[i]), 200);
        must_be_signed(&p, sizes[i]);
        known = sizes[i];
        assert_int_equal(ask(&p, &honest, &host, known, known), 200); /* the same again: a newer time */
        must_be_signed(&p, known);
        witness_close(&p.witness); /* and the next one goes on there */
        must_open(&p);
    }
    place_end(&p);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    struct place p;
    place_make(&p);
    assert_int_equal(ask(&p, &honest, &stranger, 0, 3), 404);
    stranger.key = host.key; /* the log's name and id, and not its signature */
    assert_int_equal(ask(&p, &honest, &stranger, 0, 3), 403);
    assert_int_equal(ask(&p, &honest, &host, 4, 3), 400);
    assert_int_equal(ask(&p, &honest, &host, 2, 3), 409);
    assert_string_equal(p.out.text, "0\n");
    assert_string_equal(p.out.type, "text/x.tlog.size");
    assert_int_equal(ask(&p, &honest, &host, 0, 10), 200);
    assert_int_equal(ask(&p, &honest, &host, 0, 20), 409);
    assert_string_equal(p.out.text, "10\n");
    assert_int_equal(ask(&p, &honest, &host, 0, 3), 409); /* an old disk */
    assert_int_equal(ask(&p, &honest, &host, 3, 10), 409);
    assert_int_equal(ask(&p, &honest, &host, 10, 3), 400);
    assert_int_equal(ask(&p, &forked, &host, 10, 10), 422); /* another history of that size */
    assert_non_null(strstr(p.out.text, "forked"));
    assert_int_equal(ask(&p, &forked, &host, 10, 20), 422); /* and one that has grown since */
    assert_int_equal(ask(&p, &honest, &host, 10, 20), 200);
    must_be_signed(&p, 20);
    place_end(&p);
}

/* Each bit of a proof counts, and nothing may be proved from an empty tree. */
static void test_proofs(void **state)
{
    (void)state;
    struct place p;
    char body[WITNESS_BODY], empty[2 * WITNESS_BODY];
    place_make(&p);
    assert_int_equal(ask(&p, &honest, &host, 0, 6), 200);
    size_t n = request(body, &honest, &host, 6, 20), proof = (size_t)(strstr(body, "\n\n") - body);
    for (size_t i = strlen("old 6\n"); i < proof; i++) {
        char was = body[i];
        body[i] = was == 'A' ? 'B' : 'A';
        witness_add(&p.witness, body, n, NOW, &p.out);
        if (p.out.status != 422 && p.out.status != 400)
            fail_msg("byte %zu: %u", i, p.out.status);
        body[i] = was;
    }
    for (size_t i = 0; i < n; i++) {
        witness_add(&p.witness, body, i, NOW, &p.out);
        assert_int_not_equal(p.out.status, 200);
    }
    witness_add(&p.witness, body, n, NOW, &p.out);
    assert_int_equal(p.out.status, 200);
    /* A hash where the old tree is empty. */
    scratch_remove(p.state);
    assert_int_equal(mkdir(p.state, 0700), 0);
    witness_close(&p.witness);
    must_open(&p);
    request(body, &honest, &host, 0, 20);
    snprintf(empty, sizeof empty, "old 0\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=%s", body + strlen("old 0"));
    assert_int_equal(ask_text(&p, empty), 422);
    place_end(&p);
}

static void test_bodies_that_are_none(void **state)
{
    (void)state;
    static const char *const bad[] = { "",
                                       "\n",
                                       "old",
                                       "old \n\n",
                                       "old 1",
                                       "old 01\n\n",
                                       "old -1\n\n",
                                       "old 0\n",
                                       "old 0\n\n",
                                       "old 0\n\nno note\n",
                                       "old 99999999999999999999999999\n\n",
                                       "new 0\n\n",
                                       "old 0\nAAAA\n\nx\n",
                                       "old 0\n\nname\n0\nAAAA\n\n" };
    struct place p;
    char many[2 * WITNESS_BODY], body[WITNESS_BODY];
    place_make(&p);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        if (ask_text(&p, bad[i]) != 400)
            fail_msg("%s: %u", bad[i], p.out.status);
    /* Sixty-four hashes are one too many, whatever they are. */
    request(body, &honest, &host, 0, 20);
    for (int count = 63; count <= 64; count++) {
        size_t n = (size_t)snprintf(many, sizeof many, "old 0\n");
        for (int i = 0; i < count; i++)
            n += (size_t)snprintf(many + n, sizeof many - n, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n");
        snprintf(many + n, sizeof many - n, "%s", strchr(body, '\n') + 1);
        assert_int_equal(ask_text(&p, many), count == 63 ? 422 : 400);
    }
    place_end(&p);
}

/* Two keys of one log, while it changes them: either may sign, and what was seen is of the log. */
static void test_two_keys_of_a_log(void **state)
{
    (void)state;
    struct place p;
    place_make(&p);
    assert_int_equal(ask(&p, &honest, &old_key, 0, 3), 200);
    assert_int_equal(ask(&p, &honest, &host, 0, 3), 409);
    assert_int_equal(ask(&p, &honest, &host, 3, 6), 200);
    place_end(&p);
}

/* A request of this text, signed by the log's key as any text can be. */
static size_t request_of(char body[WITNESS_BODY], const struct note_signer *s, const char *text)
{
    uint8_t mark[4 + 64];
    char coded[128];
    memcpy(mark, s->key.id, 4);
    crypto_sign_detached(mark + 4, NULL, (const uint8_t *)text, strlen(text), s->secret);
    sodium_bin2base64(coded, sizeof coded, mark, sizeof mark, sodium_base64_VARIANT_ORIGINAL);
    return (size_t)snprintf(body, WITNESS_BODY, "old 0\n\n%s\n\xe2\x80\x94 %s %s\n", text, s->key.name, coded);
}

/* "MUST respond with a 403 if ... a signature line's key name and ID match a trusted key but the signature itself fails to verify"
 * (tlog-witness): of two keys that the log has, whichever stands first. */
static void test_a_bad_line_beside_a_good_one(void **state)
{
    (void)state;
    const struct note_signer *const both[2] = { &host, &old_key };
    for (unsigned good = 0; good < 2; good++) {
        struct place p;
        char body[WITNESS_BODY], other[WITNESS_BODY];
        place_make(&p);
        size_t n = request(body, &honest, both[good], 0, 3);
        request(other, &forked, both[1 - good], 0, 9); /* its line is of another checkpoint */
        snprintf(body + n, sizeof body - n, "%s", strstr(strstr(other, "\n\n") + 2, "\n\n") + 2);
        assert_int_equal(ask_text(&p, body), 403);
        body[n] = '\0';
        assert_int_equal(ask_text(&p, body), 200);
        place_end(&p);
    }
}

/* signed-note: valid UTF-8, no control characters; tlog-checkpoint: extension lines are not empty. */
static void test_texts_that_are_no_checkpoint(void **state)
{
    (void)state;
    static const struct {
        const char *extension;
        unsigned status;
    } row[] = { { "", 200 },         { "more\n", 200 },    { "\n", 400 },     { "more\n\nmore\n", 400 },
                { "a\001b\n", 400 }, { "a\033[m\n", 400 }, { "\xff\n", 400 }, { "\xc3\xb1\n", 200 } };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct place p;
        char body[WITNESS_BODY], text[512];
        place_make(&p);
        snprintf(text, sizeof text, "%s\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n%s", host.key.name,
                 row[i].extension);
        request_of(body, &host, text);
        if (ask_text(&p, body) != row[i].status)
            fail_msg("extension %zu: %u: %s", i, p.out.status, p.out.text);
        place_end(&p);
    }
}

/* A log that is not known is answered 404, however long its name is, and one that is known is cosigned: Sigsum's have 83 bytes. */
static void test_long_names(void **state)
{
    (void)state;
    struct place p;
    char body[WITNESS_BODY], text[512], name[LONGEST_NAME], key[2][NOTE_KEY_TEXT];
    struct note_signer sigsum, longest;
    uint8_t seed[32] = { 5 };
    place_make(&p);
    snprintf(text, sizeof text, "sigsum.org/v1/tree/%064d\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n", 7);
    request_of(body, &host, text);
    assert_int_equal(ask_text(&p, body), 404);
    witness_close(&p.witness);
    snprintf(name, sizeof name, "sigsum.org/v1/tree/%064d", 7);
    assert_true(note_signer_make(&sigsum, name, seed));
    seed[0] = 6;
    assert_true(note_signer_make(&longest, longest_name(name, 0), seed));
    char lines[2 * NOTE_KEY_TEXT + 32];
    snprintf(lines, sizeof lines, "log %s\nlog %s\nquorum none\n", note_key_text(&sigsum.key, key[0]),
             note_key_text(&longest.key, key[1]));
    spill_text(p.logs, lines);
    must_open(&p);
    assert_int_equal(ask(&p, &honest, &sigsum, 0, 3), 200);
    assert_int_equal(ask(&p, &honest, &sigsum, 3, 7), 200);
    assert_int_equal(ask(&p, &forked, &sigsum, 7, 9), 422);
    assert_int_equal(ask(&p, &honest, &longest, 0, 3), 200);
    assert_int_equal(ask(&p, &honest, &longest, 3, 7), 200);
    request_of(body, &longest, "x\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n");
    assert_int_equal(ask_text(&p, body), 404);
    place_end(&p);
}

/* "MUST accept at least up to 16 signatures" (signed-note), and ML-DSA-44 is what tlog-cosignature recommends: of what others have signed
 * nothing is kept.  What is longer than any note is refused in words. */
static void test_signatures_of_others(void **state)
{
    (void)state;
    static char body[WITNESS_BODY + POST_QUANTUM_LINE];
    struct place p;
    char name[LONGEST_NAME], hex[65];
    uint8_t hash[32];
    place_make(&p);
    size_t n = request(body, &honest, &host, 0, 6), proof = strlen("old 0\n\n");
    for (unsigned i = 0; i < 16; i++) {
        assert_true(n < WITNESS_BODY);
        n += post_quantum_line(body + n, longest_name(name, i));
    }
    if (ask_text(&p, body) != 200)
        fail_msg("%zu bytes: %u: %s", n, p.out.status, p.out.text);
    crypto_hash_sha256(hash, (const uint8_t *)host.key.name, strlen(host.key.name));
    witness_newest(&p.witness, sodium_bin2hex(hex, sizeof hex, hash, sizeof hash), &p.out);
    assert_int_equal(p.out.status, 200);
    assert_int_equal(checkpoint_lines(p.out.text, strlen(p.out.text)), 2);
    assert_int_equal(ask(&p, &honest, &host, 6, 8), 200); /* and it goes on from there */
    while (n <= NOTE_MAX + proof)
        n += post_quantum_line(body + n, name);
    assert_int_equal(ask_text(&p, body), 400);
    assert_non_null(strstr(p.out.text, "128 kB with its signatures"));
    place_end(&p);
}

static void test_the_newest_checkpoint(void **state)
{
    (void)state;
    struct place p;
    struct checkpoint c;
    char hex[65];
    uint8_t hash[32];
    uint64_t time;
    place_make(&p);
    crypto_hash_sha256(hash, (const uint8_t *)host.key.name, strlen(host.key.name));
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    witness_newest(&p.witness, hex, &p.out);
    assert_int_equal(p.out.status, 404);
    assert_int_equal(ask(&p, &honest, &host, 0, 6), 200);
    witness_newest(&p.witness, hex, &p.out);
    assert_int_equal(p.out.status, 200);
    assert_null(checkpoint_open(p.out.text, strlen(p.out.text), &host.key, &c));
    assert_int_equal(c.size, 6);
    assert_int_equal(checkpoint_cosigned(p.out.text, strlen(p.out.text), &p.witness.signer.key, &time), COSIGNED);
    assert_int_equal(checkpoint_lines(p.out.text, strlen(p.out.text)), 2);
    witness_newest(&p.witness, "../key", &p.out);
    assert_int_equal(p.out.status, 404);
    place_end(&p);
}

/* What it knows was changed on its disk: it signs nothing until somebody has looked. */
static void test_a_changed_state(void **state)
{
    (void)state;
    struct place p;
    char hex[65], path[512], text[sizeof p.out.text];
    uint8_t hash[32];
    place_make(&p);
    assert_int_equal(ask(&p, &honest, &host, 0, 6), 200);
    crypto_hash_sha256(hash, (const uint8_t *)host.key.name, strlen(host.key.name));
    witness_newest(&p.witness, sodium_bin2hex(hex, sizeof hex, hash, sizeof hash), &p.out);
    snprintf(path, sizeof path, "%s/%s", p.state, hex);
    memcpy(text, p.out.text, sizeof text);
    char *size = strchr(text, '\n') + 1;
    assert_int_equal(*size, '6');
    *size = '5';
    spill_text(path, text);
    assert_int_equal(ask(&p, &forked, &host, 5, 6), 500);
    spill_text(path, "");
    assert_int_equal(ask(&p, &forked, &host, 0, 6), 500);
    place_end(&p);
}

/* Killed before its file is there it has said nothing, and may sign the other root; killed behind that it may not.  In neither case
 * two roots of one size are signed. */
static void test_a_witness_that_is_killed(void **state)
{
    (void)state;
    for (int how = DIE_BEFORE; how <= DIE_BEHIND; how++) {
        struct place p;
        int status;
        place_make(&p);
        assert_int_equal(ask(&p, &honest, &host, 0, 6), 200);
        witness_close(&p.witness);
        pid_t child = fork();
        if (child == 0) {
            must_open(&p);
            when = how == DIE_BEFORE ? DIE_BEFORE : DIE_BEHIND;
            ask(&p, &honest, &host, 6, 8);
            _exit(0); /* it answered: it must not get here */
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(WEXITSTATUS(status), 99);
        must_open(&p);
        struct history other = { 7 };
        assert_int_equal(ask(&p, &other, &host, 6, 8), how == DIE_BEFORE ? 200 : 409);
        assert_int_equal(ask(&p, &other, &host, 8, 8), how == DIE_BEFORE ? 200 : 422);
        assert_int_equal(ask(&p, &honest, &host, 8, 8), how == DIE_BEFORE ? 422 : 200);
        place_end(&p);
    }
}

static void test_places_that_are_refused(void **state)
{
    (void)state;
    struct place p;
    struct witness second;
    char why[WITNESS_WHY];
    place_make(&p);
    assert_int_equal(witness_open(&second, p.state, p.key, p.logs, why), -1);
    assert_non_null(strstr(why, "another witness has this folder"));
    assert_int_equal(witness_open(&second, p.state, p.logs, p.logs, why), -1);
    assert_non_null(strstr(why, "a secret key starts with PRIVATE+KEY+"));
    assert_int_equal(witness_open(&second, p.state, p.key, p.key, why), -1);
    assert_non_null(strstr(why, "line 1:"));
    spill_text(p.logs, "quorum none\n");
    assert_int_equal(witness_open(&second, p.state, p.key, p.logs, why), -1);
    place_end(&p);
}

static int keys(void **state)
{
    (void)state;
    uint8_t seed[32] = { 1 };
    note_signer_make(&host, "host.example/log", seed);
    seed[0] = 2;
    note_signer_make(&stranger, "stranger.example/log", seed);
    seed[0] = 3;
    note_signer_make(&old_key, "host.example/log", seed);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_log_that_grows),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_bodies_that_are_none),
        cmocka_unit_test(test_two_keys_of_a_log),
        cmocka_unit_test(test_a_bad_line_beside_a_good_one),
        cmocka_unit_test(test_texts_that_are_no_checkpoint),
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_signatures_of_others),
        cmocka_unit_test(test_the_newest_checkpoint),
        cmocka_unit_test(test_a_changed_state),
        cmocka_unit_test(test_a_witness_that_is_killed),
        cmocka_unit_test(test_places_that_are_refused),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, keys, NULL);
}
