/* path: see path.h. */
#include "cli/path.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/say.h"

char *path_of(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(out, size, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n < size)
        return out;
    exit(cli_fail(EXIT_ENVIRONMENT,
                  "%s...: this path would have %d bytes, and at most %zu are kept: choose a folder with a "
                  "shorter one",
                  out, n, size - 1));
}
