/* think: see think.h. */
#include "think.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

struct fiel_wait {
    atomic_bool over;
};

struct thinker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    fiel_think *think;
    void *user;
    struct view view;
    struct fiel_wait wait;
    bool wanted;   /* `view` is to be thought about */
    bool thinking; /* the callback runs */
    bool leaving;
};

bool fiel_waiting(const struct fiel_wait *wait) { return !atomic_load(&wait->over); }

static void *run(void *argument)
{
    struct thinker *t = argument;
    pthread_mutex_lock(&t->lock);
    while (!t->leaving) {
        if (!t->wanted) {
            pthread_cond_wait(&t->changed, &t->lock);
            continue;
        }
        t->wanted = false;
        t->thinking = true;
        pthread_mutex_unlock(&t->lock);
        t->think(&t->view, &t->wait, t->user);
        pthread_mutex_lock(&t->lock);
        t->thinking = false;
        pthread_cond_broadcast(&t->changed);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Signals are for the thread that plays. */
static int start(struct thinker *t)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int bad = pthread_create(&t->thread, NULL, run, t);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return bad;
}

struct thinker *thinker_new(fiel_think *think, void *user)
{
    struct thinker *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->think = think;
    t->user = user;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    if (!start(t))
        return t;
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    free(t);
    return NULL;
}

void thinking_end(struct thinker *t)
{
    if (!t)
        return;
    atomic_store(&t->wait.over, true);
    pthread_mutex_lock(&t->lock);
    t->wanted = false;
    while (t->thinking)
        pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

void thinking_begin(struct thinker *t, const struct view *v)
{
    if (!t)
        return;
    thinking_end(t);
    pthread_mutex_lock(&t->lock);
    t->view = *v;
    atomic_store(&t->wait.over, false);
    t->wanted = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

void thinker_free(struct thinker **t)
{
    if (!*t)
        return;
    thinking_end(*t);
    pthread_mutex_lock(&(*t)->lock);
    (*t)->leaving = true;
    pthread_cond_broadcast(&(*t)->changed);
    pthread_mutex_unlock(&(*t)->lock);
    pthread_join((*t)->thread, NULL);
    pthread_cond_destroy(&(*t)->changed);
    pthread_mutex_destroy(&(*t)->lock);
    free(*t);
    *t = NULL;
}
