/* Cosignatures and policies: what a witness signs, and whose word somebody takes.
 *
 * The checkpoint with a cosignature, and the policy of two groups, are the examples of C2SP's tlog-cosignature and tlog-policy; the
 * vector was signed by another implementation (Go's crypto/ed25519, by the sentences of tlog-cosignature). */
#include "support/test.h"
#include <sodium.h>
#include <time.h>

#include "log/policy.h"
#include "log/proof.h"
#include "support/cosign.h"
#include "support/notes.h"
#include "support/scratch.h"

#define DASH "\xe2\x80\x94 "

static struct note_signer witness(const char *name, uint8_t number)
{
    struct note_signer s;
    uint8_t seed[32] = { 9, number };
    assert_true(witness_signer_make(&s, name, seed));
    return s;
}

/* --- cosignatures ---------------------------------------------------------------------------------- */

static const char example
    [] = "example.com/behind-the-sofa\n"
         "20852163\n"
         "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
         "\n" DASH "example.com/behind-the-sofa "
         "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n" DASH
         "witness.example.com/w1 "
         "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";

/* The specification tells no keys: of its example there is to see what it says, and that it is what we write. */
TEST(test_the_example_of_the_specification)
{
    struct checkpoint c;
    struct note_signer w = witness("witness.example.com/w1", 1);
    char line[COSIGNATURE_LINE];
    uint8_t mine[80], theirs[80];
    size_t n;
    assert_null(checkpoint_peek(example, sizeof example - 1, &c));
    assert_string_equal(c.origin, "example.com/behind-the-sofa");
    assert_int_equal(c.size, 20852163);
    assert_int_equal(checkpoint_lines(example, sizeof example - 1), 2);
    /* Its time, as its page writes it into the signed lines, is where it is in ours. */
    const char *its = strstr(example, DASH "witness");
    n = checkpoint_cosign(&w, example, sizeof example - 1, 1679315147, line);
    assert_int_equal(n, strlen(line));
    assert_int_equal(n, strlen(its));
    assert_memory_equal(line, its, strlen(DASH "witness.example.com/w1 "));
    sodium_base642bin(mine, sizeof mine, strrchr(line, ' ') + 1, strlen(strrchr(line, ' ') + 1), "\n", &n, NULL,
                      sodium_base64_VARIANT_ORIGINAL);
    sodium_base642bin(theirs, sizeof theirs, strrchr(its, ' ') + 1, strlen(strrchr(its, ' ') + 1), "\n", &n, NULL,
                      sodium_base64_VARIANT_ORIGINAL);
    assert_int_equal(n, 76);
    assert_memory_equal(mine + 4, theirs + 4, 8);
}

TEST(test_a_vector_of_another_implementation)
{
    static const char log_key[] = "example.com/behind-the-sofa+6b8bddf6+AawPfyIzMuk3bkyoaszQdbbwNi7xpyfqSAMGp5QAm7LI";
    static const char key[] = "witness.example.com/w1+39515c96+BFQlhnlAitI5x6SOCisr5WtU0IxOLU4AfR8r+Gb3yZ46";
    static const char note[] =
        "example.com/behind-the-sofa\n"
        "20852163\n"
        "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
        "\n" DASH "example.com/behind-the-sofa "
        "a4vd9tX5XUG0amgj5GAv7xd5+slRYmwftPs48zXkK+4Zmm2RgMLggORpQfEbqaL7bRUrMZ9oxF60cEW+J8NqxDxcbgo=\n" DASH
        "witness.example.com/w1 "
        "OVFclgAAAABkGFDLbUqmyx/iQsTLuKYn0RK/0bj+b3pP5od5BX+zun4C27XJ185eLz2YJfoFqXHpIcLr+zz9dx50fd/A+nvuBgkOBg==\n";
    struct note_key log, w;
    struct checkpoint c;
    uint64_t time;
    assert_null(note_key_parse(log_key, &log));
    assert_null(witness_key_parse(key, &w));
    assert_null(checkpoint_open(note, sizeof note - 1, &log, &c));
    assert_int_equal(checkpoint_cosigned(note, sizeof note - 1, &w, &time), COSIGNED);
    assert_int_equal(time, 1679315147);
}

