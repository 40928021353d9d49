/* match_options: what `fiel match` refuses, and what it understands. */

#include "support/test.h"

#include "base/cli.h"
#include "match/match.h"
#include "record/identity.h"
#include "support/folder.h"

FOLDER_FOR_ALL
static char bot[64], other[64], plain[64];

/* As a path is written in a command, where blanks part words; good until four more were asked for. */
static const char *quoted_path(const char *path)
{
    static char text[4][160];
    static unsigned next;
    char *t = text[next++ % 4];
    snprintf(t, sizeof text[0], "'%s'", path);
    return t;
}
static struct match_options o;
static char said[4096]; /* what was printed on stderr */

/* Reads "match" and the words given, with stderr caught in `said`. */
static int read_options(const char *first, ...)
{
    char *argv[41], *word[40], command[] = "match";
    int argc = 1, code, saved = dup(2);
    FILE *caught = tmpfile();
    va_list words;
    argv[0] = command;
    va_start(words, first);
    for (const char *w = first; w; w = va_arg(words, const char *)) {
        word[argc] = argv[argc] = strdup(w);
        argc++;
    }
    va_end(words);
    argv[argc] = NULL;
    fflush(stderr);
    dup2(fileno(caught), 2);
    code = match_options_read(&o, argc, argv);
    fflush(stderr);
    dup2(saved, 2);
    close(saved);
    rewind(caught);
    said[fread(said, 1, sizeof said - 1, caught)] = '\0';
    fclose(caught);
    for (int i = 1; i < argc; i++)
        free(word[i]);
    return code;
}

/* Exit 2, in the project's form, naming every one of the words. */
static void refused(int code, const char *a, const char *b)
{
    assert_int_equal(code, EXIT_USAGE);
    assert_int_equal(strncmp(said, "fiel: match: ", 13), 0);
    assert_non_null(strstr(said, a));
    assert_non_null(strstr(said, b));
}

/* --- what is refused ---------------------------------------------------------------------------- */

TEST(test_unknown_words)
{
    refused(read_options("--bto", bot, NULL), "--bto", "did you mean --bot");
    refused(read_options("--xyzzyplugh", NULL), "--xyzzyplugh", "fiel match --help");
    refused(read_options(bot, NULL), bot, "--bot");
    refused(read_options("--bot", NULL), "needs a value", "--bot CMD");
    refused(read_options("--json=1", NULL), "stands alone", "=1");
    refused(read_options("--games", "3", "--games", "3", NULL), "--games", "twice");
}

TEST(test_numbers_and_words)
{
    static const char *const games[] = { "0", "-1", "", "3x", "1000001", "99999999999999999999", " 3", "+3" };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        refused(read_options("--games", games[i], NULL), "--games", "from 1 to 1000000");
    refused(read_options("--hands-max", "65536", NULL), "--hands-max", "from 1 to 65535");
    refused(read_options("--seats", "9", NULL), "--seats", "from 2 to 8");
    refused(read_options("--on-timeout", "draw", NULL), "draw", "lose default-action");
    refused(read_options("--tick", "2s", NULL), "--tick", "at most 1s");
    refused(read_options("--tick", "often", NULL), "--tick", "often");
    refused(read_options("--sign", "never", NULL), "never", "hand decision");
    refused(read_options("--cpu", "100000", NULL), "--cpu", "auto, none");
    refused(read_options("--cpu", "-3", NULL), "--cpu", "auto, none");
    refused(read_options("--seed", "", NULL), "--seed", "64 hex digits");
    refused(read_options("--seed", "12g4", NULL), "--seed", "64 hex digits");
    refused(read_options("--seed", "00000000000000000000000000000000000000000000000000000000000000000", NULL), "--seed",
            "64 hex");
    refused(read_options("--replay", "", NULL), "--replay", "empty");
    refused(read_options("--events", "0", NULL), "--events", "from 1 to");
    refused(read_options("--events", "999", NULL), "--events", "not open for writing");
}

