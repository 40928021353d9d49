/* guise: a program started as somebody else, or with less than we have. */
#ifndef FIEL_TEST_GUISE_H
#define FIEL_TEST_GUISE_H

#include "process.h"
#include "support/skipped.h"

#include <limits.h>

/* What starts a program as somebody else, or with less; empty: as we are. */
struct guise {
    const char *words[18]; /* setpriv and its options */
    unsigned uid;          /* whose a folder must be; 0: ours, which is right */
};

enum { STRANGER = 65534 };

static const struct guise ourselves;
static const struct guise nobody = { { "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--" },
                                     STRANGER };

/* The words of a guise, then the others, which end with NULL; how many there are in all. */
static inline int in_guise(const struct guise *g, const char *const *others, const char *words[WORDS_MAX])
{
    int n = 0;
    for (int i = 0; g->words[i]; i++)
        words[n++] = g->words[i];
    for (int i = 0; others[i] && n + 1 < WORDS_MAX; i++)
        words[n++] = others[i];
    words[n] = NULL;
    return n;
}

/* Whether this test may be somebody else, who finds the program by its whole path: a checkout in /root is root's alone.
 * setpriv itself still has root's rights when it starts what it is told to, env has none. */
static inline bool can_be_nobody(void)
{
    const char *words[WORDS_MAX], *const version[] = { "/usr/bin/env", fiel(), "--version", NULL };
    in_guise(&nobody, version, words);
    OWNED_RUN r = run_words(words, NULL);
    int code = r.code;
    if (geteuid() == 0 && code == 0)
        return true;
    skipped("as another user", "only root can become one, who must be able to run %s", fiel());
    return false;
}

#endif
