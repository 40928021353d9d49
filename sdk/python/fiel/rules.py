"""The rules of the arbiter itself, for search and training: `Table` is one table, from libfiel.

    table = fiel.rules.Table("argentino-flor", seats=2, seed=1)
    table.deal()
    while table.turn is not None:
        table.apply(table.legal()[0])
    print(table.score)

In a bot: `fiel.rules.sample(view, dice)` is a whole table as it may be, to be played out. Needs libfiel.so.0, which is
installed with fiel or built by `make`; the rest of the package does without it.
"""

import ctypes
import os
from types import SimpleNamespace

from .actions import Action
from .shown import VIEW, read_view
from .view import Match, View
from .wire import decode, encode

MOST_LEGAL, MOST_CODES, VIEW_ROOM, REASON_ROOM = 160, 2048, 4096, 256
HERE = os.path.dirname(os.path.abspath(__file__))
PLACES = (os.path.join(HERE, "..", "..", "..", "build", "lib", "libfiel.so.0"), "libfiel.so.0")
HAND_OPEN, HAND_OVER, GAME_OVER = range(3)


class RulesError(ValueError):
    """Rules that nobody knows, seats that do not fit them, or an action that is not legal."""


def load():
    """libfiel with the types of what is called."""
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
    library.fiel_table_size.restype = ctypes.c_size_t
    library.fiel_table_view.restype = ctypes.c_size_t
    library.fiel_facts_count.restype = ctypes.c_size_t
    library.fiel_batch_step.restype = ctypes.c_size_t
    library.fiel_table_error.restype = ctypes.c_char_p
    return library


LIBRARY = load()
SIZE = LIBRARY.fiel_table_size()


def fill_dice(dice, count, use, seed):
    """The states of a seed's first `count` streams for this use, into a buffer of 64-bit numbers. Seeds count modulo 2^64."""
    LIBRARY.fiel_dice(ctypes.byref(dice), ctypes.c_size_t(count), use.encode(), ctypes.c_uint64(seed & 0xffffffffffffffff))


class Dice:
    """A small seeded generator, the same in C: what is drawn can be drawn again. What is drawn for one seed, or for one use, has
    nothing to do with another's (fiel_random_of of fiel.h)."""

    def __init__(self, seed=0, use="play"):
        """use: what is drawn. A Table and a Batch deal by the seed's dice for "deal"."""
        self.state = ctypes.c_uint64()
        fill_dice(self.state, 1, use, seed)

    def copy(self):
        """Another one that will draw the same."""
        other = Dice.__new__(Dice)
        other.state = ctypes.c_uint64(self.state.value)
        return other

    @property
    def pointer(self):
        """For the library."""
        return ctypes.byref(self.state)


def actions(rules):
    """The codes of all actions that can ever be legal by these rules: an action's place in the list is its id."""
    codes, why = (ctypes.c_uint16 * MOST_CODES)(), ctypes.create_string_buffer(REASON_ROOM)
    count = LIBRARY.fiel_actions(rules.encode(), codes, why)
    if count < 0:
        raise RulesError(why.value.decode())
    return list(codes[:count])


def match_of(rules, seats, seat):
    """A Match for a view of a table that no arbiter has."""
    scorers = 3 if seats == 3 and "gallo=fijo" not in rules.split(",") else 2
    offer = SimpleNamespace(match_id=bytes(32), rules=rules, games=1, tables=1, hands_max=2 ** 32 - 1, seats=seats,
                            scorers=scorers, names=["seat_%d" % n for n in range(seats)], bank_us=0,
                            inc_us=0, cap_us=0, grace_us=0)
    return Match(offer, seat)


