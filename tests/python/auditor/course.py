"""What follows from what came (P5, P8, P9.4): what is due, in one line, and what is made at the end of an input."""

from collections import deque
from types import SimpleNamespace

from .records import ILLEGAL, MAX_ILLEGAL, TIMEOUT, Wrong, check, pages
from .state import Fault, Owed


class Course:
    """The part of an Auditor that keeps the line of what is due."""

    # The line

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

    def first_due(self):
        """What is due first; behind all that happened at the tables that is the end of the input. None: nothing is due."""
        self.settle()
        while not self.due and self.open_input:
            self.end_input()
            self.settle()
        return self.due[0] if self.due else None

    def close_input(self):
        """All that an input causes must stand before the next one."""
        while self.first_due():
            first = self.due[0]
            if first.name == "PLAY" and not first.ending:
                self.due.popleft()
                self.come_to_wait(first.table)
            elif first.name == "ASK" or getattr(first, "perhaps", False):
                self.due.popleft()
            else:
                raise Wrong("%s is due" % first.name)
        self.check_asked()

    def come_to_wait(self, table):
        """The rules are through at this table: a seat is to be asked (P15)."""
        if table.wants is None:
            self.came_to_wait += 1
            table.wants = self.came_to_wait
            table.free = set()

    def check_asked(self):
        """Who owed no answer was asked by every table that waited for it."""
        for number in self.asked_together:
            asked = self.asked_together[number]
            budget = sum(min(self.offer.cap_us, message.bank_us) + self.offer.grace_us for message in asked)
            check(all(message.budget_us == budget for message in asked), "seat %d: the budget is %d", number, budget)
        free = {party.number for party in self.seats if not party.owes("ANSWER")}
        for table in self.tables:
            if table.wants is not None and self.phase == "PLAY":
                table.free |= free
                check(len(table.free) < len(self.seats), "REQUEST of table %d is due", table.number)
        self.asked_together = {}

    # The end of an input

    def end_input(self):
        """SIGNED, HANDS_END, the hands that can be dealt; again where one ended as it was dealt; then who is asked (P5)."""
        self.open_input = False
        if self.phase != "PLAY":
            return
        owes = any(party.owes("HAND_SIGN") for party in self.parties if not party.out)
        if not owes:
            self.expect_signed()
            if self.hands_end_due():
                self.expect("HANDS_END")
        self.later(self.deal_and_ask)

    def hands_end_due(self):
        """Is everything that ended to be signed now, though nobody owes a signature?"""
        since = self.ended_everywhere() - self.last_signed()
        if not since:
            return False
        plays = [table for table in self.tables if not self.table_over(table)]
        return (since >= max(self.offer.sign_every, len(self.tables)) or self.stopped
                or all(table.told_game_end for table in plays))

    def deal_and_ask(self):
        """Every hand that can be dealt, the lower table first; when none can, REQUESTs."""
        dealt = False
        owes = any(party.owes("HAND_SIGN") for party in self.parties if not party.out)
        waits = owes and self.ended_everywhere() - self.last_signed() >= self.offer.sign_every - 1
        for table in self.tables:
            if not waits and self.can_deal(table):
                self.expect_deal(table)
                dealt = True
        if dealt:
            self.later(self.end_input)
        else:
            self.expect("ASK")

    def can_deal(self, table):
        """Is every cut of the next hand there (P5 details 3 and 17)?"""
        if not self.follows(table) or not table.between():
            return False
        if self.offer.twin:
            return True
        return all(place.cut_hand == table.dealt + 1
                   for party, place in zip(self.parties, table.places) if not party.out)

    def follows(self, table):
        """Does another hand follow at this table (P5 detail 3)?"""
        return (len(table.game_winners) < table.games and table.ended < self.offer.hands_max
                and not self.stopped and self.phase == "PLAY")

    def table_over(self, table):
        """Was its last hand played?"""
        return table.between() and not self.follows(table)

    def ended_everywhere(self):
        return sum(table.ended for table in self.tables)

    def last_signed(self):
        """How many hands the newest HANDS_END is about."""
        return self.hands_end.hands if self.hands_end else 0

    def expect_deal(self, table):
        """The next hand (P5 detail 1)."""
        self.expect("DEAL", table=table)
        for number in range(len(self.seats)):
            self.expect("CARDS", table=table, seat=number)
        self.expect_play(table)

    def expect_play(self, table):
        """What the rules bring about at a table is taken from the record."""
        self.expect("PLAY", table=table, ending=None)

    def expect_signed(self):
        """SIGNED of every party that signed and whose signature was not passed on, in order (P5 detail 6)."""
        for party in self.parties:
            if party.signature is not None:
                self.expect("SIGNED", seat=party.number)

    def proceed(self):
        """Goes on when everything is there that the phase waits for (P5, the states)."""
        if self.phase == "HELLO":
            self.proceed_from_hello()
        elif self.phase == "JOIN" and all(party.join for party in self.parties):
            self.phase = "PLAY"
            self.expect("OPEN")
            for table in self.tables:
                self.expect("SEAL", table=table)
        elif self.phase == "PLAY" and self.all_is_over():
            self.finish()

    def all_is_over(self):
        """Was everything played, signed, and of a first leg's last hands cut?"""
        owes = any(party.owed for party in self.parties if not party.out)
        return (not owes and self.hands_end is not None and self.last_signed() == self.ended_everywhere()
                and all(self.table_over(table) for table in self.tables))

    def cut_due(self, table):
        """The hand whose cut is owed at a table where no hand is open, of a first leg's last hand T; 0 none (P5 details 3, 16)."""
        last = self.offer.hands_max
        if self.offer.twin:
            return 0
        if self.follows(table):
            return table.dealt + 1
        top = self.offer.reveal == pages.REVEAL_PAIR and not self.stopped and self.phase == "PLAY"
        return last if top and table.dealt < last else 0

    def owe(self, party, kind, number, table=None, budget=None):
        """A party owes an answer to the message that is told now."""
        owed = Owed(kind, number, budget, table)
        owed.asked_by = len(party.told)
        party.owed.append(owed)

    def owe_cuts(self, table):
        """CUT of every party, for what was told now."""
        due = self.cut_due(table)
        for party in self.parties:
            if due and not party.out:
                self.owe(party, "CUT", due, table)

    # What answers bring about

    def refuse(self, party, table):
        """The first two illegal actions of a game are told to the seat, the third loses it."""
        place = table.places[party.number]
        place.illegal += 1
        party.faults += 1
        if place.illegal < MAX_ILLEGAL:
            self.expect("REFUSED", seat=party.number, table=table)
        else:
            self.fall(Fault(party.number, ILLEGAL, None, place.illegal, pages.GAME, table), counted=True)

    def act(self, party, table, message):
        """A legal answer: the bank pays, signs and action are told, play goes on (P8)."""
        place, offer = table.places[party.number], self.offer
        place.used = self.used
        place.bank += offer.inc_us - min(max(0, self.used - offer.grace_us), min(offer.cap_us, place.bank))
        place.request = None
        party.settle("ANSWER", table)
        place.signs = message.signs
        self.answered(party.number, table, message.action)

    def answered(self, number, table, action):
        """What follows an answer, or the action that was played for a seat."""
        if table.signing:
            self.round_on(table)
            return
        self.expect_signs(number, table)
        self.expect("ACT", table=table, seat=number, action=action)
        self.expect_play(table)

    def round_on(self, table):
        """The last answer of the round of signs: all signs are told in seat order (P5 detail 15)."""
        if table.asked < len(self.seats) or any(place.request for place in table.seats):
            return
        table.signing, table.wants = False, None
        for number in range(len(self.seats)):
            self.expect_signs(number, table)
        self.expect_play(table)

    def expect_signs(self, number, table):
        """SIGN to each seat that sees what this one made (P6.4, D5)."""
        giver = table.places[number]
        for code in giver.signs:
            for other in range(len(self.seats)):
                known = other in (number, code & 255)
                rival = other % 2 != number % 2
                if known or rival and (not self.seed or self.is_caught(table, number, other)):
                    self.expect("SIGN", table=table, seat=other, giver=number, sign=code,
                                perhaps=not known and not self.seed)
            giver.given += 1
        giver.signs = []

    def is_caught(self, table, giver, rival):
        """The draw of the giver's next sign."""
        key = pages.hand_key(self.seed, table.deal_M, table.dealt)
        return self.signs.caught(key, table.hand.Z, giver, rival, table.places[giver].given)

    def default_action(self, fault):
        """The action that is played for a seat whose time is over (P8)."""
        place, offer = fault.table.places[fault.seat], self.offer
        legal = place.request.legal
        first = [code for code in (0x0500, 0x0d00, 0x1500, 0x1200) if code in legal]
        place.bank += offer.inc_us - min(offer.cap_us, place.bank)
        place.request = None
        self.parties[fault.seat].settle("ANSWER", fault.table)
        self.answered(fault.seat, fault.table, first[0] if first else min(legal))

    # Faults

    def fall(self, fault, counted=False):
        """A fault and all that it ends (P5 details 9 to 11, P9.4)."""
        if not counted:
            self.parties[fault.seat].faults += 1
        if fault.number == TIMEOUT:
            self.seats[fault.seat].timeouts += 1
            fault.table.places[fault.seat].used = 0
        if self.phase == "HELLO":
            self.early.append(fault)
            self.proceed()
            return
        if fault.seat >= len(self.seats):
            self.lose_cutter(fault)
            return
        if fault.effect == pages.MATCH and self.decided_for(fault.seat):
            fault.effect = pages.NOTED
            self.parties[fault.seat].out, self.parties[fault.seat].owed = fault, []
            self.expect("FAULT", fault=fault)
            self.later(self.proceed)
            return
        self.expect("FAULT", fault=fault)
        if fault.effect == pages.DEFAULT_ACTION:
            self.default_action(fault)
        elif fault.effect == pages.GAME:
            self.ending = fault
            self.close_game(fault.table, pages.END_FAULT, fault.seat)
        else:
            self.ending, self.games_before = fault, self.games_won(self.offer.scorers)
            self.close_match(pages.END_FAULT, fault.seat)

    def decided_for(self, number):
        """Is every last GAME_END told, and is no end of a chain missing of this party (P5 detail 19)?"""
        return (self.phase == "PLAY" and all(self.table_over(table) for table in self.tables)
                and not any(self.top_missing(table, number) for table in self.tables))

    def top_missing(self, table, number):
        """Does the twin still need the end of this party's chain (P5 detail 16)?"""
        return (self.offer.reveal == pages.REVEAL_PAIR and not self.stopped
                and table.places[number].cut_hand < self.offer.hands_max)

    def lose_cutter(self, fault):
        """While a hand is played the fault of a cutter waits for its end (P5 detail 18)."""
        party = self.parties[fault.seat]
        party.out, party.owed = fault, []
        self.waiting.append(fault)
        self.waiting.sort(key=lambda fault: fault.seat)
        if not self.tables[0].between():
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
            stops = not over and self.cut_needed(fault.seat)
            fault.effect = pages.STOPPED if stops else pages.NOTED
            self.expect("FAULT", fault=fault)
            if stops:
                self.stop(fault)
        self.waiting = []

    def cut_needed(self, number):
        """Is a cut of this cutter needed after this hand? Cutters sit at one table alone."""
        if self.stopped:
            return False
        if self.phase == "JOIN":
            return True
        table = self.tables[0]
        if self.offer.twin or table.dealt >= self.offer.hands_max:
            return False
        return len(table.game_winners) < table.games or self.top_missing(table, number)

    def stop(self, fault):
        """The match is stopped: what is decided stands, the open game is nobody's."""
        self.stopped, self.ending = True, fault
        self.outcome_reason = pages.END_STOPPED
        table = self.tables[0]
        won = self.games_won(self.offer.scorers)
        left = self.offer.games - len(table.game_winners)
        ahead = [scorer for scorer, games in enumerate(won)
                 if all(games > other + left for other in won[:scorer] + won[scorer + 1:])]
        self.decided = ahead[0] if ahead else self.offer.scorers
        if table.game_open:
            self.expect("GAME_END", table=table, reason=pages.END_STOPPED, seat=fault.seat)

    def close_game(self, table, reason, seat):
        """GAME_END and HAND_END of what is open at a table."""
        for number, place in enumerate(table.seats):
            if table.signing and place.request and number != seat:
                place.crossed = place.request.request
        table.signing, table.wants = False, None
        if self.phase == "OVER" and not table.between():
            self.settle_cutters(over=True)
        if table.game_open:
            self.expect("GAME_END", table=table, reason=reason, seat=seat)
        if not table.between():
            self.later(self.settle_cutters)
            self.expect("HAND_END", table=table)

    def close_match(self, reason, seat):
        """The match is over before its end (P5 details 10 and 14)."""
        self.outcome_reason, self.phase = reason, "OVER"
        for table in self.tables:
            self.close_game(table, reason, seat)
        self.finish()

    def finish(self):
        """When all is closed: SIGNED of what is signed and not passed on, HANDS_END of what is not, RESULT, REVEAL."""
        self.phase = "OVER"
        self.later(self.expect_result)

    def expect_result(self):
        self.expect_signed()
        if self.ended_everywhere() > self.last_signed():
            self.expect("HANDS_END")
        self.expect("RESULT")
        self.expect("REVEAL")

    def proceed_from_hello(self):
        """OFFER when every party has said HELLO; or the end when the others have (P5 detail 11)."""
        failed = {fault.seat for fault in self.early}
        if not all(party.said or party.number in failed for party in self.parties):
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

    # Who wins

    def games_won(self, scorers):
        winners = [winner for table in self.tables for winner in table.game_winners]
        return [winners.count(scorer) for scorer in range(scorers)]

    def leader(self, numbers):
        """The scorer with more; the number after the last one when two are level."""
        most = max(numbers)
        return self.offer.scorers if numbers.count(most) > 1 else numbers.index(most)

    def scorer(self, seat):
        """Whose score a seat plays for: its side's, or its own."""
        if self.offer.seats == 3:
            return seat if self.offer.scorers == 3 else min(seat, 1)
        return seat % 2

    def forfeit_winner(self, table, seat, games):
        """Who wins when a seat forfeits (P9.4)."""
        if self.offer.scorers == 2:
            return 1 - self.scorer(seat)
        if not table.dealt:
            return self.offer.scorers
        in_turn = [(table.mano + i) % 3 for i in range(3)]
        return max((other for other in in_turn if other != seat),
                   key=lambda other: (games[other], table.score[other]))

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
            return self.forfeit_winner(self.tables[0], self.ending.seat, self.games_before)
        return self.leader(self.games_won(scorers))
