/* sdk: what an author gets: `make install` in a folder of its own, programs built against it as a stranger builds them,
 * a manual that names everything the library gives away. */
#include "process.h"
#include "rules/signs.h"
#include "support/skipped.h"

#include <jansson.h>

static char dir[64], prefix[96]; /* who installs it says where: in a folder whose name has blanks and accents */

/* The sanitizers of this build, for what is linked with its library. */
static const char *sanitizers(void) { return strstr(build_dir(), "address") ? "-fsanitize=address,undefined" : ""; }

/* Names that a program may have itself before it includes fiel.h: of its macros, of its constants. */
static void foreign_names(void)
{
    SHELL_FINE(
        "cd '%s' && for n in CARDS NOBODY TIE SEATS_MAX SCORERS_MAX HELD_MAX LEGAL_MAX NEWS_MAX ESPADAS BASTOS OROS "
        "COPAS ACTIONS OPTIONS PHASES PRESETS; do echo \"#define $n (mine\" >> macros.h; "
        "echo \"enum { $n };\" >> constants.h; done",
        dir);
}

/* Everything is built: the install alone is left, whatever the flags of this build were. */
BEFORE_ALL(install)
{
    scratch(dir);
    assert_int_equal(chmod(dir, 0755), 0); /* bots have users of their own */
    snprintf(prefix, sizeof prefix, "%s/mi fiel ñ", dir);
    foreign_names();
    return shell("make -s -o all install B='%s' PREFIX='%s' > '%s/log' 2>&1 || { cat '%s/log'; exit 1; }", build_dir(),
                 prefix, dir, dir);
}

AFTER_ALL(uninstall)
{
    scratch_remove(dir);
    return 0;
}

static char replay[128]; /* of the match that was played last */

static void play(const char *bot)
{
    static unsigned played;
    char fiel[128], path[160];
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", prefix);
    snprintf(path, sizeof path, "'%s/bots/%s'", dir, bot);
    snprintf(replay, sizeof replay, "%s/%s-%u.replay", dir, bot, played++);
    const char *const words[] = { fiel,   "match",    "--games", "1",     "--show", dir,     "--json", "--note-bytes",
                                  "4000", "--replay", replay,    "--bot", path,     "--bot", "random", NULL };
    OWNED_RUN r = run_words(words, NULL);
    json_auto_t *result = json_loads(r.out, 0, NULL);
    if (r.code || !result || json_array_size(json_object_get(result, "faults")))
        fail_msg("%s: exit %d\n%s\n%s", bot, r.code, r.out, r.err);
}

TEST(test_a_strangers_programs)
{
    static const char *const bots[] = { "first", "loop", "montecarlo", "thinker", "first-static" };
    assert_int_equal(shell("sh tests/stranger.sh '%s' '%s/bots' '%s'", prefix, dir, sanitizers()), 0);
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++)
        play(bots[i]);
}

/* A bot that looks in every millisecond, and tries what it must not do. */
static const char impatient[] =
    "#include <fiel.h>\n"
    "#include <stdlib.h>\n"
    "int main(void)\n"
    "{\n"
    "    char why[FIEL_WHY];\n"
    "    struct fiel_request r, same;\n"
    "    struct fiel_bot *b = fiel_open(\"impatient\", NULL, why);\n"
    "    struct sign s = { 1, 1 };\n"
    "    enum fiel_next n;\n"
    "    unsigned quiet = 0;\n"
    "    if (!b || fiel_answer(b, (struct action){ ACT_PASS, 0 }) != -1) abort();\n" /* nothing is asked */
    "    if (fiel_note(b, \"\") != -1) abort();\n"
    "    while ((n = fiel_next(b, &r, 1)) != FIEL_OVER) {\n"
    "        quiet += n == FIEL_QUIET;\n"
    "        if (n == FIEL_QUIET) continue;\n"
    "        if (fiel_next(b, &same, 0) != FIEL_ASKED || same.clock.bank_us != r.clock.bank_us) abort();\n"
    "        if (r.n < 1 || r.signs_room != 0 || fiel_answer_with(b, r.legal[0], &s, 1) != -1) abort();\n" /* signs=off */
    "        if (fiel_note(b, \"in time\") != 0) abort();\n"
    "        if (fiel_answer(b, r.legal[0]) != 0 || fiel_answer(b, r.legal[0]) != -1) abort();\n"
    "    }\n"
    "    if (!quiet || fiel_next(b, &r, 0) != FIEL_OVER || fiel_answer(b, r.legal[0]) != -1) abort();\n"
    "    int code = fiel_close(&b);\n"
    "    return b || fiel_close(&b) ? 9 : code;\n"
    "}\n";

