/* http_linger: some sockets, a lock, and a thread that reads what comes from them for nobody. */
#include "http_linger.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/now.h"

enum { AT_ONCE = 1 << 20, EVENTS = 64, STALL_MS = 1000 };

struct lingering {
    int fd; /* -1: the place is free */
    int64_t since_ms, heard_ms;
};

struct lingers {
    pthread_mutex_t lock;
    pthread_t thread;
    deadline_clock *clock;
    int epoll, ending;
    struct lingering place[LINGER_MOST];
};

static void let_go(struct lingering *p)
{
    close(p->fd); /* which takes it out of the epoll set */
    p->fd = -1;
}

/* Of TCP, bytes that are truncated are thrown away without being copied. */
static ssize_t throw_away(int fd) { return recv(fd, NULL, AT_ONCE, MSG_DONTWAIT | MSG_TRUNC); }

static bool nothing_yet(ssize_t n) { return n < 0 && (errno == EAGAIN || errno == EINTR); }

/* What has come is thrown away; a client that has closed, or is gone, is let go. */
static void hear(struct lingering *p, int64_t now)
{
    ssize_t n = throw_away(p->fd);
    if (n > 0)
        p->heard_ms = now;
    else if (!nothing_yet(n))
        let_go(p);
}

/* What came while this thread did not run is no silence. */
static void look(struct lingering *p, int64_t now)
{
    hear(p, now);
    if (p->fd >= 0 && (now - p->since_ms >= LINGER_MS || now - p->heard_ms >= LINGER_QUIET_MS))
        let_go(p);
}

void lingers_sweep(struct lingers *l)
{
    pthread_mutex_lock(&l->lock);
    int64_t now = l->clock();
    for (unsigned i = 0; i < LINGER_MOST; i++)
        if (l->place[i].fd >= 0)
            look(&l->place[i], now);
    pthread_mutex_unlock(&l->lock);
}

unsigned lingers_count(struct lingers *l)
{
    unsigned count = 0;
    pthread_mutex_lock(&l->lock);
    for (unsigned i = 0; i < LINGER_MOST; i++)
        count += l->place[i].fd >= 0;
    pthread_mutex_unlock(&l->lock);
    return count;
}

/* A place may have been given to another one since it was named: that one is heard, then. */
static void hear_named(struct lingers *l, struct lingering *p)
{
    pthread_mutex_lock(&l->lock);
    if (p->fd >= 0)
        hear(p, l->clock());
    pthread_mutex_unlock(&l->lock);
}

static void *run(void *arg)
{
    struct lingers *l = arg;
    struct epoll_event e[EVENTS];
    int64_t swept = l->clock();
    for (;;) {
        int n = epoll_wait(l->epoll, e, EVENTS, STALL_MS);
        for (int i = 0; i < n; i++) {
            if (!e[i].data.ptr)
                return NULL;
            hear_named(l, e[i].data.ptr);
        }
        if (l->clock() - swept >= STALL_MS) {
            swept = l->clock();
            lingers_sweep(l);
        }
    }
}

/* A free one, else that of who lingers longest. */
static struct lingering *place_for(struct lingers *l)
{
    struct lingering *oldest = l->place;
    for (unsigned i = 0; i < LINGER_MOST; i++) {
        if (l->place[i].fd < 0)
            return &l->place[i];
        if (l->place[i].since_ms < oldest->since_ms)
            oldest = &l->place[i];
    }
    let_go(oldest);
    return oldest;
}

void linger(struct lingers *l, int fd)
{
    shutdown(fd, SHUT_WR);
    ssize_t n = throw_away(fd);
    int own = n > 0 || nothing_yet(n) ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    if (own < 0)
        return; /* the client has closed already, or there is no descriptor */
    pthread_mutex_lock(&l->lock);
    struct lingering *p = place_for(l);
    struct epoll_event e = { .events = EPOLLIN, .data.ptr = p };
    int64_t now = l->clock();
    *p = (struct lingering){ own, now, now };
    if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, own, &e))
        let_go(p);
    pthread_mutex_unlock(&l->lock);
}

static int open_all(struct lingers *l)
{
    struct epoll_event end = { .events = EPOLLIN };
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    l->ending = eventfd(0, EFD_CLOEXEC);
    return l->epoll < 0 || l->ending < 0 || epoll_ctl(l->epoll, EPOLL_CTL_ADD, l->ending, &end) ||
                   pthread_create(&l->thread, NULL, run, l)
               ? -1
               : 0;
}

static void forget(struct lingers *l)
{
    for (unsigned i = 0; i < LINGER_MOST; i++)
        if (l->place[i].fd >= 0)
            let_go(&l->place[i]);
    if (l->epoll >= 0)
        close(l->epoll);
    if (l->ending >= 0)
        close(l->ending);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

struct lingers *lingers_open(deadline_clock *clock)
{
    struct lingers *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->clock = clock ? clock : now_ms;
    for (unsigned i = 0; i < LINGER_MOST; i++)
        l->place[i].fd = -1;
    pthread_mutex_init(&l->lock, NULL);
    if (!open_all(l))
        return l;
    forget(l);
    return NULL;
}

void lingers_close(struct lingers *l)
{
    if (!l)
        return;
    (void)eventfd_write(l->ending, 1);
    pthread_join(l->thread, NULL);
    forget(l);
}
