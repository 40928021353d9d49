"""The match opens: OFFER, OPEN, SEAL (P5, D8)."""

from .cards import pack
from .chains import public_chain, view_chain
from .checks import (
    JOIN_SIGNATURE, LOG, MATCH_AGAIN, MY_JOIN, MY_KEY, OFFER, OPEN_OFFER, OPEN_SIGNATURE, ORDER,
    SEAL_LIST, SEAL_SIGNATURE, SEAL_TWICE, CheckFailed, check)
from .deal import cut_chain, list_hash
from .logged import open_is_logged
from .notation import ZERO32, hash32, signature_holds, tag
from .offer import MOST_TABLES, join_holds, read_offer, read_open, read_seals
from .signed import join_bytes, open_bytes, seal_bytes
from .signs import Signs
from .table import Table
from .view import Match
from .wire import WireError


def anchors_at(table, anchors):
    """x[0] of every party at a table, out of their anchors of all tables."""
    at = 32 * table.number
    return [every[at:at + 32] for every in anchors]


class Opening:
    """The part of a Party up to the first hand."""

    def on_offer(self, message):
        self.seat, self.match_id, self.view_key = message.seat, hash32(tag("fiel/offer") + message.offer), message.view_key
        self.public = public_chain(self.match_id)
        self.view = view_chain(self.view_key, self.match_id, self.seat)
        self.joined_view = self.view.head
        try:
            self.offer = offer = read_offer(message.offer, MOST_TABLES)
        except WireError as error:
            raise CheckFailed(OFFER, str(error)) from error
        self.signs = Signs(offer.rules)
        mine = range(offer.seats, offer.parties) if self.cutter else range(offer.seats)
        check(self.seat in mine and offer.keys[self.seat] == self.key, MY_KEY,
              "my key is not at my place")
        check(self.folder.match_is(offer.match_id), MATCH_AGAIN, "another match than this folder's")
        self.tables = [Table(offer, number) for number in range(offer.tables)]
        for table in self.tables:
            if offer.twin:
                table.cuts = anchors_at(table, offer.anchors)
            else:
                table.chain = cut_chain(self.folder.chain_secret, offer.match_id, table.M, self.seat,
                                        offer.hands_max, table.number)
        self.t = self.tables[0]
        self.match = Match(offer, self.seat)

    def join_fields(self):
        """Anchors, V_0 and signature of JOIN."""
        anchors = b"".join(table.chain[0] if table.chain else ZERO32 for table in self.tables)
        signed = join_bytes(self.match_id, self.seat, anchors, self.joined_view)
        return anchors, self.joined_view, self.sign(signed)

    def on_open(self, message):
        offer = self.offer
        check(not self.opened, ORDER, "a second OPEN")
        opened, joins = read_open(message.open, offer.tables)
        check(opened == offer.raw, OPEN_OFFER, "another offer was opened")
        check(len(joins) == offer.parties, OPEN_OFFER, "not as many joins as parties")
        check(joins[self.seat].raw == b"".join(self.join_fields()), MY_JOIN, "my join was changed")
        for party, join in enumerate(joins):
            check(join_holds(offer, party, join), JOIN_SIGNATURE, "the join of party %d is not signed by it" % party)
        check(self.arbiter_signed(open_bytes(message.open), message), OPEN_SIGNATURE,
              "OPEN is not signed by the arbiter")
        self.checkpoint = self.logged(message)
        for table in self.tables:
            if table.chain:
                table.cuts = anchors_at(table, [join.anchors for join in joins])
        self.opened = True
        self.bot.match_start(self.match)

    def logged(self, message):
        """The checkpoint that every HANDS_END has to name; 32 zero bytes without a log."""
        check(bool(message.proof) == bool(self.offer.log_key), LOG, "the log's proof")
        if not self.offer.log_key:
            return ZERO32
        try:
            return open_is_logged(self.offer, message)
        except (ValueError, IndexError) as error:
            raise CheckFailed(LOG, "the log: %s" % error) from error

    def on_seal(self, message):
        lists = []
        for hand, commitments in read_seals(message):
            check(len(set(commitments)) == len(commitments), SEAL_LIST, "two slots alike")
            check(len(commitments) == len(pack(self.offer.rules)), SEAL_LIST, "another pack")
            listed = list_hash(self.t.deal_M, hand, commitments)
            check(self.t.lists.get(hand, listed) == listed, SEAL_TWICE, "hand %d is sealed again with another pack" % hand)
            check(hand == self.t.sealed + 1 <= self.offer.hands_max, ORDER, "hand %d does not follow" % hand)
            self.t.seal(hand, listed, commitments)
            lists.append((hand, listed))
        check(self.arbiter_signed(seal_bytes(self.offer.match_id, lists, self.t.number), message),
              SEAL_SIGNATURE, "SEAL is not signed by the arbiter")

    def arbiter_signed(self, message, told):
        """Does the arbiter's signature in a message hold?"""
        return signature_holds(self.offer.arbiter, message, told.signature)
