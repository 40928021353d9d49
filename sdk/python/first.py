#!/usr/bin/python3
"""first: a bot in twenty lines. It plays its strongest card, wants every truco and fears every envido."""

import fiel


@fiel.bot
def first(view):
    if view.phase_name == "stake":
        return view.find("quiero") or view.legal[0]
    if view.phase_name == "play" and view.plays:
        return view.plays[0]
    return view.find("no-quiero") or view.legal[0]


if __name__ == "__main__":
    fiel.run(first)
