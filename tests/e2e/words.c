/* words: every bad word of every command is refused with one sentence before anything is made, played or told, and every command's
 * help can be read on a terminal of eighty columns. */
#include "folder.h"
#include "guise.h"
#include "support/skipped.h"
#include "support/terminal.h"

#include <ctype.h>

enum { OPTIONS = 64, OPTION = 64 };

static const char *const programs[] = { "fiel", "fiel-ladder" };

/* In an empty folder; a command that does not end is ended. */
static struct run in_folder(const char *program, const char *const *more)
{
    char path[PATH_MAX + 32];
    const char *words[WORDS_MAX] = {
        "/usr/bin/timeout", "60", "/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, path
    };
    int n = 7;
    snprintf(path, sizeof path, "%s", fiel());
    snprintf(strrchr(path, '/') + 1, 32, "%s", program);
    while (*more)
        words[n++] = *more++;
    words[n] = NULL;
    return run_words(words, NULL);
}

/* One line on stderr, in the program's name, nothing told, nothing left in the folder.  Exit 2, because the words are wrong, and the
 * line `says` so; or 3 too where that is NULL and what they name is not there, which is no fault of the words. */
static void refused(const char *program, const char *const *words, const char *says)
{
    OWNED_RUN r = in_folder(program, words);
    char said[256] = "";
    const char *end = strchr(r.err, '\n');
    for (size_t i = 0; words[i]; i++)
        snprintf(said + strlen(said), sizeof said - strlen(said), " %s", words[i]);
    bool code = r.code == 2 ? !says || strstr(r.err, says) : !says && r.code == 3, one = end && !end[1];
    bool named = !strncmp(r.err, program, strlen(program)) && strchr(r.err, ':');
    if (!code || !one || !named || *r.out || rmdir(folder) || mkdir(folder, 0755))
        fail_msg("%s%s: exit %d\n%.300s\n%.300s", program, said, r.code, r.out, r.err);
}

/* Is the line an option's whose value, in capitals behind one blank, goes on with a word in small letters? */
static bool runs_into(const char *line, size_t size)
{
    if (size < 4 || strncmp(line, "  --", 4) != 0)
        return false;
    const char *value = memchr(line + 2, ' ', size - 2), *end = line + size;
    if (!value || ++value == end || (*value != '[' && !isupper((unsigned char)*value)))
        return false;
    for (; value + 1 < end && value[1] != ' '; value++)
        if (isupper((unsigned char)*value) && islower((unsigned char)value[1]))
            return true;
    return false;
}

/* No line is wider, except for an example, which is typed as it stands; and a paragraph begins at the edge, below an empty line. */
static void fits(const char *program, const char *command, const char *help)
{
    for (const char *line = help; *line; line += strcspn(line, "\n") + 1) {
        size_t columns = 0, size = strcspn(line, "\n");
        for (size_t i = 0; i < size; i++)
            columns += (line[i] & 0xc0) != 0x80;
        if (*line == ' ' && size > 1 && line[1] != ' ')
            fail_msg("%s help %s: a line begins with one blank:\n%.*s", program, command, (int)size, line);
        if (runs_into(line, size))
            fail_msg("%s help %s: no room between an option and what it means:\n%.*s", program, command, (int)size,
                     line);
        if (columns > 80)
            fail_msg("%s help %s: %zu columns:\n%.*s", program, command, columns, (int)size, line);
    }
}

/* The command, where there is one, with its verb if it has one, and behind it one or two words. */
static void refused_after(const char *program, const char *command, const char *a, const char *b, const char *says)
{
    char first[OPTION];
    const char *words[5], *verb = command ? strchr(command, ' ') : NULL;
    int n = 0;
    snprintf(first, sizeof first, "%.*s", verb ? (int)(verb - command) : OPTION - 1, command ? command : "");
    if (command)
        words[n++] = first;
    if (verb)
        words[n++] = verb + 1;
    words[n++] = a;
    words[n++] = b;
    words[n] = NULL;
    refused(program, words, says);
}

