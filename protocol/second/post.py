"""When an envelope leaves, and what it holds (ARBITER.md sections 4 and 8)."""

from collections import deque

from . import faults as F, record as R
from .wrong import Wrong

MOST_BYTES, IN_FRONT, MOST_VALUES, MOST_MESSAGES, MOST_AGAIN = 65536, 12, 4094, 16, 2048


def values(message):
    """How many values a message has, its own array and what is nested counted."""
    return 1 + (sum(map(values, message)) if isinstance(message, list) else 0)


class Kept:
    """Of one party the messages that wait: those from `first` on leave together, those from `unsent` on were put aside."""

    def __init__(self):
        self.unsent = self.first = self.bytes = 0
        self.prompted = self.hurried = False

    def time_again(self):
        """For so long a clock stands still beyond the start limit, in microseconds."""
        return self.unsent // MOST_AGAIN * 200000

    def holds(self, party, most):
        """Whether the newest message of the party fits beside what is kept."""
        told, size = party.told, self.bytes + len(party.told[-1].payload)
        if len(told) - self.first > most or IN_FRONT + size > MOST_BYTES:
            return False
        return size <= MOST_VALUES or sum(values(R.message(r)) for r in told[self.first:]) <= MOST_VALUES


class Post:
    """The envelopes that are due: (party, first, count), each with its SENT."""

    def __init__(self, course):
        self.c, self.due, self.through = course, deque(), True
        self.ends = False                    # an arbiter that was gone hands nothing to anybody any more

    def leaves(self, p, until):
        """What is kept for a party, up to a message."""
        self.due.append((p.number, p.kept.first, until - p.kept.first))
        p.kept.unsent = p.kept.first = until
        p.kept.bytes, p.kept.prompted = 0, False

    def made(self, p):
        """A message was told to a party. Where it has no room what was kept leaves without it."""
        newest = len(p.told) - 1
        if not p.kept.holds(p, min(512, MOST_MESSAGES * self.c.offer.tables)) and not self.ends:
            if p.there:
                self.leaves(p, newest)
                p.kept.hurried = True
            else:
                p.kept.first, p.kept.bytes = newest, 0
        p.kept.bytes += len(p.told[-1].payload)

    def input_is_through(self):
        """What is kept leaves for who is to answer something, and at the end of the match for all."""
        self.through = True
        for p in self.c.parties:
            owed = any(d.kind == F.E.ANSWER and d.envelope is not None for d in p.clock.dues)
            if p.there and p.kept.first < len(p.told) and not self.ends and (
                    self.c.result or p.kept.hurried or p.kept.prompted and not owed):
                self.leaves(p, len(p.told))
            p.kept.hurried = False

    def again(self, p, first):
        """Behind a HELLO that comes back: what it was sent and does not have, [next], and what was put aside.
        False: that is too much for once, and it says HELLO again."""
        until = min(p.kept.unsent, first + MOST_AGAIN)
        self.pieces(p, first, until)
        self.due.append((p.number, p.kept.unsent, 0))
        p.kept.hurried = bool(p.clock.dues)
        if until < p.kept.unsent:
            return False
        self.pieces(p, until, p.kept.first)
        p.kept.unsent = p.kept.first
        return True

    def pieces(self, p, first, until):
        """As many messages as fit to an envelope."""
        while first < until:
            count, size = 0, IN_FRONT
            for r in p.told[first:min(until, first + MOST_MESSAGES)]:
                size += len(r.payload)
                if size > MOST_BYTES:
                    break
                count += 1
            self.due.append((p.number, first, count))
            first += count

    def sent(self, r):
        """SENT: of the envelope that is due, and no other."""
        told = tuple(R.numbers(r.payload, 1, 8, 4))
        if not self.due:
            raise Wrong("A3 %s leave now, and no envelope does" % named(*told))
        due = self.due.popleft()
        if told != due:
            raise Wrong("A3 %s leave in one envelope, it should be %s" % (named(*told), named(*due)))
        p, first, count = self.c.party(told[0]), *told[1:]
        if count:
            p.clock.sent(first, count, r.time, self.c.input)

    def nothing_due(self):
        if self.due:
            raise Wrong("A3 an envelope was due before this: %s" % named(*self.due[0]))

    def forget(self):
        """The arbiter was gone: what was due may not have left, and nothing does any more."""
        self.due.clear()
        self.ends = True


def named(party, first, count):
    what = "messages %d to %d" % (first, first + count - 1) if count else "no message ([%d])" % first
    return "%s of party %d" % (what, party)
