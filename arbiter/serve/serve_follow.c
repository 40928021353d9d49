/* serve_follow: who is told what happens to an order.
 *
 * A follower is a place in the order's file of events: what stands behind it is sent whenever there is more, so one
 * that is slow holds nobody up and costs no memory, and one that comes late gets it all. */
#include <stdlib.h>
#include <string.h>

#include "base/now.h"
#include "serve.h"

enum { FOLLOW_MS = 1000 /* one that was too slow is tried again */ };

static bool is_free(const struct follower *f) { return !f->routing_size; }

static void drop(struct follower *f)
{
    json_decref(f->tag);
    memset(f, 0, sizeof *f);
}

/* Routing ids are given out by each socket for itself. */
static bool is_of(const struct follower *f, const struct control_line *line, const uint8_t *routing, size_t size)
{
    return f->line == line && f->routing_size == size && !memcmp(f->routing, routing, size);
}

/* Where this one follows this order already, or a free place; NULL: there is none. */
static struct follower *place_for(struct serve *s, const struct request *r, uint64_t order)
{
    struct follower *found = NULL;
    for (struct follower *f = s->follower; f < s->follower + FOLLOWERS_MOST; f++) {
        if (f->order == order && is_of(f, r->line, r->routing, r->routing_size))
            return f;
        if (is_free(f) && !found)
            found = f;
    }
    return found;
}

bool follow_add(struct serve *s, const struct request *r, uint64_t order, int64_t at)
{
    struct follower *f = place_for(s, r, order);
    if (!f || r->routing_size > sizeof f->routing)
        return false;
    drop(f);
    f->line = r->line;
    memcpy(f->routing, r->routing, r->routing_size);
    f->routing_size = r->routing_size;
    f->tag = r->tag ? json_incref(r->tag) : NULL;
    f->order = order;
    f->at = at;
    f->fresh = true;
    return true;
}

/* Uses `body` up; false: it could not leave now, or never will (then the follower is dropped). */
static bool tell(struct serve *s, struct follower *f, json_t *body)
{
    if (f->tag)
        json_object_set(body, "tag", f->tag);
    json_object_set_new(body, "id", json_integer((json_int_t)f->order));
    bool left = control_send(s, f->line, f->routing, f->routing_size, body, NULL, 0);
    json_decref(body);
    return left;
}

/* The lines that are there; false: stop for now. */
static bool tell_events(struct serve *s, struct follower *f)
{
    char path[CONTROL_PATH], *line = NULL;
    size_t room = 0;
    ssize_t n;
    bool go = true;
    OPENED FILE *file = fopen(orders_record(&s->orders, f->order, ".events", path), "re");
    if (!file)
        return true;
    if (fseek(file, (long)f->at, SEEK_SET))
        go = false;
    while (go && (n = getline(&line, &room, file)) > 0 && line[n - 1] == '\n') {
        json_t *event = json_loadb(line, (size_t)n - 1, 0, NULL);
        if (event)
            go = tell(s, f, json_pack("{s:o,s:I}", "event", event, "at", (json_int_t)(f->at + n)));
        if (go)
            f->at += n;
    }
    free(line);
    return go;
}

static void move(struct serve *s, struct follower *f)
{
    struct order *o = orders_find(&s->orders, f->order);
    json_auto_t *done = o ? NULL : orders_done(&s->orders, f->order);
    if (tell_events(s, f) && !o) {
        json_t *end = json_pack("{s:b,s:O?}", "end", 1, "done", done);
        if (tell(s, f, end))
            drop(f);
    }
}

void follow_move(struct serve *s, uint64_t order)
{
    for (unsigned i = 0; i < FOLLOWERS_MOST; i++)
        if (!is_free(&s->follower[i]) && s->follower[i].order == order)
            move(s, &s->follower[i]);
}

void follow_due(struct serve *s)
{
    int64_t now = now_ms();
    bool all = now >= s->follow_ms;
    for (unsigned i = 0; i < FOLLOWERS_MOST; i++)
        if (!is_free(&s->follower[i]) && (all || s->follower[i].fresh)) {
            s->follower[i].fresh = false;
            move(s, &s->follower[i]);
        }
    if (all)
        s->follow_ms = now + FOLLOW_MS;
}

void follow_lost(struct serve *s, const struct control_line *line, const uint8_t *routing, size_t routing_size)
{
    for (unsigned i = 0; i < FOLLOWERS_MOST; i++) {
        struct follower *f = &s->follower[i];
        if (!is_free(f) && is_of(f, line, routing, routing_size))
            drop(f);
    }
}
