/* http_deadlines: a list of connections, a lock, and a thread that goes over it. */
#include "http_deadlines.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "cli/now.h"

/* What is waited for, in the order in which a connection is given up for a new one. */
enum waiting { WAITS_STRANGER, WAITS_ANSWER, WAITS_KEPT };

struct deadline {
    struct deadlines *all;
    struct deadline *next, **before;
    int fd;
    enum waiting what;
    int64_t since_ms, until_ms; /* until 0: none */
    bool shut;                  /* it is as good as closed */
};

struct deadlines {
    pthread_mutex_t lock;
    pthread_cond_t ending;
    pthread_t thread;
    deadline_clock *clock;
    struct deadline *first;
    unsigned count, shut, most;
    bool end;
};

/* A connection that is shut is found closed by libmicrohttpd, which ends the request and then the connection. */
static void shut(struct deadline *c)
{
    shutdown(c->fd, SHUT_RDWR);
    c->until_ms = 0;
    c->all->shut += !c->shut;
    c->shut = true;
}

/* One place for who comes. */
static void make_room(struct deadlines *d)
{
    struct deadline *worst = NULL;
    for (struct deadline *c = d->first; c; c = c->next)
        if (!c->shut && c->until_ms && c->what != WAITS_KEPT &&
            (!worst || c->what < worst->what || (c->what == worst->what && c->since_ms <= worst->since_ms)))
            worst = c;
    if (worst)
        shut(worst);
}

struct deadline *deadline_begin(struct deadlines *d, int fd)
{
    struct deadline *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    pthread_mutex_lock(&d->lock);
    if (d->count - d->shut >= d->most)
        make_room(d);
    *c = (struct deadline){ .all = d, .next = d->first, .before = &d->first, .fd = fd, .since_ms = d->clock() };
    c->until_ms = c->since_ms + DEADLINE_HEADERS_MS;
    if (c->next)
        c->next->before = &c->next;
    d->first = c;
    d->count++;
    pthread_mutex_unlock(&d->lock);
    return c;
}

bool deadline_end(struct deadline *c)
{
    if (!c)
        return true;
    struct deadlines *d = c->all;
    pthread_mutex_lock(&d->lock);
    bool was_shut = c->shut;
    *c->before = c->next;
    if (c->next)
        c->next->before = c->before;
    d->count--;
    d->shut -= was_shut;
    pthread_mutex_unlock(&d->lock);
    free(c);
    return was_shut;
}

static void set(struct deadline *c, enum waiting what, int64_t in_ms)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->all->lock);
    c->what = what;
    c->since_ms = c->all->clock();
    c->until_ms = in_ms && !c->shut ? c->since_ms + in_ms : 0;
    pthread_mutex_unlock(&c->all->lock);
}

static int64_t time_for(uint64_t size) { return DEADLINE_BYTES_MS + (int64_t)(size / DEADLINE_BYTES_A_SECOND) * 1000; }

void deadline_headers(struct deadline *c) { set(c, WAITS_STRANGER, DEADLINE_HEADERS_MS); }

void deadline_body(struct deadline *c, uint64_t size, bool admitted)
{
    set(c, admitted ? WAITS_KEPT : WAITS_STRANGER, time_for(size));
}

void deadline_answer(struct deadline *c, uint64_t size) { set(c, WAITS_ANSWER, time_for(size)); }

void deadline_none(struct deadline *c) { set(c, WAITS_KEPT, 0); }

unsigned deadlines_sweep(struct deadlines *d)
{
    unsigned late = 0;
    pthread_mutex_lock(&d->lock);
    int64_t now = d->clock();
    for (struct deadline *c = d->first; c; c = c->next)
        if (c->until_ms && now >= c->until_ms) {
            shut(c);
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

struct deadlines *deadlines_open(deadline_clock *clock, unsigned most)
{
    struct deadlines *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->clock = clock ? clock : now_ms;
    d->most = most;
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
