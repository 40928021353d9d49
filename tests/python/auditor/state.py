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

    def __init__(self, verdict, fault=None, effect=None, answer=False, since=0):
        self.verdict, self.fault, self.effect, self.answer, self.since = verdict, fault, effect, answer, since

    def rank(self):
        """The worst of several counts (R2, RECEIVED)."""
        return (self.verdict == AT_FAULT, self.verdict == ANSWER_REFUSED, self.fault is not None,
                self.verdict == IGNORED)


def accepted(effect, answer=False, since=0):
    """`since` is when it was asked for."""
    return Judged(ACCEPTED, effect=effect, answer=answer, since=since)


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

    def since(self):
        """When it was asked for, as far as that is known; None while it was not."""
        return self.sent if self.left is None else self.left

    def moves(self, move):
        """Its moments are later now."""
        self.sent, self.left = move(self.sent), move(self.left)

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
        self.asked_at = None  # that SENT's time, which nothing moves
        self.still = self.still_to = None  # since when its clock stands still, and until when at most
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

    # Its clock

    def put_off(self, moment, now):
        """A moment of its clock, later by what it has stood still since (P10); as it was while it runs."""
        if self.still is None or moment is None:
            return moment
        on = min(now, self.still_to)
        return moment + on - self.still if moment < self.still else max(moment, on)

    def moves(self, move):
        """Every moment from which its time is counted is later now."""
        self.asked, self.left, self.paid = move(self.asked), move(self.left), move(self.paid)
        for owed in self.owed:
            owed.moves(move)

    def stand_still(self, now, limit):
        """Its seat's process was lost: its clock stands still until its HELLO, for at most the start limit (P10)."""
        self.run_on(now)
        self.still = now if self.still is None else self.still
        self.still_to = now + limit

    def run_on(self, now, back=False):
        """Its clock runs again: it is back, or the limit is over and what was made meanwhile counts from then on."""
        if self.still is None or not (back or now >= self.still_to):
            return
        self.moves(lambda moment: self.put_off(moment, now))
        for owed in self.owed:
            if owed.sent is None and self.away:
                owed.sent = self.still_to
        self.still = None


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
