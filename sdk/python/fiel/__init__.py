"""fiel: write a bot for Fiel in Python.

    import fiel

    @fiel.bot
    def play(view):
        return view.legal[0]

    fiel.run(play)

It is started as `fiel match --bot lines:./bot.py`: it hears what spec/LINES.md tells, a line at a time, and needs Python alone.
`help(fiel.View)` tells what a decision is made from, `help(fiel.Bot)` what else can be heard; `fiel.cards` is what cards are worth.

For search and training: `fiel.rules`, `fiel.tree`, `fiel.batch`, `fiel.env`, and for the field's own tools
`fiel.pettingzoo`, `fiel.gym`, `fiel.openspiel`. They need the rules' library, and each the packages
that it says when one is missing.
"""

from typing import Any

from .actions import Action
from .cards import Card
from .player import Bot, bot
from .view import Match, View

__all__ = ["Action", "Bot", "Card", "Match", "View", "bot", "row", "run"]

GONE = "chains checks connection deal dealing folder hand lobby messages notation offer opening pages party signs wire".split()
LATER = {"run": "lines", "row": "rules"}  # what needs more than the language itself


def __getattr__(name: str) -> Any:
    """What is imported when it is first asked for, so that training does without a connection and a bot without the rules."""
    if name == "cut":
        raise AttributeError("fiel.cut is no more, for who plays by lines does not cut: name the bundled cutter, --cut corte")
    if name in GONE:
        raise ImportError("fiel.%s is no more: bots play by lines, without it (spec/LINES.md); the wire is libfiel's" % name)
    if name not in LATER:
        raise AttributeError("module 'fiel' has no attribute %r" % name)
    from importlib import import_module
    return getattr(import_module("." + LATER[name], __name__), name)
