/* timers: a thread each. */
#include "timers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "cli/now.h"
#include "cli/say.h"

enum { STALL_MS = 500 }; /* how soon a keeper hears that it is to end */

struct timers {
    struct site *site;
    atomic_bool over;
    size_t count;
    struct run {
        struct timers *all;
        const struct timer *keeper;
        pthread_t thread;
    } * run;
};

static void once(const struct run *r)
{
    struct store_error e = { 0 };
    if (r->keeper->step(r->all->site, &e))
        cli_fail(0, "%s: %s", r->keeper->name, e.text);
}

/* A step is due when its topic was touched, where that wakes it, and in any case `every_ms` after the last one; it is never
 * taken before its keeper has rested. */
static void *keep(void *arg)
{
    struct run *r = arg;
    const struct timer *k = r->keeper;
    uint64_t ticket = 0, rested = 0, due = (uint64_t)now_ms() + k->every_ms;
    while (!atomic_load(&r->all->over)) {
        bool touched = store_wait(r->all->site->store, k->topic, &ticket, STALL_MS);
        uint64_t begun = (uint64_t)now_ms();
        if (touched && k->woken)
            due = begun;
        if (begun < due || begun < rested || atomic_load(&r->all->over))
            continue;
        once(r);
        uint64_t ended = (uint64_t)now_ms();
        due = ended + k->every_ms;
        rested = ended + timer_rest_ms(ended - begun);
    }
    return NULL;
}

struct timers *timers_start(struct site *s)
{
    size_t count = 0;
    while (site_timers[count].name)
        count++;
    struct timers *k = calloc(1, sizeof *k);
    if (!k || !(k->run = calloc(count + 1, sizeof *k->run))) {
        free(k);
        return NULL;
    }
    k->site = s;
    for (; k->count < count; k->count++) {
        k->run[k->count] = (struct run){ .all = k, .keeper = &site_timers[k->count] };
        if (pthread_create(&k->run[k->count].thread, NULL, keep, &k->run[k->count])) {
            timers_stop(k);
            return NULL;
        }
    }
    return k;
}

void timers_stop(struct timers *k)
{
    if (!k)
        return;
    atomic_store(&k->over, true);
    for (size_t i = 0; i < k->count; i++)
        pthread_join(k->run[i].thread, NULL);
    free(k->run);
    free(k);
}
