"""Truco as a game of OpenSpiel.

    import pyspiel, fiel.openspiel

    game = pyspiel.load_game("python_fiel", {"rules": "argentino-flor", "players": 4})
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(numpy.random.choice(outcomes, p=chances))
        else:
            state.apply_action(random.choice(state.legal_actions()))

Importing this module registers the game "python_fiel" with the parameters rules ("argentino"; OpenSpiel parts parameters by "," and
"=", so options stand as "argentino;target:15"), players (2) and until ("hand"; or "game"). Chance nodes deal card by card, each
card as likely; actions are ids, places in `game.codes`; an observation tensor is the row of docs/training.md in 64ths, an
information state tensor that and what was said and played in this hand. `state.resample_from_infostate` draws other worlds that
agree with what was sung, declared and played. Needs pyspiel (OpenSpiel) and numpy.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

from .env import EPISODES, GAME
from .needs import need
from .rules import Dice
from .tree import NUMBERS, SCALE, Tree, room_of

numpy, pyspiel = need("numpy"), need("pyspiel")
NAME, MOST_SEATS, MOST_CHANCE = "python_fiel", 8, 40
HAND_POINTS = 400.0  # more than any hand brings: target, envido and flores at the largest target
GAME_HANDS = 400     # more than a game to 99 takes
OWN = ("held.", "dealt.", "partners.", "strength.", "worth.")  # columns that nobody else sees

TYPE = pyspiel.GameType(
    short_name=NAME, long_name="Truco (Fiel)", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC, information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=MOST_SEATS,
    min_num_players=2, provides_information_state_string=True, provides_information_state_tensor=True,
    provides_observation_string=True, provides_observation_tensor=True, provides_factored_observation_string=True,
    parameter_specification={"rules": "argentino", "players": 2, "until": "hand"})


def rules_of(text: str) -> str:
    """Rules as Fiel writes them, of rules as a parameter."""
    return text.replace(";", ",").replace(":", "=")


class FielGame(pyspiel.Game):
    """The game of some rules and seats."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        given = dict(TYPE.parameter_specification)
        given.update(params or {})
        self.rules, self.seats, self.until = rules_of(given["rules"]), given["players"], given["until"]
        self.root = Tree(self.rules, self.seats, self.until)
        self.codes, self.columns = self.root.codes, self.root.columns
        hands = GAME_HANDS if EPISODES[self.until] == GAME else 1
        most = 1.0 if EPISODES[self.until] == GAME else HAND_POINTS
        super().__init__(TYPE, pyspiel.GameInfo(
            num_distinct_actions=len(self.codes), max_chance_outcomes=MOST_CHANCE, num_players=self.seats,
            min_utility=-most * 2, max_utility=most * 2, utility_sum=0.0, max_game_length=hands * room_of(self.seats)), params or {})

    def new_initial_state(self) -> FielState:
        """Before the first card."""
        return FielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Who is mano, every card, and the one that is turned, hand by hand."""
        return int(1 + 3 * self.seats + 2) * (GAME_HANDS if EPISODES[self.until] == GAME else 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Optional[Dict[str, Any]] = None) -> FielObserver:
        """What looks at states for somebody."""
        return FielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class FielState(pyspiel.State):
    """A state: a Tree with OpenSpiel's names."""

    def __init__(self, game: FielGame) -> None:
        super().__init__(game)
        self.tree = game.root.copy()

    def current_player(self) -> int:
        """A seat, or one of OpenSpiel's own."""
        return self.tree.player

    def _legal_actions(self, player: int) -> List[int]:
        return self.tree.legal(player)

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """Every card that is left, each as likely."""
        outcomes = self.tree.outcomes()
        return [(outcome, 1.0 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        self.tree.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.tree.action_string(player, action)

    def is_terminal(self) -> bool:
        """Is it over?"""
        return self.tree.over

    def returns(self) -> List[float]:
        """What each seat got."""
        return self.tree.returns() if self.tree.over else [0.0] * self.tree.seats

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> FielState:
        """Another state that this player cannot tell from this one; `probability_sampler` draws from 0 to 1."""
        seed = int(probability_sampler() * 2 ** 53)
        other = FielState(self.get_game())
        for _, action in self.tree.resample(player_id, Dice(seed, "resample")).history:
            other.apply_action(action)
        return other

    def __str__(self) -> str:
        return self.tree.serialize()


class FielObserver:
    """Row, and with perfect recall the events of the hand; parts of it where not everything is asked for."""

    def __init__(self, game: FielGame, kind: Any, params: Optional[Dict[str, Any]]) -> None:
        if params:
            raise ValueError("observations have no parameters; passed %s" % params)
        self.kind, self.seats = kind, game.seats
        own = [name.startswith(OWN) for name in game.columns]
        public = kind.public_info
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.all_told = public and private
        pieces = [("player", game.seats)]
        self.places = numpy.array([place for place, mine in enumerate(own) if (mine and private) or (not mine and public)], int)
        self.columns = [game.columns[place] for place in self.places]
        pieces.append(("row", len(self.places)))
        if kind.perfect_recall and public:
            pieces.append(("events", NUMBERS * room_of(game.seats)))
        self.tensor, self.dict, at = numpy.zeros(sum(size for _, size in pieces), numpy.float32), {}, 0
        for name, size in pieces:
            self.dict[name] = self.tensor[at:at + size]
            at += size

    def _row(self, state: FielState, player: int) -> Any:
        return numpy.frombuffer(state.tree.observation(player), numpy.uint8)[self.places]

    def set_from(self, state: FielState, player: int) -> None:
        """`tensor` and `dict` are what this player sees of the state."""
        self.dict["player"][:] = 0
        self.dict["player"][player] = 1
        self.dict["row"][:] = self._row(state, player) / SCALE
        if "events" in self.dict:
            events = state.tree.events_seen(player if self.all_told else -1)
            self.dict["events"][:] = numpy.array(events, numpy.float32) / SCALE

    def string_from(self, state: FielState, player: int) -> str:
        """The same in words."""
        if self.all_told and self.kind.perfect_recall:
            return state.tree.information_state_string(player)
        told = " ".join("%s=%d" % (name, value) for name, value in zip(self.columns, self._row(state, player)) if value)
        return "seat %d|%s" % (player, told) if told or self.kind.public_info else ""


pyspiel.register_game(TYPE, FielGame)
