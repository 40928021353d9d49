"""An environment of one table in the shape of PettingZoo's AEC; it needs nothing but the rules' library.

    env = fiel.env.Env("argentino", seats=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else next(id for id, legal in enumerate(observation["action_mask"]) if legal))

An episode is a hand, or with until="game" a game. An action is its id: its place in `env.codes`. The observation of an agent
depends on what its seat sees and on nothing else: `observation` is the row of docs/training.md, whose columns `env.columns`
names, `action_mask` has 1 at each legal id; both are arrays of bytes (array.array). Rewards are points (of a game 1): a seat's against the others',
together 0. Pickled and read again it deals as it would have dealt. `fiel.pettingzoo.Env` is the same for PettingZoo, with its spaces and NumPy arrays.
"""

from __future__ import annotations

import operator
import os
from array import array
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .batch import Batch
from .rules import LIBRARY, Dice, RulesError, Table, dice_of

HAND, GAME = 1, 2
EPISODES = {"hand": HAND, "game": GAME}


class Env:
    """One table. The members are those of an AECEnv."""

    agents: List[str]
    agent_selection: str
    rewards: Dict[str, float]
    terminations: Dict[str, bool]
    truncations: Dict[str, bool]
    infos: Dict[str, Dict[str, Any]]
    _cumulative_rewards: Dict[str, float]

    metadata: Dict[str, Any] = {"name": "fiel_v1", "is_parallelizable": False, "render_modes": []}

    def __init__(self, rules: str = "argentino", seats: int = 2, until: str = "hand") -> None:
        """until: "hand" or "game"."""
        if until not in EPISODES:
            raise RulesError("an episode lasts until=\"hand\" or until=\"game\", not %r" % (until,))
        self.batch = Batch(rules, seats, tables=1, seed=int.from_bytes(os.urandom(8), "big"), by_game=until == "game")
        self.batch.told.waits = EPISODES[until]
        self.rules, self.seats, self.until = rules, seats, until
        self.codes, self.columns = self.batch.codes, self.batch.columns
        self.ids = {code: place for place, code in enumerate(self.codes)}
        self.possible_agents = ["seat_%d" % seat for seat in range(seats)]
        self.places = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action = self.batch.ids()
        self.agents, self.rewards, self.terminations, self.truncations, self.infos = [], {}, {}, {}, {}
        self._cumulative_rewards = {}
        self._set_up()

    def _set_up(self) -> None:
        """What the packages' environments make of the buffers."""

    # A copy

    def copy(self, dice: Dice) -> Env:
        """Another environment in the same state that deals what `dice` say from now on: a planner cannot see the next deal."""
        seed = dice_of(dice).state
        other = type(self)(self.rules, self.seats, self.until)
        for buffer in ("memory", "turn", "rows", "mask", "legal", "reward", "done"):
            getattr(other.batch, buffer)[:] = getattr(self.batch, buffer)
        other.batch.dice[0] = seed
        other.agents = list(self.agents)
        for name in ("rewards", "terminations", "truncations", "_cumulative_rewards"):
            setattr(other, name, dict(getattr(self, name)))
        other.infos = {agent: dict(info) for agent, info in self.infos.items()}
        if self.agents:
            other.agent_selection = self.agent_selection
        return other

    def __deepcopy__(self, memo: Any) -> Env:
        """As copy(), by dice that have nothing to do with this environment's own."""
        return self.copy(Dice(int.from_bytes(os.urandom(8), "big"), "copy"))

    __copy__ = None

    def __getstate__(self) -> Any:
        names = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")
        return (self.rules, self.seats, self.until), self.batch, {name: vars(self)[name] for name in names if name in vars(self)}

    def __setstate__(self, told: Any) -> None:
        begun, batch, agents = told
        Env.__init__(self, *begun)
        self.batch = batch
        vars(self).update(agents)

    def table(self) -> Table:
        """The Table as it stands, all cards open."""
        table = Table(self.rules, self.seats)
        table.memory[:] = self.batch.memory
        return table

    # What an agent sees

    def _observation(self, row: Any, mask: Any) -> Dict[str, Any]:
        return {"observation": array("B", bytes(row)), "action_mask": array("B", bytes(mask))}

    def observe(self, agent: str) -> Dict[str, Any]:
        """{"observation", "action_mask"}; the mask is 0 everywhere for who is not on turn."""
        if agent not in self.places:
            raise RulesError("there is no agent %r: %s are" % (agent, ", ".join(self.possible_agents)))
        if self.batch.turn[0] == self.places[agent]:
            return self._observation(self.batch.rows, self.batch.mask)
        LIBRARY.fiel_row(self.batch.memory, self.places[agent], self.batch.rows)
        seen = self._observation(self.batch.rows, bytes(len(self.codes)))
        if self.batch.turn[0] >= 0:
            LIBRARY.fiel_row(self.batch.memory, self.batch.turn[0], self.batch.rows)
        return seen

    # The course

    def reset(self, seed: Optional[int] = None, options: Any = None) -> None:
        """A fresh table at 0-0 with a hand dealt; the same seed, the same cards. Without a seed it goes on with its dice."""
        self.batch.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.batch.turn[0]]

    def last(self, observe: bool = True) -> Tuple[Optional[Dict[str, Any]], float, bool, bool, Dict[str, Any]]:
        """(observation, reward, termination, truncation, info) of the agent on turn."""
        if not self.agents:
            raise RulesError("nobody is at the table: reset() begins an episode")
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], False, self.infos[agent])

    def agent_iter(self, max_iter: int = 2 ** 63) -> Iterator[str]:
        """The seat on turn, until the episode is over for all."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def _id(self, action: Any) -> int:
        """An action as the library takes it."""
        try:
            return operator.index(action)
        except TypeError:
            raise RulesError("%r is no action's id: 0 to %d are" % (action, len(self.codes) - 1)) from None

    def step(self, action: Optional[int]) -> None:
        """The id of a legal action; None for an agent whose episode is over. RulesError, and nothing has changed, for another."""
        if not self.agents:
            raise RulesError("nobody is at the table: reset() begins an episode")
        agent, batch = self.agent_selection, self.batch
        if self.terminations[agent]:
            if action is not None:
                raise RulesError("the episode of %s is over: its step takes None" % agent)
            self._leave(agent)
            return
        number = self._id(action)
        if not 0 <= number < len(self.codes) or not batch.mask[number]:
            self._refuse(number)
        self.action[0] = number
        LIBRARY.fiel_batch_step(batch.pointer, self.action)
        self._cumulative_rewards[agent] = 0.0
        paid = batch.reward[:]
        self.rewards = dict(zip(self.possible_agents, paid))
        if any(paid):
            for other, reward in self.rewards.items():
                self._cumulative_rewards[other] += reward
        if batch.turn[0] < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[batch.turn[0]]

    def _refuse(self, number: int) -> None:
        if not 0 <= number < len(self.codes):
            raise RulesError("%d is no action's id: 0 to %d are" % (number, len(self.codes) - 1))
        table = self.table()
        table.apply(self.codes[number])
        raise RulesError("action %d is not legal now" % number)

    def _leave(self, agent: str) -> None:
        """An agent whose episode is over goes."""
        self.agents.remove(agent)
        for kept in self.terminations, self.truncations:
            del kept[agent]
        del self.infos[agent], self._cumulative_rewards[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]
