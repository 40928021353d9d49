"""Thousands of tables at once: one call of the library steps them all.

    batch = fiel.batch.Batch("argentino", tables=4096, seed=1)
    ids = batch.ids()
    for _ in range(1000):
        batch.choose(ids, dice)         # or a policy of one's own, from batch.facts and batch.mask
        batch.step(ids)                 # batch.reward, batch.done

What is told lies in plain buffers, a row for each table; `numpy.frombuffer(batch.mask, "u1")` and the like see them
without a copy. A hand that is over is followed by the next one, a game by the next game.
"""

import ctypes

from .rules import LIBRARY, MOST_CODES, SIZE, Dice, RulesError, Table, actions, fill_dice

GOES_ON, HAND_ENDED, GAME_ENDED, ILLEGAL = 0, 1, 2, 255


class Told(ctypes.Structure):
    """struct fiel_batch of sdk/foreign.h."""

    _fields_ = [("tables", ctypes.c_void_p), ("dice", ctypes.c_void_p), ("n", ctypes.c_size_t),
                ("codes", ctypes.c_void_p), ("actions", ctypes.c_size_t), ("turn", ctypes.c_void_p),
                ("facts", ctypes.c_void_p), ("mask", ctypes.c_void_p), ("reward", ctypes.c_void_p),
                ("done", ctypes.c_void_p)]


class Batch:
    """`tables` tables side by side. Each deals by a stream of its own, which follows from the seed and its number alone: another
    seed deals other cards, and more tables leave the first ones as they are.

    codes: the actions by id; turn[i]: the seat that is to decide; facts[i * width + k]: number k of what it sees, in the
    wire's order (P7); mask[i * len(codes) + id]: 1 where legal; reward[i * seats + seat]: points that the last step credited,
    a seat's against the others', together 0; done[i]: 0, HAND_ENDED, GAME_ENDED, or ILLEGAL: nothing was done at that table.
    """

    def __init__(self, rules="argentino", seats=2, tables=1024, seed=0):
        first = Table(rules, seats)
        self.rules, self.seats, self.tables, self.codes = rules, seats, tables, actions(rules)
        assert SIZE % 8 == 0 and len(self.codes) < MOST_CODES
        self.memory = (ctypes.c_uint64 * (SIZE // 8 * tables))()
        for i in range(tables):
            ctypes.memmove(ctypes.addressof(self.memory) + i * SIZE, first.memory, SIZE)
        self.dice = (ctypes.c_uint64 * tables)()
        fill_dice(self.dice, tables, "deal", seed)
        self.width = LIBRARY.fiel_facts_count(first.memory)
        self.turn, self.done = (ctypes.c_int32 * tables)(), (ctypes.c_uint8 * tables)()
        self.facts = (ctypes.c_uint16 * (tables * self.width))()
        self.mask = (ctypes.c_uint8 * (tables * len(self.codes)))()
        self.reward = (ctypes.c_float * (tables * seats))()
        self._codes = (ctypes.c_uint16 * len(self.codes))(*self.codes)
        address = ctypes.addressof
        self._told = Told(address(self.memory), address(self.dice), tables, address(self._codes), len(self.codes),
                          address(self.turn), address(self.facts), address(self.mask), address(self.reward),
                          address(self.done))
        self.reset()

    def reset(self):
        """Begins a game at 0-0 at every table and deals its first hand."""
        LIBRARY.fiel_batch_reset(ctypes.byref(self._told))

    def ids(self):
        """A buffer for one action id a table."""
        return (ctypes.c_int32 * self.tables)()

    def step(self, ids):
        """One decision at every table. RulesError when some were not legal: `done` says which; the others went on."""
        illegal = LIBRARY.fiel_batch_step(ctypes.byref(self._told), ids)
        if illegal:
            raise RulesError("%d of the actions are not legal" % illegal)

    def choose(self, ids, dice=None):
        """Any legal action of every table, each as likely, into `ids`."""
        LIBRARY.fiel_batch_choose(ctypes.byref(self._told), ids, (dice or Dice()).pointer)
