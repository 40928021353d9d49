"""The rules of the arbiter itself, for search and training: `Table` is one table, from the rules' library.

    dice = fiel.rules.Dice(1, "deal")
    table = fiel.rules.Table("argentino-flor", seats=2)
    table.deal(dice)
    while table.turn is not None:
        table.apply(table.legal()[0])
    print(table.score)

A table has no dice: the dealer hands them over, so that a planner that copies a table cannot see the next deal. In a bot:
`fiel.rules.sample(view, dice)` is a whole table as it may be, to be played out, and `fiel.row(view)` the row that a network sees.

The library lies in the package where that was built as a wheel or by `fiel new-bot`; else it is libfiel.so.0, which is
installed with fiel or built by `make`. The rest of the package does without it.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import operator
import os
from typing import Any, List, Optional, Tuple, Union

from .actions import Action
from .shown import of_bytes, to_bytes
from .view import Match, View

MOST_LEGAL, MOST_CODES, VIEW_ROOM, REASON_ROOM = 160, 2048, 4096, 256
HERE = os.path.dirname(os.path.abspath(__file__))
PLACES = (os.path.join(HERE, "libfielrules.so"), os.path.join(HERE, "..", "..", "..", "build", "lib", "libfiel.so.0"),
          "libfiel.so.0")
HAND_OPEN, HAND_OVER, GAME_OVER = range(3)
NO_CARD = 255
WHOLE = 2 ** 64


class RulesError(ValueError):
    """Rules that nobody knows, seats that do not fit them, an action that is not legal, a number that is none."""


class RulesKindError(RulesError, TypeError):
    """Something else where a whole number belongs."""


def load() -> ctypes.CDLL:
    """The library with the types of what is called."""
    library = None
    for place in PLACES:
        if os.sep not in place or os.path.exists(place):
            try:
                library = ctypes.CDLL(place)
                break
            except OSError as error:
                missing = error
    if library is None:
        raise RulesError("libfiel.so.0 cannot be loaded: install fiel, or run make: %s" % missing)
    for name in ("fiel_table_size", "fiel_table_view", "fiel_row_width", "fiel_row_names", "fiel_batch_step"):
        getattr(library, name).restype = ctypes.c_size_t
    library.fiel_table_error.restype, library.fiel_table_has_card.restype = ctypes.c_char_p, ctypes.c_bool
    return library


LIBRARY = load()
SIZE = LIBRARY.fiel_table_size()


def index(name: str, value: Any) -> int:
    """`value` as an int, also one of another library's; RulesKindError names it if it is no whole number."""
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise RulesKindError("%s is a whole number, not %r" % (name, value)) from None


def whole(name: str, value: Any, low: int, high: int) -> int:
    """`value` as an int between low and high; RulesError names it if it is none."""
    number = index(name, value)
    if not low <= number <= high:
        raise RulesError("%s is %d to %d, not %d" % (name, low, high, number))
    return number


def fill_dice(dice: Any, count: int, use: str, seed: int) -> None:
    """The states of a seed's first `count` streams for this use, into a buffer of 64-bit numbers: fiel_random_of of fiel.h. Seeds
    count modulo 2^64."""
    start = b"fiel/random".ljust(16, b"\0") + (index("a seed", seed) % WHOLE).to_bytes(8, "big")
    for i in range(count):
        digest = hashlib.blake2b(start + i.to_bytes(8, "big") + use.encode(), digest_size=32).digest()
        dice[i] = int.from_bytes(digest[:8], "big")


