"""A record's file (R1, R2), and the numbers in it."""

import os
import struct
import sys
from types import SimpleNamespace

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "sdk", "python"))
from fiel import pages  # noqa: E402

MAGIC = b"FIELREP\x02"
MAX_RECORD = 1 << 20
PACKED = b"\x28\xb5\x2f\xfd"  # how what zstd packs begins
MOST_BYTES, PIECE, HEADER_MOST = 1 << 30, 1 << 10, 18  # of zstd: what is unpacked at once, how long its header is at most
HEADER, RECEIVED, SENT, SILENCE, SEAT, LOGGED, VOID, REVEAL_NOW, PAUSE, TRAILER = *range(64, 73), 127
OWN_RECORDS = {HEADER: "HEADER", RECEIVED: "RECEIVED", SENT: "SENT", SILENCE: "SILENCE", SEAT: "SEAT", LOGGED: "LOGGED",
               VOID: "VOID", REVEAL_NOW: "REVEAL_NOW", PAUSE: "PAUSE", TRAILER: "TRAILER"}
INSIDE_AN_INPUT = ("SENT", "LOGGED", "REVEAL_NOW")
ACCEPTED, ANSWER_REFUSED, IGNORED, AT_FAULT = range(4)
(ILLEGAL, MALFORMED, BAD_SIGNATURE, BAD_CUT, WRONG_SEAT, UNASKED, TIMEOUT, NO_START, WITHHELD,
 CRASHED, RESOURCES, PROTESTED, OUT_OF_ORDER) = range(1, 14)
ARBITER = 100
FAILURES = range(1, 7)  # what ARBITER's `a` may say
CONNECTED, LEFT, EXITED, RESTARTED, BOT_RESTARTED, LIMIT, RESUMED = range(1, 8)
PAUSES = range(1, 5)
MAX_HELLOS, MAX_ILLEGAL, MAX_TIMEOUTS, MAX_UNASKED = 64, 3, 3, 100
KINDS = range(1, 32)
RULE_ERRORS = range(1, 48)


class Wrong(Exception):
    """A record is not what it should be."""


def check(holds, text, *values):
    """One check; what is wrong when it fails."""
    if not holds:
        raise Wrong(text % values)


def read_records(data):
    """All records of a file; Wrong when not the whole file is records (R1)."""
    if data[:7] == MAGIC[:7] and data[7:8] == b"\x01":
        raise Wrong("a record of version 1, which nothing reads any more: this is version 2")
    check(data[:8] == MAGIC, "the file does not begin with the magic")
    records, at = [], 8
    while at < len(data):
        check(len(data) - at >= 14, "offset %d: the file is cut short", at)
        length, number, visibility, time = struct.unpack_from(">IBBQ", data, at)
        name = OWN_RECORDS.get(number) or pages.NAMES.get(number if number < 32 else None)
        check(name, "offset %d: type %d is unknown", at, number)
        check(length <= MAX_RECORD, "offset %d: the record is too long", at)
        check(len(data) - at - 14 >= length, "offset %d: the file is cut short", at)
        check((number == HEADER) == (at == 8), "offset %d: HEADER comes once, first", at)
        check(not records or records[-1].name != "TRAILER", "offset %d: behind TRAILER", at)
        check(number != TRAILER or length == 64, "offset %d: TRAILER is 64 bytes", at)
        records.append(SimpleNamespace(index=len(records), at=at, number=number, name=name,
                                       visibility=visibility, time=time,
                                       payload=data[at + 14:at + 14 + length]))
        at += 14 + length
    check(records and records[-1].name == "TRAILER", "no TRAILER: the match was not finished")
    return records


def unpacked(data, most=MOST_BYTES):
    """A record as it was written, of what zstd may have packed (R1); Wrong when that is cut short, damaged or too long."""
    if data[:4] != PACKED:
        return data
    try:
        import zstandard
    except ImportError:
        raise Wrong("zstd packed it, and the module zstandard is missing: install python3-zstandard, or unpack it with zstd -d") from None
    parts, size = [], 0
    try:
        while data:
            check(len(data) < HEADER_MOST or zstandard.frame_content_size(data) <= most, "it unpacks to more bytes than a record may have")
            frame = zstandard.ZstdDecompressor().decompressobj()
            for at in range(0, len(data), PIECE):
                parts.append(frame.decompress(data[at:at + PIECE]))
                size += len(parts[-1])
                check(size <= most, "it unpacks to more bytes than a record may have")
                if frame.eof:
                    break
            check(frame.eof, "it is cut short in what zstd packed")
            data = frame.unused_data + data[at + PIECE:]
    except zstandard.ZstdError as error:
        raise Wrong("it is damaged in what zstd packed") from error
    return b"".join(parts)


def fixed(payload, layout, what):
    """The numbers of a record of fixed size."""
    check(len(payload) == struct.calcsize(layout), "%s has another size", what)
    return struct.unpack(layout, payload)
