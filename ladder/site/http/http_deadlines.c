/* http_deadlines: a list of connections, a lock, and a thread that goes over it. */
#include "http_deadlines.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

struct deadline {
    struct deadlines *all;
    struct deadline *next, **before;
    int fd;
    int64_t until_ms; /* 0: none */
};

struct deadlines {
    pthread_mutex_t lock;
    pthread_cond_t ending;
    pthread_t thread;
    deadline_clock *clock;
    struct deadline *first;
    unsigned count;
    bool end;
};

static int64_t machine_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

struct deadline *deadline_begin(struct deadlines *d, int fd)
{
    struct deadline *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    pthread_mutex_lock(&d->lock);
    *c = (struct deadline){ .all = d, .next = d->first, .before = &d->first, .fd = fd };
    c->until_ms = d->clock() + DEADLINE_HEADERS_MS;
    if (c->next)
        c->next->before = &c->next;
    d->first = c;
    d->count++;
    pthread_mutex_unlock(&d->lock);
    return c;
}

void deadline_end(struct deadline *c)
{
    if (!c)
        return;
    struct deadlines *d = c->all;
    pthread_mutex_lock(&d->lock);
    *c->before = c->next;
    if (c->next)
        c->next->before = c->before;
    d->count--;
    pthread_mutex_unlock(&d->lock);
    free(c);
}

static void set(struct deadline *c, int64_t in_ms)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->all->lock);
    c->until_ms = in_ms ? c->all->clock() + in_ms : 0;
    pthread_mutex_unlock(&c->all->lock);
}

void deadline_headers(struct deadline *c) { set(c, DEADLINE_HEADERS_MS); }

void deadline_bytes(struct deadline *c, uint64_t size)
{
    set(c, DEADLINE_BYTES_MS + (int64_t)(size / DEADLINE_BYTES_A_SECOND) * 1000);
}

void deadline_none(struct deadline *c) { set(c, 0); }

/* Who is shut is found closed by libmicrohttpd, which ends the request and then the connection. */
unsigned deadlines_sweep(struct deadlines *d)
{
    unsigned late = 0;
    pthread_mutex_lock(&d->lock);
    int64_t now = d->clock();
    for (struct deadline *c = d->first; c; c = c->next)
        if (c->until_ms && now >= c->until_ms) {
            shutdown(c->fd, SHUT_RDWR);
            c->until_ms = 0;
            late++;
        }
    pthread_mutex_unlock(&d->lock);
    return late;
}

unsigned deadlines_count(struct deadlines *d)
{
    pthread_mutex_lock(&d->lock);
    unsigned count = d->count;
    pthread_mutex_unlock(&d->lock);
    return count;
}

static void *watch(void *arg)
{
    struct deadlines *d = arg;
    bool end = false;
    while (!end) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        deadlines_sweep(d);
        pthread_mutex_lock(&d->lock);
        if (!d->end)
            pthread_cond_timedwait(&d->ending, &d->lock, &until);
        end = d->end;
        pthread_mutex_unlock(&d->lock);
    }
    return NULL;
}

struct deadlines *deadlines_open(deadline_clock *clock)
{
    struct deadlines *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->clock = clock ? clock : machine_clock;
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->ending, NULL);
    if (!pthread_create(&d->thread, NULL, watch, d))
        return d;
    pthread_cond_destroy(&d->ending);
    pthread_mutex_destroy(&d->lock);
    free(d);
    return NULL;
}

void deadlines_close(struct deadlines *d)
{
    if (!d)
        return;
    pthread_mutex_lock(&d->lock);
    d->end = true;
    pthread_cond_signal(&d->ending);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    pthread_cond_destroy(&d->ending);
    pthread_mutex_destroy(&d->lock);
    free(d);
}
