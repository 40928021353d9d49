/* owned: what is given back where the block of its variable ends. */
#ifndef FIEL_CLI_OWNED_H
#define FIEL_CLI_OWNED_H

#include <stdlib.h>
#include <string.h>

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

#endif
