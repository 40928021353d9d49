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

/* OPENED FILE *f = fopen(...); of what is only read, or was written and asked whether it is kept, so that its close has nothing to tell; the same of
 * a descriptor and of a folder.  Those that could not be opened are fine.  They stay open to the end of the block: not where a program is started in it. */
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
