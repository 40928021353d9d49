/* door_play: a door process as serve would have it, and bots at it by hand. */
#ifndef TESTS_DOOR_PLAY_H
#define TESTS_DOOR_PLAY_H

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#include "../arbiter/door/door.h"
#include "record/identity.h"
#include "record/transcript.h"
#include "wire/lobby.h"

enum { DOOR_GUARD_MS = 60000 }; /* the last guard: nothing takes that long */

struct door_play {
    pid_t pid;
    int link;
    uint8_t secret[32], key[32]; /* the door's CURVE pair; `key` as it told */
    char endpoint[DOOR_ENDPOINT];
    uint64_t descriptors; /* how many it may have */
};

static inline bool door_hears(struct door_play *d, struct from_door *f)
{
    struct pollfd p = { .fd = d->link, .events = POLLIN };
    return poll(&p, 1, DOOR_GUARD_MS) == 1 && recv(d->link, f, sizeof *f, 0) == sizeof *f;
}

/* The next frame of this kind; others before it are dropped.  False: none came. */
static inline bool door_told(struct door_play *d, enum from_door_kind kind, struct from_door *f)
{
    while (door_hears(d, f))
        if (f->kind == kind)
            return true;
    return false;
}

/* Starts it and waits until it is ready; false when it ended. */
static inline bool door_start(struct door_play *d, const char *program, const struct door_config *config)
{
    int link[2], at = memfd_create("door", 0);
    char fd[12], from[12];
    struct from_door ready;
    if (at < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, link) || write(at, config, sizeof *config) < 0)
        return false;
    snprintf(fd, sizeof fd, "%d", link[1]);
    snprintf(from, sizeof from, "%d", at);
    d->pid = fork();
    if (d->pid == 0) {
        fcntl(link[1], F_SETFD, 0);
        execl(program, program, "door", "--fd", fd, "--config", from, (char *)NULL);
        _exit(127);
    }
    close(link[1]);
    close(at);
    d->link = link[0];
    memcpy(d->secret, config->secret, sizeof d->secret);
    if (!door_told(d, DOOR_READY, &ready))
        return false;
    memcpy(d->key, ready.key, sizeof d->key);
    memcpy(d->endpoint, ready.text, sizeof d->endpoint);
    d->descriptors = ready.count;
    return true;
}

static inline bool door_start_local(struct door_play *d, const char *program)
{
    struct door_config config = { .endpoint = "tcp://127.0.0.1:*" };
    randombytes_buf(config.secret, sizeof config.secret);
    return door_start(d, program, &config);
}

/* Its exit status, as waitpid has it. */
static inline int door_stop(struct door_play *d)
{
    int status = -1;
    close(d->link);
    waitpid(d->pid, &status, 0);
    return status;
}

static inline void door_say(const struct door_play *d, const struct to_door *f)
{
    if (send(d->link, f, sizeof *f, MSG_NOSIGNAL) < 0)
        perror("door");
}

static inline void door_list(struct door_play *d, const struct identity *who, size_t count)
{
    struct from_door f;
    door_say(d, &(struct to_door){ .kind = DOOR_LIST });
    for (size_t i = 0; i < count; i++) {
        struct to_door entry = { .kind = DOOR_ALLOW };
        memcpy(entry.key, who[i].key, DOOR_KEY);
        memcpy(entry.curve, who[i].curve, DOOR_KEY);
        memcpy(entry.name, who[i].name, DOOR_NAME);
        door_say(d, &entry);
    }
    door_say(d, &(struct to_door){ .kind = DOOR_ADOPT });
    door_told(d, DOOR_ADOPTED, &f);
}

static inline void door_call(struct door_play *d, const struct identity *who, const char *label, const char *endpoint,
                             const uint8_t server[32])
{
    struct to_door f = { .kind = DOOR_CALL };
    memcpy(f.key, who->key, DOOR_KEY);
    memcpy(f.curve, server, DOOR_KEY);
    snprintf(f.name, sizeof f.name, "%s", label);
    snprintf(f.endpoint, sizeof f.endpoint, "%s", endpoint);
    door_say(d, &f);
}

/* --- a bot ------------------------------------------------------------------------------------------- */

/* A DEALER that is not connected yet, with these keys, or without CURVE; `id` is a routing id, or NULL. */
static inline void *guest_socket(void *context, const struct door_play *d, const struct identity *who, const char *id)
{
    int zero = 0, guard = DOOR_GUARD_MS;
    void *s = zmq_socket(context, ZMQ_DEALER);
    if (!s)
        return NULL;
    zmq_setsockopt(s, ZMQ_LINGER, &zero, sizeof zero);
    zmq_setsockopt(s, ZMQ_RCVTIMEO, &guard, sizeof guard);
    if (id)
        zmq_setsockopt(s, ZMQ_ROUTING_ID, id, strlen(id));
    if (who) {
        zmq_setsockopt(s, ZMQ_CURVE_SERVERKEY, d->key, 32);
        zmq_setsockopt(s, ZMQ_CURVE_PUBLICKEY, who->curve, 32);
        zmq_setsockopt(s, ZMQ_CURVE_SECRETKEY, who->curve_secret, 32);
    }
    return s;
}

static inline void *guest_connect(void *context, const struct door_play *d, const struct identity *who, const char *id)
{
    void *s = guest_socket(context, d, who, id);
    zmq_connect(s, d->endpoint);
    return s;
}

static inline void guest_says(void *socket, const struct lobby_msg *m)
{
    uint8_t bytes[LOBBY_BYTES];
    zmq_send(socket, bytes, lobby_pack(m, bytes), 0);
}

static inline bool guest_hears(void *socket, struct lobby_msg *m)
{
    uint8_t bytes[LOBBY_BYTES];
    int n = zmq_recv(socket, bytes, sizeof bytes, 0);
    return n >= 0 && (size_t)n <= sizeof bytes && lobby_read(bytes, (size_t)n, FROM_ARBITER, m) == WIRE_OK;
}

static inline void guest_knocks(void *socket)
{
    guest_says(socket, &(struct lobby_msg){ .type = LOBBY_KNOCK, .version = PROTOCOL_VERSION });
}

/* Answers a challenge. */
static inline void guest_waits(void *socket, const struct door_play *d, const struct identity *who,
                               const uint8_t challenge[32])
{
    struct lobby_msg m = { .type = LOBBY_WAIT, .role = ROLE_PLAYS };
    struct message signed_bytes;
    memcpy(m.key, who->key, ID);
    wait_message(&signed_bytes, d->key, challenge, m.role);
    sign_message(m.signature, who->secret, &signed_bytes);
    guest_says(socket, &m);
}

/* Knocks, answers and is told that it waits. */
static inline bool guest_comes_in(void *socket, const struct door_play *d, const struct identity *who)
{
    struct lobby_msg m;
    guest_knocks(socket);
    if (!guest_hears(socket, &m) || m.type != LOBBY_CHALLENGE)
        return false;
    guest_waits(socket, d, who, m.challenge);
    return guest_hears(socket, &m) && m.type == LOBBY_WAITING;
}

#endif
