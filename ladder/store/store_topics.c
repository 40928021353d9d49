/* store_topics: waking those who wait.  A counter for each topic; with PostgreSQL a thread hears NOTIFY and
 * counts for the other processes. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "db_pg.h"
#include "store_state.h"

const char *const topic_names[TOPICS] = { "jobs", "results", "live" };

struct listener {
    struct store *store;
    pthread_t thread;
    int stop; /* eventfd */
};

void topics_wake(struct store *s, unsigned topics)
{
    if (!topics)
        return;
    pthread_mutex_lock(&s->mutex);
    for (unsigned i = 0; i < TOPICS; i++)
        s->topic[i] += topics >> i & 1;
    pthread_cond_broadcast(&s->touched);
    pthread_mutex_unlock(&s->mutex);
}

static unsigned heard(PGconn *server)
{
    unsigned topics = 0;
    PGnotify *n;
    while ((n = PQnotifies(server))) {
        for (unsigned i = 0; i < TOPICS; i++)
            if (!strcmp(n->relname + strlen("fiel_"), topic_names[i]))
                topics |= 1u << i;
        PQfreemem(n);
    }
    return topics;
}

/* Hears until the connection is lost (true) or the store closes (false). */
static bool hear(struct listener *l, struct db *db)
{
    PGconn *server = db_pg_handle(db);
    for (;;) {
        struct pollfd fd[2] = { { .fd = l->stop, .events = POLLIN }, { .fd = PQsocket(server), .events = POLLIN } };
        poll(fd, 2, -1);
        if (fd[0].revents)
            return false;
        if (!PQconsumeInput(server))
            return true;
        topics_wake(l->store, heard(server));
    }
}

/* A second between one connection and the next, or the end. */
static bool pause_or_stop(struct listener *l)
{
    struct pollfd fd = { .fd = l->stop, .events = POLLIN };
    return poll(&fd, 1, 1000) == 0;
}

static void *listen_run(void *arg)
{
    struct listener *l = arg;
    struct store_error e;
    bool more = true;
    while (more) {
        struct db *db = db_pg_open(l->store, l->store->where, &e);
        if (db) {
            db_script(db, "listen fiel_jobs; listen fiel_results; listen fiel_live");
            topics_wake(l->store, (1u << TOPICS) - 1); /* what came before is not heard again */
            more = db_failed(db) ? pause_or_stop(l) : hear(l, db);
            db_close(db);
        }
        more = more && pause_or_stop(l);
    }
    return NULL;
}

/* With the mutex held. */
static void listen_start(struct store *s)
{
    struct listener *l = calloc(1, sizeof *l);
    if (!l)
        return;
    l->store = s;
    l->stop = eventfd(0, EFD_CLOEXEC);
    if (l->stop >= 0 && !pthread_create(&l->thread, NULL, listen_run, l)) {
        s->listener = l;
        return;
    }
    if (l->stop >= 0)
        close(l->stop);
    free(l); /* waiters look again in any case */
}

void listener_stop(struct store *s)
{
    struct listener *l = s->listener;
    if (!l)
        return;
    eventfd_write(l->stop, 1);
    pthread_join(l->thread, NULL);
    close(l->stop);
    free(l);
    s->listener = NULL;
}

bool store_wait(struct store *s, enum store_topic topic, uint64_t *ticket, unsigned timeout_ms)
{
    struct timespec until;
    bool came;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(timeout_ms % 1000) * 1000000;
    until.tv_sec += (time_t)(timeout_ms / 1000) + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&s->mutex);
    if (s->dialect == DB_PG && !s->listener)
        listen_start(s);
    while (s->topic[topic] == *ticket)
        if (pthread_cond_timedwait(&s->touched, &s->mutex, &until))
            break;
    came = s->topic[topic] != *ticket;
    *ticket = s->topic[topic];
    pthread_mutex_unlock(&s->mutex);
    return came;
}
