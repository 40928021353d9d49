"""What the outcome rests on beside the signatures of those who played (REPLAY.md section 6)."""

from . import faults as F, record as R

NOTHING, SIGNATURE, HOST_KEY, ARBITER, CONTRADICTED = range(5)         # the higher, the less stands behind it
NAMES = ("nothing", "signature", "host-key", "arbiter", "contradicted")
WORDS = {SIGNATURE: "decided by a fault that its party signed",
         HOST_KEY: "decided by a fault that is proved only against a key that the host made",
         ARBITER: "decided by a fault that rests on the arbiter's word"}
ELSEWHERE = 3


class Grounds:
    """Hears what all are told, and what each party's own signatures show."""

    def __init__(self, course):
        self.c = course
        self.shown = {}                      # party -> what its own signature shows of its last WRONG_SEAT or PROTEST
        self.touched = {}                    # table -> (what stands behind the weakest fault in the open game, whose it is)
        self.given, self.given_on = {}, NOTHING
        self.contradicts = None              # whose PROTEST is signed over other messages than the record's, the last of them
        self.hands = 0                       # that are over, at all tables
        self.signed_to = {}                  # party -> HANDS_END of its last HAND_SIGN

    def key(self, party):
        return SIGNATURE if self.c.offer.held[party] == ELSEWHERE else HOST_KEY

    def scorer(self, table, seat):
        if self.c.tables[table].nobody == 3:
            return seat
        return min(seat, 1) if self.c.offer.seats == 3 else seat % 2

    def of(self, party, fault):
        """What stands behind a fault of a party."""
        if party == 255:
            return ARBITER
        if fault == F.ILLEGAL:
            return self.key(party) if self.c.offer.sign else ARBITER
        if fault == F.KEY_AGAIN:
            return self.key(party)
        if fault in (F.WRONG_SEAT, F.PROTESTED):
            return self.shown.get(party, ARBITER)
        return ARBITER

    def heard(self, kind, value):
        if kind == R.HAND_END:
            self.hands += 1
        elif kind == R.FAULT:
            table, party, on = value[1], value[2], self.of(value[2], value[3])
            if on == CONTRADICTED:
                self.contradicts = party
            if value[4] in (F.GAME, F.DEFAULT_ACTION) and on >= self.touched.get(table, (NOTHING, None))[0]:
                self.touched[table] = on, party
        elif kind == R.GAME_END:
            on, party = self.touched.pop(value[1], (NOTHING, None))
            if on and value[3] < self.c.tables[value[1]].nobody and value[3] != self.scorer(value[1], party):
                self.given[value[3]] = self.given.get(value[3], 0) + 1
                self.given_on = max(self.given_on, on)

    def games_decided(self):
        """Without the games that a fault gave away another scorer, or several, could have won."""
        winner, games = self.c.result[2], self.c.result[3]
        if winner == len(games) - 1:
            return bool(self.given)
        given = self.given.get(winner, 0)
        return given > 0 and any(g + given >= games[winner] - given for s, g in enumerate(games[:-1]) if s != winner)

    def ground(self):
        """What the fault rests on that decided the match, alone or by the games that it gave away."""
        if self.c.result is None:
            return None
        outcome, fault, party = (self.c.result[i] for i in (1, 7, 8))
        on = self.of(party, fault) if fault else NOTHING
        if outcome not in (F.BY_FAULT, F.BY_VOID) and self.games_decided():
            on = max(on, self.given_on)
        return on

    def unsigned(self):
        """The party that signed least of the hands that the outcome needs; None when all signed them."""
        if self.c.result is None or self.c.result[1] in (F.BY_FAULT, F.BY_VOID):
            return None
        least = min(self.c.parties, key=lambda p: (self.signed_to.get(p.number, 0), p.number)).number
        return least if self.signed_to.get(least, 0) < self.hands else None

    def label(self, party):
        return "%s %d" % ("seat" if party < self.c.offer.seats else "cutter", party)

    def rests(self):
        """The clauses that the first line has of it."""
        said, party = [], self.unsigned()
        if self.c.result is not None and self.c.result[1] == F.BY_VOID:
            said.append("void, which rests on the arbiter's word")
        elif self.ground() in WORDS:
            said.append(WORDS[self.ground()])
        if self.contradicts is not None:
            said.append("%s and the record contradict each other, and neither is blamed" % self.label(self.contradicts))
        if party is not None:
            first = self.signed_to.get(party, 0) + 1
            hands = "hand %d rests" % first if first == self.hands else "hands %d to %d rest" % (first, self.hands)
            said.append("%s on the arbiter's word: %s did not sign" % (hands, self.label(party)))
        if self.c.result is not None and self.c.offer.seed_source == 1:
            said.append("its operator fixed the seed and knew every card")
        return said

    def words(self):
        return "".join("; " + s for s in self.rests())

    def as_dict(self):
        return {"fault_rests_on": NAMES[self.ground() or NOTHING], "unsigned_by": self.unsigned(), "hands_over": self.hands,
                "signed_to": [self.signed_to.get(p.number, 0) for p in self.c.parties], "rests": self.rests()}
