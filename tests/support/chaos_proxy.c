#include "chaos_proxy.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "random.h"

enum { LINES = 32, QUEUE = 32, CHUNK = 4096, SMALL = 64 };

struct chunk {
    int64_t due_us;
    size_t size, written;
    uint8_t bytes[CHUNK];
};

/* One direction of a connection. */
struct way {
    struct chunk queue[QUEUE];
    unsigned head, count;
    int64_t last_us; /* when its newest chunk is due */
    bool ended;      /* the writer is at its end, */
    bool told;       /* and the reader knows */
};

struct line {
    int fd[2];         /* the bot's, the arbiter's; -1: none */
    bool dead;         /* nothing moves any more */
    struct way way[2]; /* from fd[i] to fd[!i] */
};

struct proxy {
    struct chaos chaos;
    struct random random;
    unsigned target;
    int door, control;
    bool hole;
    struct line line[LINES];
};

static int64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static bool happens(struct proxy *p, unsigned chance) { return random_below(&p->random, 65536) < chance; }
static int64_t up_to(struct proxy *p, unsigned most) { return random_below(&p->random, most + 1); }

/* --- connections ---------------------------------------------------------------------------------- */

/* close() that the other side hears as an RST. */
static void reset(int fd)
{
    struct linger now = { .l_onoff = 1, .l_linger = 0 };
    if (fd < 0)
        return;
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close(fd);
}

static void line_reset(struct line *l)
{
    reset(l->fd[0]);
    reset(l->fd[1]);
    memset(l, 0, sizeof *l);
    l->fd[0] = l->fd[1] = -1;
}

static int call_target(unsigned port)
{
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr = { htonl(INADDR_LOOPBACK) } };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* One that is free, else one that is dead. */
static struct line *free_line(struct proxy *p)
{
    struct line *dead = NULL;
    for (unsigned i = 0; i < LINES; i++) {
        if (p->line[i].fd[0] < 0)
            return &p->line[i];
        if (p->line[i].dead)
            dead = &p->line[i];
    }
    if (dead)
        line_reset(dead);
    return dead;
}

