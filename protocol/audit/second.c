#include "audit/second.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/beside.h"

/* The two places of the script, seen from the folder that this program lies in. */
static const char *const places[] = { "../lib/fiel/second/audit", "../../protocol/second/audit", NULL };

int second_opinion(char **words)
{
    char path[PATH_MAX];
    errno = ENOENT;
    if (beside_first(path, places)) {
        words[0] = path;
        execv(path, words);
    }
    fprintf(
        stderr,
        "fiel-audit: --second: the second opinion cannot be started: %s: install Fiel whole, with lib/fiel/second\n",
        strerror(errno));
    return 3;
}
