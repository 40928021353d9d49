"""What a bot and an auditor of Fiel share, written from protocol/*.md alone.

Section numbers in the docstrings are those of PROTOCOL.md (P), DEAL.md (D) and REPLAY.md (R).
"""

import base64
import hashlib
import struct
from types import SimpleNamespace

import msgpack
import nacl.bindings
import nacl.exceptions
import nacl.signing

ZERO32 = bytes(32)
MAX_ENVELOPE = 65536
CURVE_ADDS = 33  # to every part on the wire, where MAXMSGSIZE counts
MAX_DEPTH = 6
MAX_VALUES = 4096
MESSAGES_FROM_ARBITER = 512
MESSAGES_FROM_BOT = 8
MOST_SIGNS = 8

NOBODY = 255
CARD_DOWN = 254

PLAY, PLAY_DOWN, FLOR, DECLARE, SILENT, SON_BUENAS, PLAY_BLIND = 1, 2, 9, 14, 15, 16, 22
DISCARD = 31
PASS = 18 << 8
SIGNS_PHASE = 20
BY_THEMSELVES = (FLOR, DECLARE, SILENT, SON_BUENAS)

NOTED, REFUSED, GAME, MATCH, DEFAULT_ACTION, VOID, STOPPED = range(7)
END_PLAYED, END_FAULT, END_LAST_HAND, END_VOID, END_CANCELLED, END_STOPPED = range(6)


# ---------------------------------------------------------------- D2: notation


def hash32(message):
    """H(m) of D2."""
    return hashlib.blake2b(message, digest_size=32).digest()


def keyed32(key, message):
    """Hk(k, m) of D2."""
    return hashlib.blake2b(message, digest_size=32, key=key).digest()


def tag(name):
    """D(tag) of D2: ASCII, filled up with zero bytes to 16."""
    return name.encode("ascii").ljust(16, b"\0")


def u8(number):
    return struct.pack(">B", number)


def u16(number):
    return struct.pack(">H", number)


def u32(number):
    return struct.pack(">I", number)


def u64(number):
    return struct.pack(">Q", number)


def pieces(data, size):
    """`data` cut into pieces of `size` bytes."""
    return [data[at:at + size] for at in range(0, len(data), size)]


def signature_holds(key, message, signature):
    """Ed25519, over the message itself (D2)."""
    try:
        nacl.signing.VerifyKey(key).verify(message, signature)
    except (nacl.exceptions.BadSignatureError, ValueError, TypeError):
        return False
    return True


# ------------------------------------------------------- P2: canonical msgpack


class WireError(Exception):
    """Bytes that are not an envelope; `number` is that of P9.1."""

    def __init__(self, number, text):
        super().__init__(text)
        self.number = number


(EMPTY, TOO_LONG, MULTIPART, TRUNCATED, TRAILING, NOT_MINIMAL, FORBIDDEN, BAD_UTF8, KEY_ORDER,
 TOO_DEEP, TOO_MANY, NOT_ENVELOPE, UNKNOWN_TYPE, BAD_FIELDS, OUT_OF_RANGE) = range(1, 16)


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


def decode(data):
    """The one value that `data` holds, or WireError (P2)."""
    if not data:
        raise WireError(EMPTY, "no bytes")
    if len(data) > MAX_ENVELOPE:
        raise WireError(TOO_LONG, "more than 65536 bytes")
    reader = Reader(data)
    value = reader.value()
    if reader.at < len(data):
        raise WireError(TRAILING, "bytes after the value")
    return value


def encode(value):
    """The canonical bytes of a value made of int, str, bytes and list."""
    return msgpack.packb(value, use_bin_type=True)


# ------------------------------------------------------------- P3, P4: messages

