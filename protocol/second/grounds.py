"""What an outcome rests on beside the record (REPLAY.md section 6): who signed what, and which faults only the arbiter saw."""

from . import deal as X, envelope as E, faults as F, signatures

NOTHING, SIGNATURE, HOST_KEY, ARBITER, CONTRADICTED = range(5)
WORDS = ("nothing", "signature", "host-key", "arbiter", "contradicted")
REMOTE = 3                                   # of `held`


class Grounds:
    def __init__(self, course):
        self.c = course
        self.shown = {}                      # party -> what its newest WRONG_SEAT or PROTEST shows
        self.touched = {}                    # table -> (ground, seat) of a fault in its open game that took something
        self.given, self.given_on = {}, NOTHING

    def key_of(self, number):
        """What a party's signature shows: nothing, where its key was made at the host's."""
        return SIGNATURE if self.c.offer.held[number] == REMOTE else HOST_KEY

    def protest(self, p, have, head):
        """Signed it is; over the record's head, or over another one."""
        known = X.ZERO if not have else X.have_head(*p.chains[have - 1]) if have <= len(p.chains) else None
        self.shown[p.number] = self.key_of(p.number) if head == known else CONTRADICTED

    def wrong_seat(self, p, m):
        """An answer as another seat: shown by a signature over that other number, where answers are signed."""
        table, seat, number, code, signs, signature = m[1:]
        self.shown[p.number] = ARBITER
        made = self.c.tables[table].requests_made[p.number] if self.c.tables else 0
        view = p.views.get((table, made))
        if self.c.offer.sign and signature and view is not None:
            message = X.signed_action(self.c.match_id, seat, table, number, code, signs, view)
            if signatures.holds(p.key, message, signature):
                self.shown[p.number] = self.key_of(p.number)

    def of(self, number, fault):
        if number == 255:
            return ARBITER
        if fault == F.ILLEGAL:
            return self.key_of(number) if self.c.offer.sign else ARBITER
        if fault in (F.WRONG_SEAT, F.PROTESTED):
            return self.shown.get(number, ARBITER)
        return ARBITER

    def fault_told(self, table, number, fault, effect):
        on = self.of(number, fault)
        if effect in (F.GAME, F.DEFAULT_ACTION) and on >= self.touched.get(table, (NOTHING, 0))[0]:
            self.touched[table] = on, number

    def game_told(self, table, winner):
        """A game that a fault may have given to who won it."""
        on, seat = self.touched.pop(table, (NOTHING, 0))
        t = self.c.tables[table]
        if on == NOTHING or winner >= t.nobody or winner == self.scorer(seat, t):
            return
        self.given[winner] = self.given.get(winner, 0) + 1
        self.given_on = max(self.given_on, on)

    def scorer(self, seat, t):
        if t.nobody == 3:
            return seat
        return min(seat, 1) if self.c.offer.seats == 3 else seat % 2

    def given_decide(self):
        """Another scorer could have won, had those games gone to whoever was at fault in them."""
        winner, games, given = self.c.result[2], self.c.result[3], self.given
        scorers = len(games) - 1
        if winner >= scorers:
            return bool(given)
        own = given.get(winner, 0)
        return bool(own) and any(games[s] + own >= games[winner] - own for s in range(scorers) if s != winner)

    def ground(self):
        outcome, fault, seat = self.c.result[1], self.c.result[7], self.c.result[8]
        on = self.of(seat, fault) if fault else NOTHING
        if outcome not in (F.BY_FAULT, F.BY_VOID) and self.given_on > on and self.given_decide():
            on = self.given_on
        return on

    def as_dict(self):
        """The fields that `fiel-audit --json` has."""
        c = self.c
        signed = [p.last[E.HAND_SIGN, 0][0] if (E.HAND_SIGN, 0) in p.last else 0 for p in c.parties]
        out = {"hands_over": c.hands_ended, "signed_to": signed, "unsigned_by": None}
        if c.result:
            out["fault_rests_on"] = WORDS[self.ground()]
            least = min(range(len(signed)), key=lambda number: (signed[number], number))
            if c.result[1] not in (F.BY_FAULT, F.BY_VOID) and signed[least] < c.hands_ended:
                out["unsigned_by"] = least
        return out
