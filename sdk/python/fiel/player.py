"""A bot: what an author writes.

    import fiel

    @fiel.bot
    def play(view):
        return view.legal[0]

    fiel.run(play)

Or a class of one's own, with `decide` and whatever else it wants to hear:

    class Mine(fiel.Bot):
        def match_start(self, match):
            self.dice = random.Random(match.id)

        def decide(self, view):
            return self.dice.choice(view.legal)
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Union

from .actions import Action
from .cards import Card
from .view import Match, View

Decide = Callable[[View], Union[Action, int]]


class Bot:
    """Who decides, and is told what happens. Everything but `decide` may be left as it is.

    A bot that was killed and started again hears its match again from match_start on, of a long one the newest 256 events, but is
    asked only what is still open.
    """

    name = "python"

    def decide(self, view: View) -> Union[Action, int]:
        """One of view.legal. Anything else ends the bot with a sentence that says so, and its match is lost."""
        raise NotImplementedError("a bot has to decide")

    def match_start(self, match: Match) -> None:
        """The match opens; `match` is a view.Match."""

    def hand_start(self, hand: int, mano: int, cards: List[Card]) -> None:
        """A hand is dealt: its number, the seat that leads, my cards (unseen ones are `?`)."""

    def acted(self, seat: int, action: Action, value: int) -> None:
        """What a seat did, as all are told: an Action; value: the points of a declare, else 0."""

    def shown(self, seat: int, card: Card) -> None:
        """A card shown at the end of the hand."""

    def hand_end(self, score: List[int]) -> None:
        """A hand is over: the points of every scorer."""

    def game_end(self, winner: int) -> None:
        """A game is over: the scorer that won it; the number after the last one is nobody."""

    def match_end(self, winner: int, mine: int) -> None:
        """The match is over: the scorer that won it and the one that is mine."""

    def signs(self, view: View, room: int) -> List[int]:
        """With signs=on: at most `room` signs, each 256 * word + partner's seat (P6.4), made with the
        next answer; view.phase_name is "signs" in the round after the deal, which asks for no action."""
        return []

    def sign_seen(self, seat: int, sign: int) -> None:
        """A sign that I see: a partner's to me, one that I caught of a rival, or my own."""


class Function(Bot):
    """A function as a bot."""

    def __init__(self, decide: Decide, name: str) -> None:
        self.function, self.name = decide, name

    def decide(self, view: View) -> Union[Action, int]:
        return self.function(view)


def bot(decide: Optional[Decide] = None, *, name: Optional[str] = None) -> Any:
    """Makes a function that takes a View a Bot: `@fiel.bot` or `@fiel.bot(name="mine")`."""
    if decide is None:
        return lambda function: bot(function, name=name)
    return Function(decide, name or decide.__name__.replace("_", "-"))


def as_bot(what: Any) -> Bot:
    """A Bot from a Bot, a class of Bots or a function."""
    if isinstance(what, type):
        what = what()
    return what if isinstance(what, Bot) else Function(what, Bot.name)