MESSAGES = {
    1: "OFFER offer:b seat:u8 view_key:b32",
    2: "OPEN open:b signature:b64 proof:b",
    3: "SEAL seals:a signature:b64",
    4: "DEAL hand:u32 mano:u8 cuts:b openings:b",
    5: "CARDS hand:u32 openings:b",
    6: "ACT seat:u8 action:u16 value:u16 opening:b",
    7: "REQUEST request:u32 bank_us:u64 budget_us:u64 view:a legal:a",
    8: "REFUSED request:u32 error:u16 text:s",
    9: "SHOW seat:u8 openings:b",
    10: "HAND_END hand:u32 head:b32 score:a checkpoint:b32 signature:b64",
    11: "SIGNED hand:u32 seat:u8 signature:b64",
    12: "FAULT seat:u8 fault:u8 effect:u8 a:u64 b:u64",
    13: "GAME_END game:u32 winner:u8 reason:u8 seat:u8 score:a",
    14: "RESULT result:b signature:b64",
    15: "REVEAL seed:b32",
    16: "SIGN seat:u8 sign:u16",
    32: "HELLO version:u8 key:b32 name:s have:u64 head:b32 signature:b64",
    33: "JOIN anchors:b32 signature:b64",
    34: "CUT hand:u32 x:b32",
    35: "ANSWER seat:u8 request:u32 action:u16 signs:a signature:b64",
    36: "HAND_SIGN hand:u32 signature:b64",
    37: "PROTEST code:u16 text:s",
}
NAMES = {number: line.split()[0] for number, line in MESSAGES.items()}
TYPES = {name: number for number, name in NAMES.items()}
FIELDS = {number: [item.split(":") for item in line.split()[1:]]
          for number, line in MESSAGES.items()}
PRIVATE = (1, 5, 7, 8, 16)
FROM_ARBITER = range(1, 17)
FROM_BOT = range(32, 38)
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


def read_message(raw, allowed):
    """A message as an object with its fields, `number`, `kind` and `raw` bytes (P4)."""
    items = decode(raw)
    if not isinstance(items, list) or len(items) < 2 or not has_type(items[0], "u"):
        raise WireError(BAD_FIELDS, "not [type, table, field, ...]")
    if items[0] not in allowed:
        raise WireError(UNKNOWN_TYPE, "no message of type %d goes this way" % items[0])
    name, fields, values = NAMES[items[0]], FIELDS[items[0]], items[2:]
    if len(values) != len(fields) or not has_type(items[1], "u"):
        raise WireError(BAD_FIELDS, "%s has other fields" % name)
    message = SimpleNamespace(number=items[0], kind=name, raw=raw)
    for (field, kind), value in zip(fields, values):
        check_field(name, field, kind, value)
        setattr(message, field, value)
    if name == "REQUEST":
        message.listed, message.legal = len(message.legal), actions(message.legal)
    if items[1] != 0:
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


def read_envelope(data, allowed, most):
    """[number, [message, ...]] of P3 as (number, messages); WireError when it is none."""
    items = decode(data)
    if not isinstance(items, list) or len(items) < 2 or not has_type(items[0], "u"):
        raise WireError(NOT_ENVELOPE, "not [number, message, ...]")
    if len(items) - 1 > most:
        raise WireError(TOO_MANY, "more than %d messages" % most)
    reader = Reader(data)
    reader.header(reader.number(1))
    reader.value()
    messages = []
    while reader.at < len(data):
        start = reader.at
        reader.value()
        messages.append(read_message(data[start:reader.at], allowed))
    return items[0], messages


def pack_message(name, *fields):
    """The bytes of [type, 0, field, ...]."""
    return encode([TYPES[name], 0, *fields])


def pack_envelope(number, messages):
    """An envelope around messages that are packed already."""
    packer = msgpack.Packer()
    return packer.pack_array_header(1 + len(messages)) + packer.pack(number) + b"".join(messages)


# ------------------------------------------------------ P4.1, P4.2: the two arrays

OFFER = """version:u8 tournament:s number:u64 rules:s games:u32 seats:u8 cutters:u8 names:a keys:a
arbiter:b32 seed_commit:b32 nonce:b32 seed_source:u8 hands_max:u32 tables:u32 bank_us:u64 inc_us:u64
cap_us:u64 grace_us:u64 start_us:u64 tick_us:u32 on_timeout:u8 sign:u8 reveal:u8 log_key:s engine:s
twin:b"""
REVEAL_MATCH, REVEAL_PAIR = 0, 2
RESULT = """match_id:b32 outcome:u8 winner:u8 games:a hands:u32 points:a partidas:a fault:u8
fault_seat:u8 fault_a:u64 fault_b:u64 faults:a"""


