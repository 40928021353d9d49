"""What a party knows of one table of its match."""

from .notation import NOBODY
from .deal import table_id


class Table:
    """A table by its number: its deal, hands, games and scores."""

    def __init__(self, offer, number):
        self.number = number
        self.M = table_id(offer.match_id, number)
        self.deal_M = table_id(offer.dealt_match_id, number)
        self.games = offer.games // offer.tables + (number < offer.games % offer.tables)
        self.chain, self.lists, self.commitments, self.cuts = None, {}, {}, []
        self.dealt = self.ended = self.asked = 0
        self.mano = self.hand = self.request = self.shown = self.asked_head = self.picked = None
        self.vira, self.forced, self.timed_out, self.bank = NOBODY, False, False, None
        self.answered_before = False  # perhaps, by the process before this one, whose answers are not in the folder
        self.given, self.picked_signs, self.untold, self.round = 0, [], [], None
        self.acted = True  # somebody did something of his own accord in this hand
        self.game_winners, self.game_ended, self.score = [], None, None