class Table:
    """One table. Copying is cheap, so a search may copy it at every step."""

    def __init__(self, rules="argentino", seats=2, seed=0):
        """At 0-0, no hand dealt; it deals what table 0 of a Batch of this seed does. signs=on has no effect here: signs are
        between bots."""
        why = ctypes.create_string_buffer(REASON_ROOM)
        self.rules, self.seats, self.dice = rules, seats, Dice(seed, "deal")
        self.memory = (ctypes.c_uint64 * ((SIZE + 7) // 8))()
        if LIBRARY.fiel_table_new(self.memory, rules.encode(), seats, why) != 0:
            raise RulesError(why.value.decode())

    def copy(self):
        """Another table in the same state, with dice of its own that draw the same."""
        other = Table.__new__(Table)
        other.rules, other.seats, other.dice = self.rules, self.seats, self.dice.copy()
        other.memory = type(self.memory).from_buffer_copy(self.memory)
        return other

    def deal(self):
        """The next hand; a game that is over is followed by the next one at 0-0. RulesError while one is played."""
        if LIBRARY.fiel_table_deal(self.memory, self.dice.pointer) != 0:
            raise RulesError("a hand is being played: it is dealt again when that is over")

    @property
    def turn(self):
        """The seat that is to decide; None when the hand is over."""
        turn = LIBRARY.fiel_table_turn(self.memory)
        return None if turn < 0 else turn

    def legal(self):
        """What it may do, a list of Action; empty when the hand is over."""
        codes = (ctypes.c_uint16 * MOST_LEGAL)()
        count = LIBRARY.fiel_table_legal(self.memory, codes)
        return [Action(code, self.rules) for code in codes[:count]]

    def apply(self, action):
        """One decision of the seat on turn: an Action or its code. RulesError, and nothing has changed, if it is not legal."""
        error = LIBRARY.fiel_table_apply(self.memory, int(action))
        if error:
            raise RulesError(LIBRARY.fiel_table_error(error).decode())

    def view_bytes(self, seat):
        """What a seat sees, as it stands in a REQUEST (P7)."""
        room = ctypes.create_string_buffer(VIEW_ROOM)
        size = LIBRARY.fiel_table_view(self.memory, seat, room)
        return room.raw[:size]

    def view(self, seat=None):
        """What a seat (the one on turn) sees, as a bot does: a View. `legal` is empty if it is not on turn."""
        seat = self.turn if seat is None else seat
        match = match_of(self.rules, self.seats, seat)
        fields = read_view(decode(self.view_bytes(seat)), self.seats, match.scorers)
        return View(fields, [int(action) for action in self.legal()] if seat == self.turn else [], match)

    def playout(self, dice=None):
        """Any legal action for everybody until the hand is over. `dice`: others than the table's own."""
        LIBRARY.fiel_table_playout(self.memory, (dice or self.dice).pointer)

    def _state(self):
        score, scorer = (ctypes.c_uint16 * 3)(), (ctypes.c_uint8 * 8)()
        return LIBRARY.fiel_table_score(self.memory, score, scorer), list(score), list(scorer[:self.seats])

    @property
    def score(self):
        """Points of this game, by scorer."""
        _, score, scorers = self._state()
        return score[:max(scorers) + 1]

    @property
    def scorers(self):
        """By seat, whose points are its own."""
        return self._state()[2]

    @property
    def hand_over(self):
        """Is the hand over?"""
        return self._state()[0] >= HAND_OVER

    @property
    def game_over(self):
        """Is the game over with it?"""
        return self._state()[0] == GAME_OVER


def sample(view, dice):
    """A whole Table as it may be for who has this View: what is public and what it knows as they are, the other
    cards drawn so that they fit what was sung, declared and played."""
    table = Table.__new__(Table)
    table.rules, table.seats, table.dice = view.match.rules, view.seats, dice.copy()
    table.memory = (ctypes.c_uint64 * ((SIZE + 7) // 8))()
    data = encode(view_items(view))
    if LIBRARY.fiel_table_sample(table.memory, table.rules.encode(), data, ctypes.c_size_t(len(data)), dice.pointer) != 0:
        raise RulesError("this is no view of %s" % table.rules)
    return table


def view_items(view):
    """The fields of a View as the wire has them."""
    return [getattr(view, item.partition(":")[0]) for item in VIEW.split()]
