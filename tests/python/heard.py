#!/usr/bin/python3
"""Plays anything, and holds what lines told against the rules: a table sampled from the view allows what the line does, its view is
the same again, and what was said adds up to the score."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sdk", "python"))
import fiel  # noqa: E402
from fiel import rules, shown  # noqa: E402
from fiel.cards import HIDDEN  # noqa: E402


class Heard(fiel.Bot):
    """Ends with an exception where something differs."""

    def match_start(self, match):
        self.match, self.score, self.chance, self.dice = match, None, random.Random(match.id), rules.Dice(int.from_bytes(match.id[:8], "big"))

    def hand_start(self, hand, mano, cards):
        self.cards, self.mano, self.over = cards, mano, False

    def hand_end(self, score):
        self.score = None if self.over else score

    def game_end(self, winner):
        self.over = True

    def decide(self, view):
        known = all(was in (now, HIDDEN) for now, was in zip(view.dealt, self.cards))  # a blind hand is seen as it is played
        assert view.mano == self.mano and (known or view.gallo == view.seat), (view.dealt, self.cards)
        assert all(now >= before for now, before in zip(view.score, self.score or view.score)), (view.score, self.score)
        table = rules.sample(view, self.dice)
        same = table.view(view.seat)
        differ = [name for name in shown.FIELDS if getattr(same, name) != getattr(view, name)]
        assert not differ and same.legal == view.legal, (differ, view, same.legal)
        assert fiel.row(view) == table.row(view.seat)
        return self.chance.choice(view.legal)


fiel.run(Heard())
