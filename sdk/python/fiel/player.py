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

import sys


class Bot:
    """Who decides, and is told what happens. Everything but `decide` may be left as it is.

    A bot that was killed and started again hears its whole match again from match_start on, but is asked
    only what is still open.
    """

    name = "python"
    table = 0  # of several tables the one that a call is about, from 0

    def decide(self, view):
        """One of view.legal. Anything else is refused by the arbiter: `refused` says why, and decide is
        asked again while the clock runs on; the third refusal of a game loses it."""
        raise NotImplementedError("a bot has to decide")

    def match_start(self, match):
        """The match opens; `match` is a view.Match."""

    def hand_start(self, hand, mano, cards):
        """A hand is dealt: its number, the seat that leads, my cards (unseen ones are `?`)."""

    def acted(self, seat, action, value):
        """What a seat did, as all are told: an Action; value: the points of a declare, else 0."""

    def refused(self, why):
        """My answer was not legal; a sentence."""
        print("fiel: the arbiter refused an action: %s" % why, file=sys.stderr)

    def shown(self, seat, card):
        """A card shown at the end of the hand."""

    def hand_end(self, score):
        """A hand is over: the points of every scorer."""

    def game_end(self, winner):
        """A game is over: the scorer that won it; the number after the last one is nobody."""

    def match_end(self, winner, mine):
        """The match is over: the scorer that won it and the one that is mine."""

    def signs(self, view, room):
        """With signs=on: at most `room` signs, each 256 * word + partner's seat (P6.4), made with the
        next answer; view.phase_name is "signs" in the round after the deal, which asks for no action."""
        return []

    def sign_seen(self, seat, sign):
        """A sign that I see: a partner's to me, one that I caught of a rival, or my own."""


class Function(Bot):
    """A function as a bot."""

    def __init__(self, decide, name):
        self.decide, self.name = decide, name


def bot(decide=None, *, name=None):
    """Makes a function that takes a View a Bot: `@fiel.bot` or `@fiel.bot(name="mine")`."""
    if decide is None:
        return lambda function: bot(function, name=name)
    return Function(decide, name or decide.__name__.replace("_", "-"))


def as_bot(what):
    """A Bot from a Bot, a class of Bots or a function."""
    if isinstance(what, type):
        return what()
    return what if isinstance(what, Bot) else Function(what, Bot.name)
