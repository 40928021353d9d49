"""Cards, and what they are worth by a match's rules (RULES.md): pure functions of numbers.

A card is a number, 10 * suit + rank (P6.1): 0 is 1e, 39 is 12c. `Card` is such a number that knows
its name. Rules are text as in the OFFER, such as "uruguayo,target=30", and are read by `variant`.
"""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Dict, List, Optional, Sequence, Tuple

SUITS = "eboc"
PIPS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
HIDDEN, NONE = 254, 255


class Card(int):
    """A card's number with its parts: `Card.named("7e").pip == 7`."""

    @classmethod
    def named(cls, name: str) -> Card:
        """The card of a name such as 7e or 12c; ValueError for another word."""
        return cls(10 * SUITS.index(name[-1]) + PIPS.index(int(name[:-1])))

    @property
    def suit(self) -> int:
        """0 espadas, 1 bastos, 2 oros, 3 copas."""
        return self // 10

    @property
    def rank(self) -> int:
        """0 to 9 for 1 2 3 4 5 6 7 10 11 12."""
        return self % 10

    @property
    def pip(self) -> int:
        """The number printed on it: 1 to 7, 10, 11, 12."""
        return PIPS[self % 10]

    @property
    def name(self) -> str:
        """7e, 12c; `?` face down, `-` no card."""
        if self >= 40:
            return "?" if self == HIDDEN else "-"
        return "%d%s" % (self.pip, SUITS[self.suit])

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


