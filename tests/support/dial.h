/* dial: a connection to a port of this machine. */
#ifndef FIEL_TESTS_DIAL_H
#define FIEL_TESTS_DIAL_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>

static inline int dial_port(int port)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    at.sin_port = htons((uint16_t)port);
    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at))
        abort();
    return fd;
}

#endif
