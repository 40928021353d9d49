#!/usr/bin/python3
"""Tests of the rules for Python: tables, the environment's laws, many tables at once. Needs libfiel.so.0."""

import ctypes
import os
import random
import sys
import unittest
from array import array

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sdk", "python"))
from fiel import cards, rules  # noqa: E402
from fiel.batch import GAME_ENDED, HAND_ENDED, ILLEGAL, Batch  # noqa: E402
from fiel.env import Env  # noqa: E402
from fiel.rules import Dice, RulesError, Table  # noqa: E402

TABLES = (("argentino", 2), ("argentino-flor", 2), ("argentino", 3), ("argentino-flor,gallo=fijo", 3), ("argentino-flor", 4),
          ("argentino", 6), ("uruguayo", 2), ("paulista", 4), ("paulista-limpo", 2), ("mineiro", 2), ("gauderio", 4),
          ("venezolano", 2), ("truc-y-flou", 6), ("paulista,ferro_blind=yes,target=2", 2))


def play_hand(table, dice):
    """A hand with any legal action; yields before each decision."""
    table.deal(Dice(dice.randrange(2 ** 32), "deal"))
    while table.turn is not None:
        yield table
        table.apply(dice.choice(table.legal()))


class Tables(unittest.TestCase):
    def test_wrong_words(self):
        for words in (("argentino,flor=perhaps", 2), ("argentino", 5), ("truco", 2)):
            with self.assertRaises(RulesError):
                Table(*words)
        table, deals = Table(), Dice(1, "deal")
        with self.assertRaisesRegex(RulesError, "the hand is over"):
            table.apply(257)
        table.deal(deals)
        before = bytes(table.memory)
        with self.assertRaises(RulesError):
            table.apply(0x0500)
        with self.assertRaisesRegex(RulesError, "a hand is being played"):
            table.deal(deals)
        with self.assertRaisesRegex(RulesError, "chance is an argument"):
            table.playout(7)
        self.assertEqual(bytes(table.memory), before)

    def test_a_copy_is_another_table(self):
        table = Table("argentino")
        table.deal(Dice(3))
        other = table.copy()
        other.apply(other.legal()[0])
        self.assertNotEqual(bytes(other.memory), bytes(table.memory))
        again = table.copy()
        again.playout(Dice(4))
        self.assertTrue(again.hand_over and not table.hand_over)

    def test_what_cards_are_worth_is_what_is_declared(self):
        """The worth of cards in the package against what the rules declare."""
        for preset, seats in TABLES:
            table, dice, seen = Table(preset, seats), random.Random(5), 0
            for _ in range(30):
                for _ in play_hand(table, dice):
                    view = table.view()
                    declare = view.find("declare")
                    if declare:
                        worth = view.envido, view.flor
                        table.apply(declare)
                        declared = table.view(view.seat).declared[view.seat]
                        if declared < 200:
                            self.assertIn(declared, worth)
                            seen += 1
                        if table.turn is None:
                            break
            self.assertTrue(seen or cards.variant(preset).ranks in ("manilha", "mineiro") or seats == 6, preset)

    def test_the_stronger_card_takes_the_trick(self):
        for preset, seats in TABLES:
            table, dice = Table(preset, seats), random.Random(6)
            for _ in range(12):
                for _ in play_hand(table, dice):
                    view = table.view()
                    for row, winner in zip(view.table, view.trick_winner):
                        if seats == 2 and winner < 2 and max(row) < 40:
                            self.assertGreaterEqual(view.strength(row[winner]), view.strength(row[1 - winner]))

    def test_samples_agree_with_the_view(self):
        for preset, seats in TABLES:
            table, dice, draws = Table(preset, seats), random.Random(7), Dice(7)
            for _ in range(2):
                for _ in play_hand(table, dice):
                    view = table.view()
                    guess = rules.sample(view, draws)
                    self.assertEqual(guess.view_bytes(view.seat), table.view_bytes(view.seat))
                    self.assertEqual(guess.legal(), table.legal())
                    guess.playout(draws)
                    self.assertTrue(guess.hand_over)


