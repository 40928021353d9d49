#!/usr/bin/python3
"""A complete bot for Fiel, written from PROTOCOL.md (P) and DEAL.md (D) alone.

usage: bot.py [--play highest|random] [--seed N] [--name NAME]
       bot.py --cut           plays nothing and only cuts: fiel match --cutter "python3 bot.py --cut"

It keeps its keys and every message it was told in its state folder, so that it can be killed and
started again at any time; it makes all the checks of D8 and protests at the first that fails.
"""

import argparse
import os
import random
import struct
import sys

import msgpack
import nacl.signing
import zmq
import zmq.utils.monitor

import fiel

PATIENCE_MS = 30000
QUIET_MS = 50
LINGER_MS = 2000
TRUCO_ORDER = (0, 10, 6, 26, 2, 1)


class CheckFailed(Exception):
    """A check of D8 failed; `code` is that of P9.6."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


(ENVELOPE, ORDER, OFFER, MY_KEY, MATCH_AGAIN, OPEN_OFFER, MY_JOIN, JOIN_SIGNATURE, OPEN_SIGNATURE,
 LOG, SEAL_LIST, SEAL_SIGNATURE, SEAL_TWICE, MY_CUT, CUT_CHAIN, MANO, SLOT_OWNER, SLOT_TWICE,
 OPENING, CARD, NOT_MY_ACTION, VIEW_CARDS, VIEW_FACTS, LEGAL, CLOCK, SCORE, HEAD,
 HAND_END_SIGNATURE, SIGNED_SIGNATURE, RESULT, RESULT_SIGNATURE, SEED, PACK,
 STATE, SIGN) = range(1, 36)


def check(holds, code, text):
    """One check of D8."""
    if not holds:
        raise CheckFailed(code, text)


# ------------------------------------------------------------------- the player


def strength(card):
    """How high a card is in the Argentine order; larger is higher."""
    if card in TRUCO_ORDER[:4]:
        return 20 - TRUCO_ORDER.index(card)
    return (9, 14, 15, 4, 5, 6, 7, 10, 11, 12)[card % 10]


def choose(how, seed, request):
    """One code of the request's `legal` (P6.2); the same for the same request, always."""
    cards = [code for code in request.legal if code >> 8 == fiel.PLAY]
    if how == "highest" and cards:
        return max(cards, key=lambda code: strength(code & 255))
    return random.Random("%s/%d" % (seed, request.request)).choice(request.legal)


SIDES = 2  # where signs are made


def choose_signs(how, seed, request, signs, given):
    """The codes of the signs that go with the answer (P6.4), none when it plays without chance."""
    room = min(signs.per_decision, signs.per_hand - given)
    if how != "random" or not signs.on or room < 1:
        return []
    view = fiel.read_view(request.view, len(request.view[-1]), SIDES)
    if not signs.made(view):
        return []
    dice = random.Random("%s/signs/%d" % (seed, request.request))
    partners = [seat for seat in range(view.seats) if (view.duel >> seat & 1)
                and seat % 2 == view.seat % 2 and seat != view.seat]
    words = sorted(signs.words - fiel.CAPTAINS_SIGNS)
    return [256 * dice.choice(words) + dice.choice(partners)
            for _ in range(dice.randrange(room + 1))]


# -------------------------------------------------------------- the state folder


class Folder:
    """Keys, chain secret and the messages so far, in the state folder (P1, P10)."""

    def __init__(self, path):
        self.path = path
        self.key = nacl.signing.SigningKey(self.secret("key"))
        self.chain_secret = self.secret("chain-secret")
        self.journal = open(os.path.join(path, "messages"), "ab")

    def secret(self, name):
        """32 random bytes, made when the file is missing."""
        path = os.path.join(self.path, name)
        if not os.path.exists(path):
            with open(path + ".new", "wb") as file:
                file.write(os.urandom(32))
            os.rename(path + ".new", path)
        with open(path, "rb") as file:
            return file.read()

    def messages(self):
        """The messages kept; what was half written when the bot died is cut off."""
        path = os.path.join(self.path, "messages")
        with open(path, "rb") as file:
            data = file.read()
        kept, at = [], 0
        while at + 4 <= len(data):
            end = at + 4 + struct.unpack_from(">I", data, at)[0]
            if end > len(data):
                break
            kept.append(data[at + 4:end])
            at = end
        os.truncate(path, at)
        return kept

    def keep(self, raw):
        """Adds a message."""
        self.journal.write(struct.pack(">I", len(raw)) + raw)
        self.journal.flush()