TEST(test_addresses_of_seats)
{
    static const char *const wrong[] = { "",
                                         "0.0.0.0",
                                         "[::]",
                                         "*",
                                         "localhost",
                                         "192.0.2.7:",
                                         "192.0.2.7:0",
                                         "192.0.2.7:9-8",
                                         "192.0.2.7:70000",
                                         "1.2.3",
                                         "192.0.2.7:1-2x",
                                         "[::1",
                                         "2001:db8::7",
                                         "[::1]9000",
                                         "192.0.2.7:-3" };
    struct seat_address a;
    char why[WHY];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refused(read_options("--seat-address", wrong[i], NULL), "--seat-address", "no address that bots can call");
    assert_int_equal(address_read("192.0.2.7", &a, why), 0);
    assert_string_equal(a.host, "192.0.2.7");
    assert_int_equal(a.first, 0);
    assert_int_equal(address_read("[2001:db8::7]:9000", &a, why), 0);
    assert_string_equal(a.host, "[2001:db8::7]");
    assert_int_equal(a.first, 9000);
    assert_int_equal(a.last, 9000);
    assert_int_equal(address_read("127.0.0.1:9000-65535", &a, why), 0);
    assert_int_equal(a.last, 65535);
}

static void write_binding(const char *path, uint64_t not_after)
{
    struct identity i;
    struct binding b;
    char text[BINDING_TEXT];
    FILE *f = fopen(path, "w");
    identity_make(&i, "ana");
    identity_bind(&i, not_after, &b);
    size_t size = binding_text(&b, text);
    assert_int_equal(fwrite(text, 1, size, f), size);
    fclose(f);
}

TEST(test_remote_bots)
{
    char path[128], word[160];
    snprintf(path, sizeof path, "%s/ana.pub", folder);
    snprintf(word, sizeof word, "remote:%s", path);
    refused(read_options("--bot", word, "--bot", quoted_path(bot), NULL), "--bot", path);
    write_binding(path, 1);
    refused(read_options("--bot", word, "--bot", quoted_path(bot), NULL), "no longer valid", path);
    write_binding(path, 0);
    refused(read_options("--bot", word, "--bot", quoted_path(bot), NULL), "ana is remote", "--seat-address");
    assert_int_equal(read_options("--bot", word, "--bot", word, "--seat-address", "127.0.0.1", NULL), OPTIONS_GO);
    assert_string_equal(o.name[0], "ana");
    assert_string_equal(o.name[1], "ana-2");
    assert_true(o.bot[0].remote && o.bot[1].remote);
    unlink(path);
}

TEST(test_events_to_a_reader)
{
    char fd[16];
    int null = open("/dev/null", O_RDONLY);
    snprintf(fd, sizeof fd, "%d", null);
    refused(read_options("--events", fd, NULL), fd, "not open for writing");
    close(null);
}

TEST(test_rules_that_are_none)
{
    refused(read_options("--rules", "argentin", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL), "--rules",
            "argentino");
    refused(read_options("--rules", "argentino,flr=on", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL),
            "--rules", "flor");
}

TEST(test_bots_that_are_none)
{
    char path[128];
    refused(read_options("--bot", "", NULL), "--bot", "empty");
    refused(read_options("--bot", "  ", NULL), "--bot", "empty");
    refused(read_options("--bot", "'open", NULL), "--bot", "quote");
    refused(read_options("--bot", quoted_path(folder), NULL), folder, "is a folder");
    refused(read_options("--bot", quoted_path(plain), NULL), plain, "chmod +x");
    refused(read_options("--bot", "/dev/null", NULL), "/dev/null", "not a program");
    snprintf(path, sizeof path, "%s/nobody", folder);
    refused(read_options("--bot", quoted_path(path), NULL), "nobody", "there is no bot");
    refused(read_options("--bot", "nosuchbot", NULL), "nosuchbot", "give a path");
}

