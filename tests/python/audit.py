#!/usr/bin/python3
"""An auditor of Fiel's replays, written from PROTOCOL.md (P), DEAL.md (D) and REPLAY.md (R) alone.

usage: audit.py FILE...                   prints "valid" or the first wrong record of every file
       audit.py --self-test deal.jsonl    works the vectors of D9 out again

It checks everything but the rules of the game: what an action does to the score, and which actions
are legal, it takes from the record.  Exit: 0 all valid, 1 not.
"""

import json
import os
import struct
import sys
from collections import deque
from types import SimpleNamespace

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sdk", "python"))
from fiel import pages  # noqa: E402

MAGIC = b"FIELREP\x01"
MAX_RECORD = 1 << 20
HEADER, RECEIVED, SENT, SILENCE, SEAT, LOGGED, VOID, REVEAL_NOW, TRAILER = *range(64, 72), 127
OWN_RECORDS = {HEADER: "HEADER", RECEIVED: "RECEIVED", SENT: "SENT", SILENCE: "SILENCE",
               SEAT: "SEAT", LOGGED: "LOGGED", VOID: "VOID", REVEAL_NOW: "REVEAL_NOW", TRAILER: "TRAILER"}
ACCEPTED, ANSWER_REFUSED, IGNORED, AT_FAULT = range(4)
(ILLEGAL, MALFORMED, BAD_SIGNATURE, BAD_CUT, WRONG_SEAT, UNASKED, TIMEOUT, NO_START, WITHHELD,
 CRASHED, RESOURCES, PROTESTED, OUT_OF_ORDER) = range(1, 14)
ARBITER = 100
CONNECTED, LEFT, EXITED, RESTARTED, BOT_RESTARTED, LIMIT, RESUMED = range(1, 8)
MAX_HELLOS, MAX_ILLEGAL, MAX_TIMEOUTS, MAX_UNASKED = 64, 3, 3, 100
KINDS = range(1, 32)
RULE_ERRORS = range(1, 47)


class Wrong(Exception):
    """A record is not what it should be."""


def check(holds, text, *values):
    """One check; what is wrong when it fails."""
    if not holds:
        raise Wrong(text % values)


# ----------------------------------------------------------------- R1: the file


def read_records(data):
    """All records of a file; Wrong when not the whole file is records (R1)."""
    check(data[:8] == MAGIC, "the file does not begin with the magic")
    records, at = [], 8
    while at < len(data):
        check(len(data) - at >= 14, "offset %d: the file is cut short", at)
        length, number, visibility, time = struct.unpack_from(">IBBQ", data, at)
        name = OWN_RECORDS.get(number) or pages.NAMES.get(number if number < 32 else None)
        check(name, "offset %d: type %d is unknown", at, number)
        check(length <= MAX_RECORD, "offset %d: the record is too long", at)
        check(len(data) - at - 14 >= length, "offset %d: the file is cut short", at)
        check((number == HEADER) == (at == 8), "offset %d: HEADER comes once, first", at)
        check(not records or records[-1].name != "TRAILER", "offset %d: behind TRAILER", at)
        check(number != TRAILER or length == 64, "offset %d: TRAILER is 64 bytes", at)
        records.append(SimpleNamespace(index=len(records), at=at, number=number, name=name,
                                       visibility=visibility, time=time,
                                       payload=data[at + 14:at + 14 + length]))
        at += 14 + length
    check(records and records[-1].name == "TRAILER", "no TRAILER: the match was not finished")
    return records


def fixed(payload, layout, what):
    """The numbers of a record of fixed size."""
    check(len(payload) == struct.calcsize(layout), "%s has another size", what)
    return struct.unpack(layout, payload)


# ------------------------------------------------------------ what is kept (R6)


class Seat:
    """What the auditor keeps of one seat."""

    def __init__(self, key):
        self.key = None if key == pages.ZERO32 else key
        self.hellos = self.sent = 0
        self.said = False
        self.told = []
        self.view = None
        self.heads = [pages.ZERO32]
        self.taken = {}
        self.join = None
        self.x = None
        self.cut_hand = self.signed_hand = 0
        self.signature = None
        self.request = None
        self.request_number = 0
        self.left = None
        self.bank = 0
        self.signs, self.given, self.crossed, self.asked_head = [], 0, None, None
        self.illegal = self.timeouts = self.unasked = self.repeated = self.faults = 0
        self.present = self.away = self.lost = False
        self.out = None


class Fault:
    """A fault, as FAULT tells it (P9.3)."""

    def __init__(self, seat, number, a=0, b=0, effect=pages.MATCH):
        self.seat, self.number, self.a, self.b, self.effect = seat, number, a, b, effect

    def fields(self):
        return [self.seat, self.number, self.effect, self.a, self.b]


class Judged:
    """What is to be made of one message of a bot: verdict, fault, and what it does."""

    def __init__(self, verdict, fault=None, effect=None):
        self.verdict, self.fault, self.effect = verdict, fault, effect

    def rank(self):
        """The worst of several counts (R2, RECEIVED)."""
        return (self.verdict == AT_FAULT, self.verdict == ANSWER_REFUSED, self.fault is not None,
                self.verdict == IGNORED)


def at_fault(*fault):
    return Judged(AT_FAULT, Fault(*fault))


