/* cli_witness: `fiel witness` is the program fiel-witness beside this one: what speaks HTTP is no part of the arbiter. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/beside.h"

int cli_witness(int argc, char **argv)
{
    char path[PATH_MAX];
    (void)argc;
    beside(path, "fiel-witness");
    execv(path, argv);
    return cli_fail(EXIT_ENVIRONMENT, "witness: %s: %s: install Fiel whole", path, strerror(errno));
}
