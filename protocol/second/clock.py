"""Whose time runs, and for how long (PROTOCOL.md section 8, REPLAY.md section 5). One table; version 1's stamps."""

from . import course as K
from . import envelope as E
from . import record as R


def left(course, p, m, time):
    """A message left in an envelope: what it asks for counts from here."""
    value = R.message(m)
    if m.kind == 7:
        if p.left_at.get("request") != value[2]:
            p.left_at["request"] = value[2]
            p.left_at["asked"] = time
            p.left_at["since"] = None
    elif m.kind in (1, 3, 10):
        p.left_at["between"] = time
    p.left_at["last"] = time


def back(course, p, record):
    """HELLO again: a clock that stood still runs on, from a moment that only the record tells."""
    if p.still:
        p.left_at["since"] = None
    p.still = False


def owes(course, p):
    """What a party owes an answer to now: JOIN, HAND_SIGN, CUT, ANSWER or None."""
    if course.state == K.JOIN:
        return None if p.join else E.JOIN
    if p.owes_sign:
        return E.HAND_SIGN
    if course.state in (K.CUT, K.LAST_SIGN) and course.offer and course.table.owed_cut(p.number):
        return E.CUT
    if course.state == K.PLAY and p.number < course.offer.seats and course.table.is_open(p.number):
        return E.ANSWER
    return None


def check_left(course, p, stamp, came):
    """`left` is 0 when nothing is owed; else not before the SENT that asked, not after what came."""
    if course.state in (K.HELLO, K.OVER):
        return
    what = owes(course, p)
    if what is None:
        if stamp:
            raise K.Wrong("party %d owed nothing, yet a stamp says since when" % p.number)
        return
    asked = p.left_at.get("asked" if what == E.ANSWER else "between")
    if asked is None:
        return
    if stamp > came:
        raise K.Wrong("the envelope came before that which it answers left")
    if stamp and stamp < asked:
        raise K.Wrong("what party %d owes is said to have left before it was sent" % p.number)
    if what == E.ANSWER and stamp:
        since = p.left_at.get("since")
        if since is not None and since != stamp and since != asked:
            raise K.Wrong("the clock of party %d was moved between two answers to one request" % p.number)
        p.left_at["since"] = stamp


def allowed_between(course):
    return course.offer.cap_us + course.offer.grace_us


def late(course, p, kind, stamp, came):
    limit = course.offer.start_us if kind == E.JOIN else allowed_between(course)
    return bool(stamp) and came - stamp > limit


def overdue(course, p, stamp, came):
    return came - stamp > course.table.budget[p.number]


def charge(course, p, stamp, came):
    """The bank pays what is above the grace, and gets the increment."""
    t, o = course.table, course.offer
    t.bank[p.number] += o.inc_us - max(0, came - stamp - o.grace_us)


def charge_all(course, p):
    """A default action: the bank pays what was allowed."""
    t, o = course.table, course.offer
    t.bank[p.number] += o.inc_us - min(o.cap_us, t.bank[p.number])


def owed(course, p):
    """(fault of a silence, time allowed, the hand it is about)."""
    if course.state == K.HELLO:
        if p.hellos > 0 or course.offer is None:
            return None, 0, 0
        return K.NO_START, course.offer.start_us, 0
    what = owes(course, p)
    if what is None or course.state == K.OVER:
        return None, 0, 0
    if what == E.JOIN:
        return K.NO_START, course.offer.start_us, 0
    if what == E.ANSWER:
        return K.TIMEOUT, course.table.budget[p.number], 0
    hand = course.table.hand if what == E.HAND_SIGN else course.table.owed_cut(p.number)
    return K.WITHHELD, allowed_between(course), hand
