"""What was agreed: the OFFER, the HEADER, the texts of refusals (ARBITER.md section 3, errors.schema.json; REPLAY.md section 2)."""

from . import deal as X
from . import msgpack
from .rules import options
from .wrong import Wrong

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
    21: 'the side first says whether it plays this hand',
    22: 'nobody asks for truco where one plain hand makes a side win',
    23: 'the hand already gives the weaker side the game',
    24: 'a hand is not given up here: only a raise is run from',
    25: 'the iron hand is played unseen: play-blind 0, 1 or 2',
    26: 'the cards of this hand are seen: they are played by name',
    27: 'that envido goes beyond the most that may be bet now',
    28: 'after a tied first trick the highest card comes first, face up',
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
         "twin sign_every duty_us held log_policy bots host blind at_once note_bytes").split()
KINDS = "u s u s u u u as ab b b b u u u u u u u u u u u u s s x u u au b ab s u u u".split()


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
    offer.parties = offer.seats + offer.cutters
    _bounds(offer)
    return offer


def offer_made(header, said, blind_names):
    """The OFFER's bytes that follow from the header's and from what each HELLO said: {party: (key, name)}."""
    values = [getattr(header, name) for name in NAMES]
    keys, names = list(header.keys), list(header.names)
    for party, (key, name) in said.items():
        if keys[party] == X.ZERO:
            keys[party] = key
        if party < header.seats and not names[party]:
            names[party] = name
    values[NAMES.index("keys")] = keys
    values[NAMES.index("names")] = blind_names if header.blind else names
    if header.blind:
        values[NAMES.index("bots")] = [X.ZERO] * header.parties
    return msgpack.pack(values)


def _check(name, kind, item):
    good = {
        "u": lambda: isinstance(item, int) and item >= 0,
        "s": lambda: isinstance(item, str),
        "b": lambda: isinstance(item, bytes) and len(item) == 32,
        "x": lambda: isinstance(item, bytes),
        "as": lambda: isinstance(item, list) and all(isinstance(v, str) for v in item),
        "au": lambda: isinstance(item, list) and all(isinstance(v, int) and v >= 0 for v in item),
        "ab": lambda: isinstance(item, list) and all(isinstance(v, bytes) and len(v) == 32 for v in item),
    }[kind]()
    if not good:
        raise Bad("its %s is of another type" % name)


def _bounds(o):
    if o.version != 3:
        raise Bad("its version is %d" % o.version)
    if not 2 <= o.seats <= 8 or o.parties > 16 or len(o.names) != o.seats:
        raise Bad("its seats, cutters and names do not fit")
    if not len(o.keys) == len(o.held) == len(o.bots) == o.parties or max(o.held) > 3:
        raise Bad("its keys, jails or artifacts do not fit its parties")
    if not 1 <= o.tables <= 512 or o.games < o.tables or not 1 <= o.sign_every <= 1024:
        raise Bad("its games, tables or signatures do not fit")
    if o.at_once not in (1, o.tables) or o.note_bytes >= 1 << 32:
        raise Bad("its tables at once or its notes do not fit")
    if o.cutters and (o.reveal == 2 or o.twin):
        raise Bad("it is of a pair, and a pair takes no cutters")
    if o.tables > 1 and o.cutters or o.at_once > 1 and o.tick_us:
        raise Bad("cutters and ticks go with one table alone")
    if o.tables * o.parties > (256 if o.reveal == 2 or o.twin else 1024) or not 1 <= o.tables * o.hands_max <= 1 << 20:
        raise Bad("its tables, parties and hands are too many")
    if o.tick_us > 1000000 or o.on_timeout > 1 or o.sign > 1 or o.reveal not in (0, 2) or o.seed_source > 1 or o.blind > 1:
        raise Bad("one of its choices is none")
    for text, most in ((o.tournament, 63), (o.rules, 1023), (o.host, 127)):
        if len(text.encode()) > most:
            raise Bad("a text of it is too long")
    if not o.log_key and o.log_policy != X.ZERO:
        raise Bad("it names a policy and no log")
    try:
        options.parse(o.rules)
    except (options.BadRules, ValueError) as error:
        raise Bad("its rules cannot be played: %s" % error) from None


def read_header(data):
    """(the offer as it stands before anybody has said HELLO, CURVE keys of the seats' processes)."""
    value = msgpack.unpack(data, None)
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], list):
        raise Bad("the header is not [offer, servers]")
    offer = read_offer(value[0])
    if len(value[1]) != offer.parties or any(not isinstance(k, bytes) or len(k) != 32 for k in value[1]):
        raise Bad("the header's servers do not fit the offer's parties")
    return offer, value[1]


def arbiter_of(data):
    """The arbiter's key that a header names, whatever else its offer says that it may not."""
    key = msgpack.unpack(msgpack.unpack(data, None)[0], None)[NAMES.index("arbiter")]
    if not isinstance(key, bytes) or len(key) != 32:
        raise Bad("its arbiter has no key")
    return key


class Primary:
    """The first leg, as the OPEN tells it that a twin's offer carries (DEAL.md section 11)."""

    def __init__(self, twin):
        try:
            self.signature, self.opened = twin[:64], twin[64:]
            offer, self.joins = msgpack.unpack(self.opened, None)
            self.offer, self.match_id = read_offer(offer), X.match_id(offer)
            self.anchors = [join[:-96] for join in self.joins]
        except (msgpack.Malformed, Bad, IndexError, TypeError, ValueError):
            raise Wrong("the primary's OPEN in the twin's offer cannot be read") from None
