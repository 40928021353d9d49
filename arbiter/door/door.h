/* door: the frames between `fiel serve` and `fiel door`, over a SOCK_SEQPACKET pair.
 *
 * The door owns the public CURVE socket at which remote bots and cutters wait.  It knows who may come in and who
 * waits, and nothing of matches: serve decides whom to call where.  Because an admitted bot can fill the memory of
 * the owner of the socket (libzmq limits parts, not how many an unfinished message has), the door is a
 * process of its own that may die: serve starts it again with the same secret, sends the list and takes the bots
 * up as they come back.  Matches do not notice.
 *
 *     fiel door --fd LINK --config CONFIG
 *
 * CONFIG is a descriptor that holds one struct door_config (a memfd or a file): secrets stay out of argv.  One frame
 * = one packet, of exactly the size of its struct: same machine, same binary, host byte order.  Texts are
 * NUL-terminated.  A bot is named by its Ed25519 key everywhere.
 *
 * The course: serve sends DOOR_LIST, DOOR_ALLOW for every entry, DOOR_ADOPT, before or after DOOR_READY; until the
 * first DOOR_ADOPT nobody is admitted.  The same three again replace the list whole: who is no longer on it, or
 * has another transport key now, is told so and gone.  DOOR_WAITING comes whenever a bot has proved afresh that it is there
 * and ready to be called, also when it was there before: a bot that comes while its match runs lost its process
 * or its line, and serve calls it to that match again, with the same label.  DOOR_GONE undoes DOOR_WAITING.
 * The door always reads its link, also while its own frames wait for room there: serve may wait for it.
 * Every DOOR_CALL is answered by one DOOR_CALLED.  A bot leaves the lobby as it goes to its match, so DOOR_GONE
 * follows a call soon.  End of file on the link ends the door. */
#ifndef FIEL_DOOR_H
#define FIEL_DOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/frames.h"

enum { DOOR_KEY = 32, DOOR_NAME = 64, DOOR_LABEL = 64, DOOR_ENDPOINT = 256, DOOR_TEXT = 256, DOOR_LIST_MAX = 16384 };

struct door_config {
    char endpoint[DOOR_ENDPOINT]; /* "tcp://0.0.0.0:7000", "tcp://127.0.0.1:*": DOOR_READY says what it became */
    uint8_t secret[DOOR_KEY];     /* of the door's CURVE pair */
    uint64_t memory;              /* RLIMIT_AS in bytes; 0: DOOR_MEMORY */
    uint32_t descriptors;         /* RLIMIT_NOFILE; 0: as many as the hard limit allows, at most 65,536 */
    uint32_t heartbeat_ms;        /* a line that is silent for three of them is gone; 0: 5,000 */
};
enum { DOOR_MEMORY = 1 << 30 };

/* --- serve -> door ------------------------------------------------------------------------------- */

enum to_door_kind {
    DOOR_LIST = 64,  /* a list begins: what came of an unfinished one is dropped */
    DOOR_ALLOW = 65, /* key, curve, name, not_after: one binding of it */
    DOOR_ADOPT = 66, /* it is whole and is the list from now on; answered by DOOR_ADOPTED */
    DOOR_CALL = 67,  /* key: whom; name: the label; curve and endpoint: of the seat where it is to play */
    DOOR_CLOSE = 68, /* tell all who wait that the host closes, flush, end */
};
struct to_door {
    uint8_t kind, pad[7];
    uint64_t not_after;           /* seconds since 1970, 0: for ever; looked at whenever the bot says WAIT */
    uint8_t key[DOOR_KEY];        /* Ed25519 */
    uint8_t curve[DOOR_KEY];      /* ALLOW: the bot's; CALL: the seat's public (server) key */
    char name[DOOR_NAME];         /* ALLOW: of the binding; CALL: the label, see below */
    char endpoint[DOOR_ENDPOINT]; /* CALL: as the bot is to connect to it */
};
/* A label names a match to the bot, 1 to 63 of what a bot's name may have (record/binding.h).  The bot keeps its
 * state under it: the same label is the same match, to which it comes back, and a new match needs a new one. */

/* --- door -> serve ------------------------------------------------------------------------------- */

enum from_door_kind {
    DOOR_READY = 80,    /* bound and self-tested.  text: the endpoint; key: the door's CURVE public key, for
                        * --server; count: RLIMIT_NOFILE, of which every line takes one */
    DOOR_ADOPTED = 81,  /* count: entries of the list */
    DOOR_WAITING = 82,  /* key, name, role */
    DOOR_GONE = 83,     /* key, name, reason: enum door_gone */
    DOOR_CALLED = 84,   /* key, label, reason: enum door_called */
    DOOR_DECLINED = 85, /* key, label; text: why the bot does not come, printable.  It waits on. */
    DOOR_FLOOD = 86, /* key, name, count: messages of this bot that were thrown away unread since the last such frame */
    DOOR_REFUSED = 87, /* key, name, text: an admitted bot that may not wait (expired, wrong signature, other name) */
};
enum door_role { DOOR_PLAYS = 0, DOOR_CUTS = 1 };
enum door_gone {
    GONE_LINE = 1,     /* its connection ended, or it said so itself */
    GONE_REPLACED = 2, /* the same key came in by another connection; DOOR_WAITING follows */
    GONE_REMOVED = 3,  /* not on the new list, or with another transport key */
    GONE_EXPIRED = 4,  /* its binding ran out while it waited */
};
enum door_called {
    CALLED_SENT = 0,   /* it is on its way */
    CALLED_ABSENT = 1, /* it does not wait here */
    CALLED_LOST = 2,   /* its line does not take it: DOOR_GONE came or comes */
};
struct from_door {
    uint8_t kind, reason, role, pad[5];
    uint64_t count;
    uint8_t key[DOOR_KEY];
    char name[DOOR_NAME]; /* of the binding */
    char label[DOOR_LABEL];
    char text[DOOR_TEXT];
};

/* Both look at every field (door_frame.c). */
extern const struct frame_line frames_serve_to_door, frames_door_to_serve;

#endif
