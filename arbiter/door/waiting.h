/* waiting: who waits at the door, as a value: no sockets, no clock, no chance of its own.
 *
 * One place for every entry of the allow list, found by the Ed25519 key under which the ZAP handler let a bot in.  A
 * place is taken by a signed WAIT over a challenge that was sent to that very connection; a later one, over
 * another connection, takes it over.  Nothing that a bot writes reaches a place other than its own. */
#ifndef FIEL_WAITING_H
#define FIEL_WAITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "door.h"
#include "wire/lobby.h"

enum {
    WAITING_ROUTE = 5, /* a routing id that the socket made itself: a zero byte, then a count */
    WAITING_BURST = 40,
    WAITING_PER_SECOND = 10, /* messages of one bot that are read */
    WAITING_TELL_S = 10,     /* a flood is told to serve so often */
};

/* A connection: where to send, and its descriptor, by which its end is noticed (-1: not known). */
struct waiting_route {
    uint8_t id[WAITING_ROUTE];
    int line;
};

/* Where it all goes.  `say` gives false when the connection does not take the message. */
struct waiting_ends {
    bool (*say)(void *user, const struct waiting_route *to, const void *bytes, size_t size);
    void (*tell)(void *user, const struct from_door *frame);
    void (*draw)(void *user, uint8_t challenge[ID]);
    void *user;
};

struct waiting_place;
struct waiting {
    struct waiting_ends ends;
    uint8_t door_key[ID];        /* the door's CURVE public key: what a bot signs is for this door alone */
    struct waiting_place *place; /* ordered by key */
    size_t count;
    struct waiting_place *fresh; /* the list that is coming in */
    size_t fresh_count, fresh_room;
    bool fresh_whole; /* no entry of it was too many */
};

/* Nobody may come in yet; and gives all places back. */
void waiting_start(struct waiting *l, const uint8_t door_key[ID], const struct waiting_ends *ends);
void waiting_end(struct waiting *l);

/* What serve says.  waiting_adopt: the fresh list is the list now; who lost its entry, or its transport key, is told
 * so.  False when there was no whole list (none begun, out of memory): the old one stays. */
void waiting_list(struct waiting *l);
void waiting_allow(struct waiting *l, const struct to_door *entry);
bool waiting_adopt(struct waiting *l);
void waiting_adopted(struct waiting *l); /* serve may know it: the handler has the list too */
void waiting_call(struct waiting *l, const struct to_door *call);
void waiting_close(struct waiting *l);

/* The list as the ZAP handler needs it, entry `i`: the name and the transport key. */
void waiting_entry(const struct waiting *l, size_t i, uint8_t key[DOOR_KEY], uint8_t curve[DOOR_KEY]);

/* A message of the bot that was let in under `key`.  `id` is the routing id of its connection, of any size;
 * `whole` false: it came in several parts.  `now` in microseconds of any steady clock, `date` in seconds since 1970. */
struct waiting_came {
    const uint8_t *key, *id;
    size_t id_size;
    int line;
    const void *bytes;
    size_t size;
    bool whole;
    int64_t now;
    uint64_t date;
};
/* Judges it and answers. */
void waiting_take(struct waiting *l, const struct waiting_came *came);

/* The connection with this descriptor has ended. */
void waiting_line_ended(struct waiting *l, int line);
/* Now and then: sends away whose binding has run out. */
void waiting_expire(struct waiting *l, uint64_t date);

/* How many wait. */
size_t waiting_count(const struct waiting *l);

#endif
