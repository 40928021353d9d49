/* shell: a line of the shell, as a test writes it.  Paths in it stand in single quotes: they may have blanks. */
#ifndef FIEL_TESTS_SHELL_H
#define FIEL_TESTS_SHELL_H

#include "support/test.h"

enum { SHELL_KILLED = 128 };

/* Its exit code; SHELL_KILLED when a signal ended it, or when there is no shell. */
static int shell(const char *format, ...) __attribute__((format(printf, 1, 2), unused));
static int shell(const char *format, ...)
{
    char line[4096];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    assert_true(size >= 0 && (size_t)size < sizeof line);
    int status = system(line);
    return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : SHELL_KILLED;
}

/* The test fails where the line does. */
#define SHELL_FINE(...) assert_int_equal(shell(__VA_ARGS__), 0)

#endif
