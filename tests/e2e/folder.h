/* folder: names in the folder of a test. */
#ifndef FIEL_TEST_FOLDER_H
#define FIEL_TEST_FOLDER_H

#include "process.h"
#include "support/folder.h"

/* "folder/NAME", good until eight more were asked for. */
static inline const char *in_dir(const char *name)
{
    static char path[8][192];
    static unsigned next;
    char *p = path[next++ % 8];
    snprintf(p, sizeof path[0], "%s/%.120s", folder, name);
    return p;
}

#endif
