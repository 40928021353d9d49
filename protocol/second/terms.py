"""What was agreed: the OFFER, the HEADER, the texts of refusals (PROTOCOL.md 4.1, 9.2; REPLAY.md 2)."""

from . import deal as X
from . import msgpack
from .rules import options

RULE_ERRORS = {
    1: 'another seat is to speak',
    2: 'no such action in this variant',
    3: 'that card is not in your hand',
    4: 'that cannot be said now',
    5: 'the hand is over',
    6: 'flor needs three cards of one suit',
    7: 'a call waits for your answer: accept it, refuse it or raise it',
    8: 'there is no call to answer',
    9: 'envido opens in the first trick, before your card and before truco is accepted',
    10: 'that envido may not answer the last one',
    11: 'the envidos already reach the falta: only falta envido is left',
    12: 'who said truco may not open envido, in some circles not raise one either',
    13: 'your side said the last raise: the next belongs to the others',
    14: 'the steps of truco are said in order',
    15: 'there is no higher step of truco',
    16: 'cards are played face up here',
    17: 'the mano may not give up here: envido or truco has to be said first',
    18: 'a flor is sung before your first card, at your turn or when you are asked',
    19: 'son buenas needs a value that the other side declared',
    20: 'only a rival that sang no flor can be accused',
    21: 'the side first says whether it plays the hand of eleven (of ten)',
    22: 'nobody asks for truco in the hand of eleven (of ten) or of iron',
    23: 'the hand already gives the weaker side the game',
    24: 'a hand is not given up here: only a raise is run from',
    25: 'the iron hand is played unseen: play-blind 0, 1 or 2',
    26: 'the cards of this hand are seen: they are played by name',
    27: 'that envido goes beyond the most that may be bet now',
    28: 'after a tied first trick both cards are laid together, the higher one on top',
    29: 'who passed its first card, face down, passes all three',
    30: 'a truc that was accepted is played at that level',
    31: 'a seat declares once, an embit or a flor, before its first card',
    32: 'an embit was bid already',
    33: 'a flor annuls every embit',
    34: 'no embit of the rivals waits to be sung or raised',
    35: 'a better flor answers a flor of the rivals',
    36: 'the flor is settled: a better flor was answered',
    37: 'truc and the rest is said before any truc',
    40: 'no signs are made here: signs=off, or nobody has a partner in this hand',
    41: 'this is the round of signs: pass, with your signs or without',
    42: 'no such sign in this variant',
    43: 'a sign is made to a partner who plays in this hand',
    44: 'only the captain, the middle seat of a side, makes that sign',
    45: 'so many signs at once are not allowed (signs_per_decision)',
    46: 'that would be more signs than a seat has in a hand (signs_per_hand)',
    47: 'the gallo first lays one of his four cards away',
}

NAMES = ("version tournament number rules games seats cutters names keys arbiter seed_commit nonce seed_source "
         "hands_max tables bank_us inc_us cap_us grace_us start_us tick_us on_timeout sign reveal log_key engine "
         "twin").split()
KINDS = "u s u s u u u as ab b b b u u u u u u u u u u u u s s x".split()


class Bad(Exception):
    """The offer is not one."""


class Offer:
    pass


def read_offer(data):
    """The OFFER's array as an object with its names; Bad when it is not of this protocol."""
    if not isinstance(data, bytes):
        raise Bad("it is no bytes")
    value = msgpack.unpack(data, None)
    if not isinstance(value, list) or len(value) != len(NAMES):
        raise Bad("it is no array of %d" % len(NAMES))
    offer = Offer()
    for name, kind, item in zip(NAMES, KINDS, value):
        _check(name, kind, item)
        setattr(offer, name, item)
    _bounds(offer)
    return offer


def _check(name, kind, item):
    good = {
        "u": lambda: isinstance(item, int) and item >= 0,
        "s": lambda: isinstance(item, str),
        "b": lambda: isinstance(item, bytes) and len(item) == 32,
        "x": lambda: isinstance(item, bytes),
        "as": lambda: isinstance(item, list) and all(isinstance(v, str) for v in item),
        "ab": lambda: isinstance(item, list) and all(isinstance(v, bytes) and len(v) == 32 for v in item),
    }[kind]()
    if not good:
        raise Bad("its %s is of another type" % name)


def _bounds(o):
    if o.version != 1:
        raise Bad("its version is %d" % o.version)
    if not 2 <= o.seats <= 8 or o.seats + o.cutters > 16 or len(o.names) != o.seats:
        raise Bad("its seats, cutters and names do not fit")
    if len(o.keys) != o.seats + o.cutters or o.games < 1 or o.tables < 1 or o.tables > 512 or o.games < o.tables:
        raise Bad("its keys, games or tables do not fit")
    if o.tick_us > 1000000 or o.on_timeout > 1 or o.sign > 1 or o.reveal > 2 or o.seed_source > 1:
        raise Bad("one of its choices is none")
    if len(o.tournament.encode()) > 63 or len(o.rules.encode()) > 1023 or not o.hands_max:
        raise Bad("a text of it is too long, or it has no hands")
    try:
        options.parse(o.rules)
    except (options.BadRules, ValueError) as error:
        raise Bad("its rules cannot be played: %s" % error) from None


def read_header(data):
    """[engine, rules, key]."""
    value = msgpack.unpack(data, None)
    if not isinstance(value, list) or len(value) != 3 or not isinstance(value[0], str) \
            or not isinstance(value[1], str) or not isinstance(value[2], bytes) or len(value[2]) != 32:
        raise Bad("the header is not [engine, rules, key]")
    return value


def twin_of(data):
    """(signature, opened bytes, offer bytes, joins) of the first leg that a twin's offer carries."""
    signature, opened = data[:64], data[64:]
    value = msgpack.unpack(opened, None)
    return signature, opened, value[0], value[1]


def checkpoint_of(proof):
    """H of the checkpoint in OPEN's proof (LOG.md 3); None when it cannot be found."""
    try:
        value = msgpack.unpack(proof, None)
    except msgpack.Malformed:
        return None
    text = [v for v in value if isinstance(v, (str, bytes)) and v]
    for piece in value:
        if isinstance(piece, (str, bytes)) and b"\n" in (piece.encode() if isinstance(piece, str) else piece):
            return X.H(piece.encode() if isinstance(piece, str) else piece)
    return None if not text else None