# ------------------------------------------------------------------------ the bot


class Party:
    """What one seat knows of the match, message by message (P5, P11, D8)."""

    def __init__(self, folder, pick, pick_signs=lambda *_: [], cutter=False):
        self.cutter = cutter
        self.folder, self.pick, self.pick_signs = folder, pick, pick_signs
        self.signs, self.given, self.picked_signs, self.untold = None, 0, [], []
        self.round = self.asked_head = None
        self.key = bytes(folder.key.verify_key)
        self.have = 0
        self.offer = self.seat = self.chain = self.public = self.view = None
        self.opened = self.over = self.stopped = self.last = False
        self.lists, self.commitments, self.cuts = {}, {}, []
        self.dealt = self.ended = self.passed_on = 0
        self.mano, self.hand, self.hand_end = None, None, None
        self.request, self.picked, self.forced = None, None, False
        self.game_winners, self.game_ended, self.score = [], None, None
        self.bank = None
        self.result = None

    def take(self, message):
        """One message: look at it, then link it (P11 step 3)."""
        check((message.kind == "OFFER") == (self.offer is None), ORDER, "OFFER comes once, first")
        check(not self.over or message.kind == "REVEAL", ORDER, "the match is over")
        check(self.opened or message.kind in ("OFFER", "OPEN", "FAULT", "RESULT", "REVEAL"), ORDER,
              "%s before OPEN" % message.kind)
        getattr(self, "on_" + message.kind.lower())(message)
        if message.kind != "OFFER":
            self.view.link(message)
            if message.number not in fiel.PRIVATE:
                self.public.link(message)
        if message.kind == "REQUEST":
            self.asked_head = self.view.head
        self.have += 1

    def head(self):
        """The view chain's head, for HELLO."""
        return self.view.head if self.view else fiel.ZERO32

    # The match opens

    def on_offer(self, message):
        self.offer = offer = fiel.read_offer(message.offer)
        self.seat = message.seat
        self.signs = fiel.Signs(offer.rules)
        mine = range(offer.seats, offer.parties) if self.cutter else range(offer.seats)
        check(self.seat in mine and offer.keys[self.seat] == self.key, MY_KEY,
              "my key is not at my place")
        if offer.twin:
            self.cuts = offer.anchors
        else:
            self.chain = fiel.cut_chain(self.folder.chain_secret, offer.match_id, offer.M,
                                        self.seat, offer.hands_max)
        self.view_key = message.view_key
        self.public = fiel.public_chain(offer.M)
        self.view = fiel.view_chain(offer.M, self.seat, message.view_key)

    def join_fields(self):
        """Anchors and signature of JOIN."""
        anchor = self.chain[0] if self.chain else fiel.ZERO32
        return anchor, self.sign(fiel.join_bytes(self.offer.match_id, self.seat, anchor))

    def on_open(self, message):
        offer = self.offer
        check(not self.opened, ORDER, "a second OPEN")
        opened, joins = fiel.read_open(message.open)
        check(opened == offer.raw, OPEN_OFFER, "another offer was opened")
        check(len(joins) == offer.parties, OPEN_OFFER, "not as many joins as parties")
        check(joins[self.seat] == self.join_fields(), MY_JOIN, "my join was changed")
        for party, (anchor, signature) in enumerate(joins):
            signed = fiel.join_bytes(offer.match_id, party, anchor)
            check(fiel.signature_holds(offer.keys[party], signed, signature), JOIN_SIGNATURE,
                  "the join of party %d is not signed by it" % party)
        check(self.arbiter_signed(fiel.open_bytes(message.open), message), OPEN_SIGNATURE,
              "OPEN is not signed by the arbiter")
        check(bool(message.proof) == bool(offer.log_key), LOG, "the log's proof")
        self.checkpoint = fiel.ZERO32
        if offer.log_key:
            try:
                self.checkpoint = fiel.open_is_logged(offer, message)
            except ValueError as error:
                check(False, LOG, "the log: " + str(error).replace("%", "%%"))
        if self.chain:
            self.cuts = [anchor for anchor, _ in joins]
        self.opened = True

    def on_seal(self, message):
        lists = []
        for hand, commitments in fiel.read_seals(message):
            check(len(set(commitments)) == len(commitments), SEAL_LIST, "two slots alike")
            listed = fiel.list_hash(self.offer.deal_M, hand, commitments)
            check(hand not in self.lists, SEAL_TWICE, "hand %d is sealed again" % hand)
            check(hand == len(self.lists) + 1 <= self.offer.hands_max, SEAL_LIST,
                  "hand %d does not follow" % hand)
            self.lists[hand], self.commitments[hand] = listed, commitments
            lists.append((hand, listed))
        check(self.arbiter_signed(fiel.seal_bytes(self.offer.match_id, lists), message),
              SEAL_SIGNATURE, "SEAL is not signed by the arbiter")

    # A hand

    def on_deal(self, message):
        hand = message.hand
        check(hand == self.dealt + 1 == self.ended + 1 and self.follows(), ORDER, "no hand is due")
        check(hand in self.lists, SEAL_LIST, "hand %d was not sealed" % hand)
        cuts = fiel.pieces(message.cuts, 32)
        check(len(cuts) == self.offer.parties, CUT_CHAIN, "not as many cuts as parties")
        check(not self.chain or cuts[self.seat] == self.chain[hand], MY_CUT, "my cut was changed")
        for party, (x, before) in enumerate(zip(cuts, self.cuts)):
            check(fiel.link_down(x, self.offer.deal_M, party, hand) == before, CUT_CHAIN,
                  "the cut of party %d does not hash to the one before" % party)
        self.hand = fiel.Hand(self.offer.deal_M, hand, self.commitments[hand], cuts,
                              self.offer.seats)
        due = (fiel.first_mano(self.hand.Z, self.offer.seats) if hand == 1
               else (self.mano + 1) % self.offer.seats)
        check(message.mano == due, MANO, "seat %d is mano, not %d" % (due, message.mano))
        self.hand.gallo = fiel.gallo_of(self.offer, message.mano)
        self.open_all(message.openings, self.hand.spare_slots())
        if self.game_ended:
            self.score, self.game_ended, self.bank = None, None, None
        self.cuts, self.mano, self.dealt = cuts, message.mano, hand
        self.given, self.untold, self.round = 0, [], None

    def on_cards(self, message):
        check(message.hand == self.dealt == self.ended + 1, ORDER, "CARDS of another hand")
        mine = self.hand.slots(self.seat)
        if self.hand.deal(message.openings, self.offer.rules):
            return
        shown = self.open_all(message.openings, mine)
        check(shown == mine, SLOT_OWNER, "not the cards of my slots, in order")

    def open_all(self, openings, slots):
        """Opens cards of certain slots; gives back which slots."""
        opened = fiel.read_openings(openings)
        for opening in opened:
            check(opening[0] in slots, SLOT_OWNER, "slot %d is not that seat's" % opening[0])
            check(self.hand.open(opening), OPENING, "slot %d opens to another card" % opening[0])
        shown = [slot for slot, _, _ in opened]
        check(len(set(shown)) == len(shown), SLOT_TWICE, "a slot was opened twice")
        return shown

    def on_act(self, message):
        check(self.dealt > self.ended, ORDER, "ACT between hands")
        self.end_round()
        check(not self.untold or self.forced, SIGN, "a sign of mine was not told")
        kind, card = message.action >> 8, message.action & 255
        slot = None
        if kind == fiel.PLAY:
            slot = fiel.read_openings(message.opening)[0][0] if message.opening else None
            check(slot not in self.hand.played[message.seat], SLOT_TWICE, "slot %s again" % slot)
            self.open_all(message.opening, self.hand.free(message.seat))
            check(slot is not None and self.hand.cards[slot] == card, CARD,
                  "card %d was named, another is shown" % card)
        elif kind == fiel.PLAY_BLIND:
            slot = self.hand.slots(message.seat)[card]
            check(self.open_all(message.opening, [slot]) == [slot], SLOT_OWNER, "not its card")
            check(self.hand.cards[slot] == message.value, CARD, "another card is named")
        elif kind in (fiel.PLAY_DOWN, fiel.DISCARD):
            slot = message.value
        if kind == fiel.DISCARD:
            check(card == fiel.CARD_DOWN and not message.opening, OPENING, "it is opened")
            check(self.hand.lay_away(message.seat, slot), SLOT_OWNER, "no gallo's card")
        elif slot is not None:
            check(self.hand.play(message.seat, slot, kind == fiel.PLAY_DOWN), SLOT_OWNER,
                  "seat %d cannot play slot %d" % (message.seat, slot))
        if message.seat == self.seat:
            self.check_mine(kind, message, slot)

    def end_round(self):
        """Whatever comes behind the round of signs closes its request (P5 detail 15)."""
        if self.request and self.request is self.round:
            self.request = None

    def on_sign(self, message):
        """A sign that this seat sees: its own, a partner's to it, or one of a rival (P6.4)."""
        check(self.dealt > self.ended and self.round, ORDER, "SIGN before the round of signs")
        view = fiel.read_view(self.round.view, self.offer.seats, self.offer.scorers)
        self.end_round()
        check(not self.signs.error(view, message.seat, 0, [message.sign]), SIGN, "no such sign")
        if message.seat == self.seat:
            check(self.untold and self.untold.pop(0) == message.sign, SIGN, "a sign I did not make")
            self.given += 1
        elif message.seat % 2 == self.seat % 2:
            check(message.sign & 255 == self.seat, SIGN, "a partner's sign to another")

    def check_mine(self, kind, message, slot):
        """An action told as this seat's (P6.3)."""
        if self.request is None:
            check(kind in fiel.BY_THEMSELVES, NOT_MY_ACTION, "I was not asked")
            return
        named = slot is None or kind == fiel.PLAY_BLIND
        told = message.action if named else 256 * kind + self.hand.cards[slot]
        check(told == self.picked or self.forced, NOT_MY_ACTION,
              "told %d, said %d" % (told, self.picked))
        self.request, self.forced = None, False

    def on_request(self, message):
        offer = self.offer
        check(self.dealt > self.ended, ORDER, "REQUEST between hands")
        view = fiel.read_view(message.view, offer.seats, offer.scorers)
        check(fiel.view_shows_hand(view, self.hand, self.mano, self.seat), VIEW_FACTS,
              "the view is not what was played")
        check(message.legal and fiel.all_of(message.legal, "u"), LEGAL, "nothing is legal")
        check(message.budget_us == min(offer.cap_us, message.bank_us) + offer.grace_us, CLOCK,
              "the budget does not follow from the bank")
        most = offer.bank_us if self.bank is None else self.bank + offer.inc_us
        check(message.bank_us <= most, CLOCK, "the bank grew by more than inc_us")
        check(self.bank is not None or message.bank_us == most, CLOCK, "the bank was not filled")
        check(not self.untold, SIGN, "a sign of mine was not told")
        self.bank, self.request, self.forced = message.bank_us, message, False
        self.picked = self.pick(message)
        self.picked_signs = self.pick_signs(message, self.signs, self.given)
        self.untold = list(self.picked_signs)
        if view.phase == fiel.SIGNS_PHASE:
            self.round = message

    def on_refused(self, message):
        raise CheckFailed(LEGAL, "a legal action was refused: %s" % message.text)

    def on_show(self, message):
        check(self.dealt > self.ended, ORDER, "SHOW between hands")
        self.open_all(message.openings, self.hand.free(message.seat))

    def on_fault(self, message):
        self.stopped = self.stopped or message.effect in (fiel.MATCH, fiel.VOID)
        self.last = self.last or message.effect == fiel.STOPPED
        if message.seat == self.seat and message.effect == fiel.DEFAULT_ACTION:
            self.untold = []
            self.forced = self.request is not self.round
            self.end_round()
        if message.effect in (fiel.GAME, fiel.MATCH, fiel.VOID):
            self.untold = []

    def on_game_end(self, message):
        check(message.game == len(self.game_winners) + 1 and not self.game_ended, ORDER,
              "game %d ends out of turn" % message.game)
        self.game_ended = self.grown(message.score)
        self.game_winners.append(message.winner)

    def grown(self, score):
        """A score after this hand, which cannot be below the one before."""
        score = fiel.read_score(score, self.offer.scorers)
        check(all(now >= before for now, before in zip(score, self.score or score)), SCORE,
              "points were lost")
        return score

    def on_hand_end(self, message):
        check(message.hand == self.dealt == self.ended + 1, ORDER, "the end of another hand")
        check(message.head == self.public.head, HEAD, "another transcript than I was told")
        self.score = self.grown(message.score)
        check(self.game_ended in (None, self.score), SCORE, "GAME_END says another score")
        check(message.checkpoint == self.checkpoint, LOG, "another checkpoint than OPEN's")
        self.hand_end = message
        check(self.arbiter_signed(self.hand_end_bytes(fiel.NOBODY), message), HAND_END_SIGNATURE,
              "the hand's end is not signed by the arbiter")
        self.ended, self.request, self.forced = message.hand, None, False

    def hand_end_bytes(self, signer):
        """What is signed of the last hand's end (D6)."""
        end = self.hand_end
        return fiel.hand_end_bytes(self.offer.match_id, signer, end.hand, end.head, self.score,
                                   end.checkpoint)

    def on_signed(self, message):
        check(self.hand_end and message.hand == self.ended == self.dealt, ORDER, "SIGNED early")
        check(message.seat < self.offer.parties, ORDER, "SIGNED of no party")
        signed = self.hand_end_bytes(message.seat)
        check(fiel.signature_holds(self.offer.keys[message.seat], signed, message.signature),
              SIGNED_SIGNATURE, "the signature of party %d does not hold" % message.seat)
        if message.seat == self.seat:
            self.passed_on = message.hand

    # The match ends

    def on_result(self, message):
        check(self.arbiter_signed(fiel.result_bytes(self.offer.match_id, message.result), message),
              RESULT_SIGNATURE, "the result is not signed by the arbiter")
        result = fiel.read_result(message.result)
        games = [self.game_winners.count(winner) for winner in range(self.offer.scorers + 1)]
        check(result.match_id == self.offer.match_id, RESULT, "the result of another match")
        check(result.games == games and result.hands == self.dealt, RESULT, "games or hands")
        self.over = True

    def on_reveal(self, message):
        offer = self.offer
        check(self.over, ORDER, "REVEAL before RESULT")
        check(fiel.seed_commit(message.seed, offer.nonce) == offer.seed_commit, SEED,
              "the seed is not the one committed to")
        check(fiel.view_key(message.seed, offer.match_id, self.seat) == self.view_key, SEED,
              "my view key does not follow from the seed")
        for hand, commitments in self.commitments.items():
            pack = fiel.shuffled_pack(message.seed, offer.deal_M, hand,
                                      fiel.deck_of(len(commitments)))
            check([c for _, _, c in pack] == commitments, PACK,
                  "hand %d was not shuffled from the seed" % hand)

    # What is owed

    def follows(self):
        """Does another hand follow (P5 detail 3)?"""
        return (len(self.game_winners) < self.offer.games and self.ended < self.offer.hands_max
                and not self.stopped and not self.last)

    def owed(self):
        """What the arbiter waits for, as far as this seat knows: [(name, field, ...), ...]."""
        if self.offer is None or self.over or self.stopped:
            return []
        if not self.opened:
            return [("JOIN", *self.join_fields())]
        if self.request:
            return [("ANSWER", self.seat, self.request.request, self.picked, self.picked_signs,
                     self.answer_signature())]
        owed = []
        if self.dealt > self.ended:
            return owed
        if self.ended > self.passed_on:
            owed.append(("HAND_SIGN", self.ended, self.sign(self.hand_end_bytes(self.seat))))
        due = self.cut_due()
        if due:
            owed.append(("CUT", due, self.chain[due]))
        return owed

    def cut_due(self):
        """The hand that my cut is owed for: the next, or at a first leg's end T; 0 none."""
        last = self.offer.hands_max
        if self.follows():
            return self.ended + 1 if self.chain and self.ended + 1 in self.lists else 0
        top = self.offer.reveal == fiel.REVEAL_PAIR and not self.last
        return last if top and self.ended < last else 0

    def answer_signature(self):
        """64 bytes where every action is signed, else none (D6)."""
        if not self.offer.sign:
            return b""
        return self.sign(fiel.action_bytes(self.offer.match_id, self.seat, self.request.request,
                                           self.picked, self.picked_signs, self.asked_head))

    def hello_fields(self, name):
        """The fields of HELLO (P4, D6)."""
        match_id = self.offer.match_id if self.offer else fiel.ZERO32
        signed = fiel.hello_bytes(match_id, self.have, self.head())
        return 1, self.key, name, self.have, self.head(), self.sign(signed)

    def sign(self, message):
        return self.folder.key.sign(message).signature

    def arbiter_signed(self, message, told):
        return fiel.signature_holds(self.offer.arbiter, message, told.signature)


