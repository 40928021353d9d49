/* A program of this project as a child: its words, its streams, its signals, how it ended and what it told. */
#include "support/test.h"

#include "child/match_argv.h"
#include "child/run.h"
#include "child/events.h"
#include "cli/command.h"
#include "match/match_options.h"
#include "support/folder.h"
#include "wire/messages.h"

FOLDER_FOR_ALL

static char *in_folder(const char *name, char path[64])
{
    snprintf(path, 64, "%s/%s", folder, name);
    return path;
}

/* A shell with this command; its exit code, or -1. */
static int shell(const char *command, const char *out, const char *err)
{
    char *const argv[] = { "sh", "-c", (char *)(uintptr_t)command, NULL };
    const struct run r = { .path = "/bin/sh", .argv = argv, .file = { "/dev/null", out, err } };
    pid_t child;
    return run_start(&r, &child) ? -1 : run_wait(child);
}

static void file_holds(const char *path, const char *text)
{
    char held[256];
    FILE *f = fopen(path, "re");
    assert_non_null(f);
    size_t n = fread(held, 1, sizeof held - 1, f);
    held[n] = '\0';
    fclose(f);
    assert_string_equal(held, text);
}

TEST(streams_go_into_files_that_are_emptied)
{
    char out[64], err[64];
    in_folder("out", out);
    in_folder("err", err);
    assert_int_equal(shell("echo something longer; echo that is complained of >&2; read -r x", out, err), 1);
    file_holds(out, "something longer\n");
    file_holds(err, "that is complained of\n");
    assert_int_equal(shell("echo less", out, err), 0);
    file_holds(out, "less\n");
    file_holds(err, "");
}

TEST(a_stream_goes_to_a_descriptor)
{
    char *const argv[] = { "sh", "-c", "echo heard; read -r x && echo read", NULL };
    char text[64];
    int ends[2];
    pid_t child;
    assert_int_equal(pipe2(ends, 0), 0);
    const struct run r = {
        .path = "/bin/sh", .argv = argv, .file = { "/dev/null" }, .fd = { -1, ends[1], STDERR_FILENO }
    };
    assert_int_equal(run_start(&r, &child), 0);
    close(ends[1]);
    assert_int_equal(run_wait(child), 1);
    assert_int_equal(read(ends[0], text, sizeof text), 6);
    assert_memory_equal(text, "heard\n", 6);
    close(ends[0]);
}

TEST(no_signal_is_blocked)
{
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    int code = shell("kill -TERM $$; exit 7", "/dev/null", "/dev/null");
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert_int_equal(code, 128 + SIGTERM);
}

TEST(an_environment_is_given)
{
    char *const argv[] = { "sh", "-c", "echo \"$GIVEN\"", NULL }, *const given[] = { "GIVEN=this one", NULL };
    char out[64];
    pid_t child;
    const struct run r = { .path = "/bin/sh",
                           .argv = argv,
                           .environment = given,
                           .file = { "/dev/null", in_folder("environment", out), "/dev/null" } };
    assert_int_equal(run_start(&r, &child), 0);
    assert_int_equal(run_wait(child), 0);
    file_holds(out, "this one\n");
}

TEST(what_cannot_be_started_is_no_child)
{
    char *const argv[] = { "none", NULL };
    const struct run nothing = { .path = "/no/such/program", .argv = argv, .fd = { 0, 1, 2 } }, nowhere = {
        .path = "/bin/true", .argv = argv, .file = { NULL, "/no/such/folder/out" }, .fd = { 0, -1, 2 }
    };
    pid_t child;
    assert_int_equal(run_start(&nothing, &child), ENOENT);
    assert_int_equal(run_start(&nowhere, &child), ENOENT);
    assert_int_equal(run_wait(getpid()), -1);
}

/* --- words ------------------------------------------------------------------------------------------------ */

static void words_are(const struct match_argv *a, const char *const *expected)
{
    char *const *word = match_words(a);
    for (; *expected; word++, expected++) {
        assert_non_null(*word);
        assert_string_equal(*word, *expected);
    }
    assert_null(*word);
}

TEST(what_is_said_are_the_words_and_nothing_else)
{
    const char *const none[] = { "fiel", "match", NULL };
    const char *const some[] = { "fiel",  "match",       "--seats",   "2",     "--clock",
                                 "",      "--duplicate", "--give-up", "--bot", "cauto",
                                 "--bot", "my bot -x",   "--cutter",  "corte", NULL };
    struct match_argv a;
    match_begin(&a);
    words_are(&a, none);
    match_say(&a, "--rules", NULL);
    match_count(&a, "--games", 0);
    match_flag(&a, "--json", false);
    words_are(&a, none);
    match_count(&a, "--seats", 2);
    match_say(&a, "--clock", "");
    match_flag(&a, "--duplicate", true);
    match_flag(&a, "--give-up", true);
    match_say(&a, "--bot", "cauto");
    match_print(&a, "--bot", "my %s -%c", "bot", 'x');
    match_say(&a, "--cutter", "corte");
    words_are(&a, some);
}

