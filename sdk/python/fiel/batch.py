"""Thousands of tables at once: one call of the library steps them all.

    batch = fiel.batch.Batch("argentino", tables=4096, seed=1)
    ids, dice = batch.ids(), fiel.rules.Dice(1)
    for _ in range(1000):
        batch.choose(ids, dice)         # or a policy of one's own, from batch.rows and batch.mask
        batch.step(ids)                 # batch.reward, batch.done

What is told lies in plain buffers, a row for each table; `numpy.frombuffer(batch.mask, "u1")` and the like see them
without a copy, and `batch.arrays()` makes all of them. A hand that is over is followed by the next one, a game by the next game.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, List, Optional, Sequence, Union

from .rules import LIBRARY, MOST_CODES, SIZE, Dice, RulesError, Table, actions, dice_of, fill_dice, put_back, stamp, whole

GOES_ON, HAND_ENDED, GAME_ENDED, ILLEGAL = 0, 1, 2, 255
CALLER, MOST_THREADS, MOST_LEGAL, KINDS = 0, 64, 160, 32
CONTENTS = "memory dice turn rows mask reward done ended minds memories legal".split()  # what changes as it is played on

Rivals = Union[None, Sequence[Optional[str]], Sequence[Sequence[Optional[str]]]]  # by seat, or for each table by seat


class Told(ctypes.Structure):
    """struct fiel_batch of sdk/foreign.h."""

    _fields_ = [("tables", ctypes.c_void_p), ("dice", ctypes.c_void_p), ("n", ctypes.c_size_t),
                ("codes", ctypes.c_void_p), ("actions", ctypes.c_size_t), ("turn", ctypes.c_void_p),
                ("rows", ctypes.c_void_p), ("mask", ctypes.c_void_p), ("reward", ctypes.c_void_p),
                ("done", ctypes.c_void_p), ("players", ctypes.c_void_p), ("minds", ctypes.c_void_p),
                ("memories", ctypes.c_void_p), ("legal", ctypes.c_void_p),
                ("ended", ctypes.c_void_p), ("by_game", ctypes.c_uint8), ("waits", ctypes.c_uint8),
                ("threads", ctypes.c_uint16), ("first", ctypes.c_uint16 * KINDS)]


def player(name: Optional[str]) -> int:
    """The number of a bundled bot that sits at a table inside a step: "random", "cauto"; None is the caller."""
    number = CALLER if name is None else int(LIBRARY.fiel_player(name.encode())) if isinstance(name, str) else -1
    if number < 0:
        raise RulesError("no bot %r sits at a batch's tables: random, cauto, embustero, maestro and campeon do, and None is the caller" % (name,))
    return number


class Batch:
    """`tables` tables side by side. Each deals by a stream of its own, which follows from the seed and its number alone: another
    seed deals other cards, and more tables leave the first ones as they are.

    codes: the actions by id; columns: the names of a row's numbers; turn[i]: the seat that is to decide; rows[i * width + k]:
    number k of what it sees; mask[i * len(codes) + id]: 1 where legal; reward[i * seats + seat]: points that the last step
    credited, a seat's against the others', together 0; done[i]: 0, HAND_ENDED, GAME_ENDED, or ILLEGAL: nothing was done at that
    table.

    rivals: who sits in the seats, by seat: None is the caller, "random", "cauto", "embustero", "maestro" and "campeon" are bundled bots,
    which decide inside of a step. Or a list of such lists, one for each table. by_game: rewards are of games, 1 to who wins
    one. threads: so many share the work; whatever their number, the numbers are the same. ended: see `arrays`.

    It can be copied and pickled; what comes of that deals the same cards from then on.
    """

    def __init__(self, rules: str = "argentino", seats: int = 2, tables: int = 1024, seed: int = 0, rivals: Rivals = None,
                 by_game: bool = False, threads: int = 1, ended: bool = False) -> None:
        self.begun = rules, seats, tables, 0, rivals, by_game, threads, ended
        first = Table(rules, seats)
        tables = whole("the number of tables", tables, 1, 2 ** 31)
        threads = whole("the number of threads", threads, 1, MOST_THREADS)
        self.rules, self.seats, self.tables, self.codes = rules, seats, tables, actions(rules)
        assert len(self.codes) < MOST_CODES
        self.memory = (ctypes.c_uint64 * ((SIZE * tables + 7) // 8))()
        ctypes.memmove(self.memory, bytes(first.memory)[:SIZE] * tables, SIZE * tables)
        self.dice, self.columns = (ctypes.c_uint64 * tables)(), first.columns()
        fill_dice(self.dice, tables, "deal", seed)
        self.width = len(self.columns)
        self.turn, self.done = (ctypes.c_int32 * tables)(), (ctypes.c_uint8 * tables)()
        self.rows = (ctypes.c_uint8 * (tables * self.width))()
        self.mask = (ctypes.c_uint8 * (tables * len(self.codes)))()
        self.reward = (ctypes.c_float * (tables * seats))()
        self.ended = (ctypes.c_uint8 * (tables * self.width))() if ended else None
        self.players = self._players(rivals)
        self.minds = (ctypes.c_uint64 * tables)()
        if self.players:
            fill_dice(self.minds, tables, "players", seed)
        self.memories = (ctypes.c_uint64 * (tables * seats))()
        self.legal = (ctypes.c_uint16 * (tables * (1 + MOST_LEGAL)))()
        self._codes = (ctypes.c_uint16 * len(self.codes))(*self.codes)
        pointers = [buffer and ctypes.addressof(buffer) for buffer in (
            self.memory, self.dice, self._codes, self.turn, self.rows, self.mask, self.reward, self.done, self.players, self.minds,
            self.memories, self.legal, self.ended)]
        self.told = Told(pointers[0], pointers[1], tables, pointers[2], len(self.codes), *pointers[3:], int(by_game), 0, threads)
        self.pointer = ctypes.byref(self.told)
        self.reset()

    def __getstate__(self) -> Any:
        contents = {name: bytes(getattr(self, name)) for name in CONTENTS if getattr(self, name) is not None}
        return self.begun, self.told.waits, stamp(self.rules, self.seats), contents

    def __setstate__(self, told: Any) -> None:
        begun, waits, by, contents = told
        Batch.__init__(self, *begun)
        self.told.waits = waits
        for name, data in contents.items():
            put_back(getattr(self, name), data, by, stamp(self.rules, self.seats))

    def _players(self, rivals: Rivals) -> Optional[ctypes.Array[ctypes.c_uint8]]:
        """One number for each seat of each table; None where the caller has them all."""
        if rivals is None:
            return None
        each: Any = rivals if rivals and isinstance(rivals[0], (list, tuple)) else [rivals] * self.tables
        if len(each) != self.tables or any(len(table) != self.seats for table in each):
            raise RulesError("rivals are one name or None for each of the %d seats, or %d such lists" % (self.seats, self.tables))
        numbers = {name: player(name) for table in each for name in table}
        if any(all(numbers[name] != CALLER for name in table) for table in each):
            raise RulesError("a seat of each table is the caller's: None among its rivals")
        return (ctypes.c_uint8 * (self.tables * self.seats))(*[numbers[name] for table in each for name in table])

    def reset(self, seed: Optional[int] = None) -> None:
        """Begins a game at 0-0 at every table and deals its first hand; with a seed by its dice."""
        if seed is not None:
            fill_dice(self.dice, self.tables, "deal", seed)
            fill_dice(self.minds, self.tables, "players", seed)
        LIBRARY.fiel_batch_reset(self.pointer)

    def ids(self) -> ctypes.Array[ctypes.c_int32]:
        """A buffer for one action id a table."""
        return (ctypes.c_int32 * self.tables)()

    def _ids(self, ids: Any, written: bool = False) -> ctypes.Array[ctypes.c_int32]:
        """The buffer that the library reads: int32, one for each table, one after the other."""
        if isinstance(ids, ctypes.Array) and ids._type_ is ctypes.c_int32 and len(ids) == self.tables:
            return ids
        try:
            seen = memoryview(ids)
        except TypeError:
            raise RulesError("ids are a buffer of int32, such as batch.ids() or a NumPy array, not %s" % type(ids).__name__) from None
        if seen.format not in ("i", "=i", "<i") or seen.shape != (self.tables,) or not seen.c_contiguous:
            raise RulesError("ids are int32 of shape (%d,), one after the other, not %s of shape %s"
                             % (self.tables, seen.format, seen.shape))
        if seen.readonly and written:
            raise RulesError("ids are to be written into these, which are read-only")
        if seen.readonly:
            return (ctypes.c_int32 * self.tables).from_buffer_copy(seen)
        return (ctypes.c_int32 * self.tables).from_buffer(seen)

    def step(self, ids: Any) -> None:
        """One decision at every table. RulesError when some were not legal: `done` says which; the others went on."""
        illegal = LIBRARY.fiel_batch_step(self.pointer, self._ids(ids))
        if illegal:
            table = bytes(self.done).index(ILLEGAL)
            raise RulesError("%d of the actions are not legal, first action %d of table %d" % (illegal, ids[table], table))

    def choose(self, ids: Any, dice: Dice) -> None:
        """Any legal action of every table, each as likely, into `ids`."""
        LIBRARY.fiel_batch_choose(self.pointer, self._ids(ids, True), dice_of(dice).pointer)

    def arrays(self) -> Any:
        """The buffers as NumPy arrays, without a copy: an object with turn, rows, mask, reward, done, and ended if it was asked
        for, a row of each for a table."""
        from types import SimpleNamespace

        from .needs import need
        numpy = need("numpy")
        shapes = {"turn": ("i4", ()), "rows": ("u1", (self.width,)), "mask": ("u1", (len(self.codes),)),
                  "reward": ("f4", (self.seats,)), "done": ("u1", ()), "ended": ("u1", (self.width,))}
        return SimpleNamespace(**{name: numpy.frombuffer(getattr(self, name), kind).reshape((self.tables,) + shape)
                                  for name, (kind, shape) in shapes.items() if getattr(self, name) is not None})


def cpus() -> int:
    """As many threads as this process may run at once."""
    return min(len(os.sched_getaffinity(0)), MOST_THREADS)
