#!/usr/bin/python3
"""played: plays the network that train.py made: net.npz beside it. Its dice come of the match's id: it replays."""

import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # one decision is too small to be shared
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [place for place in (HERE, os.path.join(HERE, "..", "python")) if os.path.isdir(os.path.join(place, "fiel"))]
import numpy  # noqa: E402

import fiel  # noqa: E402
from fiel.net import Net  # noqa: E402


class Played(fiel.Bot):
    """An action is drawn by the network's chances."""

    def __init__(self, net):
        self.net, self.ids = net, {code: place for place, code in enumerate(net.codes)}

    def match_start(self, match):
        self.dice = numpy.random.default_rng(list(match.id))

    def decide(self, view):
        row = numpy.frombuffer(fiel.row(view), numpy.uint8)
        mask = numpy.zeros(len(self.ids), numpy.uint8)
        mask[[self.ids[action.code] for action in view.legal if action.code in self.ids]] = 1
        if len(row) != len(self.net.columns) or not mask.any():
            return view.legal[0]  # another game than it learned
        chances = self.net.look(row[None], mask[None])[4][0]
        code = self.net.codes[int(self.dice.choice(len(chances), p=chances / chances.sum(dtype=float)))]
        return next(action for action in view.legal if action.code == code)


if __name__ == "__main__":
    fiel.run(Played(Net.load(os.path.join(HERE, "net.npz"))))
