"""The arrays of OFFER, RESULT, OPEN and SEAL (P4.1, P4.2), and what a twin is dealt from (D11)."""

from types import SimpleNamespace

from .deal import OPENING, table_id
from .messages import VERSION, all_of, has_type
from .notation import ZERO32, hash32, pieces, signature_holds, tag
from .signed import join_bytes, open_bytes
from .wire import BAD_FIELDS, OUT_OF_RANGE, WireError, decode

OFFER = """version:u8 tournament:s number:u64 rules:s games:u32 seats:u8 cutters:u8 names:a keys:a
arbiter:b32 seed_commit:b32 nonce:b32 seed_source:u8 hands_max:u32 tables:u32 bank_us:u64 inc_us:u64
cap_us:u64 grace_us:u64 start_us:u64 tick_us:u32 on_timeout:u8 sign:u8 reveal:u8 log_key:s engine:s
twin:b sign_every:u16 duty_us:u64 held:a log_policy:b32 bots:a host:s blind:u8"""
REVEAL_MATCH, REVEAL_PAIR = 0, 2
MOST_TABLES, MOST_SIGN_EVERY, LONGEST_HOST = 512, 1024, 127
HELD_REMOTE = 3
RESULT = """match_id:b32 outcome:u8 winner:u8 games:a hands:u32 points:a partidas:a fault:u8
fault_seat:u8 fault_a:u64 fault_b:u64 faults:a head:b32"""


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


def read_offer(data, most_tables=1):
    """The OFFER's array, with what follows from it: match_id, M, parties (P4.1, D3)."""
    offer = read_array(data, OFFER)
    offer.parties = offer.seats + offer.cutters
    if offer.tables > most_tables:
        raise WireError(OUT_OF_RANGE, "%d tables on one connection: here are at most %d" % (offer.tables, most_tables))
    if offer.version != VERSION:
        raise WireError(OUT_OF_RANGE, "an offer of version %d: this is version %d" % (offer.version, VERSION))
    wrong = (offer.games < 1 or not 2 <= offer.seats <= 8
             or not 1 <= offer.tables <= offer.games or offer.tick_us > 1000000 or offer.hands_max < 1
             or len(offer.names) != offer.seats or not all_of(offer.names, "s")
             or len(offer.keys) != offer.parties or not all_of(offer.keys, "b32")
             or len(offer.held) != offer.parties or not all_of(offer.held, "u") or max(offer.held) > HELD_REMOTE
             or len(offer.tournament.encode()) > 63 or len(offer.rules.encode()) > 1023
             or offer.reveal not in (REVEAL_MATCH, REVEAL_PAIR) or offer.cutters and (offer.reveal == REVEAL_PAIR or offer.twin)
             or not 1 <= offer.sign_every <= MOST_SIGN_EVERY
             or len(offer.bots) != offer.parties or not all_of(offer.bots, "b32")
             or len(offer.host.encode()) > LONGEST_HOST or offer.blind > 1)
    if wrong:
        raise WireError(OUT_OF_RANGE, "an offer that version %d does not know" % VERSION)
    if offer.blind and (any(offer.bots[party] != ZERO32 for party in range(offer.parties))
                        or offer.names != ["seat %d" % seat for seat in range(offer.seats)]):
        raise WireError(OUT_OF_RANGE, "an offer whose blind seats are named")
    offer.scorers = 3 if offer.seats == 3 and "gallo=fijo" not in offer.rules.split(",") else 2
    offer.match_id = hash32(tag("fiel/offer") + data)
    offer.M = offer.deal_M = table_id(offer.match_id)
    offer.primary, offer.dealt_match_id, offer.anchors = None, offer.match_id, None
    if offer.twin:
        read_primary(offer)
    return offer


SAME_IN_BOTH_LEGS = """tournament rules games seats arbiter seed_commit nonce seed_source hands_max
tables bank_us inc_us cap_us grace_us start_us tick_us on_timeout sign log_key engine sign_every duty_us log_policy host blind""".split()


def read_primary(offer):
    """What a twin is dealt from: its primary's match id, M and anchors, out of its OFFER (D11)."""
    signature, opened = offer.twin[:64], offer.twin[64:]
    if not signature_holds(offer.arbiter, open_bytes(opened), signature):
        raise WireError(BAD_FIELDS, "the primary's OPEN is not signed by the arbiter")
    raw, joins = read_open(opened, offer.tables)
    primary = read_offer(raw, offer.tables)
    seats = primary.seats
    wrong = (primary.twin or primary.reveal != REVEAL_PAIR or offer.reveal != REVEAL_MATCH
             or any(getattr(offer, name) != getattr(primary, name) for name in SAME_IN_BOTH_LEGS)
             or seats % 2 or len(joins) != primary.parties
             or not offer.blind and offer.names != one_further(primary.names, seats)
             or offer.bots != one_further(primary.bots, seats)
             or any(offer.held[seat] != HELD_REMOTE and key_again(offer, primary, seat, offer.keys[seat]) is not None
                    for seat in range(seats)))
    for party, join in enumerate(joins):
        wrong = wrong or not join_holds(primary, party, join)
    if wrong:
        raise WireError(BAD_FIELDS, "the offer does not fit its primary")
    offer.primary, offer.dealt_match_id, offer.deal_M = primary, primary.match_id, primary.M
    offer.anchors = [join.anchors for join in joins]


def key_again(offer, primary, party, key):
    """The seat of the primary that signed with the key with which this party comes to the twin; None where that is no fault (P5 detail 17)."""
    for seat in range(primary.seats):
        if primary.keys[seat] == key and not primary.held[seat] == offer.held[party] == HELD_REMOTE:
            return seat
    return None


def one_further(values, seats):
    """What belongs to the seats, as it stands when everybody sits one seat further."""
    return values[seats - 1:] + values[:seats - 1]


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


def read_open(opened, tables=1):
    """(offer's bytes, [join, ...]) of an OPEN's `open`; a join has anchors, view and signature (P4)."""
    value = decode(opened)
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], list):
        raise WireError(BAD_FIELDS, "OPEN is not [offer, [join, ...]]")
    if not has_type(value[0], "b") or not all_of(value[1], "b%d" % (32 * tables + 32 + 64)):
        raise WireError(BAD_FIELDS, "OPEN is not [offer, [join, ...]]")
    return value[0], [SimpleNamespace(raw=join, anchors=join[:-96], view=join[-96:-64], signature=join[-64:])
                      for join in value[1]]


def join_holds(offer, party, join):
    """Did the party sign its JOIN?"""
    return signature_holds(offer.keys[party], join_bytes(offer.match_id, party, join.anchors, join.view), join.signature)


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
    """[(slot, card, salt), ...] from openings, one after the other (P4)."""
    if len(data) % OPENING:
        raise WireError(BAD_FIELDS, "openings are of %d bytes" % OPENING)
    return [(piece[0], piece[1], piece[2:]) for piece in pieces(data, OPENING)]