class Wire:
    """The connection: HELLO after every handshake, envelopes in, answers out (P1, P3, P10)."""

    def __init__(self, start, party, name):
        self.party, self.name = party, name
        self.sent, self.returning = [], False
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.curve_serverkey, self.socket.curve_publickey = start[2], start[3]
        self.socket.curve_secretkey = start[4]
        self.socket.setsockopt(zmq.MAXMSGSIZE, fiel.MAX_ENVELOPE + fiel.CURVE_ADDS)
        self.socket.linger = LINGER_MS
        self.events = self.socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED)
        self.connected = False
        self.socket.connect(start[1])

    def send(self, *messages):
        """Messages, each (name, field, ...), in one envelope."""
        packed = [fiel.pack_message(*message) for message in messages]
        self.socket.send(fiel.pack_envelope(self.party.have, packed))

    def hello(self):
        """HELLO; a bot that has come back waits until all is told again (P10)."""
        self.sent = []
        self.returning = self.party.have > 0
        self.send(("HELLO", *self.party.hello_fields(self.name)))

    def pay(self):
        """Sends what is owed and was not sent on this connection."""
        due = [message for message in self.party.owed() if message not in self.sent]
        if due:
            self.send(*due)
            self.sent = due

    def run(self):
        """Plays until the match is over; True when it came to its end."""
        poller = zmq.Poller()
        poller.register(self.socket, zmq.POLLIN)
        poller.register(self.events, zmq.POLLIN)
        while not self.party.over:
            ready = dict(poller.poll(self.patience()))
            if not ready:
                if not self.connected:
                    return False
                self.returning = False
                self.pay()
            elif self.events in ready:
                self.event(zmq.utils.monitor.recv_monitor_message(self.events)["event"])
            elif self.socket in ready:
                self.receive(self.socket.recv_multipart())
        return True

    def patience(self):
        """How long to wait for the next thing to come, in milliseconds; None for ever."""
        if not self.connected:
            return PATIENCE_MS
        return QUIET_MS if self.returning else None

    def event(self, event):
        """A connection is there, or is lost."""
        self.connected = event == zmq.EVENT_HANDSHAKE_SUCCEEDED
        if self.connected:
            self.hello()

    def receive(self, parts):
        """One envelope; what it asks for is answered after all of it was read (P11)."""
        check(len(parts) == 1, ENVELOPE, "an envelope of several parts")
        first, messages = fiel.read_envelope(parts[0], fiel.FROM_ARBITER,
                                             fiel.MESSAGES_FROM_ARBITER)
        if first > self.party.have:
            self.hello()
            return
        for message in messages[self.party.have - first:]:
            self.party.folder.keep(message.raw)
            self.party.take(message)
        if not self.returning:
            self.pay()

    def protest(self, failed):
        """A check failed: say so and stop (D8)."""
        self.send(("PROTEST", failed.code, str(failed)[:255]))


