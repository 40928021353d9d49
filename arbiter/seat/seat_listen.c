/* seat_listen: the socket at which a seat hears its bot. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "seat.h"

enum { BACKLOG = 16, REMOTE_BACKLOG = 128 };

union address {
    struct sockaddr any;
    struct sockaddr_un un;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
};

/* -1 and errno. */
static int listen_at(const union address *a, socklen_t size, int backlog)
{
    const int yes = 1;
    int fd = socket(a->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    if (!setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) && !bind(fd, &a->any, size) && !listen(fd, backlog))
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* Only its user and its group may connect: CURVE asks for more. */
static int listen_unix(const char *path)
{
    union address a = { .un = { .sun_family = AF_UNIX } };
    if (strlen(path) >= sizeof a.un.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(a.un.sun_path, path);
    unlink(path); /* of a match that goes on */
    mode_t before = umask(0117);
    int fd = listen_at(&a, sizeof a.un, BACKLOG);
    umask(before);
    return fd;
}

/* "HOST:PORT", "[HOST]:*".  0: no such address. */
static socklen_t read_address(const char *text, union address *a)
{
    char host[SEAT_ENDPOINT];
    const char *colon = strrchr(text, ':');
    bool six = *text == '[';
    *a = (union address){ .any = { .sa_family = six ? AF_INET6 : AF_INET } };
    if (!colon || (six && colon[-1] != ']'))
        return 0;
    snprintf(host, sizeof host, "%.*s", (int)(colon - text) - 2 * six, text + six);
    return inet_pton(a->any.sa_family, host, six ? (void *)&a->in6.sin6_addr : &a->in.sin_addr) != 1 ? 0
           : six                                                                                     ? sizeof a->in6
                                                                                                     : sizeof a->in;
}

static in_port_t *port_of(union address *a)
{
    return a->any.sa_family == AF_INET6 ? &a->in6.sin6_port : &a->in.sin_port;
}

/* At `port`; where somebody has that, at another one of the range, from the one behind it on, or at any. */
static int listen_tcp(const struct seat_config *c, union address *a, socklen_t size, unsigned port)
{
    unsigned ports = c->port_first ? 1u + c->port_last - c->port_first : 0, tries = ports ? ports : port ? 2 : 1;
    int fd = -1;
    for (unsigned i = 0; i < tries && fd < 0 && (i == 0 || errno == EADDRINUSE); i++) {
        unsigned next = ports ? c->port_first + (port - c->port_first + i) % ports : i ? 0 : port;
        *port_of(a) = htons((uint16_t)next);
        fd = listen_at(a, size, REMOTE_BACKLOG);
    }
    return fd;
}

bool seat_is_remote(const struct seat_config *config) { return !strncmp(config->endpoint, "tcp://", 6); }

int seat_listen(struct seat_config *c)
{
    const char *at = c->endpoint + sizeof "tcp://" - 1;
    union address a;
    if (!seat_is_remote(c))
        return listen_unix(at);
    socklen_t size = read_address(at, &a);
    if (!size) {
        errno = EINVAL;
        return -1;
    }
    int fd = listen_tcp(c, &a, size, (unsigned)strtoul(strrchr(at, ':') + 1, NULL, 10));
    if (fd < 0 || getsockname(fd, &a.any, &size))
        return fd;
    sprintf(strrchr(c->endpoint, ':') + 1, "%u", ntohs(*port_of(&a)));
    return fd;
}