class Laws(unittest.TestCase):
    def episodes(self, preset, seats, until, count):
        env, dice = Env(preset, seats, until), random.Random(1)
        for seed in range(count):
            env.reset(seed=seed)
            total = dict.fromkeys(env.possible_agents, 0.0)
            for agent in env.agent_iter():
                observation, reward, over, truncated, _ = env.last()
                if over:
                    total[agent] = reward
                yield env, agent, observation, over
                self.assertIsInstance(observation["action_mask"], array)
                ids = [number for number, legal in enumerate(observation["action_mask"]) if legal]
                self.assertEqual([] if over else sorted(env.ids[code] for code in env.table().codes()), ids)
                env.step(None if over else dice.choice(ids))
                self.assertEqual(sum(env.rewards.values()), 0)
                self.assertFalse(truncated)

    def test_mask_is_legal_and_rewards_are_zero_sum(self):
        for preset, seats in TABLES:
            sizes = {len(observation["observation"]) for _, _, observation, _ in self.episodes(preset, seats, "hand", 2)}
            self.assertEqual(len(sizes), 1)

    def test_a_game(self):
        for seats in (2, 3, 4):
            over = [env.table().game_over for env, _, _, over in self.episodes("argentino,target=15", seats, "game", 2) if over]
            self.assertTrue(over and all(over))

    def test_equal_worlds_are_equally_seen(self):
        """No hidden card is in an observation: another world with the same view gives the same."""
        draws = Dice(9)
        for preset, seats in TABLES[:-1]:
            for env, agent, observation, over in self.episodes(preset, seats, "hand", 1):
                if over:
                    continue
                real = bytes(env.batch.memory)
                env.batch.memory[:] = rules.sample(env.table().view(), draws).memory
                env.batch.rows[:] = [0] * env.batch.width
                rules.LIBRARY.fiel_row(env.batch.memory, env.batch.turn[0], env.batch.rows)
                self.assertEqual(env.observe(agent), observation)
                ctypes.memmove(env.batch.memory, real, len(real))

    def test_wrong_steps(self):
        env = Env()
        with self.assertRaisesRegex(RulesError, "reset\\(\\) begins"):
            env.step(0)
        env.reset(seed=1)
        before = bytes(env.batch.memory)
        for action in (None, -1, len(env.codes), "quiero", 1.0, env.ids[0x0500]):
            with self.assertRaises(RulesError):
                env.step(action)
        with self.assertRaisesRegex(RulesError, "seat_7"):
            env.observe("seat_7")
        with self.assertRaisesRegex(RulesError, "a seed is a whole number"):
            env.reset(seed="one")
        with self.assertRaisesRegex(TypeError, "a seed is a whole number"):
            env.reset(seed=1.5)
        self.assertEqual(bytes(env.batch.memory), before)
        with self.assertRaises(RulesError):
            Env(until="match")


