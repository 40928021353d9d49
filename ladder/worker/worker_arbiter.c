/* worker_arbiter: order, follow, fetch.
 *
 * An order carries a name that was drawn for this attempt: an answer that got lost is asked for again and is the same
 * match, while another attempt never takes this one's for its own.  A daemon that was killed goes on with its matches
 * when it is back, so a silent one is waited for while the lease is kept. */
#include "worker_arbiter.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child/files.h"
#include "cli/command.h"
#include "cli/now.h"
#include "cli/path.h"
#include "control/line.h"
#include "record/binding.h"

enum { SILENCE_MS = 1000, ASK_MS = 200, LOST_MOST = 6, ABSENT_MS = 15000 };

struct ordering {
    struct work *work;
    struct line *line;
    struct line_error e;
    char ref[33];
    json_int_t id, at;
    int64_t beat_ms, absent_ms; /* since when a bot was seen not to be there; 0: all are */
    unsigned lost;              /* questions in a row that nobody answered */
};

/* What the line says: a refusal is this attempt's, an arbiter that is not there is nobody's fault. */
static bool line_wrong(struct ordering *o, const char *what)
{
    o->work->nobodys = o->e.code == LINE_LOST;
    return work_wrong(o->work, what, o->e.text);
}

bool arbiter_ready(struct worker_plan *p)
{
    static const char *const jails[] = { "strict", "basic", "none" };
    const struct worker_arbiter *a = p->arbiter;
    struct line_error e;
    AUTO(line_close) struct line *l = line_open(a->address, a->server, a->key, &e);
    json_auto_t *j = l ? line_ask(l, json_pack("{s:s}", "do", "status"), NULL, NULL, &e) : NULL;
    const char *doing = json_string_value(json_object_get(j, "doing")),
               *version = json_string_value(json_object_get(j, "version")),
               *jail = json_string_value(json_object_get(j, "jail"));
    *p->lacks = '\0';
    if (!j)
        snprintf(p->lacks, sizeof p->lacks, "the arbiter: %.240s", e.text);
    else if (!version || strcmp(version, FIEL_VERSION) != 0)
        snprintf(p->lacks, sizeof p->lacks,
                 "the arbiter is Fiel %.40s, this worker " FIEL_VERSION ": install one version on both",
                 version ? version : "of another kind");
    else if (!doing || strcmp(doing, "serving") != 0 || json_integer_value(json_object_get(j, "room")) <= 0)
        snprintf(p->lacks, sizeof p->lacks,
                 "the arbiter has no room for another order, or is stopping: this worker waits");
    for (size_t i = 0; jail && i < sizeof jails / sizeof *jails; i++)
        if (!strcmp(jail, jails[i]))
            p->jail = jails[i];
    return !*p->lacks;
}

/* --- the order ------------------------------------------------------------------------------------------ */

static bool bot_word(struct work *w, unsigned seat, char out[STORE_NAME + 16])
{
    const struct order_seat *s = ordered_seat(w->order, seat);
    struct binding b;
    char why[BINDING_WHY];
    if (!s) {
        snprintf(out, STORE_NAME, "%.60s", w->arbiter->partner);
    } else if (!s->remote) {
        size_t n = (size_t)sprintf(out, "%s", command_lines(s->run) ? COMMAND_LINES : "");
        bot_hosted_name(s, out + n);
    } else if (binding_parse(s->binding, strlen(s->binding), &b, why)) {
        w->bot_is_wrong = true;
        return work_wrong(w, s->bot, why);
    } else {
        snprintf(out, STORE_NAME + 16, "remote:%s", b.name);
    }
    return true;
}

/* By seat, as an order names them; the arbiter knows its own bots by itself. */
static json_t *artifacts_of(const struct work *w)
{
    json_t *list = json_array();
    for (unsigned seat = 0; seat < ordered_seats(w->order); seat++) {
        const struct order_seat *s = ordered_seat(w->order, seat);
        char hex[2 * STORE_HASH + 1] = "";
        if (s && !s->remote)
            sodium_bin2hex(hex, sizeof hex, s->artifact, STORE_HASH);
        json_array_append_new(list, json_string(hex));
    }
    return list;
}

