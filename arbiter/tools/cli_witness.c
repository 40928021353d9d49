/* cli_witness: `fiel witness` is the program fiel-witness beside this one: what speaks HTTP is no part of the arbiter. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cli.h"

int cli_witness(int argc, char **argv)
{
    static const char name[] = "fiel-witness";
    char path[PATH_MAX + sizeof name] = "";
    int status;
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
    char *slash = n > 0 ? strrchr(path, '/') : NULL;
    if (slash)
        memcpy(slash + 1, name, sizeof name);
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
