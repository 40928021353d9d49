/* serve_play: which order is played when, and what its `fiel match` says until it ends.
 *
 * The order on the disk is what counts: a match that ends without a result, however that came, is tried again, from
 * its record where there is one, and only when that fails TRIES_MOST times is the order given up. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "serve.h"

extern char **environ;

enum { RETRY_MS = 500, PROGRESS_MS = 1000, EVENT_MOST = 1 << 24 };

struct playing *play_of(const struct serve *s, const struct order *o)
{
    for (unsigned i = 0; i < s->places; i++)
        if (s->playing[i].order == o)
            return &s->playing[i];
    return NULL;
}

static bool is_there(const struct serve *s, const struct order *o, const char *end)
{
    char path[CONTROL_PATH];
    return !access(orders_record(&s->orders, o->id, end, path), F_OK);
}

/* --- the end of an order ---------------------------------------------------------------------------- */

static void count_end(struct serve *s, const char *state, const json_t *result)
{
    json_t *seat, *fault;
    size_t i;
    uint64_t *count = !strcmp(state, "finished")    ? &s->tally.finished
                      : !strcmp(state, "cancelled") ? &s->tally.cancelled
                      : !strcmp(state, "void")      ? &s->tally.voided
                                                    : &s->tally.failed;
    ++*count;
    json_array_foreach(json_object_get(result, "seats"), i, seat) {
        json_int_t decisions = json_integer_value(json_object_get(seat, "decisions"));
        double mean = json_number_value(json_object_get(seat, "mean_us"));
        s->tally.decisions += (uint64_t)decisions;
        s->tally.thinking_us += (uint64_t)(mean * (double)decisions);
    }
    json_array_foreach(json_object_get(result, "faults"), i, fault) {
        const char *name = json_string_value(json_object_get(fault, "fault"));
        for (unsigned f = 0; name && f <= FAULT_ARBITER; f++)
            if (!strcmp(fault_name((enum fault)f), name))
                s->tally.faults[f]++;
    }
}

/* Keeps how it ended.  An order whose end cannot be kept stays, and is tried again later. */
static void end_order(struct serve *s, struct order *o, const char *state, const json_t *result, const char *why)
{
    uint64_t id = o->id;
    json_t *how = json_pack("{s:s,s:I}", "state", state, "ended", (json_int_t)time(NULL));
    json_object_set(how, "result", result ? (json_t *)(uintptr_t)result : json_null());
    json_object_set_new(how, "error", why && *why ? json_string(why) : json_null());
    if (orders_finish(&s->orders, o, how)) {
        o->not_before = serve_now_ms() + 10000;
        serve_log(LOG_ERROR, "end-not-kept", "{s:I,s:s,s:s}", "match", (json_int_t)id, "why", strerror(errno), "remedy",
                  "make room in the state folder: it is tried again every ten seconds");
    } else {
        count_end(s, state, result);
        serve_log(why && *why ? LOG_WARNING : LOG_INFO, "match-ended", "{s:I,s:s,s:s*}", "match", (json_int_t)id, "state", state,
                  "why", why && *why ? why : NULL);
        follow_move(s, id);
    }
    json_decref(how);
}

static void end_with_result(struct serve *s, struct order *o, const json_t *result)
{
    const char *outcome = json_string_value(json_object_get(result, "outcome"));
    const char *error = json_string_value(json_object_get(result, "error"));
    bool none = outcome && (!strcmp(outcome, "void") || !strcmp(outcome, "cancelled") || !strcmp(outcome, "none"));
    end_order(s, o, !none ? "finished" : o->cancelled ? "cancelled" : "void", result, error);
}