/* A new reference; NULL and why. */
static json_t *order_text(struct ordering *o)
{
    struct work *w = o->work;
    const struct ladder *l = &w->order->ladder;
    json_t *bots = json_array();
    json_int_t games = ordered_games(w->order);
    char word[STORE_NAME + 16];
    bool twins = ordered_twins(w->order);
    for (unsigned seat = 0; seat < ordered_seats(w->order); seat++)
        if (bot_word(w, seat, word))
            json_array_append_new(bots, json_string(word));
    if (json_array_size(bots) < ordered_seats(w->order)) {
        json_decref(bots);
        return NULL;
    }
    json_t *j = json_pack(
        "{s:o,s:s,s:i,s:I,s:b,s:s,s:b,s:I,s:o,s:o*,s:o*}", "bots", bots, "rules", *l->rules ? l->rules : "argentino",
        "seats", (int)ordered_seats(w->order), "games", twins ? (json_int_t)1 : games, "duplicate", (int)twins, "ref",
        o->ref, "blind", 1, "note_bytes", (json_int_t)w->order->pair.note_bytes, "artifacts", artifacts_of(w),
        "games_a_leg", twins ? json_integer(games) : NULL, "clock", *l->clock ? json_string(l->clock) : NULL);
    for (int64_t seat = 0; seat < w->order->seats; seat++)
        if (twins && !w->order->seat[seat].own && !w->order->seat[seat].remote && !w->plan->unheld)
            json_object_set_new(j, "strangers", json_true());
    return j;
}

/* The bindings of its remote bots, for the door: their authors gave them to the ladder.  An arbiter that does not take one is
 * as one at whose door the bot does not stand: its host has to do something. */
static bool bring_bindings(struct ordering *o)
{
    struct work *w = o->work;
    for (unsigned seat = 0; seat < ordered_seats(w->order); seat++) {
        const struct order_seat *s = ordered_seat(w->order, seat);
        if (!s || !s->remote)
            continue;
        json_auto_t *said = line_ask(o->line, json_pack("{s:s,s:s}", "do", "allow", "binding", s->binding), NULL, NULL,
                                     &o->e);
        if (!said && o->e.code == LINE_REFUSED)
            w->absent = s->version;
        if (!said)
            return line_wrong(o, s->bot);
    }
    return true;
}

static bool place_order(struct ordering *o)
{
    uint8_t drawn[16];
    randombytes_buf(drawn, sizeof drawn);
    sodium_bin2hex(o->ref, sizeof o->ref, drawn, sizeof drawn);
    if (!bring_bindings(o))
        return false;
    for (unsigned again = 0; again < 2; again++) {
        json_t *order = order_text(o);
        if (!order)
            return false;
        json_auto_t *said = line_ask(o->line, json_pack("{s:s,s:o}", "do", "order", "order", order), NULL, NULL, &o->e);
        o->id = json_integer_value(json_object_get(said, "id"));
        if (said)
            return true;
        if (o->e.code != LINE_LOST)
            break;
    }
    return line_wrong(o, "the arbiter");
}

/* As far as it can be told: an order that nobody wants any more is not played. */
static void take_back(struct ordering *o)
{
    struct line_error ignored;
    if (o->id && !o->lost)
        json_decref(line_ask(o->line, json_pack("{s:s,s:I}", "do", "cancel", "id", o->id), NULL, NULL, &ignored));
}

/* --- following -------------------------------------------------------------------------------------------- */

/* A remote bot that the match waits for is neither at the door nor in another match; for how long that may be. */
static bool everybody_comes(struct ordering *o, const json_t *match)
{
    struct work *w = o->work;
    const char *name = json_string_value(json_array_get(json_object_get(match, "absent"), 0));
    int64_t now = now_ms();
    if (!name)
        o->absent_ms = 0;
    else if (!o->absent_ms)
        o->absent_ms = now;
    if (!name || now - o->absent_ms < ABSENT_MS)
        return true;
    for (unsigned seat = 0; seat < ordered_seats(w->order); seat++) {
        const struct order_seat *s = ordered_seat(w->order, seat);
        struct binding b;
        char why[BINDING_WHY];
        if (s && s->remote && !binding_parse(s->binding, strlen(s->binding), &b, why) && !strcmp(b.name, name))
            w->absent = s->version;
    }
    said_put(w->why, sizeof w->why, NULL, "%s: it is not at the arbiter's door", name);
    return false;
}

/* "finished", or why not. */
static bool is_finished(struct work *w, const json_t *done)
{
    const char *state = json_string_value(json_object_get(done, "state")),
               *error = json_string_value(json_object_get(done, "error"));
    char text[WORK_WHY], said[WORK_WHY];
    if (state && !strcmp(state, "finished"))
        return true;
    snprintf(text, sizeof text, "its match was %.20s: %.160s", state ? state : "lost",
             error ? error : "by an operator");
    return work_wrong(w, "the arbiter", harmless(text, said, sizeof said));
}

