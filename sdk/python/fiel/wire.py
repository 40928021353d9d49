"""The one canonical msgpack (P2), read strictly."""

import msgpack

MAX_ENVELOPE = 65536
MAX_DEPTH = 6
MAX_VALUES = 4096


class WireError(Exception):
    """Bytes that are not an envelope; `number` is that of P9.1."""

    def __init__(self, number, text):
        super().__init__(text)
        self.number = number


(EMPTY, TOO_LONG, MULTIPART, TRUNCATED, TRAILING, NOT_MINIMAL, FORBIDDEN, BAD_UTF8, KEY_ORDER,
 TOO_DEEP, TOO_MANY, NOT_ENVELOPE, UNKNOWN_TYPE, BAD_FIELDS, OUT_OF_RANGE, OTHER_VERSION) = range(1, 17)
CONTAINERS = (*range(0x80, 0xa0), 0xdc, 0xdd, 0xde, 0xdf)


class Reader:
    """Reads canonical msgpack (P2), strictly, from the front of some bytes."""

    UINT = {0xcc: (1, 0x80), 0xcd: (2, 1 << 8), 0xce: (4, 1 << 16), 0xcf: (8, 1 << 32)}
    SINT = {0xd0: (1, -0x20), 0xd1: (2, -0x80), 0xd2: (4, -0x8000), 0xd3: (8, -0x80000000)}
    LONG = {0xc4: ("bin", 1, 0), 0xc5: ("bin", 2, 1 << 8), 0xc6: ("bin", 4, 1 << 16),
            0xd9: ("str", 1, 32), 0xda: ("str", 2, 1 << 8), 0xdb: ("str", 4, 1 << 16),
            0xdc: ("array", 2, 16), 0xdd: ("array", 4, 1 << 16),
            0xde: ("map", 2, 16), 0xdf: ("map", 4, 1 << 16)}

    def __init__(self, data):
        self.data = data
        self.at = 0
        self.values = 0

    def take(self, size):
        """The next `size` bytes."""
        if size > len(self.data) - self.at:
            raise WireError(TRUNCATED, "the value ends before its length says")
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, size, signed=False):
        """A big-endian number of `size` bytes."""
        return int.from_bytes(self.take(size), "big", signed=signed)

    def value(self, depth=0):
        """One value with all that is in it; `depth` containers are around it."""
        first = self.number(1)
        self.values += 1
        if self.values > MAX_VALUES:
            raise WireError(TOO_MANY, "more than 4096 values")
        if first <= 0x7f:
            return first
        if first >= 0xe0:
            return first - 256
        if first in self.UINT:
            return self.integer(*self.UINT[first])
        if first in self.SINT:
            return self.negative(*self.SINT[first])
        return self.sized(*self.header(first), depth)

    def integer(self, size, least):
        """A number in a form that is right from `least` on."""
        number = self.number(size)
        if number < least:
            raise WireError(NOT_MINIMAL, "an integer is not in its shortest form")
        return number

    def negative(self, size, bound):
        """A negative number in a form that is right below `bound`."""
        number = self.number(size, signed=True)
        if number >= bound:
            raise WireError(NOT_MINIMAL, "an integer is not in its shortest form")
        return number

    def header(self, first):
        """(kind, length) of a str, bin, array or map."""
        if first <= 0x8f:
            return "map", first - 0x80
        if first <= 0x9f:
            return "array", first - 0x90
        if first <= 0xbf:
            return "str", first - 0xa0
        if first not in self.LONG:
            raise WireError(FORBIDDEN, "nil, booleans, floats and extensions are not used")
        kind, size, least = self.LONG[first]
        length = self.number(size)
        if length < least:
            raise WireError(NOT_MINIMAL, "a header is not in its shortest form")
        return kind, length

    def sized(self, kind, length, depth):
        """The body of a str, bin, array or map."""
        if kind == "bin":
            return self.take(length)
        if kind == "str":
            try:
                return self.take(length).decode("utf-8")
            except UnicodeDecodeError as error:
                raise WireError(BAD_UTF8, "a str is not UTF-8") from error
        if depth == MAX_DEPTH:
            raise WireError(TOO_DEEP, "nested deeper than 6")
        if length * (2 if kind == "map" else 1) > len(self.data) - self.at:
            raise WireError(TRUNCATED, "a header promises more than there is")
        if kind == "array":
            return [self.value(depth + 1) for _ in range(length)]
        return self.pairs(length, depth)

    def pairs(self, length, depth):
        """The body of a map: integer keys, strictly increasing."""
        result = {}
        last = None
        for _ in range(length):
            if self.at < len(self.data) and self.data[self.at] in CONTAINERS:
                raise WireError(KEY_ORDER, "a map's key is a container")
            key = self.value(depth + 1)
            if not isinstance(key, int) or (last is not None and key <= last):
                raise WireError(KEY_ORDER, "map keys are integers, strictly increasing")
            result[key] = self.value(depth + 1)
            last = key
        return result


def plain(value, depth, budget):
    """How many of `budget` values are left after this one; -1 for what only the reader can judge."""
    kind = type(value)
    if kind is list and depth < MAX_DEPTH:
        budget -= 1
        for item in value:
            budget = budget - 1 if type(item) is int else plain(item, depth + 1, budget)
            if budget < 0:
                return -1
        return budget
    return budget - 1 if kind in (int, bytes, str) else -1


def quick(data):
    """The value, when it is surely canonical: packed again it is these bytes. None: let the reader see."""
    try:
        value = msgpack.unpackb(data, strict_map_key=False)
        return value if plain(value, 0, MAX_VALUES) >= 0 and encode(value) == data else None
    except (ValueError, TypeError, msgpack.UnpackException):
        return None


def decode(data):
    """The one value that `data` holds, or WireError (P2)."""
    if not data:
        raise WireError(EMPTY, "no bytes")
    if len(data) > MAX_ENVELOPE:
        raise WireError(TOO_LONG, "more than 65536 bytes")
    value = quick(data)
    if value is not None:
        return value
    reader = Reader(data)
    value = reader.value()
    if reader.at < len(data):
        raise WireError(TRAILING, "bytes after the value")
    return value


def encode(value):
    """The canonical bytes of a value made of int, str, bytes and list."""
    return msgpack.packb(value, use_bin_type=True)
