/* cli_conformance: `fiel conformance`: this process becomes the bundled program conformance, which is made with libfiel: an
 * arbiter that lies needs a bot beside the one under test. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "match/match_options.h"

int cli_conformance(int argc, char **argv)
{
    char path[PATH_MAX + 16];
    (void)argc;
    snprintf(path, sizeof path, "%s/conformance", bundled_folder());
    execv(path, argv);
    return cli_fail(EXIT_ENVIRONMENT, "conformance: %s cannot be started: %s: install fiel whole", path,
                    strerror(errno));
}
