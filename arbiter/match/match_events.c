#include "match_events.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "record/crypto.h"
#include "tell/fault.h"

/* --- lines ---------------------------------------------------------------------------------------- */

static json_t *event(const char *name)
{
    json_t *j = json_object();
    json_object_set_new(j, "event", json_string(name));
    return j;
}

static json_t *event_of(const struct match_run *m, const char *name)
{
    char leg[2] = { m->leg };
    json_t *j = event(name);
    if (m->pair) {
        json_object_set_new(j, "pair", json_integer(m->pair));
        json_object_set_new(j, "leg", json_string(leg));
    }
    return j;
}

/* Room for a line of at most PIPE_BUF, so that writing it does not wait. */
static bool room(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLOUT };
    return poll(&p, 1, 0) == 1;
}

static void wait_for_room(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLOUT };
    (void)poll(&p, 1, -1);
}

static int lost; /* errno: why events could not be written */

/* All of it; a reader that is gone misses it. */
static void write_all(int fd, const char *at, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EAGAIN)
            wait_for_room(fd);
        else if (n < 0 && errno != EINTR) {
            lost = errno == EPIPE ? lost : errno;
            return;
        }
        if (n > 0)
            at += n, size -= (size_t)n;
    }
}

/* Writes one line and frees the object. */
static void put(const struct match_options *o, json_t *j)
{
    char *line = json_dumps(j, JSON_COMPACT);
    size_t size = line ? strlen(line) : 0;
    if (line) {
        line[size] = '\n'; /* in the place of its NUL: one write, so that lines do not mix */
        write_all(o->events, line, size + 1);
    }
    free(line);
    json_decref(j);
}

static bool wanted(const struct match_options *o) { return o->events != EVENTS_NONE; }

/* --- the events ----------------------------------------------------------------------------------- */

static json_t *numbers(const uint32_t *n, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(list, json_integer(n[i]));
    return list;
}

static json_t *score_list(const struct match_options *o, const uint16_t score[FIEL_SCORERS_MAX])
{
    uint32_t wide[FIEL_SCORERS_MAX];
    unsigned scorers = rules_scorers(&o->rules, (int)o->seats);
    for (unsigned i = 0; i < scorers; i++)
        wide[i] = score[i];
    return numbers(wide, scorers);
}

static json_t *won_list(const struct match_options *o, const uint32_t won[FIEL_SCORERS_MAX + 1])
{
    return numbers(won, rules_scorers(&o->rules, (int)o->seats) + 1);
}

/* A number below `most`, else null. */
static json_t *below(unsigned n, unsigned most) { return n < most ? json_integer(n) : json_null(); }

void events_started(const struct match_run *m)
{
    const struct match_options *o = &m->options;
    if (!wanted(o))
        return;
    json_t *j = event_of(m, "started"), *names = json_array();
    json_object_set_new(j, "replay", json_string(o->replay));
    json_object_set_new(j, "pid", json_integer(getpid()));
    json_object_set_new(j, "resumed", json_boolean(m->resume));
    json_object_set_new(j, "rules", json_string(o->rules_text));
    json_object_set_new(j, "games", json_integer(o->games));
    for (unsigned i = 0; i < o->seats; i++)
        json_array_append_new(names, json_string(o->name[i]));
    json_object_set_new(j, "names", names);
    json_object_set_new(j, "cutters", json_integer(o->cutters));
    put(o, j);
}

void events_seat(const struct match_run *m, unsigned seat)
{
    const struct party_run *c = &m->party[seat];
    char hex[2 * CURVE_KEY + 1];
    if (!wanted(&m->options))
        return;
    json_t *j = event_of(m, "seat");
    json_object_set_new(j, "seat", json_integer(seat));
    json_object_set_new(j, "name", json_string(m->options.name[seat]));
    json_object_set_new(j, "endpoint", json_string(c->config.endpoint));
    json_object_set_new(j, "server_key", json_string(hex_text(hex, c->server_key, CURVE_KEY)));
    put(&m->options, j);
}

