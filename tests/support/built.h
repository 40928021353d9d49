/* built: where the programs of the build under test lie. */
#ifndef FIEL_TESTS_BUILT_H
#define FIEL_TESTS_BUILT_H

#include <stdlib.h>

/* $FIEL_BUILD, which make sets for every test, or "build". */
static inline const char *build_dir(void)
{
    const char *dir = getenv("FIEL_BUILD");
    return dir && *dir ? dir : "build";
}

#endif
