/* serve_play: which order is played when, and starting its `fiel match`. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "base/cli.h"
#include "base/durable.h"
#include "base/now.h"
#include "serve.h"

struct playing *play_of(const struct serve *s, const struct order *o)
{
    for (unsigned i = 0; i < s->places; i++)
        if (s->playing[i].order == o)
            return &s->playing[i];
    return NULL;
}

/* --- starting ---------------------------------------------------------------------------------------- */

/* The core with the fewest matches; -1: none is to be pinned. */
static int choose_core(const struct serve *s)
{
    int best = -1, fewest = 0;
    for (int core = 0; s->config.pin && core < CPU_SETSIZE; core++) {
        int n = 0;
        if (!CPU_ISSET((size_t)core, &s->cores))
            continue;
        for (unsigned i = 0; i < s->places; i++)
            n += s->playing[i].order && s->playing[i].core == core;
        if (best < 0 || n < fewest)
            best = core, fewest = n;
    }
    return best;
}

static struct playing *free_place(struct serve *s)
{
    for (unsigned i = 0; i < s->places; i++)
        if (!s->playing[i].order)
            return &s->playing[i];
    return NULL;
}

void play_clear(struct serve *s, struct playing *p)
{
    close_fd(&p->events);
    close_fd(&p->kept);
    for (unsigned i = 0; i < FIEL_SEATS_MAX + CUTTERS_MAX; i++)
        json_decref(p->seat[i]);
    json_decref(p->last);
    event_free(&p->told);
    memset(p, 0, sizeof *p);
    p->events = p->kept = -1;
    s->running--;
}