static void line_take(struct proxy *p)
{
    int one = 1, fd = accept4(p->door, NULL, NULL, SOCK_CLOEXEC);
    struct line *l = free_line(p);
    int other = fd >= 0 && l && !happens(p, p->chaos.refuse) ? call_target(p->target) : -1;
    if (other < 0) {
        reset(fd);
        return;
    }
    l->fd[0] = fd;
    l->fd[1] = other;
    l->dead = p->hole;
    for (int i = 0; i < 2; i++) {
        setsockopt(l->fd[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        fcntl(l->fd[i], F_SETFL, O_NONBLOCK);
    }
}

/* --- bytes ---------------------------------------------------------------------------------------- */

static bool way_full(const struct way *w) { return w->count == QUEUE; }

/* Reads a chunk; false when the connection is to be reset. */
static bool way_read(struct proxy *p, struct line *l, int from)
{
    struct way *w = &l->way[from];
    struct chunk *c = &w->queue[(w->head + w->count) % QUEUE];
    size_t most = happens(p, p->chaos.split) ? 1 + (size_t)up_to(p, SMALL) : CHUNK;
    ssize_t n = recv(l->fd[from], c->bytes, most, 0);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    if (n == 0) {
        w->ended = true;
        return true;
    }
    int64_t due = now_us() + up_to(p, p->chaos.delay_us);
    if (happens(p, p->chaos.stall))
        due += up_to(p, p->chaos.stall_ms) * 1000;
    c->due_us = w->last_us = due > w->last_us ? due : w->last_us;
    c->size = (size_t)n;
    c->written = 0;
    w->count++;
    if (happens(p, p->chaos.half))
        w->ended = true;
    return !happens(p, p->chaos.reset);
}

/* Writes what is due; false when nobody takes it any more. */
static bool way_write(struct line *l, int from, int64_t now)
{
    struct way *w = &l->way[from];
    while (w->count > 0 && w->queue[w->head].due_us <= now) {
        struct chunk *c = &w->queue[w->head];
        ssize_t n = send(l->fd[!from], c->bytes + c->written, c->size - c->written, MSG_NOSIGNAL);
        if (n < 0)
            return errno == EAGAIN || errno == EINTR;
        c->written += (size_t)n;
        if (c->written == c->size) {
            w->head = (w->head + 1) % QUEUE;
            w->count--;
        }
    }
    if (w->ended && !w->told && w->count == 0) {
        shutdown(l->fd[!from], SHUT_WR);
        w->told = true;
    }
    return true;
}

static void line_move(struct proxy *p, struct line *l, const struct pollfd *at)
{
    int64_t now = now_us();
    for (int i = 0; i < 2 && l->fd[0] >= 0 && !l->dead; i++) {
        bool reads = at[i].revents & (POLLIN | POLLHUP | POLLERR) && !l->way[i].ended && !way_full(&l->way[i]);
        if ((reads && !way_read(p, l, i)) || !way_write(l, i, now))
            line_reset(l);
    }
    if (l->fd[0] >= 0 && l->way[0].told && l->way[1].told)
        line_reset(l);
}

/* --- the loop ------------------------------------------------------------------------------------- */

static void obey(struct proxy *p)
{
    char order;
    if (read(p->control, &order, 1) != 1)
        _exit(0);
    p->hole = order == CHAOS_HOLE;
    for (unsigned i = 0; i < LINES; i++) {
        struct line *l = &p->line[i];
        if (l->fd[0] >= 0 && order == CHAOS_CUT)
            line_reset(l);
        if (l->fd[0] >= 0 && (order == CHAOS_HOLE || order == CHAOS_LOST))
            l->dead = true;
    }
    if (write(p->control, "k", 1) != 1)
        _exit(0);
}

/* Milliseconds until the next chunk is due. */
static int patience(const struct proxy *p)
{
    int64_t now = now_us(), next = INT64_MAX;
    for (unsigned i = 0; i < LINES; i++)
        for (int k = 0; k < 2; k++) {
            const struct line *l = &p->line[i];
            const struct way *w = &l->way[k];
            if (l->fd[0] >= 0 && !l->dead && w->count > 0 && w->queue[w->head].due_us < next)
                next = w->queue[w->head].due_us;
        }
    if (next == INT64_MAX)
        return -1;
    return next <= now ? 1 : (int)((next - now) / 1000) + 1;
}

static void watched(const struct proxy *p, struct pollfd fds[2 + 2 * LINES])
{
    fds[0] = (struct pollfd){ .fd = p->control, .events = POLLIN };
    fds[1] = (struct pollfd){ .fd = p->door, .events = POLLIN };
    for (unsigned i = 0; i < LINES; i++)
        for (int k = 0; k < 2; k++) {
            const struct line *l = &p->line[i];
            bool looks = l->fd[0] >= 0 && !l->dead && !l->way[k].ended && !way_full(&l->way[k]);
            fds[2 + 2 * i + (unsigned)k] = (struct pollfd){ .fd = looks ? l->fd[k] : -1, .events = POLLIN };
        }
}

_Noreturn static void run(struct proxy *p)
{
    struct pollfd fds[2 + 2 * LINES];
    for (unsigned i = 0; i < LINES; i++)
        p->line[i].fd[0] = p->line[i].fd[1] = -1;
    for (;;) {
        watched(p, fds);
        if (poll(fds, 2 + 2 * LINES, patience(p)) < 0)
            continue;
        for (unsigned i = 0; i < LINES; i++)
            line_move(p, &p->line[i], &fds[2 + 2 * i]);
        if (fds[1].revents)
            line_take(p);
        if (fds[0].revents)
            obey(p);
    }
}

/* --- for the test --------------------------------------------------------------------------------- */

/* A listening socket on a port of its own. */
static int open_door(unsigned *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 64) == 0 &&
        getsockname(fd, (struct sockaddr *)&at, &size) == 0) {
        *port = ntohs(at.sin_port);
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

int chaos_start(struct chaos_proxy *p, unsigned target, const struct chaos *c)
{
    struct proxy *proxy = calloc(1, sizeof *proxy);
    int pair[2], door = open_door(&p->port);
    if (!proxy || door < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return -1;
    proxy->chaos = *c;
    proxy->random.state = c->seed;
    proxy->target = target;
    proxy->door = door;
    proxy->control = pair[1];
    p->control = pair[0];
    p->pid = fork();
    if (p->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(pair[0]);
        run(proxy);
    }
    close(door);
    close(pair[1]);
    free(proxy);
    return p->pid > 0 ? 0 : -1;
}

void chaos_order(struct chaos_proxy *p, enum chaos_order order)
{
    char byte = (char)order;
    if (write(p->control, &byte, 1) != 1 || read(p->control, &byte, 1) != 1)
        abort();
}

void chaos_stop(struct chaos_proxy *p)
{
    close(p->control);
    kill(p->pid, SIGKILL);
    waitpid(p->pid, NULL, 0);
    p->pid = 0;
}