/* The options that stand at the beginning of a line of the help; `takes`: a value follows. */
static unsigned options_of(const char *help, char names[OPTIONS][OPTION], bool takes[OPTIONS])
{
    unsigned n = 0;
    for (const char *line = help; *line; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, "  --", 4) != 0 || n == OPTIONS)
            continue;
        size_t size = 2 + strcspn(line + 2, " \n=[,");
        snprintf(names[n], OPTION, "%.*s", (int)(size - 2), line + 2);
        takes[n++] = line[size] == ' ' && line[size + 1] > ' ';
    }
    return n;
}

/* The names of options, each between blanks. */
struct seen {
    char names[4096];
};

/* Is the option new there?  It is not any more. */
static bool is_new(struct seen *s, const char *option)
{
    char word[OPTION + 3];
    snprintf(word, sizeof word, " %s ", option);
    if (strstr(s->names, word))
        return false;
    strncat(s->names, word, sizeof s->names - strlen(s->names) - 1);
    return true;
}

/* `command`: NULL for a program that has none.  Options that were seen are left out, and --second, which is no option but a first word;
 * how many there were. */
static unsigned bad_options(const char *program, const char *command, const char *help, struct seen *seen)
{
    char names[OPTIONS][OPTION];
    bool takes[OPTIONS];
    unsigned n = options_of(help, names, takes), tried = 0;
    refused_after(program, command, "--no-such", NULL,
                  strstr(help, " VERB ") ? "there is no '--no-such'" : "unknown option --no-such");
    if (command)
        refused_after(program, command, "/no/such/folder/x", NULL, NULL);
    for (unsigned i = 0; i < n; i++) {
        char with[OPTION + 8];
        snprintf(with, sizeof with, "%.60s=yes", names[i]);
        if (!strcmp(names[i], "--help") || !strcmp(names[i], "--version") || !strcmp(names[i], "--second") ||
            !is_new(seen, names[i]))
            continue;
        tried++;
        if (!takes[i]) {
            refused_after(program, command, with, NULL, " stands alone: leave '=yes' out");
            continue;
        }
        refused_after(program, command, names[i], NULL, " needs a value: ");
        refused_after(program, command, names[i], "/no/such/folder/x", NULL);
        refused_after(program, command, names[i], "-1", NULL);
    }
    return tried;
}

/* Of a command of fiel-ladder's that has verbs, each of them; 0: it has none.  What its verbs share they read in one place. */
static unsigned of_verbs(const char *program, const char *command, const char *help)
{
    char verb[OPTION], both[2 * OPTION];
    struct seen seen = { "" };
    unsigned options = 0;
    for (const char *line = strstr(help, " VERB ") ? help : ""; *line; line += strcspn(line, "\n") + 1) {
        if (sscanf(line, "  %63[a-z-]", verb) != 1 || strncmp(line, "  ", 2) != 0 || !strcmp(verb, program))
            continue;
        OWNED_RUN r = run(program, command, verb, "--help", NULL);
        assert_int_equal(r.code, 0);
        snprintf(both, sizeof both, "%s %s", command, verb);
        fits(program, both, r.out);
        options += bad_options(program, both, r.out, &seen);
    }
    return options;
}

static void of_program(const char *program, unsigned least)
{
    char command[64];
    unsigned commands = 0, options = 0;
    OWNED_RUN all = run(program, "help", "all", NULL);
    fits(program, "", all.out);
    for (const char *line = all.out; *line; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, "  ", 2) || sscanf(line, "  %63[a-z-]", command) != 1 || !strcmp(command, program))
            continue;
        OWNED_RUN by_name = run(program, "help", command, NULL), by_option = run(program, command, "--help", NULL);
        assert_int_equal(by_name.code, 0);
        assert_int_equal(by_option.code, 0);
        assert_string_equal(by_name.out, by_option.out);
        fits(program, command, by_name.out);
        options += bad_options(program, command, by_name.out, &(struct seen){ "" });
        options += of_verbs(program, command, by_name.out);
        commands++;
    }
    print_message("%s: %u commands, %u options\n", program, commands, options);
    assert_true(commands >= 15 && options >= least);
}

