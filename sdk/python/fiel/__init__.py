"""fiel: write a bot for Fiel in Python.

    import fiel

    @fiel.bot
    def play(view):
        return view.legal[0]

    fiel.run(play)

The package does sockets, keys, the chain of cuts, every check of DEAL.md section 8, coming back and
signing; it is written from PROTOCOL.md and DEAL.md. It needs python3-zmq, python3-msgpack and
python3-nacl. `help(fiel.View)` tells what a decision is made from, `help(fiel.Bot)` what else can
be heard; `fiel.cards` is what cards are worth.
"""

from .actions import Action
from .cards import Card
from .player import Bot, bot
from .running import cut, run
from .view import Match, View

__all__ = ["Action", "Bot", "Card", "Match", "View", "bot", "cut", "run"]
