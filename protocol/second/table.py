"""One table of a match: its hands, cuts, requests and score (ARBITER.md section 5; DEAL.md sections 4, 5, 11)."""

from . import cards as C
from . import course as K
from . import deal as X
from . import envelope as E, faults as F, msgpack, record as R, signs, signatures, terms, view
from .clock import Due
from .grounds import ELSEWHERE
from .rules import actions as A
from .rules import flow, game, options
from .rules.state import Position
from .wrong import NotTold, Wrong


SAME_IN_BOTH_LEGS = ("arbiter seed_commit nonce seed_source tournament rules games seats hands_max tables bank_us "
                     "inc_us cap_us grace_us start_us tick_us duty_us on_timeout sign sign_every log_key log_policy engine "
                     "host blind at_once note_bytes").split()


class Table:
    def __init__(self, course, number):
        self.c, self.number, o = course, number, course.offer
        self.rules = options.parse(o.rules)
        self.position = Position(self.rules, o.seats)
        self.deck = C.deck(self.rules)
        self.m = X.table_name(course.match_id, number)
        self.deal_m = self.m
        self.x = {}                           # party -> last x that was taken
        self.cuts = {}                        # of the coming hand
        if o.twin:
            self.open_twin()
        self.planned = o.games // o.tables + (number < o.games % o.tables)
        self.hand = 0                         # the last that was dealt
        self.opened = self.hand_open = self.game_open = False
        self.game_ended = False               # since the last HANDS_END
        self.sealed = {}                      # hand -> commitments
        self.bank, self.allowed, self.used = [0] * o.seats, [0] * o.seats, [0] * o.seats
        self.illegals, self.requests_made = [0] * o.seats, [0] * o.seats
        self.legal = {}                       # seat -> legal codes of its open request
        self.signing = None                   # the round of signs: seat -> signs answered
        self.cut_round = {}                   # seat -> its request in a round of signs that was cut short
        self.game_ends = self.undone = 0      # of those that ended, the ones that a cutter's fault left undone
        scorers = self.position.scorers
        self.nobody = scorers
        self.games, self.points, self.partidas = [0] * (scorers + 1), [0] * scorers, [0] * scorers

    # ---- seals and cuts --------------------------------------------------------------------------

    def open_twin(self):
        """What the primary's OPEN says, which the twin's offer carries (DEAL.md section 11)."""
        first, mine = self.c.primary, self.c.offer
        self.deal_m = X.table_name(first.match_id, self.number)
        self.x = {p: a[32 * self.number:32 * self.number + 32] for p, a in enumerate(first.anchors)}
        if self.number:
            return                            # the rest is of the match, and was looked at for table 0
        if not signatures.holds(mine.arbiter, X.signed_open(first.opened), first.signature):
            raise Wrong("A2 the arbiter did not sign the primary's OPEN")
        there = first.offer
        for key in SAME_IN_BOTH_LEGS:
            if getattr(there, key) != getattr(mine, key):
                raise Wrong("A2 the two legs differ in %s" % key)
        n = mine.seats
        if [mine.names[(i + 1) % n] for i in range(n)] != there.names and not there.blind \
                or there.reveal != 2 or there.twin or mine.reveal or n % 2:
            raise Wrong("A2 the twin is not the primary with the sides exchanged")
        for i, here in enumerate((i + 1) % n for i in range(n)):
            if not there.blind and mine.bots[here] != there.bots[i]:
                raise Wrong("A2 another bot than that of the primary's seat %d plays the second leg" % i)
            elsewhere = there.held[i] == ELSEWHERE
            if elsewhere != (mine.held[here] == ELSEWHERE) or elsewhere and mine.keys[here] != there.keys[i]:
                raise Wrong("A2 who plays elsewhere has not the other side of the primary, under the same key")
        for p, join in enumerate(first.joins):
            self.c.counts["signatures"] += 1
            if len(first.anchors[p]) != 32 * there.tables or not signatures.holds(
                    there.keys[p], X.signed_join(first.match_id, p, first.anchors[p], join[-96:-64]), join[-64:]):
                raise Wrong("A2 party %d of the primary did not sign its join" % p)

    def seal(self, first):
        """SEAL of the next sixteen hands (ARBITER.md section 5)."""
        self.opened = True
        last = min(first + 15, self.c.offer.hands_max)
        asks = self.asks_cut(1) if first == 1 else []
        if self.c.seed is not None:
            seals = []
            for h in range(first, last + 1):
                key = X.hand_key(self.c.seed, self.deal_m, h)
                self.sealed[h] = X.sealed(self.deal_m, h, key, self.deck)[2]
                seals.append([h, b"".join(self.sealed[h])])
            self.c.expect(255, R.SEAL, self.number, seals, self.seal_signature(first, last), asks=asks)
            return
        self.c.expect(255, R.SEAL, self.number, either(lambda seals: self.take_seals(seals, first, last), "a list of sealed packs"),
                      lambda: self.seal_signature(first, last), asks=asks)

    def seal_signature(self, first, last):
        lists = [(self.number, h, X.sealed_list(self.deal_m, h, self.sealed[h])) for h in range(first, last + 1)]
        return K.Signed(self.c.offer.arbiter, X.signed_seal(self.c.match_id, lists))

    def take_seals(self, seals, first, last):
        if not isinstance(seals, list) or [s[0] for s in seals] != list(range(first, last + 1)):
            return False
        for hand, packed in seals:
            pieces = [packed[i:i + 32] for i in range(0, len(packed), 32)]
            if len(packed) != 32 * len(self.deck) or len(set(pieces)) != len(pieces):
                return False
            self.sealed[hand] = pieces
        return True

    def cut_needed(self):
        """Whether a cut of a cutter is still needed (EXTENSIONS.md section 5)."""
        return self.c.state == K.JOIN or self.follows()

    def owes_last_cut(self):
        return self.c.offer.reveal == 2 and self.hand != self.c.offer.hands_max

    def asks_cut(self, hand):
        """Every party owes its cut of this hand; in a second leg nobody cuts."""
        if self.c.offer.twin:
            return []
        return [(p, Due(E.CUT, self.number, hand, None)) for p in self.c.waited_for()]

    def chain_holds(self, party, hand, x):
        for j in range(hand, self.hand, -1):
            x = X.chain_step(x, self.m, party, j)
        return x == self.x[party]

    def cuts_missing(self):
        return any(p.clock.find(E.CUT, self.number) for p in self.c.waited_for())

    # ---- a hand ----------------------------------------------------------------------------------

    def deal(self):
        c, p, o = self.c, self.position, self.c.offer
        self.hand += 1
        c.counts["hands"] += 1
        self.x.update(self.cuts)
        self.cuts = {}
        if o.twin:
            self.twin_cuts()
        self.cards()
        self.mano, self.gallo, pico, counts = game.upcoming(p, self.first_mano)
        game.turn_page(p)
        self.lay_out(counts)
        if not self.game_open:
            self.bank, self.illegals = [o.bank_us] * o.seats, [0] * o.seats
        self.hand_open = self.game_open = True
        self.sign_count = [0] * o.seats
        vira = b"" if self.vira_slot is None else self.opening(self.vira_slot)
        c.expect(255, R.DEAL, self.number, self.hand, self.mano, b"".join(self.x[i] for i in range(o.parties)), vira)
        self.known_cards()
        news = flow.deal(p, self.mano, self.gallo, pico, self.hands, self.vira)
        unseen = p.eleven == 4 and p.o["ferro_blind"] == "yes"
        for seat in range(o.seats):
            c.expect(R.party_bit(seat), R.CARDS, self.number, self.hand, self.openings([] if unseen else self.slots[seat]))
        self.tell_news(news)
        if self.round_of_signs() and not p.hand_over:
            self.signing = {}
            for seat in range(o.seats):
                self.wait(seat, [A.code(A.PASS)], view.array(p, seat, turn=seat, phase=A.P_SIGNS))
            return
        self.go_on()

    def round_of_signs(self):
        p = self.position
        return p.o["signs"] == "on" and p.seats >= 4 and not p.pico

    def twin_cuts(self):
        """The primary's x of this hand: DEAL brings it, it hashes to the one before."""
        cuts = next((value[3] for _, value in self.c.ahead(R.DEAL, 4) if value[:2] == [self.number, self.hand]), None)
        if cuts is None:
            raise self.untold("the file ends before DEAL of hand %d: the primary's cuts are not known" % self.hand)
        if not isinstance(cuts, bytes) or len(cuts) != 32 * self.c.offer.parties:
            raise Wrong("DEAL of hand %d has not a cut of every party" % self.hand)
        for p in range(self.c.offer.parties):
            x = cuts[32 * p:32 * p + 32]
            if X.chain_step(x, self.deal_m, p, self.hand) != self.x[p]:
                raise Wrong("the primary's cut of party %d does not hash to the one before" % p)
            self.x[p] = x

    def cards(self):
        """sigma of this hand, and the first mano of the match."""
        if self.hand not in self.sealed:
            self.seals_ahead()
        sealed = X.sealed_list(self.deal_m, self.hand, self.sealed[self.hand])
        self.z = X.cut(self.deal_m, self.hand, sealed, [self.x[i] for i in range(self.c.offer.parties)])
        self.sigma = X.sigma(len(self.deck), self.z)
        self.first_mano = X.first_mano(self.c.offer.seats, self.z) if self.hand == 1 else None
        if self.c.seed is not None:
            self.key = X.hand_key(self.c.seed, self.deal_m, self.hand)
            self.by_slot, self.salts, _ = X.sealed(self.deal_m, self.hand, self.key, self.deck)

    def seals_ahead(self):
        """In a second leg one input causes SEAL and the DEAL of its first hand, which is worked out before that SEAL is looked at."""
        seals = next((value[1] for _, value in self.c.ahead(R.SEAL, 2) if value[0] == self.number), None)
        if seals is None:
            raise self.untold("the seals of hand %d are not in this record" % self.hand)
        if not self.take_seals(seals, self.hand, min(self.hand + 15, self.c.offer.hands_max)):
            raise Wrong("SEAL of hand %d is no list of sealed packs" % self.hand)

    def lay_out(self, counts):
        n = self.c.offer.seats
        self.slots = [self.sigma[3 * i:3 * i + 3] for i in range(n)]
        rest = 3 * n
        for seat in range(n):
            if counts[seat] == 4:
                self.slots[seat] = self.slots[seat] + [self.sigma[rest]]
                rest += 1
        self.vira_slot = self.sigma[rest] if game.needs_vira(self.position) else None

    def known_cards(self):
        """The cards dealt: from S, or from what CARDS and DEAL of this hand open."""
        if self.c.seed is not None:
            self.hands = [[self.by_slot[s] for s in slots] for slots in self.slots]
            self.vira = None if self.vira_slot is None else self.by_slot[self.vira_slot]
            return
        found = {}
        for kind, fields in ((R.DEAL, 4), (R.CARDS, 2)):
            for _, value in self.c.ahead(kind, fields):
                if value[:2] == [self.number, self.hand]:
                    self.take_openings(value[-1], found)
        try:
            self.hands = [[found[s] for s in slots] for slots in self.slots]
            self.vira = None if self.vira_slot is None else found[self.vira_slot]
        except KeyError:
            raise self.untold("the cards of hand %d are not in this record" % self.hand) from None

    def untold(self, sentence):
        """What this input causes may be cut off where nothing else follows; else it was left out."""
        more = any(r.kind in (R.TRAILER, *K.INPUTS) and r.kind != R.VOID for r in self.c.records[self.c.at.number + 1:])
        return Wrong(sentence) if more else NotTold(sentence)

    def take_openings(self, packed, found):
        size = X.OPENING
        for i in range(0, len(packed), size):
            piece = packed[i:i + size]
            found[piece[0]] = piece[1]

    def opening(self, slot):
        """The opening of a slot: from S; without S whatever the record says, if it holds."""
        if self.c.seed is not None:
            return X.opening(slot, self.by_slot[slot], self.salts[slot])
        hand = self.hand
        return either(lambda piece: self.opens(piece, hand, [slot]), "an opening of slot %d that holds" % slot)

    def openings(self, slots):
        if self.c.seed is not None:
            return b"".join(X.opening(s, self.by_slot[s], self.salts[s]) for s in slots)
        hand = self.hand
        return either(lambda packed: self.opens(packed, hand, slots), "openings of these slots that hold")

    def opens(self, packed, hand, slots):
        """Of a hand that may be over: in a second leg the next one is dealt in the same input."""
        size = X.OPENING
        if not isinstance(packed, bytes) or len(packed) != size * len(slots):
            return False
        for i, slot in enumerate(slots):
            piece = packed[size * i:size * i + size]
            card = self.card_in(slot) if hand == self.hand else None
            made = X.commitment(piece[2:], self.deal_m, hand, piece[0], piece[1])
            if piece[0] != slot or (card is not None and piece[1] != card) or made != self.sealed[hand][slot]:
                return False
        return True

    def card_in(self, slot):
        for slots, hand in zip(self.slots, self.hands):
            if slot in slots:
                return hand[slots.index(slot)]
        return self.vira if slot == self.vira_slot else None

    # ---- asking and answering --------------------------------------------------------------------

    def go_on(self):
        """The next request, or the end of the hand."""
        p = self.position
        if p.hand_over:
            self.end_hand()
            return
        self.wait(p.turn, p.legal, view.array(p, p.turn))

    def wait(self, seat, legal, seen):
        self.c.waits.append((self, seat, list(legal), seen))

    def request(self, party, legal, seen, allowed, budget):
        """REQUEST, when the seat owes no answer any more (EXTENSIONS.md section 1)."""
        seat = party.number
        self.requests_made[seat] += 1
        number = self.requests_made[seat]
        self.allowed[seat], self.legal[seat] = allowed, legal
        bets = [x for x in legal if A.kind(x) in A.BY_NUMBER and A.arg(x)]
        padded = legal + [65535] * (16 - (len(legal) - len(bets)))
        self.c.expect(R.party_bit(seat), R.REQUEST, self.number, number, self.bank[seat], budget, self.used[seat], seen, padded,
                      asks=[(party, Due(E.ANSWER, self.number, number, budget))])

    def charge(self, seat, used):
        """The bank pays what is above the grace, and gets the increment."""
        o = self.c.offer
        self.used[seat] = used
        self.bank[seat] += o.inc_us - min(max(0, used - o.grace_us), self.allowed[seat])

    def charge_all(self, seat):
        """A default action: the bank pays what was allowed."""
        self.bank[seat] += self.c.offer.inc_us - self.allowed[seat]

    def illegal(self, seat, code, made):
        """0 when the answer may be given; the number of what is wrong with its signs; True when it is no legal action."""
        if code not in self.legal[seat]:
            return True
        return signs.refused(self.position, seat, made, self.sign_count[seat], self.signing is not None)

    def default(self, seat):
        """on_timeout=1 (ARBITER.md section 6)."""
        legal = self.legal[seat]
        for kind in (A.NO_QUIERO, A.CFA, A.ELEVEN_RUN, A.PASS):
            if A.code(kind) in legal:
                self.answer(seat, A.code(kind), [])
                return
        self.answer(seat, min(legal), [])

    def note(self, party, request, note):
        """Its giver alone is told that its note was taken; what is over the limit is dropped."""
        if note and party.noted + len(note) <= self.c.offer.note_bytes:
            party.noted += len(note)
            self.c.expect(R.party_bit(party.number), R.NOTE, self.number, request, X.H(note))

    def answer(self, seat, code, made):
        del self.legal[seat]
        if self.signing is not None:
            self.signing[seat] = made
            if len(self.signing) == self.c.offer.seats:
                answers, self.signing = self.signing, None
                for giver in range(self.c.offer.seats):
                    self.tell_signs(giver, answers[giver])
                self.go_on()
            return
        self.tell_signs(seat, made)
        p = self.position
        slot_of = list(self.slots[seat])
        value, place, news = flow.apply(p, seat, code)
        kind = A.kind(code)
        if kind == A.DISCARD:
            self.slots[seat][place], self.slots[seat][3] = self.slots[seat][3], self.slots[seat][place]
        opening = b""
        if kind in (A.PLAY_DOWN, A.DISCARD):
            code, value = A.code(kind, C.FACE_DOWN), slot_of[place]
        elif kind in (A.PLAY, A.PLAY_BLIND):
            opening = self.opening(slot_of[place])
        self.c.expect(255, R.ACT, self.number, seat, code, value, opening)
        self.tell_news(news)
        self.go_on()

    def tell_news(self, news):
        for seat, code, value in news:
            self.c.expect(255, R.ACT, self.number, seat, code, value, b"")

    def tell_signs(self, giver, made):
        for sign in made:
            for seat in signs.seen_by(self, giver, sign, self.sign_count[giver]):
                self.c.expect(R.party_bit(seat), R.SIGN, self.number, giver, sign)
            self.sign_count[giver] += 1

    # ---- the end of a hand and of a game ---------------------------------------------------------

    def follows(self):
        """Whether another hand follows (CLIENT.md section 5)."""
        c = self.c
        return self.game_ends < self.planned and self.hand < c.offer.hands_max and not c.cut_short and not c.stopping

    def end_hand(self):
        c, p = self.c, self.position
        for seat in range(c.offer.seats):
            places = p.to_show(seat)
            if places:
                c.expect(255, R.SHOW, self.number, seat, self.openings([self.slots[seat][i] for i in places]))
        if p.game_over:
            self.end_game(p.game_winner, 0, 255)
        elif self.hand == c.offer.hands_max:
            best = max(p.score)
            top = [s for s in range(p.scorers) if p.score[s] == best]
            self.end_game(top[0] if len(top) == 1 else self.nobody, 2, 255)
        self.close_hand(asked=True)

    def end_game(self, winner, reason, seat):
        """GAME_END, and what it counts for."""
        c, p = self.c, self.position
        self.game_ends += 1
        self.game_open, self.game_ended = False, True
        if reason == F.BY_FAULT and winner < p.scorers and not p.game_over:
            p.end_game(winner)
        elif not p.game_over:
            p.game_over, p.game_winner = True, winner
        self.games[winner] += 1
        self.undone += reason == F.BY_STOP
        if reason not in (F.BY_VOID, F.BY_STOP):
            if p.partida_winner is not None:
                self.partidas[p.partida_winner] += 1
        for s in range(p.scorers):
            self.points[s] += p.score[s]
        c.expect(255, R.GAME_END, self.number, self.game_ends, winner, reason, seat, list(p.score))

    def close_hand(self, asked):
        """HAND_END, and the cut that it asks for; not `asked`, the match ends here."""
        c = self.c
        if self.signing is not None:
            self.cut_round = {p.number: d.number for p in c.bots for d in p.clock.dues
                              if d.kind == E.ANSWER and d.table == self.number}
        self.hand_open, self.legal, self.signing = False, {}, None
        c.waits = [w for w in c.waits if w[0] is not self]
        for p in c.bots:
            p.clock.drop(E.ANSWER, self.number)
        c.hands_ended += 1
        asks = []
        if asked:
            F.tell_cutters(c)
            if c.stopping and self.game_open:
                self.end_game(self.nobody, F.BY_STOP, c.stopping[1])
            if self.follows():
                asks = self.asks_cut(self.hand + 1)
            elif not c.stopping and self.owes_last_cut():
                asks = self.asks_cut(c.offer.hands_max)
        c.expect(255, R.HAND_END, self.number, self.hand, list(self.position.score), asks=asks)
        if asked and self.follows() and self.hand + 1 not in self.sealed:
            self.seal(self.hand + 1)
        after = c.tables[self.number + 1:self.number + 2]
        if asked and not self.follows() and not c.stopping and after and not after[0].opened:
            after[0].seal(1)

    def forfeit(self, seat):
        """A game lost by a fault, and on to the next hand as always (ARBITER.md section 5)."""
        self.end_game(self.winner_without([seat], game=True), F.BY_FAULT, seat)
        self.c.parties[seat].clock.drop(E.ANSWER, self.number)    # what of its own comes late is no other seat's answer
        self.close_hand(asked=True)

    # ---- who wins --------------------------------------------------------------------------------

    def winner_without(self, seats, game=False):
        """Who wins when these seats lose (ARBITER.md section 7.3); None nobody."""
        p = self.position
        if p.scorers == 2:
            if self.c.offer.seats == 3:
                losers = {0 if s == 0 else 1 for s in seats}
            else:
                losers = {s % 2 for s in seats}
            return None if len(losers) != 1 else 1 - losers.pop()
        rest = [s for s in range(3) if s not in seats]
        if len(rest) == 1:
            return rest[0]
        if not rest or not self.hand:
            return None
        order = p.seats_from_first()
        rest.sort(key=order.index)
        if game:
            return max(rest, key=lambda s: p.score[s])
        return max(rest, key=lambda s: (self.c.games()[s], p.score[s]))

    def stopped_winner(self):
        """The scorer whose games nobody could reach in those that were left (EXTENSIONS.md section 5)."""
        left = self.c.offer.games - sum(self.games) + self.undone
        for s, g in enumerate(self.games[:-1]):
            if all(g > other + left for t, other in enumerate(self.games[:-1]) if t != s):
                return s
        return self.nobody


def either(check, what):
    return K.Either(check, what)
