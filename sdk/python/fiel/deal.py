"""The deal (D3 to D5): seeds, chains of cuts, packs, who gets which slot."""

from .notation import hash32, keyed32, tag, u32, u8


def seed_commit(seed, nonce):
    """D3."""
    return keyed32(seed, tag("fiel/seed-commit") + nonce)


def view_key(seed, match_id, seat):
    """k_i of D3."""
    return keyed32(seed, tag("fiel/view-key") + match_id + u8(seat))


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
                buffer = keyed32(key, tag(name) + u32(counter))
                counter += 1
            value, buffer = buffer[0], buffer[1:]
            if draws is not None:
                draws.append((value, value < limit))
        order[i], order[value % m] = order[value % m], order[i]
    return order


def link_down(x, M, party, number):
    """x[number - 1] from x[number] (D4)."""
    return keyed32(x, tag("fiel/chain") + M + u8(party) + u32(number))


def cut_chain(secret, match_id, M, party, length, table=0):
    """[x[0], ..., x[length]] (D4)."""
    chain = [keyed32(secret, tag("fiel/cut-secret") + match_id + u8(party) + u32(table))]
    for number in range(length, 0, -1):
        chain.append(link_down(chain[-1], M, party, number))
    return chain[::-1]


def deck_of(count):
    """The pack of 40 or 24 cards in ascending number (D5)."""
    ranks = (0, 1, 2, 7, 8, 9) if count == 24 else range(10)
    return [10 * suit + rank for suit in range(4) for rank in ranks]


def commitment(M, hand, slot, card, salt):
    """c_s of D5."""
    return keyed32(salt, tag("fiel/slot") + M + u32(hand) + u8(slot) + u8(card))


def list_hash(M, hand, commitments):
    """L of D5."""
    return hash32(tag("fiel/list") + M + u32(hand) + u8(len(commitments)) + b"".join(commitments))


def shuffled_pack(seed, M, hand, deck):
    """[(card, salt, commitment), ...] by slot, from the seed (D5)."""
    key = keyed32(seed, tag("fiel/hand-key") + M + u32(hand))
    cards = [deck[index] for index in perm(len(deck), key, "fiel/shuffle")]
    salts = [keyed32(key, tag("fiel/salt") + u8(slot)) for slot in range(len(deck))]
    return [(card, salt, commitment(M, hand, slot, card, salt))
            for slot, (card, salt) in enumerate(zip(cards, salts))]


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
