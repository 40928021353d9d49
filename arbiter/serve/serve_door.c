/* serve_door: the door, a process of its own, and who waits there.
 *
 * A door that ends is started again; matches do not notice, bots come back by themselves.  A bot that comes in while
 * its match runs lost its line or its process: it is called to that match again, under the same label. */
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/now.h"
#include "door/door.h"
#include "match/match.h"
#include "record/crypto.h"
#include "serve.h"

extern char **environ;

enum { DOOR_AGAIN_MS = 1000, DOOR_AGAIN_MOST_MS = 30000, DOOR_CLOSE_MS = 3000 };

/* --- the lobby ------------------------------------------------------------------------------------------- */

static struct guest *guest_of(const struct serve *s, const char *name)
{
    for (unsigned i = 0; i < s->door.guests; i++)
        if (!strcmp(s->door.guest[i].name, name))
            return &s->door.guest[i];
    return NULL;
}

static void come_in(struct serve *s, const struct from_door *f)
{
    struct door_run *d = &s->door;
    struct guest *g = guest_of(s, f->name);
    if (!g && d->guests == d->room) {
        size_t room = d->room ? 2 * (size_t)d->room : 64;
        struct guest *bigger = realloc(d->guest, room * sizeof *bigger);
        if (!bigger)
            return; /* it is not called until it comes in again */
        d->guest = bigger;
        d->room = (unsigned)room;
    }
    if (!g)
        g = &d->guest[d->guests++];
    strcpy(g->name, f->name);
    g->cuts = f->role == DOOR_CUTS;
    s->look = true;
}

static void go_out(struct serve *s, const char *name)
{
    struct guest *g = guest_of(s, name);
    if (g)
        *g = s->door.guest[--s->door.guests];
}

/* In which running match this bot has a part, and which; false: in none. */
static bool part_of(const struct serve *s, const char *name, struct playing **p, unsigned *party)
{
    for (unsigned i = 0; i < s->places; i++) {
        const struct order *o = s->playing[i].order;
        for (unsigned k = 0; o && k < o->seats + o->cutters; k++) {
            const char *remote = order_remote(k < o->seats ? o->bot[k] : o->cutter[k - o->seats]);
            if (!remote || strcmp(remote, name))
                continue;
            *p = &s->playing[i];
            *party = k;
            return true;
        }
    }
    return false;
}

bool door_has(const struct serve *s, const char *name, bool cuts)
{
    struct playing *p;
    unsigned party;
    const struct guest *g = guest_of(s, name);
    return g && g->cuts == cuts && !part_of(s, name, &p, &party);
}

/* --- calling ---------------------------------------------------------------------------------------------- */

/* Names a match for its bots: another order, or another daemon, has another label. */
static void label_of(const struct serve *s, const struct order *o, char label[DOOR_LABEL])
{
    char hex[2 * CURVE_KEY + 1];
    hex_text(hex, s->server_public, CURVE_KEY);
    snprintf(label, DOOR_LABEL, "%.8s-%" PRIu64 "-%" PRId64, hex, o->id, o->accepted);
}

void door_call(struct serve *s, struct playing *p, unsigned party)
{
    const struct order *o = p->order;
    struct to_door f = { .kind = DOOR_CALL };
    const json_t *seat = p->seat[party];
    const char *name = party < o->seats ? o->bot[party] : o->cutter[party - o->seats];
    const char *endpoint = json_string_value(json_object_get(seat, "endpoint"));
    const char *key = json_string_value(json_object_get(seat, "server_key"));
    const struct binding *b = order_remote(name) ? order_binding(&s->bots, order_remote(name)) : NULL;
    if (!b || !endpoint || strlen(endpoint) >= sizeof f.endpoint || !key || !hex_parse(f.curve, DOOR_KEY, key) ||
        s->door.link < 0)
        return;
    memcpy(f.key, b->key, DOOR_KEY);
    label_of(s, o, f.name);
    strcpy(f.endpoint, endpoint);
    if (send(s->door.link, &f, sizeof f, MSG_NOSIGNAL | MSG_DONTWAIT) != sizeof f)
        serve_log(LOG_WARNING, "call-lost", "{s:I,s:s}", "match", (json_int_t)o->id, "bot", b->name);
    else
        serve_log(LOG_INFO, "bot-called", "{s:I,s:s,s:s}", "match", (json_int_t)o->id, "bot", b->name, "endpoint",
                  endpoint);
}

