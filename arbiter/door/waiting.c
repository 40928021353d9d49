#include "waiting.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/transcript.h"

_Static_assert((int)DOOR_NAME == (int)NAME_TEXT && (int)DOOR_LABEL == (int)LOBBY_LABEL &&
                   (int)DOOR_ENDPOINT == (int)LOBBY_ENDPOINT && (int)DOOR_TEXT == (int)LOBBY_TEXT &&
                   (int)DOOR_CUTS == (int)ROLE_CUTS,
               "what crosses the wire fits into a frame");

struct waiting_place {
    /* The entry. */
    uint8_t key[DOOR_KEY], curve[DOOR_KEY];
    char name[DOOR_NAME];
    uint64_t not_after;
    /* Who waits here. */
    bool waiting;
    uint8_t role;
    struct waiting_route route;
    /* Who was challenged last. */
    bool challenged;
    struct waiting_route asker;
    uint8_t challenge[ID];
    /* What it may still say, in thousandths of a message, and since when more has come. */
    int64_t allowance, since;
    uint64_t thrown;
    int64_t told;
};

enum { MESSAGE = 1000 };

void waiting_start(struct waiting *l, const uint8_t door_key[ID], const struct waiting_ends *ends)
{
    *l = (struct waiting){ .ends = *ends };
    memcpy(l->door_key, door_key, ID);
}

void waiting_end(struct waiting *l)
{
    free(l->place);
    free(l->fresh);
    *l = (struct waiting){ 0 };
}

static int by_key(const void *a, const void *b)
{
    return memcmp(((const struct waiting_place *)a)->key, ((const struct waiting_place *)b)->key, DOOR_KEY);
}

static struct waiting_place *find(struct waiting_place *place, size_t count, const uint8_t key[DOOR_KEY])
{
    struct waiting_place wanted;
    memcpy(wanted.key, key, DOOR_KEY);
    return count ? bsearch(&wanted, place, count, sizeof *place, by_key) : NULL;
}

/* --- what is said and told ------------------------------------------------------------------------- */

static bool say(struct waiting *l, const struct waiting_route *to, const struct lobby_msg *m)
{
    uint8_t bytes[LOBBY_BYTES];
    size_t size = lobby_pack(m, bytes);
    return l->ends.say(l->ends.user, to, bytes, size);
}

static void say_no(struct waiting *l, const struct waiting_route *to, enum lobby_reason reason)
{
    struct lobby_msg m = { .type = LOBBY_NO, .reason = (uint8_t)reason };
    memcpy(m.text, lobby_reason_text(reason), strlen(lobby_reason_text(reason)) + 1);
    say(l, to, &m);
}

static struct from_door frame_of(enum from_door_kind kind, const struct waiting_place *p)
{
    struct from_door f = { .kind = (uint8_t)kind };
    memcpy(f.key, p->key, DOOR_KEY);
    memcpy(f.name, p->name, DOOR_NAME);
    return f;
}

static void tell(struct waiting *l, const struct from_door *f) { l->ends.tell(l->ends.user, f); }

/* What a bot wrote, for a log: one line of printable ASCII. */
static void copy_text(char out[DOOR_TEXT], const char *text)
{
    size_t n = 0;
    for (; text[n] && n < DOOR_TEXT - 1; n++)
        out[n] = text[n] >= 0x20 && text[n] < 0x7f ? text[n] : '?';
    out[n] = '\0';
}

static void leave(struct waiting *l, struct waiting_place *p, enum door_gone why)
{
    if (!p->waiting)
        return;
    struct from_door f = frame_of(DOOR_GONE, p);
    f.reason = (uint8_t)why;
    p->waiting = false;
    tell(l, &f);
}

/* An admitted bot that may not wait: it is told, and so is the host. */
static void refuse(struct waiting *l, struct waiting_place *p, const struct waiting_route *to, enum lobby_reason reason)
{
    struct from_door f = frame_of(DOOR_REFUSED, p);
    copy_text(f.text, lobby_reason_text(reason));
    say_no(l, to, reason);
    tell(l, &f);
}

/* --- the list -------------------------------------------------------------------------------------- */

void waiting_list(struct waiting *l)
{
    free(l->fresh);
    l->fresh = NULL;
    l->fresh_count = l->fresh_room = 0;
    l->fresh_whole = true;
}

static bool fresh_grow(struct waiting *l)
{
    size_t room = l->fresh_room ? 2 * l->fresh_room : 64;
    struct waiting_place *bigger = realloc(l->fresh, room * sizeof *bigger);
    if (!bigger)
        return false;
    l->fresh = bigger;
    l->fresh_room = room;
    return true;
}

