/* cli_witness: `fiel witness` is the program fiel-witness beside this one: what speaks HTTP is no part of the arbiter. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/beside.h"

int cli_witness(int argc, char **argv)
{
    char path[PATH_MAX];
    int status;
    beside(path, "fiel-witness");
    fflush(stdout);
    /* Its help is folded by this program, which has to be there to do it. */
    bool help = argc == 2 && !strcmp(argv[1], "--help");
    pid_t child = help ? fork() : 0;
    if (child != 0)
        return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status)
                                                                                     : EXIT_ENVIRONMENT;
    execv(path, argv);
    int code = cli_fail(EXIT_ENVIRONMENT, "witness: %s: %s: install Fiel whole", path, strerror(errno));
    if (help)
        _exit(code);
    return code;
}