/* --- what the door says -------------------------------------------------------------------------------------- */

static void is_ready(struct serve *s, const struct from_door *f)
{
    char hex[2 * DOOR_KEY + 1];
    snprintf(s->door.endpoint, sizeof s->door.endpoint, "%s", f->text);
    s->door.again_ms = DOOR_AGAIN_MS;
    serve_log(LOG_INFO, "door-open", "{s:s,s:s}", "address", f->text, "server", hex_text(hex, f->key, DOOR_KEY));
}

static void is_waiting(struct serve *s, const struct from_door *f)
{
    struct playing *p;
    unsigned party;
    come_in(s, f);
    serve_log(LOG_INFO, "bot-waits", "{s:s,s:b}", "bot", f->name, "cuts", f->role == DOOR_CUTS);
    if (part_of(s, f->name, &p, &party) && p->seat[party])
        door_call(s, p, party);
}

static void take_frame(struct serve *s, const struct from_door *f)
{
    switch ((enum from_door_kind)f->kind) {
    case DOOR_READY: is_ready(s, f); break;
    case DOOR_WAITING: is_waiting(s, f); break;
    case DOOR_GONE:
        go_out(s, f->name);
        serve_log(LOG_INFO, "bot-left", "{s:s,s:i}", "bot", f->name, "reason", f->reason);
        break;
    case DOOR_CALLED:
        if (f->reason != CALLED_SENT)
            serve_log(LOG_WARNING, "bot-not-called", "{s:s,s:s}", "label", f->label, "why",
                      f->reason == CALLED_ABSENT ? "it does not wait: it is called when it comes back"
                                                 : "its line does not take it");
        break;
    case DOOR_DECLINED: serve_log(LOG_WARNING, "bot-declines", "{s:s,s:s}", "label", f->label, "why", f->text); break;
    case DOOR_FLOOD:
        serve_log(LOG_WARNING, "bot-floods", "{s:s,s:I}", "bot", f->name, "messages", (json_int_t)f->count);
        break;
    case DOOR_REFUSED: serve_log(LOG_WARNING, "bot-refused", "{s:s,s:s}", "bot", f->name, "why", f->text); break;
    case DOOR_ADOPTED: break;
    }
}

static void log_line(const char *line) { serve_log(LOG_WARNING, "door-says", "{s:s}", "text", line); }

/* It reads what strangers write, and may be theirs by now: it is ended, and started again as one that crashed. */
static void is_wrong(struct serve *s, const char *what)
{
    serve_log(LOG_ERROR, "door-wrong", "{s:s,s:s}", "frame", what, "remedy", "it is ended and started again");
    child_kill(&s->door.child);
    close_fd(&s->door.link);
}

void door_take(struct serve *s)
{
    const struct frame_way way = { &frames_door_to_serve, s->door.link, -1, 0 };
    struct from_door f;
    struct frame_in in;
    enum frame_came came = FRAME_END;
    while (s->door.link >= 0 && (came = frame_take(&way, &f, sizeof f, &in)) == FRAME_CAME)
        take_frame(s, &f);
    if (came == FRAME_WRONG)
        is_wrong(s, in.wrong);
    for (const char *line; (line = own_words_next(&s->door.words)) != NULL;)
        log_line(line);
}

/* --- its process ---------------------------------------------------------------------------------------------- */

static int config_file(const struct serve *s)
{
    struct door_config c = { 0 };
    snprintf(c.endpoint, sizeof c.endpoint, "%s", s->config.door);
    memcpy(c.secret, s->door.secret, DOOR_KEY);
    int fd = memory_file("door", &c, sizeof c);
    sodium_memzero(&c, sizeof c);
    return fd;
}

static int launch(struct serve *s, int link)
{
    char name[] = "fiel", command[] = "door", a[] = "--fd", three[] = "3", b[] = "--config", four[] = "4";
    char *argv[] = { name, command, a, three, b, four, NULL };
    struct spawn how = { .path = "/proc/self/exe", .argv = argv, .environment = environ, .cpu = CPU_NONE };
    const char *step;
    int config = config_file(s), bad = -1;
    if (config >= 0 && (how.words = own_words_open(&s->door.words)) > 0) {
        spawn_pass(&how, link);
        spawn_pass(&how, config);
        bad = spawn_start(&s->door.child, &how, &step);
        close(how.words);
    }
    close_fd(&config);
    return bad;
}

