"""Truco as an environment of PettingZoo.

    env = fiel.pettingzoo.env("argentino-flor", seats=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))

It is `fiel.env.Env` with PettingZoo's class above it, spaces, and NumPy arrays: {"observation": uint8 of docs/training.md,
"action_mask": int8}. Needs pettingzoo and gymnasium.
"""

from __future__ import annotations

from typing import Any, Dict

from . import env as plain
from .needs import need

numpy, AECEnv, spaces = need("numpy"), need("pettingzoo").AECEnv, need("gymnasium.spaces")


class Env(plain.Env, AECEnv):
    """An AECEnv; see fiel.env.Env."""

    def _set_up(self) -> None:
        batch = self.batch
        seen = spaces.Dict({"observation": spaces.Box(0, 255, (batch.width,), numpy.uint8),
                            "action_mask": spaces.Box(0, 1, (len(self.codes),), numpy.int8)})
        self.observation_spaces = {agent: spaces.Dict(dict(seen.spaces)) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.codes)) for agent in self.possible_agents}
        self.render_mode = None

    def observation_space(self, agent: str) -> Any:
        """The same for all, each with a generator of its own."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Ids of `codes`."""
        return self.action_spaces[agent]

    def _observation(self, row: Any, mask: Any) -> Dict[str, Any]:
        return {"observation": numpy.array(row, numpy.uint8), "action_mask": numpy.frombuffer(bytes(mask), numpy.int8)}

    def render(self) -> None:
        """There is nothing to draw: `fiel replay` and the ladder's pages show hands."""

    def close(self) -> None:
        """Nothing is open."""


def env(rules: str = "argentino", seats: int = 2, until: str = "hand") -> Env:
    """An environment; it looks at every action itself, so that it needs none of PettingZoo's wrappers."""
    return Env(rules, seats, until)


raw_env = env
