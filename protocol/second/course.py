"""The course of a match: what must follow from what, walked along its record (PROTOCOL.md 5, 8 to 11; REPLAY.md 6)."""

from collections import deque

from . import clock, deal as X, envelope as E, msgpack, record as R, signatures, table as T, terms, view
from .rules import actions as A

HELLO, JOIN, CUT, PLAY, LAST_SIGN, OVER = range(6)
ILLEGAL, MALFORMED, BAD_SIGNATURE, BAD_CUT, WRONG_SEAT, UNASKED, TIMEOUT, NO_START, WITHHELD, CRASHED, RESOURCES, \
    PROTESTED, OUT_OF_ORDER = range(1, 14)
ARBITER = 100
NOTED, REFUSED_, GAME, MATCH, DEFAULT_ACTION, VOID, STOPPED = range(7)
ACCEPTED, V_REFUSED, IGNORED, V_FAULT = range(4)


class Wrong(Exception):
    """The record is not what it should be: a sentence, and who is to blame."""

    def __init__(self, sentence, blame="arbiter"):
        super().__init__(sentence)
        self.sentence, self.blame = sentence, blame


class Signed:
    """A field that is a signature over known bytes."""

    def __init__(self, key, message):
        self.key, self.message = key, message


class Either:
    """A field that the record alone can tell; `check` says whether it may be so."""

    def __init__(self, check, what):
        self.check, self.what = check, what


class Party:
    def __init__(self, number):
        self.number, self.key, self.name, self.hellos = number, None, None, 0
        self.told = []                       # message bytes, from OFFER on
        self.sent = 0                        # number of the next message to be sent
        self.furthest = 0                    # the highest that `sent` ever was
        self.heads = []                      # view chain after so many messages
        self.join = self.view_key = None
        self.head, self.links = None, 0
        self.owes_sign = False
        self.signature = None                # HAND_SIGN of this hand, to be passed on
        self.illegal = self.unasked = self.timeouts = self.repeats = 0
        self.faults = 0
        self.last = {}                       # type -> fields of the latest that was taken
        self.left_at = {}                    # when what it owes left (SENT)
        self.connected = False
        self.request = 0                     # requests made so far
        self.back_at = 0                     # requests made before the latest HELLO
        self.still = False                   # the clock stands still until HELLO