TEST_WITH(every_bad_word_is_refused, folder_make, folder_remove)
{
    of_program(programs[0], 80);
    of_program(programs[1], 150);
}

TEST(a_newcomer_is_shown_seven_commands)
{
    OWNED_RUN r = run("fiel", "--help", NULL);
    unsigned n = 0;
    for (const char *at = strstr(r.out, "\n  match "); at && at[1] == ' '; at = strchr(at + 1, '\n'))
        n++;
    assert_int_equal(n, 7);
}

/* The auditor has options without a command, a command of its own, and another auditor behind --second. */
TEST_WITH(every_bad_word_of_the_auditor, folder_make, folder_remove)
{
    static const char *const second[][3] = {
        { NULL },
        { "--no-such", NULL },
        { "--key", NULL },
        { "--key", "zz", "/no/such" },
        { "--key", "00", "/no/such" },
        { "--pair", "/no/such", NULL },
        { "/no/such", NULL },
    };
    struct run audit = run("fiel-audit", "--help", NULL), log = run("fiel-audit", "log", "--help", NULL),
               season = run("fiel-audit", "season", "--help", NULL);
    unsigned options = 0;
    fits("fiel-audit", "", audit.out);
    fits("fiel-audit", "log", log.out);
    fits("fiel-audit", "season", season.out);
    options += bad_options("fiel-audit", NULL, audit.out, &(struct seen){ "" });
    options += bad_options("fiel-audit", "log", log.out, &(struct seen){ "" });
    options += bad_options("fiel-audit", "season", season.out, &(struct seen){ "" });
    for (size_t i = 0; i < sizeof second / sizeof *second; i++)
        refused("fiel-audit", (const char *const[]){ "--second", second[i][0], second[i][1], second[i][2], NULL },
                i + 1 < sizeof second / sizeof *second ? "" : NULL);
    run_free(&audit);
    run_free(&log);
    run_free(&season);
    assert_true(options >= 18);
}

/* A bad day, and a table that cannot be written, found out before hours of play. */
TEST_WITH(what_was_found_late, folder_make, folder_remove)
{
    refused("fiel", (const char *const[]){ "keys", "new", "ana", "--not-after", "2020-01-01", NULL }, "");
    refused("fiel", (const char *const[]){ "tournament", "--csv", "/no/such/folder/t.csv", "cauto", "random", NULL },
            "");
    refused("fiel", (const char *const[]){ "measure", "cauto", "nobody", NULL }, "");
    refused("fiel", (const char *const[]){ "measure", "--rules", "nothing", "cauto", "random", NULL }, "");
    refused("fiel", (const char *const[]){ "measure", "--clock", "slow", "cauto", "random", NULL }, "");
    refused("fiel", (const char *const[]){ "measure", "--jail", "loose", "cauto", "random", NULL }, "");
    refused("fiel", (const char *const[]){ "runtime", "pyhton", "--to", in_dir("made"), NULL }, "");
    refused("fiel", (const char *const[]){ "help", "no-such-command", NULL }, "");
    refused("fiel", (const char *const[]){ "help", "match", "more", NULL }, "");
}

