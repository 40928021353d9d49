"""What a bot checks (D8), by the numbers of P9.6, and what it leaves behind when a check fails."""

import os


class CheckFailed(Exception):
    """A check of D8 failed; `code` is that of P9.6. The bot protests and plays no further."""

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


def save_evidence(party, failed):
    """Adds what convicts an arbiter to evidence.txt in the state folder: `name: value`, bytes as hex."""
    offer = party.offer
    facts = [("check", failed.code), ("what", failed), ("messages", party.have),
             ("hand", party.t.dealt if party.t else 0), ("seat", party.seat), ("key", party.key.hex()),
             ("match", party.match_id.hex()),
             ("offer", offer.raw.hex() if offer else ""),
             ("public-head", party.public.head.hex() if party.public else ""),
             ("view-head", party.view.head.hex() if party.view else ""),
             ("head", party.head().hex()), ("message", party.culprit.hex())]
    facts += [("sealed-list", "table %d hand %d %s" % (table.number, hand, listed.hex()))
              for table in party.tables for hand, listed in table.lists.items()]
    with open(os.path.join(party.folder.path, "evidence.txt"), "a", encoding="utf-8") as file:
        file.write("".join("%s: %s\n" % fact for fact in facts) + "\n")
