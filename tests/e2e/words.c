/* words: every bad word of every command is refused with one sentence before anything is made, played or told, and every command's
 * help can be read on a terminal of eighty columns. */
#include "folder.h"
#include "guise.h"

enum { OPTIONS = 64, OPTION = 64 };

static const char *const programs[] = { "fiel", "fiel-ladder" };

/* In an empty folder; a command that does not end is ended. */
static struct run in_folder(const char *program, const char *const *more)
{
    char path[PATH_MAX + 32];
    const char *words[WORDS_MAX] = { "/usr/bin/timeout", "60", "/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", dir, path };
    int n = 7;
    snprintf(path, sizeof path, "%s", fiel());
    snprintf(strrchr(path, '/') + 1, 32, "%s", program);
    while (*more)
        words[n++] = *more++;
    words[n] = NULL;
    return run_words(words, NULL);
}

/* One line on stderr, in the program's name, nothing told, nothing left in the folder.  2: the words are wrong; 3 where what they
 * name is not there, which is no fault of the words. */
static void refused(const char *program, const char *const *words, bool by_words)
{
    struct run r = in_folder(program, words);
    char said[256] = "";
    const char *end = strchr(r.err, '\n');
    for (size_t i = 0; words[i]; i++)
        snprintf(said + strlen(said), sizeof said - strlen(said), " %s", words[i]);
    bool code = r.code == 2 || (!by_words && r.code == 3), one = end && !end[1];
    bool named = !strncmp(r.err, program, strlen(program)) && strchr(r.err, ':');
    if (!code || !one || !named || *r.out || rmdir(dir) || mkdir(dir, 0755))
        fail_msg("%s%s: exit %d\n%.300s\n%.300s", program, said, r.code, r.out, r.err);
    run_free(&r);
}

/* No line is wider, but for an example, which is typed as it stands. */
static void fits(const char *program, const char *command, const char *help)
{
    for (const char *line = help; *line; line += strcspn(line, "\n") + 1) {
        size_t columns = 0, size = strcspn(line, "\n");
        for (size_t i = 0; i < size; i++)
            columns += (line[i] & 0xc0) != 0x80;
        if (columns > 80)
            fail_msg("%s help %s: %zu columns:\n%.*s", program, command, columns, (int)size, line);
    }
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

static unsigned bad_options(const char *program, const char *command, const char *help)
{
    char names[OPTIONS][OPTION];
    bool takes[OPTIONS];
    unsigned n = options_of(help, names, takes);
    refused(program, (const char *const[]){ command, "--no-such", NULL }, true);
    for (unsigned i = 0; i < n; i++) {
        char with[OPTION + 8];
        snprintf(with, sizeof with, "%.60s=yes", names[i]);
        if (!strcmp(names[i], "--help"))
            continue;
        if (!takes[i]) {
            refused(program, (const char *const[]){ command, with, NULL }, true);
            continue;
        }
        refused(program, (const char *const[]){ command, names[i], NULL }, true);
        refused(program, (const char *const[]){ command, names[i], "/no/such/folder/x", NULL }, false);
        refused(program, (const char *const[]){ command, names[i], "-1", NULL }, false);
    }
    return n;
}

static void of_program(const char *program, unsigned least)
{
    char command[64];
    unsigned commands = 0, options = 0;
    struct run all = run(program, "--help", NULL);
    fits(program, "", all.out);
    for (const char *line = all.out; *line; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, "  ", 2) || sscanf(line, "  %63[a-z-]", command) != 1 || !strcmp(command, program))
            continue;
        struct run by_name = run(program, "help", command, NULL), by_option = run(program, command, "--help", NULL);
        assert_int_equal(by_name.code, 0);
        assert_int_equal(by_option.code, 0);
        assert_string_equal(by_name.out, by_option.out);
        fits(program, command, by_name.out);
        options += bad_options(program, command, by_name.out);
        commands++;
        run_free(&by_name);
        run_free(&by_option);
    }
    run_free(&all);
    print_message("%s: %u commands, %u options\n", program, commands, options);
    assert_true(commands >= 15 && options >= least);
}

static void every_bad_word_is_refused(void **state)
{
    (void)state;
    of_program(programs[0], 80);
    of_program(programs[1], 50);
}

/* A bad day, and a plot that cannot be written, found out before hours of play. */
static void what_was_found_late(void **state)
{
    (void)state;
    refused("fiel", (const char *const[]){ "keys", "new", "ana", "--not-after", "2020-01-01", NULL }, true);
    refused("fiel", (const char *const[]){ "measure", "--svg", "/no/such/folder/plot.svg", "cauto", "random", NULL },
            true);
    refused("fiel", (const char *const[]){ "help", "no-such-command", NULL }, true);
    refused("fiel", (const char *const[]){ "help", "match", "more", NULL }, true);
}

static void a_full_disk_is_no_success(void **state)
{
    static const char *const told[] = { "fiel' rules",        "fiel' --help",        "fiel' help match",
                                        "fiel-audit' --help", "fiel-ladder' --help", "fiel-ladder' help serve" };
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        char script[1024];
        const char *const words[] = { "/bin/sh", "-c", script, NULL };
        snprintf(script, sizeof script, "'%s/bin/%s > /dev/full", build_dir(), told[i]);
        struct run r = run_words(words, NULL);
        if (r.code != 3 || !strstr(r.err, "No space left on device"))
            fail_msg("%s: exit %d\n%s", script, r.code, r.err);
        run_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_bad_word_is_refused, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(what_was_found_late, folder_make, folder_remove),
        cmocka_unit_test(a_full_disk_is_no_success),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