/* What a sentence names is what is missing, and what it advises can be done. */
TEST_WITH(what_helps, folder_make, folder_remove)
{
    static const struct {
        const char *program, *words[5], *says;
    } asked[] = {
        { "fiel", { "nonsense" }, "there is no command 'nonsense': `fiel help all` lists them\n" },
        { "fiel", { "mach" }, "did you mean `fiel match`?\n" },
        { "fiel", { "log" }, "log: say create DIR, add DIR REPLAY" },
        { "fiel", { "log", "create", "l" }, "say fiel log create DIR --name NAME --key FILE\n" },
        { "fiel", { "fetch", "x" }, "'x' is not a match's number: fiel fetch 17\n" },
        { "fiel-audit", { "log", "." }, "./key: it is not there: name the folder of a match log" },
        { "fiel-ladder", { "standings" }, "ladder.db is not there: make it with `fiel-ladder init`, or name another" },
        { "fiel-ladder", { "init", "--store", "sqlite:." }, ". is no file: name the database of a ladder" },
        { "fiel-ladder", { "standings", "--store", "sqlite:/etc/passwd" }, "/etc/passwd is no database" },
        { "fiel-ladder", { "init", "--store", "sqlite:/etc/passwd" }, "/etc/passwd is no database" },
        { "fiel-ladder", { "bot", "list", "--server", "http://127.0.0.1:1" }, ": see that it runs, and that this is" },
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const char *words[] = { asked[i].words[0], asked[i].words[1], asked[i].words[2], asked[i].words[3], NULL };
        OWNED_RUN r = in_folder(asked[i].program, words);
        if (r.code < 2 || *r.out || !strstr(r.err, asked[i].says) || rmdir(folder) || mkdir(folder, 0755))
            fail_msg("%s %s: exit %d\n%s\n%s", asked[i].program, words[0], r.code, r.out, r.err);
    }
    assert_int_equal(access("/etc/passwd.lock", F_OK), -1);
    assert_int_equal(access("/etc/passwd.blobs", F_OK), -1);
}

/* At a terminal a sentence goes on in the next line, between two words; a program reads it in one. */
TEST_WITH(fits_a_terminal, folder_make, folder_remove)
{
    static const char *const asked[][6] = {
        { "fiel", "match", "--bot", "cauto", "--bot", "nobody" },
        { "fiel", "replay", "/etc/passwd" },
        { "fiel-audit", "log", "/no/such/folder" },
        { "fiel-ladder", "standings", "--store", "sqlite:/etc/passwd" },
    };
    if (no_terminal("sentences at a terminal"))
        return;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char path[PATH_MAX + 32], seen[4096];
        const char *words[7] = { path };
        size_t size = 0;
        int terminal;
        snprintf(path, sizeof path, "%s", fiel());
        snprintf(strrchr(path, '/') + 1, 32, "%s", asked[i][0]);
        memcpy(words + 1, asked[i] + 1, 5 * sizeof *words);
        if (forkpty(&terminal, NULL, NULL, NULL) == 0) {
            execv(path, (char *const *)(uintptr_t)words);
            _exit(127);
        }
        while (size + 1 < sizeof seen && read(terminal, seen + size, 1) == 1)
            size += seen[size] != '\r';
        seen[size] = '\0';
        close(terminal);
        assert_true(wait(NULL) > 0);
        assert_narrow(seen);
        if (!strstr(seen, "\n    "))
            fail_msg("%s: %s", path, seen);
    }
}

/* Whatever tells something.  REPLAY stands for a record, WORDS for rules that are soon over. */
static const char *const told[] = {
    "fiel rules",
    "fiel rules argentino --json",
    "fiel --help",
    "fiel help match",
    "fiel --version",
    "fiel jail-test --quick --json",
    "fiel replay REPLAY",
    "fiel replay REPLAY --json",
    "fiel replay REPLAY --csv",
    "fiel replay REPLAY --where said=play",
    "fiel replay REPLAY --seat 0",
    "fiel replay REPLAY --seat 0 --raw",
    "fiel match WORDS --games 1 --bot cauto --bot random --replay m.replay",
    "fiel match WORDS --games 1 --bot cauto --bot random --replay n.replay --json",
    "fiel measure WORDS --pairs 1 cauto random",
    "fiel measure WORDS --pairs 1 --json cauto random",
    "fiel tournament WORDS --pairs 1 --bot cauto --bot random --to cup",
    "fiel tournament --resume cup --json",
    "fiel check WORDS cauto --json",
    "fiel keys new ana",
    "fiel keys show ana.pub",
    "fiel-audit --help",
    "fiel-audit REPLAY",
    "fiel-audit REPLAY --json",
    "fiel-audit --second REPLAY",
    "fiel-audit --second --json REPLAY",
    "fiel-ladder --help",
    "fiel-ladder help serve",
    "fiel-ladder init --store sqlite:l.db",
    "fiel-ladder check --store sqlite:l.db",
    "fiel-ladder check --store sqlite:l.db --json",
    "fiel-ladder person ana --new --json --store sqlite:l.db",
    "fiel-ladder person ana --store sqlite:l.db",
    "fiel-ladder season close --help",
    "fiel-ladder backup --store sqlite:l.db copy",
    "fiel-ladder move --from sqlite:l.db --to sqlite:m.db",
};