/* Every option with a value, and as many bots and cutters as find room. */
TEST(all_that_can_be_said_finds_room)
{
    struct match_argv a;
    char path[1024];
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0';
    match_begin(&a);
    for (const char *const *o = match_values; *o; o++)
        match_print(&a, *o, "%.9s", path);
    for (const char *const *o = match_flags; *o; o++)
        match_flag(&a, *o, true);
    for (unsigned i = 0; i < MATCH_PARTIES; i++) {
        match_print(&a, "--bot", "%s", path);
        match_print(&a, "--cutter", "%s", path);
    }
    assert_true(a.count < MATCH_WORDS);
    assert_null(a.word[a.count]);
}

/* What `fiel match --help` prints. */
static char *match_help(void)
{
    static char text[1 << 16];
    FILE *caught = tmpfile();
    int saved = dup(STDOUT_FILENO);
    assert_non_null(caught);
    fflush(stdout);
    dup2(fileno(caught), STDOUT_FILENO);
    static struct match_options o;
    char *words[] = { (char[]){ "match" }, (char[]){ "--help" }, NULL };
    assert_int_equal(match_options_read(&o, 2, words), 0);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(caught);
    text[fread(text, 1, sizeof text - 1, caught)] = '\0';
    fclose(caught);
    return text;
}

/* An option with a value is listed with the name of its value behind it, the others with blanks alone. */
static void all_are_of_match(const char *const *options, bool alone)
{
    const char *help = match_help();
    for (; *options; options++) {
        char line[64];
        snprintf(line, sizeof line, "\n  %s ", *options);
        const char *found = strstr(help, line);
        if (!found)
            fail_msg("fiel match --help does not tell of %s", *options);
        assert_int_equal(found[strlen(line)] == ' ', alone);
    }
}

TEST(every_option_is_one_of_fiel_match)
{
    all_are_of_match(match_values, false);
    all_are_of_match(match_flags, true);
}

TEST(a_list_has_commas)
{
    const char *const listed[] = { "fiel", "match", "--names", "ab,cd,ef", "--artifacts", "-", NULL };
    struct match_argv a;
    match_begin(&a);
    match_list(&a, "--names", "ab");
    match_list(&a, "--names", "cd");
    match_list(&a, "--names", "ef");
    match_list(&a, "--artifacts", "-");
    words_are(&a, listed);
}

TEST(a_command_gives_its_words_back)
{
    static const char *const words[] = {
        "/srv/los bots/it's mine/bot", "", "\"quoted\"", "back\\slash\\", "tab\tline\nend", "plain", "'"
    };
    enum { COUNT = sizeof words / sizeof *words };
    char command[COMMAND_TEXT] = "", found[COMMAND_TEXT], why[COMMAND_WHY], *at = found;
    unsigned count = 0;
    for (unsigned i = 0; i < COUNT; i++)
        assert_true(command_add(command, sizeof command, words[i]));
    assert_int_equal(command_words(command, found, &count, why), 0);
    assert_int_equal(count, COUNT);
    for (unsigned i = 0; i < COUNT; at += strlen(at) + 1, i++)
        assert_string_equal(at, words[i]);
}

TEST(a_word_is_pasted_into_a_shell)
{
    static const char *const rows[][2] = {
        { "a/b.key", "a/b.key" }, { "", "''" },   { "it's", "'it'\\''s'" }, { "los bots", "'los bots'" },
        { "a;$(b)", "'a;$(b)'" }, { "~", "'~'" },
    };
    char text[COMMAND_SHELL];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(command_shell(rows[i][0], text), rows[i][1]);
}

TEST(a_command_without_room_stays_as_it_is)
{
    char command[32];
    for (size_t room = 4; room <= sizeof command; room++) {
        memset(command, 'x', sizeof command);
        strcpy(command, "bot");
        bool fits = command_add(command, room, "'' ''");
        assert_string_equal(command, fits ? "bot \\'\\'\\ \\'\\'" : "bot");
        assert_true(!fits || room > strlen(command));
        for (size_t i = room; i < sizeof command; i++)
            assert_int_equal(command[i], 'x');
        assert_true(fits || room < sizeof command);
    }
}

/* --- what is told ------------------------------------------------------------------------------------------- */

