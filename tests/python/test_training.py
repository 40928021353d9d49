#!/usr/bin/python3
"""Tests of what training stands on: rows with names, chance as an argument, bots inside a batch, threads. Needs libfiel.so.0.

What needs NumPy is left out by name where that is not installed.
"""

import copy
import ctypes
import os
import pickle
import random
import re
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path.insert(0, os.path.join(ROOT, "sdk", "python"))
import fiel  # noqa: E402
from fiel import rules  # noqa: E402
from fiel.batch import GAME_ENDED, HAND_ENDED, Batch  # noqa: E402
from fiel.cards import Card  # noqa: E402
from fiel.env import Env  # noqa: E402
from fiel.rules import Dice, RulesError, Table  # noqa: E402
from fiel.tree import CHANCE, TERMINAL, Tree, deserialize, room_of  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None

PRESETS = ("argentino", "argentino-flor", "uruguayo", "paulista", "paulista-limpo", "mineiro", "gauderio", "venezolano", "truc-y-flou")


def every_table():
    """All presets at all sizes, and rules that open rare places."""
    for preset in PRESETS + ("argentino-flor,gallo=fijo", "paulista,ferro_blind=yes,target=2,eleven_view=both"):
        for seats in (2, 3, 4, 6, 8):
            try:
                Table(preset, seats)
            except RulesError:
                continue
            yield preset, seats


def decisions(preset, seats, seed, hands):
    """A table before each decision of some hands, any legal action."""
    table, dice, deals = Table(preset, seats), random.Random(seed), Dice(seed, "deal")
    for _ in range(hands):
        table.deal(deals)
        while table.turn is not None:
            yield table
            table.apply(dice.choice(table.codes()))


def named(table, seat=None):
    """A row as {column: number}."""
    return dict(zip(table.columns(), table.row(seat)))