static size_t signed_note(const struct note_signer *log, uint64_t size, char note[NOTE_MAX])
{
    uint8_t root[TREE_HASH] = { 1, 2, 3 };
    return checkpoint_sign(log, size, root, note);
}

static size_t add(const struct note_signer *w, uint64_t time, char note[NOTE_MAX])
{
    size_t n = strlen(note);
    return n + checkpoint_cosign(w, note, n, time, note + n);
}

TEST(test_cosignatures)
{
    struct note_signer log = log_signer("fiel.example/log"), a = witness("a.example", 1), b = witness("b.example", 2);
    struct checkpoint c;
    char note[NOTE_MAX];
    uint64_t time;
    size_t n = signed_note(&log, 12345, note), bare = n;
    assert_int_equal(checkpoint_cosigned(note, n, &a.key, &time), COSIGNED_NOT);
    add(&a, 1700000000, note);
    n = add(&a, 1600000000, note);
    assert_null(checkpoint_open(note, n, &log.key, &c));
    assert_int_equal(checkpoint_lines(note, n), 3);
    assert_int_equal(checkpoint_cosigned(note, n, &a.key, &time), COSIGNED);
    assert_int_equal(time, 1700000000);
    assert_int_equal(checkpoint_cosigned(note, n, &b.key, &time), COSIGNED_NOT);
    /* No bit of the text, the time or the signature may differ. */
    n = bare + (size_t)(strchr(note + bare, '\n') + 1 - (note + bare));
    note[n] = '\0';
    for (size_t i = 0; i < n; i++) {
        bool of_the_log = i > (size_t)(strstr(note, "\n\n") - note) && i < bare;
        note[i] ^= 1;
        if (!of_the_log)
            assert_int_not_equal(checkpoint_cosigned(note, n, &a.key, &time), COSIGNED);
        note[i] ^= 1;
    }
    assert_int_equal(checkpoint_cosigned(note, n, &a.key, &time), COSIGNED);
}

/* What a log signs is no cosignature, and what a witness signs no checkpoint, whatever names and keys they have. */
TEST(test_a_log_is_no_witness)
{
    struct note_signer log, w;
    struct note_key key;
    struct checkpoint c;
    char note[NOTE_MAX], text[NOTE_KEY_TEXT];
    uint64_t time;
    uint8_t seed[32] = { 5 };
    assert_true(note_signer_make(&log, "one.example", seed) && witness_signer_make(&w, "one.example", seed));
    assert_memory_equal(log.key.public_key, w.key.public_key, 32);
    assert_memory_not_equal(log.key.id, w.key.id, 4);
    size_t n = signed_note(&log, 3, note);
    assert_int_equal(checkpoint_cosigned(note, n, &w.key, &time), COSIGNED_NOT);
    assert_string_equal(checkpoint_open(note, n, &w.key, &c), "not signed by this key");
    assert_non_null(strstr(note_key_parse(note_key_text(&w.key, text), &key), "no log's key"));
    assert_null(witness_key_parse(text, &key));
    assert_memory_equal(&key, &w.key, sizeof key);
    assert_non_null(strstr(witness_key_parse(note_key_text(&log.key, text), &key), "no witness's key"));
    struct note_signer again;
    assert_non_null(note_signer_parse(note_signer_text(&w, text), &again));
}

/* signed-note wants sixteen signatures at least, and tlog-policy thirty-two witnesses: as many as are there, each twice, by Ed25519 and by
 * ML-DSA-44, with the longest names. */
TEST(test_many_witnesses)
{
    char name[LONGEST_NAME];
    struct note_signer log = log_signer(longest_name(name, 999));
    struct checkpoint c;
    static char note[NOTE_MAX + POST_QUANTUM_LINE];
    uint64_t time;
    size_t n = signed_note(&log, 1, note);
    for (uint8_t i = 0; i < POLICY_WITNESSES; i++) {
        struct note_signer w = witness(longest_name(name, i), i);
        n = add(&w, 1700000000u + i, note);
        assert_true(n <= NOTE_MAX);
        n += post_quantum_line(note + n, name);
    }
    const char *wrong = checkpoint_open(note, n, &log.key, &c);
    if (wrong)
        fail_msg("%zu bytes: %s", n, wrong);
    for (uint8_t i = 0; i < POLICY_WITNESSES; i++) {
        struct note_signer w = witness(longest_name(name, i), i);
        assert_int_equal(checkpoint_cosigned(note, n, &w.key, &time), COSIGNED);
        assert_int_equal(time, 1700000000u + i);
    }
    while (n <= NOTE_MAX)
        n += post_quantum_line(note + n, name);
    assert_string_equal(checkpoint_open(note, n, &log.key, &c), "not a signed note"); /* longer than any */
}

