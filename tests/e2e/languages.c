/* languages: every bot of docs/lines.md, as it stands there, plays by lines without a fault; what the page says of --jail=strict is so.
 * So does the bot of spec/CLIENT.md, which speaks the wire itself.
 * Printed are its lines, its decisions a second, and how many times those of its rival, which is the same bot in C on libfiel. */
#include "folder.h"

#include <jansson.h>

#include "support/skipped.h"

FOLDER_FOR_ALL

enum { LINES_OF_A_BOT = 15 };

static const char
    by_libfiel[] = "#include <fiel.h>\n"
                   "static struct action decide(const struct view *v, const struct action *legal, int n, void *u)\n"
                   "{\n"
                   "    const struct action *quiero = hint_find(legal, n, ACT_QUIERO);\n"
                   "    return (void)v, (void)u, quiero ? *quiero : legal[0];\n"
                   "}\n"
                   "int main(void) { return fiel_run(\"c\", decide, NULL); }\n";

/* `needs` is what the machine has to have; `build` makes ./bot of ./FILE; `adds` is what its runtime needs of the system, NULL: it does not
 * play in strict; `more` is the match to be told. */
static const struct language {
    const char *name, *file, *needs, *build, *bot, *adds, *more;
} languages[] = {
    { "libfiel", "bot.c", "/usr/bin/cc",
      "cc -O2 $SANITIZERS -I\"$SOURCES/sdk\" -I\"$SOURCES/protocol\" -o bot bot.c \"$BUILD/lib/libfiel.a\" -lzmq "
      "-lsodium "
      "-lpthread -lm",
      "./bot", "c", NULL },
    { "C", "bot.c", "/usr/bin/cc", "cc -O2 -o bot bot.c", "lines:./bot", "c", NULL },
    { "Python", "bot", "/usr/bin/python3", NULL, "lines:./bot", "python", NULL },
    { "JavaScript", "bot", "/usr/bin/node", NULL, "lines:./bot", "node", NULL },
    { "Perl", "bot", "/usr/bin/perl", NULL, "lines:./bot",
      "perl --add /usr/bin/perl --add /usr/share/perl --add /usr/share/perl5 --add /usr/lib/x86_64-linux-gnu/perl "
      "--add /usr/lib/x86_64-linux-gnu/perl-base",
      NULL },
    { "Lua", "bot", "/usr/bin/lua5.4", NULL, "lines:./bot", "lua --add /usr/bin/lua5.4", NULL },
    { "Ruby", "bot", "/usr/bin/ruby", NULL, "lines:./bot",
      "ruby --add /usr/bin/ruby --add /usr/lib/ruby --add /usr/lib/x86_64-linux-gnu/ruby --add /var/lib/gems", NULL },
    { "jq", "bot.jq", "/usr/bin/jq", NULL, "lines:/usr/bin/jq --unbuffered -c -f '$PWD/bot.jq'", "jq --add /usr/bin/jq",
      NULL },
    { "Go", "bot.go", "/usr/bin/go", "HOME=$PWD GOCACHE=$PWD/cache GOFLAGS=-mod=mod go build -o bot bot.go",
      "lines:./bot", "c", NULL },
    { "Rust", "bot.rs", "/usr/bin/rustc", "/usr/bin/rustc -O -o bot bot.rs", "lines:./bot", "c", NULL },
    { "Java", "Bot.java", "/usr/bin/java", NULL, "lines:/usr/bin/env LC_ALL=C.UTF-8 /usr/bin/java '$PWD/Bot.java'",
      NULL, " --bot-memory 8G" },
};

/* The first block below a heading of the page made the file `path`; how many lines it has. */
static unsigned block_of(const char *page, const char *heading, const char *path)
{
    OWNED char *text = slurp(page, NULL);
    const char *at = strstr(text, heading);
    unsigned lines = 0;
    if (!at)
        fail_msg("%s has no%s", page, heading);
    const char *from = strchr(strstr(at, "```"), '\n') + 1, *to = strstr(from, "\n```");
    for (const char *c = from; c <= to; c++)
        lines += *c == '\n' && c[-1] != '\n';
    spill(path, from, (size_t)(to + 1 - from));
    return lines;
}

/* The bot of a language, or that on libfiel, made the file `path`; how many lines it has. */
static unsigned bot_of(const struct language *l, const char *path)
{
    char heading[64];
    snprintf(heading, sizeof heading, "\n## %s\n", l->name);
    unsigned lines = 1;
    if (l == languages)
        spill(path, by_libfiel, sizeof by_libfiel - 1);
    else
        lines = block_of("docs/lines.md", heading, path);
    assert_int_equal(chmod(path, 0755), 0);
    return lines;
}

static int in_shell(const char *command, const char *own)
{
    char line[12000];
    snprintf(line, sizeof line, "cd '%s' && { %s; } > said 2>&1", own, command);
    return system(line);
}

/* Its match in this jail against a C bot, with the time to start that a runtime takes from a cold disk: decisions a second of its own time
 * and in those of the other's, 0: it does not play. */
