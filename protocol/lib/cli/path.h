/* path: a path that is put together is whole, or its caller is told. */
#ifndef FIEL_CLI_PATH_H
#define FIEL_CLI_PATH_H

#include <stddef.h>

/* Prints a path into `out`, which has room for `size` bytes, and returns it.  One that does not fit is never cut, because that is another file:
 * the program says so and ends with EXIT_ENVIRONMENT.  A program that takes a folder from outside looks at its length before anything is begun. */
char *path_of(char *out, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