/* Anyone who forgets the inner quotes is told so. */
/* Relative paths, because the folder's own name may have blanks, too, and what its first word leads to is not ours. */
TEST(test_paths_with_blanks)
{
    int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(here >= 0 && !chdir(folder) && !symlink("bot", "my bot"));
    refused(read_options("--bot", "./my bot", NULL), "there is no bot './my'", "\"'./my bot'\"");
    refused(read_options("--bot", "./my bot --seed 7", NULL), "there is no bot './my'", "give a path");
    /* What the first word leads to by chance is not what was meant. */
    assert_int_equal(symlink("plain", "my"), 0);
    refused(read_options("--bot", "./my bot", NULL), "there is no bot './my'", "\"'./my bot'\"");
    refused(read_options("--bot", "./my bot --seed 7", NULL), "./my", "is not executable");
    assert_true(!unlink("my") && !mkdir("my", 0755));
    refused(read_options("--bot", "./my bot", NULL), "there is no bot './my'", "\"'./my bot'\"");
    assert_int_equal(read_options("--bot", "'./my bot'", "--bot", quoted_path(bot), NULL), OPTIONS_GO);
    assert_string_equal(o.bot[0].path, bot);
    assert_true(!rmdir("my") && !unlink("my bot") && !fchdir(here));
    close(here);
}

TEST(test_bots_and_seats)
{
    refused(read_options(NULL, NULL), "no bot is given", "2 seats need 2 bots");
    refused(read_options("--bot", quoted_path(bot), NULL), "a bot is missing", "add --bot CMD");
    refused(read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL),
            "3 bots for 2 seats", "--seats 3");
}

TEST(test_names)
{
    static const char *const names[][2] = { { "a", "2 names" },          { "a,b,c", "2 names" },
                                            { "a,", "1 to 55 bytes" },   { ",b", "1 to 55 bytes" },
                                            { "a b,c", "' ' (U+0020)" }, { "a/b,c", "'/' (U+002F)" },
                                            { ".,c", "neither '.'" },    { "", "1 to 55 bytes" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        refused(read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), "--names", names[i][0], NULL),
                "--names", names[i][1]);
}

TEST(test_durations_that_are_none)
{
    static const char *const wrong[] = { "",
                                         "s",
                                         "30",
                                         "-1s",
                                         "1.5s",
                                         "30 s",
                                         "30S",
                                         "30sec",
                                         "0x3s",
                                         "2401h",
                                         "99999999999999999999us",
                                         "9223372036854775808us" };
    char why[WHY];
    int64_t us = 77;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(duration_read(wrong[i], &us, why), -1);
        assert_non_null(strstr(why, "30s or 100ms"));
        assert_int_equal(us, 77);
    }
}

TEST(test_clocks_that_are_none)
{
    char why[WHY];
    struct match_options before;
    memset(&o, 0, sizeof o);
    assert_int_equal(clock_read("bank=30s,inc=1s,cap=5s,grace=1ms,start=9s,duty=20s", &o, why), 0);
    before = o;
    assert_int_equal(clock_read("hours", &o, why), 0);
    assert_int_equal(o.duty_us, o.clock.bank_us); /* a person looks at each hand that is over */
    o = before;
    assert_int_equal(clock_read("bank", &o, why), -1);
    assert_int_equal(clock_read("", &o, why), -1);
    assert_int_equal(clock_read("bank=1s,", &o, why), -1);
    assert_int_equal(clock_read("bank=1s,cap=0s", &o, why), -1);
    assert_int_equal(clock_read("bank=0s", &o, why), -1);
    assert_int_equal(clock_read("start=0s", &o, why), -1);
    assert_int_equal(clock_read("duty=0s", &o, why), -1);
    assert_int_equal(clock_read("bnk=1s", &o, why), -1);
    assert_non_null(strstr(why, "did you mean 'bank'"));
    assert_memory_equal(&before, &o, sizeof o);
}

