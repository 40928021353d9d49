/* serve_told: what a running match says, and how it ends. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/now.h"
#include "serve.h"

enum { PROGRESS_MS = 1000 };

/* --- what a match says ---------------------------------------------------------------------------------- */

static void keep_seat(struct serve *s, struct playing *p, json_t *event)
{
    json_int_t seat = json_integer_value(json_object_get(event, "seat"));
    if (seat < 0 || seat >= FIEL_SEATS_MAX + CUTTERS_MAX)
        return;
    json_decref(p->seat[seat]);
    p->seat[seat] = json_incref(event);
    if ((unsigned)seat < p->order->seats + p->order->cutters)
        door_call(s, p, (unsigned)seat);
}

/* Whose line it is. */
struct heard {
    struct serve *s;
    struct playing *p;
};

/* One line is kept for followers; what it says may matter to us. */
static void take_line(void *who, const char *line, size_t size, json_t *j)
{
    const struct heard *from = who;
    struct serve *s = from->s;
    struct playing *p = from->p;
    const char *event = event_name(j);
    if (!*event) {
        serve_log(LOG_WARNING, "match-says-nonsense", "{s:I,s:I}", "match", (json_int_t)p->order->id, "bytes",
                  (json_int_t)size);
        return;
    }
    if (!strcmp(event, "progress") && now_ms() < p->progress_ms + PROGRESS_MS)
        return; /* one a second is enough to keep */
    if (!strcmp(event, "progress"))
        p->progress_ms = now_ms();
    if (write(p->kept, line, size + 1) < 0) /* with its newline; followers miss it, the match does not */
        serve_log(LOG_WARNING, "event-not-kept", "{s:I,s:s}", "match", (json_int_t)p->order->id, "why",
                  strerror(errno));
    if (event_last(j)) {
        json_decref(p->last);
        p->last = json_incref(j);
    } else if (!strcmp(event, "seat")) {
        keep_seat(s, p, j);
    } else if (!strcmp(event, "started") && p->order->cancelled) {
        kill(p->child.pid, SIGTERM); /* cancelled before we were killed */
    }
}

void play_read(struct serve *s, struct playing *p)
{
    struct heard from = { s, p };
    enum event_come come = EVENT_SOME;
    while (p->events >= 0 && come == EVENT_SOME)
        come = event_read(&p->told, p->events, take_line, &from);
    if (come == EVENT_END) {
        close_fd(&p->events);
    }
    follow_move(s, p->order->id);
}

/* --- the end of a match ---------------------------------------------------------------------------------- */

/* Nobody asked for it, and there is no result. */
static void broken_off(struct serve *s, struct order *o, const json_t *last, const struct ending *e)
{
    char why[2 * ORDER_WHY], said[ORDER_WHY], path[CONTROL_PATH];
    const char *text = json_string_value(json_object_get(last, "text"));
    event_complaint(orders_record(&s->orders, o->id, ".log", path), said, sizeof said);
    snprintf(why, sizeof why, "the match ended with code %d, signal %d%s%.500s", e->exit_code, e->signal,
             text || *said ? ": " : "", text ? text : said);
    if (o->cancelled)
        end_order(s, o, "cancelled", NULL, why);
    else if (e->exit_code == EXIT_USAGE)
        end_order(s, o, "failed", NULL, why); /* it would never start */
    else
        end_try_again(s, o, why);
}

void play_ended(struct serve *s, struct playing *p)
{
    struct order *o = p->order;
    struct ending e;
    play_read(s, p);
    child_reap(&p->child, &e);
    json_auto_t *last = json_incref(p->last);
    const char *event = last ? json_string_value(json_object_get(last, "event")) : "";
    bool parked = p->parked || s->stopping, closed = o->given_up && !end_noted(s, o);
    play_clear(s, p);
    s->look = true;
    if (!strcmp(event, "result") && end_void_again(s, o, last))
        serve_log(LOG_INFO, "match-put-aside", "{s:I}", "match", (json_int_t)o->id);
    else if (!strcmp(event, "result") && !(result_broken(last) && !closed && (parked || !o->cancelled)))
        end_with_result(s, o, last);
    else if (parked && !o->cancelled)
        serve_log(LOG_INFO, "match-parked", "{s:I}", "match", (json_int_t)o->id);
    else if (!e.exit_code && !e.signal)
        o->not_before = 0; /* its record was complete when it was resumed: settled() tells */
    else if (!end_held(s, o))
        broken_off(s, o, last, &e);
}

void play_signal(struct serve *s, int signal_number)
{
    for (unsigned i = 0; i < s->places; i++) {
        struct playing *p = &s->playing[i];
        if (!p->order)
            continue;
        if (signal_number == SIGUSR1)
            p->parked = true;
        if (signal_number == SIGKILL)
            child_kill(&p->child);
        else
            kill(p->child.pid, signal_number);
    }
}

int play_cancel(struct serve *s, struct order *o, char why[ORDER_WHY])
{
    struct playing *p = play_of(s, o);
    if (orders_cancel(&s->orders, o))
        return why_not(why, ORDER_WHY,
                       "that match %" PRIu64 " is cancelled cannot be kept: %s: make room in the state folder", o->id,
                       strerror(errno));
    o->not_before = 0;
    s->look = true;
    if (p)
        kill(p->child.pid, SIGTERM);
    else if (!end_noted(s, o))
        end_order(s, o, "cancelled", NULL, NULL); /* else it goes on once more, to be closed */
    return 0;
}