/* Asks to be told, from where we are; a daemon that was started anew does not know who followed.  *done: it is over. */
static bool ask_to_follow(struct ordering *o, bool *done)
{
    json_auto_t *said = line_ask(o->line, json_pack("{s:s,s:I,s:I}", "do", "follow", "id", o->id, "at", o->at), NULL,
                                 NULL, &o->e);
    if (!said)
        return (o->e.code == LINE_LOST && ++o->lost < LOST_MOST) || line_wrong(o, "the arbiter");
    const json_t *match = json_object_get(said, "match");
    o->lost = 0;
    *done = json_object_get(match, "ended") != NULL;
    return *done ? is_finished(o->work, match) : everybody_comes(o, match);
}

/* What is told next: of an event no more than how far it goes, until the end. */
static bool hear(struct ordering *o, bool *silent, bool *done)
{
    json_auto_t *said = line_hear(o->line, ASK_MS);
    bool fine = true;
    *silent = !said;
    if (json_object_get(said, "event"))
        o->at = json_integer_value(json_object_get(said, "at"));
    if (json_integer_value(json_object_get(said, "id")) == o->id && json_is_true(json_object_get(said, "end"))) {
        *done = true;
        fine = is_finished(o->work, json_object_get(said, "done"));
    }
    return fine;
}

/* To its end, with the lease kept; false: it is given up, or there is no result. */
static bool follow(struct ordering *o, struct store_error *e)
{
    struct work *w = o->work;
    int64_t asked = 0;
    bool done = false, silent = true, fine = true;
    while (fine && !done) {
        int64_t now = now_ms();
        if (!work_keep(w, &o->beat_ms, e))
            fine = false;
        else if (silent && now - asked >= SILENCE_MS && (asked = now))
            fine = ask_to_follow(o, &done);
        else
            fine = hear(o, &silent, &done);
    }
    if (!fine && !done)
        take_back(o);
    return fine;
}

/* --- fetching ----------------------------------------------------------------------------------------------- */

/* Into the file; a refusal is no failure where it may be missing: nothing is there then. */
static bool fetch(struct ordering *o, json_t *which, const char *path, bool may_miss)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    enum line_code code = fd < 0 ? LINE_WRONG : line_fetch(o->line, o->id, which, fd, &o->e);
    bool missing = code == LINE_REFUSED && may_miss;
    if (fd < 0)
        snprintf(o->e.text, sizeof o->e.text, "%s", strerror(errno));
    json_decref(which);
    if (fd >= 0 && (close(fd) || code))
        unlink(path);
    return !code || missing || line_wrong(o, "a record");
}

static bool fetch_leg(struct ordering *o, unsigned leg, bool *there)
{
    struct work *w = o->work;
    char path[WORK_PATH + 64], name[8], folder[16] = "";
    struct stat st;
    bool twins = ordered_twins(w->order);
    snprintf(name, sizeof name, LEG_NAME, 1u, (char)('a' + leg));
    if (twins)
        path_of(path, sizeof path, "%s/pair/%s.replay", w->folder, name);
    else
        path_of(path, sizeof path, "%s/match.replay", w->folder);
    json_t *which = twins ? json_pack("{s:s+}", "file", name, ".replay") : NULL;
    if (!fetch(o, which, path, leg > 0))
        return false;
    *there = !stat(path, &st);
    if (twins)
        snprintf(folder, sizeof folder, "/%s", name);
    for (unsigned seat = 0; *there && seat < ordered_seats(w->order); seat++) {
        path_of(path, sizeof path, "%s/logs%s/bot" SEAT_LOG_END, w->folder, folder, (uint64_t)seat);
        which = json_pack("{s:i}", "log", (int)seat);
        if (twins)
            json_object_set_new(which, "leg", json_string(name));
        if (!fetch(o, which, path, true))
            return false;
    }
    return true;
}

static bool fetch_all(struct ordering *o)
{
    static const char *const folders[] = { "pair", "logs", "logs/0001a", "logs/0001b" };
    char path[WORK_PATH + 16];
    bool there = true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        path_of(path, sizeof path, "%s/%s", o->work->folder, folders[i]);
        if (mkdir(path, 0700))
            return work_wrong(o->work, path, strerror(errno));
    }
    return fetch_leg(o, 0, &there) && (!there || !ordered_twins(o->work->order) || fetch_leg(o, 1, &there));
}

bool arbiter_play(struct work *w, struct store_error *e)
{
    const struct worker_arbiter *a = w->arbiter;
    struct ordering o = { .work = w };
    o.line = line_open(a->address, a->server, a->key, &o.e);
    if (!o.line)
        return line_wrong(&o, "the arbiter");
    w->started_ms = now_ms();
    o.beat_ms = w->started_ms + WORKER_LEASE_MS / 3;
    bool fine = place_order(&o) && follow(&o, e);
    w->ended_ms = now_ms();
    fine = fine && fetch_all(&o);
    line_close(&o.line);
    return fine;
}
