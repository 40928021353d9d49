/* bundled: the bots that come with Fiel, each a program in one folder beside the programs that start them. */
#ifndef FIEL_CLI_BUNDLED_H
#define FIEL_CLI_BUNDLED_H

#include <limits.h>
#include <stdbool.h>

/* Who is bundled: the rungs, in the order to climb by. */
#define RUNGS "random,cauto,embustero,maestro,campeon"

/* The folder, as built or as installed; "" where there is none. */
const char *bundled_folder(void);
/* The program of the bot of this name.  False, and path is "": there is none that plays. */
bool bundled_bot(char path[PATH_MAX], const char *name);

#endif
