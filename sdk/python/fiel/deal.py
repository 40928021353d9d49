"""The deal (D3 to D5): seeds, chains of cuts, packs, who gets which slot."""

from .notation import hash32, pieces, tag, u32, u8

SALT = 16  # bytes
OPENING = 2 + SALT


def seed_commit(seed, nonce):
    """D3."""
    return hash32(tag("fiel/seed-commit") + seed + nonce)


def view_key(seed, match_id, party):
    """k_p of D3."""
    return hash32(tag("fiel/view-key") + seed + match_id + u8(party))


def table_id(match_id, number=0):
    """M of a table (D3)."""
    return hash32(tag("fiel/table") + match_id + u32(number))


def perm(count, key, name, draws=None):
    """PERM of D5; `draws`, a list, takes (byte, accepted) of each byte that was drawn."""
    order = list(range(count))
    counter, buffer = 0, b""
    for i in range(count - 1, 0, -1):
        m = i + 1
        limit = 256 - 256 % m
        value = limit
        while value >= limit:
            if not buffer:
                buffer = hash32(tag(name) + key + u32(counter))
                counter += 1
            value, buffer = buffer[0], buffer[1:]
            if draws is not None:
                draws.append((value, value < limit))
        order[i], order[value % m] = order[value % m], order[i]
    return order


def link_down(x, M, party, number):
    """x[number - 1] from x[number] (D4)."""
    return hash32(tag("fiel/chain") + x + M + u8(party) + u32(number))


def cut_chain(secret, match_id, M, party, length, table=0):
    """[x[0], ..., x[length]] (D4)."""
    chain = [hash32(tag("fiel/cut-secret") + secret + match_id + u8(party) + u32(table))]
    for number in range(length, 0, -1):
        chain.append(link_down(chain[-1], M, party, number))
    return chain[::-1]


def deck_of(count):
    """The pack of 40 or 24 cards in ascending number (D5)."""
    ranks = (0, 1, 2, 7, 8, 9) if count == 24 else range(10)
    return [10 * suit + rank for suit in range(4) for rank in ranks]


def commitment(M, hand, slot, card, salt):
    """c_s of D5."""
    return hash32(tag("fiel/slot") + salt + M + u32(hand) + u8(slot) + u8(card))


def list_hash(M, hand, commitments):
    """L of D5."""
    return hash32(tag("fiel/list") + M + u32(hand) + u8(len(commitments)) + b"".join(commitments))


def hand_key(seed, M, hand):
    """K of D5."""
    return hash32(tag("fiel/hand-key") + seed + M + u32(hand))


def salts(key, count):
    """The salts of so many slots: one hash gives those of two (D5)."""
    pairs = b"".join(hash32(tag("fiel/salt") + key + u8(pair)) for pair in range((count + 1) // 2))
    return pieces(pairs, SALT)[:count]


def sign_draw(key, Z, giver, rival, number):
    """The byte that says whether a rival sees the sign of this number (D5); `key` is the hand's."""
    return hash32(tag("fiel/sign") + key + Z + u8(giver) + u8(rival) + u32(number))[0]


def shuffled_pack(seed, M, hand, deck):
    """[(card, salt, commitment), ...] by slot, from the seed (D5)."""
    key = hand_key(seed, M, hand)
    cards = [deck[index] for index in perm(len(deck), key, "fiel/shuffle")]
    return [(card, salt, commitment(M, hand, slot, card, salt))
            for slot, (card, salt) in enumerate(zip(cards, salts(key, len(deck))))]


def joint_cut(M, hand, listed, cuts):
    """Z of D5; `listed` is L."""
    return hash32(tag("fiel/cut") + M + u32(hand) + listed + u8(len(cuts)) + b"".join(cuts))


def slots_by_turn(Z, count):
    """sigma of D5."""
    return perm(count, Z, "fiel/cut-perm")


def first_mano(Z, seats):
    """The mano of hand 1 (D5)."""
    return perm(seats, Z, "fiel/mano")[0]


def gallo_of(offer, mano):
    """Of three seats the one that is dealt four cards (P1, RULES section 3), or None."""
    options = offer.rules.split(",")
    if offer.seats != 3:
        return None
    if "gallo=fijo" in options:
        return 0
    return mano if "gallo_seat=mano" in options else (mano + 2) % 3