static void drop_line(struct door_run *d)
{
    close_fd(&d->link);
    for (const char *line; (line = own_words_last(&d->words)) != NULL;)
        log_line(line);
}

static void start_again_later(struct serve *s)
{
    struct door_run *d = &s->door;
    d->due_ms = now_ms() + d->again_ms;
    d->again_ms = d->again_ms * 2 > DOOR_AGAIN_MOST_MS ? DOOR_AGAIN_MOST_MS : d->again_ms * 2;
}

static void start(struct serve *s)
{
    struct door_run *d = &s->door;
    int pair[2], bad;
    d->due_ms = 0;
    bad = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair);
    if (!bad) {
        bad = launch(s, pair[1]);
        close(pair[1]);
        d->link = pair[0];
    }
    if (!bad)
        bad = allow_send(&s->bots, d->link);
    if (!bad)
        return;
    serve_log(LOG_ERROR, "door-not-started", "{s:s}", "why", strerror(errno));
    if (d->child.pid) {
        door_ended(s);
        return;
    }
    drop_line(d);
    start_again_later(s);
}

void door_open(struct serve *s)
{
    s->door.again_ms = DOOR_AGAIN_MS;
    if (*s->config.door)
        start(s);
}

int door_patience(const struct serve *s)
{
    int64_t left = s->door.due_ms - now_ms();
    return !s->door.due_ms ? -1 : left > 0 ? (int)left : 0;
}

void door_due(struct serve *s)
{
    if (s->door.due_ms && now_ms() >= s->door.due_ms) {
        s->tally.door_restarts++;
        start(s);
    }
}

/* Lets go of the process and of everybody who waited there. */
static struct ending let_go(struct serve *s)
{
    struct door_run *d = &s->door;
    struct ending e;
    child_reap(&d->child, &e);
    drop_line(d);
    d->guests = 0;
    *d->endpoint = '\0';
    return e;
}

void door_ended(struct serve *s)
{
    door_take(s);
    struct ending e = let_go(s);
    serve_log(LOG_ERROR, "door-ended", "{s:i,s:i,s:s}", "code", e.exit_code, "signal", e.signal, "remedy",
              "it is started again; its own words stand before this line");
    start_again_later(s);
}

int door_reload(struct serve *s) { return s->door.link >= 0 ? allow_send(&s->bots, s->door.link) : 0; }

void door_close(struct serve *s)
{
    struct to_door f = { .kind = DOOR_CLOSE };
    if (s->door.child.pid) {
        if (send(s->door.link, &f, sizeof f, MSG_NOSIGNAL | MSG_DONTWAIT) != sizeof f ||
            !child_wait(&s->door.child, DOOR_CLOSE_MS))
            child_kill(&s->door.child);
        (void)let_go(s);
    }
    free(s->door.guest);
    sodium_memzero(&s->door, sizeof s->door);
    s->door.link = -1;
}

json_t *door_lobby(const struct serve *s)
{
    json_t *list = json_array();
    struct playing *p;
    unsigned party;
    for (unsigned i = 0; i < s->door.guests; i++) {
        const struct guest *g = &s->door.guest[i];
        bool plays = part_of(s, g->name, &p, &party);
        json_array_append_new(list, json_pack("{s:s,s:s,s:o}", "name", g->name, "role", g->cuts ? "cuts" : "plays",
                                              "match", plays ? json_integer((json_int_t)p->order->id) : json_null()));
    }
    return list;
}

json_t *door_absent(const struct serve *s, const struct order *o)
{
    json_t *list = json_array();
    struct playing *p;
    unsigned party;
    for (unsigned i = 0; i < o->seats + o->cutters; i++) {
        const char *name = order_remote(i < o->seats ? o->bot[i] : o->cutter[i - o->seats]);
        if (name && !guest_of(s, name) && !part_of(s, name, &p, &party))
            json_array_append_new(list, json_string(name));
    }
    return list;
}
