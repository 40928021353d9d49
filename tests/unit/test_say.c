/* say: what went wrong, also where a stranger chose a word of it; what is a number in a word; and a folder for a while. */
#include "support/test.h"

#include <sys/mman.h>

#include "cli/number.h"
#include "cli/path.h"
#include "cli/say.h"
#include "cli/temporary.h"

/* What cli_fail prints of "'NAME': two\nlines". */
static void print(const char *name, char *out, size_t cap)
{
    int heard = memfd_create("heard", MFD_CLOEXEC), before = dup(2);
    dup2(heard, 2);
    int code = cli_fail(EXIT_USAGE, "'%s': two\nlines", name);
    dup2(before, 2);
    close(before);
    ssize_t n = pread(heard, out, cap - 1, 0);
    close(heard);
    assert_int_equal(code, EXIT_USAGE);
    assert_true(n > 0);
    out[n] = '\0';
}

TEST(test_no_commands_to_a_terminal)
{
    char out[256];
    print("a\x1b[2J\r\x7f\tb \xc3\xb1", out, sizeof out);
    assert_string_equal(out, "fiel: 'a?[2J??\tb \xc3\xb1': two\nlines\n");
    assert_string_equal(cli_said(), "'a?[2J??\tb \xc3\xb1': two\nlines");
}

TEST(test_long_ones)
{
    static char name[3000], out[4096];
    memset(name, 'x', sizeof name - 1);
    print(name, out, sizeof out);
    assert_int_equal(strlen(out), strlen("fiel: '': two\nlines\n") + sizeof name - 1);
    assert_int_equal(strlen(cli_said()), 1023);
}

TEST(test_whole_numbers)
{
    static const char *const none[] = { "",  "-3", "+3", " 3", "3 ", "3.0", "0x3", "1e3", "18446744073709551616",
                                        "2", "8" };
    uint64_t n = 77;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(whole_number(none[i], 3, 7, &n));
    assert_int_equal(n, 77);
    assert_true(whole_number("007", 3, 7, &n));
    assert_int_equal(n, 7);
    assert_true(whole_number("18446744073709551615", 0, UINT64_MAX, &n));
    assert_true(n == UINT64_MAX);
}

/* What a folder for a while is called where $TMPDIR is this; it is removed again. */
static const char *made_in(const char *tmpdir)
{
    static char path[64];
    setenv("TMPDIR", tmpdir, 1);
    assert_true(temporary_folder(path, sizeof path, "fiel-say"));
    assert_int_equal(rmdir(path), 0);
    return path;
}

TEST(test_a_folder_for_a_while)
{
    char long_one[64], path[64];
    memset(long_one, '/', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    memcpy(long_one, "/tmp", 4);
    assert_memory_equal(made_in("/var/tmp"), "/var/tmp/fiel-say-", 18);
    assert_memory_equal(made_in(long_one), "/tmp/fiel-say-", 14);
    assert_memory_equal(made_in("."), "/tmp/fiel-say-", 14);
    long_one[47] = '\0'; /* the longest that leaves room for the name */
    assert_int_equal(strlen(made_in(long_one)), sizeof path - 1);
    setenv("TMPDIR", "/nowhere", 1);
    assert_false(temporary_folder(path, sizeof path, "fiel-say"));
    assert_string_equal(path, "");
}

/* A path is whole, or the program ends with a sentence: what is cut is another file. */
TEST(test_a_path_is_whole)
{
    char path[9], said[256] = "";
    int pipes[2], status;
    assert_string_equal(path_of(path, sizeof path, "%s/%u", "/four", 12u), "/four/12");
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(pipes[1], STDERR_FILENO);
        path_of(path, sizeof path, "%s/%u", "/four", 123u);
        _exit(0);
    }
    close(pipes[1]);
    assert_true(read(pipes[0], said, sizeof said - 1) > 0);
    close(pipes[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_ENVIRONMENT);
    assert_non_null(strstr(said, "/four/12...: this path would have 9 bytes, and at most 8 are kept"));
}
