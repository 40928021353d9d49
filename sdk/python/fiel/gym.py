"""Truco as an environment of Gymnasium: one seat is the learner's, bundled bots sit in the others.

    import gymnasium, fiel.gym

    env = gymnasium.make("fiel/Truco-v0", rules="argentino", rivals="cauto")
    row, info = env.reset(seed=1)
    row, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

    envs = gymnasium.make_vec("fiel/Truco-v0", num_envs=4096, rivals="cauto", threads=2)

An observation is the row of docs/training.md, an action an id, legal where info["action_mask"] is 1; the action spaces here draw
legal actions even without a mask. An illegal action is an exception; or, with illegal=-30.0, ends the episode with that reward (and
then check_env passes, which steps with an action that it drew in another state).

An episode is a hand, or with until="game" a game; a reward is the seat's points against the others', of a game 1 or -1. The rivals
decide inside of a step. `VectorEnv` steps all its tables in one call of C, begins the next episode in the same step
(AutoresetMode.SAME_STEP), and goes through the hands of whole games, at all their scores, where `Env` begins each episode at 0-0.
Needs gymnasium and numpy.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from .batch import CALLER, GAME_ENDED, HAND_ENDED, Batch
from .needs import need
from .rules import LIBRARY, RulesError, whole

numpy, gymnasium = need("numpy"), need("gymnasium")
spaces, vector = need("gymnasium.spaces"), need("gymnasium.vector")
Rivals = Union[None, str, Sequence[Optional[str]]]
ENDS = {"hand": HAND_ENDED, "game": GAME_ENDED}


def seating(seats: int, rivals: Rivals) -> List[Optional[str]]:
    """A name or None for each seat: the learner sits first, unless `rivals` is a list that says who sits where."""
    if rivals is None or isinstance(rivals, str):
        return [None] + [rivals or "cauto"] * (seats - 1)
    if not isinstance(rivals, (list, tuple)) or len(rivals) != seats or list(rivals).count(None) != 1:
        raise RulesError("rivals are a bot's name, or a list of %d names with None where the learner sits, not %r" % (seats, rivals))
    return list(rivals)


def make_batch(rules: str, seats: int, rivals: Rivals, until: str, tables: int, threads: int = 1) -> Tuple[Batch, int]:
    """The tables, and the learner's seat."""
    if until not in ENDS:
        raise RulesError("an episode lasts until=\"hand\" or until=\"game\", not %r" % (until,))
    seats = whole("the number of seats", seats, 2, 8)
    seated = seating(seats, rivals)
    batch = Batch(rules, seats, tables, rivals=seated, by_game=until == "game", threads=threads, ended=True)
    assert CALLER == 0
    return batch, seated.index(None)


class Legal(spaces.Discrete):
    """The ids of all actions; what is drawn without a mask is legal now."""

    def __init__(self, mask: Any) -> None:
        super().__init__(mask.shape[-1])
        self.mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An id; of the legal ones where nothing else is said."""
        if mask is None and probability is None:
            mask = self.mask
        return super().sample(mask, probability) if probability is not None else super().sample(mask)


class LegalEach(spaces.MultiDiscrete):
    """The same for every table."""

    def __init__(self, mask: Any) -> None:
        super().__init__(numpy.full(mask.shape[0], mask.shape[1], numpy.int64))
        self.mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An id for each table; of the legal ones where nothing else is said."""
        if mask is not None or probability is not None:
            return super().sample(mask) if probability is None else super().sample(mask, probability)
        drawn = self.np_random.random(self.mask.shape, numpy.float32)
        return (drawn * self.mask).argmax(axis=1).astype(numpy.int64)


class Kept:
    """What was copied or pickled looks at the buffers of its own batch."""

    batch: Batch
    action_space: Any
    LOOKS: Tuple[str, ...] = ("told",)

    def _look(self) -> None:
        """Sets LOOKS."""
        self.told = self.batch.arrays()

    def _mask(self) -> Any:
        """The legal ids."""
        raise NotImplementedError

    def __getstate__(self) -> Dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self.LOOKS}

    def __setstate__(self, kept: Dict[str, Any]) -> None:
        vars(self).update(kept)
        self._look()
        self.action_space.mask = self._mask()


