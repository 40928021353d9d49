#!/usr/bin/python3
"""Tests of fiel.gym, fiel.pettingzoo and fiel.openspiel: what the field's own tests showed is kept, on every preset at every size.
Where a package is not installed, stand_ins.py stands in for it. Needs NumPy and libfiel.so.0."""

import copy
import os
import pickle
import random
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "sdk", "python")]
try:
    import numpy
except ImportError:
    sys.exit(print("python3-numpy is not installed: the adapters are not tested"))
import stand_ins  # noqa: E402

STOOD_IN = stand_ins.install()
import fiel.gym  # noqa: E402
import fiel.openspiel  # noqa: E402
import fiel.pettingzoo  # noqa: E402
from fiel.rules import RulesError, Table  # noqa: E402

PRESETS = "argentino argentino-flor uruguayo paulista paulista-limpo mineiro gauderio venezolano truc-y-flou".split()


def every_table():
    """All presets at all sizes."""
    for preset in PRESETS:
        for seats in (2, 3, 4, 6, 8):
            try:
                Table(preset, seats)
            except RulesError:
                continue
            yield preset, seats


class PettingZoo(unittest.TestCase):
    def course(self, env, seed):
        """What is told until all are gone."""
        told, dice = [], random.Random(seed)
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, reward, over, cut, info = env.last()
            self.assertIn(seen, env.observation_space(agent))
            self.assertEqual((cut, info), (False, {}))
            self.assertAlmostEqual(sum(env.rewards.values()), 0)
            told.append((agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, over))
            env.step(None if over else dice.choice(numpy.flatnonzero(seen["action_mask"]).tolist()))
        self.assertEqual(env.agents, [])
        return told

    def test_every_table_to_its_end_and_once_more(self):
        for preset, seats in every_table():
            for until in ("hand", "game") if seats == 2 else ("hand",):
                env = fiel.pettingzoo.env(preset, seats, until)
                told = self.course(env, 5)
                self.assertEqual(told, self.course(fiel.pettingzoo.env(preset, seats, until), 5))
                self.assertNotEqual(told, self.course(env, 6))
                self.assertEqual({agent for agent, *_, over in told if over}, set(env.possible_agents))

    def test_wrong_actions_are_named_and_change_nothing(self):
        env = fiel.pettingzoo.env()
        with self.assertRaisesRegex(RulesError, "reset"):
            env.step(0)
        env.reset(seed=1)
        before = bytes(env.batch.memory)
        illegal = int(numpy.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
        for action, why in ((illegal, "."), (-1, "-1 is no action's id"), (10 ** 6, "1000000 is no"), (1.0, "1.0 is no"),
                            ("a", "'a' is no"), (None, "None is no"), (numpy.array([1, 2]), "is no action's id")):
            with self.assertRaisesRegex(RulesError, why):
                env.step(action)
            self.assertEqual(bytes(env.batch.memory), before)
        with self.assertRaisesRegex(RulesError, "no agent 'seat_2'"):
            env.observe("seat_2")


class Gym(unittest.TestCase):
    def course(self, env, seed, most=400):
        """What is told of an episode."""
        row, info = env.reset(seed=seed)
        told, dice, over = [row.tobytes()], random.Random(seed), False
        while not over and len(told) < most:
            self.assertIn(row, env.observation_space)
            self.assertEqual(info["action_mask"].sum() > 0, True)
            row, reward, over, cut, info = env.step(dice.choice(numpy.flatnonzero(info["action_mask"]).tolist()))
            self.assertIs(cut, False)
            told.append((row.tobytes(), reward, over))
        self.assertTrue(over)
        self.assertEqual(dict(zip(env.columns, row))["hand_over"], 1)
        return told

    def test_every_table_to_its_end_and_once_more(self):
        for preset, seats in every_table():
            for rivals, until in (("random", "hand"), ("cauto", "hand")) + ((("random", "game"),) if seats == 2 else ()):
                env, again = (fiel.gym.Env(preset, seats, rivals, until) for _ in range(2))
                told = self.course(env, 3)
                self.assertEqual(told, self.course(again, 3))
                self.assertNotEqual(told, self.course(env, 4))
                with self.assertRaisesRegex(RulesError, "the episode is over"):
                    env.step(0)

    def test_every_bundled_bot_is_a_rival(self):
        for rivals in ("random", "cauto", "embustero", "maestro", ["maestro", None]):
            self.course(fiel.gym.Env(rivals=rivals), 2)

    def test_wrong_actions_are_named_and_change_nothing(self):
        env = fiel.gym.Env()
        _, info = env.reset(seed=1)
        before, illegal = bytes(env.batch.memory), int(numpy.flatnonzero(info["action_mask"] == 0)[0])
        for action, why in ((illegal, "action %d is not legal now" % illegal), (-1, "an action's id is 0 to"), (1.0, "whole number"),
                            ("a", "'a'"), (None, "None")):
            with self.assertRaisesRegex(RulesError, why):
                env.step(action)
            self.assertEqual(bytes(env.batch.memory), before)
        env = fiel.gym.Env(illegal=-30)
        env.reset(seed=1)
        self.assertEqual(env.step(illegal)[1:4], (-30.0, True, False))
        for words, why in (({"rivals": "nobody"}, "no bot 'nobody'"), ({"rivals": ["cauto"]}, "a list of 2 names"),
                           ({"until": "dawn"}, "'dawn'"), ({"seats": 2.5}, "whole number"), ({"seats": 5}, "seats"), ({"rules": "truco"}, "truco")):
            with self.assertRaisesRegex(RulesError, why):
                fiel.gym.Env(**words)

    def vectors(self, **words):
        """What is told of 60 steps of many tables."""
        env, told = fiel.gym.VectorEnv(32, **words), []
        rows, infos = env.reset(seed=7)
        ended, hand_over = 0, env.columns.index("hand_over")
        for step in range(60):
            self.assertIn(rows, env.observation_space)
            mask = infos["action_mask"]
            picks = numpy.array([numpy.flatnonzero(line)[step % line.sum()] for line in mask])
            rows, reward, over, cut, infos = env.step(picks)
            self.assertEqual((reward.dtype, over.dtype, cut.any()), (numpy.dtype("f8"), numpy.dtype(bool), numpy.False_))
            self.assertTrue((infos["action_mask"].sum(axis=1) > 0).all())
            self.assertFalse(rows[:, hand_over].any())     # the next episode has begun in the same step
            self.assertEqual("final_obs" in infos, bool(over.any()))
            for table in numpy.flatnonzero(over):
                self.assertEqual(infos["final_obs"][table][hand_over], 1)
            ended += int(over.sum())
            told.append((rows.tobytes(), reward.tobytes(), over.tobytes()))
        self.assertGreater(ended, 0)
        return told

    def test_many_tables_begin_again_by_themselves(self):
        for preset, seats in every_table():
            self.vectors(rules=preset, seats=seats, rivals="random")
        one = self.vectors(rivals="embustero")
        self.assertEqual(one, self.vectors(rivals="embustero"))

    def test_threads_change_no_byte(self):
        env = [fiel.gym.VectorEnv(200, rivals="cauto", threads=threads) for threads in (1, 3)]
        for _ in range(2):
            told = [each.reset(seed=1) for each in env]
            for _ in range(15):
                self.assertEqual(told[0][0].tobytes(), told[1][0].tobytes())
                picks = told[0][1]["action_mask"].argmax(axis=1)
                told = [(each.step(picks)[0], each._infos()) for each in env]

    def test_environments_are_pickled(self):
        for env in (fiel.gym.VectorEnv(5, rivals="cauto"), fiel.gym.Env(rivals="cauto", until="game")):
            many = isinstance(env, fiel.gym.VectorEnv)
            _, info = env.reset(seed=4)
            for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
                here, there = copy.deepcopy(env), other
                told = info
                for _ in range(10):
                    picks = told["action_mask"].argmax(axis=-1)
                    one, two = here.step(picks), there.step(picks)
                    self.assertEqual(one[0].tobytes(), two[0].tobytes())
                    self.assertEqual(one[4]["action_mask"].tobytes(), two[4]["action_mask"].tobytes())
                    self.assertEqual(there.action_space.mask.tobytes(), two[4]["action_mask"].tobytes())
                    told = one[4]
                    if not many and one[2]:
                        break
            self.assertEqual(env.mask.tobytes() if not many else env._infos()["action_mask"].tobytes(),
                             info["action_mask"].tobytes())

    def test_wrong_actions_of_many_tables(self):
        env = fiel.gym.VectorEnv(3)
        _, infos = env.reset(seed=1)
        before, legal = bytes(env.batch.memory), infos["action_mask"].argmax(axis=1)
        illegal = legal.copy()
        illegal[1] = numpy.flatnonzero(infos["action_mask"][1] == 0)[0]
        for actions, why in ((illegal, "action %d of table 1 is not legal" % illegal[1]), (legal[:2], r"shape \(3,\)"),
                             (legal.astype(float), "float64"), (legal * 0 + 10 ** 6, "1000000 of table 0"), (None, "object"), ("abc", "U3")):
            with self.assertRaisesRegex(RulesError, why):
                env.step(actions)
            self.assertEqual(bytes(env.batch.memory), before)
        with self.assertRaisesRegex(RulesError, "one seed is for all tables"):
            env.reset(seed=[1, 2, 3])


class OpenSpiel(unittest.TestCase):
    def test_every_table_to_its_end(self):
        dice = random.Random(8)
        for preset, seats in every_table():
            game = fiel.openspiel.FielGame({"rules": preset, "players": seats})
            state, sees = game.new_initial_state(), game.make_py_observer()
            recalls = game.make_py_observer(fiel.openspiel.pyspiel.IIGObservationType(perfect_recall=True))
            while not state.is_terminal():
                player = state.current_player()
                if player < 0:
                    outcomes, chances = zip(*state.chance_outcomes())
                    self.assertAlmostEqual(sum(chances), 1)
                    state.apply_action(dice.choice(outcomes))
                    continue
                legal = state.legal_actions()
                self.assertEqual(legal, sorted(set(legal)))
                for observer in (sees, recalls):
                    observer.set_from(state, player)
                    self.assertTrue((observer.tensor >= 0).all() and observer.tensor.any())
                    self.assertTrue(observer.string_from(state, player).startswith("seat %d|" % player))
                other = state.resample_from_infostate(player, dice.random)
                self.assertEqual(recalls.string_from(other, player), recalls.string_from(state, player))
                told = recalls.tensor.copy()
                recalls.set_from(other, player)
                self.assertEqual(told.tobytes(), recalls.tensor.tobytes())
                state.apply_action(dice.choice(legal))
            self.assertAlmostEqual(sum(state.returns()), 0)
            again = game.new_initial_state()
            for _, action in state.tree.history:
                again.apply_action(action)
            self.assertEqual(str(again), str(state))

    def test_rules_stand_as_a_parameter(self):
        self.assertEqual(fiel.openspiel.rules_of("argentino-flor;target:15"), "argentino-flor,target=15")
        with self.assertRaisesRegex(RulesError, "until"):
            fiel.openspiel.FielGame({"until": "dawn"})


if __name__ == "__main__":
    print("stood in for: %s" % (", ".join(STOOD_IN) or "nothing"), file=sys.stderr)
    unittest.main()
