/* serve_requests: what an operator may ask for, a row each; every request that has come, and its answer. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cli.h"
#include "serve.h"
#include "socket/socket.h"

enum { LIST_MOST = 200, KEYS_MOST = 5 };

static json_t *fine(void) { return json_pack("{s:b}", "ok", 1); }

/* --- order --------------------------------------------------------------------------------------------- */

static json_t *accept_order(struct serve *s, struct request *r)
{
    struct order o;
    char why[ORDER_WHY];
    uint64_t before;
    if (s->stopping)
        return request_sorry("this arbiter is stopping: order again when it is back");
    if (order_read(json_object_get(r->body, "order"), &s->config, &o, why))
        return request_sorry("order: %s", why);
    memcpy(o.who, r->who, sizeof o.who);
    before = *o.ref ? orders_by_ref(&s->orders, o.who, o.ref) : 0;
    if (before)
        return json_pack("{s:b,s:I,s:b}", "ok", 1, "id", (json_int_t)before, "again", 1);
    if (s->orders.count - s->running >= (uint64_t)s->config.queue)
        return request_sorry("order: %" PRId64 " orders wait already: order again later, or raise [matches] queue",
                             s->config.queue);
    if (order_held(&o, &s->config, why) || order_bots_there(&o, &s->config, &s->bots, why))
        return request_sorry("order: %s", why);
    o.accepted = time(NULL);
    struct order *kept = orders_accept(&s->orders, &o, why);
    if (!kept)
        return request_sorry("order: %s", why);
    s->tally.accepted++;
    s->look = true;
    serve_log(LOG_INFO, "order-accepted", "{s:I,s:s,s:s}", "match", (json_int_t)kept->id, "operator", r->who, "rules",
              kept->rules);
    return json_pack("{s:b,s:I,s:b}", "ok", 1, "id", (json_int_t)kept->id, "again", 0);
}

static json_t *take_order(struct serve *s, struct request *r)
{
    json_t *j = accept_order(s, r);
    if (!json_is_true(json_object_get(j, "ok")))
        s->tally.refused++;
    return j;
}

/* --- one order -------------------------------------------------------------------------------------------- */

static json_t *no_order(uint64_t id)
{
    return request_sorry("there is no match %" PRIu64 ": `fiel status --list` shows those there are", id);
}

/* How far it is: {"id","who","accepted","order","state",...}; NULL: there is none. */
static json_t *state_of(const struct serve *s, uint64_t id)
{
    struct order *o = orders_find(&s->orders, id);
    json_t *j = o ? orders_json(o) : orders_done(&s->orders, id);
    if (!o || !j)
        return j;
    struct playing *p = play_of(s, o);
    json_object_set_new(j, "state", json_string(p ? "running" : "queued"));
    if (!p)
        json_object_set_new(j, "absent", door_absent(s, o));
    if (p)
        json_object_set_new(j, "pid", json_integer(p->child.pid));
    return j;
}

static json_t *status_of(struct serve *s, struct request *r)
{
    uint64_t id;
    json_t *j;
    if (!request_number(r, "id", 1, &id, &j))
        return j;
    j = state_of(s, id);
    return j ? json_pack("{s:b,s:o}", "ok", 1, "match", j) : no_order(id);
}

static json_t *follow(struct serve *s, struct request *r)
{
    uint64_t id, at = 0;
    json_t *j;
    if (!request_number(r, "id", 1, &id, &j) ||
        (json_object_get(r->body, "at") && !request_number(r, "at", 0, &at, &j)))
        return j;
    j = state_of(s, id);
    if (!j)
        return no_order(id);
    if (!follow_add(s, r, id, (int64_t)at)) {
        json_decref(j);
        return request_sorry("%d follow already: wait for the end with status", FOLLOWERS_MOST);
    }
    return json_pack("{s:b,s:o}", "ok", 1, "match", j);
}

static json_t *cancel(struct serve *s, struct request *r)
{
    uint64_t id;
    json_t *j;
    char why[ORDER_WHY];
    if (!request_number(r, "id", 1, &id, &j))
        return j;
    struct order *o = orders_find(&s->orders, id);
    if (!o) {
        j = state_of(s, id);
        bool over = j != NULL;
        json_decref(j);
        return over ? request_sorry("match %" PRIu64 " is over: there is nothing to cancel", id) : no_order(id);
    }
    serve_log(LOG_INFO, "match-cancelled", "{s:I,s:s}", "match", (json_int_t)id, "operator", r->who);
    if (play_cancel(s, o, why))
        return request_sorry("%s", why);
    return fine();
}