/* One that aborts would be at fault. */
TEST(test_a_loop_of_ones_own)
{
    char source[96], conformance[128], loop[160];
    snprintf(source, sizeof source, "%s/impatient.c", dir);
    spill(source, impatient, sizeof impatient - 1);
    assert_int_equal(
        shell(
            "PKG_CONFIG_PATH='%s/lib/pkgconfig'; export PKG_CONFIG_PATH; cd '%s' && for names in constants macros; do "
            "eval \"cc -std=c11 -Wall -Wextra -pedantic -Werror -include $names.h %s -o bots/impatient '%s' "
            "$(pkg-config --cflags --libs fiel) -Wl,-rpath,'%s/lib'\" || exit 1; done",
            prefix, dir, sanitizers(), source, prefix),
        0);
    play("impatient");
    assert_int_equal(shell("'%s/bin/fiel' replay '%s' --json | grep -q '\"note\":\"in time\"'", prefix, replay), 0);
    snprintf(conformance, sizeof conformance, "%s/tests/conformance/conformance", build_dir());
    snprintf(loop, sizeof loop, "%s/bots/loop", dir);
    const char *const words[] = { conformance, "--only", "lie/signed,course/gap", "--", loop, NULL };
    run_says(run_words(words, NULL), 0, NULL);
}

/* --- C++, and a library that has grown --- */

/* It is a caller of all that a bot allocates and libfiel fills, with a fence behind each. */
static const char
    fenced[] = "#include <fiel.h>\n"
               "#include <cstdio>\n"
               "#include <cstdlib>\n"
               "#include <cstring>\n"
               "template <class T> struct Fenced {\n"
               "    T it = T();\n"
               "    char fence[256];\n"
               "    Fenced() { std::memset(fence, 7, sizeof fence); }\n"
               "    ~Fenced() { for (char c : fence) if (c != 7) std::abort(); }\n"
               "};\n"
               "struct Bot {\n"
               "    struct fiel_random dice = fiel_random_of(\"play\", 1, 0);\n"
               "    unsigned asked = 0;\n"
               "    action decide(const view &v, const action *legal, int n)\n"
               "    {\n"
               "        Fenced<rules> again;\n"
               "        Fenced<view> after, seen;\n"
               "        Fenced<position> table, next;\n"
               "        char text[VIEW_TEXT], why[RULES_ERROR_TEXT], words[RULES_TEXT];\n"
               "        view_sample(&v, &dice, &table.it);\n"
               "        position_view(&table.it, v.seat, &seen.it);\n"
               "        if (position_apply(&table.it, v.seat, legal[0], &next.it) != RULE_OK) std::abort();\n"
               "        (void)view_after(&v, legal[0], &dice, &after.it);\n"
               "        if (rules_parse(rules_text(&v.open.rules, words), &again.it, why) != 0) std::abort();\n"
               "        if (!std::strstr(view_text(&seen.it, text), \"\\nlegal: \")) std::abort();\n"
               "        if (asked++ == 0) std::fprintf(stderr, \"%s\\n%s\", fiel_version(), text);\n"
               "        return legal[fiel_random_below(&dice, static_cast<unsigned>(n))];\n"
               "    }\n"
               "};\n"
               "static void heard(const fiel_clock *clock, void *user) { static_cast<Bot *>(user)->dice.state ^= "
               "clock->budget_us; }\n"
               "int main()\n"
               "{\n"
               "    Bot bot;\n"
               "    Fenced<fiel_callbacks> calls;\n"
               "    Fenced<fiel_request> r;\n"
               "    char why[FIEL_WHY];\n"
               "    calls.it.asked = heard;\n"
               "    calls.it.user = &bot;\n"
               "    fiel_bot *b = fiel_open(\"fenced\", &calls.it, why);\n"
               "    if (!b) return std::fprintf(stderr, \"%s\\n\", why), 3;\n"
               "    while (fiel_next(b, &r.it, -1) == FIEL_ASKED)\n"
               "        if (fiel_answer(b, bot.decide(r.it.view, r.it.legal, r.it.n)) != 0) std::abort();\n"
               "    return fiel_close(&b);\n"
               "}\n";