void waiting_allow(struct waiting *l, const struct to_door *entry)
{
    bool room = l->fresh_count < DOOR_LIST_MAX && (l->fresh_count < l->fresh_room || fresh_grow(l));
    l->fresh_whole = l->fresh_whole && room;
    if (!l->fresh_whole)
        return;
    struct waiting_place p = { .not_after = entry->not_after, .allowance = WAITING_BURST * MESSAGE, .told = INT64_MIN };
    memcpy(p.key, entry->key, DOOR_KEY);
    memcpy(p.curve, entry->curve, DOOR_KEY);
    memcpy(p.name, entry->name, DOOR_NAME - 1);
    p.route.line = p.asker.line = -1;
    l->fresh[l->fresh_count++] = p;
}

/* What a place was, in the list that is to be: only the entry's own words are new. */
static void keep(struct waiting_place *now, const struct waiting_place *before)
{
    struct waiting_place entry = *now;
    *now = *before;
    memcpy(now->name, entry.name, sizeof now->name);
    now->not_after = entry.not_after;
}

bool waiting_adopt(struct waiting *l)
{
    if (!l->fresh_whole)
        return false;
    qsort(l->fresh, l->fresh_count, sizeof *l->fresh, by_key);
    for (size_t i = 0; i < l->count; i++) {
        struct waiting_place *was = &l->place[i], *is = find(l->fresh, l->fresh_count, was->key);
        if (is && memcmp(is->curve, was->curve, DOOR_KEY) == 0) {
            keep(is, was);
            continue;
        }
        if (was->waiting)
            say_no(l, &was->route, NO_OFF_LIST);
        leave(l, was, GONE_REMOVED);
    }
    free(l->place);
    l->place = l->fresh;
    l->count = l->fresh_count;
    l->fresh = NULL;
    l->fresh_count = l->fresh_room = 0;
    l->fresh_whole = false;
    return true;
}

void waiting_adopted(struct waiting *l)
{
    struct from_door f = { .kind = DOOR_ADOPTED, .count = l->count };
    tell(l, &f);
}

void waiting_entry(const struct waiting *l, size_t i, uint8_t key[DOOR_KEY], uint8_t curve[DOOR_KEY])
{
    assert(i < l->count);
    memcpy(key, l->place[i].key, DOOR_KEY);
    memcpy(curve, l->place[i].curve, DOOR_KEY);
}

/* --- calls ------------------------------------------------------------------------------------------ */

void waiting_call(struct waiting *l, const struct to_door *call)
{
    struct waiting_place nobody = { .waiting = false }, *p = find(l->place, l->count, call->key);
    struct lobby_msg m = { .type = LOBBY_CALL };
    if (!p) {
        p = &nobody;
        memcpy(p->key, call->key, DOOR_KEY);
    }
    struct from_door f = frame_of(DOOR_CALLED, p);
    memcpy(m.label, call->name, LOBBY_LABEL - 1);
    memcpy(m.endpoint, call->endpoint, LOBBY_ENDPOINT - 1);
    memcpy(m.server, call->curve, ID);
    memcpy(f.label, m.label, DOOR_LABEL);
    f.reason = !p->waiting ? CALLED_ABSENT : say(l, &p->route, &m) ? CALLED_SENT : CALLED_LOST;
    tell(l, &f);
    if (f.reason == CALLED_LOST)
        leave(l, p, GONE_LINE);
}

void waiting_close(struct waiting *l)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->place[i].waiting)
            say_no(l, &l->place[i].route, NO_CLOSING);
}

/* --- what bots say ---------------------------------------------------------------------------------- */

/* One message more of this bot: is it read? */
static bool allowed(struct waiting *l, struct waiting_place *p, int64_t now)
{
    const int64_t full = WAITING_BURST * MESSAGE, per_us = (int64_t)WAITING_PER_SECOND * MESSAGE;
    int64_t passed = p->since && now > p->since ? now - p->since : 0;
    if (passed > 10000000)
        passed = 10000000; /* fills any allowance, and cannot overflow */
    p->allowance += passed * per_us / 1000000;
    if (p->allowance > full)
        p->allowance = full;
    p->since = now;
    if (p->allowance >= MESSAGE) {
        p->allowance -= MESSAGE;
        return true;
    }
    p->thrown++;
    if (p->told == INT64_MIN || now - p->told >= (int64_t)WAITING_TELL_S * 1000000) {
        struct from_door f = frame_of(DOOR_FLOOD, p);
        f.count = p->thrown;
        p->thrown = 0;
        p->told = now;
        tell(l, &f);
    }
    return false;
}

static bool same_route(const struct waiting_route *a, const struct waiting_route *b)
{
    return memcmp(a->id, b->id, WAITING_ROUTE) == 0;
}

static void take_knock(struct waiting *l, struct waiting_place *p, const struct waiting_route *from,
                       const struct lobby_msg *m)
{
    struct lobby_msg answer = { .type = LOBBY_CHALLENGE };
    if (m->version != PROTOCOL_VERSION) {
        refuse(l, p, from, NO_VERSION);
        return;
    }
    l->ends.draw(l->ends.user, p->challenge);
    p->challenged = true;
    p->asker = *from;
    memcpy(answer.challenge, p->challenge, ID);
    say(l, from, &answer);
}

