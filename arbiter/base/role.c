/* role: see role.h. */
#include "role.h"

#include <errno.h>
#include <malloc.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cli.h"
#include "spawn.h"

#if defined(__SANITIZE_ADDRESS__) /* which needs address space without end, and to look into itself and files */
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* One malloc arena, because each further one reserves 64 MiB of address space for its thread; and nobody looks into a process that
 * holds keys. */
static int limit_process(const struct role_limits *l)
{
    mallopt(M_ARENA_MAX, 1);
    if (limit_to(RLIMIT_CORE, SPAWN_NO_CORE) || limit_to(RLIMIT_NOFILE, l->descriptors))
        return -1;
    return SANITIZED ? 0 : limit_to(RLIMIT_AS, l->memory) || prctl(PR_SET_DUMPABLE, 0) ? -1 : 0;
}

static bool read_config(void *config, size_t size, int fd)
{
    ssize_t n = pread(fd, config, size, 0);
    close(fd);
    return n == (ssize_t)size;
}

int role_main(const struct role *r, void *config, int argc, char **argv)
{
    struct role_limits limits = { 0 };
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        printf("usage: fiel %s --fd LINK --config CONFIG\n\n%s\n"
               "`fiel %s` starts it with both descriptors open; there is no use for it by hand.\n",
               r->name, r->help, r->starter);
        return EXIT_FINE;
    }
    int link = cli_descriptor(argc, argv, "--fd"), from = cli_descriptor(argc, argv, "--config");
    if (argc != r->words || link < 0 || from < 0)
        return cli_fail(EXIT_USAGE, "%s: --fd and --config are needed: it is `fiel %s` that starts a %s", r->name,
                        r->starter, r->name);
    if (sodium_init() < 0 || !read_config(config, r->size, from))
        return cli_fail(EXIT_ENVIRONMENT, "%s: no configuration on descriptor %d: it is `fiel %s` that starts a %s",
                        r->name, from, r->starter, r->name);
    r->limits(config, &limits);
    if (limit_process(&limits))
        return cli_fail(EXIT_ENVIRONMENT, "%s: its limits cannot be set: %s", r->name, strerror(errno));
    const char *wrong = r->sandbox(config);
    if (wrong)
        return cli_fail(EXIT_ENVIRONMENT, "%s: %s", r->name, wrong);
    int status = r->loop(config, link);
    sodium_memzero(config, r->size);
    return status;
}