/* --- all of it ------------------------------------------------------------------------------------------------ */

static json_t *status(struct serve *s, struct request *r)
{
    char hex[2 * CURVE_KEY + 1], jail[32];
    static const char *const doing[] = { "serving", "finishing", "parking" };
    if (json_object_get(r->body, "id"))
        return status_of(s, r);
    return json_pack(
        "{s:b,s:s,s:s,s:s,s:I,s:s,s:i,s:i,s:i,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:O}", "ok", 1, "version", FIEL_VERSION,
        "jail", config_word(&s->config, "matches", "jail", jail), "doing", doing[s->stopping], "started",
        (json_int_t)s->started, "server", hex_text(hex, s->server_public, CURVE_KEY), "running", (int)s->running,
        "at_once", (int)serve_at_once(s), "queued", (int)(s->orders.count - s->running), "room",
        (json_int_t)s->config.queue - (json_int_t)(s->orders.count - s->running), "finished",
        (json_int_t)s->tally.finished, "cancelled", (json_int_t)s->tally.cancelled, "void", (json_int_t)s->tally.voided,
        "failed", (json_int_t)s->tally.failed, "resumed", (json_int_t)s->tally.resumed, "unwitnessed",
        (json_int_t)s->tally.unwitnessed, "voids", s->tally.voids ? s->tally.voids : json_null());
}

/* Orders from id `from` on, those that are not over and those that are, at most LIST_MOST. */
static json_t *list(struct serve *s, struct request *r)
{
    json_t *j, *all = json_array();
    uint64_t from = 1, id;
    if (json_object_get(r->body, "from") && !request_number(r, "from", 1, &from, &j)) {
        json_decref(all);
        return j;
    }
    for (id = from; id < s->orders.next && json_array_size(all) < LIST_MOST && id < from + 10 * LIST_MOST; id++) {
        json_t *one = state_of(s, id);
        if (one) {
            json_object_del(one, "result"); /* status has it */
            json_array_append_new(all, one);
        }
    }
    return json_pack("{s:b,s:o,s:o}", "ok", 1, "matches", all, "next",
                     id < s->orders.next ? json_integer((json_int_t)id) : json_null());
}

static json_t *metrics(struct serve *s, struct request *r)
{
    (void)r;
    OWNED char *text = metrics_text(s);
    json_t *j = json_pack("{s:b,s:s}", "ok", 1, "text", text ? text : "");
    return j;
}

static json_t *reload(struct serve *s, struct request *r)
{
    serve_log(LOG_INFO, "reload", "{s:s}", "operator", r->who);
    return serve_reload(s)
               ? request_sorry("reload: something is wrong, and the old stays in force: see the log of the daemon")
               : fine();
}

static json_t *stop(struct serve *s, struct request *r)
{
    const char *how = json_string_value(json_object_get(r->body, "how"));
    bool park = how && !strcmp(how, "park"), finish = how && !strcmp(how, "finish");
    if (how && !park && !finish)
        return request_sorry("how: say \"park\" or \"finish\", or leave it out for what [arbiter] on_stop says");
    serve_log(LOG_INFO, "stop", "{s:s}", "operator", r->who);
    serve_stop(s, park ? STOP_PARK : finish ? STOP_FINISH : (enum stop_how)s->config.on_stop);
    return fine();
}

static json_t *lobby(struct serve *s, struct request *r)
{
    (void)r;
    char hex[2 * CURVE_KEY + 1];
    return json_pack("{s:b,s:s,s:s,s:o}", "ok", 1, "address", s->door.endpoint, "server",
                     hex_text(hex, s->door.public_key, CURVE_KEY), "lobby", door_lobby(s));
}