class Dice:
    """A small seeded generator, the same in C: what is drawn can be drawn again. What is drawn for one seed, or for one use, has
    nothing to do with another's (fiel_random_of of fiel.h)."""

    def __init__(self, seed: int = 0, use: str = "play") -> None:
        """use: what is drawn. Tables of a Batch deal by the seed's dice for "deal"."""
        if not isinstance(use, str):
            raise RulesError("what dice are used for is text, not %r" % (use,))
        self.states = (ctypes.c_uint64 * 1)()
        self.pointer = ctypes.byref(self.states)
        fill_dice(self.states, 1, use, seed)

    @property
    def state(self) -> int:
        """Where they stand: 64 bits."""
        return self.states[0]

    @state.setter
    def state(self, value: int) -> None:
        self.states[0] = value

    def __getstate__(self) -> Tuple[int]:
        return (self.state,)

    def __setstate__(self, told: Tuple[int]) -> None:
        self.states = (ctypes.c_uint64 * 1)(*told)
        self.pointer = ctypes.byref(self.states)

    def copy(self) -> "Dice":
        """Another one that will draw the same."""
        other = Dice.__new__(Dice)
        other.__setstate__(self.__getstate__())
        return other


def card_of(card: Any) -> int:
    """A card's number, or 255; RulesError names what is none."""
    number = index("a card", card)
    if not 0 <= number < 40 and number != NO_CARD:
        raise RulesError("a card is 0 to 39, or 255 for none, not %d" % number)
    return number


def code_of(action: Any) -> int:
    """An Action's code, or that code; RulesError names what is neither."""
    return whole("an action is an Action or its code, which", action.code if isinstance(action, Action) else action, 0, 2 ** 16 - 1)


def view_of(view: Any) -> View:
    """RulesError where what a bot sees is due and is something else."""
    if not isinstance(view, View):
        raise RulesError("a View is due, as a bot's decide() is given one, not %r" % (view,))
    return view


def dice_of(dice: Any) -> Dice:
    """RulesError where dice are due and are none."""
    if not isinstance(dice, Dice):
        raise RulesError("chance is an argument: fiel.rules.Dice(seed), not %r" % (dice,))
    return dice


def actions(rules: str) -> List[int]:
    """The codes of all actions that can ever be legal by these rules: an action's place in the list is its id."""
    codes, why = (ctypes.c_uint16 * MOST_CODES)(), ctypes.create_string_buffer(REASON_ROOM)
    if not isinstance(rules, str):
        raise RulesError("rules are text such as \"argentino,target=15\", not %r" % (rules,))
    count = LIBRARY.fiel_actions(rules.encode(), codes, why)
    if count < 0:
        raise RulesError(why.value.decode())
    return list(codes[:count])


def match_of(rules: str, seats: int, seat: int) -> Match:
    """A Match for a view of a table that no arbiter has."""
    scorers = 3 if seats == 3 and "gallo=fijo" not in rules.split(",") else 2
    side = seat if scorers == 3 else min(seat, 1) if seats == 3 else seat % 2
    return Match(dict(id="00" * 32, rules=rules, games=1, hands_max=2 ** 32 - 1, seats=seats, scorers=scorers,
                      names=["seat_%d" % n for n in range(seats)], seat=seat, side=side))


@functools.lru_cache(maxsize=64)
def stamp(rules: str, seats: int) -> str:
    """What this library makes of some hands that are always the same: another version lays a table's bytes out otherwise, or plays
    by other rules."""
    table, dice, seen = Table(rules, seats), Dice(0, "stamp"), hashlib.blake2b(digest_size=16)
    for _ in range(8):
        table.deal(dice)
        seen.update(bytes(table.memory))
        table.playout(dice)
        seen.update(bytes(table.memory))
    return seen.hexdigest()


def put_back(buffer: Any, data: bytes, told: str, due: str) -> None:
    """Bytes that were pickled, into the buffer that they come from; RulesError where another version pickled them."""
    if told != due or len(data) != ctypes.sizeof(buffer):
        raise RulesError("this was pickled by another version of fiel, whose tables have other bytes: make it anew with this one")
    ctypes.memmove(buffer, data, len(data))


