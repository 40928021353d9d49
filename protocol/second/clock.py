"""What a party owes, since when, and what it pays (ARBITER.md section 6, EXTENSIONS.md section 1; REPLAY.md section 5)."""

from . import envelope as E
from .wrong import Wrong

NO_LIMIT = 1 << 70


class Envelope:
    """One envelope that asked a party for something: `asked` is when it left, as far as the record has told."""

    def __init__(self, time, number=0):
        self.asked, self.sent, self.known, self.input = time, time, False, number


class Due:
    """What one message asks of a party. `limit` is the time for it, `number` the hand, the hands or the request."""

    def __init__(self, kind, table, number, limit):
        self.kind, self.table, self.number, self.limit = kind, table, number, limit
        self.index = None                    # the message that asks, among those of the party
        self.envelope = None                 # the envelope that it left in

    def first(self):
        """The order of what is due: what is due for all before what is due at a table, a lower table first."""
        return (self.kind in (E.CUT, E.ANSWER), self.table)

    @property
    def asked(self):
        return self.envelope.asked if self.envelope else None

    def late(self, came):
        return self.envelope is not None and came - self.envelope.asked > self.limit

    @property
    def over_at(self):
        return self.envelope.asked + self.limit if self.envelope else NO_LIMIT


class Clock:
    """One party's time."""

    def __init__(self, party, start):
        self.party, self.dues, self.duty = party, [], 0
        self.newest = Envelope(start)        # the newest envelope that asked for anything
        self.newest.known = True
        self.paid = 0
        self.still = None                    # since when the clock stands still, until it has come back
        self.standing = 0                    # for how long it may still stand
        self.stopped = 0                     # when it came to stand still
        self.paused_until = 0                # the end of the last pause

    def find(self, kind, table=0):
        return next((d for d in self.dues if d.kind == kind and d.table == table), None)

    def find_any(self, kind):
        return next((d for d in self.dues if d.kind == kind), None)

    def drop(self, kind, table=None):
        self.dues = [d for d in self.dues if d.kind != kind or table not in (None, d.table)]

    def sent(self, first, count, time, number):
        """An envelope was handed to the seat's process: what it asks for counts from here. What did not fit in one
        envelope, and left in several behind one input, has the `asked` of the last of them."""
        asking = [d for d in self.dues if d.envelope is None and d.index is not None and first <= d.index < first + count]
        if asking:
            if self.newest.input != number:
                self.newest = Envelope(time, number)
            for due in asking:
                due.envelope = self.newest

    def told(self, left, came):
        """`left` of a RECEIVED or a SILENCE: it must be when the newest envelope that asked left, as far as it is known."""
        if not self.dues:
            if left:
                raise Wrong("party %d owed nothing, yet a stamp says since when" % self.party)
            return
        if not any(d.envelope for d in self.dues):
            return
        e = self.newest
        if left > came:
            raise Wrong("the envelope came before that which it answers left")
        if left < e.asked:
            raise Wrong("what party %d owes is said to have left before it was sent" % self.party)
        if e.known and left != e.asked:
            raise Wrong("the clock of party %d was moved: what it owes left at %d, not at %d" % (self.party, e.asked, left))
        if left > e.sent:
            e.asked, e.known = left, True

    def since(self, dues):
        """From when the time of an envelope that answers these is counted: the later of asked and paid."""
        asked = [d.asked for d in dues if d.envelope is not None]
        return max(min(asked) if asked else self.paid, self.paid)

    def first_over(self):
        """What is due first."""
        return min(self.dues, key=lambda d: (d.over_at, d.first()), default=None)

    def envelopes(self):
        return {id(e): e for e in [self.newest] + [d.envelope for d in self.dues if d.envelope]}.values()

    def stand_still(self, time, longest):
        if self.still is None:
            self.still, self.standing, self.stopped = time, longest, time

    def stand(self, came):
        """Every moment that counts is put off by the time for which the clock has stood still, so far."""
        if self.still is None:
            return
        until = min(came, self.still + self.standing)
        if until > self.still:
            self.move(self.still, until)
            self.standing -= until - self.still
        self.still = max(self.still, came)

    def runs_on(self, time):
        """The clock has stood still for as long as it may. What was asked of nobody meanwhile counts from there (ARBITER.md
        section 8)."""
        if self.still is None or not self.standing or time < self.still + self.standing:
            return
        since = Envelope(self.still + self.standing)
        for due in self.unsent():
            due.envelope = since
        self.stand(time)

    def ask_nobody(self, time, number):
        """What is asked now, where the clock runs on and nobody is there, counts from now."""
        if self.still is not None and not self.standing and self.unsent():
            self.newest = Envelope(time, number)
            for due in self.unsent():
                due.envelope = self.newest

    def unsent(self):
        return [d for d in self.dues if d.envelope is None and d.index is not None]

    def go_on(self):
        """HELLO came."""
        self.still = None

    def pause(self, start, until):
        """Time that was nobody's: every moment before its end moves forward by what of it lies behind that moment."""
        if start < self.paused_until:
            raise Wrong("two pauses of party %d overlap" % self.party)
        self.paused_until = until
        if self.still is not None:
            until = min(until, self.stopped)
        if start < until:
            self.move(start, until)

    def move(self, start, until):
        for e in self.envelopes():
            e.asked, e.sent = moved(e.asked, start, until), moved(e.sent, start, until)
        self.paid = moved(self.paid, start, until)


def moved(moment, start, until):
    return moment + until - max(start, moment) if moment < until else moment
