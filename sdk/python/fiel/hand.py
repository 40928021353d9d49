"""One hand's public cards: whose slots, what was opened (D5, D8)."""

from .deal import commitment, deck_of, joint_cut, list_hash, slots_by_turn
from .notation import CARD_DOWN


class Hand:
    """One hand's public cards: which slots are whose, and what was opened (D5, D8)."""

    def __init__(self, M, number, commitments, cuts, seats):
        self.M, self.number, self.commitments = M, number, commitments
        self.deck = deck_of(len(commitments))
        self.seats = seats
        self.Z = joint_cut(M, number, list_hash(M, number, commitments), cuts)
        self.order = slots_by_turn(self.Z, len(commitments))
        self.cards = {}
        self.unseen = False
        self.down = set()
        self.played = {seat: [] for seat in range(seats)}
        self.gallo = self.laid = None

    def slots(self, seat):
        """The slots that were dealt to a seat, in order (D5); of the gallo as he holds them (P6.3)."""
        slots = self.order[3 * seat:3 * seat + 3]
        if seat == self.gallo:
            slots = slots + [self.order[3 * self.seats]]
        if self.laid in slots:
            gone = slots.index(self.laid)
            slots[gone], slots[3] = slots[3], slots[gone]
        return slots

    def free(self, seat):
        """Those of them that may still be opened or played: not what was laid away."""
        return [slot for slot in self.slots(seat) if slot != self.laid]

    def lay_away(self, seat, slot):
        """The gallo's fourth card goes, or False."""
        if seat != self.gallo or self.laid is not None or slot not in self.slots(seat):
            return False
        self.laid = slot
        return True

    def deal(self, openings, rules):
        """Does CARDS open nothing, as in an iron hand that is played unseen (P6.2)?"""
        self.unseen = not openings and "ferro_blind=yes" in rules.split(",")
        return self.unseen

    def spare_slots(self):
        """The slot after those that were dealt: the turned card's."""
        first = 3 * self.seats + (self.gallo is not None)
        return self.order[first:first + 1]

    def holds(self, opening):
        """Does an opening fit its seal, its card the pack and all other openings?"""
        slot, card, salt = opening
        if slot >= len(self.commitments) or card not in self.deck:
            return False
        if commitment(self.M, self.number, slot, card, salt) != self.commitments[slot]:
            return False
        return all((s == slot) == (c == card) for s, c in self.cards.items())

    def open(self, opening):
        """Keeps what an opening shows, or says False."""
        if not self.holds(opening):
            return False
        self.cards[opening[0]] = opening[1]
        return True

    def play(self, seat, slot, down):
        """Marks a slot as played by its seat, or says False."""
        if slot not in self.free(seat) or slot in self.played[seat]:
            return False
        self.played[seat].append(slot)
        if down:
            self.down.add(slot)
        return True

    def faces(self, seat):
        """The cards a seat has played, in order, as the view's table shows them (P7)."""
        return [CARD_DOWN if slot in self.down else self.cards[slot] for slot in self.played[seat]]
