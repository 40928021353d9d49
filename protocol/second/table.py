"""One table of a match: its hands, cuts, requests and score (PROTOCOL.md section 5; DEAL.md sections 4, 5, 11)."""

from . import cards as C
from . import course as K
from . import deal as X
from . import msgpack, record as R, signs, signatures, terms, view
from .rules import actions as A
from .rules import flow, game, options
from .rules.state import Position


class Table:
    def __init__(self, course, number):
        self.c, self.number, o = course, number, course.offer
        self.f = course.f
        self.rules = options.parse(o.rules)
        self.position = Position(self.rules, o.seats)
        self.deck = C.deck(self.rules)
        self.m = self.f.table_name(course.match_id, number)
        self.deal_m, self.twin = self.m, None
        self.parties = o.seats + o.cutters
        self.x = {}                           # party -> last x that was taken
        self.cuts = {}                        # of the coming hand
        if o.twin:
            self.open_twin()
        self.hand = self.dealt_hands = 0
        self.hand_open = self.game_open = self.last_hand = False
        self.sealed = {}                      # hand -> commitments
        self.bank, self.budget = [0] * o.seats, [0] * o.seats
        self.illegals = [0] * o.seats
        self.requests = {}                    # seat -> legal codes of its open request
        self.signing = None                   # the round of signs: seat -> signs answered
        self.closed_round = False
        self.game_ends = 0
        scorers = self.position.scorers
        self.nobody = scorers
        self.games, self.points, self.partidas = [0] * (scorers + 1), [0] * scorers, [0] * scorers

    # ---- seals and cuts --------------------------------------------------------------------------

    def open_twin(self):
        """The primary's OPEN, which the twin's offer carries (DEAL.md section 11)."""
        try:
            signature, opened, offer, joins = terms.twin_of(self.c.offer.twin)
            self.twin = terms.read_offer(offer)
        except (msgpack.Malformed, terms.Bad, IndexError, TypeError, ValueError):
            raise K.Wrong("the primary's OPEN in the twin's offer cannot be read") from None
        if not signatures.holds(self.c.offer.arbiter, X.signed_open(opened), signature):
            raise K.Wrong("the arbiter did not sign the primary's OPEN")
        name = self.f.match_id(offer)
        self.deal_m = self.f.table_name(name, self.number)
        mine = ("seed_commit nonce tournament rules games seats cutters hands_max tables bank_us inc_us cap_us grace_us "
                "start_us tick_us on_timeout sign log_key engine").split()
        for key in mine:
            if getattr(self.twin, key) != getattr(self.c.offer, key):
                raise K.Wrong("the two legs differ in %s" % key)
        n = self.c.offer.seats
        if [self.c.offer.names[(i + 1) % n] for i in range(n)] != self.twin.names or self.twin.reveal != 2:
            raise K.Wrong("the twin is not the primary with the sides exchanged")
        for p, join in enumerate(joins):
            message = X.D("fiel/join") + name + X.u8(p) + X.u32(1) + join[:-64]
            if not signatures.holds(self.twin.keys[p], message, join[-64:]):
                raise K.Wrong("party %d of the primary did not sign its join" % p)
            self.x[p] = join[32 * self.number:32 * self.number + 32]

    def seal(self, first):
        """SEAL of the next sixteen hands (detail 2)."""
        last = min(first + 15, self.c.offer.hands_max)
        if self.c.seed is not None:
            seals = []
            for h in range(first, last + 1):
                key = self.f.hand_key(self.c.seed, self.deal_m, h)
                self.sealed[h] = self.f.sealed(self.deal_m, h, key, self.deck)[2]
                seals.append([h, b"".join(self.sealed[h])])
            self.c.expect(255, 3, seals, self.seal_signature(first, last))
            return
        self.c.expect(255, 3, either(lambda seals: self.take_seals(seals, first, last), "a list of sealed packs"),
                      lambda: self.seal_signature(first, last))

    def seal_signature(self, first, last):
        lists = [(self.number, h, self.f.sealed_list(self.deal_m, h, self.sealed[h])) for h in range(first, last + 1)]
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
        """Whether a cut of every cutter is still needed (detail 18)."""
        if self.c.offer.twin:
            return self.c.state == K.JOIN
        if self.c.state == K.JOIN:
            return True
        return self.follows() or (self.c.offer.reveal == 2 and self.hand != self.c.offer.hands_max)

    def owed_cut(self, party):
        """Hand whose cut a party owes now, 0 none."""
        if self.c.offer.twin or party in self.cuts:
            return 0
        if self.c.state == K.CUT:
            return self.hand + 1
        if self.c.state == K.LAST_SIGN and self.c.offer.reveal == 2 and self.hand != self.c.offer.hands_max \
                and not self.c.stopping:
            return self.c.offer.hands_max
        return 0

    def chain_holds(self, party, hand, x):
        last = hand - self.hand if self.c.state == K.LAST_SIGN else 1
        for j in range(hand, hand - last, -1):
            x = self.f.chain_step(x, self.m, party, j)
        return x == self.x[party]

    def take_cut(self, party, hand, x):
        self.cuts[party] = x

    def cuts_missing(self):
        return any(self.owed_cut(p.number) for p in self.c.waited_for())

    # ---- a hand ----------------------------------------------------------------------------------

    def deal(self):
        c, p = self.c, self.position
        c.pass_signatures()
        self.hand += 1
        self.dealt_hands += 1
        if not c.offer.twin:
            for party, x in self.cuts.items():
                self.x[party] = x
            self.cuts = {}
        if c.offer.twin:
            self.twin_cuts()
        self.cards()
        if self.first_mano is not None:
            up = game.upcoming(p, self.first_mano)
        else:
            up = game.upcoming(p)
        game.turn_page(p)
        self.mano, self.gallo, counts = up[0], up[1], up[3]
        self.lay_out(counts)
        if not self.game_open:
            self.bank = [c.offer.bank_us] * c.offer.seats
            self.illegals = [0] * c.offer.seats
        self.hand_open = self.game_open = True
        self.signs_made = [0] * c.offer.seats
        self.sign_count = [0] * c.offer.seats
        vira = b"" if self.vira_slot is None else self.opening(self.vira_slot)
        c.expect(255, 4, self.hand, self.mano, b"".join(self.x[i] for i in range(self.parties)), vira)
        self.known_cards()
        news = flow.deal(p, up[0], up[1], up[2], self.hands, self.vira)
        self.unseen = p.eleven == 4 and p.o["ferro_blind"] == "yes"
        for seat in range(c.offer.seats):
            slots = [] if self.unseen else self.slots[seat]
            c.expect(R.party_bit(seat), 5, self.hand, self.openings(slots))
        self.tell_news(news)
        c.state = K.PLAY
        if self.round_of_signs() and not p.hand_over:
            self.signing = {}
            for seat in range(c.offer.seats):
                self.request(seat, [A.code(A.PASS)], view.array(p, seat, turn=seat, phase=A.P_SIGNS))
            return
        self.go_on()

    def round_of_signs(self):
        p = self.position
        return p.o["signs"] == "on" and p.seats >= 4 and not p.pico

    def twin_cuts(self):
        """The primary's x of this hand: DEAL brings it, it hashes to the one before."""
        for r in self.c.records[self.c.at.number + 1:]:
            if r.kind == 4 and R.message(r)[2] == self.hand:
                cuts = R.message(r)[4]
                break
        else:
            raise K.Wrong("the file ends before DEAL of hand %d: the primary's cuts are not known" % self.hand)
        for p in range(self.parties):
            x = cuts[32 * p:32 * p + 32]
            if self.f.chain_step(x, self.deal_m, p, self.hand) != self.x[p]:
                raise K.Wrong("the primary's cut of party %d does not hash to the one before" % p)
            self.x[p] = x

    def cards(self):
        """sigma of this hand, and the first mano of the match."""
        sealed = self.f.sealed_list(self.deal_m, self.hand, self.sealed[self.hand])
        self.z = self.f.cut(self.deal_m, self.hand, sealed, [self.x[i] for i in range(self.parties)])
        self.sigma = self.f.sigma(len(self.deck), self.z)
        self.first_mano = self.f.first_mano(self.c.offer.seats, self.z) if self.hand == 1 else None
        if self.c.seed is not None:
            self.key = self.f.hand_key(self.c.seed, self.deal_m, self.hand)
            self.by_slot, self.salts, _ = self.f.sealed(self.deal_m, self.hand, self.key, self.deck)

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
        for r in self.c.records[self.c.at.number + 1:]:
            try:
                value = R.message(r) if r.kind in (4, 5, 10) else [0]
            except msgpack.Malformed:
                break
            if r.kind == 10:
                break
            if r.kind in (4, 5) and value[2] == self.hand:
                self.take_openings(value[5 if r.kind == 4 else 3], found)
        try:
            self.hands = [[found[s] for s in slots] for slots in self.slots]
            self.vira = None if self.vira_slot is None else found[self.vira_slot]
        except KeyError:
            raise NotTold("the cards of hand %d are not in this record" % self.hand) from None

    def take_openings(self, packed, found):
        size = 2 + self.f.salt_size
        for i in range(0, len(packed), size):
            piece = packed[i:i + size]
            found[piece[0]] = piece[1]

    def opening(self, slot):
        """The opening of a slot: from S; without S whatever the record says, if it holds."""
        if self.c.seed is not None:
            return self.f.opening(slot, self.by_slot[slot], self.salts[slot])
        return either(lambda piece: self.opens(piece, [slot]), "an opening of slot %d that holds" % slot)

    def openings(self, slots):
        if self.c.seed is not None:
            return b"".join(self.f.opening(s, self.by_slot[s], self.salts[s]) for s in slots)
        return either(lambda packed: self.opens(packed, slots), "openings of these slots that hold")

    def opens(self, packed, slots):
        size = 2 + self.f.salt_size
        if not isinstance(packed, bytes) or len(packed) != size * len(slots):
            return False
        for i, slot in enumerate(slots):
            piece = packed[size * i:size * i + size]
            card = self.card_in(slot)
            made = self.f.commitment(piece[2:], self.deal_m, self.hand, piece[0], piece[1])
            if piece[0] != slot or (card is not None and piece[1] != card) or made != self.sealed[self.hand][slot]:
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
        self.request(p.turn, p.legal, view.array(p, p.turn))

    def request(self, seat, legal, seen):
        c, o = self.c, self.c.offer
        party = c.parties[seat]
        party.request += 1
        self.budget[seat] = min(o.cap_us, self.bank[seat]) + o.grace_us
        self.requests[seat] = list(legal)
        bets = [x for x in legal if A.kind(x) in A.BY_NUMBER and A.arg(x)]
        padded = list(legal) + [65535] * (16 - (len(legal) - len(bets)))
        if self.f.version == 1:                               # version 1's page gives the list no order
            said = either(lambda codes: isinstance(codes, list) and sorted(codes) == sorted(padded), repr(padded))
            c.expect(R.party_bit(seat), 7, party.request, self.bank[seat], self.budget[seat], seen, said)
        else:
            c.expect(R.party_bit(seat), 7, party.request, self.bank[seat], self.budget[seat], seen, padded)
        party.request_at = sum(1 for _ in party.told) + len([d for d in c.due if d[0] in (255, R.party_bit(seat))]) - 1

    def is_open(self, seat):
        return seat in self.requests

    def closed_signs(self, seat):
        return self.closed_round

    def illegal(self, seat, code, made):
        """The number of a rule error when the answer is not legal; which of several reasons is not judged here."""
        if code not in self.requests[seat]:
            return 4
        return signs.refused(self.position, seat, made, self.sign_count[seat], self.signing is not None)

    def default(self, seat):
        """on_timeout=1 (section 8)."""
        legal = self.requests[seat]
        for kind in (A.NO_QUIERO, A.CFA, A.ELEVEN_RUN, A.PASS):
            if A.code(kind) in legal:
                self.answer(seat, A.code(kind), [])
                return
        self.answer(seat, min(legal), [])

    def answer(self, seat, code, made):
        del self.requests[seat]
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
        self.c.expect(255, 6, seat, code, value, opening)
        self.tell_news(news)
        self.go_on()

    def tell_news(self, news):
        for seat, code, value in news:
            self.c.expect(255, 6, seat, code, value, b"")

    def tell_signs(self, giver, made):
        for sign in made:
            for seat in signs.seen_by(self, giver, sign, self.sign_count[giver]):
                self.c.expect(R.party_bit(seat), 16, giver, sign)
            self.sign_count[giver] += 1

    # ---- the end of a hand and of a game ---------------------------------------------------------

    def follows(self):
        return self.game_ends < self.c.offer.games and self.hand < self.c.offer.hands_max and not self.c.over

    def end_hand(self):
        c, p = self.c, self.position
        for seat in range(c.offer.seats):
            places = p.to_show(seat)
            if places:
                c.expect(255, 9, seat, self.openings([self.slots[seat][i] for i in places]))
        if p.game_over:
            self.end_game(p.game_winner, 0, 255)
        elif self.hand == c.offer.hands_max:
            best = max(p.score)
            top = [s for s in range(p.scorers) if p.score[s] == best]
            self.end_game(top[0] if len(top) == 1 else self.nobody, 2, 255, forced=True)
        self.close_hand(asked=True)

    def end_game(self, winner, reason, seat, forced=False):
        """GAME_END, and what it counts for."""
        c, p = self.c, self.position
        self.game_ends += 1
        self.game_open = False
        if reason == 2 and self.game_ends < c.offer.games:
            self.last_hand = True
        if reason in (1,) and winner < p.scorers and not p.game_over:
            p.end_game(winner)
        elif not p.game_over:
            p.game_over, p.game_winner = True, winner
        if reason not in (3, 5):
            self.games[winner] += 1
            if p.partida_winner is not None:
                self.partidas[p.partida_winner] += 1
        for s in range(p.scorers):
            self.points[s] += p.score[s]
        c.expect(255, 13, self.game_ends, winner, reason, seat, list(p.score))

    def close_hand(self, asked):
        """HAND_END; who owes what behind it."""
        c, p = self.c, self.position
        self.hand_open, self.requests, self.signing = False, {}, None
        if asked and c.waiting_faults:
            for number in sorted(c.waiting_faults):
                c.tell_cutter(number)
            c.waiting_faults = []
            if c.stopping and self.game_open:
                self.end_game(self.nobody, 5, c.stopping[1])
        score = list(p.score)
        self.end_score = score

        def head():
            self.end_public = c.public
            return c.public
        c.expect(255, 10, self.hand, head, score, lambda: c.checkpoint,
                 lambda: K.Signed(c.offer.arbiter, self.signed_end(255)))
        if not asked:
            return
        for party in c.waited_for():
            party.owes_sign = True
        if c.stopping:
            c.state = K.LAST_SIGN
        elif self.follows():
            c.state = K.CUT
            if self.hand + 1 not in self.sealed:
                self.seal(self.hand + 1)
        else:
            c.state = K.LAST_SIGN

    def signed_end(self, party):
        """What HAND_END and HAND_SIGN sign (DEAL.md section 6)."""
        return (X.D("fiel/hand-end") + self.c.match_id + X.u8(party) + X.u32(1) + X.u32(self.number)
                + X.u32(self.hand) + self.end_public + b"".join(X.u16(s) for s in self.end_score) + self.c.checkpoint)

    def cut_short(self):
        """A fault ended the match: HAND_END if a hand was open; nobody's HAND_SIGN is waited for."""
        if self.hand_open:
            self.close_hand(asked=False)

    def forfeit(self, seat):
        """A game lost by a fault, and on to the next hand as always (detail 9)."""
        self.closed_round = self.signing is not None
        winner = self.winner_without([seat], game=True)
        self.end_game(winner, 1, seat)
        self.close_hand(asked=True)

    # ---- who wins --------------------------------------------------------------------------------

    def winner_without(self, seats, game=False):
        """Who wins when these seats lose (PROTOCOL.md 9.4); None nobody."""
        p = self.position
        if p.scorers == 2:
            if self.c.offer.seats == 3:
                losers = {0 if s == 0 else 1 for s in seats}
            else:
                losers = {s % 2 for s in seats}
            return None if len(losers) != 1 else 1 - losers.pop()
        rest = [s for s in range(3) if s not in seats]
        if len(seats) > 1 or not self.hand:
            return None
        order = p.seats_from_first()
        rest.sort(key=order.index)
        if game:
            return max(rest, key=lambda s: p.score[s])
        return max(rest, key=lambda s: (self.games[s], p.score[s]))

    def match_winner(self):
        best = max(self.games[:-1])
        top = [s for s, g in enumerate(self.games[:-1]) if g == best]
        return top[0] if len(top) == 1 else self.nobody

    def stopped_winner(self):
        """The scorer whose games nobody could reach in those that were left (section 11.2)."""
        left = self.c.offer.games - sum(self.games)
        for s, g in enumerate(self.games[:-1]):
            if all(g > other + left for t, other in enumerate(self.games[:-1]) if t != s):
                return s
        return self.nobody


class NotTold(Exception):
    """The record does not hold what would be needed to go on: right as far as it goes."""


def either(check, what):
    return K.Either(check, what)
