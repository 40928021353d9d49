/* seat: the command, and what limits its process. */
#include "seat.h"

#include <assert.h>

#include "base/cli.h"
#include "base/role.h"
#include "jail/confine.h"
#include "life.h"

enum {
    SEAT_DESCRIPTORS = 256,
    OPEN_DESCRIPTORS = 2048, /* of a seat that anybody may call: each handshake that is never finished holds one */
    LINE_MEMORY = 24 << 10,  /* address space of a connection, besides what it announces */
    SEAT_OWN = 56 << 20,     /* and of the process without any */
};
static_assert(OPEN_DESCRIPTORS * (SEAT_PART_MAX + LINE_MEMORY) + SEAT_OWN <= SEAT_MEMORY,
              "what is announced on all lines has room");

/* Memory is the seat's to lose: a bot that fills it ends its own seat process. */
static void limits(const void *of, struct role_limits *l)
{
    const struct seat_config *config = of;
    *l = (struct role_limits){ .descriptors = seat_is_remote(config) ? OPEN_DESCRIPTORS : SEAT_DESCRIPTORS,
                               .memory = SEAT_MEMORY };
}

/* What this libzmq does with strangers is tried before any can come, because it takes a client, which a confined process cannot be. */
static const char *sandbox(const void *of)
{
    const struct seat_config *config = of;
    const char *wrong = *config->self_test ? auth_try(config->self_test) : NULL;
    life_prepare();
    return wrong ? wrong : confine(&(struct confine){ .uid = config->uid });
}

static int loop(void *of, int link) { return seat_run(of, link); }

int cli_seat(int argc, char **argv)
{
    static const struct role seat = {
        .name = "seat",
        .starter = "match",
        .help = "One bot's seat: its CURVE socket, the strict check of what it writes, its time stamps.",
        .words = 7,
        .size = sizeof(struct seat_config),
        .limits = limits,
        .sandbox = sandbox,
        .loop = loop,
    };
    struct seat_config config;
    return role_main(&seat, &config, argc, argv);
}
