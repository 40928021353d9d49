/* hall: who waits at the door, as a value: no sockets, no clock, no chance of its own.
 *
 * One place for every entry of the allow list, found by the Ed25519 key under which the ZAP handler let a bot in.  A
 * place is taken by a signed WAIT over a challenge that was sent to that very connection; a later one, over
 * another connection, takes it over.  Nothing that a bot writes reaches a place other than its own. */
#ifndef FIEL_HALL_H
#define FIEL_HALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "door.h"
#include "wire/lobby.h"

enum {
    HALL_ROUTE = 5, /* a routing id that the socket made itself: a zero byte, then a count */
    HALL_BURST = 40,
    HALL_PER_SECOND = 10, /* messages of one bot that are read */
    HALL_TELL_S = 10,     /* a flood is told to serve so often */
};

/* A connection: where to send, and its descriptor, by which its end is noticed (-1: not known). */
struct hall_route {
    uint8_t id[HALL_ROUTE];
    int line;
};

/* Where it all goes.  `say` gives false when the connection does not take the message. */
struct hall_ends {
    bool (*say)(void *user, const struct hall_route *to, const void *bytes, size_t size);
    void (*tell)(void *user, const struct from_door *frame);
    void (*draw)(void *user, uint8_t challenge[ID]);
    void *user;
};

struct hall_place;
struct hall {
    struct hall_ends ends;
    uint8_t door_key[ID];     /* the door's CURVE public key: what a bot signs is for this door alone */
    struct hall_place *place; /* ordered by key */
    size_t count;
    struct hall_place *fresh; /* the list that is coming in */
    size_t fresh_count, fresh_room;
    bool fresh_whole; /* no entry of it was too many */
};

void hall_start(struct hall *l, const uint8_t door_key[ID], const struct hall_ends *ends);
void hall_end(struct hall *l);

/* What serve says.  hall_adopt: the fresh list is the list now; who lost its entry, or its transport key, is told
 * so.  False when there was no whole list (none begun, out of memory): the old one stays. */
void hall_list(struct hall *l);
void hall_allow(struct hall *l, const struct to_door *entry);
bool hall_adopt(struct hall *l);
void hall_adopted(struct hall *l); /* serve may know it: the handler has the list too */
void hall_call(struct hall *l, const struct to_door *call);
void hall_close(struct hall *l);

/* The list as the ZAP handler needs it, entry `i`: the name and the transport key. */
void hall_entry(const struct hall *l, size_t i, uint8_t key[DOOR_KEY], uint8_t curve[DOOR_KEY]);

/* A message of the bot that was let in under `key`.  `id` is the routing id of its connection, of any size;
 * `whole` false: it came in several parts.  `now` in microseconds of any steady clock, `date` in seconds since 1970. */
struct hall_came {
    const uint8_t *key, *id;
    size_t id_size;
    int line;
    const void *bytes;
    size_t size;
    bool whole;
    int64_t now;
    uint64_t date;
};
void hall_take(struct hall *l, const struct hall_came *came);

/* The connection with this descriptor has ended. */
void hall_line_ended(struct hall *l, int line);
/* Now and then: sends away whose binding has run out. */
void hall_expire(struct hall *l, uint64_t date);

size_t hall_waiting(const struct hall *l);

#endif