class Env(Kept, gymnasium.Env):
    """One table, one learner."""

    metadata: Dict[str, Any] = {"render_modes": []}
    LOOKS = ("told", "ids", "row", "end", "mask")

    def __init__(self, rules: str = "argentino", seats: int = 2, rivals: Rivals = None, until: str = "hand",
                 illegal: Optional[float] = None, render_mode: Optional[str] = None) -> None:
        self.batch, self.seat = make_batch(rules, seats, rivals, until, 1)
        self.illegal = None if illegal is None else float(illegal)
        self.batch.told.waits = ENDS[until]
        self.codes, self.columns, self.render_mode = self.batch.codes, self.batch.columns, render_mode
        self._look()
        self.observation_space = spaces.Box(0, 255, (self.batch.width,), numpy.uint8)
        self.action_space = Legal(self._mask())
        self.open = self.seeded = False

    def _look(self) -> None:
        """A step of one table is short: what it copies is had once."""
        super()._look()
        self.ids, self.row, self.end, self.mask = self.batch.ids(), self.told.rows[0], self.told.ended[0], self._mask()

    def _mask(self) -> Any:
        return self.told.mask[0].view(numpy.int8)

    def reset(self, *, seed: Optional[int] = None, options: Any = None) -> Tuple[Any, Dict[str, Any]]:
        """A fresh table at 0-0, where the learner is on turn."""
        if seed is not None or not self.seeded:
            super().reset(seed=seed)
            self.batch.reset(int(self.np_random.integers(2 ** 63)))
        else:
            LIBRARY.fiel_batch_reset(self.batch.pointer)
        self.open = self.seeded = True
        return self.row.copy(), {"action_mask": self.mask.copy()}

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """One decision, and those of the others up to the next. RulesError, and nothing has changed, if it is not legal."""
        if not self.open:
            raise RulesError("the episode is over: reset() begins the next")
        batch, most = self.batch, len(self.codes) - 1
        number = action if type(action) is int and 0 <= action <= most else whole("an action's id", action, 0, most)
        if not batch.mask[number]:
            if self.illegal is None:
                raise RulesError("action %d is not legal now: info[\"action_mask\"] has 1 where one is" % number)
            self.open = False
            return self.row.copy(), self.illegal, True, False, {"action_mask": self.mask.copy()}
        self.ids[0] = number
        LIBRARY.fiel_batch_step(batch.pointer, self.ids)
        self.open = batch.turn[0] >= 0
        row = self.row if self.open else self.end
        return row.copy(), batch.reward[self.seat], not self.open, False, {"action_mask": self.mask.copy()}

    def close(self) -> None:
        """Nothing is open."""


class VectorEnv(Kept, vector.VectorEnv):
    """Many tables, each with one learner in the same seat."""

    metadata: Dict[str, Any] = {"render_modes": [], "autoreset_mode": vector.AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int = 1024, rules: str = "argentino", seats: int = 2, rivals: Rivals = None, until: str = "hand",
                 threads: int = 1, render_mode: Optional[str] = None) -> None:
        self.batch, self.seat = make_batch(rules, seats, rivals, until, num_envs, threads)
        self.num_envs, self.ends, self.render_mode = self.batch.tables, ENDS[until], render_mode
        self.codes, self.columns = self.batch.codes, self.batch.columns
        self._look()
        self.single_observation_space = spaces.Box(0, 255, (self.batch.width,), numpy.uint8)
        self.single_action_space = spaces.Discrete(len(self.codes))
        self.observation_space = vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self.action_space = LegalEach(self._mask())
        self.everyone = numpy.arange(self.num_envs)

    def _mask(self) -> Any:
        return self.told.mask.view(numpy.int8)

    def _infos(self) -> Dict[str, Any]:
        return {"action_mask": self.action_space.mask.copy(), "_action_mask": numpy.ones(self.num_envs, bool)}

    def reset(self, *, seed: Optional[int] = None, options: Any = None) -> Tuple[Any, Dict[str, Any]]:
        """A fresh game at every table; without a seed with the dice as they stand."""
        if isinstance(seed, (list, tuple)):
            raise RulesError("one seed is for all tables, which deal by streams of it, not a list")
        super().reset(seed=seed)
        self.batch.reset(None if seed is None else int(self.np_random.integers(2 ** 63)))
        return self.told.rows.copy(), self._infos()

    def _ids(self, actions: Any) -> Any:
        """One int32 for each table; RulesError, and nothing has changed, where one is none or not legal."""
        ids = numpy.asarray(actions)
        if ids.shape != (self.num_envs,) or ids.dtype.kind not in "iu":
            raise RulesError("actions are whole numbers of shape (%d,), not %s of shape %s" % (self.num_envs, ids.dtype, ids.shape))
        fit = (ids >= 0) & (ids < len(self.codes))
        legal = fit.copy()
        legal[fit] = self.told.mask[self.everyone[fit], ids[fit]] == 1
        if not legal.all():
            table = int(numpy.flatnonzero(~legal)[0])
            raise RulesError("action %d of table %d is not legal now, nor are %d others" % (ids[table], table, (~legal).sum() - 1))
        return numpy.ascontiguousarray(ids, numpy.int32)

    def step(self, actions: Any) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        """One decision at every table, and those of the others up to the next."""
        self.batch.step(self._ids(actions))
        over = self.told.done >= self.ends
        infos = self._infos()
        if over.any():
            final = numpy.full(self.num_envs, None, object)
            for table in numpy.flatnonzero(over):
                final[table] = self.told.ended[table].copy()
            infos.update({"final_obs": final, "_final_obs": over.copy(), "final_info": {}, "_final_info": over.copy()})
        return (self.told.rows.copy(), self.told.reward[:, self.seat].astype(numpy.float64), over,
                numpy.zeros(self.num_envs, bool), infos)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is open."""


if "fiel/Truco-v0" not in gymnasium.registry:
    gymnasium.register(id="fiel/Truco-v0", entry_point="fiel.gym:Env", vector_entry_point="fiel.gym:VectorEnv")
