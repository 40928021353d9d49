"""What a bot sends: an envelope and its messages, checked as CLIENT.md sections 2 to 4 and ARBITER.md section 7.1 say."""

from . import msgpack as M

HELLO, JOIN, CUT, ANSWER, HAND_SIGN, PROTEST = range(32, 38)
U8, U16, U32, U64 = 1 << 8, 1 << 16, 1 << 32, 1 << 64
SHAPES = {
    HELLO: (("u", U8), ("b", 32), ("s", 63), ("u", U64), ("b", 32), ("b", 64)),
    JOIN: (("anchors", 0), ("b", 32), ("b", 64)),
    CUT: (("u", U32), ("b", 32)),
    ANSWER: (("u", U8), ("u", U32), ("u", U16), ("signs", 8), ("s", 1024), ("maybe", 64)),
    HAND_SIGN: (("u", U32), ("b", 64)),
    PROTEST: (("u", U16), ("s", 255), ("u", U64), ("b", 32), ("b", 64)),
}


def read(data, tables):
    """[ack, message, ...] of a well-formed envelope; msgpack.Malformed with the number of what is wrong."""
    value = M.unpack(data)
    if not isinstance(value, list) or len(value) < 2 or not isinstance(value[0], int) or value[0] < 0:
        raise M.Malformed(M.NOT_ENVELOPE)
    if len(value) - 1 > (8 if tables == 1 else 128):
        raise M.Malformed(M.TOO_MANY)
    for message in value[1:]:
        _check(message, tables)
    return value


def _unsigned(value):
    return isinstance(value, int) and value >= 0


def _check(message, tables):
    if not isinstance(message, list) or len(message) < 2 or not _unsigned(message[0]) or not _unsigned(message[1]):
        raise M.Malformed(M.BAD_FIELDS)
    if message[0] not in SHAPES:
        raise M.Malformed(M.UNKNOWN_TYPE)
    shapes = SHAPES[message[0]]
    if len(message) != 2 + len(shapes):
        raise M.Malformed(M.BAD_FIELDS)
    for value, (shape, size) in zip(message[2:], shapes):
        _field(value, shape, size, tables)
    if message[1] >= tables or (message[1] and message[0] not in (CUT, ANSWER)):
        raise M.Malformed(M.OUT_OF_RANGE)


def _field(value, shape, size, tables):
    if shape == "u":
        if not _unsigned(value):
            raise M.Malformed(M.BAD_FIELDS)
        if value >= size:
            raise M.Malformed(M.OUT_OF_RANGE)
        return
    if shape == "s":
        good = isinstance(value, str) and "\0" not in value and len(value.encode()) <= size
    elif shape == "signs":
        good = isinstance(value, list) and len(value) <= size and all(_unsigned(v) for v in value)
        if good and any(v >= U16 for v in value):
            raise M.Malformed(M.OUT_OF_RANGE)
    else:
        sizes = {"b": (size,), "maybe": (0, size), "anchors": (32 * tables,)}[shape]
        good = isinstance(value, bytes) and len(value) in sizes
    if not good:
        raise M.Malformed(M.BAD_FIELDS)
