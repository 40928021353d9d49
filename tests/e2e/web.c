/* web: what a browser runs says what the programs say: the auditor and the teller compiled to WebAssembly, with
 * libsodium's own build for browsers, on matches of real processes. */
#include "folder.h"

/* The file's verdict and story by the programs, then by the browser's modules. */
static void compare(const char *replay)
{
    char wasm[512];
    snprintf(wasm, sizeof wasm, "%s/web/fiel.wasm", build_dir());
    if (access(wasm, R_OK) != 0)
        fail_msg("%s is not there: clang, lld and wasi-libc make it (make deps, make all)", wasm);
    struct run audit = run("fiel-audit", "--json", replay, NULL), story = run("fiel", "replay", "--json", replay, NULL);
    spill(in_dir("audit.json"), audit.out, strlen(audit.out));
    spill(in_dir("story.jsonl"), story.out, strlen(story.out));
    run_free(&audit);
    run_free(&story);
    const char *const words[] = {
        "/usr/bin/env",        "node", "tests/web/replay.mjs", "ladder/web", wasm, replay, in_dir("audit.json"),
        in_dir("story.jsonl"), NULL
    };
    OWNED_RUN r = run_words(words, NULL);
    if (r.code != 0)
        fail_msg("%s: exit %d\n%s\n%s", replay, r.code, r.out, r.err);
}

static void play(const char *rules, const char *seats, const char *bot)
{
    ends(0, "", "fiel", "match", "--rules", rules, "--seats", seats, "--games", "1", "--bot", bot, "--bot", "random",
         "--replay", in_dir("m.replay"), NULL);
    compare(in_dir("m.replay"));
    assert_int_equal(unlink(in_dir("m.replay")), 0);
}

TEST_WITH(every_family_says_the_same, folder_make, folder_remove)
{
    play("argentino-flor", "4", "cauto");
    play("paulista", "2", "embustero");
    play("uruguayo", "2", "random");
    play("truc-y-flou", "6", "random");
}

/* Games at several tables, at once, and both legs of their pairs. */
TEST_WITH(several_tables_say_the_same, folder_make, folder_remove)
{
    ends(0, "", "fiel", "match", "--tables", "3", "--games", "5", "--rules", "argentino,target=9", "--bot", "cauto",
         "--bot", "random", "--replay", in_dir("m.replay"), NULL);
    compare(in_dir("m.replay"));
    ends(0, "", "fiel", "match", "--duplicate", "--tables", "3", "--games", "3", "--rules", "argentino,target=9",
         "--bot", "cauto", "--bot", "random", "--replay", in_dir("pair"), NULL);
    compare(in_dir("pair/0001a.replay"));
    compare(in_dir("pair/0001b.replay"));
}

TEST_WITH(a_logged_match_says_the_same, folder_make, folder_remove)
{
    ends(0, "", "fiel", "log", "create", in_dir("log"), "--name", "fiel.example/web", "--key", in_dir("log.secret"),
         NULL);
    ends(0, "", "fiel", "match", "--bot", "cauto", "--bot", "random", "--games", "1", "--match-log", in_dir("log"),
         "--match-log-key", in_dir("log.secret"), "--replay", in_dir("m.replay"), NULL);
    compare(in_dir("m.replay"));
}

/* A match's page judges the file by what the page names: its own is good, whatever comes in its place is not. */
static void a_page_of(const char *tables)
{
    const char *const pairs[] = { "ours", "others" };
    char leg[4][640], wasm[512], stranger[640], bare[640];
    snprintf(wasm, sizeof wasm, "%s/web/fiel.wasm", build_dir());
    for (unsigned i = 0; i < 2; i++) {
        ends(0, "", "fiel", "match", "--duplicate", "--bot", "cauto", "--bot", "random", "--names", "ana,juana",
             "--tables", tables, "--games", tables, "--key", in_dir("arbiter.key"), "--replay", in_dir(pairs[i]), NULL);
        for (unsigned k = 0; k < 2; k++)
            snprintf(leg[2 * i + k], sizeof leg[0], "%s/0001%c.replay", in_dir(pairs[i]), 'a' + (int)k);
    }
    snprintf(stranger, sizeof stranger, "%s", in_dir("stranger.replay"));
    snprintf(bare, sizeof bare, "%s", in_dir("bare.replay"));
    ends(0, "", "fiel", "match", "--bot", "cauto", "--bot", "random", "--names", "ana,juana", "--games", "1",
         "--replay", stranger, NULL);
    ends(0, "", "fiel", "match", "--bot", "/bin/false", "--bot", "random", "--games", "1", "--replay", bare, NULL);
    const char *const words[] = { "/usr/bin/env", "node", "tests/web/swapped.mjs",
                                  "ladder/web",   wasm,   leg[0],
                                  leg[1],         leg[2], leg[3],
                                  stranger,       bare,   NULL };
    run_says(run_words(words, NULL), 0, NULL);
}

TEST_WITH(a_page_verifies_its_own_match, folder_make, folder_remove) { a_page_of("1"); }

TEST_WITH(a_page_verifies_a_pair_at_several_tables, folder_make, folder_remove) { a_page_of("3"); }

TEST_WITH(a_forgery_says_the_same, folder_make, folder_remove)
{
    size_t size;
    OWNED char *bytes = slurp("tests/vectors/example.replay", &size);
    compare("tests/vectors/example.replay");
    bytes[size / 2] ^= 4;
    spill(in_dir("forged.replay"), bytes, size);
    compare(in_dir("forged.replay"));
    spill(in_dir("cut.replay"), bytes, size / 3);
    compare(in_dir("cut.replay"));
    spill(in_dir("empty.replay"), bytes, 0);
    compare(in_dir("empty.replay"));
}

TEST(labels_are_texts_and_cards_lie_as_played)
{
    const char *const words[] = { "/usr/bin/env", "node", "tests/web/viewer.mjs", "ladder/web", NULL };
    run_says(run_words(words, NULL), 0, NULL);
}

TEST(a_page_follows_while_it_is_looked_at)
{
    const char *const words[] = { "/usr/bin/env", "node", "tests/web/follow.mjs", "ladder/web", NULL };
    run_says(run_words(words, NULL), 0, NULL);
}
