/* built: where the programs of the build under test lie. */
#ifndef FIEL_TESTS_BUILT_H
#define FIEL_TESTS_BUILT_H

#include <stdlib.h>
#include <string.h>

/* $FIEL_BUILD, which make sets for every test, or "build". */
static inline const char *build_dir(void)
{
    const char *dir = getenv("FIEL_BUILD");
    return dir && *dir ? dir : "build";
}

/* Where in it a bot's program lies: what is installed in bots, those of one vice (bad/crash) in tests; NULL is none. */
static inline const char *bot_room(const char *bot) { return bot && !strncmp(bot, "bad/", 4) ? "tests" : "bots"; }

#endif