/* No result: again, or never again. */
static void try_again(struct serve *s, struct order *o, const char *why)
{
    if (++o->tries >= TRIES_MOST) {
        end_order(s, o, "failed", NULL, why);
        return;
    }
    o->not_before = serve_now_ms() + (RETRY_MS << o->tries);
    serve_log(LOG_WARNING, "match-again", "{s:I,s:i,s:s}", "match", (json_int_t)o->id, "try", (int)o->tries + 1, "why", why);
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

/* The descriptors a match gets: its end of the event pipe, the file its words go to. */
static int open_ends(struct serve *s, struct playing *p, const struct order *o, int *writes, int *output)
{
    char path[CONTROL_PATH];
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return -1;
    p->events = ends[0];
    *writes = ends[1];
    fcntl(p->events, F_SETFL, O_NONBLOCK);
    p->kept = open(orders_record(&s->orders, o->id, ".events", path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    *output = open(orders_record(&s->orders, o->id, ".log", path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    return p->kept < 0 || *output < 0 ? -1 : 0;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Leaves the place free. */
static void clear_place(struct serve *s, struct playing *p)
{
    close_fd(&p->events);
    close_fd(&p->kept);
    for (unsigned i = 0; i < SEATS_MAX + CUTTERS_MAX; i++)
        json_decref(p->seat[i]);
    json_decref(p->last);
    free(p->line);
    memset(p, 0, sizeof *p);
    p->events = p->kept = -1;
    s->running--;
}

static int launch(struct serve *s, struct playing *p, const struct order *o, bool resume, const char **step)
{
    struct play_words words;
    struct spawn how = { .path = "/proc/self/exe", .environment = environ, .cpu = PLACE_NONE };
    int writes = -1, bad;
    play_words(s, o, p->core, resume, &words);
    how.argv = words.word;
    *step = "its files";
    bad = open_ends(s, p, o, &writes, &how.output);
    if (!bad) {
        spawn_pass(&how, writes);
        bad = spawn_start(&p->child, &how, step);
    }
    int error = errno;
    close_fd(&writes);
    close_fd(&how.output);
    play_words_free(&words);
    errno = error;
    return bad;
}

static void start(struct serve *s, struct order *o)
{
    struct playing *p = free_place(s);
    char why[ORDER_WHY];
    const char *step;
    bool resume = is_there(s, o, ".resume");
    assert(p);
    if (!resume && order_bots_there(o, &s->config, &s->bots, why)) { /* gone since it was ordered */
        end_order(s, o, "failed", NULL, why);
        return;
    }
    p->order = o;
    p->core = choose_core(s);
    p->resumed = resume;
    s->running++;
    if (launch(s, p, o, resume, &step)) {
        snprintf(why, sizeof why, "the match cannot be started: %s: %s: free some resources", step, strerror(errno));
        clear_place(s, p);
        try_again(s, o, why);
        return;
    }
    s->tally.resumed += resume;
    serve_log(LOG_INFO, resume ? "match-resumed" : "match-started", "{s:I,s:i,s:i}", "match", (json_int_t)o->id, "pid",
              (int)p->child.pid, "core", p->core);
    follow_move(s, o->id);
}

/* The match was over when the daemon was killed: its record tells how.  False: it was not. */
static bool settled(struct serve *s, struct order *o)
{
    char path[CONTROL_PATH];
    if (is_there(s, o, ".resume") || !is_there(s, o, ".replay"))
        return false;
    json_t *result = result_of_events(orders_record(&s->orders, o->id, ".events", path));
    if (!result)
        result = result_of_replay(orders_record(&s->orders, o->id, ".replay", path));
    if (result)
        end_with_result(s, o, result);
    else
        end_order(s, o, "failed", NULL, "its record is not complete and the note to go on by is gone");
    json_decref(result);
    return true;
}

/* Whether it may start now; what is settled without a start is settled. */
static bool startable(struct serve *s, struct order *o)
{
    if (play_of(s, o) || o->not_before > serve_now_ms())
        return false;
    if (settled(s, o))
        return false;
    if (o->cancelled && !is_there(s, o, ".resume")) {
        end_order(s, o, "cancelled", NULL, NULL);
        return false;
    }
    return true;
}

void play_schedule(struct serve *s)
{
    for (unsigned i = 0; !s->stopping && i < s->orders.count && s->running < serve_at_once(s);) {
        struct order *o = s->orders.list[i];
        if (startable(s, o))
            start(s, o);
        if (i < s->orders.count && s->orders.list[i] == o)
            i++; /* else it is over, and another has moved here */
    }
}

int play_patience(const struct serve *s)
{
    int64_t now = serve_now_ms(), first = INT64_MAX;
    for (unsigned i = 0; i < s->orders.count; i++)
        if (s->orders.list[i]->not_before > now && s->orders.list[i]->not_before < first)
            first = s->orders.list[i]->not_before;
    return first == INT64_MAX ? -1 : (int)(first - now);
}

/* --- what a match says ---------------------------------------------------------------------------------- */

static void keep_seat(struct playing *p, json_t *event)
{
    json_int_t seat = json_integer_value(json_object_get(event, "seat"));
    if (seat < 0 || seat >= SEATS_MAX + CUTTERS_MAX)
        return;
    json_decref(p->seat[seat]);
    p->seat[seat] = json_incref(event);
}

/* One whole line, without its end.  It is kept for followers; what it says may matter to us. */
static void take_line(struct playing *p, const char *line, size_t size)
{
    json_t *j = json_loadb(line, size, JSON_REJECT_DUPLICATES, NULL);
    const char *event = json_string_value(json_object_get(j, "event"));
    if (!event) {
        serve_log(LOG_WARNING, "match-says-nonsense", "{s:I,s:I}", "match", (json_int_t)p->order->id, "bytes", (json_int_t)size);
        json_decref(j);
        return;
    }
    if (!strcmp(event, "progress") && serve_now_ms() < p->progress_ms + PROGRESS_MS) {
        json_decref(j);
        return; /* one a second is enough to keep */
    }
    if (!strcmp(event, "progress"))
        p->progress_ms = serve_now_ms();
    if (write(p->kept, line, size + 1) < 0) /* with its newline; followers miss it, the match does not */
        serve_log(LOG_WARNING, "event-not-kept", "{s:I,s:s}", "match", (json_int_t)p->order->id, "why", strerror(errno));
    if (!strcmp(event, "result") || !strcmp(event, "parked") || !strcmp(event, "error")) {
        json_decref(p->last);
        p->last = json_incref(j);
    } else if (!strcmp(event, "seat")) {
        keep_seat(p, j);
    } else if (!strcmp(event, "started") && p->order->cancelled) {
        kill(p->child.pid, SIGTERM); /* cancelled before we were killed */
    }
    json_decref(j);
}

static bool make_room(struct playing *p)
{
    if (p->have < p->room)
        return true;
    size_t room = p->room ? 2 * p->room : 4096;
    char *line = room <= EVENT_MOST ? realloc(p->line, room) : NULL;
    if (!line)
        return false;
    p->line = line;
    p->room = room;
    return true;
}

void play_read(struct serve *s, struct playing *p)
{
    while (p->events >= 0) {
        if (!make_room(p))
            p->have = 0; /* nothing that a match says is so long */
        ssize_t n = read(p->events, p->line + p->have, p->room - p->have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            break;
        if (n <= 0) {
            close_fd(&p->events);
            break;
        }
        p->have += (size_t)n;
        char *at = p->line, *end;
        while ((end = memchr(at, '\n', p->have))) {
            take_line(p, at, (size_t)(end - at));
            p->have -= (size_t)(end + 1 - at);
            at = end + 1;
        }
        memmove(p->line, at, p->have);
    }
    follow_move(s, p->order->id);
}

/* --- the end of a match ---------------------------------------------------------------------------------- */

/* The last sentence that `fiel match` printed, "" when it printed none. */
static void last_words(const struct serve *s, const struct order *o, char text[ORDER_WHY])
{
    char path[CONTROL_PATH], line[ORDER_WHY];
    FILE *f = fopen(orders_record(&s->orders, o->id, ".log", path), "re");
    *text = '\0';
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "fiel: ", 6)) {
            line[strcspn(line, "\n")] = '\0';
            memcpy(text, line + 6, strlen(line + 6) + 1);
        }
    if (f)
        fclose(f);
}

/* Nobody asked for it, and there is no result. */
static void broken_off(struct serve *s, struct order *o, const json_t *last, const struct ending *e)
{
    char why[2 * ORDER_WHY], said[ORDER_WHY];
    const char *text = json_string_value(json_object_get(last, "text"));
    last_words(s, o, said);
    snprintf(why, sizeof why, "the match ended with code %d, signal %d%s%.500s", e->exit_code, e->signal, text || *said ? ": " : "",
             text ? text : said);
    if (o->cancelled)
        end_order(s, o, "cancelled", NULL, why);
    else if (last && e->exit_code == 2)
        end_order(s, o, "failed", NULL, why); /* it would never start */
    else
        try_again(s, o, why);
}

void play_ended(struct serve *s, struct playing *p)
{
    struct order *o = p->order;
    struct ending e;
    play_read(s, p);
    child_reap(&p->child, &e);
    json_t *last = json_incref(p->last);
    const char *event = last ? json_string_value(json_object_get(last, "event")) : "";
    bool parked = p->parked || s->stopping;
    clear_place(s, p);
    if (!strcmp(event, "result"))
        end_with_result(s, o, last);
    else if (parked && !o->cancelled)
        serve_log(LOG_INFO, "match-parked", "{s:I}", "match", (json_int_t)o->id);
    else if (!e.exit_code && !e.signal)
        o->not_before = 0; /* its record was complete when it was resumed: settled() tells */
    else
        broken_off(s, o, last, &e);
    json_decref(last);
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
    if (orders_cancel(&s->orders, o)) {
        snprintf(why, ORDER_WHY, "that match %" PRIu64 " is cancelled cannot be kept: %s: make room in the state folder", o->id,
                 strerror(errno));
        return -1;
    }
    o->not_before = 0;
    if (p)
        kill(p->child.pid, SIGTERM);
    else if (!is_there(s, o, ".resume"))
        end_order(s, o, "cancelled", NULL, NULL); /* else it goes on once more, to be closed */
    return 0;
}