def read_array(data, description):
    """A packed array with named items."""
    fields = [item.split(":") for item in description.split()]
    values = decode(data)
    if not isinstance(values, list) or len(values) != len(fields):
        raise WireError(BAD_FIELDS, "wrong number of items")
    result = SimpleNamespace(raw=data)
    for (field, kind), value in zip(fields, values):
        if not has_type(value, kind) or (kind[0] == "u" and value >> int(kind[1:])):
            raise WireError(BAD_FIELDS, "%s is no %s" % (field, kind))
        setattr(result, field, value)
    return result


def all_of(values, kind):
    """Are all values of an array of this kind?"""
    return all(has_type(value, kind) for value in values)


def read_offer(data):
    """The OFFER's array, with what follows from it: match_id, M, parties (P4.1, D3)."""
    offer = read_array(data, OFFER)
    offer.parties = offer.seats + offer.cutters
    wrong = (offer.version != 1 or offer.games < 1 or not 2 <= offer.seats <= 8
             or offer.tables != 1 or offer.tick_us > 1000000 or offer.hands_max < 1
             or len(offer.names) != offer.seats or not all_of(offer.names, "s")
             or len(offer.keys) != offer.parties or not all_of(offer.keys, "b32")
             or len(offer.tournament.encode()) > 63 or len(offer.rules.encode()) > 1023)
    if wrong:
        raise WireError(OUT_OF_RANGE, "an offer that version 1 does not know")
    offer.scorers = 3 if offer.seats == 3 and "gallo=fijo" not in offer.rules.split(",") else 2
    offer.match_id = hash32(tag("fiel/offer") + data)
    offer.M = offer.deal_M = hash32(tag("fiel/table") + offer.match_id + u32(0))
    offer.anchors = None
    if offer.twin:
        read_primary(offer)
    return offer


SAME_IN_BOTH_LEGS = """tournament rules games seats cutters arbiter seed_commit nonce seed_source hands_max
tables bank_us inc_us cap_us grace_us start_us tick_us on_timeout sign log_key engine""".split()


def read_primary(offer):
    """What a twin is dealt from: its primary's M and anchors, out of its OFFER (D11)."""
    signature, opened = offer.twin[:64], offer.twin[64:]
    if not signature_holds(offer.arbiter, open_bytes(opened), signature):
        raise WireError(BAD_FIELDS, "the primary's OPEN is not signed by the arbiter")
    raw, joins = read_open(opened)
    primary = read_offer(raw)
    seats = primary.seats
    wrong = (primary.twin or primary.reveal != REVEAL_PAIR or offer.reveal != REVEAL_MATCH
             or any(getattr(offer, name) != getattr(primary, name) for name in SAME_IN_BOTH_LEGS)
             or seats % 2 or len(joins) != primary.parties
             or any(offer.names[(seat + 1) % seats] != primary.names[seat] for seat in range(seats)))
    for party, (anchor, signed) in enumerate(joins):
        wrong = wrong or not signature_holds(
            primary.keys[party], join_bytes(primary.match_id, party, anchor), signed)
    if wrong:
        raise WireError(BAD_FIELDS, "the offer does not fit its primary")
    offer.deal_M = primary.M
    offer.anchors = [anchor for anchor, _ in joins]


def read_result(data):
    """The RESULT's array (P4.2)."""
    result = read_array(data, RESULT)
    scorers = len(result.points)
    wrong = (scorers not in (2, 3) or not all(isinstance(n, int) for n in result.points)
             or len(result.games) != scorers + 1 or not all_of(result.games, "u")
             or len(result.partidas) != scorers or not all_of(result.partidas, "u")
             or result.winner > scorers
             or len(result.faults) != 8 or not all_of(result.faults, "u"))
    if wrong:
        raise WireError(BAD_FIELDS, "an array in the result has another shape")
    return result


def read_open(opened):
    """(offer's bytes, [join, ...]) of an OPEN's `open`; a join is (anchors, signature) (P4)."""
    value = decode(opened)
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], list):
        raise WireError(BAD_FIELDS, "OPEN is not [offer, [join, ...]]")
    if not has_type(value[0], "b") or not all_of(value[1], "b96"):
        raise WireError(BAD_FIELDS, "OPEN is not [offer, [join, ...]]")
    return value[0], [(join[:32], join[32:]) for join in value[1]]


