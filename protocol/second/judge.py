"""What is made of an envelope: each message judged by the state before it came (ARBITER.md sections 1, 5 and 8)."""

from . import course as K
from . import deal as X, envelope as E, faults as F, grounds, msgpack, record as R, signatures
from .wrong import Wrong

ACCEPTED, REFUSED, IGNORED, FAULT = range(4)


class Brought:
    """What one envelope has brought so far: answers, by table, and what is accepted in it."""

    def __init__(self, came):
        self.came, self.answered, self.dues, self.signed = came, set(), [], False


def received(c, r):
    if len(r.payload) < 20:
        raise Wrong("RECEIVED is too short")
    c.nothing_due()
    c.counts["envelopes"] += 1
    number, verdict, fault, wire, left, came = R.numbers(r.payload, 1, 1, 1, 1, 8, 8)
    p = c.party(number)
    if number in c.early:
        raise Wrong("an envelope of party %d, of which nothing counts any more" % number)
    if came > r.time:
        raise Wrong("the envelope came after it was written down")
    c.wire = wire
    ours = envelope(c, p, r.payload[20:], left, came, wire, r.time)
    if (verdict, fault) != ours:
        raise Wrong("A1 the envelope of party %d was judged %s, it is %s" % (number, told(verdict, fault), told(*ours)))
    if ours[1] != F.MALFORMED and wire:
        raise Wrong("an envelope that is not malformed has a wire error")
    c.end_of_input()


def envelope(c, p, data, left, came, wire, time):
    """(verdict, fault) of an envelope; puts what follows in line."""
    if c.state == K.OVER or p.lost:
        return IGNORED, 0
    p.clock.stand(time)
    if c.state == K.HELLO:
        if left:
            raise Wrong("before the offer nothing is owed, yet a stamp says since when")
    else:
        p.clock.told(left, came)
    try:
        if wire == msgpack.MULTIPART or wire == msgpack.TOO_LONG and len(data) == msgpack.MAX_BYTES:
            raise msgpack.Malformed(wire)                     # that the record alone can tell
        messages = E.read(data, c.offer.tables)[1:]
    except msgpack.Malformed as error:
        return malformed(c, p, error.error, wire)
    worst, effects, brought = (ACCEPTED, 0), [], Brought(came)
    for place, m in enumerate(messages):
        verdict, fault, effect = one(c, p, place, m, brought)
        if effect:
            effects.append(effect)
        worst = max(worst, (verdict, fault), key=weight)
        if verdict in (FAULT, REFUSED):
            break
    pay(c, p, brought)
    for effect in effects:
        effect()
    if brought.dues:
        p.clock.paid = max(p.clock.paid, came)
    if worst == (FAULT, F.MALFORMED) and wire != msgpack.OTHER_VERSION:
        raise Wrong("A1 the wire error of the envelope is %d, it is %d" % (wire, msgpack.OTHER_VERSION))
    return worst


def malformed(c, p, error, wire):
    if wire != error:
        raise Wrong("A1 the wire error of the envelope of party %d is %d, it is %d" % (p.number, wire, error))
    F.fault(c, p, F.MALFORMED, error, 0)
    return FAULT, F.MALFORMED


