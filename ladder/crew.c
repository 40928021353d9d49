/* crew: threads that work until it is enough. */
#include "crew.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "worker.h"

struct crew {
    atomic_bool over;
    unsigned count;
    struct hand {
        struct worker_plan plan;
        pthread_t thread;
    } *hand;
};

static void *work(void *arg)
{
    worker_run(arg);
    return NULL;
}

struct crew *crew_start(const struct crew_plan *p)
{
    struct crew *c = p->count ? calloc(1, sizeof *c) : NULL;
    char host[24] = "here";
    if (!c || !(c->hand = calloc(p->count, sizeof *c->hand))) {
        free(c);
        return NULL;
    }
    gethostname(host, sizeof host - 1);
    for (; c->count < p->count; c->count++) {
        struct hand *h = &c->hand[c->count];
        h->plan = (struct worker_plan){ .store = p->store, .fiel = p->fiel, .jail = p->jail, .folder = p->folder, .over = &c->over };
        snprintf(h->plan.name, sizeof h->plan.name, "%s-%d-%u", host, (int)getpid(), c->count + 1);
        if (pthread_create(&h->thread, NULL, work, &h->plan))
            break;
    }
    return c;
}

void crew_stop(struct crew *c)
{
    if (!c)
        return;
    atomic_store(&c->over, true);
    for (unsigned i = 0; i < c->count; i++)
        pthread_join(c->hand[i].thread, NULL);
    free(c->hand);
    free(c);
}