def read_seals(message):
    """[(hand, [commitment, ...]), ...] of SEAL (P4)."""
    result = []
    for item in message.seals:
        if not isinstance(item, list) or len(item) != 2 or not has_type(item[0], "u"):
            raise WireError(BAD_FIELDS, "SEAL is not [[hand, commitments], ...]")
        if not has_type(item[1], "b") or len(item[1]) not in (40 * 32, 24 * 32):
            raise WireError(BAD_FIELDS, "a pack has 40 or 24 cards")
        result.append((item[0], pieces(item[1], 32)))
    return result


def read_score(score, scorers):
    """A score of two sides, or of three seats."""
    if len(score) != scorers or not all_of(score, "u") or max(score) >= 65536:
        raise WireError(BAD_FIELDS, "a score is not %d numbers" % scorers)
    return tuple(score)


def read_openings(data):
    """[(slot, card, salt), ...] from openings of 34 bytes each (P4)."""
    if len(data) % 34:
        raise WireError(BAD_FIELDS, "openings are of 34 bytes")
    return [(piece[0], piece[1], piece[2:]) for piece in pieces(data, 34)]


# --------------------------------------------------------- D3 to D5: keys and deal


def seed_commit(seed, nonce):
    """D3."""
    return keyed32(seed, tag("fiel/seed-commit") + nonce)


def view_key(seed, match_id, seat):
    """k_i of D3."""
    return keyed32(seed, tag("fiel/view-key") + match_id + u8(seat))


def perm(count, key, name, draws=None):
    """PERM of D5; `draws`, a list, takes (byte, accepted) of each byte that was drawn."""
    order = list(range(count))
    counter, buffer = 0, b""
    for i in range(count - 1, 0, -1):
        m = i + 1
        limit = 256 - 256 % m
        value = limit
        while value >= limit:
            if not buffer:
                buffer = keyed32(key, tag(name) + u32(counter))
                counter += 1
            value, buffer = buffer[0], buffer[1:]
            if draws is not None:
                draws.append((value, value < limit))
        order[i], order[value % m] = order[value % m], order[i]
    return order


def link_down(x, M, party, number):
    """x[number - 1] from x[number] (D4)."""
    return keyed32(x, tag("fiel/chain") + M + u8(party) + u32(number))


def cut_chain(secret, match_id, M, party, length, table=0):
    """[x[0], ..., x[length]] (D4)."""
    chain = [keyed32(secret, tag("fiel/cut-secret") + match_id + u8(party) + u32(table))]
    for number in range(length, 0, -1):
        chain.append(link_down(chain[-1], M, party, number))
    return chain[::-1]


def deck_of(count):
    """The pack of 40 or 24 cards in ascending number (D5)."""
    ranks = (0, 1, 2, 7, 8, 9) if count == 24 else range(10)
    return [10 * suit + rank for suit in range(4) for rank in ranks]


def commitment(M, hand, slot, card, salt):
    """c_s of D5."""
    return keyed32(salt, tag("fiel/slot") + M + u32(hand) + u8(slot) + u8(card))


def list_hash(M, hand, commitments):
    """L of D5."""
    return hash32(tag("fiel/list") + M + u32(hand) + u8(len(commitments)) + b"".join(commitments))


def shuffled_pack(seed, M, hand, deck):
    """[(card, salt, commitment), ...] by slot, from the seed (D5)."""
    key = keyed32(seed, tag("fiel/hand-key") + M + u32(hand))
    cards = [deck[index] for index in perm(len(deck), key, "fiel/shuffle")]
    salts = [keyed32(key, tag("fiel/salt") + u8(slot)) for slot in range(len(deck))]
    return [(card, salt, commitment(M, hand, slot, card, salt))
            for slot, (card, salt) in enumerate(zip(cards, salts))]


def joint_cut(M, hand, listed, cuts):
    """Z of D5; `listed` is L."""
    return hash32(tag("fiel/cut") + M + u32(hand) + listed + u8(len(cuts)) + b"".join(cuts))


def slots_by_turn(Z, count):
    """sigma of D5."""
    return perm(count, Z, "fiel/cut-perm")


def first_mano(Z, seats):
    """The mano of hand 1 (D5)."""
    return perm(seats, Z, "fiel/mano")[0]


# ------------------------------------------------------------------ D6: signatures