class Auditor:
    """Walks through the records once (R6)."""

    def __init__(self, data):
        self.data = data
        self.records = read_records(data)
        self.read_ahead()
        self.parties = [Seat(key) for key in self.offer.keys]
        self.seats = self.parties[:self.offer.seats]
        self.waiting, self.stopped, self.decided = [], False, None
        self.phase = "HELLO"
        self.due = deque()
        self.early = []
        self.last_time = 0
        self.public = pages.public_chain(self.offer.M)
        self.commitments = {}
        self.dealt = self.ended = 0
        self.hand = self.mano = self.hand_end = None
        self.game_winners = []
        self.game_open = self.game_ended = False
        self.score, self.points = (0,) * self.offer.scorers, [0] * self.offer.scorers
        self.signs = pages.Signs(self.offer.rules)
        self.signing, self.asked, self.view = False, 0, None
        self.ending = None
        self.outcome_reason = pages.END_PLAYED
        self.proof, self.reveal_now = None, False

    def read_ahead(self):
        """The OFFER, for the match_id, and REVEAL, for the seed (R6 step 1)."""
        self.offer = self.seed = None
        for record in self.records:
            if record.name == "OFFER" and self.offer is None:
                message = pages.read_message(record.payload, pages.FROM_ARBITER)
                self.offer = pages.read_offer(message.offer)
            elif record.name == "REVEAL":
                self.seed = pages.read_message(record.payload, pages.FROM_ARBITER).seed
        check(self.offer, "there is no OFFER")

    def audit(self):
        """Every record in turn; the first that is wrong is named."""
        for record in self.records:
            try:
                self.step(record)
            except (Wrong, pages.WireError) as error:
                raise Wrong("record %d at offset %d, %s: %s" % (record.index, record.at,
                                                                record.name, error)) from error

    def step(self, record):
        """One record."""
        check(record.time >= self.last_time, "its time is before that of the record before")
        self.last_time = record.time
        if record.number in OWN_RECORDS:
            check(record.visibility == 0, "its visibility is not 0")
            free = ("SENT", "LOGGED", "REVEAL_NOW")
            check(not self.due or record.name in free, "%s is due", self.due and self.due[0])
            getattr(self, "record_" + record.name.lower())(record)
        else:
            self.message(record)

    # ------------------------------------------------------------ R2: own records

    def record_header(self, record):
        """The header agrees with the OFFER."""
        offer = self.offer
        check(pages.decode(record.payload) == [offer.engine, offer.rules, offer.arbiter],
              "not the engine, rules and key of the OFFER")

    def record_trailer(self, record):
        """Nothing is due, the match is over, the signature holds (R6 step 8)."""
        signed = pages.replay_bytes(self.offer.match_id, self.data[:record.at + 14])
        check(pages.signature_holds(self.offer.arbiter, signed, record.payload),
              "the arbiter's signature does not hold")
        check(self.phase == "OVER", "the match is not over")
        for number, party in enumerate(self.parties):
            there = party.present and party.hellos and not party.out
            check(not there or party.sent == len(party.told),
                  "party %d was not sent everything", number)

    def record_sent(self, record):
        """Messages left in one envelope (R2, R6 step 5)."""
        number, first, count = fixed(record.payload, ">BQI", "SENT")
        seat = self.party(number)
        check(first == seat.sent, "message %d is the next of seat %d", seat.sent, number)
        check(0 < count and first + count <= len(seat.told), "not all of them were made")
        check(count <= pages.MESSAGES_FROM_ARBITER, "too many messages")
        sent = seat.told[first:first + count]
        size = len(pages.pack_envelope(first, [message.raw for message in sent]))
        check(size <= pages.MAX_ENVELOPE, "the envelope is too long")
        seat.sent += count
        if any(message.kind in ("OFFER", "SEAL", "HAND_END", "REQUEST") for message in sent):
            seat.left = (record.time, None) if seat.left is None else seat.left

    def record_seat(self, record):
        """Around the wire (R2, R6 step 7)."""
        number, event, detail = fixed(record.payload, ">BBI", "SEAT")
        seat = self.party(number)
        check(CONNECTED <= event <= RESUMED, "event %d is unknown", event)
        if event in (CONNECTED, LEFT, EXITED, LIMIT):
            seat.present = event == CONNECTED
        if event in (RESTARTED, RESUMED):
            seat.away = seat.lost = True
            seat.said = seat.said and self.phase != "HELLO"
        if event == RESUMED and self.phase == "HELLO":
            seat.hellos, seat.key = 0, None
        elif event == RESUMED and seat.hellos > 1:
            seat.hellos -= 1
        if event in (RESTARTED, RESUMED) and seat.left:
            seat.left = (seat.left[0], None)
        elif event == EXITED:
            code, signal = (detail, 0) if detail < 256 else (0, detail - 256)
            self.fall(Fault(number, CRASHED, code, signal))
        elif event == LIMIT:
            self.fall(Fault(number, RESOURCES, detail % 256, detail // 256))

    def record_void(self, record):
        """The arbiter could not go on, or was told not to (R2)."""
        check(self.phase != "OVER", "the match was over")
        if self.phase == "HELLO":
            for number in range(len(self.parties)):
                self.expect("OFFER", seat=number)
        self.call_off(*fixed(record.payload, ">I", "VOID"))

    def call_off(self, error):
        """The match is void from here on."""
        self.ending = Fault(pages.NOBODY, ARBITER, error, 0, pages.VOID)
        self.expect("FAULT", fault=self.ending)
        self.close_match(pages.END_VOID, pages.NOBODY)

    def record_logged(self, record):
        """What the match log said of the OPEN that is due (R2)."""
        check(self.due and self.due[0].name == "OPEN" and self.offer.log_key and self.proof is None,
              "no OPEN waits for the log")
        (error,) = struct.unpack_from(">I", record.payload)
        self.proof = record.payload[4:]
        if error:
            self.due.clear()
            self.call_off(error)

    def record_reveal_now(self, record):
        """The twin of this first leg is over (R2)."""
        check(not record.payload and self.due and self.due[0].name == "REVEAL" and self.twin_follows()
              and not self.reveal_now, "no twin is waited for")
        self.reveal_now = True

    def twin_follows(self):
        """S waits for the second leg of a match that was played to its end (R2)."""
        unplayed = (pages.END_FAULT, pages.END_VOID, pages.END_STOPPED)
        return self.offer.reveal == pages.REVEAL_PAIR and self.outcome_reason not in unplayed

    def record_silence(self, record):
        """A seat owed something and its time is over (R6 step 6)."""
        number, fault, left, now = fixed(record.payload, ">BBQQ", "SILENCE")
        seat = self.party(number)
        expected, limit, a, b = self.silence_of(number, now - left)
        check(fault == expected, "the fault is %s, not %s", expected, fault)
        check(left <= now <= record.time, "its times are out of order")
        check(now - left >= limit, "its time was not over")
        if fault != NO_START:
            self.check_left(seat, left)
        self.fall(self.timeout(number, b) if fault == TIMEOUT else Fault(number, fault, a, b))

    def silence_of(self, number, waited):
        """(fault, limit, a, b) of a seat that says nothing now (P5, the states)."""
        seat, offer = self.parties[number], self.offer
        check(not seat.out, "party %d is out", number)
        between = offer.cap_us + offer.grace_us
        if self.phase == "HELLO" and not seat.said or self.phase == "JOIN" and not seat.join:
            return NO_START, offer.start_us, offer.start_us, 0
        if self.phase == "PLAY" and seat.request:
            return TIMEOUT, seat.request.budget_us, seat.request.budget_us, waited
        if self.phase in ("CUT", "LAST_SIGN"):
            if self.dealt and seat.signed_hand < self.dealt:
                return WITHHELD, between, self.dealt, between
            due = self.cut_due()
            if due and seat.cut_hand != due:
                return WITHHELD, between, due, between
        raise Wrong("seat %d owed nothing" % number)

    def check_left(self, seat, left):
        """`left` is the time of SENT until the seat's process has told it, then the same (R5)."""
        if seat.away and seat.left is None:
            return  # its process was lost: what it is to answer waits for its HELLO (P10)
        check(seat.left is not None, "nothing was sent that it could answer")
        sent, known = seat.left
        check(left >= sent, "`left` is before SENT")
        tick = self.offer.tick_us or 1
        check(left == sent or seat.lost or left >= -(-sent // tick) * tick, "`left` is before the tick")
        check(known in (None, left), "`left` was %s before", known)
        if left > sent:
            seat.left = (sent, left)

    # --------------------------------------------------------- R6 step 3: RECEIVED

    def record_received(self, record):
        """An envelope of a bot: judged here, compared with what the arbiter made of it."""
        check(len(record.payload) >= 20, "RECEIVED is too short")
        check(self.phase != "OVER", "the match was over")
        number, verdict, fault, error, left, came = struct.unpack_from(">BBBBQQ", record.payload)
        seat = self.party(number)
        check(left <= came <= record.time, "its times are out of order")
        owes = self.owes(number)
        check((left != 0) == owes, "`left` is %d, but the seat owed %s", left,
              "something" if owes else "nothing")
        if owes:
            self.check_left(seat, left)
        envelope = record.payload[20:]
        judged = self.judge_envelope(number, envelope, came - left)
        if error == pages.MULTIPART or error == pages.TOO_LONG and len(envelope) == pages.MAX_ENVELOPE:
            judged = [at_fault(number, MALFORMED, error)]  # the seat's process saw it, the bytes do not show it
        worst = max(judged, key=Judged.rank)
        worst_fault = worst.fault.number if worst.fault else 0
        check((verdict, fault) == (worst.verdict, worst_fault),
              "verdict %d, fault %d; due are %d, %d", verdict, fault, worst.verdict, worst_fault)
        found = worst.fault.a if worst_fault == MALFORMED else 0
        check(error == found, "wire error %d, it is %d", error, found)
        for one in judged:
            if one.effect:
                self.later(one.effect)
                self.later(self.proceed)
        if worst.verdict == AT_FAULT:
            self.later(lambda: self.fall(worst.fault))

    def owes(self, number):
        """Does the arbiter wait for this seat, with a message of its own that left (R2)?"""
        if self.phase == "HELLO":
            return False
        try:
            return bool(self.silence_of(number, 0))
        except Wrong:
            return False

    def judge_envelope(self, number, envelope, used):
        """Every message up to the first that is refused or at fault (P3)."""
        try:
            _, messages = pages.read_envelope(envelope, pages.FROM_BOT, pages.MESSAGES_FROM_BOT)
        except pages.WireError as error:
            return [at_fault(number, MALFORMED, error.number)]
        judged, before = [], []
        for message in messages:
            one = self.judge(number, message, used, before)
            judged.append(one)
            if one.verdict in (AT_FAULT, ANSWER_REFUSED):
                break
            before.append(message.kind if one.verdict == ACCEPTED else None)
        return judged

    def judge(self, number, message, used, before):
        """One message; `before` names those before it in its envelope (P5 detail 13)."""
        seat = self.parties[number]
        if not seat.said and message.kind != "HELLO":
            return at_fault(number, OUT_OF_ORDER, message.number)
        judge = getattr(self, "judge_" + message.kind.lower())
        return judge(number, seat, message, used, before)

    def judge_hello(self, number, seat, message, _used, before):
        """P5 detail 13, P10, D6."""
        if message.version != 1:
            return at_fault(number, MALFORMED, pages.OUT_OF_RANGE)
        if before or seat.hellos >= MAX_HELLOS + 2 * self.dealt:
            return at_fault(number, OUT_OF_ORDER, message.number)
        signed = pages.hello_bytes(self.offer.match_id, message.have, message.head)
        good = (seat.key in (None, message.key) and message.have < len(seat.heads)
                and message.head == seat.heads[message.have]
                and pages.signature_holds(message.key, signed, message.signature))
        if not good:
            return at_fault(number, BAD_SIGNATURE, message.number)

        def effect():
            seat.key = message.key
            seat.hellos += 1
            seat.said = True
            seat.sent, seat.away = message.have, False
            seat.crossed = seat.request_number or None
        return Judged(ACCEPTED, effect=effect)

    def same_again(self, number, seat, message):
        """What was taken already is ignored, but not for ever (P5 detail 12)."""
        seat.repeated += 1
        if seat.repeated > 4 * (MAX_HELLOS + 2 * self.dealt):
            return at_fault(number, OUT_OF_ORDER, message.number)
        return Judged(IGNORED)

    def judge_join(self, number, seat, message, used, _before):
        if seat.taken.get(message.kind) == message.raw:
            return self.same_again(number, seat, message)
        if self.phase != "JOIN" or seat.join:
            return at_fault(number, OUT_OF_ORDER, message.number)
        if used > self.offer.start_us:
            return at_fault(number, NO_START, self.offer.start_us)
        signed = pages.join_bytes(self.offer.match_id, number, message.anchors)
        if not pages.signature_holds(seat.key, signed, message.signature):
            return at_fault(number, BAD_SIGNATURE, message.number)

        def effect():
            seat.join, seat.x = (message.anchors, message.signature), message.anchors
            seat.taken[message.kind] = message.raw
            seat.left = None
        return Judged(ACCEPTED, effect=effect)

    def judge_hand_sign(self, number, seat, message, used, _before):
        """P5 details 5 and 13."""
        if seat.taken.get(message.kind) == message.raw:
            return self.same_again(number, seat, message)
        waits = self.phase in ("CUT", "LAST_SIGN") and seat.signed_hand < self.dealt
        if not waits or message.hand != self.dealt:
            return at_fault(number, OUT_OF_ORDER, message.number)
        if used > self.offer.cap_us + self.offer.grace_us:
            return self.withheld(number)
        if not pages.signature_holds(seat.key, self.hand_end_bytes(number), message.signature):
            return at_fault(number, BAD_SIGNATURE, message.number)

        def effect():
            seat.signed_hand, seat.signature = message.hand, message.signature
            seat.taken[message.kind] = message.raw
            if self.cut_due() in (0, seat.cut_hand):
                seat.left = None
        return Judged(ACCEPTED, effect=effect)

    def judge_cut(self, number, seat, message, used, before):
        """P5 detail 13, D4."""
        if seat.taken.get(message.kind) == message.raw:
            return self.same_again(number, seat, message)
        signed = seat.signed_hand == self.dealt or "HAND_SIGN" in before
        due = self.cut_due()
        if not due or not signed or seat.cut_hand == due or message.hand != due:
            return at_fault(number, OUT_OF_ORDER, message.number)
        if used > self.offer.cap_us + self.offer.grace_us:
            return self.withheld(number)
        if self.hash_down(number, message.hand, message.x) != seat.x:
            return at_fault(number, BAD_CUT, message.hand)

        def effect():
            seat.x, seat.cut_hand = message.x, message.hand
            seat.taken[message.kind] = message.raw
            seat.left = None
        return Judged(ACCEPTED, effect=effect)

    def cut_due(self):
        """The hand whose cut is owed now, of a first leg's last hand T; 0 none (P5 details 3, 16)."""
        last = self.offer.hands_max
        if self.phase == "CUT":
            return 0 if self.offer.twin else self.dealt + 1
        top = (self.phase == "LAST_SIGN" and self.offer.reveal == pages.REVEAL_PAIR
               and not self.stopped)
        return last if top and self.dealt < last else 0

    def hash_down(self, party, hand, x):
        """What x[hand] says of the last x that this party has shown (D4)."""
        for number in range(hand, self.parties[party].cut_hand, -1):
            x = pages.link_down(x, self.offer.deal_M, party, number)
        return x

    def withheld(self, number):
        """What came too late counts as silence."""
        fault, _, a, b = self.silence_of(number, 0)
        return at_fault(number, fault, a, b)

    def judge_answer(self, number, seat, message, used, before):
        """P5 detail 13, P8."""
        if number >= len(self.seats):
            return at_fault(number, OUT_OF_ORDER, message.number)
        if message.seat != number:
            return at_fault(number, WRONG_SEAT, message.seat, number)
        if self.phase in ("HELLO", "JOIN"):
            return at_fault(number, OUT_OF_ORDER, message.number)
        request = seat.request
        closed = not request or request.request != message.request or "ANSWER" in before
        if closed and 0 < message.request <= (seat.crossed or 0):
            return self.same_again(number, seat, message)
        if closed:
            return self.unasked(number, seat, message)
        if used > request.budget_us:
            return Judged(AT_FAULT, self.timeout(number, used))
        if not self.answer_signed(number, seat, message):
            return at_fault(number, BAD_SIGNATURE, message.number)
        if (message.action not in request.legal
                or self.signs.error(self.view, number, seat.given, message.signs)):
            return Judged(ANSWER_REFUSED, Fault(number, ILLEGAL),
                          lambda: self.refuse(number, seat))
        return Judged(ACCEPTED, effect=lambda: self.act(number, message, used))

    def answer_signed(self, number, seat, message):
        """Is the answer signed as the OFFER demands (P4, D6)?"""
        if not self.offer.sign:
            return True
        signed = pages.action_bytes(self.offer.match_id, number, message.request, message.action,
                                   message.signs, seat.heads[seat.asked_head])
        return pages.signature_holds(seat.key, signed, message.signature)

    def unasked(self, number, seat, message):
        """An answer to a request that is not open; the hundredth loses (P9.3)."""
        seat.unasked += 1
        seat.faults += 1
        fault = Fault(number, UNASKED, message.request, seat.unasked)
        if seat.unasked < MAX_UNASKED:
            return Judged(IGNORED, fault)
        return Judged(IGNORED, fault, lambda: self.fall(fault, counted=True))

    def judge_protest(self, number, _seat, message, _used, _before):
        return at_fault(number, PROTESTED, message.code)

    # ------------------------------------------------------ what follows from it

    def timeout(self, number, used):
        """TIMEOUT and its effect (P8, P9.3)."""
        seat = self.seats[number]
        effect = pages.DEFAULT_ACTION if self.offer.on_timeout else pages.GAME
        if seat.timeouts + 1 == MAX_TIMEOUTS:
            effect = pages.MATCH
        return Fault(number, TIMEOUT, seat.request.budget_us, used, effect)

    def refuse(self, number, seat):
        """The first two illegal actions of a game are told to the seat, the third loses it."""
        seat.illegal += 1
        seat.faults += 1
        if seat.illegal < MAX_ILLEGAL:
            self.expect("REFUSED", seat=number)
        else:
            self.fall(Fault(number, ILLEGAL, None, seat.illegal, pages.GAME), counted=True)

    def act(self, number, message, used):
        """A legal answer: the bank pays, signs and action are told, play goes on (P8)."""
        seat, offer = self.seats[number], self.offer
        seat.bank += offer.inc_us - max(0, used - offer.grace_us)
        seat.request = seat.left = None
        seat.signs = message.signs
        self.answered(number, message.action)

    def answered(self, number, action):
        """What follows an answer, or the action that was played for a seat."""
        if self.signing:
            self.round_on()
            return
        self.expect_signs(number)
        self.expect("ACT", seat=number, action=action)
        self.expect("PLAY")

    def round_on(self):
        """The last answer of the round of signs: all signs are told in seat order (P5 detail 15)."""
        if any(seat.request for seat in self.seats):
            return
        self.signing = False
        for number in range(len(self.seats)):
            self.expect_signs(number)
        self.expect("PLAY")

    def expect_signs(self, number):
        """SIGN to each seat that sees what this one made (P6.4, D5)."""
        giver = self.seats[number]
        for code in giver.signs:
            for other in range(len(self.seats)):
                known = other in (number, code & 255)
                rival = other % 2 != number % 2
                if known or rival and (not self.seed or self.is_caught(number, other)):
                    self.expect("SIGN", seat=other, giver=number, sign=code,
                                perhaps=not known and not self.seed)
            giver.given += 1
        giver.signs = []

    def is_caught(self, giver, rival):
        """The draw of the giver's next sign."""
        key = pages.keyed32(self.seed, pages.tag("fiel/hand-key") + self.offer.deal_M
                           + pages.u32(self.dealt))
        return self.signs.caught(key, self.hand.Z, giver, rival, self.seats[giver].given)

    def fall(self, fault, counted=False):
        """A fault and all that it ends (P5 details 9 to 11, P9.4)."""
        if not counted:
            self.parties[fault.seat].faults += 1
        if fault.number == TIMEOUT:
            self.seats[fault.seat].timeouts += 1
        if self.phase == "HELLO":
            self.early.append(fault)
            self.proceed()
            return
        if fault.seat >= len(self.seats):
            self.lose_cutter(fault)
            return
        self.expect("FAULT", fault=fault)
        if fault.effect == pages.DEFAULT_ACTION:
            self.default_action(fault.seat)
        elif fault.effect == pages.GAME:
            self.ending = fault
            self.close_game(pages.END_FAULT, fault.seat)
        else:
            self.ending, self.games_before = fault, self.games_won(self.offer.scorers)
            self.close_match(pages.END_FAULT, fault.seat)

    # ------------------------------------------------------------ P9.4: cutters

    def lose_cutter(self, fault):
        """While a hand is played the fault of a cutter waits for its end (P5 detail 18)."""
        party = self.parties[fault.seat]
        party.out, party.left = fault, None
        self.waiting.append(fault)
        self.waiting.sort(key=lambda fault: fault.seat)
        if self.dealt > self.ended:
            return
        stopped = self.stopped
        self.settle_cutters()
        if self.stopped and not stopped:
            self.finish()
        else:
            self.later(self.proceed)

    def settle_cutters(self, over=False):
        """FAULT of every cutter whose fault waits, with its effect."""
        for fault in self.waiting:
            stops = not over and self.cuts_needed()
            fault.effect = pages.STOPPED if stops else pages.NOTED
            self.expect("FAULT", fault=fault)
            if stops:
                self.stop(fault)
        self.waiting = []

    def cuts_needed(self):
        """Is a cut of every cutter needed after this hand?"""
        if self.stopped:
            return False
        if self.phase == "JOIN":
            return True
        if self.offer.twin:
            return False
        follows = (len(self.game_winners) < self.offer.games
                   and self.dealt < self.offer.hands_max)
        return follows or (self.offer.reveal == pages.REVEAL_PAIR
                           and self.dealt < self.offer.hands_max)

    def stop(self, fault):
        """The match is stopped: what is decided stands, the open game is nobody's."""
        self.stopped, self.ending = True, fault
        self.outcome_reason = pages.END_STOPPED
        won = self.games_won(self.offer.scorers)
        left = self.offer.games - len(self.game_winners)
        ahead = [scorer for scorer, games in enumerate(won)
                 if all(games > other + left for other in won[:scorer] + won[scorer + 1:])]
        self.decided = ahead[0] if ahead else self.offer.scorers
        if self.game_open:
            self.expect("GAME_END", reason=pages.END_STOPPED, seat=fault.seat)

    def default_action(self, number):
        """The action that is played for a seat whose time is over (P8)."""
        seat, offer = self.seats[number], self.offer
        legal = seat.request.legal
        first = [code for code in (0x0500, 0x0d00, 0x1500, 0x1200) if code in legal]
        seat.bank += offer.inc_us - min(offer.cap_us, seat.bank)
        seat.request = seat.left = None
        self.answered(number, first[0] if first else min(legal))

    def close_game(self, reason, seat):
        """GAME_END and HAND_END of what is open."""
        for number, other in enumerate(self.seats):
            if self.signing and other.request and number != seat:
                other.crossed = other.request.request
        self.signing = False
        over = self.phase == "OVER"
        if over and self.dealt > self.ended:
            self.settle_cutters(over)
        if self.game_open:
            self.expect("GAME_END", reason=reason, seat=seat)
        if self.dealt > self.ended:
            self.later(self.settle_cutters)
            self.expect("HAND_END")

    def close_match(self, reason, seat):
        """The match is over before its end (P5 details 10 and 14)."""
        self.outcome_reason, self.phase = reason, "OVER"
        self.close_game(reason, seat)
        self.finish()

    def finish(self):
        """When all is closed: SIGNED of what is signed and not passed on, RESULT, REVEAL."""
        self.phase = "OVER"
        self.later(self.expect_result)

    def expect_result(self):
        self.expect_signed()
        self.expect("RESULT")
        if self.offer.reveal in (pages.REVEAL_MATCH, pages.REVEAL_PAIR):
            self.expect("REVEAL")

    def expect(self, name, **what):
        """Puts a message in line."""
        self.due.append(SimpleNamespace(name=name, **what))

    def later(self, action):
        """Does something behind all that is due: one message's effect is whole before the next."""
        self.expect("THEN", action=action)
        self.settle()

    def settle(self):
        """Does what stands first in the line and is no message."""
        while self.due and self.due[0].name == "THEN":
            action, rest = self.due.popleft().action, self.due
            self.due = deque()
            action()
            self.due += rest

    def proceed(self):
        """Goes on when everything is there that the phase waits for (P5, the states)."""
        hand = self.dealt
        if self.phase == "HELLO":
            self.proceed_from_hello()
        elif self.phase == "JOIN" and all(party.join for party in self.parties):
            self.phase = "CUT"
            self.expect("OPEN")
            self.expect("SEAL")
            if self.offer.twin:
                self.expect_deal()
        elif self.phase == "CUT" and self.all_came(hand):
            self.expect_signed()
            self.expect_deal()
        elif self.phase == "LAST_SIGN" and self.all_came(hand):
            self.finish()

    def all_came(self, hand):
        """Is everything there that is owed after a hand?"""
        due = self.cut_due()
        return all(party.signed_hand == hand and party.cut_hand == (due or party.cut_hand)
                   for party in self.parties if not party.out)

    def expect_deal(self):
        """The next hand (P5 detail 1)."""
        self.phase = "PLAY"
        self.expect("DEAL")
        for number in range(len(self.seats)):
            self.expect("CARDS", seat=number)
        self.expect("PLAY")

    def proceed_from_hello(self):
        """OFFER when every party has said HELLO; or the end when the others have (P5 detail 11)."""
        failed = {fault.seat for fault in self.early}
        if not all(party.said or number in failed
                   for number, party in enumerate(self.parties)):
            return
        for number in range(len(self.parties)):
            self.expect("OFFER", seat=number)
        self.phase = "JOIN"
        if self.early:
            self.never_started()

    def never_started(self):
        """Who was at fault before the OFFER is told in order; a seat's fault decides (P5 detail 11)."""
        self.early.sort(key=lambda fault: fault.seat)
        self.waiting = [fault for fault in self.early if fault.seat >= len(self.seats)]
        self.early = [fault for fault in self.early if fault.seat < len(self.seats)]
        for fault in self.waiting:
            self.parties[fault.seat].out = fault
        for fault in self.early:
            self.expect("FAULT", fault=fault)
        if self.early:
            self.ending, self.outcome_reason = self.early[0], pages.END_FAULT
        self.settle_cutters(over=bool(self.early))
        self.finish()

    def expect_signed(self):
        """SIGNED of every party that signed the hand before, in order (P5 detail 6)."""
        for number, seat in enumerate(self.parties):
            if seat.signature is not None:
                self.expect("SIGNED", seat=number)

    # ----------------------------------------------------- R6 step 4: messages

    def message(self, record):
        """The next message due, told to the right seats and linked."""
        message = pages.read_message(record.payload, pages.FROM_ARBITER)
        check(message.number == record.number, "it is a %s", message.kind)
        while self.due and getattr(self.due[0], "perhaps", False) and not (
                message.kind == "SIGN" and record.visibility == pages.visible_to(self.due[0].seat)):
            self.due.popleft()
        expected = self.next_due(message)
        private = message.number in pages.PRIVATE
        if message.kind == "REVEAL" and self.offer.reveal == pages.REVEAL_PAIR:
            check(self.reveal_now == self.twin_follows(), "the twin was not over")
            check(record.visibility == 0, "nobody at the table may see it")
            told, private = [], True
        elif private:
            eyes = [pages.visible_to(party) for party in range(len(self.parties))]
            check(record.visibility in eyes, "visibility %d is not one party", record.visibility)
            number = eyes.index(record.visibility)
            check(getattr(expected, "seat", number) == number, "it is seat %s's turn",
                  getattr(expected, "seat", None))
            told = [number]
        else:
            check(record.visibility == 255, "it is public")
            told = range(len(self.parties))
        getattr(self, "on_" + message.kind.lower())(message, expected, told[0] if told else None)
        self.tell(message, told, private)
        self.settle()

    def tell(self, message, told, private):
        """Links a message into the chains of those who are told it (D7)."""
        offered = message.kind == "OFFER"
        if not private:
            self.public.link(message)
        for number in told:
            seat = self.parties[number]
            seat.told.append(message)
            if not offered:
                seat.view.link(message)
            seat.heads.append(seat.view.head)

    def next_due(self, message):
        """Takes what is due out of the line; what the rules decide is left open."""
        name = message.kind
        check(self.due, "nothing is due")
        expected = self.due[0]
        if expected.name == "PLAY" and name == "FAULT" and self.waiting:
            self.end_with_cutters()
            expected = self.due[0]
        if expected.name == "PLAY" and name in ("ACT", "REQUEST", "SHOW", "GAME_END", "HAND_END"):
            return self.next_in_play(expected, name)
        check(expected.name == name, "%s is due", expected.name)
        return self.due.popleft()

    def end_with_cutters(self):
        """The hand is over, says the FAULT of a cutter that waited for it: HAND_END is all that follows."""
        rest = self.due
        rest.popleft()
        self.due = deque()
        self.settle_cutters()
        self.expect("HAND_END")
        self.due += rest

    def next_in_play(self, expected, name):
        """ACTs of the rules, then REQUEST or the hand's end, whose order is fixed (P5)."""
        order = ("ACT", "SHOW", "GAME_END", "HAND_END")
        if name == "REQUEST":
            check(not getattr(expected, "ending", None), "the hand was ending")
            return self.due.popleft()
        before = getattr(expected, "ending", None)
        check(before != "GAME_END" or name == "HAND_END", "HAND_END is due")
        check(before is None or order.index(name) >= order.index(before), "%s is too late", name)
        if name == "HAND_END":
            return self.due.popleft()
        expected.ending = None if name == "ACT" else name
        return SimpleNamespace(name=name)

    def on_offer(self, message, expected, number):
        offer, seat = self.offer, self.parties[number]
        check(message.offer == offer.raw, "another offer than the first")
        check(message.seat == number, "it names another seat")
        if self.seed:
            check(message.view_key == pages.view_key(self.seed, offer.match_id, number),
                  "the view key does not follow from the seed")
            check(pages.seed_commit(self.seed, offer.nonce) == offer.seed_commit,
                  "the seed that is revealed is not the one committed to")
        seat.view = pages.view_chain(offer.M, number, message.view_key)

    def on_open(self, message, _expected, _number):
        opened, joins = pages.read_open(message.open)
        check(opened == self.offer.raw, "it opens another offer")
        check(joins == [party.join for party in self.parties], "other joins than came")
        check(self.arbiter_signed(pages.open_bytes(message.open), message), "not signed")
        check(message.proof == (self.proof or b""), "another proof than the log gave")
        check((self.proof is not None) == bool(self.offer.log_key), "the log was not asked")
        self.checkpoint = pages.ZERO32
        if self.offer.log_key:
            try:
                self.checkpoint = pages.open_is_logged(self.offer, message)
            except ValueError as error:
                check(False, "the log: " + str(error).replace("%", "%%"))

    def on_seal(self, message, _expected, _number):
        """D5, D6, P5 detail 2."""
        seals = pages.read_seals(message)
        first = len(self.commitments) + 1
        last = min(first + 15, self.offer.hands_max)
        check([hand for hand, _ in seals] == list(range(first, last + 1)),
              "hands %d to %d are due", first, last)
        lists = []
        for hand, commitments in seals:
            check(len(set(commitments)) == len(commitments), "hand %d: two slots alike", hand)
            self.check_pack(hand, commitments)
            self.commitments[hand] = commitments
            lists.append((hand, pages.list_hash(self.offer.deal_M, hand, commitments)))
        check(self.arbiter_signed(pages.seal_bytes(self.offer.match_id, lists), message),
              "not signed")

    def check_pack(self, hand, commitments):
        """A sealed pack is the one that the seed gives (D8 REVEAL)."""
        if self.seed:
            deck = pages.deck_of(len(commitments))
            pack = pages.shuffled_pack(self.seed, self.offer.deal_M, hand, deck)
            check([c for _, _, c in pack] == commitments,
                  "hand %d was not shuffled from the seed", hand)

    def on_deal(self, message, _expected, _number):
        offer, hand = self.offer, self.dealt + 1
        check(message.hand == hand, "hand %d is due", hand)
        if offer.twin:
            self.take_twin_cuts(hand, pages.pieces(message.cuts, 32))
        check(message.cuts == b"".join(party.x for party in self.parties), "other cuts than came")
        self.hand = pages.Hand(offer.deal_M, hand, self.commitments[hand],
                              [party.x for party in self.parties], offer.seats)
        due = (pages.first_mano(self.hand.Z, offer.seats) if hand == 1
               else (self.mano + 1) % offer.seats)
        check(message.mano == due, "seat %d is mano", due)
        self.hand.gallo = pages.gallo_of(offer, message.mano)
        self.open_all(message.openings, self.hand.spare_slots())
        self.dealt, self.mano = hand, message.mano
        self.asked = 0
        for seat in self.seats:
            seat.signs, seat.given = [], 0
        if not self.game_open:
            self.open_game()

    def take_twin_cuts(self, hand, cuts):
        """Nobody cuts in a twin: what DEAL brings hashes down to the primary's anchors (D11)."""
        check(len(cuts) == len(self.parties), "not as many cuts as parties")
        for party, (seat, x) in enumerate(zip(self.parties, cuts)):
            before = seat.x if hand > 1 else self.offer.anchors[party]
            check(self.hash_down(party, hand, x) == before,
                  "the cut of party %d is not the primary's", party)
            seat.x, seat.cut_hand = x, hand

    def open_game(self):
        """Banks are filled, illegal actions forgotten, 0-0 (P5 detail 8)."""
        self.game_open, self.game_ended = True, False
        self.score = (0,) * self.offer.scorers
        for seat in self.seats:
            seat.bank, seat.illegal = self.offer.bank_us, 0

    def open_all(self, openings, slots):
        """Opens cards of certain slots; gives back which."""
        shown = []
        for opening in pages.read_openings(openings):
            check(opening[0] in slots, "slot %d is not that seat's", opening[0])
            check(opening[0] not in shown, "slot %d is opened twice", opening[0])
            check(self.hand.open(opening), "slot %d opens to another card", opening[0])
            shown.append(opening[0])
        return shown

    def on_cards(self, message, _expected, number):
        check(message.hand == self.dealt, "it is hand %d", self.dealt)
        slots = self.hand.slots(number)
        check(self.hand.deal(message.openings, self.offer.rules)
              or self.open_all(message.openings, slots) == slots, "not the seat's slots, in order")

    def on_act(self, message, expected, _number):
        """P6.3."""
        kind = message.action >> 8
        self.seat(message.seat)
        if not hasattr(expected, "action"):
            check(kind in pages.BY_THEMSELVES and message.action & 255 == 0 and not message.opening,
                  "nobody took that action")
            check(kind != pages.FLOR or message.value == 1, "a flor by itself has the value 1")
            check(kind in (pages.FLOR, pages.DECLARE) or message.value == 0, "its value is not 0")
            return
        check(message.seat == expected.seat, "seat %d acted", expected.seat)
        if kind in (pages.PLAY, pages.PLAY_DOWN):
            self.play(message, expected.action)
        elif kind == pages.PLAY_BLIND:
            self.play_blind(message, expected.action)
        elif kind == pages.DISCARD:
            self.lay_away(message, expected.action)
        else:
            check(message.action == expected.action, "action %d was taken", expected.action)
            check(message.opening == b"", "it opens a card")
            check(kind == pages.DECLARE or message.value == 0, "its value is not 0")

    def play(self, message, action):
        """A card is played, face up with its opening, face down by its slot alone."""
        down = message.action >> 8 == pages.PLAY_DOWN
        slots = [slot for slot in self.hand.free(message.seat)
                 if self.hand.cards[slot] == action & 255]
        check(slots and action >> 8 == message.action >> 8, "action %d was taken", action)
        if down:
            check(message.action & 255 == pages.CARD_DOWN and message.value == slots[0]
                  and not message.opening, "not slot %d face down", slots[0])
        else:
            check(message.action == action and message.value == 0, "action %d was taken", action)
            check(self.open_all(message.opening, slots) == slots, "not the card's opening")
        check(self.hand.play(message.seat, slots[0], down), "the card was played before")

    def lay_away(self, message, action):
        """Of the gallo's card all learn its slot alone (P6.3)."""
        check(action >> 8 == pages.DISCARD and message.action & 255 == pages.CARD_DOWN
              and not message.opening, "action %d was taken", action)
        check(self.hand.cards.get(message.value) == action & 255
              and self.hand.lay_away(message.seat, message.value), "not the slot of that card")

    def play_blind(self, message, action):
        """A card of a hand played unseen: its place, then what it is (P6.3)."""
        check(message.action == action, "action %d was taken", action)
        slot = self.hand.slots(message.seat)[action & 255]
        check(self.open_all(message.opening, [slot]) == [slot], "not the card of that place")
        check(message.value == self.hand.cards[slot], "the card is another one")
        check(self.hand.play(message.seat, slot, False), "the card was played before")

    def on_request(self, message, _expected, number):
        """P7, P8."""
        offer, seat = self.offer, self.seats[number]
        seat.request_number += 1
        check(message.request == seat.request_number, "request %d is due", seat.request_number)
        check(self.signing or all(other.request is None for other in self.seats),
              "a request is open")
        check(message.bank_us == seat.bank, "the bank holds %d", seat.bank)
        check(message.budget_us == min(offer.cap_us, seat.bank) + offer.grace_us,
              "the budget does not follow from the bank")
        view = pages.read_view(message.view, offer.seats, offer.scorers)
        check(pages.view_shows_hand(view, self.hand, self.mano, number),
              "the view is not what was played")
        check(view.game == len(self.game_winners) + 1, "the view shows another game")
        self.raise_score(view.score)
        self.check_legal(message.legal, number)
        check(message.listed == pages.filled_up(message.legal), "the list is not filled up")
        seat.request, seat.left, self.view = message, None, view
        seat.asked_head = len(seat.told) + 1
        self.check_round(message, view, number)

    def check_round(self, message, view, number):
        """A hand in which signs are made begins with the round of them (P5 detail 15)."""
        self.asked += 1
        if self.asked == 1 and self.signs.made(view):
            check(number == 0, "seat 0 is asked first in the round of signs")
            self.signing = True
            for other in range(1, len(self.seats)):
                self.expect("REQUEST", seat=other)
        check((view.phase == pages.SIGNS_PHASE) == self.signing, "the round of signs is %sopen",
              "" if self.signing else "not ")
        check(not self.signing or message.legal == [pages.PASS], "there all may pass alone")

    def on_sign(self, message, expected, _number):
        """P6.4: who sees it is compared with the line."""
        check(message.seat == expected.giver and message.sign == expected.sign,
              "seat %d made sign %d", expected.giver, expected.sign)

    def check_legal(self, legal, number):
        """Actions of known kinds, each once; cards that the seat still holds."""
        held = {self.hand.cards.get(slot) for slot in self.hand.free(number)
                if slot not in self.hand.played[number]}
        check(legal and pages.all_of(legal, "u") and len(set(legal)) == len(legal),
              "the legal actions are no list of actions")
        for code in legal:
            check(code >> 8 in KINDS, "action %d is unknown", code)
            check(code >> 8 not in (pages.PLAY, pages.PLAY_DOWN, pages.DISCARD) or code & 255 in held,
                  "card %d is not held", code & 255)

    def raise_score(self, score):
        """A score cannot sink within a game."""
        score = pages.read_score(score, self.offer.scorers)
        check(all(now >= before for now, before in zip(score, self.score)), "points were lost")
        self.score = score

    def on_refused(self, message, _expected, number):
        request = self.seats[number].request.request
        check(message.request == request, "request %d is open", request)
        check(message.error in RULE_ERRORS and message.text, "error %d is unknown", message.error)

    def on_show(self, message, _expected, _number):
        """Cards of one seat in the order they were dealt, without those face up (P6.3)."""
        self.seat(message.seat)
        hand = self.hand
        hidden = [slot for slot in hand.free(message.seat)
                  if slot not in hand.played[message.seat] or slot in hand.down]
        shown = self.open_all(message.openings, hidden)
        check(shown and shown == [slot for slot in hidden if slot in shown], "in another order")

    def on_fault(self, message, expected, _number):
        told = [message.seat, message.fault, message.effect, message.a, message.b]
        for is_told, due in zip(told, expected.fault.fields()):
            fits = due is None or is_told == due
            check(fits, "FAULT %s is due", expected.fault.fields())
        expected.fault.a, expected.fault.b = message.a, message.b

    def on_game_end(self, message, expected, _number):
        """P5 details 4 and 9, P9.5."""
        self.raise_score(message.score)
        reason, seat = getattr(expected, "reason", None), getattr(expected, "seat", pages.NOBODY)
        check(message.game == len(self.game_winners) + 1, "another game is open")
        check(reason == message.reason if reason else message.reason in (pages.END_PLAYED,
                                                                         pages.END_LAST_HAND),
              "reason %d does not fit", message.reason)
        check(message.seat == seat, "seat %d is at fault", seat)
        check(message.winner == self.game_winner(message.reason, seat, message.winner),
              "the winner is another")
        self.game_winners.append(message.winner)
        self.points = [total + score for total, score in zip(self.points, self.score)]
        self.game_open, self.game_ended = False, True
        if message.reason == pages.END_LAST_HAND:
            check(self.dealt == self.offer.hands_max, "another hand follows")
            if len(self.game_winners) < self.offer.games:
                self.outcome_reason = pages.END_LAST_HAND

    def game_winner(self, reason, seat, told):
        """Who wins a game, as far as it follows from what is public."""
        if reason == pages.END_FAULT:
            return self.forfeit_winner(seat, (0, 0, 0))
        if reason in (pages.END_VOID, pages.END_STOPPED):
            return self.offer.scorers
        if reason == pages.END_LAST_HAND:
            return self.leader(self.score)
        return told if told < self.offer.scorers else None

    def leader(self, numbers):
        """The scorer with more; the number after the last one when two are level."""
        most = max(numbers)
        return self.offer.scorers if numbers.count(most) > 1 else numbers.index(most)

    def scorer(self, seat):
        """Whose score a seat plays for: its side's, or its own."""
        if self.offer.seats == 3:
            return seat if self.offer.scorers == 3 else min(seat, 1)
        return seat % 2

    def forfeit_winner(self, seat, games):
        """Who wins when a seat forfeits (P9.6)."""
        if self.offer.scorers == 2:
            return 1 - self.scorer(seat)
        if not self.dealt:
            return self.offer.scorers
        in_turn = [(self.mano + i) % 3 for i in range(3)]
        return max((other for other in in_turn if other != seat),
                   key=lambda other: (games[other], self.score[other]))

    def on_hand_end(self, message, _expected, _number):
        """P5 details 2 and 3, D6, D7."""
        check(message.hand == self.dealt > self.ended, "it is hand %d", self.dealt)
        check(message.head == self.public.head, "the head is not that of the public chain")
        before = self.score
        self.raise_score(message.score)
        check(not self.game_ended or self.score == before, "GAME_END says another score")
        check(message.checkpoint == self.checkpoint, "another checkpoint than OPEN's")
        self.hand_end = message
        check(self.arbiter_signed(self.hand_end_bytes(pages.NOBODY), message), "not signed")
        self.ended = message.hand
        check(not self.waiting, "FAULT of party %s is due", self.waiting and self.waiting[0].seat)
        for party in self.parties:
            party.request = party.left = party.signature = None
        if self.phase != "OVER":
            self.after_hand()

    def after_hand(self):
        """Does another hand follow, and is it sealed (P5 details 2 and 3)?"""
        last = len(self.game_winners) == self.offer.games or self.ended == self.offer.hands_max
        if last or self.stopped:
            check(self.game_ended, "a GAME_END should stand before it")
            self.phase = "LAST_SIGN"
            return
        self.phase = "CUT"
        if self.ended + 1 not in self.commitments:
            self.expect("SEAL")

    def hand_end_bytes(self, signer):
        end = self.hand_end
        return pages.hand_end_bytes(self.offer.match_id, signer, end.hand, end.head,
                                   pages.read_score(end.score, self.offer.scorers), end.checkpoint)

    def on_signed(self, message, expected, _number):
        seat = self.party(expected.seat)
        check(message.seat == expected.seat and message.hand == self.ended
              and message.signature == seat.signature, "not what seat %d signed", expected.seat)
        seat.signature = None

    def on_result(self, message, _expected, _number):
        """P4.2."""
        result, ending = pages.read_result(message.result), self.ending_of_match()
        signed = pages.result_bytes(self.offer.match_id, message.result)
        check(self.arbiter_signed(signed, message), "not signed")
        due = SimpleNamespace(
            match_id=self.offer.match_id, outcome=self.outcome_reason, winner=self.winner(),
            games=self.games_won(self.offer.scorers + 1),
            hands=self.dealt, points=self.points, fault=ending.number, fault_seat=ending.seat,
            fault_a=ending.a, fault_b=ending.b,
            faults=[seat.faults for seat in self.seats] + [0] * (8 - len(self.seats)))
        for name, value in vars(due).items():
            told = getattr(result, name)
            check(told == value, "%s is %s, but %s is due", name, told, value)
        check(all(won <= games for won, games in zip(result.partidas, result.games)),
              "more partidas than games")

    def ending_of_match(self):
        """The fault that ended the match, or none."""
        if self.outcome_reason in (pages.END_FAULT, pages.END_VOID, pages.END_STOPPED):
            return self.ending
        return Fault(pages.NOBODY, 0)

    def games_won(self, scorers):
        return [self.game_winners.count(scorer) for scorer in range(scorers)]

    def winner(self):
        """Who wins the match (P4.2, P5 details 10, 11 and 14)."""
        scorers = self.offer.scorers
        if self.outcome_reason == pages.END_VOID:
            return scorers
        if self.outcome_reason == pages.END_STOPPED:
            return self.decided
        if self.early:
            left = set(range(scorers)) - {self.scorer(fault.seat) for fault in self.early}
            return left.pop() if len(left) == 1 else scorers
        if self.outcome_reason == pages.END_FAULT:
            return self.forfeit_winner(self.ending.seat, self.games_before)
        return self.leader(self.games_won(scorers))

    def on_reveal(self, message, _expected, _number):
        check(pages.seed_commit(message.seed, self.offer.nonce) == self.offer.seed_commit,
              "the seed is not the one committed to")

    def arbiter_signed(self, message, told):
        return pages.signature_holds(self.offer.arbiter, message, told.signature)

    def seat(self, number):
        """A seat by its number."""
        check(number < len(self.seats), "there is no seat %d", number)
        return self.seats[number]

    def party(self, number):
        """A seat or a cutter by its number."""
        check(number < len(self.parties), "there is no party %d", number)
        return self.parties[number]


def audit_file(path):
    """Audits one file and says what was found; True when it is valid."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        auditor = Auditor(data)
        auditor.audit()
    except (Wrong, pages.WireError) as error:
        print("%s: not valid: %s" % (path, error))
        return False
    notes = [] if auditor.seed else ["the seed was not told: packs were not made again"]
    if auditor.offer.seed_source == 1:
        notes.append("the operator chose the seed and knew the deal")
    if auditor.offer.twin:
        notes.append("a second leg: that its primary was played, only the primary's file shows")
    print("%s: valid%s" % (path, "".join("; " + note for note in notes)))
    return True


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--self-test":
        return 0 if self_test(arguments[1]) else 1
    if not arguments or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    return 0 if all([audit_file(path) for path in arguments]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