/* Without a warning, linked with the library as it comes and with the static one. */
TEST(test_cplusplus)
{
    char source[96];
    if (shell("command -v g++ > /dev/null") != 0) {
        skipped("a bot in C++", "g++ is not installed");
        return;
    }
    snprintf(source, sizeof source, "%s/fenced.cc", dir);
    spill(source, fenced, sizeof fenced - 1);
    assert_int_equal(shell("PKG_CONFIG_PATH='%s/lib/pkgconfig'; export PKG_CONFIG_PATH; cd '%s/bots' && "
                           "cc='g++ -std=c++17 -Wall -Wextra -pedantic -Wold-style-cast -Werror %s' && "
                           "eval \"$cc -include ../macros.h $(pkg-config --cflags fiel) -o fenced '%s' $(pkg-config "
                           "--libs fiel) -Wl,-rpath,'%s/lib'\" && "
                           "eval \"$cc -include ../constants.h $(pkg-config --cflags fiel) -o fenced-static '%s' "
                           "\\\"$(pkg-config --variable=libdir fiel)/libfiel.a\\\" -lzmq -lsodium -lpthread\"",
                           prefix, dir, sanitizers(), source, prefix, source),
                     0);
    play("fenced");
    play("fenced-static");
}

/* What fiel.h brings in: its macros begin with FIEL_, its constants with that or with the word of what they are about. */
TEST(test_no_name_without_its_beginning)
{
    assert_int_equal(
        shell("cd '%s' && printf '#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n' > none.h && "
              "cc -std=c11 -dM -E none.h | sort > none && printf '#include <fiel.h>\n' > all.h && "
              "cc -std=c11 -dM -E -I'%s/include/fiel' all.h | sort > all && "
              "comm -13 none all | grep -v '^#define FIEL_' > other; for f in none all; do "
              "cc -std=c11 -E -P -I'%s/include/fiel' $f.h | grep -oE '\\<[A-Z][A-Z0-9_]+\\>' | sort -u > $f; done; "
              "comm -13 none all | grep -vE "
              "'^(FIEL|ACT|ACTION|ALIAS|CARD|DECLARED|ELEVEN|FLOR|OPT|PHASE|PRESET|RULE|RULES|"
              "SHAPE|SIGN|SIGNS|VIEW|WAGER)_' >> other; ! grep . other",
              dir, prefix, prefix),
        0);
}

/* The templates are found where they were installed; what comes of them is test_ladder_new_bot's. */
TEST(test_a_new_bot_of_the_installed_tree)
{
    static const char *const languages[] = { "c", "python", "js" };
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        assert_int_equal(
            shell("mkdir '%s/mis bots' && cd '%s/mis bots' && PATH='%s/bin':\"$PATH\" && export PATH && "
                  "fiel new-bot mine --lang %s > ../out && cd mine && CFLAGS='-g %s' make -s test > ../../out 2>&1 || "
                  "{ cat '%s/out'; exit 1; }; rm -r '%s/mis bots'",
                  dir, dir, prefix, languages[i], sanitizers(), dir, dir),
            0);
}

/* No name that the library shows is without its line in the manual, and none is shown that fiel.symbols does not list. */
TEST(test_everything_is_in_the_manual)
{
    assert_int_equal(
        shell("nm -g '%s/lib/libfiel.a' | awk '$2 ~ /[TDRB]/ { print $3 }' | grep -vE '^(_|asan|ubsan)' > '%s/shown'; "
              "for s in $(cat '%s/shown'); do grep -qE \"(^|[^a-z_])$s([^a-z_]|$)\" '%s'/share/man/man3/*.3 || "
              "{ echo \"$s is in no page of sdk/man\"; bad=1; }; done; exit ${bad:-0}",
              prefix, dir, dir, prefix),
        0);
    assert_int_equal(shell("[ $(wc -l < '%s/shown') -gt 80 ]", dir), 0);
    char *page = slurp("sdk/man/fiel_view.3", NULL);
#define X(name, number, meaning) assert_says(page, ".B PHASE_" #name "\n");
    FIEL_PHASES(X)
#undef X
#define X(name, number, word) assert_says(page, ".B ACT_" #name "\n");
    FIEL_ACTIONS(X)
#undef X
    free(page);
    assert_int_equal(
        shell("PKG_CONFIG_PATH='%s/lib/pkgconfig'; export PKG_CONFIG_PATH; printf '#include <fiel.h>\n#include "
              "<stdio.h>\n"
              "int main(void) { printf(\"%%%%s %%%%d.%%%%d.%%%%d\", fiel_version(), FIEL_VERSION_MAJOR, "
              "FIEL_VERSION_MINOR, "
              "FIEL_VERSION_PATCH); }' > '%s/version.c' && cd '%s' && eval \"cc %s -o version version.c "
              "$(pkg-config --cflags --libs fiel) -Wl,-rpath,'%s/lib'\" && v=$(pkg-config --modversion fiel) && "
              "[ \"$(./version)\" = \"$v $v\" ]",
              prefix, dir, dir, sanitizers(), prefix),
        0);
    assert_int_equal(shell("nm -D '%s/lib/libfiel.so.0' | grep -q ' T fiel_run@@FIEL_0$'", prefix), 0);
}

