"""What the arbiter told, message by message (R6 step 4)."""

from types import SimpleNamespace

from .records import ARBITER, KINDS, RULE_ERRORS, check, pages
from .state import Fault

ORDER_OF_AN_END = ("ACT", "SHOW", "GAME_END", "HAND_END")


class Told:
    """The part of an Auditor that looks at messages."""

    def message(self, record):
        """The next message due, told to the right parties and linked."""
        message = pages.read_message(record.payload, pages.FROM_ARBITER, len(self.tables))
        check(message.number == record.number, "it is a %s", message.kind)
        table = self.tables[message.table]
        while self.due and getattr(self.due[0], "perhaps", False) and not (
                message.kind == "SIGN" and record.visibility == pages.visible_to(self.due[0].seat)
                and self.due[0].table is table):
            self.due.popleft()
            self.settle()
        expected = self.next_due(message, table)
        private = message.number in pages.PRIVATE
        if message.kind == "REVEAL" and self.offer.reveal == pages.REVEAL_PAIR:
            check(self.reveal_now == self.twin_follows(), "the twin was not over")
            check(record.visibility == 0, "nobody at the table may see it")
            told, private = [], True
        elif private:
            eyes = [pages.visible_to(party) for party in range(len(self.parties))]
            check(record.visibility in eyes, "visibility %d is not one party", record.visibility)
            number = eyes.index(record.visibility)
            check(getattr(expected, "seat", number) == number, "it is seat %s's turn", getattr(expected, "seat", None))
            told = [number]
        else:
            check(record.visibility == 255, "it is public")
            told = range(len(self.parties))
        look = getattr(self, "on_" + message.kind.lower())
        look(message, expected, SimpleNamespace(table=table, number=told[0] if told else None))
        self.tell(message, told, private)
        self.settle()

    def tell(self, message, told, private):
        """Links a message into the chains of those who are told it (D7)."""
        for number in told:
            party = self.parties[number]
            if private and message.kind != "OFFER":
                party.view.link(message, self.public)
            party.told.append(message)
        if not private:
            self.public.link(message)
        for number in told:
            party = self.parties[number]
            if party.view:  # after another boot there may be a RESULT and no OFFER
                party.heads.append(pages.have_head(party.view, self.public))
                party.heads_of_view.append(party.view.head)

    def next_due(self, message, table):
        """Takes what is due out of the line; what the rules decide is left open."""
        name = message.kind
        while True:
            expected = self.first_due()
            check(expected, "nothing is due")
            if expected.name == "PLAY":
                if expected.table is table and name == "FAULT" and self.waiting:
                    self.end_with_cutters(expected)
                    continue
                if expected.table is table and name in ORDER_OF_AN_END:
                    return self.next_in_play(expected, name)
                check(not expected.ending, "the hand was ending")
                self.due.popleft()
                self.come_to_wait(expected.table)
            elif expected.name == "ASK":
                check(name == "REQUEST", "REQUESTs are due")
                return SimpleNamespace(name=name)
            else:
                break
        check(expected.name == name, "%s is due", expected.name)
        check(getattr(expected, "table", None) in (None, table), "table %d is due", expected.table.number
              if getattr(expected, "table", None) else 0)
        return self.due.popleft()

    def end_with_cutters(self, expected):
        """The hand is over, says the FAULT of a cutter that waited for it: HAND_END is all that follows."""
        rest = self.due
        rest.popleft()
        self.due = type(rest)()
        self.settle_cutters()
        self.expect("HAND_END", table=expected.table)
        self.due += rest

    def next_in_play(self, expected, name):
        """ACTs of the rules, then the hand's end, whose order is fixed (P5)."""
        before = expected.ending
        check(before != "GAME_END" or name == "HAND_END", "HAND_END is due")
        check(before is None or ORDER_OF_AN_END.index(name) >= ORDER_OF_AN_END.index(before), "%s is too late", name)
        if name == "HAND_END":
            return self.due.popleft()
        expected.ending = None if name == "ACT" else name
        return SimpleNamespace(name=name)

    def on_offer(self, message, _expected, to):
        offer, party = self.offer, self.parties[to.number]
        check(message.offer == offer.raw, "another offer than the first")
        check(message.seat == to.number, "it names another seat")
        if self.seed:
            check(message.view_key == pages.view_key(self.seed, offer.match_id, to.number),
                  "the view key does not follow from the seed")
            check(pages.seed_commit(self.seed, offer.nonce) == offer.seed_commit,
                  "the seed that is revealed is not the one committed to")
        self.check_configured()
        party.view = pages.view_chain(message.view_key, offer.match_id, to.number)
        if self.phase == "JOIN":
            self.owe(party, "JOIN", 0, budget=offer.start_us)

    def check_configured(self):
        """The OFFER is what HEADER says, with the keys and names of the HELLOs where it says none (R2)."""
        names, keys, bots = 7, 8, 31
        blind = self.offer.blind
        for item, (now, before) in enumerate(zip(pages.decode(self.offer.raw), self.configured)):
            if item == keys:
                due = [was if was != pages.ZERO32 else party.key or was for was, party in zip(before, self.parties)]
            elif item == names:
                due = ["seat %d" % seat if blind else was or self.parties[seat].name for seat, was in enumerate(before)]
            else:
                due = [pages.ZERO32] * len(before) if item == bots and blind else before
            check(now == due, "item %d is another one than HEADER and the HELLOs make it", item)

    def on_open(self, message, _expected, _to):
        opened, joins = pages.read_open(message.open, len(self.tables))
        check(opened == self.offer.raw, "it opens another offer")
        check([join.raw for join in joins] == [party.join for party in self.parties], "other joins than came")
        check(self.arbiter_signed(pages.open_bytes(message.open), message), "not signed")
        check(message.proof == (self.proof or b""), "another proof than the log gave")
        check((self.proof is not None) == bool(self.offer.log_key), "the log was not asked")
        if self.offer.log_key:
            try:
                self.checkpoint = pages.open_is_logged(self.offer, message)
            except ValueError as error:
                check(False, "the log: " + str(error).replace("%", "%%"))

    def on_seal(self, message, _expected, to):
        """D5, D6, P5 detail 2."""
        table = to.table
        seals = pages.read_seals(message)
        first = len(table.commitments) + 1
        last = min(first + 15, self.offer.hands_max)
        check([hand for hand, _ in seals] == list(range(first, last + 1)), "hands %d to %d are due", first, last)
        lists = []
        for hand, commitments in seals:
            check(len(set(commitments)) == len(commitments), "hand %d: two slots alike", hand)
            self.check_pack(table, hand, commitments)
            table.commitments[hand] = commitments
            lists.append((hand, pages.list_hash(table.deal_M, hand, commitments)))
        check(self.arbiter_signed(pages.seal_bytes(self.offer.match_id, lists, table.number), message), "not signed")
        if first == 1:
            self.owe_cuts(table)

    def check_pack(self, table, hand, commitments):
        """A sealed pack is the one that the seed gives (D8 REVEAL)."""
        if self.seed:
            deck = pages.deck_of(len(commitments))
            pack = pages.shuffled_pack(self.seed, table.deal_M, hand, deck)
            check([c for _, _, c in pack] == commitments, "hand %d was not shuffled from the seed", hand)

    def on_deal(self, message, _expected, to):
        offer, table = self.offer, to.table
        hand = table.dealt + 1
        check(message.hand == hand, "hand %d is due", hand)
        if offer.twin:
            self.take_twin_cuts(table, hand, pages.pieces(message.cuts, 32))
        check(message.cuts == b"".join(place.x for place in table.places), "other cuts than came")
        table.hand = pages.Hand(table.deal_M, hand, table.commitments[hand], [place.x for place in table.places], offer.seats)
        due = (pages.first_mano(table.hand.Z, offer.seats) if hand == 1
               else (table.mano + 1) % offer.seats)
        check(message.mano == due, "seat %d is mano", due)
        table.hand.gallo = pages.gallo_of(offer, message.mano)
        self.open_all(table, message.openings, table.hand.spare_slots())
        table.dealt, table.mano, table.asked, table.wants = hand, message.mano, 0, None
        for place in table.seats:
            place.signs, place.given = [], 0
        if not table.game_open:
            self.open_game(table)

    def take_twin_cuts(self, table, hand, cuts):
        """Nobody cuts in a twin: what DEAL brings hashes down to the primary's anchors (D11)."""
        check(len(cuts) == len(self.parties), "not as many cuts as parties")
        for party, (place, x) in enumerate(zip(table.places, cuts)):
            before = place.x if hand > 1 else self.offer.anchors[party][32 * table.number:32 * table.number + 32]
            check(self.hash_down(table, party, hand, x) == before, "the cut of party %d is not the primary's", party)
            place.x, place.cut_hand = x, hand

    def open_game(self, table):
        """Banks are filled, illegal actions forgotten, 0-0 (P5 detail 8)."""
        table.game_open, table.game_ended = True, False
        table.score = (0,) * self.offer.scorers
        for place in table.seats:
            place.bank, place.illegal = self.offer.bank_us, 0

    def open_all(self, table, openings, slots):
        """Opens cards of certain slots; gives back which."""
        shown = []
        for opening in pages.read_openings(openings):
            check(opening[0] in slots, "slot %d is not that seat's", opening[0])
            check(opening[0] not in shown, "slot %d is opened twice", opening[0])
            check(table.hand.open(opening), "slot %d opens to another card", opening[0])
            shown.append(opening[0])
        return shown

    def on_cards(self, message, _expected, to):
        hand = to.table.hand
        check(message.hand == to.table.dealt, "it is hand %d", to.table.dealt)
        slots = hand.slots(to.number)
        check(hand.deal(message.openings, self.offer.rules)
              or self.open_all(to.table, message.openings, slots) == slots, "not the seat's slots, in order")

    def on_act(self, message, expected, to):
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
            self.play(to.table, message, expected.action)
        elif kind == pages.PLAY_BLIND:
            self.play_blind(to.table, message, expected.action)
        elif kind == pages.DISCARD:
            self.lay_away(to.table, message, expected.action)
        else:
            check(message.action == expected.action, "action %d was taken", expected.action)
            check(message.opening == b"", "it opens a card")
            check(kind == pages.DECLARE or message.value == 0, "its value is not 0")

    def play(self, table, message, action):
        """A card is played, face up with its opening, face down by its slot alone."""
        hand, down = table.hand, message.action >> 8 == pages.PLAY_DOWN
        slots = [slot for slot in hand.free(message.seat) if hand.cards[slot] == action & 255]
        check(slots and action >> 8 == message.action >> 8, "action %d was taken", action)
        if down:
            check(message.action & 255 == pages.CARD_DOWN and message.value == slots[0]
                  and not message.opening, "not slot %d face down", slots[0])
        else:
            check(message.action == action and message.value == 0, "action %d was taken", action)
            check(self.open_all(table, message.opening, slots) == slots, "not the card's opening")
        check(hand.play(message.seat, slots[0], down), "the card was played before")

    def lay_away(self, table, message, action):
        """Of the gallo's card all learn its slot alone (P6.3)."""
        check(action >> 8 == pages.DISCARD and message.action & 255 == pages.CARD_DOWN
              and not message.opening, "action %d was taken", action)
        check(table.hand.cards.get(message.value) == action & 255
              and table.hand.lay_away(message.seat, message.value), "not the slot of that card")

    def play_blind(self, table, message, action):
        """A card of a hand played unseen: its place, then what it is (P6.3)."""
        check(message.action == action, "action %d was taken", action)
        slot = table.hand.slots(message.seat)[action & 255]
        check(self.open_all(table, message.opening, [slot]) == [slot], "not the card of that place")
        check(message.value == table.hand.cards[slot], "the card is another one")
        check(table.hand.play(message.seat, slot, False), "the card was played before")

    def on_request(self, message, _expected, to):
        """P7, P8. Of which seat it is the turn only the rules know."""
        offer, table, party = self.offer, to.table, self.parties[to.number]
        place = table.places[to.number]
        place.request_number += 1
        check(message.request == place.request_number, "request %d is due", place.request_number)
        self.check_turn(message, table, party)
        check(message.bank_us == place.bank, "the bank holds %d", place.bank)
        check(message.used_us == place.used, "the last answer used %d", place.used)
        view = pages.read_view(message.view, offer.seats, offer.scorers)
        check(pages.view_shows_hand(view, table.hand, table.mano, to.number), "the view is not what was played")
        check(view.game == len(table.game_winners) + 1, "the view shows another game")
        table.raise_score(view.score, offer.scorers)
        self.check_legal(message.legal, table, to.number)
        check(message.listed == pages.filled_up(message.legal), "the list is not filled up")
        place.request, table.view, place.asked_head = message, view, len(party.told) + 1
        self.check_round(message, view, table, to.number)
        self.owe(party, "ANSWER", message.request, table, message.budget_us)

    def check_turn(self, message, table, party):
        """A seat is asked by all tables that wait for it when it owes no answer; seat by seat, the longest wait first (P15)."""
        together = self.asked_together.setdefault(party.number, [])
        check(len(together) or not party.owes("ANSWER"), "the seat owes an answer")
        check(table.wants is not None, "nobody is to be asked at table %d", table.number)
        check(table.signing or all(place.request is None for place in table.seats), "a request is open")
        check(party.number not in getattr(table, "free", ()), "it was to be asked before")
        here = (party.number, table.wants)
        check(self.asked_last is None or self.asked_last < here, "another was to be asked first")
        self.asked_last = here
        together.append(message)

    def check_round(self, message, view, table, number):
        """A hand in which signs are made begins with the round of them (P5 detail 15)."""
        table.asked += 1
        if table.asked == 1 and self.signs.made(view):
            table.signing = True
        check((view.phase == pages.SIGNS_PHASE) == table.signing, "the round of signs is %sopen", "" if table.signing else "not ")
        check(not table.signing or message.legal == [pages.PASS], "there all may pass alone")
        if not table.signing or table.asked == len(self.seats):
            table.wants = None

    def on_sign(self, message, expected, _to):
        """P6.4: who sees it is compared with the line."""
        check(message.seat == expected.giver and message.sign == expected.sign,
              "seat %d made sign %d", expected.giver, expected.sign)

    def check_legal(self, legal, table, number):
        """Actions of known kinds, each once, by kind; cards that the seat still holds, as dealt; else by their arg (P4)."""
        hand = table.hand
        held = [hand.cards.get(slot) for slot in hand.free(number) if slot not in hand.played[number]]
        dealt = [hand.cards.get(slot) for slot in hand.slots(number)]
        check(legal and pages.all_of(legal, "u") and len(set(legal)) == len(legal), "the legal actions are no list of actions")
        for code in legal:
            kind, arg = code >> 8, code & 255
            check(kind in KINDS, "action %d is unknown", code)
            of_card = kind in (pages.PLAY, pages.PLAY_DOWN, pages.DISCARD)
            check(not of_card or arg in held, "card %d is not held", arg)
        check(pages.in_order(legal, dealt), "the legal actions are in another order")

    def on_refused(self, message, _expected, to):
        party, place = self.parties[to.number], to.table.places[to.number]
        check(message.request == place.request.request, "request %d is open", place.request.request)
        check(message.error in RULE_ERRORS and message.text, "error %d is unknown", message.error)
        place.asked_head = len(party.told) + 1

    def on_show(self, message, _expected, to):
        """Cards of one seat in the order they were dealt, without those face up (P6.3)."""
        self.seat(message.seat)
        hand = to.table.hand
        hidden = [slot for slot in hand.free(message.seat)
                  if slot not in hand.played[message.seat] or slot in hand.down]
        shown = self.open_all(to.table, message.openings, hidden)
        check(shown and shown == [slot for slot in hidden if slot in shown], "in another order")

    def on_fault(self, message, expected, _to):
        told = [message.table, message.seat, message.fault, message.effect, message.a, message.b]
        for is_told, due in zip(told, expected.fault.fields()):
            check(due is None or is_told == due, "FAULT %s is due", expected.fault.fields())
        expected.fault.a, expected.fault.b = message.a, message.b

    def on_game_end(self, message, expected, to):
        """P5 details 4 and 9, P9.5."""
        table = to.table
        table.raise_score(message.score, self.offer.scorers)
        reason, seat = getattr(expected, "reason", None), getattr(expected, "seat", pages.NOBODY)
        check(message.game == len(table.game_winners) + 1, "another game is open")
        check(reason == message.reason if reason else message.reason in (pages.END_PLAYED, pages.END_LAST_HAND),
              "reason %d does not fit", message.reason)
        check(message.seat == seat, "seat %d is at fault", seat)
        check(message.winner == self.game_winner(table, message.reason, seat, message.winner), "the winner is another")
        table.game_winners.append(message.winner)
        table.points = [total + score for total, score in zip(table.points, table.score)]
        table.game_open, table.game_ended, table.told_game_end = False, True, True
        if message.reason == pages.END_LAST_HAND:
            check(table.dealt == self.offer.hands_max, "another hand follows")
        if reason is None and table.dealt == self.offer.hands_max and len(table.game_winners) < table.games:
            self.outcome_reason = pages.END_LAST_HAND

    def game_winner(self, table, reason, seat, told):
        """Who wins a game, as far as it follows from what is public."""
        if reason == pages.END_FAULT:
            return self.forfeit_winner(table, seat, (0, 0, 0))
        if reason in (pages.END_VOID, pages.END_STOPPED):
            return self.offer.scorers
        if reason == pages.END_LAST_HAND:
            return self.leader(table.score)
        return told if told < self.offer.scorers else None

    def on_hand_end(self, message, _expected, to):
        """P5 details 2 and 3."""
        table = to.table
        check(message.hand == table.dealt > table.ended, "it is hand %d", table.dealt)
        before = table.score
        table.raise_score(message.score, self.offer.scorers)
        check(not table.game_ended or table.score == before, "GAME_END says another score")
        check(not self.waiting, "FAULT of party %s is due", self.waiting and self.waiting[0].seat)
        table.ended = message.hand
        for party, place in zip(self.parties, table.places):
            place.request = None
            party.settle("ANSWER", table)
        if self.phase == "OVER":
            return
        self.owe_cuts(table)
        if self.follows(table):
            if table.ended + 1 not in table.commitments:
                self.due.appendleft(SimpleNamespace(name="SEAL", table=table))  # before what else the envelope brought
        else:
            check(table.game_ended, "a GAME_END should stand before it")

    def on_hands_end(self, message, _expected, _to):
        """D6, P5."""
        check(message.hands == self.ended_everywhere() > self.last_signed(), "so many hands did not end")
        check(message.seq == self.public.links and message.head == self.public.head, "the head is not that of the public chain")
        check(message.views == b"".join(party.view.head for party in self.parties), "the views are not those that were told")
        check(message.checkpoint == self.checkpoint, "another checkpoint than OPEN's")
        signed = pages.hands_end_bytes(self.offer.match_id, pages.NOBODY, message)
        check(self.arbiter_signed(signed, message), "not signed")
        self.hands_end = message
        for table in self.tables:
            table.told_game_end = False
        for party in self.parties:
            if self.phase != "OVER" and not party.out:
                self.owe(party, "HAND_SIGN", message.hands)

    def on_signed(self, message, expected, _to):
        party = self.party(expected.seat)
        check(message.seat == expected.seat and message.hand == self.last_signed()
              and message.signature == party.signature, "not what party %d signed", expected.seat)
        party.signature = None

    def on_result(self, message, _expected, _to):
        """P4.2."""
        result, ending = pages.read_result(message.result), self.ending_of_match()
        signed = pages.result_bytes(self.offer.match_id, message.result)
        check(self.arbiter_signed(signed, message), "not signed")
        points = [sum(table.points[scorer] for table in self.tables) for scorer in range(self.offer.scorers)]
        due = SimpleNamespace(
            match_id=self.offer.match_id, outcome=self.outcome_reason, winner=self.winner(),
            games=self.games_won(self.offer.scorers + 1),
            hands=sum(table.dealt for table in self.tables), points=points, fault=ending.number, fault_seat=ending.seat,
            fault_a=ending.a, fault_b=ending.b,
            faults=[seat.faults for seat in self.seats] + [0] * (8 - len(self.seats)), head=self.public.head)
        if self.another_boot:
            due.hands, due.games, due.points = 0, [0] * len(due.games), [0] * len(points)
            due.faults, due.head = [0] * 8, pages.ZERO32
        for name, value in vars(due).items():
            told = getattr(result, name)
            check(told == value, "%s is %s, but %s is due", name, told, value)
        check(all(won <= games for won, games in zip(result.partidas, result.games)), "more partidas than games")

    def ending_of_match(self):
        """The fault that ended the match, or none."""
        if self.outcome_reason in (pages.END_FAULT, pages.END_VOID, pages.END_STOPPED):
            return self.ending
        return Fault(pages.NOBODY, 0)

    def on_reveal(self, message, _expected, _to):
        check(pages.seed_commit(message.seed, self.offer.nonce) == self.offer.seed_commit,
              "the seed is not the one committed to")

    def arbiter_signed(self, message, told):
        return pages.signature_holds(self.offer.arbiter, message, told.signature)

    def void(self, code):
        """The fault with which a match that the arbiter cannot go on with ends."""
        return Fault(pages.NOBODY, ARBITER, code, 0, pages.VOID)
