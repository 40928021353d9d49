/* seat: the process that owns one bot's socket.
 *
 *     fiel seat --fd LINK --config CONFIG
 *
 * LINK is the referee's SOCK_SEQPACKET pair (link.h), CONFIG a descriptor that holds one struct seat_config:
 * secrets stay out of argv and of the environment.  The seat is the only process that parses what its bot
 * wrote, and the only one whose memory its bot can fill; it knows neither cards nor rules. */
#ifndef FIEL_SEAT_H
#define FIEL_SEAT_H

#include <zmq.h>

#include "base/auth.h"
#include "base/link.h"

enum {
    SEAT_ENDPOINT = 160,     /* room for the text of an endpoint */
    SEAT_MEMORY = 256 << 20, /* RLIMIT_AS of a seat process, bytes */
    /* ZMQ_MAXMSGSIZE: above ENVELOPE_MAX, so that the seat can say TOO_LONG itself; and so little that there is room for a message that
     * was announced, and never sent, on each of its descriptors.  Everybody who finds the port may announce one. */
    SEAT_PART_MAX = ENVELOPE_MAX + (8 << 10),
    SEAT_QUEUE = 64,      /* ZMQ_RCVHWM, parts per connection */
    SEAT_QUEUE_OUT = 512, /* ZMQ_SNDHWM: the first seals of many tables go at once */
};

struct seat_config {
    char endpoint[SEAT_ENDPOINT];   /* "ipc://..."; "tcp://HOST:PORT" or "tcp://HOST:*" of a remote bot */
    uint16_t port_first, port_last; /* where that one is taken: another of these; 0: any */
    int listener;                   /* the descriptor of seat_listen */
    uint32_t uid;                   /* the user that its process becomes; 0: it stays who it is */
    char self_test[SEAT_ENDPOINT];  /* where the CURVE self-test binds for a moment; "" leaves it out */
    uint8_t secret[CURVE_KEY];      /* of the server's CURVE pair */
    uint8_t bot_key[CURVE_KEY];     /* the one client let in */
    uint32_t tables;                /* of the match; 0 is one */
    uint32_t linger_ms;             /* how long the last envelopes may take to leave, */
    uint32_t farewell_ms;           /* and a bot that comes over a network to say that it has them */
    uint32_t party;                 /* whose it is, for a trace */
    int pressure, usage;            /* descriptors of cpu.pressure and cpu.stat of the bot's cgroup; 0: none */
    int process;                    /* of a file that holds the number of its one process; 0: none */
    int looks;                      /* where the files of that one are asked for (looks.h); 0: nowhere */
};

/* Runs a seat over `link` until TO_CLOSE or the end of the link: EXIT_FINE, or EXIT_ENVIRONMENT with a
 * sentence on stderr, also where a frame is none of a referee.  Does not limit the process: cli_seat does that first. */
int seat_run(const struct seat_config *config, int link);

/* --- seat_listen.c ------------------------------------------------------------------------------ */

/* The listening socket of a seat, which its process is given, because that can neither make files nor open ports: the supervisor makes it
 * once, and a process that takes another one's place goes on with it.  Of tcp the endpoint becomes the one that was found.
 * A descriptor, or -1 and errno. */
int seat_listen(struct seat_config *config);

/* Of a bot that comes over the network. */
bool seat_is_remote(const struct seat_config *config);

/* --- seat_read.c: bytes of a bot into the link's fixed fields ---------------------------------- */

/* Fills kind, error, count, ack and so many of msg of *f from one envelope of a match of so many tables: SEAT_ENVELOPE,
 * or SEAT_MALFORMED with the first thing wrong.  The other fields are left alone. */
void seat_read(struct from_seat *f, const void *bytes, size_t size, uint32_t tables);
/* Makes it SEAT_MALFORMED for a reason that the bytes alone do not show. */
void seat_refuse(struct from_seat *f, enum wire_error wrong);
/* There is a HELLO in it. */
bool seat_hello(const struct from_seat *f);

/* --- seat_socket.c: the socket, its guard and its monitor -------------------------------------- */

struct seat_socket {
    void *context, *router, *monitor;
    struct auth *auth;
    int router_fd, monitor_fd;   /* ZMQ_FD of each: edge-triggered, see seat_loop.c */
    unsigned connected, refused; /* connections that stand; failed handshakes whose end is still to be told */
    uint8_t id[255];             /* routing id of the bot's connection: the one of its latest HELLO */
    size_t id_size;              /* 0: the bot has not been heard yet */
};

/* Opens, and takes over the listener.  NULL, or a sentence (in static memory, without "fiel: "). */
const char *seat_socket_open(struct seat_socket *s, const struct seat_config *config);
void seat_socket_close(struct seat_socket *s, int linger_ms);

/* One message without waiting: false when there is none.  `part` (initialised by the caller) is its first
 * part, `id` its sender; WIRE_MULTIPART when there were more, which have been dropped. */
bool seat_socket_take(struct seat_socket *s, zmq_msg_t *part, zmq_msg_t *id, enum wire_error *wrong);

/* The bot is heard on the connection of this id from now on. */
void seat_socket_hear(struct seat_socket *s, zmq_msg_t *id);

/* Sends to the bot's connection without waiting; false when it is gone or does not read. */
bool seat_socket_send(struct seat_socket *s, const void *bytes, size_t size);

/* The next change of the bot's connection: SEAT_CONNECTED, SEAT_GONE, or 0 when there is none. */
int seat_socket_change(struct seat_socket *s);

#endif