TEST(test_no_stranger_is_needed)
{
    assert_int_equal(shell("PKG_CONFIG_PATH='%s/lib/pkgconfig' pkg-config --validate fiel", build_dir()), 0);
    assert_int_equal(shell("cd '%s' && %s/first 2> '%s/err'", dir, "bots", dir), 3);
    char path[128];
    snprintf(path, sizeof path, "%s/err", dir);
    OWNED char *said = slurp(path, NULL);
    assert_says(said, "fiel match");
    assert_int_equal(shell("cd '%s' && bots/loop 2> '%s/err'", dir, dir), 3);
}

/* Bots that were linked before play with a library whose structs have one field more, each where fiel.h says that it comes, and an
 * option more.  (What a fact more is on the wire is a version of the protocol: this one stays beside it.)  It is the last test, because
 * that library takes the other's place. */
TEST(test_a_library_that_has_grown)
{
    static const char *const bots[] = { "first", "loop", "impatient", "fenced" };
    assert_int_equal(
        shell("mkdir -p '%s/grown/tests' '%s/grown/bots' && cp -R Makefile mk po sdk protocol '%s/grown' && "
              "cp -R bots/campeon '%s/grown/bots' && cp tests/deps.sh '%s/grown/tests' && cd '%s/grown' && "
              "sed -i 's/uint8_t room\\[20\\];/uint32_t grown; uint8_t room[16];/' protocol/rules/open.h && "
              "sed -i 's/uint8_t room\\[16\\];/uint32_t grown; uint8_t room[12];/; s/uint8_t room\\[15\\];/uint32_t "
              "grown; uint8_t room[8];/' "
              "protocol/rules/position.h && "
              "sed -i 's/uint64_t room\\[5\\];/uint64_t grown; uint64_t room[4];/; s/void \\*room\\[8\\];/void "
              "(*grown)(void); void *room[7];/; "
              "s/uint8_t room\\[64\\];/uint32_t grown; uint8_t room[60];/; s/const char \\*const \\*name;/& uint64_t "
              "grown;/' sdk/fiel.h && "
              "sed -i 's/^        OPT_COUNT$/OPT_GROWN, &/' protocol/rules/options.h && "
              "sed -i 's/memset(v->room, 0, sizeof v->room);/v->grown = v->open.grown = 0xffffffff;/' "
              "protocol/rules/position.c && "
              "sed -i 's/\\.again = q->refused,/& .grown = UINT32_MAX,/; s/if (c)/if (c \\&\\& !c->grown)/' sdk/loop.c "
              "&& "
              "[ $(cat sdk/fiel.h sdk/loop.c protocol/rules/*.[ch] | grep -c 'grown\\|GROWN') = 11 ] && "
              "make -s build/lib/libfiel.so.0 CFLAGS='-O0 -w' > log 2>&1 || { cat log; exit 1; }",
              dir, dir, dir, dir, dir, dir),
        0);
    assert_int_equal(shell("cp '%s/grown/build/lib/libfiel.so.0' '%s/lib/libfiel.so.0'", dir, prefix), 0);
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++)
        if (shell("[ -e '%s/bots/%s' ]", dir, bots[i]) == 0)
            play(bots[i]);
    /* A field that takes no room is no such library. */
    assert_int_equal(shell("cd '%s/grown' && sed -i 's/uint32_t grown;/& uint64_t more;/' protocol/rules/open.h && "
                           "! cc -std=c11 -Isdk -Iprotocol -fsyntax-only sdk/version.c 2> log && grep -q "
                           "'libfiel.so.0: struct open' log",
                           dir),
                     0);
}
