/* conformance: the program of tests/conformance lets the clients of this project pass, and finds out those that are wrong.
 *
 * A part of its scenarios; `make conformance` runs all of them with every client. */
#include <jansson.h>

#include "process.h"
#include "support/folder.h"

static struct run with_only(const char *only, const char *option, const char *program, const char *word)
{
    const char *words[12];
    OWNED char *path = realpath(program, NULL);
    int n = 0;
    if (!path)
        fail_msg("%s is not there", program);
    char conformance[256];
    snprintf(conformance, sizeof conformance, "%s/tests/conformance/conformance", build_dir());
    words[n++] = conformance;
    words[n++] = "--only";
    words[n++] = only;
    if (option)
        words[n++] = option;
    words[n++] = "--";
    words[n++] = path;
    if (word)
        words[n++] = word;
    words[n] = NULL;
    return run_words(words, NULL);
}

static void passes(const char *only, const char *option, const char *program, const char *word, const char *sum)
{
    OWNED_RUN r = with_only(only, option, program, word);
    if (r.code != 0)
        fail_msg("%s: exit %d\n%s\n%s", program, r.code, r.out, r.err);
    assert_says(r.out, sum);
}

static const char some[] = "course/gap,course/killed-asked,lie/seal-signature,lie/head";

TEST(ours_pass)
{
    char first[256], corte[256];
    snprintf(first, sizeof first, "%s/examples/first", build_dir());
    snprintf(corte, sizeof corte, "%s/bots/corte", build_dir());
    passes(some, NULL, first, NULL, "4 scenarios: 4 passed, 0 failed");
    passes("match/paulista/2,course/void,lie/deal-other-cut,lie/garbage", NULL, first, NULL,
           "4 scenarios: 4 passed, 0 failed");
    passes("lie/cutter-cut,course", "--cutter", corte, NULL, "2 scenarios: 2 passed, 0 failed");
}

FOLDER_FOR_ALL

/* A client that takes every signature for a good one: what it links to is asked before libsodium. */
static const char *believes(void)
{
    static char path[SCRATCH_ROOM + 16];
    const char *sanitized = strstr(build_dir(), "address") ? "-fsanitize=address,undefined" : "";
    snprintf(path, sizeof path, "%s/believes", folder);
    SHELL_FINE("echo 'int crypto_sign_verify_detached(void) { return 0; }' > '%s.c' && cc -w %s -Isdk -Iprotocol -o "
               "'%s' '%s.c' "
               "sdk/examples/first.c '%s/lib/public/libfiel.a' -lzmq -lsodium -lpthread -lm",
               path, sanitized, path, path, build_dir());
    return path;
}

/* One that keeps nothing in its state folder: the last text of its record. */
static const char *forgets(void)
{
    static char path[SCRATCH_ROOM + 16];
    char first[4096];
    snprintf(path, sizeof path, "%s/forgets", folder);
    snprintf(first, sizeof first, "%s/examples/first", build_dir());
    OWNED char *whole = realpath(first, NULL);
    SHELL_FINE("printf '%%s\n' '#!/bin/sh' 'folder=$(tr -c \"[:print:]\" \"\\n\" < /proc/self/fd/3 | grep -o \"/.*\" | "
               "tail -n 1)' "
               "'rm -f \"$folder\"/*' \"exec '%s'\" > '%s' && chmod +x '%s'",
               whole, path, path);
    return path;
}

/* Each fails where it is wrong. */
TEST(wrong_ones_are_found_out)
{
    const struct {
        const char *program, *only, *failed;
    } wrong[] = {
        { believes(), "lie/seal-signature", "lie    seal-signature                               FAILED" },
        { forgets(), "course/killed-asked", "course killed-asked                                 FAILED" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        run_says(with_only(wrong[i].only, NULL, wrong[i].program, NULL), 1, wrong[i].failed,
                 "1 scenarios: 0 passed, 1 failed", NULL);
    }
}

TEST(it_is_told_as_json)
{
    OWNED_RUN r = with_only("lie/seal-signature", "--json", believes(), NULL);
    json_auto_t *first = json_loads(r.out, JSON_DISABLE_EOF_CHECK, NULL),
                *sum = json_loads(strchr(r.out, '\n') + 1, 0, NULL);
    assert_int_equal(r.code, 1);
    assert_string_equal(json_string_value(json_object_get(first, "outcome")), "FAILED");
    assert_string_equal(json_string_value(json_object_get(first, "came")), "it went on with CUT");
    assert_true(json_is_false(json_object_get(sum, "conforms")));
}

TEST(wrong_words)
{
    static const struct {
        const char *words[3], *says;
    } wrong[] = {
        { { NULL }, "which bot?" },
        { { "--onyl", "x" }, "did you mean --only?" },
        { { "--", "/no/such/bot" }, "is no program that can be run" },
        { { "--only", "lie/haed", "--list" }, "no scenario is called lie/haed" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const *w = wrong[i].words;
        ends(2, wrong[i].says, "../tests/conformance/conformance", w[0], w[1], w[2], NULL);
    }
    ends(0, "lie    view-key\n", "../tests/conformance/conformance", "--list", NULL);
}