class Rows(unittest.TestCase):
    def test_every_table_is_there(self):
        self.assertEqual(len(list(every_table())), 38)

    def test_names_are_as_many_as_numbers_and_all_differ(self):
        for preset, seats in every_table():
            columns = Table(preset, seats).columns()
            self.assertEqual(len(set(columns)), len(columns))
            for table in decisions(preset, seats, 1, 1):
                self.assertEqual(len(table.row()), len(columns))

    def test_what_comes_over_the_wire_is_what_the_batch_tells(self):
        """fiel.row of a bot's view, decoded from a REQUEST's bytes, is the batch's row: every preset, every size."""
        for preset, seats in every_table():
            batch, dice = Batch(preset, seats, tables=4, seed=3), Dice(3)
            ids, table = batch.ids(), Table(preset, seats)
            for _ in range(40):
                batch.choose(ids, dice)
                batch.step(ids)
                for i in range(batch.tables):
                    ctypes.memmove(table.memory, ctypes.addressof(batch.memory) + i * rules.SIZE, rules.SIZE)
                    self.assertEqual(fiel.row(table.view()), bytes(batch.rows[i * batch.width:(i + 1) * batch.width]), preset)

    def check_against_view(self, view, told, seats):
        """A row's columns by their names against the view's own fields."""
        def behind(seat):
            return "me" if seat == view.seat else "next%d" % ((seat - view.seat) % seats)
        for card in range(40):
            name = Card(card).name
            mine = [place for place, held in enumerate(view.known[view.seat]) if held == card]
            self.assertEqual(told["dealt." + name], int(bool(mine)))
            self.assertEqual(told["held." + name], int(any(not view.gone[view.seat] >> place & 1 for place in mine)))
            self.assertEqual(told["vira." + name], int(view.vira == card))
            self.assertEqual(told["partners." + name], int(any(card in view.known[seat] for seat in range(seats) if seat != view.seat)))
            for seat in range(seats):
                self.assertEqual(told["played.%s.%s" % (behind(seat), name)], int(card in [line[seat] for line in view.table]))
        for seat in range(seats):
            for field in ("mano", "leader", "turn", "stake_seat", "envido_seat", "flor_seat", "envido_winner", "gallo"):
                self.assertEqual(told["%s.%s" % (field, behind(seat))], int(getattr(view, field) == seat), field)
            for field in ("sang", "asked", "passed", "out", "said_truco", "duel", "waived", "accused"):
                self.assertEqual(told["%s.%s" % (field, behind(seat))], getattr(view, field) >> seat & 1, field)
            side = next(side for side in view.sides if side >> view.seat & 1)
            self.assertEqual(told["mate." + behind(seat)], side >> seat & 1)
            for line, trick in zip(view.table, ("first", "second", "third")):
                lies = 0 if line[seat] == 255 else 1 + view.strength(line[seat])
                self.assertEqual(told["table.%s.%s" % (trick, behind(seat))], lies)
            said = view.declared[seat]
            self.assertEqual([told["declared.%s.%s" % (behind(seat), part)] for part in ("value", "buenas", "silent")],
                             [said + 1 if said < 253 else 0, int(said == 254), int(said == 253)])
        mine, theirs = (view.sides[1] >> view.seat & 1), 1 - (view.sides[1] >> view.seat & 1)
        for field in ("points_truco", "points_envido", "points_flor", "points_bonus"):
            self.assertEqual([told[field + ".mine"], told[field + ".theirs"]], [getattr(view, field)[mine], getattr(view, field)[theirs]])
        for trick, winner in zip(("first", "second", "third"), view.trick_winner):
            self.assertEqual([told["trick_winner.%s.%s" % (trick, part)] for part in ("mine", "theirs", "tied")],
                             [int(winner == mine), int(winner == theirs), int(winner == 2)])
        for field in ("stake", "stake_called", "trick", "envido_wanted", "flor_wanted", "flor_staked", "eleven", "pico"):
            self.assertEqual(told[field], getattr(view, field))
        self.assertEqual(told["phase." + view.phase_name], 1)
        self.assertEqual(told["score.mine" if "score.mine" in told else "score.me"], view.my_score)
        strengths = [view.strength(card) for card in view.hand_cards][:3]
        self.assertEqual([told["strength." + place] for place in ("first", "second", "third")], (strengths + [0, 0, 0])[:3])
        if view.seat != view.gallo or view.discard != 255:
            self.assertEqual((told["worth.envido"], told["worth.flor"]), (view.envido, view.flor))

    def test_numbers_are_what_their_names_say(self):
        for preset, seats in every_table():
            for table in decisions(preset, seats, 5, 6):
                view = table.view()
                self.check_against_view(view, named(table), seats)

    def test_seats_are_relative(self):
        """The same hand with everybody one seat further on is the same row."""
        for seats in (2, 4, 6, 8):
            dice = random.Random(seats)
            for mano in range(seats):
                pack = dice.sample(range(40), 3 * seats)
                hands = [pack[3 * i:3 * i + 3] for i in range(seats)]
                one, other = Table("argentino", seats), Table("argentino", seats)
                one.deal_cards(mano, hands)
                other.deal_cards((mano + 1) % seats, hands[-1:] + hands[:-1])
                while one.turn is not None:
                    self.assertEqual((one.turn + 1) % seats, other.turn)
                    self.assertEqual(one.row(), other.row())
                    code = dice.choice(one.codes())
                    one.apply(code)
                    other.apply(code)

    def test_no_hidden_card_is_in_a_row(self):
        draws = Dice(9)
        for preset, seats in every_table():
            for table in decisions(preset, seats, 7, 2):
                view = table.view()
                self.assertEqual(rules.sample(view, draws).row(view.seat), table.row())

    def test_the_page_names_the_columns(self):
        """docs/training.md names each group of columns, and no other."""
        with open(os.path.join(ROOT, "docs", "training.md"), encoding="utf-8") as page:
            cells = re.findall(r"^\| (`[^|]*)", page.read().partition("## What a row says")[2], re.MULTILINE)
            told = {name for cell in cells for name in re.findall(r"`([a-z_]+)[.`]", cell)}
        there = {column.partition(".")[0] for preset, seats in every_table() for column in Table(preset, seats).columns()}
        self.assertEqual(told, there)

    def test_wrong_words(self):
        with self.assertRaisesRegex(RulesError, "a seat is 0 to 1, not 2"):
            next(decisions("argentino", 2, 1, 1)).row(2)
        view = next(decisions("argentino", 2, 1, 1)).view()
        view.match = rules.match_of("truco", 2, 0)
        with self.assertRaisesRegex(RulesError, "this is no view of truco"):
            fiel.row(view)
        with self.assertRaisesRegex(RulesError, "cards|dealt"):
            Table().deal_cards(0, [[1, 2, 3], [3, 4, 5]])
        for words, why in (((2, [[1, 2, 3], [6, 4, 5]]), "the mano is 0 to 1, not 2"), (("x", [[1, 2, 3], [6, 4, 5]]), "the mano.* 'x'"),
                           ((0, [[1, 2, 261], [6, 4, 5]]), "not 261"), ((0, [[1, 2, "a"], [6, 4, 5]]), "not 'a'"), ((0, 5), "not 5"),
                           ((0, [[1, 2, 3]]), "cards of 2 seats"), ((0, [[1, 2, 3, 7, 8], [6, 4, 5]]), "no more than 4"),
                           ((0, [[1, 2, 3], [6, 4, 5]], "q"), "not 'q'"), ((0, [[1, 2, 3], [6, 4, 5]], 300), "not 300")):
            with self.assertRaisesRegex(RulesError, why):
                Table().deal_cards(*words)
        table = next(decisions("argentino", 2, 1, 1))
        before = bytes(table.memory)
        for action in ("truco", None, 1.5, -1, 2 ** 16, 2 ** 70, True):
            with self.assertRaisesRegex(RulesError, "an action is an Action or its code, which is .* not %r" % (action,)):
                table.apply(action)
        self.assertEqual(bytes(table.memory), before)
        for call in (lambda: rules.sample(3, Dice(1)), lambda: fiel.row(3)):
            with self.assertRaisesRegex(RulesError, "a View is due, .* not 3"):
                call()
        for call in (Table().view, Table().row):
            with self.assertRaisesRegex(RulesError, "nobody is on turn: say which seat looks"):
                call()
        with self.assertRaisesRegex(RulesError, "used for is text, not 5"):
            Dice(1, 5)