/* The words of a line for a shell that stands in the folder. */
static void script_of(const char *line, char *script, size_t size)
{
    char bin[PATH_MAX], words[512];
    snprintf(bin, sizeof bin, "%s", fiel());
    *strrchr(bin, '/') = '\0';
    snprintf(words, sizeof words, "%s ", line);
    int n = snprintf(script, size, "cd '%s' && '%s/%.*s'", folder, bin, (int)strcspn(line, " "), line);
    for (const char *at = words + strcspn(words, " "); *at;) {
        bool replay = !strncmp(at, "REPLAY ", 7), rules = !strncmp(at, "WORDS ", 6);
        n += replay  ? snprintf(script + n, size - (size_t)n, "\"$R\" ")
             : rules ? snprintf(script + n, size - (size_t)n, "--rules argentino,target=4 ")
                     : snprintf(script + n, size - (size_t)n, "%c", *at);
        at += replay ? 7 : rules ? 6 : 1;
    }
    snprintf(script + n, size - (size_t)n, "> /dev/full");
}

/* Exit 3, and of all that it says one sentence is about the disk. */
TEST_WITH(a_full_disk_is_no_success, folder_make, folder_remove)
{
    char replay[PATH_MAX], script[2 * PATH_MAX];
    assert_non_null(realpath("tests/vectors/example.replay", replay));
    setenv("R", replay, 1);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const char *const words[] = { "/bin/sh", "-c", script, NULL }, full[] = "No space left on device";
        script_of(told[i], script, sizeof script);
        OWNED_RUN r = run_words(words, NULL);
        const char *at = strstr(r.err, full);
        if (r.code != 3 || !at || strstr(at + 1, full) || strstr(r.err, "Traceback"))
            fail_msg("%s: exit %d\n%s", script, r.code, r.err);
    }
    unsetenv("R");
}

/* What a shell in the folder makes of a command of the ladder's: an exit code, and what it says on stderr. */
static void expect_ladder(const char *command, int code, const char *says)
{
    char script[2 * PATH_MAX];
    const char *const words[] = { "/bin/sh", "-c", script, NULL };
    snprintf(script, sizeof script, "cd '%s' && '%s-ladder' %s", folder, fiel(), command);
    OWNED_RUN r = run_words(words, NULL);
    if (r.code != code || !strstr(r.err, says))
        fail_msg("%s: exit %d\n%s\n%s", command, r.code, r.out, r.err);
}

/* A key of a worker's is told once: it is shown, or it was never made and its name is free; likewise in a file. */
TEST_WITH(a_key_is_seen_or_not_made, folder_make, folder_remove)
{
    struct stat list;
    expect_ladder("init --store sqlite:l.db > init", 0, "");
    expect_ladder("worker-key new attic --store sqlite:l.db > /dev/full", 3,
                  "the key could not be shown, and none was made: No space left on device");
    setenv("FIEL_DISK", "full:attic.key:20", 1);
    assert_true(shim_load("disk.so"));
    expect_ladder("worker-key new attic --to attic.key --store sqlite:l.db", 3,
                  "--to attic.key: No space left on device");
    shim_unload();
    assert_int_equal(access(in_dir("attic.key"), F_OK), -1);
    expect_ladder("worker-key list --store sqlite:l.db > list", 0, "");
    assert_int_equal(stat(in_dir("list"), &list), 0);
    assert_int_equal(list.st_size, 0);
    expect_ladder("worker-key new attic --to attic.key --store sqlite:l.db", 0, "worker attic, of host attic");
    expect_ladder("worker-key new attic --to again.key --store sqlite:l.db", 2, "there is a worker's key 'attic'");
    assert_int_equal(access(in_dir("again.key"), F_OK), -1);
    expect_ladder("person ana --new --store sqlite:l.db > /dev/full", 3,
                  "fiel-ladder person ana --new-password makes another");
}

