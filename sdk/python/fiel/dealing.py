"""A hand is dealt and played: DEAL, CARDS, ACT, SIGN, REQUEST, REFUSED, SHOW (P5, P6, P7, D8)."""

from .actions import Action
from .cards import HIDDEN, NONE, Card, variant
from .checks import (
    CARD, CLOCK, CUT_CHAIN, LEGAL, MANO, MY_CUT, NOT_MY_ACTION, OPENING, ORDER, SCORE, SEAL_LIST,
    SIGN, SLOT_OWNER, SLOT_TWICE, VIEW_CARDS, VIEW_FACTS, CheckFailed, check)
from .codes import BY_THEMSELVES, DISCARD, PLAY, PLAY_BLIND, PLAY_DOWN, SIGNS_PHASE
from .deal import first_mano, gallo_of, link_down
from .hand import Hand
from .messages import all_of, filled_up, in_order
from .notation import pieces
from .offer import read_openings
from .shown import read_view, view_shows_hand
from .view import View
from .wire import WireError


class Dealing:
    """The part of a Party from a DEAL to its last card."""

    def on_deal(self, message):
        hand = message.hand
        check(hand == self.t.dealt + 1 == self.t.ended + 1 and self.follows(), ORDER, "no hand is due")
        check(self.signed_enough(), ORDER, "a hand is dealt before what ended is signed")
        check(hand in self.t.lists, SEAL_LIST, "hand %d was not sealed" % hand)
        cuts = pieces(message.cuts, 32)
        check(len(cuts) == self.offer.parties, CUT_CHAIN, "not as many cuts as parties")
        check(not self.t.chain or cuts[self.seat] == self.t.chain[hand], MY_CUT, "my cut was changed")
        for party, (x, before) in enumerate(zip(cuts, self.t.cuts)):
            check(link_down(x, self.t.deal_M, party, hand) == before, CUT_CHAIN,
                  "the cut of party %d does not hash to the one before" % party)
        self.t.hand = Hand(self.t.deal_M, hand, self.t.commitments[hand], cuts, self.offer.seats)
        due = (first_mano(self.t.hand.Z, self.offer.seats) if hand == 1
               else (self.t.mano + 1) % self.offer.seats)
        check(message.mano == due, MANO, "seat %d is mano, not %d" % (due, message.mano))
        self.t.hand.gallo = gallo_of(self.offer, message.mano)
        turned = self.open_all(message.openings, self.t.hand.spare_slots())
        turns = variant(self.offer.rules).ranks in ("muestra", "vira", "manilha")
        check(bool(turned) == turns, SLOT_OWNER, "a card is turned, or none is")
        self.t.vira = self.t.hand.cards[turned[0]] if turned else NONE
        if self.t.game_ended:
            self.t.score, self.t.game_ended, self.t.bank = None, None, None
        self.t.cuts, self.t.mano, self.t.dealt = cuts, message.mano, hand
        self.t.given, self.t.untold, self.t.round, self.t.acted = 0, [], None, False

    def on_cards(self, message):
        check(message.hand == self.t.dealt == self.t.ended + 1, ORDER, "CARDS of another hand")
        mine = self.t.hand.slots(self.seat)
        if not self.t.hand.deal(message.openings, self.offer.rules):
            shown = self.open_all(message.openings, mine)
            check(shown == mine, SLOT_OWNER, "not the cards of my slots, in order")
        held = [Card(self.t.hand.cards.get(slot, HIDDEN)) for slot in mine]
        self.bot.hand_start(self.t.dealt, self.t.mano, held)

    def open_all(self, openings, slots):
        """Opens cards of certain slots; gives back which slots."""
        opened = read_openings(openings)
        for opening in opened:
            check(opening[0] in slots, SLOT_OWNER, "slot %d is not that seat's" % opening[0])
            check(self.t.hand.open(opening), OPENING, "slot %d opens to another card" % opening[0])
        shown = [slot for slot, _, _ in opened]
        check(len(set(shown)) == len(shown), SLOT_TWICE, "a slot was opened twice")
        return shown

    # What was done

    def on_act(self, message):
        check(self.t.dealt > self.t.ended, ORDER, "ACT between hands")
        check(message.seat < self.offer.seats, ORDER, "ACT of no seat")
        self.end_round()
        self.t.acted = self.t.acted or message.action >> 8 not in BY_THEMSELVES
        check(not self.t.untold or self.t.forced or self.t.answered_before, SIGN, "a sign of mine was not told")
        kind = message.action >> 8
        slot = self.played_slot(kind, message.action & 255, message)
        if kind == DISCARD:
            check(self.t.hand.lay_away(message.seat, slot), SLOT_OWNER, "no gallo's card")
        elif slot is not None:
            check(slot not in self.t.hand.played[message.seat], SLOT_TWICE, "slot %d again" % slot)
            check(self.t.hand.play(message.seat, slot, kind == PLAY_DOWN), SLOT_OWNER,
                  "seat %d cannot play slot %d" % (message.seat, slot))
        if message.seat == self.seat:
            self.check_mine(kind, message, slot)
        told = 256 * PLAY + message.value if kind == PLAY_BLIND else message.action
        self.bot.acted(message.seat, Action(told, self.offer.rules), message.value)

    def played_slot(self, kind, card, message):
        """The slot of a card that is played or laid away; None of what is said (P6.3)."""
        if kind == PLAY:
            opened = read_openings(message.opening)
            check(len(opened) == 1, OPENING, "a card is played that is not opened")
            slot = opened[0][0]
            check(slot not in self.t.hand.played[message.seat], SLOT_TWICE, "slot %d again" % slot)
            self.open_all(message.opening, self.t.hand.free(message.seat))
            check(self.t.hand.cards[slot] == card, OPENING, "card %d was named, another is shown" % card)
            return slot
        if kind == PLAY_BLIND:
            check(card < 3, CARD, "there is no place %d" % card)
            slot = self.t.hand.slots(message.seat)[card]
            check(self.open_all(message.opening, [slot]) == [slot], SLOT_OWNER, "not its card")
            check(self.t.hand.cards[slot] == message.value, CARD, "another card is named")
            return slot
        if kind in (PLAY_DOWN, DISCARD):
            check(card == HIDDEN and not message.opening, OPENING, "it is opened")
            return message.value
        return None

    def check_mine(self, kind, message, slot):
        """An action told as this seat's (P6.3)."""
        if self.t.request is None:
            check(kind in BY_THEMSELVES, NOT_MY_ACTION, "I was not asked")
            return
        named = slot is None or kind == PLAY_BLIND
        told = message.action if named else 256 * kind + self.t.hand.cards[slot]
        if told != self.t.picked and not self.t.forced and not self.unknown():
            check(False, NOT_MY_ACTION, "told %d, said %s" % (told, self.t.picked))
        self.t.request, self.t.forced = None, False
        if self.t.answered_before:
            self.t.untold = []

    def unknown(self):
        """Does this process not know what was answered? It was asked before it began, and may have answered once
        more before it heard that (P10)."""
        return self.t.picked is None or self.t.answered_before

    def end_round(self):
        """Whatever comes behind the round of signs closes its request (P5 detail 15)."""
        if self.t.request and self.t.request is self.t.round:
            self.t.request = None

    def on_sign(self, message):
        """A sign that this seat sees: its own, a partner's to it, or one of a rival (P6.4)."""
        check(self.t.dealt > self.t.ended and self.t.round, ORDER, "SIGN before the round of signs")
        view = read_view(self.t.round.view, self.offer.seats, self.offer.scorers)
        self.end_round()
        check(not self.signs.error(view, message.seat, 0, [message.sign]), SIGN, "no such sign")
        if message.seat == self.seat:
            mine = self.unknown() or self.t.untold and self.t.untold.pop(0) == message.sign
            check(mine, SIGN, "a sign I did not make")
            self.t.given += 1
        elif message.seat % 2 == self.seat % 2:
            check(message.sign & 255 == self.seat, SIGN, "a partner's sign to another")
        self.bot.sign_seen(message.seat, message.sign)

    # What is asked

    def on_request(self, message):
        check(self.t.dealt > self.t.ended, ORDER, "REQUEST between hands")
        check(message.request > self.t.asked, ORDER, "request %d again" % message.request)
        try:
            view = read_view(message.view, self.offer.seats, self.offer.scorers)
        except WireError as error:
            raise CheckFailed(VIEW_FACTS, str(error)) from error
        self.check_view(view)
        check(message.legal and all_of(message.legal, "u"), LEGAL, "nothing is legal")
        check(in_order(message.legal, view.known[self.seat]) and message.listed == filled_up(message.legal), LEGAL,
              "the legal actions are told in another order, or in another number")
        self.check_clock(message)
        check(not self.t.untold or self.t.answered_before, SIGN, "a sign of mine was not told")
        self.t.bank, self.t.request, self.t.forced, self.t.timed_out = message.bank_us, message, False, False
        self.t.asked, self.t.shown = message.request, view
        self.t.picked, self.t.picked_signs, self.t.untold = None, [], []
        self.t.answered_before = self.catching_up
        if view.phase == SIGNS_PHASE:
            self.t.round = message

    def check_view(self, view):
        """Does the view show the cards I was dealt, nobody else's, and what was played?"""
        unknown = HIDDEN if self.t.hand.unseen else NONE
        mine = [self.t.hand.cards.get(slot, unknown) for slot in self.t.hand.slots(self.seat)]
        check(view.seat == self.seat, VIEW_FACTS, "the view of seat %d" % view.seat)
        check(view.known[self.seat] == (mine + [NONE])[:4], VIEW_CARDS, "not the cards I was dealt")
        for other, known in enumerate(view.known):
            mate = other == self.seat or (other - self.seat) % 2 == 0 and self.offer.seats != 3
            check(mate or known == [NONE] * 4, VIEW_CARDS, "a rival's card is shown")
        check(view_shows_hand(view, self.t.hand, self.t.mano, self.seat), VIEW_FACTS,
              "the view is not what was played")
        check(view.game == len(self.t.game_winners) + 1 and view.vira == self.t.vira and not view.hand_over,
              VIEW_FACTS, "game, vira or hand_over")
        before = self.t.score or view.score
        check(all(now >= had for now, had in zip(view.score, before)), SCORE, "points were lost")

    def check_clock(self, message):
        """Does the time follow from the bank and the other tables', and the bank from what was used (P8)?"""
        offer = self.offer
        due = min(offer.cap_us, message.bank_us) + offer.grace_us
        most = due + (offer.tables - 1) * (offer.cap_us + offer.grace_us)  # what is asked together shares its time
        check(due <= message.budget_us <= most, CLOCK, "the budget does not follow from the bank")
        check(not self.t.timed_out or message.used_us == 0, CLOCK, "what timed out was used")
        check(message.bank_us == self.bank_due(message.used_us), CLOCK, "the bank does not follow from what was used")

    def bank_due(self, used):
        """What the bank holds after the last answer, which took so long."""
        offer, before = self.offer, self.t.bank
        if before is None:
            return offer.bank_us
        allowed = min(offer.cap_us, before)
        charge = allowed if self.t.timed_out else min(max(0, used - offer.grace_us), allowed)
        return before - charge + offer.inc_us

    def decide(self):
        """Asks the bot, once."""
        if self.t.picked is not None:
            return
        self.bot.table = self.t.number
        view = View(self.t.shown, self.t.request.legal, self.match, self.t.request.bank_us,
                    self.t.request.budget_us, self.t.request.used_us)
        room = min(self.signs.per_decision, self.signs.per_hand - self.t.given)
        made = self.bot.signs(view, room) if room > 0 and self.signs.made(view) else []
        asked = view.phase == SIGNS_PHASE
        self.t.picked = self.t.request.legal[0] if asked else view.answered(self.bot.decide(view))
        self.t.picked_signs = [int(sign) for sign in made]
        self.t.untold = list(self.t.picked_signs)

    def on_refused(self, message):
        check(self.t.request and message.request == self.t.request.request, ORDER,
              "another request was refused")
        check(self.t.picked not in self.t.request.legal or self.t.picked_signs, LEGAL,
              "a legal action was refused: %s" % message.text)
        self.t.picked, self.t.picked_signs, self.t.untold = None, [], []
        self.unsaid.append((self.t.number, "ANSWER", self.seat, message.request))
        self.bot.refused(message.text)

    def on_show(self, message):
        check(self.t.dealt > self.t.ended, ORDER, "SHOW between hands")
        check(message.seat < self.offer.seats, ORDER, "SHOW of no seat")
        for slot in self.open_all(message.openings, self.t.hand.free(message.seat)):
            self.bot.shown(message.seat, Card(self.t.hand.cards[slot]))
