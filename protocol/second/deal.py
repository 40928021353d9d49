"""Who gets which card, proved: seals, cuts, openings, chains, what is signed (DEAL.md; PROTOCOL2 sections 1 to 3).

What differs between the versions of the protocol is in the two classes at the end and nowhere else: `Formulas1` is
what records say today, `Formulas2` what the second version says. When version 1 goes, its class goes.
"""

import hashlib


def H(message):
    return hashlib.blake2b(message, digest_size=32).digest()


def keyed(key, message):
    return hashlib.blake2b(message, digest_size=32, key=key).digest()


def D(tag):
    return tag.encode().ljust(16, b"\0")


def u8(n):
    return bytes([n])


def u16(n):
    return n.to_bytes(2, "big")


def u32(n):
    return n.to_bytes(4, "big")


def u64(n):
    return n.to_bytes(8, "big")


ZERO = bytes(32)


class Formulas:
    """What is the same in both versions. `perm_block`, `salt` and the rest are each version's."""

    def table_name(self, match_id, table):
        return H(D("fiel/table") + match_id + u32(table))

    def match_id(self, offer):
        return H(D("fiel/offer") + offer)

    def sealed_list(self, m, hand, commitments):
        return H(D("fiel/list") + m + u32(hand) + u8(len(commitments)) + b"".join(commitments))

    def cut(self, m, hand, sealed, cuts):
        return H(D("fiel/cut") + m + u32(hand) + sealed + u8(len(cuts)) + b"".join(cuts))

    def perm(self, n, key, tag, counts=None):
        """PERM of DEAL.md 5; `counts` takes (bytes drawn, bytes thrown away)."""
        p, buffer, counter, drawn, thrown = list(range(n)), b"", 0, 0, 0
        for i in range(n - 1, 0, -1):
            m = i + 1
            limit = 256 - 256 % m
            while True:
                if not buffer:
                    buffer, counter = self.perm_block(key, tag, counter), counter + 1
                v, buffer, drawn = buffer[0], buffer[1:], drawn + 1
                if v < limit:
                    break
                thrown += 1
            p[i], p[v % m] = p[v % m], p[i]
        if counts is not None:
            counts.extend((drawn, thrown))
        return p

    def first_mano(self, seats, z):
        return self.perm(seats, z, "fiel/mano")[0]

    def shuffled(self, deck, key):
        return [deck[i] for i in self.perm(len(deck), key, "fiel/shuffle")]

    def sigma(self, n, z):
        return self.perm(n, z, "fiel/cut-perm")

    def opening(self, slot, card, salt):
        return u8(slot) + u8(card) + salt

    def sealed(self, m, hand, key, deck):
        """(card by slot, salt by slot, commitment by slot) of one hand."""
        cards = self.shuffled(deck, key)
        salts = [self.salt(key, s) for s in range(len(deck))]
        return cards, salts, [self.commitment(salts[s], m, hand, s, cards[s]) for s in range(len(deck))]


class Formulas1(Formulas):
    version, salt_size = 1, 32

    def seed_commit(self, seed, nonce):
        return keyed(seed, D("fiel/seed-commit") + nonce)

    def view_key(self, seed, match_id, party):
        return keyed(seed, D("fiel/view-key") + match_id + u8(party))

    def chain_top(self, secret, match_id, party, table):
        return keyed(secret, D("fiel/cut-secret") + match_id + u8(party) + u32(table))

    def chain_step(self, x, m, party, j):
        """x[j-1] of x[j]."""
        return keyed(x, D("fiel/chain") + m + u8(party) + u32(j))

    def hand_key(self, seed, m, hand):
        return keyed(seed, D("fiel/hand-key") + m + u32(hand))

    def salt(self, key, slot):
        return keyed(key, D("fiel/salt") + u8(slot))

    def commitment(self, salt, m, hand, slot, card):
        return keyed(salt, D("fiel/slot") + m + u32(hand) + u8(slot) + u8(card))

    def perm_block(self, key, tag, counter):
        return keyed(key, D(tag) + u32(counter))

    def sign_draw(self, key, z, giver, rival, m):
        return keyed(key, D("fiel/sign") + z + u8(giver) + u8(rival) + u32(m))[0]

    # The transcript: every message is linked into P when it is public and into each V that is told it.
    def public_start(self, match_id):
        return H(D("fiel/pub0") + self.table_name(match_id, 0))

    def view_start(self, key, match_id, party):
        return keyed(key, D("fiel/view0") + self.table_name(match_id, 0) + u8(party))

    def link(self, head, seq, kind, message):
        return H(D("fiel/link") + head + u64(seq) + u8(kind) + H(message))