/* --- in which language, and for programs ------------------------------------------------------------------------ */

/* A command that tells something has --lang and --json; these lack one of them, for this reason.  A command that is new and has
 * neither belongs into no list. */
static const struct {
    const char *command;
    bool lang, json; /* it has it all the same */
    const char *why;
} excepted[] = {
    { "fiel new-bot", true, false, "its --lang is the bot's: it speaks as the locale says; what it makes is a folder" },
    { "fiel play", true, false, "a person plays; --lines is for programs" },
    { "fiel serve", false, false, "a daemon: its lines are for its log (CONTROL.md)" },
    { "fiel cancel", false, false, "it says nothing when it is done" },
    { "fiel reload", false, false, "it says nothing when it is done" },
    { "fiel stop", false, false, "it says nothing when it is done" },
    { "fiel fetch", false, false, "it prints the path of the file and no word" },
    { "fiel cut", false, false, "it says nothing: what it signed is a line each in --record" },
    { "fiel bridge", true, false, "an agent reads text; a program hears lines" },
    { "fiel table", false, false, "JSON lines in and out: nothing is told to people" },
    { "fiel build", false, false, "it prints what the command prints; a ladder reads how it ended, and tells it" },
    { "fiel runtime", false, false, "it prints names, sizes and paths, and no word" },
};
enum { EXCEPTED = sizeof excepted / sizeof *excepted };

static bool has_option(const char *help, const char *name)
{
    char row[32];
    snprintf(row, sizeof row, "\n  %s ", name);
    return strstr(help, row) != NULL;
}

/* Two words at the most: "fiel match", "fiel-audit season"; *met: so many of the exceptions were needed. */
static void speaks(const char *program, const char *command, unsigned *met)
{
    char name[96];
    bool lang = true, json = true;
    OWNED_RUN r = *command ? run(program, command, "--help", NULL) : run(program, "--help", NULL);
    snprintf(name, sizeof name, "%s%s%s", program, *command ? " " : "", command);
    for (size_t i = 0; i < EXCEPTED; i++)
        if (!strcmp(excepted[i].command, name)) {
            lang = excepted[i].lang;
            json = excepted[i].json;
            ++*met;
        }
    if (r.code != 0 || has_option(r.out, "--lang") != lang || has_option(r.out, "--json") != json)
        fail_msg("%s: --lang %s, --json %s\n%s", name, lang ? "is missing" : "is there: take it off the list",
                 json ? "is missing" : "is there: take it off the list", r.out);
}

TEST(whatever_tells_has_lang_and_json)
{
    char command[64];
    unsigned met = 0, commands = 0;
    OWNED_RUN all = run("fiel", "help", "all", NULL);
    for (const char *line = all.out; *line; line += strcspn(line, "\n") + 1)
        if (!strncmp(line, "  ", 2) && sscanf(line, "  %63[a-z-]", command) == 1 && strcmp(command, "fiel") != 0) {
            speaks("fiel", command, &met);
            commands++;
        }
    assert_true(commands >= 22);
    assert_int_equal(met, EXCEPTED);
    speaks("fiel-audit", "", &met);
    speaks("fiel-audit", "log", &met);
    speaks("fiel-audit", "season", &met);
}

/* Whatever tells people something has --lang; what it tells then, of a command that is soon over. */
static const struct {
    const char *command, *spanish, *portuguese;
} spoken[] = {
    { "match WORDS --games 1 --replay %s.replay --bot cauto --bot random", "decisiones en", "decisões em" },
    { "match WORDS --duplicate --games 1 --replay %s --bot cauto --bot random", "puntos por mano", "pontos por mão" },
    { "tournament WORDS --pairs 1 --bot cauto --bot random --to %s-cup", "puntos por mano", "pontos por mão" },
    { "check WORDS --games 1 --jail none cauto", "Una liga lo admitiría.", "Uma liga o admitiria." },
    { "rules", "el juego argentino", "o jogo argentino" },
    { "rules truc-y-flou,signs=on", "levanta las cejas", "levanta as sobrancelhas" },
    { "rules --diff paulista mineiro", "orden de las cartas", "ordem das cartas" },
    { "replay REPLAY", "es mano", "é mão" },
    { "fiel-audit REPLAY", "se jugó    argentino, 1 partido", "jogou-se   argentino, 1 jogo" },
    { "fiel-audit --quiet --pair REPLAY REPLAY", "NO es un par válido: the first file is no first leg",
      "NÃO é um par válido: the first file is no first leg" },
};

