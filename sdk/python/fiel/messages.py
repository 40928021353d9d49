"""Envelopes and messages (P3, P4)."""

from types import SimpleNamespace

import msgpack

from .wire import (
    BAD_FIELDS, MAX_ENVELOPE, NOT_ENVELOPE, OUT_OF_RANGE, TOO_MANY, UNKNOWN_TYPE, WireError, decode,
    encode)

CURVE_ADDS = 33  # to every part on the wire, where MAXMSGSIZE counts
MESSAGES_FROM_ARBITER = 512
MESSAGES_FROM_BOT = 8
MESSAGES_OF_TABLES = 128  # from a bot of several tables
MOST_SIGNS = 8
NOTED, REFUSED, GAME, MATCH, DEFAULT_ACTION, VOID, STOPPED = range(7)
END_PLAYED, END_FAULT, END_LAST_HAND, END_VOID, END_CANCELLED, END_STOPPED = range(6)
MESSAGES = {
    1: "OFFER offer:b seat:u8 view_key:b32",
    2: "OPEN open:b signature:b64 proof:b",
    3: "SEAL seals:a signature:b64",
    4: "DEAL hand:u32 mano:u8 cuts:b openings:b",
    5: "CARDS hand:u32 openings:b",
    6: "ACT seat:u8 action:u16 value:u16 opening:b",
    7: "REQUEST request:u32 bank_us:u64 budget_us:u64 used_us:u64 view:a legal:a",
    8: "REFUSED request:u32 error:u16 text:s",
    9: "SHOW seat:u8 openings:b",
    10: "HAND_END hand:u32 score:a",
    11: "SIGNED hand:u32 seat:u8 signature:b64",
    12: "FAULT seat:u8 fault:u8 effect:u8 a:u64 b:u64",
    13: "GAME_END game:u32 winner:u8 reason:u8 seat:u8 score:a",
    14: "RESULT result:b signature:b64",
    15: "REVEAL seed:b32",
    16: "SIGN seat:u8 sign:u16",
    17: "HANDS_END hands:u32 seq:u64 head:b32 views:b checkpoint:b32 signature:b64",
    32: "HELLO version:u8 key:b32 name:s have:u64 head:b32 signature:b64",
    33: "JOIN anchors:b view:b32 signature:b64",
    34: "CUT hand:u32 x:b32",
    35: "ANSWER seat:u8 request:u32 action:u16 signs:a signature:b64",
    36: "HAND_SIGN hand:u32 signature:b64",
    37: "PROTEST code:u16 text:s have:u64 head:b32 signature:b64",
}
NAMES = {number: line.split()[0] for number, line in MESSAGES.items()}
TYPES = {name: number for number, name in NAMES.items()}
FIELDS = {number: [item.split(":") for item in line.split()[1:]]
          for number, line in MESSAGES.items()}
VERSION = 2
PRIVATE = (1, 5, 7, 8, 16)
FROM_ARBITER = range(1, 18)
FROM_BOT = range(32, 38)
OF_A_TABLE = "SEAL DEAL CARDS ACT REQUEST REFUSED SHOW HAND_END FAULT GAME_END SIGN CUT ANSWER".split()
EMPTY_TOO = (("ANSWER", "signature"),)
TEXT_LIMIT = {("HELLO", "name"): 63, ("PROTEST", "text"): 255}


def visible_to(party):
    """The visibility of what is told to one party alone (R1)."""
    return 1 << party if party < 8 else 240 + party - 8


def has_type(value, kind):
    """Is this the msgpack type of a field, its number's range aside (P4)?"""
    if kind[0] == "u":
        return isinstance(value, int) and value >= 0
    if kind == "s":
        return isinstance(value, str)
    if kind == "a":
        return isinstance(value, list)
    return isinstance(value, bytes) and kind in ("b", "b%d" % len(value))


NO_ACTION, LEGAL_PLAIN = 0xffff, 16
BETS_BY_NUMBER = (6, 7, 24, 25)


def actions(codes):
    """The list of a REQUEST without what fills it up (P4)."""
    end = len(codes)
    while end and codes[end - 1] == NO_ACTION:
        end -= 1
    return codes[:end]


