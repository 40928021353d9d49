"""What of gymnasium, pettingzoo and pyspiel the package stands on, for machines that have them not: as little as its own code calls.
Where the packages themselves are installed, these are not used."""

import importlib.util
import sys
from types import ModuleType, SimpleNamespace

import numpy


class Space:
    """A space with a generator of its own."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype, self.np_random = shape, dtype, numpy.random.default_rng(0)


class Box(Space):
    """Arrays between two numbers."""

    def __init__(self, low, high, shape, dtype):
        super().__init__(shape, dtype)
        self.low, self.high = low, high

    def __contains__(self, value):
        return value.shape == self.shape and value.dtype == self.dtype and bool(((value >= self.low) & (value <= self.high)).all())


class Discrete(Space):
    """0 to n - 1."""

    def __init__(self, n):
        super().__init__((), numpy.int64)
        self.n = n

    def __contains__(self, value):
        return 0 <= value < self.n

    def sample(self, mask):
        """One of the places of a mask that are set."""
        return self.np_random.choice(numpy.flatnonzero(mask))


class MultiDiscrete(Space):
    """Several of them."""

    def __init__(self, sizes):
        super().__init__(sizes.shape, numpy.int64)
        self.sizes = sizes


class Dict(Space):
    """Spaces by name."""

    def __init__(self, spaces):
        super().__init__(None, None)
        self.spaces = spaces

    def __contains__(self, value):
        return value.keys() == self.spaces.keys() and all(value[name] in space for name, space in self.spaces.items())


class Seeded:
    """gymnasium's environments draw from np_random, which a seed begins anew."""

    np_random = numpy.random.default_rng(0)

    def reset(self, *, seed=None, options=None):
        """With a seed: its generator."""
        if seed is not None:
            self.np_random = numpy.random.default_rng(seed)


class Game:
    """pyspiel's."""

    def __init__(self, kind, info, params):
        self.kind, self.info, self.params = kind, info, params


class State:
    """pyspiel's: what it calls of ours."""

    def __init__(self, game):
        self.game = game

    def get_game(self):
        """The one of which it is a state."""
        return self.game

    def legal_actions(self):
        """Of who is on turn."""
        return self._legal_actions(self.current_player())

    def apply_action(self, action):
        """Anybody's."""
        self._apply_action(action)


def space_of_many(space, count):
    """gymnasium.vector.utils.batch_space of a Box."""
    return Box(space.low, space.high, (count,) + space.shape, space.dtype)


def modules():
    """{name: module} of those that are not installed."""
    several = SimpleNamespace
    spaces = {"Box": Box, "Discrete": Discrete, "MultiDiscrete": MultiDiscrete, "Dict": Dict}
    vector = {"VectorEnv": type("VectorEnv", (Seeded,), {}), "AutoresetMode": several(SAME_STEP="SameStep"),
              "utils": several(batch_space=space_of_many)}
    registry = {}
    kind = type("GameType", (several,), {"Dynamics": several(SEQUENTIAL=1), "ChanceMode": several(EXPLICIT_STOCHASTIC=1),
                                         "Information": several(IMPERFECT_INFORMATION=1), "Utility": several(ZERO_SUM=1),
                                         "RewardModel": several(TERMINAL=1)})
    told = {"gymnasium.spaces": spaces, "gymnasium.vector": vector,
            "gymnasium": {"Env": type("Env", (Seeded,), {}), "registry": registry,
                          "register": lambda id, **words: registry.update({id: words})},
            "pettingzoo": {"AECEnv": type("AECEnv", (), {})},
            "pyspiel": {"Game": Game, "State": State, "GameType": kind, "GameInfo": several,
                        "PrivateInfoType": several(NONE=0, SINGLE_PLAYER=1, ALL_PLAYERS=2), "register_game": lambda kind, game: None,
                        "IIGObservationType": lambda perfect_recall, public_info=True, private_info=1: several(
                            perfect_recall=perfect_recall, public_info=public_info, private_info=private_info)}}
    made = {}
    for name, members in told.items():
        if importlib.util.find_spec(name.partition(".")[0]) is None:
            made[name] = ModuleType(name)
            vars(made[name]).update(members)
    return made


def install():
    """Puts them where an import finds them; the names of those that are stood in for."""
    made = modules()
    sys.modules.update(made)
    return sorted(name for name in made if "." not in name)
