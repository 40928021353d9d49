"""What the auditor keeps (R6): of a party, of a table, of what a party owes."""

from .records import (
    ACCEPTED, ANSWER_REFUSED, AT_FAULT, IGNORED, check, pages)


class Fault:
    """A fault, as FAULT tells it (P9.3). `table` is a Table where it is about one."""

    def __init__(self, seat, number, a=0, b=0, effect=pages.MATCH, table=None):
        self.seat, self.number, self.a, self.b, self.effect, self.table = seat, number, a, b, effect, table

    def fields(self):
        return [self.table.number if self.table else 0, self.seat, self.number, self.effect, self.a, self.b]


class Judged:
    """What is to be made of one message of a bot: verdict, fault, and what it does."""

    def __init__(self, verdict, fault=None, effect=None, answer=False):
        self.verdict, self.fault, self.effect, self.answer = verdict, fault, effect, answer

    def rank(self):
        """The worst of several counts (R2, RECEIVED)."""
        return (self.verdict == AT_FAULT, self.verdict == ANSWER_REFUSED, self.fault is not None,
                self.verdict == IGNORED)


def accepted(effect, answer=False):
    return Judged(ACCEPTED, effect=effect, answer=answer)


def at_fault(*fault, **more):
    return Judged(AT_FAULT, Fault(*fault, **more))


class Owed:
    """One thing that a party owes: kind is JOIN, HAND_SIGN, CUT or ANSWER; number: of the hand, the hands or the request.

    `left` is when the envelope that asked for it left, as far as that was told; `sent` is the time of its SENT, None while
    that is not there.
    """

    ORDER = ("JOIN", "HAND_SIGN", "CUT", "ANSWER")

    def __init__(self, kind, number, budget, table=None):
        self.kind, self.number, self.budget, self.table = kind, number, budget, table
        self.sent = self.left = None
        self.asked_by = 0  # the number of the message that asks

    def key(self):
        """What is due first of what is due at the same time (P15): HAND_SIGN, then the lower table."""
        return (self.kind in ("CUT", "ANSWER"), self.table.number if self.table else 0)


class Party:
    """A seat or a cutter."""

    def __init__(self, number, key, duty):
        self.number, self.key, self.duty = number, None if key == pages.ZERO32 else key, duty
        self.hellos = self.sent = 0
        self.said, self.name, self.began = False, "", 0
        self.told, self.heads, self.heads_of_view = [], [pages.ZERO32], [None]
        self.view = self.join = None
        self.taken, self.owed = {}, []
        self.signed_hands, self.signature = 0, None
        self.asked = self.left = None  # the SENT of the newest envelope that asked for anything, and when it left
        self.paid = None  # when the last envelope with accepted answers came
        self.timeouts = self.unasked = self.repeated = self.faults = 0
        self.present = self.away = self.lost = False
        self.out = None
        self.last_decided = 0

    def owes(self, kind=None, table=None):
        """The first thing of a kind, at a table, that is owed; any where none is named."""
        for owed in sorted(self.owed, key=Owed.key):
            if kind in (None, owed.kind) and table in (None, owed.table):
                return owed
        return None

    def settle(self, kind, table=None):
        """It is not owed any more."""
        self.owed = [owed for owed in self.owed if owed.kind != kind or owed.table is not table]


class Place:
    """What a party has at one table."""

    def __init__(self):
        self.x, self.cut_hand = None, 0
        self.request, self.request_number, self.asked_head = None, 0, None
        self.bank, self.used, self.illegal, self.crossed = 0, 0, 0, 0
        self.signs, self.given = [], 0


class Table:
    """One table: its deal, hands, games and scores."""

    def __init__(self, offer, number):
        self.number = number
        self.M = pages.table_id(offer.match_id, number)
        self.deal_M = pages.table_id(offer.dealt_match_id, number)
        self.games = offer.games // offer.tables + (number < offer.games % offer.tables)
        self.places = [Place() for _ in range(offer.parties)]
        self.seats = self.places[:offer.seats]
        self.commitments, self.dealt, self.ended = {}, 0, 0
        self.hand = self.mano = self.view = None
        self.game_winners, self.game_open, self.game_ended, self.by_last_hand = [], False, False, False
        self.told_game_end = False  # since the newest HANDS_END
        self.score, self.points = (0,) * offer.scorers, [0] * offer.scorers
        self.signing, self.asked, self.wants = False, 0, None

    def between(self):
        """Is no hand open?"""
        return self.dealt == self.ended

    def raise_score(self, score, scorers):
        """A score cannot sink within a game."""
        score = pages.read_score(score, scorers)
        check(all(now >= before for now, before in zip(score, self.score)), "points were lost")
        self.score = score
