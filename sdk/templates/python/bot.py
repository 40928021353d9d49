#!/usr/bin/python3
"""@NAME@: a bot for Truco under the Fiel arbiter. `decide` is all of it: what you see, what you may do, your answer."""

import fiel


def play_card(view):
    """The weakest card that takes the trick, else the weakest of all; the strongest is kept for later."""
    over = [play for play in view.plays if view.strength(play.card) > view.beaten]
    return (over or view.plays)[-1]


def good_hand(view):
    """Are my cards worth a truco? Two of the three are threes or better."""
    three = view.strength(fiel.Card.named("3o"))
    return sum(view.strength(card) >= three for card in view.dealt) >= 2


@fiel.bot(name="@NAME@")
def decide(view):
    flor = view.find("flor")
    if flor:
        return flor
    if view.phase_name == "envido":
        return view.find("quiero" if view.envido >= 27 else "no-quiero") or view.legal[0]
    if view.phase_name == "stake":
        return view.find("quiero" if good_hand(view) else "no-quiero") or view.legal[0]
    if not view.plays:  # or the hand of eleven, where the first of the legal actions gives it up
        return view.find("eleven-play", "play-blind") or view.legal[0]
    if view.envido >= 27 and view.find("envido"):
        return view.find("envido")
    if good_hand(view) and view.find("truco"):
        return view.find("truco")
    return play_card(view)


if __name__ == "__main__":
    fiel.run(decide)