class Many(unittest.TestCase):
    def single(self, table, code, deals):
        """One step of a table as the batch steps: (points by seat, done)."""
        before = [table.score[scorer] for scorer in table.scorers]
        table.apply(code)
        gains = [table.score[scorer] - had for scorer, had in zip(table.scorers, before)]
        factor, mean = (1.5 if table.seats == 3 else 2.0), sum(gains) / len(gains)
        done = 0
        if table.turn is None:
            done = GAME_ENDED if table.game_over else HAND_ENDED
            table.deal(deals)
            while table.turn is None:
                table.deal(deals)
        return [factor * (gain - mean) for gain in gains], done

    def test_many_are_as_one(self):
        for preset, seats in TABLES:
            batch, dice = Batch(preset, seats, tables=3, seed=4), Dice(4)
            tables, deals = [Table(preset, seats) for _ in range(3)], [Dice(4, "deal") for _ in range(3)]
            streams = (ctypes.c_uint64 * 3)()
            rules.fill_dice(streams, 3, "deal", 4)
            self.assertEqual(deals[0].state, streams[0])
            for table, own, stream in zip(tables, deals, streams):
                own.state = stream
                table.deal(own)
                while table.turn is None:
                    table.deal(own)
            ids = batch.ids()
            for _ in range(60):
                batch.choose(ids, dice)
                batch.step(ids)
                for i, table in enumerate(tables):
                    reward, done = self.single(table, batch.codes[ids[i]], deals[i])
                    self.assertEqual(batch.done[i], done)
                    self.assertEqual(batch.turn[i], table.turn)
                    for told, due in zip(batch.reward[i * seats:(i + 1) * seats], reward):
                        self.assertAlmostEqual(told, due, places=4)
                    self.assertEqual(bytes(batch.rows[i * batch.width:(i + 1) * batch.width]), table.row())
                    mask = batch.mask[i * len(batch.codes):(i + 1) * len(batch.codes)]
                    self.assertEqual([batch.codes[k] for k, legal in enumerate(mask) if legal],
                                     sorted(action.code for action in table.legal()))

    def test_an_illegal_action_stops_its_table_alone(self):
        batch = Batch(tables=2)
        ids = batch.ids()
        batch.choose(ids, Dice(1))
        ids[1] = batch.codes.index(0x0500)
        before = bytes(batch.memory)[ctypes.sizeof(batch.memory) // 2:]
        with self.assertRaisesRegex(RulesError, "1 of the actions"):
            batch.step(ids)
        self.assertEqual(batch.done[1], ILLEGAL)
        self.assertEqual(bytes(batch.memory)[ctypes.sizeof(batch.memory) // 2:], before)
        self.assertNotEqual(batch.done[0], ILLEGAL)
        batch.reset()
        self.assertEqual(list(batch.rows[batch.columns.index("score.mine")::batch.width]), [0, 0])


GAMMA = 0x9e3779b97f4a7c15  # a draw of splitmix64 adds it to the state


def nearest(dice):
    """Of dice by what they are called: (draws, name, name) of the two that lie nearest to each other. Every state of splitmix64
    lies on one circle of 2^64 draws, GAMMA apart, so that dividing by GAMMA tells how far along: no draw has to be made."""
    whole = 2 ** 64
    places = sorted((state * pow(GAMMA, -1, whole) % whole, name) for name, state in dice.items())
    return min(((after - before) % whole, first, second)
               for (before, first), (after, second) in zip(places, places[1:] + places[:1]))


class Seeds(unittest.TestCase):
    """One seed's cards are not another's."""

    FAR = 1000000  # draws: more than a hundred thousand from now for either, with room for those that were made

    def apart(self, dice):
        draws, first, second = nearest(dice)
        self.assertGreater(draws, self.FAR, "%s deals what %s deals after %d draws" % (first, second, draws))

    def test_dice_that_lie_together_are_found(self):
        early, late, other = Dice(1), Dice(1), Dice(2)
        Table().deal(late)
        draws, first, second = nearest({"early": early.state, "late": late.state, "other": other.state})
        self.assertEqual((first, second), ("early", "late"))
        self.assertEqual(draws, 7)  # the mano and six cards

    def test_batches_of_a_thousand_seeds_are_apart(self):
        """Whatever is played at them, none comes where another was: all that a batch draws follows from its dice."""
        self.apart({"Batch(%d)[%d]" % (seed, i): state for seed in range(1, 1001)
                    for i, state in enumerate(Batch(tables=16, seed=seed).dice)})

    def test_no_two_batches_deal_alike(self):
        """As an author sees it: three hands in a row of one seed are in no other's play."""
        seen, seeds, tables = {}, 100, 16
        for seed in range(1, seeds + 1):
            batch, dice = Batch(tables=tables, seed=seed), Dice(seed)
            ids, own, dealt = batch.ids(), [[] for _ in range(tables)], batch.columns.index("dealt.1e")
            for _ in range(100):
                batch.choose(ids, dice)
                batch.step(ids)
                for i, done in enumerate(batch.done):
                    if done:
                        own[i].append(bytes(batch.rows[i * batch.width + dealt:i * batch.width + dealt + 40]))
            for i, hands in enumerate(own):
                for k in range(len(hands) - 2):
                    other = seen.setdefault(tuple(hands[k:k + 3]), (seed, i))
                    self.assertEqual(other, (seed, i), "Batch(%d)[%d] deals what Batch(%d)[%d] deals" % ((seed, i) + other))

    def test_a_policy_does_not_draw_the_deal(self):
        """Dice of a seed are not the dice that a table of that seed deals by."""
        dice = {"Dice(%d)" % seed: Dice(seed).state for seed in range(1000)}
        dice.update(("deal(%d)" % seed, Dice(seed, "deal").state) for seed in range(1000))
        self.apart(dice)

    def test_the_same_seed_deals_the_same(self):
        self.assertEqual(list(Batch(tables=8, seed=5).rows), list(Batch(tables=8, seed=5).rows))
        self.assertNotEqual(list(Batch(tables=8, seed=5).rows), list(Batch(tables=8, seed=6).rows))
        self.assertEqual(list(Batch(tables=2, seed=5).rows), list(Batch(tables=8, seed=5).rows)[:2 * Batch().width])


if __name__ == "__main__":
    unittest.main()
