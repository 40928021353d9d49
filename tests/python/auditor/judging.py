"""What came, judged as the arbiter has to judge it (R6 steps 3 and 6, P5 details 5, 12 and 13, P8, P10)."""

import struct

from .records import (
    ACCEPTED, ANSWER_REFUSED, AT_FAULT, BAD_CUT, BAD_SIGNATURE, IGNORED, ILLEGAL, MALFORMED, MAX_HELLOS,
    MAX_TIMEOUTS, MAX_UNASKED, NO_START, OUT_OF_ORDER, PROTESTED, TIMEOUT, UNASKED, WITHHELD, WRONG_SEAT, check, fixed, pages)
from .state import Fault, Judged, accepted, at_fault


class Judging:
    """The part of an Auditor that looks at what parties send, or do not."""

    def record_silence(self, record):
        """A party owed something and its time is over (R6 step 6)."""
        number, fault, left, now = fixed(record.payload, ">BBQQ", "SILENCE")
        party = self.party(number)
        check(left <= now <= record.time, "its times are out of order")
        if self.phase == "HELLO":
            check(fault == NO_START and not party.said and not party.out, "party %d owed nothing", number)
            check(left == party.began and now - left >= self.offer.start_us, "its time was not over")
            self.fall(Fault(number, NO_START, self.offer.start_us, 0))
            return
        party.run_on(record.time)
        check(party.owed and not party.out and party.still is None, "party %d owed nothing", number)
        self.check_left(party, left, now, record.time)
        due = self.silence_of(party, self.first_over(party, now), now)
        check(fault == due.number, "the fault is %s, not %s", due.number, fault)
        self.fall(due)

    def first_over(self, party, now):
        """What was due first of all that this party owes, whose time must be over."""
        owed = [(owed.since(), owed) for owed in party.owed if owed.sent is not None]
        check(owed, "party %d was asked for nothing", party.number)
        since, first = min(owed, key=lambda pair: (pair[0] + pair[1].budget, pair[1].key()))
        check(now - since >= first.budget, "its time was not over")
        return first

    def silence_of(self, party, owed, now):
        """The fault of who does not give what is owed (P5, the states)."""
        if owed.kind == "JOIN":
            return Fault(party.number, NO_START, owed.budget, 0)
        if owed.kind == "ANSWER":
            return self.timeout(party, owed, now)
        number = owed.table.dealt if owed.kind == "CUT" and not self.cut_due(owed.table) else owed.number
        return Fault(party.number, WITHHELD, number, owed.budget, table=owed.table)

    def timeout(self, party, owed, now):
        """TIMEOUT and its effect (P8, P9.3)."""
        effect = pages.DEFAULT_ACTION if self.offer.on_timeout else pages.GAME
        if party.timeouts + 1 == MAX_TIMEOUTS:
            effect = pages.MATCH
        return Fault(party.number, TIMEOUT, owed.budget, now - owed.since(), effect, owed.table)

    def check_left(self, party, left, came, now):
        """`left` is when the newest envelope that asked this party for anything left its seat's process; the time of its
        SENT until that is known (R5). While the clock stands still it is later by that (R2, RECEIVED)."""
        check(party.asked is not None, "nothing was sent that it could answer")
        if self.phase == "JOIN":
            self.check_left_of_offer(party, left)
            return
        due = party.put_off(party.asked if party.left is None else party.left, now)
        if left == due:
            return
        check(party.left is None, "`left` is %s", due)
        check(due < left <= came, "`left` is before SENT")
        if party.still is not None:  # a word that is not recorded told it, before the clock stood still
            left -= party.put_off(party.still, now) - party.still
            check(party.asked <= left <= party.still, "`left` is while the clock stood still")
        self.check_tick(party, left)
        party.left = left
        for owed in party.owed:
            if owed.sent == party.asked:
                owed.left = left

    def check_left_of_offer(self, party, left):
        """Of the OFFER it may be told later, never earlier."""
        check(left >= party.asked and left >= (party.left or 0), "`left` is before SENT, or was later before")
        self.check_tick(party, left)
        party.left = left if party.still is None else party.left
        for owed in party.owed:
            owed.left = left

    def check_tick(self, party, left):
        """What left at a tick did not leave before it (P8)."""
        tick = self.offer.tick_us or 1
        surely = party.asked == party.asked_at and not party.lost and left > party.asked
        check(not surely or left >= -(-party.asked // tick) * tick, "`left` is before the tick")

    def record_received(self, record):
        """An envelope of a bot: judged here, compared with what the arbiter made of it."""
        check(len(record.payload) >= 20, "RECEIVED is too short")
        check(self.phase != "OVER", "the match was over")
        number, verdict, fault, error, left, came = struct.unpack_from(">BBBBQQ", record.payload)
        party = self.party(number)
        check(left <= came <= record.time, "its times are out of order")
        owes = bool(party.owed) and not party.out
        check((left != 0) == owes, "`left` is %d, but the party owed %s", left, "something" if owes else "nothing")
        if owes:
            self.check_left(party, left, came, record.time)
        self.now = record.time
        envelope = record.payload[20:]
        judged = self.judge_envelope(party, envelope, came)
        if error == pages.MULTIPART or error == pages.TOO_LONG and len(envelope) == pages.MAX_ENVELOPE:
            judged = [at_fault(number, MALFORMED, error)]  # the seat's process saw it, the bytes do not show it
        worst = max(judged, key=Judged.rank)
        worst_fault = worst.fault.number if worst.fault else 0
        check((verdict, fault) == (worst.verdict, worst_fault),
              "verdict %d, fault %d; due are %d, %d", verdict, fault, worst.verdict, worst_fault)
        found = worst.fault.a if worst_fault == MALFORMED else 0
        check(error == found, "wire error %d, it is %d", error, found)
        self.take(party, judged, came)
        if worst.verdict == AT_FAULT:
            self.later(lambda: self.fall(worst.fault))

    def take(self, party, judged, came):
        """What was judged takes effect, in order. What is answered in one envelope shares its time (P8)."""
        taken = [one for one in judged if one.verdict == ACCEPTED and one.answer is not None]
        answers = sum(one.answer for one in taken)
        since = min((one.since for one in taken if one.answer or not answers), default=0)
        since = max(since, party.put_off(party.paid, self.now) or 0)
        self.used = (max(0, came - since) // answers) if answers else 0
        if taken:
            party.paid = came
            party.duty -= 0 if answers else min(party.duty, max(0, came - since - self.offer.grace_us))
        for one in judged:
            if one.effect:
                self.later(one.effect)
                self.later(self.proceed)

    def judge_envelope(self, party, envelope, came):
        """Every message up to the first that is refused or at fault (P3)."""
        most = pages.MESSAGES_OF_TABLES if self.offer.tables > 1 else pages.MESSAGES_FROM_BOT
        try:
            _, messages = pages.read_envelope(envelope, pages.FROM_BOT, most, self.offer.tables)
        except pages.WireError as error:
            return [at_fault(party.number, MALFORMED, error.number)]
        judged, before = [], []
        for message in messages:
            one = self.judge(party, message, came, before)
            judged.append(one)
            if one.verdict in (AT_FAULT, ANSWER_REFUSED):
                break
            before.append((message.kind, message.table) if one.verdict == ACCEPTED else None)
        return judged

    def judge(self, party, message, came, before):
        """One message; `before` names those before it in its envelope (P5 detail 13)."""
        if not party.said and message.kind != "HELLO":
            return at_fault(party.number, OUT_OF_ORDER, message.number)
        return getattr(self, "judge_" + message.kind.lower())(party, message, came, before)

    def may_hello(self):
        """How many HELLOs a party may say so far (P10)."""
        return MAX_HELLOS + 2 * sum(table.dealt for table in self.tables)

    def judge_hello(self, party, message, _came, before):
        """P5 detail 13, P10, D6. One with nothing in hand signs the seat's CURVE key."""
        number = party.number
        if message.version != pages.VERSION:
            return at_fault(number, MALFORMED, pages.OTHER_VERSION)
        if before or party.hellos >= self.may_hello():
            return at_fault(number, OUT_OF_ORDER, message.number)
        signed = pages.hello_bytes(self.offer.match_id if message.have else self.servers[number], message.have, message.head)
        good = (party.key in (None, message.key) and message.have < len(party.heads)
                and message.head == party.heads[message.have]
                and pages.signature_holds(message.key, signed, message.signature))
        if not good:
            return at_fault(number, BAD_SIGNATURE, message.number)

        def effect():
            party.key, party.said = message.key, True
            party.name = party.name if party.told else message.name
            party.hellos += 1
            party.run_on(self.now)
            party.sent, party.away = message.have, False
            party.run_on(self.now, back=True)
            for table in self.tables[:len(self.tables) if number < len(self.seats) else 0]:
                table.places[number].crossed = table.places[number].request_number
        return accepted(effect, answer=None)

    def same_again(self, party, message):
        """What was taken already is ignored, but not for ever (P5 detail 12)."""
        party.repeated += 1
        if party.repeated > 4 * self.may_hello() * len(self.tables):
            return at_fault(party.number, OUT_OF_ORDER, message.number)
        return Judged(IGNORED)

    def too_late(self, party, owed, came):
        """What came too late counts as silence; None when it came in time."""
        since = self.asked_since(party, owed)
        if since is not None and came - since > owed.budget:
            return Judged(AT_FAULT, self.silence_of(party, owed, came))
        return None

    def asked_since(self, party, owed):
        """When it was asked for, on the party's clock."""
        return party.put_off(owed.since(), self.now) if self.phase != "JOIN" else owed.since()

    def judge_join(self, party, message, came, _before):
        if party.taken.get("JOIN") == message.raw:
            return self.same_again(party, message)
        owed = party.owes("JOIN")
        if not owed or len(message.anchors) != 32 * len(self.tables):
            return at_fault(party.number, OUT_OF_ORDER, message.number)
        late = self.too_late(party, owed, came)
        if late:
            return late
        signed = pages.join_bytes(self.offer.match_id, party.number, message.anchors, message.view)
        if not pages.signature_holds(party.key, signed, message.signature) or message.view != party.view.head:
            return at_fault(party.number, BAD_SIGNATURE, message.number)

        def effect():
            if party.join:
                return  # it stood twice in one envelope
            party.join = message.anchors + message.view + message.signature
            for table, x in zip(self.tables, pages.pieces(message.anchors, 32)):
                table.places[party.number].x = x
            party.taken["JOIN"] = message.raw
            party.settle("JOIN")
        return accepted(effect, answer=None)

    def judge_hand_sign(self, party, message, came, before):
        """P5 details 5 and 13."""
        if party.taken.get("HAND_SIGN") == message.raw:
            return self.same_again(party, message)
        owed = party.owes("HAND_SIGN")
        if not owed or message.hand != owed.number or ("HAND_SIGN", 0) in before:
            return at_fault(party.number, OUT_OF_ORDER, message.number)
        late = self.too_late(party, owed, came)
        if late:
            return late
        signed = pages.hands_end_bytes(self.offer.match_id, party.number, self.hands_end)
        if not pages.signature_holds(party.key, signed, message.signature):
            return at_fault(party.number, BAD_SIGNATURE, message.number)

        def effect():
            party.signed_hands, party.signature = message.hand, message.signature
            party.taken["HAND_SIGN"] = message.raw
            party.settle("HAND_SIGN")
        return accepted(effect, since=self.asked_since(party, owed) or 0)

    def judge_cut(self, party, message, came, _before):
        """P5 detail 13, D4."""
        table = self.tables[message.table]
        place = table.places[party.number]
        if party.taken.get(("CUT", table.number)) == message.raw:
            return self.same_again(party, message)
        owed = party.owes("CUT", table)
        if not owed or message.hand != owed.number:
            return at_fault(party.number, OUT_OF_ORDER, message.number)
        late = self.too_late(party, owed, came)
        if late:
            return late
        if self.hash_down(table, party.number, message.hand, message.x) != place.x:
            return at_fault(party.number, BAD_CUT, message.hand, table=table)

        def effect():
            place.x, place.cut_hand = message.x, message.hand
            party.taken["CUT", table.number] = message.raw
            party.settle("CUT", table)
        return accepted(effect, since=self.asked_since(party, owed) or 0)

    def hash_down(self, table, party, hand, x):
        """What x[hand] says of the last x that this party has shown (D4)."""
        for number in range(hand, table.places[party].cut_hand, -1):
            x = pages.link_down(x, table.deal_M, party, number)
        return x

    def judge_answer(self, party, message, came, before):
        """P5 detail 13, P8."""
        number = party.number
        if number >= len(self.seats):
            return at_fault(number, OUT_OF_ORDER, message.number)
        if message.seat != number:
            return at_fault(number, WRONG_SEAT, message.seat, number)
        if self.phase in ("HELLO", "JOIN"):
            return at_fault(number, OUT_OF_ORDER, message.number)
        table = self.tables[message.table]
        place = table.places[number]
        request = place.request
        closed = not request or request.request != message.request or ("ANSWER", table.number) in before
        if closed and 0 < message.request <= place.crossed:
            return self.same_again(party, message)
        if closed:
            return self.unasked(party, message)
        owed = party.owes("ANSWER", table)
        late = self.too_late(party, owed, came)
        if late:
            return late
        if not self.answer_signed(party, table, message):
            return at_fault(number, BAD_SIGNATURE, message.number)
        if (message.action not in request.legal
                or self.signs.error(pages.read_view(request.view, self.offer.seats, self.offer.scorers), number, place.given,
                                    message.signs)):
            return Judged(ANSWER_REFUSED, Fault(number, ILLEGAL, table=table), lambda: self.refuse(party, table))
        return accepted(lambda: self.act(party, table, message), True, self.asked_since(party, owed) or 0)

    def answer_signed(self, party, table, message):
        """Is the answer signed as the OFFER demands (P4, D6)?"""
        if not self.offer.sign:
            return True
        head = party.heads_of_view[table.places[party.number].asked_head]
        signed = pages.action_bytes(self.offer.match_id, party.number, message.request, message.action, message.signs, head,
                                    table.number)
        return pages.signature_holds(party.key, signed, message.signature)

    def unasked(self, party, message):
        """An answer to a request that is not open; the hundredth loses (P9.3)."""
        party.unasked += 1
        party.faults += 1
        fault = Fault(party.number, UNASKED, message.request, party.unasked, table=self.tables[message.table])
        if party.unasked < MAX_UNASKED:
            return Judged(IGNORED, fault)
        return Judged(IGNORED, fault, lambda: self.fall(fault, counted=True))

    def judge_protest(self, party, message, _came, _before):
        """It is signed, over what was told; else it is the signature that is at fault (P9.6)."""
        if self.phase == "HELLO":
            return at_fault(party.number, OUT_OF_ORDER, message.number)
        signed = pages.protest_bytes(self.offer.match_id, party.number, message.have, message.head, message.code, message.text)
        if not pages.signature_holds(party.key, signed, message.signature):
            return at_fault(party.number, BAD_SIGNATURE, message.number)
        if message.have >= len(party.heads) or party.heads[message.have] != message.head:
            self.contradicted.append(party.number)
        return at_fault(party.number, PROTESTED, message.code)
