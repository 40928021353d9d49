"""Actions by name: `view.find("truco")`, `str(action) == "play 7e"`."""

import re
from typing import Optional

from .cards import HIDDEN, NAMES, Card, variant

WORDS = {1: "play", 2: "play-down", 4: "quiero", 5: "no-quiero", 6: "envido", 7: "real-envido",
         8: "falta-envido", 9: "flor", 10: "contraflor", 11: "contraflor-al-resto",
         12: "con-flor-quiero", 13: "con-flor-me-achico", 14: "declare", 15: "silent",
         16: "son-buenas", 17: "mazo", 18: "pass", 19: "pido-flor", 20: "eleven-play",
         21: "eleven-run", 22: "play-blind", 23: "quiero-mazo", 24: "flor-envido",
         25: "flor-real-envido", 26: "flor-falta-envido", 27: "paso", 29: "restou",
         30: "restou-y-troucou", 31: "discard"}
MORE = {1: "u-aoute", 2: "dus-de-mes", 10: "detz-de-mes"}
(PLAY, PLAY_DOWN, RAISE, QUIERO, NO_QUIERO, ENVIDO, REAL_ENVIDO, FALTA_ENVIDO, FLOR) = range(1, 10)
DECLARE, SILENT, SON_BUENAS, MAZO, PASS, PIDO_FLOR = 14, 15, 16, 17, 18, 19
PLAY_BLIND, EMBIT_MORE, DISCARD = 22, 28, 31
OF_A_CARD = (PLAY, PLAY_DOWN, DISCARD)
NAMED = {word: kind for kind, word in WORDS.items()}
NAMED.update({"accept": 4, "yes": 4, "cantar": 4, "alimidou-cantar": 4, "run": 5, "no": 5, "concede": 17, "embide": 6, "mi-falta": 8,
              "flor-tambien": 9, "alimidou-con-flor": 10, "alibarestou-con-flor": 11, "ten-play": 20, "ten-run": 21,
              "": EMBIT_MORE})  # whose word is made of its points
BET = re.compile("(flor-)?(?:envido-([0-9]+)|([0-9]+)-real-envido)")


class Action:
    """One thing a seat can say or do. `code` is what goes on the wire, kind * 256 + arg."""

    __slots__ = ("code", "rules")

    def __init__(self, code: int, rules: str = "argentino") -> None:
        self.code, self.rules = code, rules

    @classmethod
    def named(cls, words: str, rules: str = "argentino", accused: int = 0) -> "Action":
        """The action of a line's words: `play 7e`, `envido-5`, a variant's own too; accused: whom a bare `pido-flor` means."""
        word, _, of = words.partition(" ")
        bet, steps = BET.fullmatch(word), variant(rules).steps
        if word in steps:
            return cls(RAISE << 8 | steps.index(word) + 1, rules)
        if bet:
            kind = (ENVIDO if bet[2] else REAL_ENVIDO) + (18 if bet[1] else 0)
            return cls(kind << 8 | int(bet[2] or bet[3]), rules)
        more = [arg for arg, name in MORE.items() if name == word]
        kind = EMBIT_MORE if more else NAMED[word]
        if kind in OF_A_CARD:
            return cls(kind << 8 | NAMES.get(of, HIDDEN), rules)
        return cls(kind << 8 | (more[0] if more else int(of) if of else accused if kind == PIDO_FLOR else 0), rules)

    @property
    def kind(self) -> int:
        """Its number: 1 is a card played, 3 a raise."""
        return self.code >> 8

    @property
    def arg(self) -> int:
        """The card, the step of the ladder, the points of a bet, or 0."""
        return self.code & 255

    @property
    def card(self) -> Optional[Card]:
        """The card that is played or laid away; None of everything that is said."""
        return Card(self.arg) if self.kind in OF_A_CARD else None

    @property
    def word(self) -> str:
        """What is done, without the card: `play`, `truco`, `envido-5`."""
        kind, arg = self.kind, self.arg
        if kind == RAISE:
            steps = variant(self.rules).steps
            return str(steps[arg - 1]) if arg <= len(steps) else "raise"
        if kind == EMBIT_MORE:
            return MORE.get(arg, "more")
        if arg and kind in (ENVIDO, 24):
            return "%s-%d" % (WORDS[kind], arg)
        if arg and kind in (REAL_ENVIDO, 25):
            return ("flor-" if kind == 25 else "") + "%d-real-envido" % arg
        return WORDS.get(kind, "action-%d" % kind)

    def __str__(self) -> str:
        if self.card is not None:
            return "%s %s" % (self.word, self.card)
        return "%s %d" % (self.word, self.arg) if self.kind in (PLAY_BLIND, PIDO_FLOR) else self.word

    def __repr__(self) -> str:
        return "<%s>" % self

    def __int__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Action, int)):
            return NotImplemented
        return int(other) == self.code

    def __hash__(self) -> int:
        return hash(self.code)