static void file_says(const char *path, const char *text)
{
    FILE *f = fopen(path, "we");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* The names of the events that came, each with a blank behind it; "-" is no event. */
static void add_event(void *who, const char *line, size_t size, json_t *j)
{
    char *names = who;
    assert_int_equal(line[size], '\n');
    strcat(strcat(names, *event_name(j) ? event_name(j) : "-"), " ");
}

static void say(int fd, const char *text) { assert_int_equal(write(fd, text, strlen(text)), strlen(text)); }

TEST(events_come_as_they_are_whole)
{
    struct event_lines t = { 0 };
    char names[128] = "";
    int ends[2];
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    assert_int_equal(event_read(&t, ends[0], add_event, names), EVENT_NOT_NOW);
    say(ends[1], "{\"event\":\"started\"}\n{\"event\":\"se");
    assert_int_equal(event_read(&t, ends[0], add_event, names), EVENT_SOME);
    assert_string_equal(names, "started ");
    assert_int_equal(event_read(&t, ends[0], add_event, names), EVENT_NOT_NOW);
    say(ends[1], "at\"}\nno object\n[\"event\"]\n{\"event\":1}\n{\"event\":\"result\"}\n{\"event\":\"cut off\"}");
    assert_int_equal(event_read(&t, ends[0], add_event, names), EVENT_SOME);
    assert_string_equal(names, "started seat - - - result ");
    close(ends[1]);
    assert_int_equal(event_read(&t, ends[0], add_event, names), EVENT_END);
    assert_string_equal(names, "started seat - - - result ");
    event_free(&t);
    close(ends[0]);
}

TEST(a_line_without_end_is_let_go_of)
{
    enum { MANY = (1 << 24) + 5000 };
    char path[64];
    FILE *f = fopen(in_folder("long", path), "we");
    assert_non_null(f);
    for (int i = 0; i < MANY; i++)
        putc_unlocked('x', f);
    fputs("\n{\"event\":\"result\",\"games\":3}\n", f);
    assert_int_equal(fclose(f), 0);
    json_auto_t *j = event_object(path, "result");
    assert_int_equal(json_integer_value(json_object_get(j, "games")), 3);
}

TEST(the_last_object_is_found)
{
    char path[64];
    in_folder("objects", path);
    assert_null(event_object(path, NULL));
    file_says(path,
              "fiel: a sentence\n{\"event\":\"result\",\"n\":1}\n{\"event\":\"result\",\"n\":2}\n{\"n\":3}\nthe end\n");
    json_auto_t *any = event_object(path, NULL), *result = event_object(path, "result");
    assert_int_equal(json_integer_value(json_object_get(any, "n")), 3);
    assert_int_equal(json_integer_value(json_object_get(result, "n")), 2);
    assert_null(event_object(path, "parked"));
}

TEST(a_result_is_read)
{
    struct event_result r;
    event_result(NULL, &r);
    assert_string_equal(r.outcome, "");
    assert_string_equal(r.error, "");
    assert_false(r.won || r.machine_lacked || r.void_reason);
    json_t *won = json_pack("{s:s,s:i,s:n,s:n}", "outcome", "played", "winner", 0, "void", "error");
    event_result(won, &r);
    assert_string_equal(r.outcome, "played");
    assert_true(r.won && !r.machine_lacked && !r.void_reason);
    json_decref(won);
    static const enum arbiter_code reasons[] = { ARBITER_NO_PROCESS, ARBITER_MEMORY, ARBITER_CANCELLED };
    for (size_t i = 0; i < 3; i++) {
        json_auto_t *none = json_pack("{s:s,s:n,s:{s:i},s:s}", "outcome", "void", "winner", "void", "reason",
                                      (int)reasons[i], "error", "why");
        event_result(none, &r);
        assert_false(r.won);
        assert_int_equal(r.void_reason, reasons[i]);
        assert_int_equal(r.machine_lacked, i < 2);
        assert_string_equal(r.error, "why");
    }
}

TEST(the_sentence_that_counts_is_found)
{
    static const struct {
        const char *said, *complaint;
    } all[] = {
        { "", "" },
        { " \n\r\n{\"outcome\":\"void\"}\n", "" },
        { "fiel: match: fiel match --resume x goes on with it\n", "" },
        { "first\nsecond\n\n", "second" },
        { "fiel: match: no room: make some\nwhat a compiler prints\n{\"a\":1}\n", "no room: make some" },
        { "fiel: seat 0 waits\nfiel: build: it failed\nfiel: match: fiel match --resume x goes on with it\n",
          "it failed" },
        { "fiel: match: --resume: it was written by another version", "--resume: it was written by another version" },
        { "fiel: a\x1b[31mred\n", "a [31mred" },
        { "fiel: 123456789012345678901234567890\n", "1234567890123456789" },
    };
    char path[64], text[128];
    in_folder("said", path);
    assert_false(event_complaint(path, text, sizeof text));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bool last = i + 1 == sizeof all / sizeof *all;
        file_says(path, all[i].said);
        assert_int_equal(event_complaint(path, text, last ? 20 : sizeof text), *all[i].complaint != '\0');
        assert_string_equal(text, all[i].complaint);
    }
}