static double plays(const struct language *l, const char *own, const char *jail, double *beside)
{
    char words[6000], out[300], whole[4096], *build = realpath(build_dir(), whole);
    snprintf(out, sizeof out, "%s/said", own);
    assert_non_null(build);
    snprintf(
        words, sizeof words,
        "'%s/bin/fiel' match --jail %s --clock start=60s --bot \"%s\" --bot %s --games 4 --json%s --replay %s.replay "
        "2> why",
        build, jail, l->bot, *jail == 'n' && l != languages ? "\"'$PWD/../libfiel/bot'\"" : "random",
        l->more ? l->more : "", jail);
    if (in_shell(words, own) != 0)
        return 0;
    OWNED char *text = slurp(out, NULL);
    json_t *result = json_loads(text, 0, NULL), *seat = json_array_get(json_object_get(result, "seats"), 0),
           *other = json_array_get(json_object_get(result, "seats"), 1);
    bool fine = result && json_array_size(json_object_get(result, "faults")) == 0;
    double us = json_number_value(json_object_get(seat, "mean_us"));
    *beside = us > 0 ? json_number_value(json_object_get(other, "mean_us")) / us : 0;
    json_decref(result);
    return fine && us > 0 ? 1e6 / us : 0;
}

static void complain(const struct language *l, const char *own, const char *jail)
{
    char path[300];
    snprintf(path, sizeof path, "%s/said", own);
    char *said = slurp(path, NULL);
    snprintf(path, sizeof path, "%s/why", own);
    char *why = access(path, F_OK) == 0 ? slurp(path, NULL) : strdup("");
    fail_msg("%s, %s:\n%s\n%s", l->name, jail, said, why);
}

/* In strict it has the runtime that the page says; one of its own, because what is added to the tests' would be every bot's. */
static void in_strict(const struct language *l, const char *own)
{
    char words[10000], home[200], whole[4096];
    if (geteuid() != 0 || !realpath(build_dir(), whole)) {
        skipped(l->name, "strict wants root");
        return;
    }
    snprintf(home, sizeof home, "%s/runtime", own);
    assert_int_equal(mkdir(home, 0755), 0);
    snprintf(words, sizeof words, "'%s/bin/fiel' runtime c --to '%s' && '%s/bin/fiel' runtime %s --to '%s'", whole,
             home, whole, l->adds ? l->adds : "c", home);
    if (in_shell(words, own) != 0)
        complain(l, own, "its runtime");
    const char *before = getenv("FIEL_RUNTIME");
    OWNED char *kept = before ? strdup(before) : NULL;
    setenv("FIEL_RUNTIME", home, 1);
    double beside, strict = plays(l, own, "strict", &beside);
    if (kept)
        setenv("FIEL_RUNTIME", kept, 1);
    else
        unsetenv("FIEL_RUNTIME");
    if ((strict > 0) == (l->adds != NULL))
        return;
    snprintf(words, sizeof words, "grep -q 'cannot be held' why");
    if (in_shell(words, own) == 0)
        skipped(l->name, "strict: this place has no such jail");
    else
        complain(l, own, l->adds ? "strict" : "it plays in strict, and the page says not");
}

static void one(const struct language *l)
{
    char own[160], path[300];
    if (access(l->needs, X_OK) != 0) {
        skipped(l->name, "%s is not here", l->needs);
        return;
    }
    snprintf(own, sizeof own, "%s", in_dir(l->name));
    assert_int_equal(mkdir(own, 0755), 0);
    snprintf(path, sizeof path, "%s/%s", own, l->file);
    unsigned lines = bot_of(l, path);
    if (l->build && in_shell(l->build, own) != 0)
        complain(l, own, "its build");
    double beside, rate = plays(l, own, "none", &beside);
    if (rate == 0)
        complain(l, own, "none");
    in_strict(l, own);
    printf("%-12s %2u lines %8.0f decisions/s %6.2f\n", l->name, lines, rate, l == languages ? 1 : beside);
    if (lines > LINES_OF_A_BOT)
        fail_msg("%s: %u lines are no short bot", l->name, lines);
}

TEST(all)
{
    char sources[4096], build[4096];
    assert_int_equal(chmod(folder, 0755), 0);
    setenv("SOURCES", getcwd(sources, sizeof sources), 1);
    setenv("BUILD", realpath(build_dir(), build), 1);
    setenv("SANITIZERS", strstr(build, "address") ? "-fsanitize=address,undefined" : "", 1);
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        one(&languages[i]);
}

/* A match, and both legs of a pair. */
TEST(the_bot_of_the_wire)
{
    static const struct language wire = { "the wire", "bot", "", NULL, "./bot", NULL, NULL };
    char whole[4096], words[9000], own[160];
    snprintf(own, sizeof own, "%s", in_dir("wire"));
    assert_int_equal(mkdir(own, 0755), 0);
    block_of("spec/CLIENT.md", "\n## 11. A whole bot\n", in_dir("wire/bot"));
    assert_int_equal(chmod(in_dir("wire/bot"), 0755), 0);
    snprintf(
        words, sizeof words,
        "play() { '%s/bin/fiel' match --jail none --bot ./bot --bot random --games 3 --json \"$@\" > told 2> why; }; "
        "play && grep -q '\"faults\":\\[\\]' told && play --duplicate --replay pairs && grep -q '\"forfeits\":0,' told",
        realpath(build_dir(), whole));
    if (in_shell(words, own) != 0)
        complain(&wire, own, "none");
}