/* What is signed is shorter than a note may be: a text of 16 kB, with its empty line. */
TEST(test_the_longest_text)
{
    struct note_signer log = log_signer("fiel.example/log"), w = witness("w.example", 1);
    static char note[NOTE_MAX];
    char line[COSIGNATURE_LINE];
    struct checkpoint c;
    uint64_t time;
    for (int more = 0; more < 2; more++) {
        uint8_t mark[4 + 64];
        char coded[128];
        size_t n = (size_t)snprintf(note, sizeof note,
                                    "fiel.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n");
        memset(note + n, 'x', NOTE_SIGNED);
        n = NOTE_SIGNED - 1 + (size_t)more;
        note[n - 1] = '\n';
        memcpy(mark, log.key.id, 4);
        crypto_sign_detached(mark + 4, NULL, (const uint8_t *)note, n, log.secret);
        sodium_bin2base64(coded, sizeof coded, mark, sizeof mark, sodium_base64_VARIANT_ORIGINAL);
        n += (size_t)snprintf(note + n, sizeof note - n, "\n" DASH "fiel.example/log %s\n", coded);
        const char *wrong = checkpoint_open(note, n, &log.key, &c);
        if (more) {
            assert_string_equal(wrong, "not a signed note");
            continue;
        }
        assert_null(wrong);
        size_t own = checkpoint_cosign(&w, note, n, 1700000000, line);
        memcpy(note + n, line, own);
        assert_int_equal(checkpoint_cosigned(note, n + own, &w.key, &time), COSIGNED);
    }
}

/* --- policies ---------------------------------------------------------------------------------------- */

enum { SIX = 6 };
/* The example of tlog-policy with keys in it: two of X1 X2 X3, and any of Y1 Y2 Y3. */
static struct note_signer six[SIX];
static char policy_text[4096];

static const char *const six_names[SIX] = { "X1", "X2", "X3", "Y1", "Y2", "Y3" };

BEFORE_ALL(make_policy)
{
    struct note_signer log = log_signer("fiel.example/log");
    char key[NOTE_KEY_TEXT], name[NOTE_NAME];
    size_t n = (size_t)snprintf(policy_text, sizeof policy_text, "log %s\n\n", note_key_text(&log.key, key));
    for (uint8_t i = 0; i < SIX; i++) {
        snprintf(name, sizeof name, "w%u.example", i);
        six[i] = witness(name, i);
        n += (size_t)snprintf(policy_text + n, sizeof policy_text - n, "witness %s %s\n%s", six_names[i],
                              note_key_text(&six[i].key, key),
                              i == 2   ? "group X-witnesses 2 X1 X2 X3\n\n"
                              : i == 5 ? "group Y-witnesses any Y1 Y2 Y3\n\n"
                                       : "");
    }
    snprintf(policy_text + n, sizeof policy_text - n, "group X-and-Y all X-witnesses Y-witnesses\nquorum X-and-Y\n");
    return 0;
}

static void must_parse(struct policy *p, const char *text)
{
    char why[POLICY_WHY];
    if (policy_parse(p, text, strlen(text), why))
        fail_msg("%s", why);
}

TEST(test_every_set_of_witnesses)
{
    struct note_signer log = log_signer("fiel.example/log");
    struct policy p;
    must_parse(&p, policy_text);
    assert_string_equal(policy_quorum(&p), "X-and-Y");
    for (unsigned set = 0; set < 1u << SIX; set++) {
        char note[NOTE_MAX];
        struct policy_verdict v;
        size_t n = signed_note(&log, 9, note);
        unsigned x = 0, y = 0;
        for (unsigned i = 0; i < SIX; i++) {
            if (!(set >> i & 1))
                continue;
            n = add(&six[i], 1700000000, note);
            *(i < 3 ? &x : &y) += 1;
        }
        assert_null(policy_judge(&p, &log.key, note, n, &v));
        assert_int_equal(v.count, x + y);
        assert_int_equal(v.quorum, x >= 2 && y >= 1);
    }
}

