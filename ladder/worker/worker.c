/* worker: from the lease to the filing. */
#include "worker.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/now.h"
#include "cli/say.h"
#include "worker_arbiter.h"
#include "worker_hand.h"
#include "worker_play.h"
#include "worker_recheck.h"

enum { IDLE_MS = 2000, SEEN_MS = 60000 };

bool worker_refuses_strangers(const struct worker_plan *p) { return !p->unheld && strcmp(p->jail, "strict") != 0; }

/* Nothing that anybody could judge came of it. */
static enum worked give_back(struct work *w, struct store_error *e)
{
    struct hand_back b = {
        .why = w->why, .nobodys = w->nobodys, .at_once = atomic_load(w->plan->over), .absent = w->absent
    };
    struct store_error ignored;
    if (w->order->kind == JOB_PLAY)
        work_begun(w);
    w->plan->queue->back(w->plan->queue, w->order, &b, &ignored);
    char why[WORK_WHY];
    snprintf(e->text, sizeof e->text, "job %" PRId64 ": %s", w->order->job,
             said_text(why, sizeof why, ENGLISH, w->why));
    return WORK_FAILED;
}

static enum worked work_on(struct work *w, struct store_error *e)
{
    bool recheck = w->order->kind == JOB_RECHECK;
    bool fine = recheck ? work_recheck(w, e) : work_unpack(w, e) && work_play(w, e);
    if (!fine && !(w->bot_is_wrong && w->order->kind != JOB_PLAY))
        return give_back(w, e);
    if (!work_hand_in(w))
        return give_back(w, e);
    assert((!*w->folder || w->lock >= 0) && (fine || *w->why));
    struct hand_in h = { .folder = w->result,
                         .why = fine ? "" : w->why,
                         .bot_is_wrong = w->bot_is_wrong,
                         .unheld = w->plan->unheld,
                         .played_ms = w->ended_ms - w->started_ms };
    int bad = w->plan->queue->hand_in(w->plan->queue, w->order, &h, atomic_load(w->plan->over) ? NULL : w->next, e);
    return bad && bad != STORE_STALE ? WORK_FAILED : WORK_DONE;
}

static bool has_remote(const struct order *o)
{
    bool remote = false;
    for (int64_t seat = 0; seat < o->seats; seat++)
        remote |= o->seat[seat].remote;
    return remote;
}

static int lease(struct worker_plan *p, const struct wish *w, struct order *out, struct store_error *e)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += WORKER_WAIT_S;
    if (p->turn && pthread_mutex_clocklock(p->turn, CLOCK_MONOTONIC, &until))
        return STORE_NOT_FOUND;
    int bad = p->turn && atomic_load(p->over)
                  ? STORE_NOT_FOUND
                  : p->queue->lease(p->queue, w, p->turn ? WORKER_WAIT_S : 0, p->over, out, e);
    if (p->turn)
        pthread_mutex_unlock(p->turn);
    return bad;
}

/* One job from lease to filing: that of `o`, or where its job is 0 the next that is due.  `more`: what the site has at once is in `o` then. */
static enum worked work_one(struct worker_plan *p, struct order *o, bool more, struct store_error *e)
{
    if (p->arbiter && !arbiter_ready(p)) {
        snprintf(e->text, sizeof e->text, "%s", p->lacks);
        return WORK_FAILED;
    }
    struct wish wish = { .worker = p->name,
                         .machine = p->machine,
                         .lease_ms = WORKER_LEASE_MS,
                         .no_remote = !p->arbiter && !(p->door && atomic_load(p->door->there)),
                         .strict = !strcmp(p->jail, "strict"),
                         .no_recheck = p->arbiter != NULL,
                         .no_strangers = worker_refuses_strangers(p) };
    struct work w = { .plan = p, .arbiter = p->arbiter, .order = o, .next = more && !p->arbiter ? &wish : NULL };
    int bad = o->job ? STORE_OK : lease(p, &wish, o, e);
    enum worked worked = bad == STORE_NOT_FOUND ? WORK_NONE : WORK_FAILED;
    int64_t job = o->job;
    if (!bad) {
        if (has_remote(o) && p->door)
            w.arbiter = p->door;
        worked = work_on(&w, e);
        work_remove(&w);
    }
    if (bad || o->job == job)
        o->job = 0;
    return worked;
}

enum worked worker_once(struct worker_plan *p, struct store_error *e)
{
    struct order o = { 0 };
    return work_one(p, &o, false, e);
}

/* The host reads what it is, and what it lacks. */
static void tell(struct worker_plan *p, char told[WORKER_LACKS], int64_t *seen)
{
    char about[WORKER_LACKS];
    struct store_error ignored;
    snprintf(about, sizeof about, "fiel-ladder " FIEL_VERSION "%s%.200s",
             *p->lacks                     ? ": "
             : worker_refuses_strangers(p) ? ", no pairs of authors' bots"
                                           : "",
             p->lacks);
    if (!strcmp(about, told) && now_ms() < *seen + SEEN_MS)
        return;
    *seen = now_ms();
    strcpy(told, about);
    p->queue->seen(p->queue, p->name, about, &ignored);
}

void worker_run(struct worker_plan *p)
{
    struct store_error e = { 0 };
    char told[WORKER_LACKS] = "";
    struct order o = { 0 };
    int64_t seen = 0;
    worker_sweep(p);
    while (o.job || !atomic_load(p->over)) { /* what came along is played, or given back */
        tell(p, told, &seen);
        int64_t began = now_ms();
        enum worked done = work_one(p, &o, true, &e);
        if (done == WORK_FAILED)
            cli_fail(0, "worker %s: %s", p->name, e.text);
        if (done != WORK_DONE && now_ms() < began + IDLE_MS)
            queue_rest(IDLE_MS, p->over);
    }
}
