/* messages: every message that crosses a socket, and every error a bot can be told.
 *
 * CLIENT.md holds the messages in prose, the schemas of spec/ all of these; tests hold them against each other.
 * A message is a canonical msgpack array [type, table, fields...].  An envelope is one ZeroMQ
 * part of at most ENVELOPE_MAX bytes:
 *   arbiter -> bot   [first, message, ...]   first = number of the first message in the seat's view chain
 *   bot -> arbiter   [ack, message, ...]     ack = number of messages received so far
 */
#ifndef FIEL_MESSAGES_H
#define FIEL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

enum { PROTOCOL_VERSION = 3, ENVELOPE_MAX = 65536, DEPTH_MAX = 6, ITEMS_MAX = 4096 };
/* What CURVE adds to a part: ZMQ_MAXMSGSIZE counts the bytes that cross the wire. */
enum { CURVE_ADDS = 33 };

/* X(NAME, number, who, fields)
 * who: P public to all seats, V to one seat alone, B from a bot.
 * fields: name:type in wire order after [type, table]; u = unsigned, b32 = bin of 32 bytes, b = bin,
 * s = str, a = array. */
#define MESSAGES(X) \
    X(OFFER, 1, 'V', "offer:b seat:u view_key:b32") \
    X(OPEN, 2, 'P', "open:b signature:b64 proof:b") \
    X(SEAL, 3, 'P', "seals:a signature:b64") /* seals: array of [h:u commitments:b] */ \
    X(DEAL, 4, 'P', "hand:u mano:u cuts:b openings:b") \
    X(CARDS, 5, 'V', "hand:u openings:b") \
    X(ACT, 6, 'P', "seat:u action:u value:u opening:b") \
    X(REQUEST, 7, 'V', "request:u bank_us:u budget_us:u used_us:u view:a legal:a") \
    X(REFUSED, 8, 'V', "request:u error:u text:s") \
    X(SHOW, 9, 'P', "seat:u openings:b") \
    X(HAND_END, 10, 'P', "hand:u score:a") \
    X(SIGNED, 11, 'P', "hand:u seat:u signature:b64") \
    X(FAULT, 12, 'P', "seat:u fault:u effect:u a:u b:u") /* a, b: the numbers of the reason, by fault */ \
    X(GAME_END, 13, 'P', "game:u winner:u reason:u seat:u score:a") \
    X(RESULT, 14, 'P', "result:b signature:b64") \
    X(REVEAL, 15, 'P', "seed:b32") \
    X(SIGN, 16, 'V', "seat:u sign:u") \
    X(HANDS_END, 17, 'P', "hands:u seq:u head:b32 views:b checkpoint:b32 signature:b64") \
    X(NOTE, 18, 'V', "request:u note:b32") /* H of what went with the answer */ \
    X(HELLO, 32, 'B', "version:u key:b32 name:s have:u head:b32 signature:b64") \
    X(JOIN, 33, 'B', "anchors:b view:b32 signature:b64") \
    X(CUT, 34, 'B', "hand:u x:b32") \
    X(ANSWER, 35, 'B', "seat:u request:u action:u signs:a note:s signature:b") \
    X(HAND_SIGN, 36, 'B', "hand:u signature:b64") \
    X(PROTEST, 37, 'B', "code:u text:s have:u head:b32 signature:b64") /* a check of the bot failed: it stops */

enum message_type {
#define X(name, number, who, fields) MSG_##name = number,
    MESSAGES(X)
#undef X
};

/* What can be wrong with the bytes of an envelope.  X(NAME, number, text) */
#define WIRE_ERRORS(X) \
    X(EMPTY, 1, "no bytes") \
    X(TOO_LONG, 2, "an envelope is at most 65536 bytes") \
    X(MULTIPART, 3, "an envelope is one part") \
    X(TRUNCATED, 4, "the value ends before its length says") \
    X(TRAILING, 5, "bytes after the value") \
    X(NOT_MINIMAL, 6, "an integer or header is not in its shortest form") \
    X(FORBIDDEN, 7, "nil, booleans, floats and extension types are not used") \
    X(BAD_UTF8, 8, "a str is not UTF-8") \
    X(KEY_ORDER, 9, "map keys are integers, strictly increasing") \
    X(TOO_DEEP, 10, "nested deeper than 6") \
    X(TOO_MANY, 11, "more than 4096 values") \
    X(NOT_ENVELOPE, 12, "not [number, message, ...]") \
    X(UNKNOWN_TYPE, 13, "no message of this type goes this way") \
    X(BAD_FIELDS, 14, "wrong number, type or size of a message's fields") \
    X(OUT_OF_RANGE, 15, "a field's number is out of range") \
    X(OTHER_VERSION, 16, "another version of the protocol: build this bot with an SDK of version 3")

