"""A bot asked once more what a record tells that its seat was asked: --again REPLAY --seat N.

No arbiter, no sockets, no keys: the bot hears what the record holds for the seat, and each request is put to
`decide`. What it answers goes to standard output and nowhere else, because the match goes on as it went: the bot
hears what its seat did then. The record is believed; fiel-audit proves it. `fiel replay --again` asks so.
"""

import json
import struct

from .actions import Action
from .cards import HIDDEN, Card
from .codes import PLAY, PLAY_BLIND, SIGNS_PHASE
from .messages import FROM_ARBITER, read_message, visible_to
from .offer import read_offer, read_openings, read_result
from .signs import Signs
from .view import Match, View
from .wire import WireError

MAGIC = b"FIELREP\x02"
RECORD = struct.Struct(">IBBQ")
EVERYBODY = 255


def records(data):
    """(type, visibility, payload) of every whole record (R1)."""
    at = len(MAGIC)
    while at + RECORD.size <= len(data):
        length, kind, seen_by, _ = RECORD.unpack_from(data, at)
        payload = data[at + RECORD.size:at + RECORD.size + length]
        if len(payload) < length:
            return
        yield kind, seen_by, payload
        at += RECORD.size + length


def value_of(words, name):
    """The value of --name VALUE or --name=VALUE; None when it is not there."""
    for at, word in enumerate(words):
        if word == name:
            return words[at + 1] if at + 1 < len(words) else ""
        if word.startswith(name + "="):
            return word[len(name) + 1:]
    return None


class Again:
    """One seat's way through a record."""

    def __init__(self, bot, seat):
        self.bot, self.seat = bot, seat
        self.match = self.signs = self.mano = None
        self.given = self.decisions = 0
        self.asked = False

    def take(self, raw):
        """One message; those that a bot hears nothing of pass."""
        message = read_message(raw, FROM_ARBITER)
        if self.match or message.kind == "OFFER":
            getattr(self, "on_" + message.kind.lower(), lambda message: None)(message)

    def on_offer(self, message):
        offer = read_offer(message.offer)
        if self.match is None and self.seat < offer.seats:
            self.match, self.signs = Match(offer, self.seat), Signs(offer.rules)
            self.bot.match_start(self.match)

    def on_deal(self, message):
        self.mano, self.given = message.mano, 0

    def on_cards(self, message):
        cards = [card for _, card, _ in read_openings(message.openings)] or [HIDDEN] * 3
        self.bot.hand_start(message.hand, self.mano, [Card(card) for card in cards])

    def on_act(self, message):
        if message.seat == self.seat and self.asked:
            self.asked, self.decisions = False, self.decisions + 1
        blind = message.action >> 8 == PLAY_BLIND
        told = 256 * PLAY + message.value if blind else message.action
        self.bot.acted(message.seat, Action(told, self.match.rules), message.value)

    def on_sign(self, message):
        self.given += message.seat == self.seat
        self.bot.sign_seen(message.seat, message.sign)

    def on_request(self, message):
        view = View.of_request(message, self.match)
        room = min(self.signs.per_decision, self.signs.per_hand - self.given)
        if room > 0 and self.signs.made(view):
            self.bot.signs(view, room)
        self.asked = view.phase != SIGNS_PHASE
        if self.asked:
            code = view.answered(self.bot.decide(view))
            print(json.dumps({"again": 1, "decision": self.decisions + 1, "action": code,
                              "words": str(Action(code, self.match.rules))}), flush=True)

    def on_show(self, message):
        for _, card, _ in read_openings(message.openings):
            self.bot.shown(message.seat, Card(card))

    def on_game_end(self, message):
        self.bot.game_end(message.winner)

    def on_hand_end(self, message):
        self.asked = False
        self.bot.hand_end(tuple(message.score))

    def on_result(self, message):
        self.bot.match_end(read_result(message.result).winner, self.match.side)


def ask_again(bot, words):
    """An exit code, and what went wrong or None."""
    path, seat = value_of(words, "--again"), value_of(words, "--seat")
    if not path or seat not in list("01234567"):
        return 2, "--again needs a record and a seat from 0 to 7: --again REPLAY --seat N"
    if bot is None:
        return 2, "%s: a cutter decides nothing: there is nothing to ask it again" % path
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        return 3, "%s: %s" % (path, error.strerror)
    again = Again(bot, int(seat))
    mine = (EVERYBODY, visible_to(int(seat)))
    try:
        for kind, seen_by, payload in records(data if data.startswith(MAGIC) else b""):
            if kind in FROM_ARBITER and seen_by in mine:
                again.take(payload)
    except WireError as error:
        return 1, "%s: it does not make sense from here on: %s; fiel-audit says more" % (path, error)
    return (0, None) if again.match else (2, "%s: no match at one table with such a seat is told there" % path)
