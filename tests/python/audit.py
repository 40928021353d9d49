#!/usr/bin/python3
"""An auditor of Fiel's replays, written from PROTOCOL.md (P), DEAL.md (D) and REPLAY.md (R) alone.

usage: audit.py FILE...                    prints "valid" or the first wrong record of every file
       audit.py --self-test deal2.jsonl    works the vectors of D9 out again

It checks everything but the rules of the game: what an action does to the score, and which actions
are legal, it takes from the record.  Exit: 0 all valid, 1 not.
"""

import struct
import sys
from collections import deque

from auditor.course import Course
from auditor.judging import Judging
from auditor.records import (
    CONNECTED, CRASHED, EXITED, FAILURES, INSIDE_AN_INPUT, LEFT, LIMIT, OWN_RECORDS, PAUSES, RESOURCES,
    RESTARTED, RESUMED, Wrong, check, fixed, pages, read_records, unpacked)
from auditor.state import Fault, Party, Table
from auditor.told import Told

EVERYBODY = 255
ANOTHER_BOOT, GIVEN_UP = 3, 6


class Auditor(Judging, Course, Told):
    """Walks through the records once (R6)."""

    def __init__(self, data):
        self.data = data
        self.records = read_records(data)
        self.read_ahead()
        offer = self.offer
        self.parties = [Party(number, key, offer.duty_us) for number, key in enumerate(offer.keys)]
        self.seats = self.parties[:offer.seats]
        self.tables = [Table(offer, number) for number in range(offer.tables)]
        self.phase, self.last_time, self.checkpoint = "HELLO", 0, pages.ZERO32
        self.due, self.open_input, self.asked_together, self.asked_last, self.came_to_wait = deque(), False, {}, None, 0
        self.early, self.waiting, self.stopped, self.decided = [], [], False, None
        self.public = pages.public_chain(offer.match_id)
        self.hands_end, self.used = None, 0
        self.signs = pages.Signs(offer.rules)
        self.ending, self.games_before, self.outcome_reason = None, (), pages.END_PLAYED
        self.proof, self.reveal_now, self.another_boot = None, False, False
        self.contradicted, self.paused, self.now, self.input_time = [], {}, 0, 0

    def read_ahead(self):
        """The OFFER, for the match_id, and REVEAL, for the seed (R6 step 1)."""
        self.offer = self.seed = None
        for record in self.records:
            if record.name == "OFFER" and self.offer is None:
                message = pages.read_message(record.payload, pages.FROM_ARBITER)
                self.offer = pages.read_offer(message.offer, pages.MOST_TABLES)
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
        if record.number not in OWN_RECORDS:
            self.message(record)
            return
        check(record.visibility == 0, "its visibility is not 0")
        if record.name not in INSIDE_AN_INPUT and not self.ends_another_boot(record):
            self.close_input()
            self.ask_absent()
            self.asked_last, self.open_input, self.input_time = None, True, record.time
        getattr(self, "record_" + record.name.lower())(record)

    def ask_absent(self):
        """Nothing leaves to who is not there; once the limit is over its time passes all the same (P10)."""
        self.set_budgets()
        for party in self.parties:
            party.run_on(self.input_time)
            if party.away and party.still is None:
                self.ask(party, [owed for owed in party.owed if owed.sent is None], self.input_time)

    # ------------------------------------------------------------ R2: own records

    def record_header(self, record):
        """What the match is, as it stood before any HELLO, and the CURVE keys of the seats (R2)."""
        header = pages.decode(record.payload)
        check(isinstance(header, list) and len(header) == 2 and isinstance(header[0], bytes)
              and isinstance(header[1], list), "not [offer, servers]")
        self.configured, self.servers = pages.decode(header[0]), header[1]
        for party in self.parties:
            party.began = record.time
        check(len(self.servers) == len(self.parties) and pages.all_of(self.servers, "b32"), "not a key for each party")
        check(isinstance(self.configured, list) and len(self.configured) == len(pages.OFFER.split()), "not the items of an OFFER")

    def record_trailer(self, record):
        """Nothing is due, the match is over, the signature holds (R6 step 8)."""
        signed = pages.replay_bytes(self.offer.match_id, self.data[:record.at + 14])
        check(pages.signature_holds(self.offer.arbiter, signed, record.payload),
              "the arbiter's signature does not hold")
        check(self.phase == "OVER", "the match is not over")
        for party in self.parties:
            there = party.present and party.hellos and not party.out and not self.another_boot
            check(not there or party.sent == len(party.told), "party %d was not sent everything", party.number)

    def record_sent(self, record):
        """Messages left in one envelope (R2, R6 step 5); none: what was told again is at its end."""
        number, first, count = fixed(record.payload, ">BQI", "SENT")
        party = self.party(number)
        check(first == party.sent, "message %d is the next of party %d", party.sent, number)
        check(first + count <= len(party.told), "not all of them were made")
        check(count <= pages.MESSAGES_FROM_ARBITER, "too many messages")
        sent = party.told[first:first + count]
        size = len(pages.pack_envelope(first, [message.raw for message in sent]))
        check(size <= pages.MAX_ENVELOPE, "the envelope is too long")
        party.sent += count
        self.set_budgets()
        self.ask(party, [owed for owed in party.owed if owed.sent is None and owed.asked_by < party.sent], record.time)

    def ask(self, party, owed, now):
        """It was asked for all of this now, in one envelope."""
        for one in owed:
            one.sent = now
        if owed:
            party.asked = party.asked_at = now
            party.left = None

    def set_budgets(self):
        """The time for CUT and HAND_SIGN that are owed since this input: the duty bank's, and that of the answers that are owed
        beside (P8)."""
        for party in self.parties:
            beside = sum(min(self.offer.cap_us, table.places[party.number].bank) + self.offer.grace_us for table in self.tables
                         if table.places[party.number].request)
            for owed in party.owed:
                if owed.budget is None:
                    owed.budget = min(self.offer.cap_us, party.duty) + self.offer.grace_us + beside

    def record_seat(self, record):
        """Around the wire (R2, R6 step 7)."""
        number, event, detail = fixed(record.payload, ">BBI", "SEAT")
        party = self.party(number)
        check(CONNECTED <= event <= RESUMED, "event %d is unknown", event)
        if event in (CONNECTED, LEFT, EXITED, LIMIT):
            party.present = event == CONNECTED
        if event in (RESTARTED, RESUMED) and self.phase != "OVER":
            party.lost = True
            party.said = party.said and self.phase != "HELLO"
            if self.phase != "HELLO":
                party.stand_still(record.time, self.offer.start_us)
                party.away = True
        if event == RESUMED and self.phase == "HELLO":
            party.hellos, party.key = 0, None
        elif event == RESUMED and party.hellos > 1:
            party.hellos -= 1
        if event == EXITED:
            code, signal = (detail, 0) if detail < 256 else (0, detail - 256)
            self.fall(Fault(number, CRASHED, code, signal))
        elif event == LIMIT:
            self.fall(Fault(number, RESOURCES, detail % 256, detail // 256))

    def record_pause(self, record):
        """Time that is nobody's: what began before it moves forward (P8)."""
        number, reason, since, until = fixed(record.payload, ">BBQQ", "PAUSE")
        check(reason in PAUSES, "reason %d is unknown", reason)
        check(since < until <= record.time, "its times are out of order")
        for party in self.parties if number == EVERYBODY else [self.party(number)]:
            self.paused[party.number] = self.paused.get(party.number, 0) + until - since
            party.run_on(record.time)
            end = until if party.still is None else min(until, party.still)
            if since < end:
                party.moves(lambda moment, end=end: moved(moment, since, end))
                party.began = moved(party.began, since, end)

    def ends_another_boot(self, record):
        """VOID of an arbiter that was gone may stand anywhere: what the input before it still had to cause is not caused."""
        if record.name != "VOID" or record.payload not in (struct.pack(">I", ANOTHER_BOOT), struct.pack(">I", GIVEN_UP)):
            return False
        self.due.clear()
        self.asked_together, self.open_input, self.another_boot = {}, False, True
        return True

    def record_void(self, record):
        """The arbiter could not go on, or was told not to (R2)."""
        (code,) = fixed(record.payload, ">I", "VOID")
        check(self.phase != "OVER" or self.another_boot, "the match was over")
        check(code in FAILURES, "%d is no failure of an arbiter", code)
        if self.phase == "HELLO":
            for party in self.parties:
                if party.view is None:
                    self.expect("OFFER", seat=party.number)
        if self.another_boot:
            for table in self.tables:
                table.game_winners, table.dealt, table.ended = [], 0, 0
            self.ending, self.phase, self.outcome_reason = self.void(code), "OVER", pages.END_VOID
            self.expect("RESULT")
            self.expect("REVEAL")
        else:
            self.call_off(code)

    def call_off(self, code):
        """The match is void from here on."""
        self.ending = self.void(code)
        self.expect("FAULT", fault=self.ending)
        self.close_match(pages.END_VOID, pages.NOBODY)

    def record_logged(self, record):
        """What the match log said of the OPEN that is due (R2)."""
        first = self.first_due()
        check(first and first.name == "OPEN" and self.offer.log_key and self.proof is None, "no OPEN waits for the log")
        (error,) = struct.unpack_from(">I", record.payload)
        self.proof = record.payload[4:]
        if error:
            self.due.clear()
            self.call_off(1)

    def record_reveal_now(self, record):
        """The twin of this first leg is over (R2)."""
        first = self.first_due()
        check(not record.payload and first and first.name == "REVEAL" and self.twin_follows()
              and not self.reveal_now, "no twin is waited for")
        self.reveal_now = True

    def twin_follows(self):
        """S waits for the second leg of a match that was played to its end (R2)."""
        unplayed = (pages.END_FAULT, pages.END_VOID, pages.END_STOPPED)
        return self.offer.reveal == pages.REVEAL_PAIR and self.outcome_reason not in unplayed

    def seat(self, number):
        """A seat by its number."""
        check(number < len(self.seats), "there is no seat %d", number)
        return self.seats[number]

    def party(self, number):
        """A seat or a cutter by its number."""
        check(number < len(self.parties), "there is no party %d", number)
        return self.parties[number]


def moved(moment, since, until):
    """A moment before `until` moves forward by the part of the pause that is behind it."""
    return moment + until - max(since, moment) if moment is not None and moment < until else moment


def self_test(path):
    """Works every vector out again; True when all are the same."""
    import vectors
    line, name = vectors.differing(path)
    print("%s: line %d: %s differs" % (path, line, name) if name else "%s: %d vectors, all the same" % (path, line))
    return name is None


def audit_file(path):
    """Audits one file and says what was found; True when it is valid."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        auditor = Auditor(unpacked(data))
        auditor.audit()
    except (Wrong, pages.WireError) as error:
        print("%s: not valid: %s" % (path, error))
        return False
    print("%s: valid%s" % (path, "".join("; " + note for note in notes(auditor))))
    return True


def notes(auditor):
    """What has to be said of a record that is valid."""
    said = [] if auditor.seed else ["the seed was not told: packs were not made again"]
    if auditor.offer.seed_source == 1:
        said.append("the operator chose the seed and knew the deal")
    if auditor.offer.twin:
        said.append("a second leg: that its primary was played, only the primary's file shows")
    for number, time in sorted(auditor.paused.items()):
        said.append("%d us of party %d's time are nobody's, on the arbiter's word" % (time, number))
    for number in auditor.contradicted:
        said.append("party %d and the record contradict each other: neither is blamed" % number)
    if auditor.another_boot:
        said.append("voided after hand %d was signed" % auditor.last_signed())
    return said


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--self-test":
        return 0 if self_test(arguments[1]) else 1
    if not arguments or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    return 0 if all([audit_file(path) for path in arguments]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
