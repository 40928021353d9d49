"""What an author sees of the table at a decision."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

from . import cards
from .actions import PLAY, Action
from .cards import NONE, Card
from .shown import PHASES

class AnswerError(TypeError):
    """What decide answered is no action."""


class Match:
    """The match that this process plays, agreed by everybody before a card was dealt.

    id: 32 bytes, other ones for every match, good for seeding; rules: as text; preset: its first word;
    games, hands_max; seats, scorers: how many play, and keep a score; seat: mine; side: whose score is mine; names: of every seat.
    """

    def __init__(self, told: Dict[str, Any]) -> None:
        self.id, self.rules, self.names = bytes.fromhex(told["id"]), str(told["rules"]), list(told["names"])
        self.preset = self.rules.split(",")[0]
        self.games, self.hands_max = int(told["games"]), int(told["hands_max"])
        self.seats, self.scorers = int(told["seats"]), int(told["scorers"])
        self.seat, self.side = int(told["seat"]), int(told["side"])


class View:
    """One decision: every field of the view in spec/LINES.md by its name (`view.stake`, `view.score`), and what follows from them.

    legal: the list of Action that may be answered; match: the Match; bank_us: left for the rest of the game; budget_us: an answer
    that takes longer is too late (microseconds both). `note` may be set: text that goes with the answer into the record.
    """

    note = ""

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            """A field of the view (spec/LINES.md)."""

        def __setattr__(self, name: str, value: Any) -> None:
            """A planner may fill one in."""

    def __init__(self, fields: Dict[str, Any], legal: Sequence[Action], match: Match, bank_us: int = 0, budget_us: int = 0) -> None:
        self.__dict__.update(fields)
        self.match, self.bank_us, self.budget_us, self.legal = match, bank_us, budget_us, list(legal)

    def answered(self, answer: Any) -> int:
        """The place in `legal` of what decide answered: an Action or its number. AnswerError: it is none of them."""
        try:
            return self.legal.index(answer if isinstance(answer, Action) else operator.index(answer))  # type: ignore[arg-type]
        except (TypeError, ValueError):
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
