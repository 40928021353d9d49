"""The vectors of D9 worked out again with the package: what is dealt, the two chains, what is signed."""

import json
from types import SimpleNamespace

import nacl.signing
from fiel import pages



def raw(words):
    """Bytes from hex; of a list each, joined."""
    return bytes.fromhex("".join(words) if isinstance(words, list) else words)


class Vector:
    """One line: what it gives, and what follows."""

    def __init__(self, given):
        self.given, self.hand, self.number = given, given["h"], given["t"]
        self.seed, self.match_id = raw(given["S"]), raw(given["match_id"])
        self.seats, self.parties = given["seats"], given["seats"] + given["cutters"]
        self.M = pages.table_id(self.match_id, self.number)
        self.chains = [pages.cut_chain(raw(secret), self.match_id, self.M, party, given["T"], self.number)
                       for party, secret in enumerate(given["chain_secret"])]
        self.key = pages.hand_key(self.seed, self.M, self.hand)
        self.pack = pages.shuffled_pack(self.seed, self.M, self.hand, given["deck"])
        self.listed = pages.list_hash(self.M, self.hand, [c for _, _, c in self.pack])
        self.Z = pages.joint_cut(self.M, self.hand, self.listed, [chain[self.hand] for chain in self.chains])
        self.keys = [pages.view_key(self.seed, self.match_id, party) for party in range(self.parties)]
        self.public = pages.public_chain(self.match_id)
        self.views = [pages.view_chain(key, self.match_id, party) for party, key in enumerate(self.keys)]

    def again(self):
        """Everything that follows, by the name of its field."""
        given, shuffle, cut = self.given, [], []
        pages.perm(len(given["deck"]), self.key, "fiel/shuffle", shuffle)
        sigma = pages.perm(len(given["deck"]), self.Z, "fiel/cut-perm", cut)
        first = pages.first_mano(self.Z, self.seats) if self.hand == 1 else None
        made = {
            "seed_commit": pages.seed_commit(self.seed, raw(given["offer_nonce"])).hex(),
            "M_t": self.M.hex(), "K": self.key.hex(), "L": self.listed.hex(), "Z": self.Z.hex(), "sigma": sigma,
            "salt": [salt.hex() for _, salt, _ in self.pack], "c": [c.hex() for _, _, c in self.pack],
            "anchor": [chain[0].hex() for chain in self.chains],
            "x": [chain[self.hand].hex() for chain in self.chains],
            "x_previous": [chain[self.hand - 1].hex() for chain in self.chains],
            "card_in_slot": [card for card, _, _ in self.pack], "dealt": [self.pack[slot][0] for slot in sigma],
            "shuffle_draws": len(shuffle), "cut_draws": len(cut),
            "shuffle_rejections": sum(not good for _, good in shuffle),
            "cut_rejections": sum(not good for _, good in cut), "first_mano": first,
            "sign_first_byte": pages.sign_draw(self.key, self.Z, 0, 1, 0),
            "sign_draws": [dict(draw, byte=pages.sign_draw(self.key, self.Z, draw["giver"], draw["rival"], draw["m"]))
                           for draw in given["sign_draws"]],
            "view_key": [key.hex() for key in self.keys],
            "transcript": [self.told(message) for message in given["transcript"]]}
        made["views"] = pages.hash32(b"".join(view.head for view in self.views)).hex()
        made["signed"] = [self.signed(one) for one in given["signed"]]
        return made

    def told(self, message):
        """A message of the transcript with the heads behind it."""
        told = SimpleNamespace(raw=raw(message["bytes"]))
        if message["to"] is None:
            self.public.link(told)
        else:
            self.views[message["to"]].link(told, self.public)
        return {"to": message["to"], "bytes": message["bytes"], "P": self.public.head.hex(),
                "V": [view.head.hex() for view in self.views],
                "have": [pages.have_head(view, self.public).hex() for view in self.views]}

    def signed(self, one):
        """What is signed, and by whom, as section 6 of DEAL.md has it; the codes of an ANSWER's signs are given."""
        name, by = one["what"], one["by"]
        key = self.given["arbiter_seed"] if by == pages.NOBODY else self.given["party_seeds"][by]
        said = self.bytes_of(name, by, raw(one["bytes"]))
        return {"what": name, "by": by, "bytes": said.hex(),
                "signature": nacl.signing.SigningKey(raw(key)).sign(said).signature.hex()}

    def bytes_of(self, name, by, given):
        """The bytes that `by` signs."""
        if name in ("HELLO first", "HELLO again", "JOIN", "PROTEST", "ANSWER"):
            return self.bytes_of_party(name, by, given)
        if name in ("HANDS_END", "HAND_SIGN"):
            end = SimpleNamespace(hands=self.hand, seq=self.public.links, head=self.public.head,
                                  views=b"".join(view.head for view in self.views), checkpoint=raw(self.given["checkpoint"]))
            return pages.hands_end_bytes(self.match_id, by, end)
        if name == "OPEN":
            return pages.open_bytes(raw(self.given["open"]))
        if name == "SEAL":
            return pages.seal_bytes(self.match_id, [(self.hand, self.listed)], self.number)
        return pages.result_bytes(self.match_id, raw(self.given["result"]))

    def bytes_of_party(self, name, by, given):
        """What parties alone sign."""
        head = pages.have_head(self.views[by], self.public)
        if name == "HELLO first":
            return pages.hello_bytes(raw(self.given["curve_server"]), 0, pages.ZERO32)
        if name == "HELLO again":
            return pages.hello_bytes(self.match_id, 5, head)
        if name == "JOIN":
            start = pages.view_start(self.keys[by], self.match_id, by)
            return pages.join_bytes(self.match_id, by, self.chains[by][0], start)
        if name == "PROTEST":
            return pages.protest_bytes(self.match_id, by, 5, head, 4, "the head is another")
        signs = [code[0] << 8 | code[1] for code in pages.pieces(given[60:-32], 2)]
        return pages.action_bytes(self.match_id, by, 7, 258, signs, self.views[by].head, self.number)


GIVEN = ("S offer_nonce match_id t h seats cutters deck chain_secret T arbiter_seed party_seeds curve_server "
         "checkpoint open result").split()


def differing(path):
    """(number of lines, None), or (line, name) of the first field that comes out otherwise, or that nothing works out."""
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    for number, given in enumerate(lines, 1):
        made = Vector(given).again()
        for name, value in given.items():
            if name not in GIVEN and made.get(name) != value:
                return number, name
    return len(lines), None
