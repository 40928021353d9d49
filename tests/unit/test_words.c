/* words: how the options of a command are read, and what is said of those that are wrong. */
#include "support/test.h"

#include <sys/mman.h>

#include "cli/say.h"
#include "cli/words.h"

struct wish {
    const char *rules;
    bool json;
    char key[8];
    uint32_t games;
    uint8_t jail;
    const char *bot[3];
    unsigned bots;
};
static struct wish w;
static uint64_t given;
static char *argv[12]; /* as they were read */
static int argc;

static int set_bot(struct cli_given *g)
{
    struct wish *wish = g->wish;
    if (wish->bots == 3)
        return cli_refuse(g, "'%s' is a fourth bot", g->value);
    if (!strcmp(g->value, "said"))
        return cli_fail(EXIT_ENVIRONMENT, "that was said");
    wish->bot[wish->bots++] = g->value;
    return 0;
}

static const char *const jails[] = { "strict", "none", NULL };
static const struct cli_option options[] = {
    { "rules", "RULES", CLI_INTO(struct wish, rules), "which rules" },
    { "json", NULL, CLI_INTO(struct wish, json), "one object,\non one line" },
    { "key", "FILE", CLI_COPY(struct wish, key), NULL },
    { "games", "N", CLI_NUMBER(struct wish, games, 1, 20), "how many" },
    { "jail", "HOW", CLI_WORD(struct wish, jail, jails), "how" },
    { "bot", "COMMAND", CLI_EACH(set_bot), "a bot" },
    { 0 },
};
static void more(void) { puts("Bye."); }

/* Reads a command's words, which are parted by blanks.  What it returns; *code is what the command would exit with. */
static bool read_as(const struct cli_words *how, const char *text, int *code)
{
    static char words[256];
    struct cli_words with = *how;
    with.given = &given;
    w = (struct wish){ 0 };
    snprintf(words, sizeof words, "test %s", text);
    argc = 0;
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    return cli_words_read(&with, &w, &argc, argv, code);
}

static const struct cli_words plain = { "test",       options,  "usage: fiel test\n\n", .after = "\nExit: 0.\n",
                                        .more = more, .most = 2 };

static void taken(const char *text)
{
    int code;
    assert_true(read_as(&plain, text, &code));
    assert_int_equal(code, EXIT_FINE);
}

/* Exit 2, and this sentence. */
static void refused_by(const struct cli_words *how, const char *text, const char *sentence)
{
    int code, saved = dup(2), nowhere = memfd_create("nowhere", MFD_CLOEXEC);
    dup2(nowhere, 2);
    bool read = read_as(how, text, &code);
    dup2(saved, 2);
    close(saved);
    close(nowhere);
    assert_false(read);
    assert_int_equal(code, EXIT_USAGE);
    assert_string_equal(cli_said(), sentence);
}
static void refused(const char *text, const char *sentence) { refused_by(&plain, text, sentence); }

TEST(test_taken)
{
    taken("--rules a --key=b=c one --games 20 --json - --jail none");
    assert_string_equal(w.rules, "a");
    assert_string_equal(w.key, "b=c");
    assert_int_equal(w.games, 20);
    assert_int_equal(w.jail, 1);
    assert_true(w.json);
    assert_int_equal(argc, 3);
    assert_string_equal(argv[1], "one");
    assert_string_equal(argv[2], "-");
    assert_null(argv[3]);
    assert_int_equal(given, 0x1f);
    taken("--bot a --bot=--json --rules --json");
    assert_int_equal(w.bots, 2);
    assert_string_equal(w.bot[1], "--json");
    assert_string_equal(w.rules, "--json");
    assert_false(w.json);
    taken("--rules=");
    assert_string_equal(w.rules, "");
}

TEST(test_no_options_behind_two_strokes)
{
    taken("--json -- --rules --");
    assert_int_equal(argc, 3);
    assert_string_equal(argv[1], "--rules");
    assert_string_equal(argv[2], "--");
    assert_null(w.rules);
}

TEST(test_the_first_word_ends_the_options)
{
    int code;
    const struct cli_words leading = { "test", options, .most = 9, .leading = true };
    assert_true(read_as(&leading, "--rules a ./bot --rules b --level -- 3", &code));
    assert_string_equal(w.rules, "a");
    assert_int_equal(argc, 7);
    assert_string_equal(argv[1], "./bot");
    assert_string_equal(argv[6], "3");
}

TEST(test_refused)
{
    refused("--ruels a", "test: unknown option --ruels: did you mean --rules?");
    refused("--rul=a", "test: unknown option --rul=a: did you mean --rules?");
    refused("--hlep", "test: unknown option --hlep: did you mean --help?");
    refused("--xyzzyplugh", "test: unknown option --xyzzyplugh: fiel test --help lists them");
    refused("-q", "test: unknown option -q: fiel test --help lists them");
    refused("--json=1", "test: --json stands alone: leave '=1' out");
    refused("--rules", "test: --rules needs a value: --rules RULES");
    refused("--rules a --rules a", "test: --rules is given twice: once is enough");
    refused("--json --json", "test: --json is given twice: once is enough");
    refused("a b c", "test: 'c' is one word too many: see fiel test --help");
    refused("--games 0", "test: --games: '0' is not a whole number from 1 to 20");
    refused("--games 1e1", "test: --games: '1e1' is not a whole number from 1 to 20");
    refused("--key=", "test: --key: it is empty: leave the option out");
    refused("--key 12345678", "test: --key: that is longer than 7 characters");
    refused("--jail soft", "test: --jail: 'soft' is not one of: strict none");
    refused("--bot a --bot b --bot c --bot d", "test: --bot: 'd' is a fourth bot");
}

TEST(test_a_program_without_commands)
{
    const struct cli_words program = { "", options, .most = 0, .remedy = "take it away" };
    cli_program = "test";
    refused_by(&program, "--xyzzyplugh", "unknown option --xyzzyplugh: test --help lists them");
    refused_by(&program, "a", "'a' is one word too many: take it away");
    cli_program = "fiel";
}

TEST(test_what_was_said_is_not_said_again)
{
    int code;
    assert_false(read_as(&plain, "--bot said --games 0", &code));
    assert_int_equal(code, EXIT_ENVIRONMENT);
    assert_string_equal(cli_said(), "that was said");
}

TEST(test_others)
{
    static const char *const beside[] = { "json", "rules", NULL };
    taken("--json --rules a");
    assert_null(cli_words_other(options, given, beside));
    taken("--json --bot a --games 3 --rules a");
    assert_string_equal(cli_words_other(options, given, beside), "games");
}

/* Wherever it stands, and whatever else is wrong; the row without a text is told elsewhere. */
TEST(test_help)
{
    static char text[1024];
    int code, saved = dup(1), caught = memfd_create("caught", MFD_CLOEXEC);
    fflush(stdout);
    dup2(caught, 1);
    bool read = read_as(&plain, "a b c --games 0 --help", &code);
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
    assert_true(pread(caught, text, sizeof text - 1, 0) > 0);
    close(caught);
    assert_false(read);
    assert_int_equal(code, EXIT_FINE);
    assert_string_equal(text, "usage: fiel test\n\n"
                              "  --rules RULES          which rules\n"
                              "  --json                 one object,\n"
                              "                         on one line\n"
                              "  --games N              how many\n"
                              "  --jail HOW             how\n"
                              "  --bot COMMAND          a bot\n"
                              "\nExit: 0.\nBye.\n");
}