class Course:
    """One match. `records` is the valid prefix; `walk` raises Wrong at the first record that is not right."""

    def __init__(self, records, formulas, primary=None):
        self.records, self.f = records, formulas
        self.due, self.state = deque(), HELLO
        self.seed = None
        self.public, self.public_links = None, 0
        self.game_ends = 0
        self.result = None
        self.over = self.stopping = None
        self.lost = {}                       # cutter -> (fault, a, b) told already or waiting
        self.waiting_faults = []
        self.early = {}                      # faults before the OFFER
        self.counts = {"decisions": 0, "hands": 0, "signatures": 0, "envelopes": 0}
        self.final = None
        self.unchecked = []
        self.prepare()

    # ---- reading ahead ---------------------------------------------------------------------------

    def prepare(self):
        """OFFER, and S where it is told."""
        self.offer = self.offer_bytes = None
        for r in self.records:
            if r.kind == 1 and self.offer is None:
                try:
                    self.offer_bytes = R.message(r)[2]
                    self.offer = terms.read_offer(self.offer_bytes)
                except (msgpack.Malformed, terms.Bad, IndexError, TypeError) as error:
                    raise Wrong("the offer cannot be read: %s" % error) from None
            if r.kind == 15:
                try:
                    self.seed = R.message(r)[2]
                except (msgpack.Malformed, IndexError):
                    raise Wrong("REVEAL cannot be read") from None
        if self.offer is None:
            self.parties = [Party(i) for i in range(16)]
            return
        o = self.offer
        self.parties = [Party(i) for i in range(o.seats + o.cutters)]
        self.match_id = self.f.match_id(self.offer_bytes)
        self.table = T.Table(self, 0)
        if self.seed is not None and self.f.seed_commit(self.seed, o.nonce) != o.seed_commit:
            raise Wrong("the revealed seed is not the one that the offer commits to")

    @property
    def bots(self):
        return self.parties[:self.offer.seats]

    # ---- the walk --------------------------------------------------------------------------------

    def walk(self):
        handlers = {R.RECEIVED: self.received, R.SENT: self.sent, R.SILENCE: self.silence, R.SEAT: self.seat,
                    R.TRAILER: self.trailer}
        time = 0
        for r in self.records[1:]:
            self.at = r
            if r.time < time:
                raise Wrong("its time is before that of the record before it")
            time = r.time
            if r.kind < 64:
                self.told(r)
            else:
                if r.visible:
                    raise Wrong("the arbiter's own record is visible to somebody")
                handlers[r.kind](r)

    def expect(self, visible, kind, *fields):
        """Puts a message in line. A field that is a function is worked out when its turn has come."""
        self.due.append((visible, kind, fields))

    def told(self, r):
        if not self.due:
            self.unexpected(r)
        visible, kind, fields = self.due.popleft()
        if r.kind != kind:
            raise Wrong("%s stands where %s was due" % (r.name, R.NAMES[kind]))
        if r.visible != visible:
            raise Wrong("%s is told to others than it concerns" % r.name)
        try:
            value = R.message(r)
        except msgpack.Malformed as error:
            raise Wrong("%s is not canonical msgpack (%s)" % (r.name, error)) from None
        fields = [f() if callable(f) else f for f in fields]
        names = R.FIELDS[kind].split()
        if not isinstance(value, list) or len(value) != 2 + len(fields) or value[:2] != [kind, 0]:
            raise Wrong("%s has not the fields of its type" % r.name)
        for name, have, want in zip(names, value[2:], fields):
            self.compare(r.name, name, have, want)
        self.link(r, kind, visible)

    def compare(self, message, name, have, want):
        if isinstance(want, Signed):
            self.counts["signatures"] += 1
            if not isinstance(have, bytes) or not signatures.holds(want.key, want.message, have):
                raise Wrong("%s of %s does not hold" % (name, message))
        elif isinstance(want, Either):
            if not want.check(have):
                raise Wrong("%s of %s is not %s" % (name, message, want.what))
        elif name == "view" and have != want:
            raise Wrong(view.difference(have, want))
        elif have != want or type(have) is not type(want):
            raise Wrong("%s of %s is %s, it should be %s" % (name, message, shown(have), shown(want)))

    def unexpected(self, r):
        """A FAULT of the arbiter may come at any time: the match is void."""
        try:
            value = R.message(r)
        except msgpack.Malformed:
            value = [0]
        if r.kind == 1 and self.state == HELLO:
            self.void_before_offer()
            return
        if r.kind != 12 or len(value) != 7 or value[3] != ARBITER:
            raise Wrong("%s was not due" % r.name)
        self.void(value[5], value[6])

    def link(self, r, kind, visible):
        """Into the chains (DEAL.md 7), and among what each party was told."""
        hears = [p for p in self.parties if visible == 255 or visible == R.party_bit(p.number)]
        for p in hears:
            p.told.append(r)
        if kind == 1:
            p = hears[0]
            p.view_key = R.message(r)[4]
            p.head = self.f.view_start(p.view_key, self.match_id, p.number)
            p.heads = [X.ZERO, p.head]
            if self.public is None:
                self.public = self.f.public_start(self.match_id)
            return
        if not visible:
            return
        if visible == 255:
            self.public = self.f.link(self.public, self.public_links, kind, r.payload)
            self.public_links += 1
        for p in hears:
            p.head = self.f.link(p.head, p.links, kind, r.payload)
            p.links += 1
            p.heads.append(p.head)

    # ---- SENT, SEAT, TRAILER ---------------------------------------------------------------------

    def party(self, number):
        if number >= len(self.parties):
            raise Wrong("there is no party %d" % number)
        return self.parties[number]

    def sent(self, r):
        number, first, count = int.from_bytes(r.payload[:1], "big"), r.payload[1:9], r.payload[9:]
        if len(r.payload) != 13:
            raise Wrong("SENT has 13 bytes")
        p, first, count = self.party(number), int.from_bytes(first, "big"), int.from_bytes(count, "big")
        if first != p.sent:
            raise Wrong("messages from %d on are sent, the next one of this party is %d" % (first, p.sent))
        if not count or first + count > len(p.told) or count > 512:
            raise Wrong("messages are sent that were not made, or none")
        pieces = [m.payload for m in p.told[first:first + count]]
        if len(msgpack.pack(first)) + 3 + sum(map(len, pieces)) > 65536 + 2:
            raise Wrong("the envelope is longer than 65,536 bytes")
        for m in p.told[max(first, p.furthest):first + count]:
            clock.left(self, p, m, r.time)
        p.sent = first + count
        p.furthest = max(p.furthest, p.sent)

    def seat(self, r):
        if len(r.payload) != 6:
            raise Wrong("SEAT has 6 bytes")
        p, event, detail = self.party(r.payload[0]), r.payload[1], int.from_bytes(r.payload[2:], "big")
        if not 1 <= event <= 7:
            raise Wrong("there is no event %d of a seat" % event)
        if event == 1:
            p.connected = True
        elif event == 2:
            p.connected = False
        elif event in (4, 7):
            p.still = True
            if event == 7:
                p.hellos -= 1
                p.resumed = True
        elif event in (3, 6):
            self.nothing_due()
            if event == 3:
                self.fault(p, CRASHED, detail if detail < 256 else 0, detail - 256 if detail >= 256 else 0)
            else:
                self.fault(p, RESOURCES, detail % 256, detail // 256)

    def nothing_due(self):
        if self.due:
            raise Wrong("%s was due before this" % R.NAMES[self.due[0][1]])

    def trailer(self, r):
        self.nothing_due()
        if self.state != OVER:
            raise Wrong("the match is not over, but its trailer is written")
        for p in self.parties:
            if p.hellos and p.connected and p.sent < len(p.told):
                raise Wrong("party %d was there and was not told everything" % p.number)
        self.final = r

    # ---- envelopes -------------------------------------------------------------------------------

    def received(self, r):
        if len(r.payload) < 19:
            raise Wrong("RECEIVED is too short")
        self.nothing_due()
        self.counts["envelopes"] += 1
        p, verdict, fault = self.party(r.payload[0]), r.payload[1], r.payload[2]
        left, came = int.from_bytes(r.payload[3:11], "big"), int.from_bytes(r.payload[11:19], "big")
        if came > r.time:
            raise Wrong("the envelope came after it was written down")
        ours, our_fault = self.judge(p, r.payload[19:], left, came, (verdict, fault))
        if (verdict, fault) != (ours, our_fault):
            raise Wrong("the envelope of party %d was judged %s, it is %s" % (
                p.number, told_verdict(verdict, fault), told_verdict(ours, our_fault)))

    def judge(self, p, data, left, came, recorded):
        """(verdict, fault) of an envelope; puts what follows in line."""
        if self.state == OVER or p.number in self.lost:
            return IGNORED, 0
        if self.state == HELLO and left:
            raise Wrong("before the offer nothing is owed, yet a stamp says since when")
        clock.check_left(self, p, left, came)
        try:
            if recorded == (V_FAULT, MALFORMED):
                self.taken_on_trust(data)
            messages = E.read(data, 1)[1:]
        except msgpack.Malformed as error:
            self.fault(p, MALFORMED, error.error, 0)
            return V_FAULT, MALFORMED
        worst, effects = (ACCEPTED, 0), []
        so_far = {"answered": False, "signed": False}        # what this very envelope has brought so far
        for place, m in enumerate(messages):
            verdict, fault, effect = self.one(p, place, m, left, came, so_far)
            if effect:
                effects.append(effect)
            worst = max(worst, (verdict, fault), key=weight)
            if verdict in (V_FAULT, V_REFUSED):
                break
        for effect in effects:
            effect()
        return worst

    def taken_on_trust(self, data):
        """That an envelope came in several parts, or was longer than what is kept of it, the record alone tells."""
        said = next((R.message(r) for r in self.records[self.at.number + 1:] if r.kind == 12), [0] * 6)
        if said[3] == MALFORMED and (said[5] == msgpack.MULTIPART
                                     or said[5] == msgpack.TOO_LONG and len(data) == msgpack.MAX_BYTES):
            raise msgpack.Malformed(said[5])

    def one(self, p, place, m, left, came, so_far):
        """Judges one message by the state before the envelope: (verdict, fault, what it does)."""
        kind = m[0]
        if p.hellos <= 0 and kind != E.HELLO and not p.name:
            return V_FAULT, OUT_OF_ORDER, lambda: self.fault(p, OUT_OF_ORDER, kind, 0)
        if kind == E.HELLO:
            return self.hello(p, place, m)
        if kind == E.PROTEST:
            return V_FAULT, PROTESTED, lambda: self.fault(p, PROTESTED, m[2], 0)
        if kind == E.JOIN:
            return self.join(p, m, left, came)
        if kind == E.HAND_SIGN:
            return self.hand_sign(p, m, left, came, so_far)
        if kind == E.CUT:
            return self.cut(p, m, left, came, so_far)
        return self.answer(p, m, left, came, so_far)

    def out_of_order(self, p, kind):
        return V_FAULT, OUT_OF_ORDER, lambda: self.fault(p, OUT_OF_ORDER, kind, 0)

    def bad_signature(self, p, kind):
        return V_FAULT, BAD_SIGNATURE, lambda: self.fault(p, BAD_SIGNATURE, kind, 0)

    def repeat(self, p):
        """The same again is ignored, four times for every HELLO that a bot may say so far."""
        def effect():
            p.repeats += 1
        if p.repeats + 1 > 4 * self.hellos_allowed():
            return None
        return IGNORED, 0, effect

    def hellos_allowed(self):
        dealt = self.table.hand if self.offer else 0
        return 64 + 2 * dealt

    def hello(self, p, place, m):
        version, key, name, have, head, signature = m[2:]
        if version != self.f.version:
            return V_FAULT, MALFORMED, lambda: self.fault(p, MALFORMED, 15, 0)
        if place or p.hellos + 1 > self.hellos_allowed():
            return self.out_of_order(p, E.HELLO)
        first = p.name is None
        before_offer = self.state == HELLO
        if before_offer:
            message = X.D("fiel/hello") + X.ZERO + X.u64(0) + X.ZERO
            good = have == 0 and head == X.ZERO and (first or key == p.key or getattr(p, "resumed", False))
            if self.offer and first and self.offer.keys[p.number] not in (key, X.ZERO) \
                    and not signatures.holds(key, message, signature):
                good = False
        else:
            known = have < len(p.heads)
            good = known and key == p.key and head == p.heads[have]
            message = X.D("fiel/hello") + (self.match_id if have else X.ZERO) + X.u64(have) + head
        self.counts["signatures"] += 1
        if not good or not signatures.holds(key, message, signature):
            return self.bad_signature(p, E.HELLO)

        def effect():
            p.hellos += 1
            p.resumed = False
            p.key, p.name = key, name if first else p.name
            if before_offer:
                self.maybe_offer()
                if self.early:
                    self.maybe_give_up_start()
                return
            p.sent = have
            p.back_at = p.request
            clock.back(self, p, self.at)
        return ACCEPTED, 0, effect

    def join(self, p, m, left, came):
        if p.join is not None:
            if p.last.get(E.JOIN) == m[2:]:
                return self.repeat(p) or self.out_of_order(p, E.JOIN)
            return self.out_of_order(p, E.JOIN)
        if self.state != JOIN:
            return self.out_of_order(p, E.JOIN)
        if clock.late(self, p, E.JOIN, left, came):
            return V_FAULT, NO_START, lambda: self.fault(p, NO_START, self.offer.start_us, 0)
        anchors, signature = m[2:]
        message = X.D("fiel/join") + self.match_id + X.u8(p.number) + X.u32(1) + anchors
        self.counts["signatures"] += 1
        if not signatures.holds(p.key, message, signature):
            return self.bad_signature(p, E.JOIN)

        def effect():
            p.join, p.last[E.JOIN] = anchors + signature, m[2:]
            if not self.offer.twin:
                self.table.x[p.number] = anchors
            if all(q.join for q in self.parties):
                self.open()
        return ACCEPTED, 0, effect

    def hand_sign(self, p, m, left, came, so_far):
        hand, signature = m[2:]
        if p.last.get(E.HAND_SIGN) == m[2:]:
            return self.repeat(p) or self.out_of_order(p, E.HAND_SIGN)
        if not p.owes_sign or hand != self.table.hand:
            return self.out_of_order(p, E.HAND_SIGN)
        if clock.late(self, p, E.HAND_SIGN, left, came):
            return self.withheld(p, hand, left, came)
        self.counts["signatures"] += 1
        if not signatures.holds(p.key, self.table.signed_end(p.number), signature):
            return self.bad_signature(p, E.HAND_SIGN)
        so_far["signed"] = True

        def effect():
            p.owes_sign, p.signature, p.last[E.HAND_SIGN] = False, signature, m[2:]
            self.maybe_deal()
        return ACCEPTED, 0, effect

    def withheld(self, p, hand, left, came):
        return V_FAULT, WITHHELD, lambda: self.fault(p, WITHHELD, hand, clock.allowed_between(self))

    def cut(self, p, m, left, came, so_far):
        hand, x = m[2:]
        if p.last.get(E.CUT) == m[2:]:
            return self.repeat(p) or self.out_of_order(p, E.CUT)
        owed = self.table.owed_cut(p.number)
        if owed != hand or (p.owes_sign and not so_far["signed"]):
            return self.out_of_order(p, E.CUT)
        if clock.late(self, p, E.CUT, left, came):
            return self.withheld(p, hand, left, came)
        if not self.table.chain_holds(p.number, hand, x):
            return V_FAULT, BAD_CUT, lambda: self.fault(p, BAD_CUT, hand, 0)

        def effect():
            p.last[E.CUT] = m[2:]
            self.table.take_cut(p.number, hand, x)
            self.maybe_deal()
        return ACCEPTED, 0, effect

    def answer(self, p, m, left, came, so_far):
        seat, number, code, signs, signature = m[2:]
        if p.number >= (self.offer.seats if self.offer else 16):
            return self.out_of_order(p, E.ANSWER)
        if seat != p.number:
            return V_FAULT, WRONG_SEAT, lambda: self.fault(p, WRONG_SEAT, seat, p.number)
        if self.state in (HELLO, JOIN):
            return self.out_of_order(p, E.ANSWER)
        t = self.table
        if not t.is_open(p.number) or number != p.request or so_far["answered"]:
            return self.unasked(p, number)
        if clock.overdue(self, p, left, came):
            return V_FAULT, TIMEOUT, lambda: self.timeout(p, came - left)
        if self.offer.sign and not self.action_signed(p, m):
            return self.bad_signature(p, E.ANSWER)
        error = t.illegal(p.number, code, signs)
        if error:
            return self.illegal(p, error)
        so_far["answered"] = True

        def effect():
            clock.charge(self, p, left, came)
            self.counts["decisions"] += 1
            t.answer(p.number, code, signs)
        return ACCEPTED, 0, effect

    def action_signed(self, p, m):
        seat, number, code, signs, signature = m[2:]
        self.counts["signatures"] += 1
        message = X.signed_action(self.match_id, seat, 0, number, code, signs, p.heads[p.request_at + 1])
        return signatures.holds(p.key, message, signature)

    def unasked(self, p, number):
        """Ignored when the bot came back after that request, or the round of signs was cut short; else UNASKED."""
        if 0 < number <= p.back_at or (number == p.request and self.table.closed_signs(p.number)):
            again = self.repeat(p)
            return again or self.out_of_order(p, E.ANSWER)

        def effect():
            p.unasked += 1
            p.faults += 1
            if p.unasked == 100:
                p.faults -= 1
                self.fault(p, UNASKED, number, 100)
        return IGNORED, UNASKED, effect

    def illegal(self, p, error):
        t = self.table

        def effect():
            t.illegals[p.number] += 1
            if t.illegals[p.number] < 3:
                p.faults += 1
                self.expect(R.party_bit(p.number), 8, p.request,
                            Either(lambda e: isinstance(e, int) and e in terms.RULE_ERRORS and self.note_error(e),
                                   "an error of the rules"),
                            Either(lambda s: s == terms.RULE_ERRORS.get(self.last_error), "the error's text"))
                return
            self.fault(p, ILLEGAL, Either(lambda e: isinstance(e, int) and e in terms.RULE_ERRORS,
                                          "an error of the rules"), 3)
        return V_REFUSED, ILLEGAL, effect

    def note_error(self, error):
        self.last_error = error
        return True

    # ---- the start -------------------------------------------------------------------------------

    def maybe_offer(self):
        if self.offer is None or not all(p.hellos > 0 for p in self.parties):
            return
        self.check_offer()
        self.make_offers(self.parties)
        self.state = JOIN

    def check_offer(self):
        o, header = self.offer, terms.read_header(self.records[0].payload)
        if (o.engine, o.rules, o.arbiter) != tuple(header):
            raise Wrong("the offer and the header differ about engine, rules or key")
        for p in self.parties:
            if p.hellos > 0 and o.keys[p.number] != p.key:
                raise Wrong("the key of party %d is not the one that it said HELLO with" % p.number)

    def make_offers(self, parties):
        for p in parties:
            key = Either(lambda k: isinstance(k, bytes) and len(k) == 32, "32 bytes")
            if self.seed is not None:
                key = self.f.view_key(self.seed, self.match_id, p.number)
            self.expect(R.party_bit(p.number), 1, self.offer_bytes, p.number, key)

    def open(self):
        joins = [p.join for p in self.parties]
        opened = msgpack.pack([self.offer_bytes, joins])
        self.checkpoint = X.ZERO
        proof = b"" if not self.offer.log_key else Either(self.take_proof, "a proof of the log")
        self.expect(255, 2, opened, Signed(self.offer.arbiter, X.signed_open(opened)), proof)
        self.state = CUT
        self.table.seal(1)
        if self.offer.twin:
            self.table.deal()

    def take_proof(self, proof):
        self.checkpoint = terms.checkpoint_of(proof)
        self.unchecked.append("the match log's proof")
        return self.checkpoint is not None

    def maybe_deal(self):
        """The next hand when every signature and every cut is there; after the last hand the result."""
        if self.state not in (CUT, LAST_SIGN) or any(p.owes_sign for p in self.waited_for()):
            return
        if self.table.cuts_missing():
            return
        if self.state == LAST_SIGN or self.stopping:
            self.finish()
        else:
            self.table.deal()

    def waited_for(self):
        return [p for p in self.parties if p.number not in self.lost]

    def pass_signatures(self):
        for p in self.parties:
            if p.signature is not None:
                self.expect(255, 11, self.table.hand, p.number, p.signature)
                p.signature = None

    # ---- faults ----------------------------------------------------------------------------------

    def timeout(self, p, used):
        t, budget = self.table, self.table.budget[p.number]
        p.timeouts += 1
        if p.timeouts == 3:
            self.fault(p, TIMEOUT, budget, used)
        elif self.offer.on_timeout == 1:
            p.faults += 1
            self.expect(255, 12, p.number, TIMEOUT, DEFAULT_ACTION, budget, used)
            clock.charge_all(self, p)
            t.default(p.number)
        else:
            self.fault(p, TIMEOUT, budget, used)

    def silence(self, r):
        if len(r.payload) != 18:
            raise Wrong("SILENCE has 18 bytes")
        self.nothing_due()
        p, fault = self.party(r.payload[0]), r.payload[1]
        left, now = int.from_bytes(r.payload[2:10], "big"), int.from_bytes(r.payload[10:], "big")
        what, allowed, argument = clock.owed(self, p)
        if what is None:
            raise Wrong("party %d owed nothing, its silence is no fault" % p.number)
        if fault != what:
            raise Wrong("the silence is called fault %d, it is %d" % (fault, what))
        if now > r.time or now < left or now - left < allowed:
            raise Wrong("party %d still had time" % p.number)
        clock.check_left(self, p, left, now)
        if what == TIMEOUT:
            self.timeout(p, now - left)
        elif what == NO_START:
            self.fault(p, NO_START, allowed, 0)
        else:
            self.fault(p, WITHHELD, argument, allowed)

    def fault(self, p, number, a, b):
        """A fault with an effect: FAULT and all that follows (PROTOCOL.md 9.3, section 5 details 9 to 11, 18)."""
        if self.state == OVER or p.number in self.lost:
            return
        if self.state == HELLO:
            self.early[p.number] = (number, a, b)
            self.maybe_give_up_start()
            return
        if p.number >= self.offer.seats:
            self.cutter_fault(p, number, a, b)
            return
        p.faults += 1
        effect = GAME if number in (ILLEGAL, TIMEOUT) and not (number == TIMEOUT and p.timeouts >= 3) else MATCH
        self.expect(255, 12, p.number, number, effect, a, b)
        if effect == GAME:
            self.table.forfeit(p.number)
        else:
            self.lose_match(p, number, a, b)

    def lose_match(self, p, number, a, b):
        t = self.table
        winner = t.winner_without([p.number])
        if t.game_open:
            t.end_game(winner if winner is not None else t.nobody, 1, p.number)
        self.cutters_noted()
        t.cut_short()
        self.make_result(1, winner if winner is not None else t.nobody, number, p.number, a, b)

    def cutter_fault(self, p, number, a, b):
        self.lost[p.number] = (number, a, b)
        p.owes_sign = False
        if self.table.hand_open:
            self.waiting_faults.append(p.number)
            return
        self.tell_cutter(p.number)
        if self.stopping and self.table.game_open:
            self.table.end_game(self.table.nobody, 5, p.number)
        if self.stopping:
            self.stop_now()
        else:
            self.maybe_deal()

    def tell_cutter(self, number):
        fault, a, b = self.lost[number]
        needed = self.table.cut_needed() and not self.over
        effect = STOPPED if needed and not self.stopping else NOTED
        self.expect(255, 12, number, fault, effect, a, b)
        if effect == STOPPED:
            self.stopping = (fault, number, a, b)

    def cutters_noted(self):
        self.over = True
        for number in sorted(self.waiting_faults):
            self.tell_cutter(number)
        self.waiting_faults = []

    def stop_now(self):
        self.pass_signatures()
        fault, number, a, b = self.stopping
        self.make_result(5, self.table.stopped_winner(), fault, number, a, b)

    def maybe_give_up_start(self):
        """Before the OFFER a fault waits until every other seat has said HELLO, or is at fault too."""
        if self.offer is None:
            raise Wrong("there is no offer in the file")
        if not all(p.hellos > 0 or p.number in self.early for p in self.parties):
            return
        self.check_offer()
        self.make_offers(self.parties)
        seats = [n for n in sorted(self.early) if n < self.offer.seats]
        stopped = False
        for n in sorted(self.early):
            number, a, b = self.early[n]
            effect = MATCH
            if n >= self.offer.seats:
                effect = STOPPED if not seats and not stopped else NOTED
                stopped = True
            else:
                self.parties[n].faults += 1
            self.expect(255, 12, n, number, effect, a, b)
        first = seats[0] if seats else sorted(self.early)[0]
        number, a, b = self.early[first]
        winner = self.table.winner_without(seats) if seats else None
        self.make_result(1 if seats else 5, self.table.nobody if winner is None else winner, number, first, a, b)

    def void(self, a, b):
        self.expect(255, 12, 255, ARBITER, VOID, a, b)
        self.end_void(a, b)
        self.told(self.at)

    def end_void(self, a, b):
        t = self.table
        if t.game_open:
            t.end_game(t.nobody, 3, 255)
        self.cutters_noted()
        t.cut_short()
        self.make_result(3, t.nobody, ARBITER, 255, a, b)

    def void_before_offer(self):
        self.check_offer()
        self.make_offers(self.parties)
        self.told(self.at)
        self.state = JOIN

    # ---- the end ---------------------------------------------------------------------------------

    def finish(self):
        self.pass_signatures()
        if self.stopping:
            fault, number, a, b = self.stopping
            self.make_result(5, self.table.stopped_winner(), fault, number, a, b)
            return
        t = self.table
        self.make_result(2 if t.last_hand else 0, t.match_winner(), 0, 255, 0, 0)

    def make_result(self, outcome, winner, fault, seat, a, b):
        t = self.table
        self.pass_signatures()
        faults = [p.faults for p in self.bots] + [0] * (8 - self.offer.seats)
        result = msgpack.pack([self.match_id, outcome, winner, t.games, t.dealt_hands, t.points, t.partidas, fault,
                               seat, a, b, faults])
        self.result = msgpack.unpack(result)
        self.expect(255, 14, result, Signed(self.offer.arbiter, X.signed_result(self.match_id, result)))
        if self.seed is not None:
            self.expect(0 if self.offer.reveal == 2 else 255, 15, self.seed)
        elif self.records[-1].kind == R.TRAILER:
            raise Wrong("the seed is not revealed")
        self.state = OVER


def weight(pair):
    """Of several messages in one envelope the worst counts (REPLAY.md section 2)."""
    verdict, fault = pair
    return {(ACCEPTED, 0): 0, (IGNORED, 0): 1, (IGNORED, UNASKED): 2}.get(pair, 3 if verdict == V_REFUSED else 4)


def told_verdict(verdict, fault):
    name = ("accepted", "refused", "ignored", "a fault")[verdict] if verdict < 4 else "verdict %d" % verdict
    return name + (" (fault %d)" % fault if fault else "")


def shown(value):
    if isinstance(value, bytes):
        return value.hex() if len(value) <= 40 else value[:16].hex() + ".. (%d bytes)" % len(value)
    text = repr(value)
    return text if len(text) < 600 else text[:600] + ".."
