/* cli_conformance: `fiel conformance`: this process becomes the bundled program conformance, which is made with libfiel: an
 * arbiter that lies needs a bot beside the one under test. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "cli/language.h"
#include "match/match_options.h"

int cli_conformance(int argc, char **argv)
{
    char path[PATH_MAX + 16], spoken[16], **words = calloc((size_t)argc + 2, sizeof *words);
    if (!words)
        return cli_fail(EXIT_ENVIRONMENT, "conformance: no memory: close something and try again");
    snprintf(path, sizeof path, "%s/conformance", bundled_folder());
    snprintf(spoken, sizeof spoken, "--lang=%s", language_name(language_spoken()));
    words[0] = argv[0];
    words[1] = spoken;
    memcpy(words + 2, argv + 1, (size_t)argc * sizeof *words);
    execv(path, words);
    free(words);
    return cli_fail(EXIT_ENVIRONMENT, "conformance: %s cannot be started: %s: install fiel whole", path,
                    strerror(errno));
}
