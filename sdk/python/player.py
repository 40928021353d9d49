#!/usr/bin/python3
"""player: plays its highest card, or anything at all; the bot of the tests.

usage: player.py [--play highest|random] [--seed N]
       and what fiel.run understands: --connect, --server, --key, --state, --once
"""

import argparse
import random

import fiel


class Player(fiel.Bot):
    """What it does follows from the seed and the number of the hand, so that it can be had again."""

    def __init__(self, how, seed):
        self.how, self.seed = how, seed

    def match_start(self, match):
        self.words = (1, 2, 3) if match.preset == "truc-y-flou" else (8,)

    def dice(self, view, what):
        """The same dice for the same decision."""
        table = "/".join(str(item) for item in (view.hand, view.gone, view.table, view.stake_called))
        return random.Random("%s/%s/%s" % (self.seed, what, table))

    def decide(self, view):
        if self.how == "highest" and view.plays:
            return view.plays[0]
        return self.dice(view, "play").choice(view.legal)

    def signs(self, view, room):
        dice = self.dice(view, "signs")
        mates = [seat for seat in range(view.seats) if (view.duel >> seat & 1)
                 and seat % 2 == view.seat % 2 and seat != view.seat]
        if self.how != "random" or not mates:
            return []
        return [256 * dice.choice(self.words) + dice.choice(mates) for _ in range(dice.randrange(room + 1))]


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--play", choices=("highest", "random"), default="highest")
    parser.add_argument("--seed", default="0")
    words = parser.parse_known_args()[0]
    fiel.run(Player(words.play, words.seed))


if __name__ == "__main__":
    main()
