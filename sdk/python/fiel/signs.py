"""What a match's rules say of signs (P6.4)."""

from .deal import sign_draw

CARD_SIGNS = {1, 2, 3, 4, 5, 6, 7, 8}
VOCABULARIES = {
    "argentino": CARD_SIGNS | {9}, "argentino-flor": CARD_SIGNS | {9},
    "uruguayo": CARD_SIGNS | {9, 10, 11, 12}, "venezolano": CARD_SIGNS | {9, 10, 11, 12},
    "gauderio": CARD_SIGNS | {13, 14}, "paulista": {8, 15, 16, 17, 18},
    "paulista-limpo": {8, 15, 16, 17, 18}, "mineiro": {8, 15, 16, 17, 18},
    "truc-y-flou": {1, 2, 3, 4, 5, 6, 19, 20, 21, 22, 23}}
CAPTAINS_SIGNS = {22, 23}


class Signs:
    """What a match's rules say of signs."""

    def __init__(self, rules):
        preset, *options = rules.split(",")
        options = dict(option.split("=") for option in options)
        self.words = VOCABULARIES.get(preset, set())
        self.on = options.get("signs") == "on"
        self.seen = int(options.get("sign_seen", 64))
        self.per_decision = int(options.get("signs_per_decision", 1))
        self.per_hand = int(options.get("signs_per_hand", 3))

    def error(self, view, seat, given, codes):
        """0, or the number (P9.2) for which an answer with these signs is refused."""
        duel = [other for other in range(view.seats) if view.duel >> other & 1]
        if not codes:
            return 0
        if not self.made(view):
            return 40
        if len(codes) > self.per_decision:
            return 45
        if given + len(codes) > self.per_hand:
            return 46
        for code in codes:
            word, to = code >> 8, code & 255
            if word not in self.words:
                return 42
            if to == seat or to % 2 != seat % 2 or to not in duel:
                return 43
            if word in CAPTAINS_SIGNS and seat // 2 != view.seats // 4:
                return 44
        return 0

    def made(self, view):
        """Are signs made in the hand of this view?"""
        sides = [seat % 2 for seat in range(view.seats) if view.duel >> seat & 1]
        return self.on and max(sides.count(0), sides.count(1)) > 1

    def caught(self, key, Z, giver, rival, number):
        """Does a rival see the sign of this number (D5)? `key` is the hand's."""
        return sign_draw(key, Z, giver, rival, number) < self.seen