class Chance(unittest.TestCase):
    """A copy of a table tells what lies there, and nothing of what will be dealt."""

    def to_the_end(self, table):
        while table.turn is not None:
            table.apply(table.codes()[0])

    def test_a_copied_table_has_no_dice(self):
        """Everything that a table holds, followed to its numbers, is the same before two different next deals."""
        table, other, dice = Table(), Table(), Dice(5, "deal")
        table.deal(dice)
        self.to_the_end(table)
        other.memory[:] = table.memory
        self.assertEqual({name: value for name, value in vars(table.copy()).items() if name != "memory"},
                         {name: value for name, value in vars(other).items() if name != "memory"})
        table.deal(dice)
        other.deal(Dice(6, "deal"))
        self.assertNotEqual(bytes(table.memory), bytes(other.memory))
        self.assertFalse(any(isinstance(value, Dice) for value in vars(table).values()))

    def futures(self, env):
        """The cards of the next hands, whatever is played."""
        cards = []
        for _ in range(6):
            hand = env.table().view(0).hand
            while env.table().view(0).hand == hand:
                env.step(bytes(env.batch.mask).index(1))
            cards.append(bytes(env.table().row(0)))
        return cards

    def test_a_copied_environment_deals_other_cards(self):
        env = Env("argentino,target=99", until="game")
        env.reset(seed=3)
        first, again, planner, other = env.copy(Dice(1)), env.copy(Dice(1)), copy.deepcopy(env), env.copy(Dice(2))
        for copied in (first, again, planner, other):
            self.assertEqual(bytes(copied.batch.memory), bytes(env.batch.memory))
            self.assertEqual(copied.observe("seat_0"), env.observe("seat_0"))
        told = [self.futures(each) for each in (env, first, again, planner, other)]
        self.assertEqual(told[1], told[2])
        self.assertEqual(len({tuple(cards) for cards in told}), 4)

    def again(self, kept):
        """It, pickled and read again, and copied."""
        return pickle.loads(pickle.dumps(kept)), copy.deepcopy(kept)

    def test_tables_and_dice_are_pickled(self):
        for preset, seats in every_table():
            for table in decisions(preset, seats, 5, 2):
                for other in self.again(table):
                    self.assertEqual((bytes(other.memory), other.rules, other.codes()), (bytes(table.memory), preset, table.codes()))
                    other.apply(other.codes()[0])
                    self.assertNotEqual(bytes(other.memory), bytes(table.memory))
        dice = Dice(4)
        for other in self.again(dice):
            one, two = Table(), Table()
            one.deal(dice.copy())
            two.deal(other)
            self.assertEqual(bytes(one.memory), bytes(two.memory))

    def test_batches_are_pickled(self):
        for preset, seats in every_table():
            batch, dice = Batch(preset, seats, 70, 9, rivals=[None] + ["embustero"] * (seats - 1), by_game=True, threads=2, ended=True), Dice(2)
            ids = batch.ids()
            for _ in range(15):
                batch.choose(ids, dice)
                batch.step(ids)
            others = self.again(batch)
            for _ in range(15):
                batch.choose(ids, dice)
                batch.step(ids)
                for other in others:
                    self.assertIsNot(other.memory, batch.memory)
                    other.step(ids)
                    for name in ("memory", "turn", "rows", "mask", "reward", "done", "ended"):
                        self.assertEqual(bytes(getattr(other, name)), bytes(getattr(batch, name)), (preset, name))

    def test_an_environment_is_pickled(self):
        for until in ("hand", "game"):
            env = Env("argentino", until=until)
            pickle.loads(pickle.dumps(env))  # before an episode
            env.reset(seed=5)
            for _ in range(40):
                if not env.agents:
                    env.reset()
                env.step(None if env.terminations[env.agent_selection] else bytes(env.batch.mask).index(1))
            env.reset()
            other = pickle.loads(pickle.dumps(env))
            for _ in range(3):
                while env.agents:
                    self.assertEqual((other.agents, other.last()), (env.agents, env.last()))
                    move = None if env.terminations[env.agent_selection] else bytes(env.batch.mask).index(1)
                    env.step(move)
                    other.step(move)
                env.reset()
                other.reset()

    def test_what_another_version_pickled_is_refused(self):
        table, batch = Table(), Batch(tables=2)
        rules_, seats, by, data = table.__getstate__()
        begun, waits, _, contents = batch.__getstate__()
        for told in ((rules_, seats, "0" * 32, data), (rules_, seats, by, data[:-8]), (rules_, seats, by, data + bytes(8))):
            with self.assertRaisesRegex(RulesError, "pickled by another version of fiel"):
                Table.__new__(Table).__setstate__(told)
        with self.assertRaisesRegex(RulesError, "pickled by another version of fiel"):
            Batch.__new__(Batch).__setstate__((begun, waits, "0" * 32, contents))
        with self.assertRaisesRegex(RulesError, "nosuch"):
            Table.__new__(Table).__setstate__(("argentino,nosuch=1", seats, by, data))

    def test_dice_start_where_those_of_c_do(self):
        if not hasattr(rules.LIBRARY, "fiel_dice"):
            self.skipTest("the library is the rules alone: it has no hash")
        for use, seed in (("deal", 0), ("play", 2 ** 64 - 1), ("", 7)):
            here, there = (ctypes.c_uint64 * 5)(), (ctypes.c_uint64 * 5)()
            rules.fill_dice(here, 5, use, seed)
            rules.LIBRARY.fiel_dice(there, ctypes.c_size_t(5), use.encode(), ctypes.c_uint64(seed))
            self.assertEqual(list(here), list(there))

    def test_dice_are_due(self):
        for call in (Table().deal, Env().copy, Batch(tables=1).ids()._length_ and (lambda dice: Batch(tables=1).choose(
                Batch(tables=1).ids(), dice))):
            with self.assertRaisesRegex(RulesError, "chance is an argument"):
                call(None)