def options():
    parser = argparse.ArgumentParser(description="a bot for fiel match")
    parser.add_argument("--play", choices=("highest", "random"), default="highest")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--name", default="python")
    parser.add_argument("--cut", action="store_true")
    return parser.parse_args()


def restore(party):
    """Takes again the messages that an earlier process kept (P10)."""
    for raw in party.folder.messages():
        party.take(fiel.read_message(raw, fiel.FROM_ARBITER))


def guarded(step, wire):
    """Runs a step; a check that fails is protested."""
    try:
        return step()
    except fiel.WireError as error:
        failed = CheckFailed(ENVELOPE, str(error))
    except CheckFailed as error:
        failed = error
    except OSError as error:
        failed = CheckFailed(STATE, str(error))
    print("check %d failed: %s" % (failed.code, failed), file=sys.stderr)
    wire.protest(failed)
    return False


def main():
    """Record on descriptor 3, keys, connection, match."""
    arguments = options()
    with open(3, "rb") as file:
        start = msgpack.unpackb(file.read())
    folder = Folder(start[5])
    party = Party(folder, lambda request: choose(arguments.play, arguments.seed, request),
                  lambda request, signs, given: choose_signs(arguments.play, arguments.seed, request,
                                                             signs, given), arguments.cut)
    wire = Wire(start, party, arguments.name)
    played = guarded(lambda: (restore(party), wire.run())[1], wire)
    wire.socket.close()
    return 0 if played else 1


if __name__ == "__main__":
    sys.exit(main())