def pay(c, p, brought):
    """The time of an envelope is paid once: by the banks of the games it answers in, else by the duty bank."""
    if not brought.dues:
        return
    answers = [d for d in brought.dues if d.kind == E.ANSWER]
    used = max(0, brought.came - p.clock.since(answers or brought.dues))
    if not answers:
        p.clock.duty -= min(p.clock.duty, max(0, used - c.offer.grace_us))
    for due in answers:
        c.tables[due.table].charge(p.number, used // len(answers))


def one(c, p, place, m, brought):
    """Judges one message: (verdict, fault, what it does)."""
    kind = m[0]
    if p.name is None and kind != E.HELLO:
        return out_of_order(c, p, m)
    if kind == E.HELLO:
        return hello(c, p, place, m, brought)
    if kind == E.PROTEST:
        return protest(c, p, m)
    if kind == E.JOIN:
        return join(c, p, m, brought)
    if kind == E.HAND_SIGN:
        return hand_sign(c, p, m, brought)
    if kind == E.CUT:
        return cut(c, p, m, brought)
    return answer(c, p, m, brought)


def fault(c, p, number, a, b, table=0):
    return FAULT, number, lambda: F.fault(c, p, number, a, b, table)


def out_of_order(c, p, m):
    return fault(c, p, F.OUT_OF_ORDER, m[0], 0, m[1])


def repeat(c, p, m):
    """The same again is ignored, four times for every HELLO that a bot may say so far."""
    if p.repeats + 1 > 4 * hellos_allowed(c) * c.offer.tables:
        return out_of_order(c, p, m)

    def effect():
        p.repeats += 1
    return IGNORED, 0, effect


def same_again(p, m):
    return p.last.get((m[0], m[1])) == m[2:]


def hellos_allowed(c):
    return 64 + 2 * sum(t.hand for t in c.tables)


# ---- HELLO, JOIN ---------------------------------------------------------------------------------

def hello(c, p, place, m, brought):
    version, key, name, have, head, signature = m[2:]
    if version != 3:
        return fault(c, p, F.MALFORMED, msgpack.OTHER_VERSION, 0)
    if place or p.hellos + 1 - p.resumed > hellos_allowed(c):
        return out_of_order(c, p, m)
    before = c.state == K.HELLO
    if before:
        bound = c.header.keys[p.number]
        good = have == 0 and head == X.ZERO and bound in (X.ZERO, key) and (p.key in (None, key) or p.resumed)
    else:
        known = X.ZERO if not have else X.have_head(*p.chains[have - 1]) if have <= len(p.chains) else None
        good = key == p.key and head == known
    c.counts["signatures"] += 1
    if not good or not signatures.holds(key, signed_hello(c, p, have, head), signature):
        return fault(c, p, F.BAD_SIGNATURE, E.HELLO, 0)
    again = c.key_again(p, key) if before and c.primary else None
    if again is not None:
        return fault(c, p, F.KEY_AGAIN, again, 0)

    def effect():
        p.hellos += 1 - p.resumed
        p.resumed = False
        p.key, p.name = key, name if p.name is None else p.name
        if before or c.post.again(p, have):
            c.stood(p, c.at.time)
            p.clock.go_on()
        if before:
            p.clock.dues = []
            F.maybe_start(c)
            return
        p.back = {t.number: t.requests_made[p.number] for t in c.tables if p.number < c.offer.seats}
    return ACCEPTED, 0, effect


def signed_hello(c, p, have, head):
    """With `have` 0 the seat's CURVE key stands for the match (DEAL.md section 6)."""
    return X.signed_hello(c.match_id if have else c.servers[p.number], have, head)


def protest(c, p, m):
    code, text, have, head, signature = m[2:]
    if c.state == K.HELLO:
        return out_of_order(c, p, m)
    c.counts["signatures"] += 1
    if not signatures.holds(p.key, X.signed_protest(c.match_id, p.number, have, head, code, text.encode()), signature):
        return fault(c, p, F.BAD_SIGNATURE, E.PROTEST, 0)
    known = X.ZERO if not have else X.have_head(*p.chains[have - 1]) if have <= p.kept.unsent else None
    c.grounds.shown[p.number] = c.grounds.key(p.number) if head == known else grounds.CONTRADICTED
    return fault(c, p, F.PROTESTED, code, 0)


def join(c, p, m, brought):
    if p.joined is not None and same_again(p, m):
        return repeat(c, p, m)
    due = p.clock.find(E.JOIN)
    if due is None:
        return out_of_order(c, p, m)
    if due.late(brought.came):
        return fault(c, p, F.NO_START, c.offer.start_us, 0)
    anchors, view, signature = m[2:]
    c.counts["signatures"] += 1
    if view != p.view or not signatures.holds(p.key, X.signed_join(c.match_id, p.number, anchors, view), signature):
        return fault(c, p, F.BAD_SIGNATURE, E.JOIN, 0)

    def effect():
        if p.joined:
            return                                            # a second one in this envelope: the first counts
        p.joined, p.last[E.JOIN, 0] = anchors + view + signature, m[2:]
        p.clock.drop(E.JOIN)
        if not c.offer.twin:
            for t in c.tables:
                t.x[p.number] = anchors[32 * t.number:32 * t.number + 32]
        if all(q.joined for q in c.parties):
            if c.offer.log_key:
                c.log_waits = True
            else:
                c.open()
    return ACCEPTED, 0, effect


# ---- HAND_SIGN, CUT ------------------------------------------------------------------------------

def hand_sign(c, p, m, brought):
    hands, signature = m[2:]
    if same_again(p, m):
        return repeat(c, p, m)
    due = p.clock.find(E.HAND_SIGN)
    if due is None or due.number != hands or brought.signed:
        return out_of_order(c, p, m)
    if due.late(brought.came):
        return fault(c, p, F.WITHHELD, hands, due.limit)
    c.counts["signatures"] += 1
    if not signatures.holds(p.key, c.signed_end(p.number), signature):
        return fault(c, p, F.BAD_SIGNATURE, E.HAND_SIGN, 0)
    brought.dues.append(due)
    brought.signed = True

    def effect():
        p.signature, p.last[E.HAND_SIGN, 0] = signature, m[2:]
        c.grounds.signed_to[p.number] = hands
        p.clock.drop(E.HAND_SIGN)
    return ACCEPTED, 0, effect


def cut(c, p, m, brought):
    table, hand, x = m[1:]
    if same_again(p, m):
        return repeat(c, p, m)
    due = p.clock.find(E.CUT, table)
    if due is None or due.number != hand:
        return out_of_order(c, p, m)
    if due.late(brought.came):
        return fault(c, p, F.WITHHELD, hand, due.limit, table)
    if not c.tables[table].chain_holds(p.number, hand, x):
        return fault(c, p, F.BAD_CUT, hand, 0, table)
    brought.dues.append(due)

    def effect():
        if p.number in c.tables[table].cuts:
            return                                            # a second one in this envelope: the first counts
        p.last[E.CUT, table] = m[2:]
        p.clock.drop(E.CUT, table)
        c.tables[table].cuts[p.number] = x
    return ACCEPTED, 0, effect


# ---- ANSWER --------------------------------------------------------------------------------------

def answer(c, p, m, brought):
    table, seat, number, code, signs, note, signature = m[1:]
    if p.number >= c.offer.seats:
        return out_of_order(c, p, m)
    if seat != p.number:
        c.grounds.shown[p.number] = other_seat_signed(c, p, m)
        return fault(c, p, F.WRONG_SEAT, seat, p.number, table)
    if c.state in (K.HELLO, K.JOIN):
        return out_of_order(c, p, m)
    t, due = c.tables[table], p.clock.find(E.ANSWER, table)
    if due is None or due.number != number or table in brought.answered:
        return unasked(c, p, t, m)
    if due.late(brought.came):
        used = brought.came - due.asked
        return FAULT, F.TIMEOUT, lambda: F.timeout(c, p, t, due.limit, used)
    if c.offer.sign:
        c.counts["signatures"] += 1
        message = X.signed_action(c.match_id, seat, table, number, code, signs, note, p.views[table, number])
        if not signatures.holds(p.key, message, signature):
            return fault(c, p, F.BAD_SIGNATURE, E.ANSWER, 0, table)
    error = t.illegal(p.number, code, signs)
    if error:
        return REFUSED, F.ILLEGAL, lambda: F.illegal(c, p, t, number, error)
    if due.index >= p.kept.unsent:
        raise Wrong("party %d answers a request that it was never handed" % p.number)
    brought.answered.add(table)
    brought.dues.append(due)

    def effect():
        c.counts["decisions"] += 1
        p.clock.drop(E.ANSWER, table)
        t.note(p, number, note.encode())
        t.answer(p.number, code, signs)
    return ACCEPTED, 0, effect


def other_seat_signed(c, p, m):
    """What shows that a party answered as another seat: where answers are signed its own signature over that number."""
    table, seat, number, code, signs, note, signature = m[1:]
    if not c.offer.sign or not signature or table not in p.asked:
        return grounds.ARBITER
    c.counts["signatures"] += 1
    message = X.signed_action(c.match_id, seat, table, number, code, signs, note, p.asked[table])
    return c.grounds.key(p.number) if signatures.holds(p.key, message, signature) else grounds.ARBITER


def unasked(c, p, t, m):
    """Ignored when the bot came back after that request or was too late, or the round of signs was cut short; else UNASKED."""
    number = m[3]
    if 0 < number <= p.back.get(t.number, 0) or (t.cut_round.get(p.number) == number):
        return repeat(c, p, m)

    def effect():
        p.unasked += 1
        if p.unasked == 100:
            F.fault(c, p, F.UNASKED, number, 100, t.number)
        else:
            p.faults += 1
    return IGNORED, F.UNASKED, effect


def weight(pair):
    """Of several messages in one envelope the worst counts (REPLAY.md section 2)."""
    verdict, fault_ = pair
    return {(ACCEPTED, 0): 0, (IGNORED, 0): 1, (IGNORED, F.UNASKED): 2}.get(pair, 3 if verdict == REFUSED else 4)


def told(verdict, fault_):
    name = ("accepted", "refused", "ignored", "a fault")[verdict] if verdict < 4 else "verdict %d" % verdict
    return name + (" (fault %d)" % fault_ if fault_ else "")
