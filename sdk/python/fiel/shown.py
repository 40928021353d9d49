"""The view of a REQUEST as an object, and what it has to show (P7, D8)."""

from types import SimpleNamespace

from .messages import has_type
from .notation import CARD_DOWN, NOBODY
from .wire import BAD_FIELDS, WireError

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
