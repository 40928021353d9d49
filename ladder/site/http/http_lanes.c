/* http_lanes: a list and some threads each. */
#include "http_lanes.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MOST = 16, LANES = HTTP_RECORDS >> 28 };

struct lanes {
    pthread_mutex_t lock;
    bool over;
    unsigned threads; /* of each lane */
    struct lane {
        struct lanes *all;
        pthread_cond_t wake;
        struct lane_job *first, **last;
        unsigned waiting, running; /* jobs; threads */
        pthread_t thread[THREADS_MOST];
    } lane[LANES];
};

/* NULL: it is over, and nothing waits. */
static struct lane_job *take(struct lane *l)
{
    pthread_mutex_lock(&l->all->lock);
    while (!l->first && !l->all->over)
        pthread_cond_wait(&l->wake, &l->all->lock);
    struct lane_job *job = l->first;
    if (job && !(l->first = job->next))
        l->last = &l->first;
    l->waiting -= job != NULL;
    pthread_mutex_unlock(&l->all->lock);
    return job;
}

static void *work(void *arg)
{
    for (struct lane_job *job; (job = take(arg));)
        job->run(job);
    return NULL;
}

struct lanes *lanes_open(void)
{
    struct lanes *l = calloc(1, sizeof *l);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    bool fine = l;
    if (!l)
        return NULL;
    pthread_mutex_init(&l->lock, NULL);
    l->threads = processors < 1 ? 1 : processors > THREADS_MOST ? THREADS_MOST : (unsigned)processors;
    for (unsigned i = 0; i < LANES; i++) {
        struct lane *lane = &l->lane[i];
        lane->all = l;
        lane->last = &lane->first;
        pthread_cond_init(&lane->wake, NULL);
        while (fine && lane->running < l->threads) {
            fine = !pthread_create(&lane->thread[lane->running], NULL, work, lane);
            lane->running += fine;
        }
    }
    if (fine)
        return l;
    lanes_close(l);
    return NULL;
}

bool lanes_put(struct lanes *l, unsigned flags, struct lane_job *job)
{
    struct lane *to = &l->lane[(flags >> 28) - 1];
    pthread_mutex_lock(&l->lock);
    bool fits = !l->over && to->waiting < HTTP_QUEUED;
    if (fits) {
        job->next = NULL;
        *to->last = job;
        to->last = &job->next;
        to->waiting++;
        pthread_cond_signal(&to->wake);
    }
    pthread_mutex_unlock(&l->lock);
    return fits;
}

void lanes_end(struct lanes *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->over = true;
    for (unsigned i = 0; i < LANES; i++)
        pthread_cond_broadcast(&l->lane[i].wake);
    pthread_mutex_unlock(&l->lock);
    for (unsigned i = 0; i < LANES; i++)
        while (l->lane[i].running)
            pthread_join(l->lane[i].thread[--l->lane[i].running], NULL);
}

void lanes_close(struct lanes *l)
{
    lanes_end(l);
    for (unsigned i = 0; l && i < LANES; i++)
        pthread_cond_destroy(&l->lane[i].wake);
    if (l)
        pthread_mutex_destroy(&l->lock);
    free(l);
}
