"""Who gets which card, proved: seals, cuts, openings, chains, what is signed (DEAL.md)."""

import hashlib


def H(message):
    return hashlib.blake2b(message, digest_size=32).digest()


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


SALT = 16
OPENING = 2 + SALT


def match_id(offer):
    return H(D("fiel/offer") + offer)


def table_name(name, table):
    return H(D("fiel/table") + name + u32(table))


def seed_commit(seed, nonce):
    return H(D("fiel/seed-commit") + seed + nonce)


def view_key(seed, name, party):
    return H(D("fiel/view-key") + seed + name + u8(party))


def chain_step(x, m, party, j):
    """x[j-1] of x[j]."""
    return H(D("fiel/chain") + x + m + u8(party) + u32(j))


# ---- one hand ----------------------------------------------------------------------------------

def hand_key(seed, m, hand):
    return H(D("fiel/hand-key") + seed + m + u32(hand))


def salt(key, slot):
    both = H(D("fiel/salt") + key + u8(slot // 2))
    return both[:SALT] if slot % 2 == 0 else both[SALT:]


def commitment(salt_, m, hand, slot, card):
    return H(D("fiel/slot") + salt_ + m + u32(hand) + u8(slot) + u8(card))


def sealed_list(m, hand, commitments):
    return H(D("fiel/list") + m + u32(hand) + u8(len(commitments)) + b"".join(commitments))


def cut(m, hand, sealed_, cuts):
    return H(D("fiel/cut") + m + u32(hand) + sealed_ + u8(len(cuts)) + b"".join(cuts))


def perm(n, key, tag, counts=None):
    """PERM of DEAL.md 5; `counts` takes (bytes drawn, bytes thrown away)."""
    p, buffer, counter, drawn, thrown = list(range(n)), b"", 0, 0, 0
    for i in range(n - 1, 0, -1):
        m = i + 1
        limit = 256 - 256 % m
        while True:
            if not buffer:
                buffer, counter = H(D(tag) + key + u32(counter)), counter + 1
            v, buffer, drawn = buffer[0], buffer[1:], drawn + 1
            if v < limit:
                break
            thrown += 1
        p[i], p[v % m] = p[v % m], p[i]
    if counts is not None:
        counts.extend((drawn, thrown))
    return p


def sigma(n, z):
    return perm(n, z, "fiel/cut-perm")


def first_mano(seats, z):
    return perm(seats, z, "fiel/mano")[0]


def sign_draw(key, z, giver, rival, m):
    return H(D("fiel/sign") + key + z + u8(giver) + u8(rival) + u32(m))[0]


def opening(slot, card, salt_):
    return u8(slot) + u8(card) + salt_


def sealed(m, hand, key, deck):
    """(card by slot, salt by slot, commitment by slot) of one hand."""
    cards = [deck[i] for i in perm(len(deck), key, "fiel/shuffle")]
    salts = [salt(key, s) for s in range(len(deck))]
    return cards, salts, [commitment(salts[s], m, hand, s, cards[s]) for s in range(len(deck))]


# ---- the transcript: P takes the public messages, V a party's private ones with P as it stands before them -----------

def public_start(name):
    return H(D("fiel/pub0") + name)


def public_link(head, seq, message):
    return H(D("fiel/pub") + head + u64(seq) + message)


def view_start(key, name, party):
    return H(D("fiel/view0") + key + name + u8(party))


def view_link(view, public, seq, message):
    return H(D("fiel/view") + view + public + u64(seq) + message)


def have_head(view, public):
    return H(D("fiel/have") + view + public)


# ---- what is signed (DEAL.md section 6) ------------------------------------------------------------------------------

def signed_hello(name, have, head):
    return D("fiel/hello") + name + u64(have) + head


def signed_join(name, party, anchors, view):
    """`view` is V_0."""
    return D("fiel/join") + name + u8(party) + u32(len(anchors) // 32) + H(anchors) + view


def signed_protest(name, party, have, head, code, text):
    return D("fiel/protest") + name + u8(party) + u64(have) + head + u32(code) + H(text)


def signed_open(opened):
    return D("fiel/open") + H(opened)


def signed_seal(name, lists):
    """`lists`: (table, hand, L) of each sealed hand."""
    return D("fiel/seal") + name + u32(len(lists)) + b"".join(u32(t) + u32(h) + ell for t, h, ell in lists)


def signed_hands_end(name, party, hands, seq, public, views, checkpoint):
    return D("fiel/hands-end") + name + u8(party) + u32(hands) + u64(seq) + public + H(views) + checkpoint


def signed_action(name, seat, table, request, action, signs, note, view):
    return (D("fiel/action") + name + u8(seat) + u32(table) + u32(request) + u16(action) + u8(len(signs))
            + b"".join(u16(s) for s in signs) + H(note.encode()) + view)


def signed_result(name, result):
    return D("fiel/result") + name + H(result)


def signed_replay(name, before):
    return D("fiel/replay") + name + H(before)
