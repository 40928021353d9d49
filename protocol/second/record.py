"""The file of a match, record by record (REPLAY.md sections 1 and 2)."""

import struct

from . import msgpack

MAGIC = b"FIELREP\x01"
HEADER, RECEIVED, SENT, SILENCE, SEAT, TRAILER = 64, 65, 66, 67, 68, 127
NAMES = {1: "OFFER", 2: "OPEN", 3: "SEAL", 4: "DEAL", 5: "CARDS", 6: "ACT", 7: "REQUEST", 8: "REFUSED", 9: "SHOW",
         10: "HAND_END", 11: "SIGNED", 12: "FAULT", 13: "GAME_END", 14: "RESULT", 15: "REVEAL", 16: "SIGN",
         17: "HANDS_END", 64: "HEADER", 65: "RECEIVED", 66: "SENT", 67: "SILENCE", 68: "SEAT", 127: "TRAILER"}
FIELDS = {1: "offer seat view_key", 2: "open signature proof", 3: "seals signature", 4: "hand mano cuts openings",
          5: "hand openings", 6: "seat action value opening", 7: "request bank_us budget_us view legal",
          8: "request error text", 9: "seat openings", 10: "hand head score checkpoint signature",
          11: "hand seat signature", 12: "seat fault effect a b", 13: "game winner reason seat score",
          14: "result signature", 15: "seed", 16: "seat sign", 17: "hands head checkpoint signature"}
LIMIT = 1048576


class Unreadable(Exception):
    """The file is no record at all."""


class Record:
    __slots__ = ("number", "offset", "kind", "visible", "time", "payload", "value")

    def __init__(self, number, offset, kind, visible, time, payload):
        self.number, self.offset, self.kind, self.visible = number, offset, kind, visible
        self.time, self.payload, self.value = time, payload, None

    @property
    def name(self):
        return NAMES[self.kind]


def read(data):
    """(records of the valid prefix, sentence why it ends early or None)."""
    if data[:8] != MAGIC:
        raise Unreadable("this is no replay of protocol version 1: its first bytes are another's")
    records, at = [], 8
    while at < len(data):
        why, record = _one(data, at, len(records))
        if record is None:
            return records, why
        records.append(record)
        at += 14 + len(record.payload)
        if record.kind == TRAILER and at != len(data):
            return records, "bytes stand behind the trailer"
    if not records or records[-1].kind != TRAILER:
        return records, "there is no trailer: the match was not finished, or the end of the file is missing"
    return records, None


def _one(data, at, number):
    if at + 14 > len(data):
        return "the file ends in the middle of a record", None
    length, kind, visible, time = struct.unpack_from(">IBBQ", data, at)
    if length > LIMIT or kind not in NAMES:
        return "record %d is none: its length or type is impossible" % number, None
    if (kind == HEADER) != (number == 0):
        return "HEADER is the first record and no other", None
    if at + 14 + length > len(data):
        return "the file ends in the middle of a record", None
    if kind == TRAILER and length != 64:
        return "a trailer has 64 bytes", None
    return None, Record(number, at, kind, visible, time, data[at + 14:at + 14 + length])


def party_bit(party):
    """The visibility of what one party alone is told."""
    return 1 << party if party < 8 else 240 + party - 8


def message(record):
    """The fields of a message record, [type, table, ...]; raises msgpack.Malformed."""
    if record.value is None:
        record.value = msgpack.unpack(record.payload, None)
    return record.value