/* --- what is understood -------------------------------------------------------------------------- */

TEST(test_help) { assert_int_equal(read_options("--bto", "--help", NULL), 0); }

TEST(test_defaults)
{
    assert_int_equal(read_options("--bot", quoted_path(bot), "--bot", quoted_path(other), NULL), OPTIONS_GO);
    assert_string_equal(o.rules_text, "argentino");
    assert_int_equal(o.seats, 2);
    assert_int_equal(o.games, 20);
    assert_int_equal(o.clock.bank_us, 30000000);
    assert_int_equal(o.clock.cap_us, 5000000);
    assert_int_equal(o.cpu, CPU_AUTO);
    assert_false(o.json);
    assert_int_equal(o.seed_fixed, 0);
    assert_string_equal(o.name[0], "bot");
    assert_string_equal(o.name[1], "other");
    assert_string_equal(o.bot[0].path, bot);
    assert_true(o.hands_max >= 20 * 59);
}

TEST(test_a_bot_for_each_side)
{
    assert_int_equal(read_options("--seats", "4", "--bot", quoted_path(bot), "--bot", quoted_path(other), NULL),
                     OPTIONS_GO);
    assert_string_equal(o.bot[2].path, bot);
    assert_string_equal(o.bot[3].path, other);
    assert_string_equal(o.name[2], "bot-3");
    refused(read_options("--seats", "4", "--bot", quoted_path(bot), "--bot", quoted_path(other), "--bot",
                         quoted_path(bot), NULL),
            "a bot is missing", "4 seats");
}

TEST(test_everything)
{
    assert_int_equal(read_options("--rules=argentino,flor=on", "--games=3", "--clock=bank=1m,cap=2s,grace=0s", "--bot",
                                  quoted_path(bot), "--bot", quoted_path(bot), "--replay", "x.replay", "--seed", "aB1",
                                  "--json", "--on-timeout", "default-action", "--key", "k", "--names", "ana,bea",
                                  "--cpu", "none", "--logs", "l", "--hands-max", "7", "--sign", "decision", "--tick",
                                  "10ms", "--host", "una casa", "--blind", "--sign-every", "3", NULL),
                     OPTIONS_GO);
    assert_int_equal(o.games, 3);
    assert_int_equal(o.hands_max, 7);
    assert_int_equal(o.clock.bank_us, 60000000);
    assert_int_equal(o.clock.inc_us, 100000); /* not named: as it was */
    assert_int_equal(o.clock.grace_us, 0);
    assert_int_equal(o.seed_fixed, 1);
    assert_int_equal(o.seed[31], 0xb1);
    assert_int_equal(o.seed[30], 0x0a);
    assert_int_equal(o.seed[0], 0);
    assert_true(o.json);
    assert_int_equal(o.on_timeout, 1);
    assert_int_equal(o.sign, 1);
    assert_int_equal(o.tick_us, 10000);
    assert_int_equal(o.sign_every, 3);
    assert_int_equal(o.duty_us, 60000000);
    assert_true(o.blind);
    assert_string_equal(o.host, "una casa");
    assert_int_equal(o.cpu, CPU_NONE);
    assert_string_equal(o.name[1], "bea");
    assert_string_equal(o.replay, "x.replay");
}