class Formulas2(Formulas):
    version, salt_size = 2, 16

    def seed_commit(self, seed, nonce):
        return H(D("fiel/seed-commit") + seed + nonce)

    def view_key(self, seed, match_id, party):
        return H(D("fiel/view-key") + seed + match_id + u8(party))

    def chain_top(self, secret, match_id, party, table):
        return H(D("fiel/cut-secret") + secret + match_id + u8(party) + u32(table))

    def chain_step(self, x, m, party, j):
        return H(D("fiel/chain") + x + m + u8(party) + u32(j))

    def hand_key(self, seed, m, hand):
        return H(D("fiel/hand-key") + seed + m + u32(hand))

    def salt(self, key, slot):
        both = H(D("fiel/salt") + key + u8(slot // 2))
        return both[:16] if slot % 2 == 0 else both[16:]

    def commitment(self, salt, m, hand, slot, card):
        return H(D("fiel/slot") + salt + m + u32(hand) + u8(slot) + u8(card))

    def perm_block(self, key, tag, counter):
        return H(D(tag) + key + u32(counter))

    def sign_draw(self, key, z, giver, rival, m):
        return H(D("fiel/sign") + key + z + u8(giver) + u8(rival) + u32(m))[0]

    # The transcript: P takes the public messages, V a party's private ones with P as it stands before them.
    def public_start(self, match_id):
        return H(D("fiel/pub0") + match_id)

    def public_link(self, head, seq, message):
        return H(D("fiel/pub") + head + u64(seq) + message)

    def view_start(self, key, match_id, party):
        return H(D("fiel/view0") + key + match_id + u8(party))

    def view_link(self, view, public, seq, message):
        return H(D("fiel/view") + view + public + u64(seq) + message)

    def have_head(self, view, public):
        return H(D("fiel/have") + view + public)

    # What is signed, by whom (PROTOCOL2 sections 3, 4, 6; the rest as in DEAL.md section 6).
    def signed_first_hello(self, server_key):
        return D("fiel/hello") + server_key + u64(0) + ZERO

    def signed_hello(self, match_id, have, head):
        return D("fiel/hello") + match_id + u64(have) + head

    def signed_join(self, match_id, party, anchors, view):
        return D("fiel/join") + match_id + u8(party) + u32(len(anchors) // 32) + H(anchors) + view

    def signed_hands_end(self, match_id, party, hands, seq, public, views, checkpoint):
        return D("fiel/hands-end") + match_id + u8(party) + u32(hands) + u64(seq) + public + H(views) + checkpoint

    def signed_protest(self, match_id, party, have, head, code, text):
        return D("fiel/protest") + match_id + u8(party) + u64(have) + head + u32(code) + H(text)


def signed_open(opened):
    return D("fiel/open") + H(opened)


def signed_seal(match_id, lists):
    """`lists`: (table, hand, L) of each sealed hand."""
    return D("fiel/seal") + match_id + u32(len(lists)) + b"".join(u32(t) + u32(h) + ell for t, h, ell in lists)


def signed_action(match_id, seat, table, request, action, signs, head):
    return (D("fiel/action") + match_id + u8(seat) + u32(table) + u32(request) + u16(action) + u8(len(signs))
            + b"".join(u16(s) for s in signs) + head)


def signed_result(match_id, result):
    return D("fiel/result") + match_id + H(result)


def signed_replay(match_id, before):
    return D("fiel/replay") + match_id + H(before)
