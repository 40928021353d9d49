/* owned: what is given back where the block of its variable ends. */
#ifndef FIEL_CLI_OWNED_H
#define FIEL_CLI_OWNED_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* AUTO(run_free) struct run r = ...; by this function of its address. */
#define AUTO(end) __attribute__((cleanup(end), unused))

/* OWNED char *text = ...; by free. */
#define OWNED AUTO(auto_free)
static inline void auto_free(void *held)
{
    void *at;
    memcpy(&at, held, sizeof at);
    free(at);
}

/* OPENED FILE *f = fopen(...); of a file that is only read, and the same of a descriptor and of a folder; those that could not be opened are
 * fine. */
#define OPENED AUTO(auto_fclose)
#define OPENED_FD AUTO(auto_close)
#define OPENED_DIR AUTO(auto_closedir)
#define AUTO_END(type, none, end) \
    static inline void auto_##end(type *held) \
    { \
        if (*held != (none)) \
            end(*held); \
    }
AUTO_END(FILE *, NULL, fclose)
AUTO_END(DIR *, NULL, closedir)
AUTO_END(int, -1, close)

#endif