/* Each challenge is good for one try, over the connection that it was sent to. */
static bool wait_holds(struct waiting *l, struct waiting_place *p, const struct waiting_route *from,
                       const struct lobby_msg *m)
{
    struct message signed_bytes;
    bool mine = p->challenged && same_route(&p->asker, from);
    if (!mine)
        return false;
    p->challenged = false;
    wait_message(&signed_bytes, l->door_key, p->challenge, m->role);
    return verify_message(m->signature, p->key, &signed_bytes);
}

static void take_wait(struct waiting *l, struct waiting_place *p, const struct waiting_route *from,
                      const struct lobby_msg *m, uint64_t date)
{
    struct lobby_msg answer = { .type = LOBBY_WAITING };
    if (memcmp(m->key, p->key, DOOR_KEY) != 0) {
        refuse(l, p, from, NO_KEY);
        return;
    }
    if (!wait_holds(l, p, from, m)) {
        refuse(l, p, from, NO_SIGNATURE);
        return;
    }
    if (p->not_after && date > p->not_after) {
        refuse(l, p, from, NO_EXPIRED);
        return;
    }
    if (p->waiting && !same_route(&p->route, from)) {
        say_no(l, &p->route, NO_REPLACED);
        leave(l, p, GONE_REPLACED);
    }
    p->waiting = true;
    p->role = m->role;
    p->route = *from;
    memcpy(answer.name, p->name, NAME_TEXT);
    say(l, from, &answer);
    struct from_door f = frame_of(DOOR_WAITING, p);
    f.role = p->role;
    tell(l, &f);
}

static void take_decline(struct waiting *l, const struct waiting_place *p, const struct lobby_msg *m)
{
    struct from_door f = frame_of(DOOR_DECLINED, p);
    char label[DOOR_TEXT];
    copy_text(label, m->label);
    memcpy(f.label, label, DOOR_LABEL - 1);
    copy_text(f.text, m->text);
    tell(l, &f);
}

static void take_message(struct waiting *l, struct waiting_place *p, const struct waiting_route *from,
                         const struct lobby_msg *m, uint64_t date)
{
    bool here = p->waiting && same_route(&p->route, from);
    struct lobby_msg pong = { .type = LOBBY_PONG, .waiting = here };
    switch (m->type) {
    case LOBBY_KNOCK: take_knock(l, p, from, m); break;
    case LOBBY_WAIT: take_wait(l, p, from, m, date); break;
    case LOBBY_DECLINE:
        if (here)
            take_decline(l, p, m);
        break;
    case LOBBY_PING: say(l, from, &pong); break;
    case LOBBY_LEAVE:
        if (here)
            leave(l, p, GONE_LINE);
        break;
    case LOBBY_CHALLENGE:
    case LOBBY_WAITING:
    case LOBBY_CALL:
    case LOBBY_NO:
    case LOBBY_PONG: break; /* lobby_read gives none of these */
    }
}

void waiting_take(struct waiting *l, const struct waiting_came *came)
{
    struct waiting_place *p = find(l->place, l->count, came->key);
    struct waiting_route from = { .line = came->line };
    struct lobby_msg m;
    if (!p || !allowed(l, p, came->now))
        return;
    /* An id that the bot chose itself may be the one that another's connection is given next. */
    if (came->id_size != WAITING_ROUTE || came->id[0] != 0) {
        struct from_door f = frame_of(DOOR_REFUSED, p);
        copy_text(f.text, lobby_reason_text(NO_ROUTING_ID));
        tell(l, &f);
        return;
    }
    memcpy(from.id, came->id, WAITING_ROUTE);
    if (!came->whole || lobby_read(came->bytes, came->size, FROM_BOT, &m) != WIRE_OK) {
        refuse(l, p, &from, NO_MALFORMED);
        return;
    }
    take_message(l, p, &from, &m, came->date);
}

void waiting_line_ended(struct waiting *l, int line)
{
    for (size_t i = 0; i < l->count && line >= 0; i++) {
        struct waiting_place *p = &l->place[i];
        if (p->challenged && p->asker.line == line)
            p->challenged = false;
        if (p->waiting && p->route.line == line)
            leave(l, p, GONE_LINE);
    }
}

void waiting_expire(struct waiting *l, uint64_t date)
{
    for (size_t i = 0; i < l->count; i++) {
        struct waiting_place *p = &l->place[i];
        if (!p->waiting || !p->not_after || date <= p->not_after)
            continue;
        say_no(l, &p->route, NO_EXPIRED);
        leave(l, p, GONE_EXPIRED);
    }
}

size_t waiting_count(const struct waiting *l)
{
    size_t n = 0;
    for (size_t i = 0; i < l->count; i++)
        n += l->place[i].waiting;
    return n;
}
