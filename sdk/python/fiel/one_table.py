"""What a party knows of one table of its match (P15: there may be several)."""

from .notation import NOBODY, hash32, tag, u32


class OneTable:
    """A table by its number: its deal, hands, games and scores."""

    def __init__(self, offer, number):
        self.number = number
        self.M = hash32(tag("fiel/table") + offer.match_id + u32(number))
        self.deal_M = offer.deal_M if number == 0 else self.M
        self.games = offer.games // offer.tables + (number < offer.games % offer.tables)
        self.chain, self.lists, self.commitments, self.cuts = None, {}, {}, []
        self.dealt = self.ended = self.asked = 0
        self.mano = self.hand = self.request = self.shown = self.asked_head = self.picked = None
        self.vira, self.forced, self.bank = NOBODY, False, None
        self.given, self.picked_signs, self.untold, self.round = 0, [], [], None
        self.game_winners, self.game_ended, self.score = [], None, None