static void told_in(const char *command, const char *language, const char *says)
{
    char line[512], script[2 * PATH_MAX];
    const char *const words[] = { "/bin/sh", "-c", script, NULL };
    bool audits = !strncmp(command, "fiel-audit", 10);
    int n = snprintf(line, sizeof line, "%s", audits ? "" : "fiel ");
    for (const char *at = command; *at; at++) {
        bool bin = !strncmp(at, "BIN/", 4), own = !strncmp(at, "%s", 2);
        n += bin   ? snprintf(line + n, sizeof line - (size_t)n, "\"${F%%/*}\"/")
             : own ? snprintf(line + n, sizeof line - (size_t)n, "%s", language)
                   : snprintf(line + n, sizeof line - (size_t)n, "%c", *at);
        at += bin ? 3 : own;
    }
    script_of(line, script, sizeof script);
    snprintf(strrchr(script, '>'), 2, " ");
    OWNED_RUN r = run_words(words, NULL);
    if (r.code > 1 || !strstr(r.out, says))
        fail_msg("%s: exit %d, not '%s'\n%s\n%s", script, r.code, says, r.out, r.err);
    if (!audits) /* keys and names of files are as wide as they are */
        fits("fiel", command, r.out);
}

TEST_WITH(whatever_is_told_has_three_languages, folder_make, folder_remove)
{
    char replay[PATH_MAX];
    assert_non_null(realpath("tests/vectors/example.replay", replay));
    setenv("R", replay, 1);
    setenv("F", fiel(), 1);
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++) {
        setenv("LC_ALL", "es_AR.UTF-8", 1);
        setenv("LANGUAGE", "es", 1);
        told_in(spoken[i].command, "es", spoken[i].spanish);
        char with[256];
        snprintf(with, sizeof with, "%.*s --lang pt%s", (int)strcspn(spoken[i].command, " "), spoken[i].command,
                 spoken[i].command + strcspn(spoken[i].command, " "));
        told_in(with, "pt", spoken[i].portuguese);
    }
    setenv("LC_ALL", "C", 1);
    setenv("LANGUAGE", "en", 1);
    unsetenv("R");
    unsetenv("F");
}

/* In a plain chroot nobody has mounted /proc, and a bundled bot was said not to be there. */
TEST_WITH(without_proc, folder_make, folder_remove)
{
    static const char *const bare[] = { "/usr/bin/unshare", "--user", "--map-root-user",           "--mount",
                                        "/bin/sh",          "-c",     "mount -t tmpfs none /proc", NULL };
    static const char *const commands[] = { "match --bot cauto --bot", "measure cauto", "tournament --bot cauto --bot",
                                            "check", "play" };
    char script[PATH_MAX + 128];
    struct run r = run_words(bare, NULL);
    bool can = r.code == 0;
    run_free(&r);
    if (!can) {
        skipped("without /proc", "nothing can be mounted here");
        return;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const char *const words[] = { bare[0], bare[1], bare[2], bare[3], bare[4], bare[5], script, NULL };
        snprintf(script, sizeof script, "cd '%s' && mount -t tmpfs none /proc && exec '%s' %s random", folder, fiel(),
                 commands[i]);
        r = run_words(words, NULL);
        if (r.code != 3 || *r.out || strchr(r.err, '\n') != r.err + strlen(r.err) - 1 ||
            !strstr(r.err, ": /proc is not mounted here, and nothing is started without it: mount -t proc proc /proc"))
            fail_msg("%s: exit %d\n%s", commands[i], r.code, r.err);
        run_free(&r);
    }
}
