"""The verdict: valid or not, the record, the sentence, who is to blame (REPLAY.md section 6); and of a pair both legs."""

import json

from . import course as K
from . import deal as X
from . import msgpack, record, signatures, terms
from .grounds import ELSEWHERE
from .rules.options import BadRules
from .wrong import NotTold, Wrong

UNREADABLE = (msgpack.Malformed, terms.Bad, BadRules, IndexError, KeyError, TypeError, ValueError, AttributeError)


class Verdict:
    def __init__(self, valid, sentence, blame=None, at=None, course=None, must=None):
        self.valid, self.sentence, self.blame, self.at, self.course, self.must = valid, sentence, blame, at, course, must

    def as_dict(self, name):
        out = {"file": name, "valid": self.valid, "says": self.sentence}
        if self.at is not None:
            out.update(record=self.at.number + 1, offset=self.at.offset, type=self.at.name)
        out.update((name, value) for name, value in (("blame", self.blame), ("must", self.must)) if value)
        c = self.course
        if c is not None and c.match_id is not None:
            out.update(checked=dict(c.counts), key=c.offer.arbiter.hex(), match=c.match_id.hex(), seed=c.seed is not None,
                       operator_knew_the_deal=c.offer.seed_source == 1, tables=c.offer.tables, pauses=c.pauses,
                       unheld=any(c.offer.held[:c.offer.seats]), cut_from_outside=c.offer.held.count(ELSEWHERE),
                       by_lines=[c.by_lines(p) for p in c.parties[:c.offer.seats]])
            out.update(c.grounds.as_dict())
            if c.result:
                out["outcome"], out["winner"], out["fault"] = c.result[1], c.result[2], c.result[7]
        return out

    def as_text(self, name):
        if not self.valid:
            where = "" if self.at is None else "record %d (%s, offset %d): " % (
                self.at.number + 1, self.at.name, self.at.offset)
            must = " (spec/ARBITER.md %s)" % self.must if self.must else ""
            return "%s: not valid: %s%s%s; to blame: %s" % (name, where, self.sentence, must, self.blame or "nobody")
        c = self.course
        counted = ", ".join("%d %s" % (c.counts[what], what if c.counts[what] != 1 else what[:-1])
                            for what in ("hands", "decisions", "signatures", "envelopes"))
        text = "%s: valid%s: %s; %s" % (name, c.grounds.words(), self.sentence, counted)
        if c.pauses:
            text += "; on the arbiter's word %d us were nobody's" % sum(c.pauses.values())
        for p in filter(c.by_lines, c.parties[:c.offer.seats]):
            text += ("; seat %d plays by lines: the host's program cut for it (so that says), which proves nothing about who chose "
                     "the cards unless another party cut" % p.number)
        if ELSEWHERE not in c.offer.held:
            text += "; nobody from outside cut: who holds the match and all its bots could have chosen the cards"
        return text

    def as_json(self, name):
        return json.dumps(self.as_dict(name), sort_keys=True)


def judge(data, key=None):
    """The verdict about the bytes of one record."""
    try:
        records, why = record.read(data)
    except record.Unreadable as error:
        return Verdict(False, str(error), "file")
    if not records:
        return Verdict(False, why or "the file is empty", "file")
    forged = trailer_forged(data, records)
    course = None
    try:
        course = K.Course(records)
        if key is not None and course.header.arbiter != key:
            raise Wrong("another key than the one that you trust signed this: %s" % course.header.arbiter.hex(), "file")
        course.walk()
    except NotTold as error:
        return Verdict(False, "right as far as it goes: %s" % error, None if why in record.UNFINISHED else "file", records[-1], course)
    except Wrong as error:
        return Verdict(False, error.sentence, "file" if forged or error.blame == "file" else error.blame,
                       getattr(course, "at", records[0]), course, error.must)
    except UNREADABLE as error:
        return Verdict(False, "it cannot be read: %s: %s" % (type(error).__name__, error), "file" if forged else "arbiter",
                       getattr(course, "at", records[0]), course)
    if why:
        return Verdict(False, "right as far as it goes, but %s" % why, None if why in record.UNFINISHED else "file",
                       records[-1], course)
    if forged:
        return Verdict(False, forged, "file", records[-1], course)
    course.counts["signatures"] += 1  # the trailer's
    return Verdict(True, "every message, card, clock and signature is as it has to be", course=course)


def trailer_forged(data, records):
    """A sentence when nobody vouches for these bytes: the trailer's signature does not hold."""
    if records[-1].kind != record.TRAILER:
        return "nobody signed this file"
    try:
        key = terms.arbiter_of(records[0].payload)
    except UNREADABLE:
        return "the trailer cannot be checked: the header is not readable"
    offers = [fields[1] for fields in (record.peek(r, record.OFFER, 3) for r in records) if fields and isinstance(fields[1], bytes)]
    if any(signatures.holds(key, X.signed_replay(name, data[:len(data) - 64]), records[-1].payload)
           for name in dict.fromkeys(map(X.match_id, offers[:16]))):
        return None
    return "the trailer's signature does not hold: the file was changed, or was never this arbiter's"


def judge_pair(first, second, key=None):
    """The verdicts about both legs of a duplicate pair; what ties them together is in the second one's."""
    one, two = judge(first, key), judge(second, key)
    if not one.valid or not two.valid:
        return one, two
    a, b = one.course, two.course
    sentence, blame = None, "arbiter"
    if not b.offer.twin or a.offer.reveal != 2:
        sentence, blame = "the second file is no second leg, or the first no first one", None
    elif b.primary.match_id != a.match_id:
        sentence, blame = "the second leg names another first leg than this one", None
    elif b.primary.opened != a.opened:
        sentence = "the first leg was opened in two ways: in its own record otherwise than in the second leg's offer"
    elif not exchanged(a.header, b.header):
        sentence = "by their headers another bot sits on the other side in the second leg"
    elif a.result[1] not in (0, 2):
        sentence = "the first leg was not played to its end: it has no second one"
    elif not a.revealed_at or a.revealed_at < b.result_at:
        sentence = "the first leg's seed was revealed before the second leg was over"
    if sentence:
        two = Verdict(False, sentence, blame, b.records[0], b)
    return one, two


def exchanged(a, b):
    """Each bot sits one seat further, of a blind match too, whose headers name it."""
    sides = ((i, (i + 1) % a.seats) for i in range(a.seats))
    return not any(a.bots[i] != b.bots[k] or a.names[i] and b.names[k] and a.names[i] != b.names[k] for i, k in sides)