TEST(test_duplicate_pairs)
{
    assert_int_equal(
        read_options("--duplicate", "--games", "7", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL),
        OPTIONS_GO);
    assert_true(o.duplicate);
    assert_int_equal(o.pairs, 7);
    assert_int_equal(o.games, 1);
    assert_int_equal(o.hands_max, 2 * 30 + 64); /* of one game */
    assert_int_equal(read_options("--duplicate", "--games", "7", "--games-a-leg", "5", "--tick", "5ms", "--bot",
                                  quoted_path(bot), "--bot", quoted_path(bot), NULL),
                     OPTIONS_GO);
    assert_int_equal(o.pairs, 7);
    assert_int_equal(o.games, 5);
    assert_int_equal(o.tables, 5);
    assert_true(o.by_turns);
    assert_int_equal(o.hands_max, 2 * 30 + 64);
    refused(read_options("--games-a-leg", "5", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL),
            "--games-a-leg", "add --duplicate");
    refused(read_options("--duplicate", "--games-a-leg", "5", "--tables", "2", "--bot", quoted_path(bot), "--bot",
                         quoted_path(bot), NULL),
            "--games-a-leg", "leave one of the two out");
    refused(
        read_options("--duplicate", "--games-a-leg", "129", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL),
        "--games-a-leg", "at most 128");
    assert_int_equal(read_options("--games", "7", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL),
                     OPTIONS_GO);
    assert_false(o.duplicate);
    assert_int_equal(o.games, 7);
    refused(read_options("--duplicate=1", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL), "stands alone",
            "=1");
    refused(read_options("--duplicate", "--duplicate", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL),
            "given twice", "--duplicate");
    refused(read_options("--duplicate-unheld", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL),
            "--duplicate-unheld is about pairs", "add --duplicate");
}

#define SOME_HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
TEST(test_artifacts)
{
    static const char *const wrong[] = { "-", "-,-,-", "-,", ",-", "-,12", "-," SOME_HASH "0", "x" SOME_HASH ",-",
                                         "",  "-;-" };
    uint8_t hash[32];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refused(read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), "--artifacts", wrong[i], NULL),
                "--artifacts", "2 are needed");
    assert_true(hex_parse(hash, sizeof hash, SOME_HASH));
    assert_int_equal(
        read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), "--artifacts", "-," SOME_HASH, NULL),
        OPTIONS_GO);
    assert_memory_equal(o.bot[1].artifact, hash, sizeof hash);
    assert_memory_not_equal(o.bot[0].artifact, hash, sizeof hash); /* its program's own */
}

TEST(test_names_are_distinct)
{
    assert_int_equal(read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL), OPTIONS_GO);
    assert_string_equal(o.name[0], "bot");
    assert_string_equal(o.name[1], "bot-2");
}

TEST(test_many_games_have_enough_hands)
{
    assert_int_equal(read_options("--games", "1000000", "--bot", quoted_path(bot), "--bot", quoted_path(bot), NULL),
                     OPTIONS_GO);
    assert_int_equal(o.hands_max, 65535);
}

TEST(test_cutters)
{
    char path[128], word[160];
    snprintf(path, sizeof path, "%s/ana.pub", folder);
    snprintf(word, sizeof word, "remote:%s", path);
    write_binding(path, 0);
    refused(read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), "--cutter", "./nobody", NULL),
            "--cutter", "./nobody");
    refused(read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), "--cutter", word, NULL), "ana is remote",
            "--seat-address");
    refused(read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), "--cutter", word, "--cutter", word,
                         "--seat-address", "127.0.0.1", NULL),
            "ana has two places", "--cutter");
    refused(
        read_options("--bot", word, "--bot", quoted_path(bot), "--cutter", word, "--seat-address", "127.0.0.1", NULL),
        "ana has two places", "--cutter");
#define FIVE \
    "--cutter", quoted_path(bot), "--cutter", quoted_path(bot), "--cutter", quoted_path(bot), "--cutter", \
        quoted_path(bot), "--cutter", quoted_path(bot)
    refused(read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), FIVE, FIVE, FIVE, NULL), "15 cutters",
            "more than 16");
    refused(read_options(FIVE, FIVE, FIVE, "--cutter", quoted_path(bot), "--cutter", quoted_path(bot), NULL),
            "at most 16", "--cutter");
    refused(read_options("--bot", quoted_path(bot), "--bot", quoted_path(bot), "--cutter", quoted_path(bot),
                         "--duplicate", NULL),
            "a pair takes no cutters", "--duplicate");
    assert_int_equal(read_options("--cutter", quoted_path(bot), "--bot", quoted_path(bot), "--bot", quoted_path(bot),
                                  "--cutter", word, "--seat-address", "127.0.0.1", "--seats", "4", NULL),
                     OPTIONS_GO);
    assert_true(o.seats == 4 && o.cutters == 2 && !o.bot[4].remote && o.bot[5].remote);
    assert_string_equal(o.name[4], "cutter-1");
    assert_string_equal(o.name[5], "ana");
    unlink(path);
}