NAMES = {"hidden": HIDDEN}  # what lines call a card: two ways to write it, by the names of a table
NAMES.update((Card(card).name, card) for card in range(40))
NAMES.update(("A234567QJK"[card % 10] + "SCDH"[card // 10], card) for card in range(40))

RANKS = {"uruguayo": "muestra", "paulista": "manilha", "paulista-limpo": "manilha",
         "mineiro": "mineiro", "venezolano": "vira"}
LADDERS = {"2-3-4": "truco retruco vale-cuatro", "3-6-9-game": "truco retruco vale-nueve vale-juego",
           "3-6-9-12": "truco seis nove doze", "4-6-10-12": "truco seis dez doze",
           "4-6-9-12": "truco seis nove doze", "2-3-4-6-game": "truc retruc quatro seiz partido"}
LADDER_OF = {"paulista": "3-6-9-12", "paulista-limpo": "3-6-9-12", "mineiro": "4-6-10-12",
             "venezolano": "3-6-9-game", "truc-y-flou": "2-3-4-6-game"}


@lru_cache(maxsize=None)
def variant(rules: str) -> SimpleNamespace:
    """What cards and words depend on, of a rules text: preset, ranks, clean, wild, steps, options."""
    preset, *given = rules.split(",")
    options = dict(item.split("=", 1) for item in given if "=" in item)
    ladder = options.get("ladder", LADDER_OF.get(preset, "2-3-4"))
    clean = options.get("deck", "clean" if preset == "paulista-limpo" else "") == "clean"
    wild = options.get("wild", "periques" if preset == "truc-y-flou" else "none") == "periques"
    return SimpleNamespace(preset=preset, options=options, clean=clean, wild=wild,
                           ranks=options.get("ranks", RANKS.get(preset, "fixed")),
                           steps=LADDERS.get(ladder, LADDERS["2-3-4"]).split())


# By rank 1 2 3 4 5 6 7 10 11 12, suit by suit: RULES.md section 2.1.
FIXED = (14, 9, 10, 1, 2, 3, 12, 5, 6, 7, 13, 9, 10, 1, 2, 3, 4, 5, 6, 7,
         8, 9, 10, 1, 2, 3, 11, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7)
MANILHAS = (12, 14, 11, 13)  # by suit: espadilha, zap, pica-fumo, copas (RULES.md section 4.2)
MINEIRO = {13: 14, 36: 13, 0: 12, 26: 11}  # 4b zap, 7c copas, 1e espadilha, 7o pica-fumo
# rank: (points, strength, beside a better piece)
PIECES = {"muestra": {1: (30, 19, 2), 3: (29, 18, 4), 4: (28, 17, 5), 8: (27, 16, 0), 7: (27, 15, 0)},
          "vira": {8: (30, 16, 10), 7: (29, 15, 9)}}
PERIQUES = (27, 18)
KING = 9


def piece(card: int, rules: str, vira: int) -> Optional[Tuple[int, int, int]]:
    """(points, strength, points beside a better one) of a pieza, perico or perica; None for no piece."""
    pieces = PIECES.get(variant(rules).ranks)
    if not pieces or card >= 40 or vira >= 40 or card // 10 != vira // 10:
        return None
    return pieces.get(vira % 10 if card % 10 == KING else card % 10)


def strength(card: int, rules: str, vira: int = NONE) -> int:
    """How high a card is in a trick: larger is higher, 0 face down. Equal numbers tie."""
    if card >= 40:
        return 0
    known = variant(rules)
    common = (card % 10 + 7) % 10 + 1
    if known.ranks == "mineiro":
        return MINEIRO.get(card, common)
    if known.ranks == "manilha" and vira < 40:
        turned = vira % 10
        manilha = 7 if known.clean and turned == 2 else (turned + 1) % 10
        return MANILHAS[card // 10] if card % 10 == manilha else common
    found = piece(card, rules, vira)
    return found[1] if found else FIXED[card]


def points(card: int) -> int:
    """What a card that is no piece counts in envido and flor: its number, figures 0."""
    return card % 10 + 1 if card % 10 < 7 else 0


def wild_points(card: int) -> int:
    """The same where periques are wild: they count as sevens."""
    return 7 if card in PERIQUES else points(card)


def alike(first: int, second: int, wild: bool) -> bool:
    """Are two cards of one suit, or is one of them wild?"""
    return first // 10 == second // 10 or (wild and (first in PERIQUES or second in PERIQUES))


def envido(cards: Sequence[int], rules: str, vira: int = NONE) -> int:
    """The envido (embit, stones) of three cards, as it would be declared."""
    wild = variant(rules).wild
    found = [(piece(card, rules, vira), card) for card in cards]
    pieces = [(here[0], card) for here, card in found if here]
    if pieces:
        worth_most, best = max(pieces, key=lambda pair: pair[0])
        beside = [here[2] if here else points(card) for here, card in found if card != best]
        return worth_most + max(beside, default=0)
    worth = wild_points if wild else points
    pairs = [20 + worth(a) + worth(b) for i, a in enumerate(cards) for b in cards[:i]
             if alike(a, b, wild)]
    return max(pairs + ([0] if wild else [points(card) for card in cards]))


def is_flor(cards: Sequence[int], rules: str, vira: int = NONE) -> bool:
    """Are three cards a flor? Of one suit, or with pieces (RULES.md sections 2.4, 6, 7)."""
    plain = [card for card in cards if not piece(card, rules, vira)]
    if len({card // 10 for card in cards}) == 1 or len(plain) <= 1:
        return True
    wild = variant(rules).wild
    if len(plain) == len(cards) and not wild:
        return False
    return all(alike(a, b, wild) for i, a in enumerate(plain) for b in plain[:i])


def flor(cards: Sequence[int], rules: str, vira: int = NONE) -> int:
    """The value of a flor; one with perico and perica (reservada) is 100 more, as it is declared."""
    if variant(rules).wild:
        return 20 + sum(wild_points(card) for card in cards)
    pieces = [piece(card, rules, vira) for card in cards]
    value = 20 + sum(found[0] - 20 if found else points(card) for card, found in zip(cards, pieces))
    reservada = variant(rules).ranks == "vira" and sum(map(bool, pieces)) > 1
    return value + (100 if reservada else 0)


def pack(rules: str) -> List[Card]:
    """The cards that are dealt from, in ascending number."""
    ranks = (0, 1, 2, 7, 8, 9) if variant(rules).clean else range(10)
    return [Card(10 * suit + rank) for suit in range(4) for rank in ranks]
