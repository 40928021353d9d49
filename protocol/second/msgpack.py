"""One canonical msgpack, read strictly and written in its one form (CLIENT.md section 2, errors of ARBITER.md section 7.1)."""

EMPTY, TOO_LONG, MULTIPART, TRUNCATED, TRAILING, NOT_MINIMAL, FORBIDDEN, BAD_UTF8, KEY_ORDER, TOO_DEEP, TOO_MANY, \
    NOT_ENVELOPE, UNKNOWN_TYPE, BAD_FIELDS, OUT_OF_RANGE, OTHER_VERSION = range(1, 17)
MAX_BYTES, MAX_DEPTH, MAX_VALUES = 65536, 6, 4096


class Malformed(Exception):
    """Carries the number of the first rule that is broken, in reading order."""

    def __init__(self, error):
        super().__init__("wire error %d" % error)
        self.error = error


NUMBER, SIGNED, BYTES, TEXT, ARRAY, MAP = range(6)
# What a head says: the kind, the bytes of its count or number, and the least of them that a shorter form has not; of SIGNED the first.
_LONG = {0xc4: (BYTES, 1, 0), 0xc5: (BYTES, 2, 256), 0xc6: (BYTES, 4, 65536),
         0xcc: (NUMBER, 1, 128), 0xcd: (NUMBER, 2, 256), 0xce: (NUMBER, 4, 1 << 16), 0xcf: (NUMBER, 8, 1 << 32),
         0xd0: (SIGNED, 1, -32), 0xd1: (SIGNED, 2, -128), 0xd2: (SIGNED, 4, -32768), 0xd3: (SIGNED, 8, -(1 << 31)),
         0xd9: (TEXT, 1, 32), 0xda: (TEXT, 2, 256), 0xdb: (TEXT, 4, 65536),
         0xdc: (ARRAY, 2, 16), 0xdd: (ARRAY, 4, 65536), 0xde: (MAP, 2, 16), 0xdf: (MAP, 4, 65536)}


class _Reader:
    def __init__(self, data):
        self.data, self.at, self.values, self.end = data, 0, 0, len(data)

    def take(self, count):
        at, self.at = self.at, self.at + count
        if self.at > self.end:
            raise Malformed(TRUNCATED)
        return self.data[at:self.at]

    def value(self, depth):
        self.values += 1
        if self.values > MAX_VALUES:
            raise Malformed(TOO_MANY)
        if self.at == self.end:
            raise Malformed(TRUNCATED)
        head = self.data[self.at]
        self.at += 1
        if head < 0x80:
            return head
        if head >= 0xe0:
            return head - 256
        if head < 0x90:
            return self.map(head & 15, depth)
        if head < 0xa0:
            return self.array(head & 15, depth)
        if head < 0xc0:
            return self.text(head & 31)
        return self.long(head, depth)

    def long(self, head, depth):
        if head not in _LONG:
            raise Malformed(FORBIDDEN)
        kind, size, least = _LONG[head]
        count = int.from_bytes(self.take(size), "big", signed=kind == SIGNED)
        if count >= least if kind == SIGNED else count < least:
            raise Malformed(NOT_MINIMAL)
        if kind <= SIGNED:
            return count
        if kind == BYTES:
            return bytes(self.take(count))
        return self.text(count) if kind == TEXT else self.array(count, depth) if kind == ARRAY else self.map(count, depth)

    def text(self, count):
        raw = self.take(count)
        try:
            return bytes(raw).decode("utf-8", "strict")
        except UnicodeDecodeError:
            raise Malformed(BAD_UTF8) from None

    def array(self, count, depth):
        if depth >= MAX_DEPTH:
            raise Malformed(TOO_DEEP)
        if self.at + count > self.end:
            raise Malformed(TRUNCATED)
        return [self.value(depth + 1) for _ in range(count)]

    def map(self, count, depth):
        if depth >= MAX_DEPTH:
            raise Malformed(TOO_DEEP)
        if self.at + 2 * count > self.end:
            raise Malformed(TRUNCATED)
        pairs, last = {}, None
        for _ in range(count):
            key = self.value(depth + 1)
            if not isinstance(key, int) or (last is not None and key <= last):
                raise Malformed(KEY_ORDER)
            last = key
            pairs[key] = self.value(depth + 1)
        return pairs


def unpack(data, limit=MAX_BYTES):
    """The one value that data holds; Malformed with the number of what is wrong."""
    if not data:
        raise Malformed(EMPTY)
    if limit is not None and len(data) > limit:
        raise Malformed(TOO_LONG)
    reader = _Reader(data)
    value = reader.value(0)
    if reader.at != reader.end:
        raise Malformed(TRAILING)
    return value


def _head(count, short, short_top, codes):
    if count < short_top:
        return bytes([short + count])
    for code, size in codes:
        if count < 1 << (8 * size):
            return bytes([code]) + count.to_bytes(size, "big")
    raise ValueError("too long")


def pack(value):
    """The one form of a value: int, str, bytes, list."""
    if isinstance(value, int):
        if value >= 0:
            return _head(value, 0, 128, ((0xcc, 1), (0xcd, 2), (0xce, 4), (0xcf, 8)))
        if value >= -32:
            return bytes([256 + value])
        for code, size in ((0xd0, 1), (0xd1, 2), (0xd2, 4), (0xd3, 8)):
            if value >= -(1 << (8 * size - 1)):
                return bytes([code]) + value.to_bytes(size, "big", signed=True)
    if isinstance(value, str):
        raw = value.encode()
        return _head(len(raw), 0xa0, 32, ((0xd9, 1), (0xda, 2), (0xdb, 4))) + raw
    if isinstance(value, (bytes, bytearray)):
        return _head(len(value), 0, 0, ((0xc4, 1), (0xc5, 2), (0xc6, 4))) + bytes(value)
    return _head(len(value), 0x90, 16, ((0xdc, 2), (0xdd, 4))) + b"".join(pack(v) for v in value)