TEST(test_notes_that_a_policy_refuses)
{
    struct note_signer log = log_signer("fiel.example/log"), other = log_signer("other.example/log");
    struct policy p;
    struct policy_verdict v;
    char note[NOTE_MAX];
    must_parse(&p, policy_text);
    size_t n = signed_note(&other, 9, note);
    assert_string_equal(policy_judge(&p, &other.key, note, n, &v), "its log is none of the policy's");
    assert_string_equal(policy_judge(&p, &log.key, note, n, &v), "not signed by this key");
    signed_note(&log, 9, note);
    n = add(&six[0], 1700000000, note);
    note[n - 10] = note[n - 10] == 'A' ? 'B' : 'A';
    assert_string_equal(policy_judge(&p, &log.key, note, n, &v),
                        "a cosignature of a witness of the policy does not hold");
    must_parse(&p, "# nothing is asked\n \t\nquorum none\n"); /* any log, no witness */
    n = signed_note(&other, 9, note);
    assert_null(policy_judge(&p, &other.key, note, n, &v));
    assert_true(v.quorum);
    assert_string_equal(policy_quorum(&p), "none");
}

/* The same verdict as a sentence, for who is told of a match. */
TEST(test_what_is_lacking)
{
    struct note_signer log = log_signer("fiel.example/log"), other = log_signer("other.example/log");
    struct policy p;
    char note[NOTE_MAX], lacks[POLICY_LACKS];
    must_parse(&p, policy_text);
    signed_note(&log, 9, note);
    policy_lacks(&p, &log.key, note, add(&six[0], 1700000000, note), lacks);
    assert_string_equal(lacks, "1 of 6 witnesses have cosigned the log at 9 entries, which is not the quorum X-and-Y");
    add(&six[1], 1700000000, note);
    policy_lacks(&p, &log.key, note, add(&six[5], 1700000000, note), lacks);
    assert_string_equal(lacks, "");
    policy_lacks(&p, &other.key, note, strlen(note), lacks);
    assert_string_equal(lacks, "the log is not what its policy asks for: its log is none of the policy's");
}

/* The lines with a key for each @ and its number.  The length. */
static size_t with_keys(char text[2048], const char *lines, char key[4][NOTE_KEY_TEXT])
{
    size_t n = 0;
    for (; *lines; lines++) {
        if (*lines != '@') {
            text[n++] = *lines;
            continue;
        }
        const char *of = key[*++lines - '1'];
        memcpy(text + n, of, strlen(of));
        n += strlen(of);
    }
    text[n] = '\0';
    return n;
}

/* Of the year 0, 2022 and 2100 none counts, nor one of the day after tomorrow. */
TEST(test_the_time_of_a_cosignature)
{
    const uint64_t now = (uint64_t)time(NULL);
    const struct {
        uint64_t time;
        bool counts;
    } table[] = {
        { 0, false },          { POLICY_EARLIEST - 1, false }, { POLICY_EARLIEST, true }, { now, true },
        { now + 80000, true }, { now + 2 * 86400, false },     { 4102444800, false },     { INT64_MAX, false }
    };
    struct note_signer log = log_signer("fiel.example/log");
    char note[NOTE_MAX], why[POLICY_WHY];
    struct policy p;
    struct policy_verdict v;
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *path = path_in(dir, "policy");
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(policy_text, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(policy_load(&p, path, why), 0);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        signed_note(&log, 9, note);
        size_t n = add(&six[0], table[i].time, note);
        assert_null(policy_judge(&p, &log.key, note, n, &v));
        assert_int_equal(v.count, table[i].counts);
    }
}