class Table:
    """One table. Copying is cheap, so a search may copy it at every step; a copy knows nothing of the next deal."""

    def __init__(self, rules: str = "argentino", seats: int = 2) -> None:
        """At 0-0, no hand dealt. signs=on has no effect here: signs are between bots."""
        why = ctypes.create_string_buffer(REASON_ROOM)
        if not isinstance(rules, str):
            raise RulesError("rules are text such as \"argentino,target=15\", not %r" % (rules,))
        self.rules, self.seats = rules, whole("the number of seats", seats, 0, 255)
        self.memory = (ctypes.c_uint64 * ((SIZE + 7) // 8))()
        if LIBRARY.fiel_table_new(self.memory, rules.encode(), self.seats, why) != 0:
            raise RulesError(why.value.decode())

    def copy(self) -> "Table":
        """Another table in the same state: all that it holds but what Python knows of it."""
        other = Table.__new__(Table)
        other.rules, other.seats = self.rules, self.seats
        other.memory = type(self.memory).from_buffer_copy(self.memory)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Table":
        return self.copy()

    def __getstate__(self) -> Tuple[str, int, str, bytes]:
        return self.rules, self.seats, stamp(self.rules, self.seats), bytes(self.memory)

    def __setstate__(self, told: Tuple[str, int, str, bytes]) -> None:
        rules, seats, by, data = told
        Table.__init__(self, rules, seats)
        put_back(self.memory, data, by, stamp(rules, seats))

    def deal(self, dice: Dice) -> None:
        """The next hand; a game that is over is followed by the next one at 0-0. RulesError while one is played."""
        if LIBRARY.fiel_table_deal(self.memory, dice_of(dice).pointer) != 0:
            raise RulesError("a hand is being played: it is dealt again when that is over")

    def deal_cards(self, mano: int, cards: List[List[int]], vira: int = NO_CARD) -> None:
        """The next hand with these cards of each seat, for who has chance nodes: 3 of each, 4 of the gallo; `mano` counts in the
        first hand alone. RulesError when they do not make a deal, and nothing has changed."""
        mano = whole("the mano", mano, 0, self.seats - 1)
        if not isinstance(cards, (list, tuple)) or not all(isinstance(hand, (list, tuple)) for hand in cards):
            raise RulesError("cards are a list of each seat's cards, not %r" % (cards,))
        if len(cards) != self.seats or any(len(hand) > 4 for hand in cards):
            raise RulesError("cards of %d seats are due, no more than 4 of each" % self.seats)
        flat = [card_of(card) for hand in cards for card in (list(hand) + [NO_CARD] * 4)[:4]]
        why, block = ctypes.create_string_buffer(REASON_ROOM), (ctypes.c_uint8 * 32)(*(flat + [NO_CARD] * 32)[:32])
        if LIBRARY.fiel_table_deal_cards(self.memory, mano, block, card_of(vira), why) != 0:
            raise RulesError(why.value.decode())

    def dealt(self, seat: int) -> List[int]:
        """The cards that a seat was dealt, played ones too, by place, all open; 255 fills up."""
        cards = (ctypes.c_uint8 * 4)()
        LIBRARY.fiel_table_dealt(self.memory, whole("a seat", seat, 0, self.seats - 1), cards)
        return list(cards)

    @property
    def turn(self) -> Optional[int]:
        """The seat that is to decide; None when the hand is over."""
        turn = LIBRARY.fiel_table_turn(self.memory)
        return None if turn < 0 else turn

    def codes(self) -> List[int]:
        """What it may do, as codes; empty when the hand is over."""
        codes = (ctypes.c_uint16 * MOST_LEGAL)()
        return codes[:LIBRARY.fiel_table_legal(self.memory, codes)]

    def legal(self) -> List[Action]:
        """What it may do, a list of Action; empty when the hand is over."""
        return [Action(code, self.rules) for code in self.codes()]

    def apply(self, action: Union[Action, int]) -> None:
        """One decision of the seat on turn: an Action or its code. RulesError, and nothing has changed, if it is not legal."""
        error = LIBRARY.fiel_table_apply(self.memory, code_of(action))
        if error:
            raise RulesError(LIBRARY.fiel_table_error(error).decode())

    def _eyes(self, seat: Optional[int]) -> int:
        """Whose eyes: a seat, or the one on turn."""
        if seat is None:
            seat = self.turn
            if seat is None:
                raise RulesError("nobody is on turn: say which seat looks, 0 to %d" % (self.seats - 1))
        return whole("a seat", seat, 0, self.seats - 1)

    def view_bytes(self, seat: int) -> bytes:
        """What a seat sees, as it stands in a REQUEST."""
        room = ctypes.create_string_buffer(VIEW_ROOM)
        size = LIBRARY.fiel_table_view(self.memory, whole("a seat", seat, 0, self.seats - 1), room)
        return room.raw[:size]

    def view(self, seat: Optional[int] = None) -> View:
        """What a seat (the one on turn) sees, as a bot does: a View. `legal` is empty if it is not on turn."""
        seat = self._eyes(seat)
        legal = self.legal() if seat == self.turn else []
        return View(of_bytes(self.view_bytes(seat)), legal, match_of(self.rules, self.seats, seat))

    def row(self, seat: Optional[int] = None) -> bytes:
        """What a seat (the one on turn) sees, as a row of numbers: docs/training.md names its columns, and so does `columns`."""
        seat = self._eyes(seat)
        room = ctypes.create_string_buffer(LIBRARY.fiel_row_width(self.memory))
        LIBRARY.fiel_row(self.memory, seat, room)
        return room.raw

    def columns(self) -> List[str]:
        """The names of a row's columns."""
        room = ctypes.create_string_buffer(LIBRARY.fiel_row_names(self.memory, None, ctypes.c_size_t(0)))
        LIBRARY.fiel_row_names(self.memory, room, ctypes.c_size_t(len(room)))
        return room.raw.decode().split("\n")[:-1]

    def playout(self, dice: Dice) -> None:
        """Any legal action for everybody until the hand is over."""
        LIBRARY.fiel_table_playout(self.memory, dice_of(dice).pointer)

    def _state(self) -> Tuple[int, List[int], List[int]]:
        score, scorer = (ctypes.c_uint16 * 3)(), (ctypes.c_uint8 * 8)()
        return LIBRARY.fiel_table_score(self.memory, score, scorer), list(score), list(scorer[:self.seats])

    @property
    def score(self) -> List[int]:
        """Points of this game, by scorer."""
        _, score, scorers = self._state()
        return score[:max(scorers) + 1]

    @property
    def scorers(self) -> List[int]:
        """By seat, whose points are its own."""
        return self._state()[2]

    @property
    def hand_over(self) -> bool:
        """Is the hand over?"""
        return self._state()[0] >= HAND_OVER

    @property
    def game_over(self) -> bool:
        """Is the game over with it?"""
        return self._state()[0] == GAME_OVER


def sample(view: View, dice: Dice) -> Table:
    """A whole Table as it may be for who has this View: what is public and what it knows as they are, the other
    cards drawn so that they fit what was sung, declared and played."""
    table = Table.__new__(Table)
    table.rules, table.seats = view_of(view).match.rules, view.seats
    table.memory = (ctypes.c_uint64 * ((SIZE + 7) // 8))()
    data = to_bytes(view)
    if LIBRARY.fiel_table_sample(table.memory, table.rules.encode(), data, ctypes.c_size_t(len(data)), dice_of(dice).pointer) != 0:
        raise RulesError("this is no view of %s" % table.rules)
    return table


def row(view: View) -> bytes:
    """The row of numbers of who has this View, the very one that a Batch tells of it: a bot's network sees what it was trained on."""
    data, room = to_bytes(view_of(view)), ctypes.create_string_buffer(VIEW_ROOM)
    width = LIBRARY.fiel_row_of_view(view.match.rules.encode(), data, ctypes.c_size_t(len(data)), room, ctypes.c_size_t(VIEW_ROOM))
    if width < 0:
        raise RulesError("this is no view of %s" % view.match.rules)
    return room.raw[:width]
