/* lobby: what a bot that waits for matches and the door where it waits say to each other.
 *
 * A message is a canonical msgpack array [type, fields...] in one ZeroMQ part of at most LOBBY_BYTES.  It is not
 * an envelope: the numbers of CLIENT.md section 3 begin at a seat. */
#ifndef FIEL_LOBBY_WIRE_H
#define FIEL_LOBBY_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/codec.h"

enum { LOBBY_BYTES = 1024, LOBBY_LABEL = 64, LOBBY_ENDPOINT = 256, LOBBY_TEXT = 256 };

/* X(NAME, number, who, fields).  who: B the bot's, D the door's; fields as in MESSAGES. */
#define LOBBY_MESSAGES(X) \
    X(KNOCK, 64, 'B', "version:u") \
    X(CHALLENGE, 65, 'D', "challenge:b32") \
    X(WAIT, 66, 'B', "key:b32 role:u signature:b64") \
    X(WAITING, 67, 'D', "name:s") \
    X(CALL, 68, 'D', "label:s endpoint:s server:b32") \
    X(DECLINE, 69, 'B', "label:s text:s") \
    X(NO, 70, 'D', "reason:u text:s") \
    X(PING, 71, 'B', "") \
    X(PONG, 72, 'D', "waiting:u") \
    X(LEAVE, 73, 'B', "")

enum lobby_type {
#define X(name, number, who, fields) LOBBY_##name = number,
    LOBBY_MESSAGES(X)
#undef X
};

/* Why a bot does not wait, or not any more: NO's reason.  X(NAME, number, text) */
#define LOBBY_REASONS(X) \
    X(VERSION, 1, "this door speaks version 3: build this bot with an SDK of version 3") \
    X(KEY, 2, "the signing key is not the one that the transport key is bound to") \
    X(EXPIRED, 3, "the binding has run out: bind the keys anew, hand the host the .pub file") \
    X(SIGNATURE, 4, "the signature is not over the newest challenge: knock again") \
    X(OFF_LIST, 5, "the host took these keys off its list") \
    X(REPLACED, 6, "another connection with the same keys waits now") \
    X(CLOSING, 7, "the host closes: come back later") \
    X(MALFORMED, 8, "that is no message for a door") \
    X(ROUTING_ID, 9, "a bot sets no routing id: leave ZMQ_ROUTING_ID alone")

enum lobby_reason {
#define X(name, number, text) NO_##name = number,
    LOBBY_REASONS(X)
#undef X
};
const char *lobby_reason_text(unsigned reason); /* "" for a number there is not */

enum lobby_role { ROLE_PLAYS = 0, ROLE_CUTS = 1 };

/* One message; only the fields of its type are set. */
struct lobby_msg {
    enum lobby_type type;
    uint8_t version, role, reason, waiting;
    uint8_t challenge[ID], key[ID], server[ID]; /* server: the CURVE key of the seat */
    uint8_t signature[SIG];
    char name[NAME_TEXT], label[LOBBY_LABEL], endpoint[LOBBY_ENDPOINT], text[LOBBY_TEXT];
};

/* Returns the size; `out` has room for LOBBY_BYTES.  The texts are UTF-8. */
size_t lobby_pack(const struct lobby_msg *m, uint8_t *out);
/* WIRE_OK, or what is wrong, as for an envelope (TOO_LONG: more than LOBBY_BYTES). */
enum wire_error lobby_read(const void *bytes, size_t size, enum direction d, struct lobby_msg *m);

#endif