class Inside(unittest.TestCase):
    """Bundled bots at a batch's tables."""

    def test_the_callers_seat_is_the_one_that_is_asked(self):
        for preset, seats in every_table():
            rivals = [None] + ["random"] * (seats - 1)
            batch, dice, ended = Batch(preset, seats, tables=6, seed=2, rivals=rivals, ended=True), Dice(2), 0
            ids = batch.ids()
            for _ in range(60):
                batch.choose(ids, dice)
                batch.step(ids)
                self.assertEqual(set(batch.turn), {0})
                ended += sum(map(bool, batch.done))
                for i in range(batch.tables):
                    self.assertEqual(sum(batch.reward[i * seats:(i + 1) * seats]), 0)
                    if batch.done[i]:
                        row = dict(zip(batch.columns, batch.ended[i * batch.width:(i + 1) * batch.width]))
                        self.assertEqual(row["hand_over"], 1)
            self.assertTrue(ended, preset)

    def test_each_table_has_its_own_seats(self):
        seats = [[None, "cauto"], ["cauto", None], [None, None], ["random", None]]
        batch, dice = Batch(tables=4, seed=1, rivals=seats), Dice(1)
        ids, seen = batch.ids(), [set() for _ in seats]
        for _ in range(100):
            batch.choose(ids, dice)
            batch.step(ids)
            for i, turn in enumerate(batch.turn):
                seen[i].add(turn)
        self.assertEqual(seen, [{0}, {1}, {0, 1}, {1}])

    def test_cauto_beats_random(self):
        for seat in (0, 1):
            rivals = ["cauto", "cauto"]
            rivals[seat] = None
            batch, dice, points = Batch(tables=64, seed=1, rivals=rivals), Dice(1), 0.0
            ids = batch.ids()
            for _ in range(60):
                batch.choose(ids, dice)
                batch.step(ids)
                points += sum(batch.reward[seat::2])
            self.assertLess(points, 0)

    def test_every_bundled_bot_decides_everywhere(self):
        """campeon, embustero and maestro at every preset and size; the same seed, the same bytes, whatever the number of threads."""
        for preset, seats in every_table():
            rivals, told = [None] + (["campeon", "embustero", "maestro"] * 3)[:seats - 1], []
            for threads in (1, 2):
                batch, dice = Batch(preset, seats, tables=64 if preset == "argentino" and seats == 2 else 2, seed=4, rivals=rivals,
                                    threads=threads), Dice(4)
                ids = batch.ids()
                for _ in range(2):
                    batch.choose(ids, dice)
                    batch.step(ids)
                self.assertEqual(set(batch.turn), {0})
                told.append((bytes(batch.memory), bytes(batch.memories), bytes(batch.minds), bytes(batch.rows)))
            self.assertEqual(told[0], told[1], preset)

    def against_embustero(self, word, hands=60):
        """(calls it was answered, folds among them, hands in which it lies), by one who answers every call with `word`."""
        batch = Batch(tables=32, seed=3, rivals=[None, "embustero"])
        ids, lies = batch.ids(), 0
        words = [str(fiel.Action(code, batch.rules)) for code in batch.codes]
        said, width = words.index(word), len(words)
        for _ in range(hands):
            for i in range(batch.tables):
                mask = batch.mask[i * width:(i + 1) * width]
                ids[i] = said if mask[said] else next(id for id, legal in enumerate(mask) if legal)
            batch.step(ids)
            lies += sum(batch.memories[i * 2 + 1] >> 32 & 1 for i in range(batch.tables))
        asked, folds = (sum(batch.memories[i * 2 + 1] >> bits & 0xffff for i in range(batch.tables)) for bits in (16, 0))
        batch.reset()
        self.assertEqual(sum(batch.memories[i * 2 + 1] & 0xffffffff for i in range(batch.tables)), 0)
        return asked, folds, lies

    def test_embustero_learns_who_folds(self):
        asked, folds, lies = self.against_embustero("no-quiero")
        self.assertTrue(asked == folds > 0)
        called, none, fewer = self.against_embustero("quiero")
        self.assertTrue(called > 0)
        self.assertEqual(none, 0)
        self.assertGreater(lies, 2 * fewer)

    def test_maestro_and_campeon_beat_random(self):
        for rival in ("maestro", "campeon"):
            batch, dice, points = Batch(tables=12, seed=1, rivals=[None, rival]), Dice(1), 0.0
            ids = batch.ids()
            for _ in range(25):
                batch.choose(ids, dice)
                batch.step(ids)
                points += sum(batch.reward[0::2])
            self.assertLess(points, 0)

    @unittest.skipUnless(numpy, "python3-numpy is not installed")
    def test_a_network_in_both_seats_is_paid_in_each(self):
        """train.py at tables of its own: what a step brought goes to the seat that decided."""
        sys.path.insert(0, os.path.join(ROOT, "sdk", "examples"))
        import train
        batch, dice, paid = Batch(tables=64, seed=1), numpy.random.default_rng(1), set()
        told, ids, each = batch.arrays(), numpy.zeros(64, numpy.int32), numpy.arange(64)
        net, train.STEPS = train.Net.fresh(batch.columns, batch.codes, batch.rules, 8, dice), 1
        for part in (net.value, net.value_more):
            part[:] = 0
        for _ in range(60):
            seats = told.turn.copy()
            _, _, returns, points, hands = train.play_some(net, batch, told, ids, dice, 0 * each, 64)
            self.assertTrue((returns[0] == told.reward[each, seats]).all())
            self.assertEqual((points, hands), (0, 0))
            paid |= set(zip(seats, numpy.sign(returns[0])))
        self.assertEqual(len(paid), 6)

    def test_rewards_of_games(self):
        batch, dice, games = Batch("argentino,target=3", tables=32, seed=1, by_game=True), Dice(1), 0
        ids = batch.ids()
        for _ in range(200):
            batch.choose(ids, dice)
            batch.step(ids)
            for i, done in enumerate(batch.done):
                paid = list(batch.reward[2 * i:2 * i + 2])
                self.assertIn(paid, [[1, -1], [-1, 1]] if done == GAME_ENDED else [[0, 0]])
                games += done == GAME_ENDED
        self.assertTrue(games and HAND_ENDED != GAME_ENDED)

    def test_numbers_of_other_libraries(self):
        """Those of numpy are no int, and an array of them has __index__, which refuses."""
        class Number:
            def __init__(self, value):
                self.value = value

            def __index__(self):
                if not isinstance(self.value, int):
                    raise TypeError("only integer scalar arrays can be converted to a scalar index")
                return self.value

        plain, other = Batch(tables=Number(2), seed=7), Batch(tables=2, seed=Number(7))
        self.assertEqual(list(plain.dice), list(other.dice))
        other.reset(seed=Number(-1))
        plain.reset(seed=2 ** 64 - 1)
        self.assertEqual(list(plain.dice), list(other.dice))
        for words in ({"seed": Number([1, 2])}, {"tables": Number([1, 2])}, {"seed": True}, {"seed": 1.0}, {"tables": None}):
            with self.assertRaisesRegex(TypeError, "(a seed|tables) is a whole number, not") as caught:
                Batch(**{"tables": 2, **words})
            self.assertIsInstance(caught.exception, RulesError)

    def test_wrong_words(self):
        for rivals, why in ((["cauto", "cauto"], "a seat of each table is the caller's"), (["cauto"], "each of the 2 seats"),
                            ([None, "maestra"], "no bot 'maestra'"), ([None, 1], "no bot 1"), ([[None, None]], "2 seats")):
            with self.assertRaisesRegex(RulesError, why):
                Batch(tables=2, rivals=rivals)
        for words, why in (({"tables": 0}, "tables is 1 to"), ({"threads": 65}, "threads is 1 to 64"), ({"tables": 2.0}, "whole number"),
                           ({"seed": 1.5}, "a seed is a whole number"), ({"rules": 3}, "rules are text")):
            with self.assertRaisesRegex(RulesError, why):
                Batch(**{"tables": 2, **words})
        batch = Batch(tables=2)
        for ids, why in (([0, 1], "not list"), ((ctypes.c_int64 * 2)(), "int32"), ((ctypes.c_int32 * 3)(), "shape"), (None, "NoneType")):
            with self.assertRaisesRegex(RulesError, why):
                batch.step(ids)
        ids = batch.ids()
        batch.choose(ids, Dice(1))
        ids[1] = -1
        with self.assertRaisesRegex(RulesError, "1 of the actions are not legal, first action -1 of table 1"):
            batch.step(ids)
        with self.assertRaisesRegex(RulesError, "read-only"):
            batch.choose(memoryview(bytes(8)).cast("i"), Dice(1))