def filled_up(legal):
    """How many codes a REQUEST holds for these actions (P4)."""
    numbers = [code for code in legal if code >> 8 in BETS_BY_NUMBER and code & 255]
    return len(numbers) + max(LEGAL_PLAIN, len(legal) - len(numbers))


CARDS_BY_KIND = (1, 2, 31)  # play, play-down, discard


def in_order(legal, dealt):
    """Are these actions by kind, of one kind cards as they were dealt and all else by its arg (P4)?"""
    places = {card: place for place, card in enumerate(dealt)}
    order = [(code >> 8, places.get(code & 255, -1) if code >> 8 in CARDS_BY_KIND else code & 255) for code in legal]
    return all(one < other for one, other in zip(order, order[1:]))


def read_message(raw, allowed, tables=1):
    """A message as an object with its fields, `number`, `kind`, `table` and `raw` bytes (P4)."""
    return as_message(decode(raw), raw, allowed, tables)


def as_message(items, raw, allowed, tables=1):
    """The same from its decoded items."""
    if not isinstance(items, list) or len(items) < 2 or not all_of(items[:2], "u"):
        raise WireError(BAD_FIELDS, "not [type, table, field, ...]")
    if items[0] not in allowed:
        raise WireError(UNKNOWN_TYPE, "no message of type %d goes this way" % items[0])
    name, fields, values = NAMES[items[0]], FIELDS[items[0]], items[2:]
    if len(values) != len(fields):
        raise WireError(BAD_FIELDS, "%s has other fields" % name)
    message = SimpleNamespace(number=items[0], kind=name, table=items[1], raw=raw)
    for (field, kind), value in zip(fields, values):
        check_field(name, field, kind, value)
        setattr(message, field, value)
    if name == "REQUEST":
        message.listed, message.legal = len(message.legal), actions(message.legal)
    if items[1] >= (tables if name in OF_A_TABLE else 1):
        raise WireError(OUT_OF_RANGE, "another table")
    return message


def check_field(name, field, kind, value):
    """Type and size of a field, then its range (P4, P9.1 numbers 14 and 15)."""
    empty = value == b"" and (name, field) in EMPTY_TOO
    if not has_type(value, kind) and not empty:
        raise WireError(BAD_FIELDS, "%s: %s is no %s" % (name, field, kind))
    if kind == "s" and "\0" in value:
        raise WireError(BAD_FIELDS, "%s: NUL in %s" % (name, field))
    if kind == "s" and len(value.encode()) > TEXT_LIMIT.get((name, field), MAX_ENVELOPE):
        raise WireError(BAD_FIELDS, "%s: %s is too long" % (name, field))
    if kind[0] == "u" and value >> int(kind[1:]):
        raise WireError(OUT_OF_RANGE, "%s: %s is too large" % (name, field))
    if (name, field) == ("ANSWER", "signs"):
        if len(value) > MOST_SIGNS or not all_of(value, "u"):
            raise WireError(BAD_FIELDS, "%s: not at most %d signs" % (name, MOST_SIGNS))
        if any(code >= 65536 for code in value):
            raise WireError(OUT_OF_RANGE, "%s: a sign is too large" % name)


def read_envelope(data, allowed, most, tables=1):
    """[number, [message, ...]] of P3 as (number, messages); WireError when it is none. From the arbiter a number alone
    is one, too: all that was sent up to it has been sent again (P10).

    What is canonical is what is packed from its values again, so a message's bytes are had from its items."""
    items = decode(data)
    least = 1 if allowed is FROM_ARBITER else 2
    if not isinstance(items, list) or len(items) < least or not has_type(items[0], "u"):
        raise WireError(NOT_ENVELOPE, "not [number, message, ...]")
    if len(items) - 1 > most:
        raise WireError(TOO_MANY, "more than %d messages" % most)
    return items[0], [as_message(item, encode(item), allowed, tables) for item in items[1:]]


def pack_message(name, *fields, table=0):
    """The bytes of [type, table, field, ...]."""
    return encode([TYPES[name], table, *fields])


def pack_envelope(number, messages):
    """An envelope around messages that are packed already."""
    packer = msgpack.Packer()
    return packer.pack_array_header(1 + len(messages)) + packer.pack(number) + b"".join(messages)


def all_of(values, kind):
    """Are all values of an array of this kind?"""
    return all(has_type(value, kind) for value in values)
