/* say: what went wrong, also where a stranger chose a word of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/say.h"

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

static void test_no_commands_to_a_terminal(void **state)
{
    char out[256];
    (void)state;
    print("a\x1b[2J\r\x7f\tb \xc3\xb1", out, sizeof out);
    assert_string_equal(out, "fiel: 'a?[2J??\tb \xc3\xb1': two\nlines\n");
    assert_string_equal(cli_said(), "'a?[2J??\tb \xc3\xb1': two\nlines");
}

static void test_long_ones(void **state)
{
    static char name[3000], out[4096];
    (void)state;
    memset(name, 'x', sizeof name - 1);
    print(name, out, sizeof out);
    assert_int_equal(strlen(out), strlen("fiel: '': two\nlines\n") + sizeof name - 1);
    assert_int_equal(strlen(cli_said()), 1023);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_no_commands_to_a_terminal),
                                        cmocka_unit_test(test_long_ones) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