static const struct row {
    const char *name;
    json_t *(*answer)(struct serve *, struct request *);
    const char *keys[KEYS_MOST]; /* besides do and tag */
    bool reads;                  /* readers may ask it: it changes nothing, and gives away no file */
} rows[] = {
    { "order", take_order, { "order" }, false },
    { "follow", follow, { "id", "at" }, true },
    { "cancel", cancel, { "id" }, false },
    { "status", status, { "id" }, true },
    { "allow", allow_answer, { "binding" }, false },
    { "record", record_answer, { "id", "file", "offset", "log", "leg" }, false },
    { "list", list, { "from" }, true },
    { "lobby", lobby, { NULL }, true },
    { "metrics", metrics, { NULL }, true },
    { "reload", reload, { NULL }, false },
    { "stop", stop, { "how" }, false },
};
enum { ROWS = sizeof rows / sizeof *rows };

static json_t *unknown_key(const struct row *row, const char *key)
{
    const char *known[KEYS_MOST + 1] = { NULL };
    unsigned n = 0;
    for (; n < KEYS_MOST && row->keys[n]; n++)
        known[n] = row->keys[n];
    const char *near = cli_nearest(key, known);
    return request_sorry("%s has no '%.60s': %s%s%s", row->name, key, near ? "did you mean '" : "see CONTROL.md",
                         near ? near : "", near ? "'?" : "");
}

static json_t *check_keys(const struct row *row, json_t *body)
{
    const char *key;
    json_t *value;
    json_object_foreach(body, key, value)
    {
        bool known = !strcmp(key, "do") || !strcmp(key, "tag");
        for (int i = 0; i < KEYS_MOST && row->keys[i]; i++)
            known |= !strcmp(key, row->keys[i]);
        if (!known)
            return unknown_key(row, key);
    }
    return NULL;
}

static json_t *answer_of(struct serve *s, struct request *r)
{
    const char *word = json_string_value(json_object_get(r->body, "do")), *known[ROWS + 1] = { NULL };
    for (int i = 0; i < ROWS; i++) {
        known[i] = rows[i].name;
        if (!word || strcmp(word, rows[i].name))
            continue;
        if (r->line->only_reads && !rows[i].reads)
            return request_sorry("%s: who asks here only looks on: ask as an operator, at the daemon's other address",
                                 word);
        json_t *wrong = check_keys(&rows[i], r->body);
        return wrong ? wrong : rows[i].answer(s, r);
    }
    if (!word)
        return request_sorry("do: say what is to be done, as {\"do\":\"status\"}");
    const char *near = cli_nearest(word, known);
    return request_sorry("do: there is no '%.60s': %s%s%s", word, near ? "did you mean '" : "see CONTROL.md",
                         near ? near : "", near ? "'?" : "");
}

/* --- the sockets --------------------------------------------------------------------------------------------- */

static void answer(struct serve *s, struct control_line *l, zmq_msg_t *routing, zmq_msg_t *body)
{
    struct request r = { .line = l, .routing = zmq_msg_data(routing), .routing_size = zmq_msg_size(routing) };
    json_t *j;
    s->tally.requests++;
    j = request_asker(&r, body);
    if (!j)
        j = request_body(&r, body);
    if (!j)
        j = answer_of(s, &r);
    if (r.tag)
        json_object_set(j, "tag", r.tag);
    if (!control_send(s, l, r.routing, r.routing_size, j, r.bytes, r.size))
        serve_log(LOG_WARNING, "answer-lost", "{s:s*}", "operator", *r.who ? r.who : NULL);
    free(r.bytes);
    json_decref(j);
    json_decref(r.body);
}

/* One message: routing id and one frame; of any other kind nothing is read but its end.  False: there is none. */
static bool take_one(struct serve *s, struct control_line *l)
{
    zmq_msg_t routing, body;
    bool good = false;
    zmq_msg_init(&routing);
    zmq_msg_init(&body);
    if (zmq_msg_recv(&routing, l->socket, ZMQ_DONTWAIT) < 0) {
        zmq_msg_close(&body);
        return false;
    }
    if (zmq_msg_more(&routing) && zmq_msg_recv(&body, l->socket, ZMQ_DONTWAIT) >= 0)
        good = !zmq_msg_more(&body);
    socket_drop_rest(l->socket, &body);
    if (good)
        answer(s, l, &routing, &body);
    zmq_msg_close(&routing);
    zmq_msg_close(&body);
    return true;
}

void requests_take(struct serve *s)
{
    while (take_one(s, &s->control))
        continue;
    while (s->reading.socket && take_one(s, &s->reading))
        continue;
}