def hello_bytes(match_id, have, head):
    return tag("fiel/hello") + (match_id if have else ZERO32) + u64(have) + head


def join_bytes(match_id, party, anchors):
    return tag("fiel/join") + match_id + u8(party) + u32(len(anchors) // 32) + anchors


def open_bytes(opened):
    return tag("fiel/open") + hash32(opened)


def log_key(line):
    """NAME+ID+BASE64 of LOG.md section 1: (name, id, Ed25519 key), or ValueError."""
    name, key_id, coded = line.split("+", 2)
    data = base64.b64decode(coded, validate=True)
    expected = hashlib.sha256(name.encode("ascii") + b"\n" + data).digest()[:4]
    if len(data) != 33 or data[0] != 1 or bytes.fromhex(key_id) != expected:
        raise ValueError("not a log's key")
    return name, expected, data[1:]


def checkpoint_holds(note, line):
    """(size, root) of a signed checkpoint, or ValueError."""
    name, key_id, key = log_key(line)
    text, signatures = note.rsplit(b"\n\n", 1)
    text += b"\n"
    for signature in signatures.splitlines():
        dash, signer, coded = signature.split(b" ")
        mark = base64.b64decode(coded, validate=True)
        if dash == "\u2014".encode() and signer.decode() == name and mark[:4] == key_id:
            if not signature_holds(key, text, mark[4:]):
                raise ValueError("the checkpoint's signature does not hold")
            origin, size, root = text.decode("ascii").split("\n")[:3]
            if origin != name:
                raise ValueError("the checkpoint of another log")
            return int(size), base64.b64decode(root, validate=True)
    raise ValueError("not signed by the log")


def tree_root(leaf, index, size, path):
    """The root that an inclusion path leads to, RFC 9162 section 2.1.3.2; None when it has a wrong length."""
    node, last = leaf, size - 1
    for sibling in path:
        if last == 0:
            return None
        if index & 1 or index == last:
            node = hashlib.sha256(b"\1" + sibling + node).digest()
            while index & 1 == 0 and index:
                index, last = index >> 1, last >> 1
        else:
            node = hashlib.sha256(b"\1" + node + sibling).digest()
        index, last = index >> 1, last >> 1
    return node if last == 0 else None


def open_is_logged(offer, message):
    """LOG.md section 3: the hash that every HAND_END carries, or ValueError when OPEN proves nothing."""
    entry = encode([1, offer.number, message.open, message.signature])
    head, note = message.proof.split(b"\n\n", 1)
    lines = head.decode("ascii").split("\n")
    if lines[0] != "c2sp.org/tlog-proof@v1" or not lines[1].startswith("index "):
        raise ValueError("not a proof")
    index = int(lines[1][6:])
    size, root = checkpoint_holds(note, offer.log_key)
    path = [base64.b64decode(line, validate=True) for line in lines[2:]]
    leaf = hashlib.sha256(b"\0" + entry).digest()
    if index >= size or tree_root(leaf, index, size, path) != root:
        raise ValueError("this OPEN is not in the log")
    return hash32(note)


def seal_bytes(match_id, lists):
    """`lists` is [(hand, L), ...]."""
    body = b"".join(u32(0) + u32(hand) + listed for hand, listed in lists)
    return tag("fiel/seal") + match_id + u32(len(lists)) + body


def hand_end_bytes(match_id, signer, hand, head, score, checkpoint):
    """What the arbiter (signer 255) and every seat sign at a hand's end."""
    return (tag("fiel/hand-end") + match_id + u8(signer) + u32(1) + u32(0) + u32(hand) + head
            + b"".join(u16(points) for points in score) + checkpoint)


def action_bytes(match_id, seat, request, action, signs, head):
    return (tag("fiel/action") + match_id + u8(seat) + u32(0) + u32(request) + u16(action)
            + u8(len(signs)) + b"".join(u16(code) for code in signs) + head)


def result_bytes(match_id, result):
    return tag("fiel/result") + match_id + hash32(result)


def replay_bytes(match_id, before):
    return tag("fiel/replay") + match_id + hash32(before)


# ------------------------------------------------------------------ D7: transcript


class Chain:
    """A chain of messages: the public one P or a seat's V_i."""

    def __init__(self, start):
        self.head = start
        self.links = 0

    def link(self, message):
        """X' of D7."""
        self.head = hash32(tag("fiel/link") + self.head + u64(self.links) + u8(message.number)
                           + hash32(message.raw))
        self.links += 1


def public_chain(M):
    """P_0."""
    return Chain(hash32(tag("fiel/pub0") + M))


def view_chain(M, seat, key):
    """V_i,0."""
    return Chain(keyed32(key, tag("fiel/view0") + M + u8(seat)))


# ------------------------------------------------------------------------- P6.4: signs

CARD_SIGNS = {1, 2, 3, 4, 5, 6, 7, 8}
VOCABULARIES = {
    "argentino": CARD_SIGNS | {9}, "argentino-flor": CARD_SIGNS | {9},
    "uruguayo": CARD_SIGNS | {9, 10, 11, 12}, "venezolano": CARD_SIGNS | {9, 10, 11, 12},
    "gauderio": CARD_SIGNS | {13, 14}, "paulista": {8, 15, 16, 17, 18},
    "paulista-limpo": {8, 15, 16, 17, 18}, "mineiro": {8, 15, 16, 17, 18},
    "truc-y-flou": {1, 2, 3, 4, 5, 6, 19, 20, 21, 22, 23}}
CAPTAINS_SIGNS = {22, 23}


class Signs:
    """What a match's rules say of signs."""

    def __init__(self, rules):
        preset, *options = rules.split(",")
        options = dict(option.split("=") for option in options)
        self.words = VOCABULARIES.get(preset, set())
        self.on = options.get("signs") == "on"
        self.seen = int(options.get("sign_seen", 64))
        self.per_decision = int(options.get("signs_per_decision", 1))
        self.per_hand = int(options.get("signs_per_hand", 3))

    def error(self, view, seat, given, codes):
        """0, or the number (P9.2) for which an answer with these signs is refused."""
        duel = [other for other in range(view.seats) if view.duel >> other & 1]
        if not codes:
            return 0
        if not self.made(view):
            return 40
        if len(codes) > self.per_decision:
            return 45
        if given + len(codes) > self.per_hand:
            return 46
        for code in codes:
            word, to = code >> 8, code & 255
            if word not in self.words:
                return 42
            if to == seat or to % 2 != seat % 2 or to not in duel:
                return 43
            if word in CAPTAINS_SIGNS and seat // 2 != view.seats // 4:
                return 44
        return 0

    def made(self, view):
        """Are signs made in the hand of this view?"""
        sides = [seat % 2 for seat in range(view.seats) if view.duel >> seat & 1]
        return self.on and max(sides.count(0), sides.count(1)) > 1

    def caught(self, key, Z, giver, rival, number):
        """Does a rival see the sign of this number (D5)? `key` is the hand's."""
        drawn = keyed32(key, tag("fiel/sign") + Z + u8(giver) + u8(rival) + u32(number))
        return drawn[0] < self.seen


# ------------------------------------------------------------------------- the table


def gallo_of(offer, mano):
    """Of three seats the one that is dealt four cards (P1, RULES section 3), or None."""
    options = offer.rules.split(",")
    if offer.seats != 3:
        return None
    if "gallo=fijo" in options:
        return 0
    return mano if "gallo_seat=mano" in options else (mano + 2) % 3


class Hand:
    """One hand's public cards: which slots are whose, and what was opened (D5, D8)."""

    def __init__(self, M, number, commitments, cuts, seats):
        self.M, self.number, self.commitments = M, number, commitments
        self.deck = deck_of(len(commitments))
        self.seats = seats
        self.Z = joint_cut(M, number, list_hash(M, number, commitments), cuts)
        self.order = slots_by_turn(self.Z, len(commitments))
        self.cards = {}
        self.unseen = False
        self.down = set()
        self.played = {seat: [] for seat in range(seats)}
        self.gallo = self.laid = None

    def slots(self, seat):
        """The slots that were dealt to a seat, in order (D5); of the gallo as he holds them (P6.3)."""
        slots = self.order[3 * seat:3 * seat + 3]
        if seat == self.gallo:
            slots = slots + [self.order[3 * self.seats]]
        if self.laid in slots:
            gone = slots.index(self.laid)
            slots[gone], slots[3] = slots[3], slots[gone]
        return slots

    def free(self, seat):
        """Those of them that may still be opened or played: not what was laid away."""
        return [slot for slot in self.slots(seat) if slot != self.laid]

    def lay_away(self, seat, slot):
        """The gallo's fourth card goes, or False."""
        if seat != self.gallo or self.laid is not None or slot not in self.slots(seat):
            return False
        self.laid = slot
        return True

    def deal(self, openings, rules):
        """Does CARDS open nothing, as in an iron hand that is played unseen (P6.2)?"""
        self.unseen = not openings and "ferro_blind=yes" in rules.split(",")
        return self.unseen

    def spare_slots(self):
        """The slot after those that were dealt: the turned card's."""
        first = 3 * self.seats + (self.gallo is not None)
        return self.order[first:first + 1]

    def holds(self, opening):
        """Does an opening fit its seal, its card the pack and all other openings?"""
        slot, card, salt = opening
        if slot >= len(self.commitments) or card not in self.deck:
            return False
        if commitment(self.M, self.number, slot, card, salt) != self.commitments[slot]:
            return False
        return all((s == slot) == (c == card) for s, c in self.cards.items())

    def open(self, opening):
        """Keeps what an opening shows, or says False."""
        if not self.holds(opening):
            return False
        self.cards[opening[0]] = opening[1]
        return True

    def play(self, seat, slot, down):
        """Marks a slot as played by its seat, or says False."""
        if slot not in self.free(seat) or slot in self.played[seat]:
            return False
        self.played[seat].append(slot)
        if down:
            self.down.add(slot)
        return True

    def faces(self, seat):
        """The cards a seat has played, in order, as the view's table shows them (P7)."""
        return [CARD_DOWN if slot in self.down else self.cards[slot] for slot in self.played[seat]]


VIEW = """seats scorers hand game score:SCORER chicos:SCORER sides:SIDE gallo pico mano
duel dueled duel_envido duel_flor turn phase vira trick leader
table:TRICK_SEAT gone:SEAT discard trick_winner:TRICK stake stake_called stake_seat said_truco waived
eleven eleven_side envido_state envido_last envido_seat envido_wanted envido_bet envido_unwanted envido_winner flor_state
flor_last flor_seat flor_taken flor_staked flor_contra flor_wanted flor_unwanted flor_winner sang asked declared:SEAT passed out
accused points_truco:SIDE points_envido:SIDE points_flor:SIDE points_bonus:SIDE hand_over hand_winner game_over
game_winner partida_winner seat known:KNOWN"""


def fits_shape(value, shape, seats, scorers):
    """Has a field of the view its shape (P7)?"""
    sizes = {"": [], "SIDE": [2], "SCORER": [scorers], "TRICK": [3], "SEAT": [seats], "TRICK_SEAT": [3, seats],
             "KNOWN": [seats, 4]}[shape]
    level = [value]
    for size in sizes:
        if not all(isinstance(item, list) and len(item) == size for item in level):
            return False
        level = [inner for item in level for inner in item]
    return all(has_type(item, "u") for item in level)


def read_view(values, seats, scorers):
    """The view as an object with its fields (P7)."""
    fields = [item.partition(":")[::2] for item in VIEW.split()]
    if len(values) != len(fields):
        raise WireError(BAD_FIELDS, "a view has %d items" % len(fields))
    for (name, shape), value in zip(fields, values):
        if not fits_shape(value, shape, seats, scorers):
            raise WireError(BAD_FIELDS, "view: %s has another shape" % name)
    return SimpleNamespace(**{name: value for (name, _), value in zip(fields, values)})


def view_shows_hand(view, hand, mano, seat):
    """Does a view show what was played and the cards that its seat holds (D8)?"""
    for other in range(hand.seats):
        column = [row[other] for row in view.table if row[other] != NOBODY]
        gone = sum(1 << hand.slots(other).index(slot) for slot in hand.played[other])
        gone += 8 if other == hand.gallo and hand.laid is not None else 0
        if column != hand.faces(other) or view.gone[other] != gone:
            return False
    unknown = CARD_DOWN if hand.unseen else NOBODY
    mine = [hand.cards.get(slot, unknown) for slot in hand.slots(seat)]
    return (view.hand == hand.number and view.mano == mano and view.turn == seat
            and view.seat == seat and view.seats == hand.seats
            and view.known[seat] == (mine + [NOBODY])[:4])