TEST(test_policies_that_are_refused)
{
    char key[4][NOTE_KEY_TEXT], text[2048], why[POLICY_WHY];
    struct note_signer log = log_signer("fiel.example/log"), same = witness("again.example", 0);
    note_key_text(&six[0].key, key[0]);
    note_key_text(&six[1].key, key[1]);
    note_key_text(&log.key, key[2]);
    note_key_text(&same.key, key[3]);
    const struct {
        const char *lines, *says; /* @1 and @2: witnesses, @3: a log, @4: the first witness by another name */
    } bad[] = {
        { "witness a @1\n", "line 2: the quorum is missing" },
        { "quorum none\nquorum none\n", "line 2: a second quorum" },
        { "quorum a\nwitness a @1\n", "line 1: no witness or group a stands before" },
        { "witness a @1\nwitness a @2\nquorum a\n", "line 2: the name a is taken" },
        { "witness none @1\nquorum none\n", "line 1: the name none is taken" },
        { "witness a @1\n\nwitness b @4\nquorum a\n", "line 3: the key is that of a, too" },
        { "log @3\nlog @3 http://other\nquorum none\n", "line 2: this log's key is there already" },
        { "log @1\nquorum none\n", "no log's key" },
        { "witness a @3\nquorum a\n", "no witness's key" },
        { "witness a @1\ngroup g 2 a\nquorum g\n", "line 2: '2' of 1: say any, all or a number from 1 to 1" },
        { "witness a @1\ngroup g 0 a\nquorum g\n", "say any, all or a number" },
        { "witness a @1\ngroup g 01 a\nquorum g\n", "say any, all or a number" },
        { "witness a @1\ngroup g any a a\nquorum g\n", "line 2: a is a member already" },
        { "witness a @1\ngroup g any a\ngroup h any a\nquorum g\n", "line 3: a is a member already" },
        { "group g any g\nquorum g\n", "no witness or group g stands before" },
        { "group g any none\nquorum g\n", "no witness or group none stands before" },
        { "group g any\nquorum none\n", "line 1: say group NAME" },
        { "witness a\nquorum none\n", "line 1: say witness NAME VKEY" },
        { "quorum\n", "line 1: say quorum NAME" },
        { "wittness a @1\nquorum none\n", "line 1: 'wittness'" },
        { "quorum none", "line 1: the last line has no end" },
        { "quorum none\r\n", "line 1: a control character" },
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct policy p;
        size_t n = with_keys(text, bad[i].lines, key);
        assert_int_equal(policy_parse(&p, text, n, why), -1);
        if (!strstr(why, bad[i].says))
            fail_msg("%s: %s", text, why);
    }
    struct policy p;
    assert_int_equal(policy_parse(&p, "quorum \0none\n", 13, why), -1);
    assert_int_equal(policy_load(&p, "/nowhere/at/all", why), -1);
    assert_non_null(strstr(why, "/nowhere/at/all: No such file"));
}

/* Thirty-two logs, witnesses and groups, which the specification recommends, all with the longest names and addresses. */
TEST(test_the_largest_policy)
{
    static char text[POLICY_MAX];
    static struct policy p;
    char key[NOTE_KEY_TEXT], name[LONGEST_NAME], group[LONGEST_NAME], url[POLICY_URL], why[POLICY_WHY];
    size_t n = 0;
    memset(url, 'u', sizeof url - 1);
    url[sizeof url - 1] = '\0';
    for (uint8_t i = 0; i < POLICY_WITNESSES; i++) {
        struct note_signer w = witness(longest_name(name, i), i), log;
        const uint8_t seed[32] = { 8, i };
        assert_true(note_signer_make(&log, name, seed));
        n += (size_t)snprintf(text + n, sizeof text - n, "log %s %s\n", note_key_text(&log.key, key), url);
        n += (size_t)snprintf(text + n, sizeof text - n, "witness %s %s %s\n", name, note_key_text(&w.key, key), url);
        n += (size_t)snprintf(text + n, sizeof text - n, "group %s any %s\n", longest_name(group, i + 100u), name);
    }
    struct note_signer w = witness("more.example", 99);
    size_t before = n;
    snprintf(text + n, sizeof text - n, "quorum %s\n", group);
    must_parse(&p, text);
    assert_string_equal(policy_quorum(&p), group);
    assert_string_equal(p.member[62].key.name, name);
    snprintf(text + before, sizeof text - before, "witness more %s\nquorum %s\n", note_key_text(&w.key, key), group);
    assert_int_equal(policy_parse(&p, text, strlen(text), why), -1);
    assert_non_null(strstr(why, "line 97: more than 32 witnesses"));
}