TEST(test_durations)
{
    static const struct {
        const char *text;
        int64_t us;
    } right[] = { { "30s", 30000000 }, { "100ms", 100000 }, { "5m", 300000000 },
                  { "250us", 250 },    { "0s", 0 },         { "2400h", CLOCK_LONGEST } };
    char why[WHY], text[32];
    int64_t us;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_int_equal(duration_read(right[i].text, &us, why), 0);
        assert_true(us == right[i].us);
        assert_string_equal(duration_text(us, text), right[i].text);
    }
    assert_string_equal(duration_text(90000000, text), "90s");
    assert_string_equal(duration_text(1500, text), "1500us");
}

static void words_are(const char *text, unsigned n, const char *const *words)
{
    struct bot_command c;
    char why[WHY], *argv[BOT_ARGS + 1];
    assert_int_equal(command_split(text, &c, why), 0);
    assert_int_equal(c.argc, n);
    command_argv(&c, argv);
    for (unsigned i = 0; i < n; i++)
        assert_string_equal(argv[i], words[i]);
    assert_null(argv[n]);
}

TEST(test_command_lines)
{
    static const char *const plain_words[] = { "./a", "--seed", "7" };
    static const char *const quoted[] = { "my bot", "", "a\"b c", "d e", "f'g" };
    struct bot_command c;
    char why[WHY], many[200] = "", huge[BOT_TEXT + 1];
    words_are("  ./a --seed\t7 ", 3, plain_words);
    words_are("'my bot' '' \"a\\\"b c\" d\\ e f\\'g", 5, quoted);
    for (int i = 0; i <= BOT_ARGS; i++)
        strcat(many, "w ");
    assert_int_equal(command_split(many, &c, why), -1);
    memset(huge, 'w', sizeof huge);
    huge[BOT_TEXT] = '\0';
    assert_int_equal(command_split(huge, &c, why), -1);
}

/* --- the key -------------------------------------------------------------------------------------- */

TEST(test_key)
{
    char path[128], why[WHY];
    uint8_t made[64], read_back[64];
    struct stat s;
    snprintf(path, sizeof path, "%s/no/such/folder", folder);
    assert_int_equal(key_load(path, made, why), -1);
    assert_int_equal(key_load(plain, made, why), -1); /* everybody may read it */
    assert_non_null(strstr(why, "chmod 600"));
    assert_int_equal(chmod(plain, 0600), 0);
    assert_int_equal(key_load(plain, made, why), -1); /* and it is no key */
    assert_non_null(strstr(why, "64 hex digits"));
    snprintf(path, sizeof path, "%s/key", folder);
    assert_int_equal(key_load(path, made, why), 0);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
    assert_int_equal(key_load(path, read_back, why), 0);
    assert_memory_equal(made, read_back, sizeof made);
    assert_int_equal(truncate(path, 63), 0);
    assert_int_equal(key_load(path, made, why), -1);
}

/* --- bots for the tests to name -------------------------------------------------------------------- */

static int make_file(char *path, size_t cap, const char *name, mode_t mode)
{
    snprintf(path, cap, "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, mode);
    return fd < 0 || close(fd) || chmod(path, mode);
}

BEFORE_ALL(make_bots)
{
    return make_file(bot, sizeof bot, "bot", 0755) || make_file(other, sizeof other, "other", 0755) ||
           make_file(plain, sizeof plain, "plain", 0644);
}
