"""The verdict: valid or not, the record, the sentence, who is to blame (REPLAY.md section 6)."""

import json

from . import course as K
from . import deal, msgpack, record, signatures, terms
from .table import NotTold


class Verdict:
    def __init__(self, valid, sentence, blame=None, at=None, course=None):
        self.valid, self.sentence, self.blame, self.at, self.course = valid, sentence, blame, at, course

    def as_dict(self, name):
        out = {"file": name, "valid": self.valid, "says": self.sentence}
        if self.at is not None:
            out.update(record=self.at.number, offset=self.at.offset, type=self.at.name)
        if self.blame:
            out["blame"] = self.blame
        if self.course is not None and self.course.offer is not None:
            out["checked"] = dict(self.course.counts)
            out["key"] = self.course.offer.arbiter.hex()
            out["match"] = self.course.match_id.hex()
            out["seed"] = self.course.seed is not None
            out["operator_knew_the_deal"] = self.course.offer.seed_source == 1
            out["not_checked"] = self.course.unchecked
            if self.course.result:
                out["outcome"], out["winner"] = self.course.result[1], self.course.result[2]
        return out

    def as_text(self, name):
        if self.valid is None:
            return "%s: not judged: %s" % (name, self.sentence)
        if not self.valid:
            where = "" if self.at is None else "record %d (%s, offset %d): " % (
                self.at.number, self.at.name, self.at.offset)
            return "%s: not valid: %s%s; to blame: %s" % (name, where, self.sentence, self.blame)
        c = self.course.counts
        text = "%s: valid: %s; %d decisions, %d signatures, %d envelopes" % (
            name, self.sentence, c["decisions"], c["signatures"], c["envelopes"])
        if self.course.offer.seed_source == 1:
            text += "; its operator fixed the seed and knew every card"
        return text

    def as_json(self, name):
        return json.dumps(self.as_dict(name), sort_keys=True)


def judge(data, formulas=None, key=None):
    """The verdict about the bytes of one record."""
    formulas = formulas or deal.Formulas1()
    try:
        records, why = record.read(data)
    except record.Unreadable as error:
        return Verdict(False, str(error), "file")
    if not records:
        return Verdict(False, why or "the file is empty", "file")
    forged = trailer_forged(data, records, formulas)
    course = None
    try:
        course = K.Course(records, formulas)
        if course.offer is None:
            raise K.Wrong("no offer was made: there is nothing to judge", "file")
        if course.offer.tables > 1:
            return Verdict(None, "a match at several tables, which this reading does not judge yet", course=course)
        if key is not None and course.offer.arbiter != key:
            raise K.Wrong("another key than the one you trust signed this", "file")
        course.walk()
    except NotTold as error:
        return Verdict(True, "right as far as it goes: %s" % error, course=course)
    except K.Wrong as error:
        return Verdict(False, error.sentence, "file" if forged or error.blame == "file" else error.blame,
                       getattr(course, "at", None), course)
    except (msgpack.Malformed, terms.Bad, IndexError, KeyError, TypeError, ValueError, AttributeError) as error:
        return Verdict(False, "it cannot be read: %s: %s" % (type(error).__name__, error), "file" if forged else "arbiter",
                       getattr(course, "at", None), course)
    if forged:
        return Verdict(False, forged, "file", records[-1], course)
    if why:
        return Verdict(False, "right as far as it goes, but %s" % why, "file", records[-1], course)
    return Verdict(True, "every message, card, clock and signature is as it has to be", course=course)


def trailer_forged(data, records, formulas):
    """A sentence when nobody vouches for these bytes: the trailer's signature does not hold."""
    if records[-1].kind != record.TRAILER:
        return None
    try:
        key = terms.read_header(records[0].payload)[2]
        offer = next(record.message(r)[2] for r in records if r.kind == 1)
        match_id = formulas.match_id(offer)
    except (StopIteration, terms.Bad, msgpack.Malformed, IndexError, TypeError):
        return "the trailer cannot be checked: header or offer are not readable"
    before = data[:len(data) - 64]
    if signatures.holds(key, deal.signed_replay(match_id, before), records[-1].payload):
        return None
    return "the trailer's signature does not hold: the file was changed, or was never this arbiter's"
