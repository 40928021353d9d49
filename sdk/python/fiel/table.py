"""What a party knows of one table of its match."""

from .deal import table_id
from .notation import NOBODY, ZERO32, hash32

NEWEST = 64  # hands of which the commitments are kept: no more are sealed ahead


class Table:
    """A table by its number: its deal, hands, games and scores."""

    def __init__(self, offer, number):
        self.number = number
        self.M = table_id(offer.match_id, number)
        self.deal_M = table_id(offer.dealt_match_id, number)
        self.games = offer.games // offer.tables + (number < offer.games % offer.tables)
        self.chain, self.lists, self.commitments, self.cuts = None, {}, {}, []  # lists, commitments: of the newest hands
        self.sealed, self.all_lists = 0, ZERO32  # hands sealed, and a hash over their lists
        self.dealt = self.ended = self.asked = 0
        self.mano = self.hand = self.request = self.shown = self.asked_head = self.picked = None
        self.vira, self.forced, self.timed_out, self.bank = NOBODY, False, False, None
        self.answered_before = False  # perhaps, by the process before this one, whose answers nobody kept
        self.given, self.picked_signs, self.untold, self.round = 0, [], [], None
        self.acted = True  # somebody did something of his own accord in this hand
        self.game_winners, self.game_ended, self.score = [], None, None

    def seal(self, hand, listed, commitments):
        """The next hand is sealed with this list; the oldest one is forgotten."""
        self.sealed, self.all_lists = hand, hash32(self.all_lists + listed)
        self.lists[hand], self.commitments[hand] = listed, commitments
        self.lists.pop(hand - NEWEST, None)
        self.commitments.pop(hand - NEWEST, None)