enum wire_error {
    WIRE_OK = 0,
#define X(name, number, text) WIRE_##name = number,
    WIRE_ERRORS(X)
#undef X
};

/* Faults; ARBITER.md section 7.2 has their effects.  Numbers are stable.  X(NAME, number, owner, text)
 * text: what FAULT's numbers %a and %b are; people read of them by tell/fault.h. */
#define FAULTS(X) \
    X(ILLEGAL, 1, 'B', "illegal action, error %a, number %b of this game") \
    X(MALFORMED, 2, 'B', "malformed envelope, wire error %a") \
    X(BAD_SIGNATURE, 3, 'B', "wrong signature in message type %a") \
    X(BAD_CUT, 4, 'B', "the cut of hand %a does not hash to the one before") \
    X(WRONG_SEAT, 5, 'B', "answered as seat %a, is seat %b") \
    X(UNASKED, 6, 'B', "answered request %a that was not open, number %b of this match") \
    X(TIMEOUT, 7, 'B', "%a us allowed, %b us used") \
    X(NO_START, 8, 'B', "said nothing valid within the start limit of %a us") \
    X(WITHHELD, 9, 'B', "no cut or hand signature for hand %a within %b us") \
    X(CRASHED, 10, 'B', "process ended, exit code %a, signal %b") \
    X(RESOURCES, 11, 'B', "resource limit %a, %b used") \
    X(PROTESTED, 12, 'B', "stopped with check %a failed") \
    X(OUT_OF_ORDER, 13, 'B', "message type %a is not expected now") \
    X(KEY_AGAIN, 14, 'B', "signed with seat %a's key of the first leg; every match needs a fresh one") \
    X(ARBITER, 100, 'A', "arbiter failure %a")

enum fault {
    FAULT_NONE = 0,
#define X(name, number, owner, text) FAULT_##name = number,
    FAULTS(X)
#undef X
};

/* Why an arbiter cannot go on: ARBITER's `a`.  X(NAME, number, text) */
#define ARBITER_CODES(X) \
    X(DISK, 1, "its disk or its match log takes no more") \
    X(CANCELLED, 2, "it was cancelled") \
    X(ANOTHER_BOOT, 3, "the machine went down while it was played") \
    X(NO_PROCESS, 4, "a process of the arbiter's could not be started") \
    X(MEMORY, 5, "the machine had no memory left and ended a process") \
    X(GIVEN_UP, 6, "its arbiter broke down over it, and it was given up")
/* Of another number. */
#define ARBITER_UNSAID(X) X(UNSAID, 0, "it does not say why")

enum arbiter_code {
#define X(name, number, text) ARBITER_##name = number,
    ARBITER_CODES(X)
#undef X
};

/* The arbiter was not there any more when the match was called off: what its bots heard may be more than its record holds, so nothing
 * of it counts, and RESULT alone says so. */
static inline bool arbiter_forgets(uint64_t code) { return code == ARBITER_ANOTHER_BOOT || code == ARBITER_GIVEN_UP; }

/* What a fault did.  */
enum fault_effect {
    EFFECT_NOTED = 0,
    EFFECT_REFUSED = 1,
    EFFECT_GAME = 2,
    EFFECT_MATCH = 3,
    EFFECT_DEFAULT_ACTION = 4,
    EFFECT_VOID = 5,
    EFFECT_STOPPED = 6, /* a cutter's: no further hand can be dealt */
};

/* Why a game or a match ended. */
enum end_reason {
    END_PLAYED = 0,
    END_FAULT = 1,
    END_LAST_HAND = 2, /* the chain of cuts is used up */
    END_VOID = 3,
    END_CANCELLED = 4,
    END_STOPPED = 5, /* a cutter is lost: what was decided stands */
};

/* The sentence of an error. */
const char *wire_error_text(enum wire_error e);
const char *arbiter_code_text(uint64_t code); /* of another number "it does not say why" */
const char *fault_name(enum fault f);         /* "timeout" */
enum fault fault_called(const char *name);    /* FAULT_NONE: there is none of that name */

#endif
