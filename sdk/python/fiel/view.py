"""What an author sees of the table at a decision."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, List, Optional, Sequence

from . import cards
from .actions import PLAY, Action
from .cards import NONE, Card
from .shown import read_view

PHASES = {0: "none", 1: "play", 2: "stake", 3: "envido", 4: "declare", 5: "flor", 6: "accuse",
          7: "raise", 8: "eleven", 20: "signs", 21: "discard"}


class AnswerError(TypeError):
    """What decide answered is no action."""


class Match:
    """The match that this process plays, agreed by everybody before a card was dealt.

    id: 32 bytes, other ones for every match, good for seeding; rules: as text; preset: its first word;
    games, hands_max; tables: played at once, mostly one; seats: how many play; seat: mine; side: whose
    score is mine; names: of every seat;
    bank_us, inc_us, cap_us, grace_us: the clock, in microseconds.
    """

    def __init__(self, offer: Any, seat: int) -> None:
        self.id, self.rules, self.preset = offer.match_id, offer.rules, offer.rules.split(",")[0]
        self.games, self.hands_max, self.seats = offer.games, offer.hands_max, offer.seats
        self.tables = offer.tables
        self.scorers, self.names, self.seat = offer.scorers, list(offer.names), seat
        self.side = self._side()
        self.bank_us, self.inc_us = offer.bank_us, offer.inc_us
        self.cap_us, self.grace_us = offer.cap_us, offer.grace_us

    def _side(self) -> int:
        """My side; my seat where three keep a score each; with a fixed gallo he is side 0."""
        if self.scorers == 3:
            return self.seat
        return min(self.seat, 1) if self.seats == 3 else self.seat % 2


class View:
    """One decision: every field of P7 by its name (`view.stake`, `view.score`), and what follows from them.

    legal: the list of Action that may be answered; match: the Match; bank_us: left for the rest of the
    game; budget_us: an answer that takes longer is too late; used_us: what the last one at this table took, before
    grace, 0 when there was none or it was too late (microseconds all).
    """

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            """A field of P7."""

        def __setattr__(self, name: str, value: Any) -> None:
            """A planner may fill one in."""

    def __init__(self, fields: Any, legal: Sequence[int], match: Match, bank_us: int = 0, budget_us: int = 0,
                 used_us: int = 0) -> None:
        self.__dict__.update(fields.__dict__)
        self.match, self.bank_us, self.budget_us, self.used_us = match, bank_us, budget_us, used_us
        self.legal = [Action(code, match.rules) for code in legal]

    @classmethod
    def of_request(cls, request: Any, match: Match) -> View:
        """From a REQUEST."""
        fields = read_view(request.view, match.seats, match.scorers)
        return cls(fields, request.legal, match, request.bank_us, request.budget_us, request.used_us)

    def answered(self, answer: Any) -> int:
        """The code of what decide answered: an Action or its number. AnswerError: it is neither."""
        try:
            return answer.code if isinstance(answer, Action) else operator.index(answer)
        except TypeError:
            told = "decide answered %r: answer one of view.legal: %s" % (answer, ", ".join(map(str, self.legal)))
            raise AnswerError(told) from None

    def __repr__(self) -> str:
        """The table as this seat sees it, a few lines for a person."""
        vira = ", vira %s" % Card(self.vira).name if self.vira < 40 else ""
        score = "-".join(map(str, self.score))
        rows = ["%s: game %d, hand %d, score %s%s" % (self.match.rules, self.game, self.hand, score, vira)]
        for seat in range(self.match.seats):
            held = [Card(card).name if card < 40 else "??" for place, card in enumerate(self.known[seat][:3])
                    if not self.gone[seat] >> place & 1]
            played = [Card(trick[seat]).name for trick in self.table if trick[seat] != NONE]
            who = ", me" * (seat == self.seat) + ", mano" * (seat == self.mano)
            rows.append("%s seat %d%s: holds %s" % (">" if seat == self.turn else " ", seat, who, " ".join(held)))
            rows[-1] += ", played " * bool(played) + " ".join(played)
        return "\n".join(rows + ["asked: " + self.phase_name, "legal: " + ", ".join(map(str, self.legal))])

    @property
    def phase_name(self) -> str:
        """What is asked: play, stake, envido, declare, flor, accuse, raise, eleven, signs, discard."""
        return PHASES.get(self.phase, "?")

    @property
    def dealt(self) -> List[Card]:
        """The cards that I was dealt (a gallo: without the one laid away), played ones too."""
        gone = self.seat == self.gallo and self.discard != NONE
        return [Card(card) for card in self.known[self.seat][:3 if gone else 4] if card != NONE]

    @property
    def hand_cards(self) -> List[Card]:
        """My cards that are not played yet, the strongest first."""
        mine = self.known[self.seat]
        left = [Card(card) for place, card in enumerate(mine)
                if card < 40 and not self.gone[self.seat] >> place & 1]
        return sorted(left, key=self.strength, reverse=True)

    def strength(self, card: int) -> int:
        """How high a card is in a trick of this hand; larger is higher, 0 face down."""
        return cards.strength(card, self.match.rules, self.vira)

    @property
    def envido(self) -> int:
        """My envido as it would be declared; 0 where cards are not seen."""
        mine = [card for card in self.dealt if card < 40]
        return cards.envido(mine, self.match.rules, self.vira) if len(mine) == 3 else 0

    @property
    def flor(self) -> int:
        """The value of my flor, 0 when I have none."""
        mine = [card for card in self.dealt if card < 40]
        known = len(mine) == 3 and cards.is_flor(mine, self.match.rules, self.vira)
        return cards.flor(mine, self.match.rules, self.vira) if known else 0

    @property
    def my_score(self) -> int:
        """My side's points of this game."""
        return int(self.score[self.match.side])

    @property
    def rival_score(self) -> int:
        """The most points that anybody else has."""
        return max(int(score) for side, score in enumerate(self.score) if side != self.match.side)

    @property
    def beaten(self) -> int:
        """The strength that lies on the table in this trick and is to be beaten; 0 when I lead."""
        return max([self.strength(card) for card in self.table[self.trick]] or [0])

    def find(self, *words: str) -> Optional[Action]:
        """The first legal action of the first of these words that is there, or None: find("quiero")."""
        for word in words:
            for action in self.legal:
                if word in (action.word, str(action)):
                    return action
        return None

    @property
    def plays(self) -> List[Action]:
        """The legal plays of a card face up, the strongest first."""
        found = [action for action in self.legal if action.kind == PLAY]
        return sorted(found, key=lambda action: self.strength(action.arg), reverse=True)
