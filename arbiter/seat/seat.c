/* seat: the command; what limits the process stands here, before its first receive. */
#include "seat.h"

#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/spawn.h"

enum {
    SEAT_DESCRIPTORS = 256,
    OPEN_DESCRIPTORS = 2048, /* of a seat that anybody may call: each handshake that is never finished holds one */
    LINE_MEMORY = 24 << 10,  /* address space of a connection, besides what it announces */
    SEAT_OWN = 56 << 20,     /* and of the process without any */
};
static_assert(OPEN_DESCRIPTORS * (SEAT_PART_MAX + LINE_MEMORY) + SEAT_OWN <= SEAT_MEMORY,
              "what is announced on all lines has room");

static int limit(int resource, rlim_t most)
{
    struct rlimit r = { most, most };
    return setrlimit((__rlimit_resource_t)resource, &r);
}

/* Memory is the seat's to lose: a bot that fills it ends its own seat process.  One malloc arena, because each
 * further one reserves 64 MiB of address space for its thread. */
static int limit_process(const struct seat_config *config)
{
    struct rlimit files;
    rlim_t most = seat_is_remote(config) ? OPEN_DESCRIPTORS : SEAT_DESCRIPTORS;
    mallopt(M_ARENA_MAX, 1);
    if (getrlimit(RLIMIT_NOFILE, &files))
        return -1;
    if (limit(RLIMIT_CORE, SPAWN_NO_CORE) || limit(RLIMIT_NOFILE, files.rlim_max < most ? files.rlim_max : most))
        return -1;
#if !defined(__SANITIZE_ADDRESS__) /* which needs address space without end, and to look into itself */
    if (prctl(PR_SET_DUMPABLE, 0) || limit(RLIMIT_AS, SEAT_MEMORY))
        return -1;
#endif
    return 0;
}

static int read_config(struct seat_config *config, int fd)
{
    ssize_t n = pread(fd, config, sizeof *config, 0);
    close(fd);
    if (n != sizeof *config)
        return -1;
    config->endpoint[SEAT_ENDPOINT - 1] = config->self_test[SEAT_ENDPOINT - 1] = '\0';
    return 0;
}

static void seat_help(void)
{
    fputs("usage: fiel seat --fd LINK --config CONFIG\n\n"
          "One bot's seat: its CURVE socket, the strict check of what it writes, its time stamps.\n"
          "`fiel match` starts it with both descriptors open; there is no use for it by hand.\n",
          stdout);
}

int cli_seat(int argc, char **argv)
{
    struct seat_config config;
    int link, from, status;
    if (argc == 2 && !strcmp(argv[1], "--help"))
        return seat_help(), EXIT_FINE;
    link = cli_descriptor(argc, argv, "--fd");
    from = cli_descriptor(argc, argv, "--config");
    if (argc != 7 || link < 0 || from < 0)
        return cli_fail(EXIT_USAGE, "seat: --fd and --config are needed: it is `fiel match` that starts a seat");
    if (sodium_init() < 0 || read_config(&config, from))
        return cli_fail(EXIT_ENVIRONMENT,
                        "seat: no configuration on descriptor %d: it is `fiel match` that starts a seat", from);
    if (limit_process(&config))
        return cli_fail(EXIT_ENVIRONMENT, "seat: limits cannot be set: %s", strerror(errno));
    status = seat_run(&config, link);
    sodium_memzero(&config, sizeof config);
    return status;
}
