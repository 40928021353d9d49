"""The file of a match, record by record (REPLAY.md sections 1 and 2)."""

import struct

from . import msgpack

MAGIC = b"FIELREP\x03"
HEADER, RECEIVED, SENT, SILENCE, SEAT, LOGGED, VOID, REVEAL_NOW, PAUSE = range(64, 73)
TRAILER = 127
OFFER, OPEN, SEAL, DEAL, CARDS, ACT, REQUEST, REFUSED, SHOW, HAND_END, SIGNED, FAULT, GAME_END, RESULT, REVEAL, SIGN, \
    HANDS_END, NOTE = range(1, 19)
NAMES = dict(zip((*range(1, 19), *range(64, 73), 127), (
    "OFFER OPEN SEAL DEAL CARDS ACT REQUEST REFUSED SHOW HAND_END SIGNED FAULT GAME_END RESULT REVEAL SIGN HANDS_END NOTE "
    "HEADER RECEIVED SENT SILENCE SEAT LOGGED VOID REVEAL_NOW PAUSE TRAILER").split()))
FIELDS = {OFFER: "offer seat view_key", OPEN: "open signature proof", SEAL: "seals signature",
          DEAL: "hand mano cuts openings", CARDS: "hand openings", ACT: "seat action value opening",
          REQUEST: "request bank_us budget_us used_us view legal", REFUSED: "request error text",
          SHOW: "seat openings", HAND_END: "hand score", SIGNED: "hand seat signature", FAULT: "seat fault effect a b",
          GAME_END: "game winner reason seat score", RESULT: "result signature", REVEAL: "seed", SIGN: "seat sign",
          HANDS_END: "hands seq head views checkpoint signature", NOTE: "request note"}
SIZES = {SENT: 13, SILENCE: 18, SEAT: 6, VOID: 4, REVEAL_NOW: 0, PAUSE: 18, TRAILER: 64}
LIMIT = 1048576
CUT_SHORT = "the file ends in the middle of a record"
NO_TRAILER = "there is no trailer: the match was not finished, or the end of the file is missing"
UNFINISHED = (CUT_SHORT, NO_TRAILER)         # what stands before is right, and nobody is to blame


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
    if data[:7] == MAGIC[:7] and data[7:8] in (b"\x01", b"\x02"):
        raise Unreadable("this is a record of protocol version %d, which nothing speaks any more: play the match anew" % data[7])
    if data[:4] == b"\x28\xb5\x2f\xfd":
        raise Unreadable("zstd packed this record, which nothing here unpacks: unpack it with zstd -d")
    if data[:7] == b"FIELKEP":
        raise Unreadable("this record is compact, which nothing here makes whole: fiel-audit --plain does")
    if data[:8] != MAGIC:
        raise Unreadable("this is no record of a match: its first bytes are another's")
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
        return records, NO_TRAILER
    return records, None


def _one(data, at, number):
    if at + 14 > len(data):
        return CUT_SHORT, None
    length, kind, visible, time = struct.unpack_from(">IBBQ", data, at)
    if length > LIMIT or kind not in NAMES:
        return "record %d is none: its length or type is impossible" % (number + 1), None
    if (kind == HEADER) != (number == 0):
        return "HEADER is the first record and no other", None
    if at + 14 + length > len(data):
        return CUT_SHORT, None
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


def peek(record, kind, fields):
    """The fields behind type and table of a record that is read ahead; None where it is not such a message."""
    if record.kind != kind:
        return None
    try:
        value = message(record)
    except msgpack.Malformed:
        return None
    return value[1:] if isinstance(value, list) and len(value) == 2 + fields else None


def numbers(payload, *sizes):
    """The big-endian numbers that a record of the arbiter's own begins with."""
    values, at = [], 0
    for size in sizes:
        values.append(int.from_bytes(payload[at:at + size], "big"))
        at += size
    return values
