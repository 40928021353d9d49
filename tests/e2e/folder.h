/* folder: one folder for every test of a program, and names in it. */
#ifndef FIEL_TEST_FOLDER_H
#define FIEL_TEST_FOLDER_H

#include "process.h"

static char dir[64];

static inline int folder_make(STATE)
{
    scratch(dir);
    return 0;
}

static inline int folder_remove(STATE)
{
    scratch_remove(dir);
    return 0;
}

/* "dir/NAME", good until eight more were asked for. */
static inline const char *in_dir(const char *name)
{
    static char path[8][192];
    static unsigned next;
    char *p = path[next++ % 8];
    snprintf(p, sizeof path[0], "%s/%.120s", dir, name);
    return p;
}

#endif
