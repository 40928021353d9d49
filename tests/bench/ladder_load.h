/* ladder_load: so many browsers that ask for one page again and again, each on a connection that it keeps. */
#ifndef FIEL_BENCH_LADDER_LOAD_H
#define FIEL_BENCH_LADDER_LOAD_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/dial.h"
#include "support/timed.h"

enum { LOAD_CONNECTIONS = 64, LOAD_BYTES = 4 << 20, LOAD_TIMES = 1 << 20 };

struct load_line {
    int fd;
    double asked;
    size_t got, whole; /* of the answer, head and body; whole 0: the head is not there yet */
    char *bytes;
};

struct load {
    double per_second, median_ms, p99_ms;
    size_t bytes, answers; /* of one answer; of all */
};

__attribute__((noreturn)) static inline void load_fail(const char *path, const char *why)
{
    fprintf(stderr, "%s: %s\n", path, why);
    exit(1);
}

static inline void load_ask(struct load_line *l, const char *path)
{
    char text[512];
    int size = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: here\r\n\r\n", path);
    l->asked = seconds_now();
    l->got = l->whole = 0;
    if (send(l->fd, text, (size_t)size, MSG_NOSIGNAL) != size)
        load_fail(path, "the request does not go out");
}

/* Takes what came; true when the answer is whole. */
static inline int load_take(struct load_line *l, const char *path)
{
    ssize_t n = recv(l->fd, l->bytes + l->got, LOAD_BYTES - 1 - l->got, 0);
    if (n <= 0)
        load_fail(path, "the server hung up");
    l->got += (size_t)n;
    l->bytes[l->got] = '\0';
    char *end = l->whole ? NULL : strstr(l->bytes, "\r\n\r\n");
    if (end) {
        char *length = strcasestr(l->bytes, "\r\ncontent-length:");
        if (strncmp(l->bytes, "HTTP/1.1 200", 12) || !length)
            load_fail(path, "the answer is not 200 with its length");
        l->whole = (size_t)(end + 4 - l->bytes) + strtoull(length + 17, NULL, 10);
    }
    return l->whole && l->got >= l->whole;
}

static inline void load_connect(struct load_line *l, int port)
{
    l->fd = dial_port(port);
    l->bytes = malloc(LOAD_BYTES);
    if (!l->bytes)
        load_fail("connect", "no connection");
}

/* `lines` at once for so many seconds, at least one answer each. */
static inline struct load load_run(int port, const char *path, unsigned lines, double seconds)
{
    static struct load_line line[LOAD_CONNECTIONS];
    static double took[LOAD_TIMES];
    struct epoll_event event[LOAD_CONNECTIONS];
    struct load out = { 0 };
    unsigned busy = lines;
    int poll = epoll_create1(EPOLL_CLOEXEC);
    for (unsigned i = 0; i < lines; i++) {
        struct epoll_event e = { .events = EPOLLIN, .data.u32 = i };
        load_connect(&line[i], port);
        epoll_ctl(poll, EPOLL_CTL_ADD, line[i].fd, &e);
    }
    double begin = seconds_now();
    for (unsigned i = 0; i < lines; i++)
        load_ask(&line[i], path);
    while (busy) {
        int n = epoll_wait(poll, event, LOAD_CONNECTIONS, 60000);
        if (n <= 0)
            load_fail(path, "no answer in a minute");
        for (int i = 0; i < n; i++) {
            struct load_line *l = &line[event[i].data.u32];
            if (!load_take(l, path))
                continue;
            double now = seconds_now();
            out.bytes = l->whole;
            took[out.answers++ % LOAD_TIMES] = (now - l->asked) * 1000;
            if (now - begin < seconds)
                load_ask(l, path);
            else
                busy--;
        }
    }
    out.per_second = (double)out.answers / (seconds_now() - begin);
    for (unsigned i = 0; i < lines; i++) {
        close(line[i].fd);
        free(line[i].bytes);
    }
    close(poll);
    size_t n = out.answers < LOAD_TIMES ? out.answers : LOAD_TIMES;
    qsort(took, n, sizeof *took, by_value);
    out.median_ms = took[n / 2];
    out.p99_ms = took[n * 99 / 100];
    return out;
}

#endif