static void progress(const struct match_run *m, const struct control_progress *p)
{
    const struct match_options *o = &m->options;
    if (!room(o->events))
        return;
    json_t *j = event_of(m, "progress");
    json_object_set_new(j, "hand", json_integer(p->hand));
    json_object_set_new(j, "hands", json_integer(p->hands));
    json_object_set_new(j, "game", json_integer(p->game));
    json_object_set_new(j, "games_done", json_integer(p->games_done));
    json_object_set_new(j, "won", won_list(o, p->games));
    json_object_set_new(j, "score", score_list(o, p->score));
    put(o, j);
}

static void game(const struct match_run *m, const struct control_game *g)
{
    const struct match_options *o = &m->options;
    json_t *j = event_of(m, "game");
    if (options_beside(o) > 1)
        json_object_set_new(j, "table", json_integer(g->table));
    json_object_set_new(j, "game", json_integer(g->game));
    json_object_set_new(j, "winner", below(g->winner, rules_scorers(&o->rules, (int)o->seats)));
    json_object_set_new(j, "reason", json_string(end_word(g->reason)));
    json_object_set_new(j, "seat", below(g->seat, options_parties(o)));
    json_object_set_new(j, "score", score_list(o, g->score));
    json_object_set_new(j, "won", won_list(o, g->games));
    put(o, j);
}

static void fault(const struct match_run *m, const struct control_fault *f)
{
    json_t *j = event_of(m, "fault"), *fields = fault_object(&m->report, f);
    json_object_update(j, fields);
    json_decref(fields);
    put(&m->options, j);
}

void events_take(const struct match_run *m, const struct control_frame *f)
{
    if (!wanted(&m->options))
        return;
    switch ((enum control_kind)f->kind) {
    case CONTROL_OFFERED: put(&m->options, event_of(m, "offered")); break;
    case CONTROL_PROGRESS: progress(m, &f->progress); break;
    case CONTROL_GAME: game(m, &f->game); break;
    case CONTROL_FAULT: fault(m, &f->fault); break;
    case CONTROL_READY:
    case CONTROL_SEAT_READY:
    case CONTROL_SEAT_HANGS:
    case CONTROL_SEAT_WRONG:
    case CONTROL_CLOSING:
    case CONTROL_RESULT:
    case CONTROL_ERROR: /* told when all is over */
    case CONTROL_CONFIG:
    case CONTROL_BOT_ENDED:
    case CONTROL_SEAT_ENDED:
    case CONTROL_CANCEL:
    case CONTROL_REVEAL:
    case CONTROL_ALIVE: /* what we say */ break;
    }
}

/* --- the last line -------------------------------------------------------------------------------- */

static void put_result(const struct match_options *o, json_t *report)
{
    json_t *j = event("result");
    json_object_update(j, report);
    json_decref(report);
    put(o, j);
}

void events_end(const struct match_run *m, int code)
{
    const struct match_options *o = &m->options;
    json_t *j;
    if (!wanted(o))
        return;
    if (m->report.complete) {
        put_result(o, report_object(&m->report));
        return;
    }
    j = event(m->resumable ? "parked" : "error");
    if (m->resumable)
        json_object_set_new(j, "replay", json_string(o->replay));
    else
        json_object_set_new(j, "text", json_string(code ? cli_said() : "the match has no result"));
    put(o, j);
}

void events_series_end(const struct match_options *o, struct json_t *report)
{
    json_t *j;
    if (!wanted(o)) {
        json_decref(report);
    } else if (report) {
        put_result(o, report);
    } else {
        j = event("error");
        json_object_set_new(j, "text", json_string(cli_said()));
        put(o, j);
    }
}

int events_code(int code)
{
    return lost ? cli_fail(EXIT_ENVIRONMENT,
                           "match: --events: not all that happened could be written: %s: make room there",
                           strerror(lost))
                : code;
}