static int launch(struct serve *s, struct playing *p, const struct order *o, bool resume, const char **step)
{
    struct match_argv argv;
    char path[CONTROL_PATH];
    order_argv(s, o, p->core, resume, &argv);
    *step = "the file of its events";
    p->kept = open(orders_record(&s->orders, o->id, ".events", path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (p->kept < 0 ||
        spawn_match(&p->child, &argv, orders_record(&s->orders, o->id, ".log", path), true, &p->events, step))
        return -1;
    fcntl(p->events, F_SETFL, O_NONBLOCK);
    return 0;
}

/* What is left of a series that cannot go on is put aside: the series is played as a new one. */
static int put_aside(const struct serve *s, const struct order *o, char why[ORDER_WHY])
{
    char path[CONTROL_PATH], aside[CONTROL_PATH], end[32];
    if (!o->duplicate || !orders_has(&s->orders, o, ".pairs"))
        return 0;
    for (unsigned i = 1;; i++) {
        snprintf(end, sizeof end, ".pairs.broken%u", i);
        if (!orders_has(&s->orders, o, end))
            break;
    }
    if (!rename(orders_record(&s->orders, o->id, ".pairs", path), orders_record(&s->orders, o->id, end, aside)))
        return 0;
    return why_not(why, ORDER_WHY, "%.200s cannot be put aside: %s: make room there", path, strerror(errno));
}

/* The bindings of its remote bots as they are now: `fiel match` reads them, and they stay beside the record. */
static int keep_bindings(const struct serve *s, const struct order *o, char why[ORDER_WHY])
{
    char path[CONTROL_PATH], end[BINDING_NAME + 8], text[BINDING_TEXT];
    for (unsigned i = 0; i < o->seats + o->cutters; i++) {
        const char *name = order_remote(i < o->seats ? o->bot[i] : o->cutter[i - o->seats]);
        const struct binding *b = name ? order_binding(&s->bots, name) : NULL;
        if (!b)
            continue;
        snprintf(end, sizeof end, ".%s.pub", name);
        if (!durable_write(orders_record(&s->orders, o->id, end, path), text, binding_text(b, text), 0644))
            continue;
        return why_not(why, ORDER_WHY, "%.300s cannot be written: %s: make room there", path, strerror(errno));
    }
    return 0;
}

static void start(struct serve *s, struct order *o)
{
    struct playing *p = free_place(s);
    char why[ORDER_WHY];
    const char *step;
    bool resume = o->begun;
    assert(p);
    if (!resume &&
        (order_held(o, &s->config, why) || order_bots_there(o, &s->config, &s->bots, why))) { /* since it was ordered */
        end_order(s, o, "failed", NULL, why);
        return;
    }
    o->looked = false; /* what is on the disk changes now */
    if (!resume && (put_aside(s, o, why) || keep_bindings(s, o, why))) {
        end_try_again(s, o, why);
        return;
    }
    p->order = o;
    p->core = choose_core(s);
    p->resumed = resume;
    s->running++;
    if (launch(s, p, o, resume, &step)) {
        snprintf(why, sizeof why, "the match cannot be started: %s: %s: free some resources", step, strerror(errno));
        play_clear(s, p);
        end_try_again(s, o, why);
        return;
    }
    s->tally.resumed += resume;
    serve_log(LOG_INFO, resume ? "match-resumed" : "match-started", "{s:I,s:i,s:i}", "match", (json_int_t)o->id, "pid",
              (int)p->child.pid, "core", p->core);
    follow_move(s, o->id);
}

/* The match was over when the daemon was killed: its events or its record tell how.  False: it was not. */
static bool settled(struct serve *s, struct order *o)
{
    char path[CONTROL_PATH];
    if (o->begun || !orders_has(&s->orders, o, o->duplicate ? ".pairs" : ".replay"))
        return false;
    json_auto_t *result = event_object(orders_record(&s->orders, o->id, ".events", path), "result");
    bool over = !o->duplicate || (result && !result_broken(result));
    if (over && !result)
        result = result_of_replay(orders_record(&s->orders, o->id, ".replay", path), s->config.log_policy_file);
    if (result && end_void_again(s, o, result))
        over = false; /* it starts when it is looked at once more */
    else if (over && result)
        end_with_result(s, o, result);
    else if (over)
        end_order(s, o, "failed", NULL, "its record is not complete and the note to go on by is gone");
    return over;
}

/* All its remote bots wait. */
static bool all_wait(const struct serve *s, const struct order *o)
{
    bool all = true;
    for (unsigned i = 0; i < o->seats; i++)
        all &= !order_remote(o->bot[i]) || door_has(s, order_remote(o->bot[i]), false);
    for (unsigned i = 0; i < o->cutters; i++)
        all &= door_has(s, order_remote(o->cutter[i]), true);
    return all;
}

/* Looks on the disk how far an order is; false: it was settled by that, and is gone. */
static bool look_on_disk(struct serve *s, struct order *o)
{
    o->looked = true;
    o->begun = end_noted(s, o);
    if (settled(s, o))
        return false;
    if (o->cancelled && !o->begun) {
        end_order(s, o, "cancelled", NULL, NULL);
        return false;
    }
    return true;
}

/* Whether it may start now; what is settled without a start is settled. */
static bool startable(struct serve *s, struct order *o)
{
    if (play_of(s, o))
        return false;
    if (o->not_before <= now_ms() && (!o->looked || o->begun))
        (void)end_held(s, o); /* which puts it off */
    if (o->not_before > now_ms()) {
        if (!s->retry_ms || o->not_before < s->retry_ms)
            s->retry_ms = o->not_before;
        return false;
    }
    if (!o->looked && !look_on_disk(s, o))
        return false;
    return o->begun || all_wait(s, o);
}

void play_schedule(struct serve *s)
{
    int64_t now = now_ms();
    if (s->stopping || (!s->look && (!s->retry_ms || now < s->retry_ms)))
        return;
    s->look = false;
    s->retry_ms = 0;
    for (unsigned i = 0; i < s->orders.count && s->running < serve_at_once(s);) {
        struct order *o = s->orders.list[i];
        if (startable(s, o)) {
            if (!serve_roomy(s, o))
                break; /* the first in line waits for the end of one, and nobody overtakes it */
            start(s, o);
        }
        if (i < s->orders.count && s->orders.list[i] == o)
            i++; /* else it is over, and another has moved here */
    }
}

void play_look(struct serve *s)
{
    int64_t now = now_ms();
    if (now < s->looks_ms)
        return;
    s->looks_ms = now + STALL_MS;
    if (stall_look(s->door.child.pid, &s->door.look)) {
        serve_log(LOG_ERROR, "door-loops", "{s:s}", "remedy", "it is ended and started again");
        child_kill(&s->door.child);
    }
    for (unsigned i = 0; i < s->places && s->running; i++) {
        struct playing *p = &s->playing[i];
        if (!p->order || !stall_look(p->child.pid, &p->look))
            continue;
        serve_log(LOG_ERROR, "match-loops", "{s:I,s:i,s:s}", "match", (json_int_t)p->order->id, "pid",
                  (int)p->child.pid, "remedy", "it is ended, and goes on from its record");
        child_kill(&p->child);
    }
}

int play_patience(const struct serve *s)
{
    int64_t left = s->retry_ms - now_ms();
    return s->look ? 0 : !s->retry_ms ? -1 : left > 0 ? (int)left : 0;
}
