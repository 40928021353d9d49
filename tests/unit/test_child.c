/* A program of this project as a child: its words, its streams, its signals and how it ended. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "child/match_argv.h"
#include "child/run.h"
#include "cli/command.h"
#include "match/match_options.h"
#include "support/scratch.h"

static char folder[SCRATCH_ROOM];

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

static void streams_go_into_files_that_are_emptied(void **state)
{
    char out[64], err[64];
    (void)state;
    in_folder("out", out);
    in_folder("err", err);
    assert_int_equal(shell("echo something longer; echo that is complained of >&2; read -r x", out, err), 1);
    file_holds(out, "something longer\n");
    file_holds(err, "that is complained of\n");
    assert_int_equal(shell("echo less", out, err), 0);
    file_holds(out, "less\n");
    file_holds(err, "");
}

static void a_stream_goes_to_a_descriptor(void **state)
{
    char *const argv[] = { "sh", "-c", "echo heard; read -r x && echo read", NULL };
    char text[64];
    int ends[2];
    pid_t child;
    (void)state;
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

static void no_signal_is_blocked(void **state)
{
    sigset_t blocked, before;
    (void)state;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    int code = shell("kill -TERM $$; exit 7", "/dev/null", "/dev/null");
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert_int_equal(code, 128 + SIGTERM);
}

static void an_environment_is_given(void **state)
{
    char *const argv[] = { "sh", "-c", "echo \"$GIVEN\"", NULL }, *const given[] = { "GIVEN=this one", NULL };
    char out[64];
    pid_t child;
    (void)state;
    const struct run r = { .path = "/bin/sh",
                           .argv = argv,
                           .environment = given,
                           .file = { "/dev/null", in_folder("environment", out), "/dev/null" } };
    assert_int_equal(run_start(&r, &child), 0);
    assert_int_equal(run_wait(child), 0);
    file_holds(out, "this one\n");
}

static void what_cannot_be_started_is_no_child(void **state)
{
    char *const argv[] = { "none", NULL };
    const struct run nothing = { .path = "/no/such/program", .argv = argv, .fd = { 0, 1, 2 } }, nowhere = {
        .path = "/bin/true", .argv = argv, .file = { NULL, "/no/such/folder/out" }, .fd = { 0, -1, 2 }
    };
    pid_t child;
    (void)state;
    assert_int_equal(run_start(&nothing, &child), ENOENT);
    assert_int_equal(run_start(&nowhere, &child), ENOENT);
    assert_int_equal(run_wait(getpid()), -1);
}

/* --- words ------------------------------------------------------------------------------------------------ */

static void words_are(const struct match_wish *w, const char *const *expected)
{
    struct match_argv a;
    char *const *word = match_argv(w, &a);
    for (; *expected; word++, expected++) {
        assert_non_null(*word);
        assert_string_equal(*word, *expected);
    }
    assert_null(*word);
}

static void what_is_wished_is_said_and_nothing_else(void **state)
{
    const char *const none[] = { "fiel", "match", NULL };
    const char *const some[] = { "fiel",  "match",       "--seats",   "2",     "--clock",
                                 "",      "--duplicate", "--give-up", "--bot", "cauto",
                                 "--bot", "my bot -x",   "--cutter",  "corte", NULL };
    char seats[MATCH_NUMBER];
    (void)state;
    words_are(&(struct match_wish){ 0 }, none);
    words_are(&(struct match_wish){ .seats = match_number(2, seats),
                                    .clock = "",
                                    .duplicate = true,
                                    .give_up = true,
                                    .bot = { "cauto", "my bot -x" },
                                    .cutter = { "corte" } },
              some);
}

/* A wish with everything in it, and with as many bots and cutters as find room. */
static void all_that_can_be_wished_finds_room(void **state)
{
    struct match_wish all = {
#define X(field, option) .field = "x",
        MATCH_VALUES(X)
#undef X
#define X(field, option) .field = true,
            MATCH_FLAGS(X)
#undef X
    };
    struct match_argv a;
    unsigned n = 0;
    (void)state;
    for (unsigned i = 0; i < MATCH_PARTIES; i++)
        all.bot[i] = all.cutter[i] = "x";
    for (char *const *word = match_argv(&all, &a); *word; word++)
        n++;
    assert_int_equal(n, MATCH_WORDS - 1);
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
    match_options_help();
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(caught);
    text[fread(text, 1, sizeof text - 1, caught)] = '\0';
    fclose(caught);
    return text;
}

/* An option with a value is listed with the name of its value behind it, the others with blanks alone. */
static void every_option_is_one_of_fiel_match(void **state)
{
    const struct {
        const char *option;
        bool alone;
    } all[] = {
#define X(field, option) { option, false },
        MATCH_VALUES(X)
#undef X
#define X(field, option) { option, true },
            MATCH_FLAGS(X)
#undef X
                { "--bot", false },
        { "--cutter", false },
    };
    const char *help = match_help();
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char line[64];
        snprintf(line, sizeof line, "\n  %s ", all[i].option);
        const char *found = strstr(help, line);
        if (!found)
            fail_msg("fiel match --help does not tell of %s", all[i].option);
        assert_int_equal(found[strlen(line)] == ' ', all[i].alone);
    }
}

static void a_list_has_commas_and_is_cut_off(void **state)
{
    char list[8] = "";
    (void)state;
    match_list_add(list, sizeof list, "ab");
    match_list_add(list, sizeof list, "cd");
    assert_string_equal(list, "ab,cd");
    match_list_add(list, sizeof list, "ef");
    assert_string_equal(list, "ab,cd,e");
}

static void a_command_gives_its_words_back(void **state)
{
    static const char *const words[] = {
        "/srv/los bots/it's mine/bot", "", "\"quoted\"", "back\\slash\\", "tab\tline\nend", "plain", "'"
    };
    enum { COUNT = sizeof words / sizeof *words };
    char command[COMMAND_TEXT] = "", found[COMMAND_TEXT], why[COMMAND_WHY], *at = found;
    unsigned count = 0;
    (void)state;
    for (unsigned i = 0; i < COUNT; i++)
        assert_true(command_add(command, sizeof command, words[i]));
    assert_int_equal(command_words(command, found, &count, why), 0);
    assert_int_equal(count, COUNT);
    for (unsigned i = 0; i < COUNT; at += strlen(at) + 1, i++)
        assert_string_equal(at, words[i]);
}

static void a_command_without_room_stays_as_it_is(void **state)
{
    char command[32];
    (void)state;
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

static int make_folder(void **state)
{
    (void)state;
    scratch_make(folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    scratch_remove(folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wished_is_said_and_nothing_else),
        cmocka_unit_test(all_that_can_be_wished_finds_room),
        cmocka_unit_test(every_option_is_one_of_fiel_match),
        cmocka_unit_test(a_list_has_commas_and_is_cut_off),
        cmocka_unit_test(a_command_gives_its_words_back),
        cmocka_unit_test(a_command_without_room_stays_as_it_is),
        cmocka_unit_test(streams_go_into_files_that_are_emptied),
        cmocka_unit_test(a_stream_goes_to_a_descriptor),
        cmocka_unit_test(no_signal_is_blocked),
        cmocka_unit_test(an_environment_is_given),
        cmocka_unit_test(what_cannot_be_started_is_no_child),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