class Threads(unittest.TestCase):
    def course(self, threads, tables=300):
        batch, dice, told = Batch("argentino-flor", 4, tables, seed=7, rivals=["random", None, "cauto", None], threads=threads), Dice(7), []
        ids = batch.ids()
        for _ in range(40):
            batch.choose(ids, dice)
            batch.step(ids)
            told.append(b"".join(bytes(part) for part in (ids, batch.rows, batch.mask, batch.reward, batch.done, batch.turn)))
        return told, bytes(batch.memory), dice.state

    def test_any_number_of_threads_tells_the_same_bytes(self):
        one = self.course(1)
        for threads in (2, 3, 7, 64):
            self.assertEqual(self.course(threads), one)


class Trees(unittest.TestCase):
    """Chance card by card, and what a player knows."""

    def courses(self, until, count=1):
        dice = random.Random(count)
        for preset, seats in every_table():
            for _ in range(count):
                tree = Tree(preset, seats, until)
                while not tree.over:
                    yield tree
                    tree.apply(dice.choice(tree.outcomes() if tree.player == CHANCE else tree.legal()))
                yield tree

    def test_a_hand_is_dealt_card_by_card(self):
        for tree in self.courses("hand"):
            if tree.player == CHANCE:
                self.assertEqual(tree.legal(), [])
                dealt = [action for who, action in tree.history[1:]]
                for seat in range(tree.seats):
                    row = dict(zip(tree.columns, tree.observation(seat)))
                    own = [card for card in range(40) if row["dealt." + Card(card).name]]
                    self.assertEqual(sorted(tree._dealt_to(seat)), own)
                    self.assertLessEqual(set(own), set(dealt))
                self.assertEqual(len(set(dealt)), len(dealt))
                self.assertEqual(len(tree.outcomes()), tree.seats if not tree.history else len(tree.pack) - len(dealt))
            elif tree.player == TERMINAL:
                self.assertEqual((tree.legal(), sum(tree.returns())), ([], 0))
                cards = sum(who == CHANCE for who, _ in tree.history) - 1
                self.assertEqual(cards, 3 * tree.seats + (tree.table.view(0).gallo != 255) + tree.turns_card)
            else:
                self.assertEqual([tree.codes[id] for id in tree.legal()], sorted(tree.table.codes()))
                self.assertEqual(tree.legal((tree.player + 1) % tree.seats), [])
            self.assertLess(3 * len(tree.events), room_of(tree.seats))

    def test_a_copy_and_what_is_on_paper_are_the_same_state(self):
        for number, tree in enumerate(self.courses("hand")):
            if number % 9 == 0:
                for other in (tree.copy(), deserialize(tree.serialize()), copy.deepcopy(tree)):
                    self.assertEqual(bytes(other.table.memory), bytes(tree.table.memory))
                    self.assertEqual((other.history, other.events, other.returns()), (tree.history, tree.events, tree.returns()))
                    if not tree.over:
                        other.apply((other.outcomes() if other.player == CHANCE else other.legal())[0])
                        self.assertEqual(len(other.history), len(tree.history) + 1)

    def test_a_game_goes_on_to_its_end(self):
        dice, hands = random.Random(4), 0
        for seats in (2, 3, 4) * 3:
            tree = Tree("argentino,target=10", seats, "game")
            while not tree.over:
                tree.apply(dice.choice(tree.outcomes() if tree.player == CHANCE else tree.legal()))
            self.assertTrue(tree.table.game_over)
            self.assertEqual(len(tree.before) + 1, tree.table.view(0).hand)
            hands += len(tree.before)
            self.assertIn(sorted(tree.returns()), ([-1, 1], [-1, -1, 1, 1], [-0.5, -0.5, 1]))
        self.assertGreater(hands, 9)

    def test_other_worlds_cannot_be_told_apart(self):
        """Drawn anew, the others' cards agree with what was sung, declared and played, and so does all that the player has seen."""
        draws, drawn, other_cards, declared = Dice(6), 0, 0, 0
        for tree in self.courses("hand", 3):
            if tree.player < 0:
                continue
            seat, other = tree.player, tree.resample(tree.player, draws)
            for told in ("information_state_string", "observation_string", "events_seen"):
                self.assertEqual(getattr(other, told)(seat), getattr(tree, told)(seat))
            self.assertEqual((other.player, other.legal()), (seat, tree.legal()))
            self.assertEqual(other.table.row(), tree.table.row())
            drawn += 1
            other_cards += any(other.table.dealt(rival) != tree.table.dealt(rival) for rival in range(tree.seats) if rival != seat)
            view = other.table.view(seat)
            for rival in range(tree.seats):
                said = view.declared[rival]
                if said < 253 and rival != seat and not view.sang >> rival & 1 and view.gallo == 255:
                    declared += 1
                    self.assertEqual(fiel.cards.envido(other.table.dealt(rival)[:3], tree.rules, view.vira), said)
        self.assertGreater(other_cards, drawn * 9 // 10)
        self.assertGreater(declared, 0)

    def test_a_card_face_down_is_not_told(self):
        found, dice = 0, random.Random(1)
        for _ in range(40):
            tree = Tree("argentino")
            while not tree.over and not (tree.events and tree.events[-1][1] == 2):
                tree.apply(dice.choice(tree.outcomes() if tree.player == CHANCE else tree.legal()))
            if tree.events and tree.events[-1][1] == 2 and not tree.over:
                who = tree.events[-1][0]
                self.assertIn("%d:play-down ?" % who, tree.information_state_string(1 - who))
                self.assertNotIn("%d:play-down ?" % who, tree.information_state_string(who))
                found += 1
        self.assertTrue(found)

    def test_wrong_words(self):
        tree = Tree()
        for action, why in ((2, "chance cannot do 2"), ("a", "whole number"), (40, "0 to 39")):
            with self.assertRaisesRegex(RulesError, why):
                tree.apply(action)
        for action in (0, 1, 2, 3, 4, 5, 6):
            tree.apply(action)
        done = len(tree.history)
        illegal = next(id for id in range(len(tree.codes)) if id not in tree.legal())
        for action, why in ((illegal, "."), (len(tree.codes), "0 to"), (None, "whole number")):
            with self.assertRaisesRegex(RulesError, why):
                tree.apply(action)
        self.assertEqual(len(tree.history), done)
        for line in ("", "argentino|2|hand", "argentino|2|hand|0,1,1", None):
            with self.assertRaisesRegex(RulesError, "no tree on paper"):
                deserialize(line)
        with self.assertRaisesRegex(RulesError, "a player is 0 to 1"):
            tree.information_state_string(2)


class Missing(unittest.TestCase):
    """What stands on the packages of others says which one is missing; nothing else does without it."""

    def test_a_missing_package_is_named(self):
        hide = "import sys; sys.path.insert(0, %r); sys.modules.update(dict.fromkeys(%%r)); import fiel.%%s"
        hide %= os.path.join(ROOT, "sdk", "python")
        for module, package in (("pettingzoo", "pettingzoo"), ("gym", "gymnasium"), ("openspiel", "pyspiel")):
            done = subprocess.run([sys.executable, "-c", hide % ([package], module)], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1)
            needed = {"pyspiel": "pip install open_spiel"}.get(package, "pip install " + package)
            wanted = "%s is not installed: %s" % (package, needed)
            self.assertIn(wanted if numpy else "is not installed", done.stderr.splitlines()[-1])
        without = ["numpy", "gymnasium", "pettingzoo", "pyspiel", "zmq"]
        for module in ("rules", "batch", "env", "tree", "cards"):
            done = subprocess.run([sys.executable, "-c", hide % (without, module)], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


@unittest.skipIf(numpy is None, "python3-numpy is not installed: arrays are not tested")
class Arrays(unittest.TestCase):
    def test_arrays_are_the_buffers(self):
        batch = Batch(tables=8, seed=1)
        arrays, ids = batch.arrays(), numpy.zeros(8, numpy.int32)
        before = arrays.rows.copy()
        batch.choose(ids, Dice(1))
        self.assertTrue((arrays.mask[numpy.arange(8), ids] == 1).all())
        batch.step(ids)
        self.assertTrue((arrays.rows != before).any())
        self.assertEqual(arrays.rows.shape, (8, len(batch.columns)))
        for wrong in (ids.astype(numpy.int64), ids[:4], ids.reshape(2, 4), numpy.zeros(16, numpy.int32)[::2]):
            with self.assertRaisesRegex(RulesError, "int32 of shape"):
                batch.step(wrong)


if __name__ == "__main__":
    unittest.main()
