"""The two chains of what is told (D7): the public one P, and of each party its own V, which is tied to P."""

from .notation import hash32, tag, u64, u8


class Chain:
    """P: every public message, once for everybody."""

    def __init__(self, start):
        self.head = start
        self.links = 0

    def link(self, message):
        """P' of D7."""
        self.head = hash32(tag("fiel/pub") + self.head + u64(self.links) + message.raw)
        self.links += 1


class ViewChain(Chain):
    """V: what one party alone is told."""

    def link(self, message, public):
        """V' of D7; `public` is P as it stands before the message."""
        self.head = hash32(tag("fiel/view") + self.head + public.head + u64(self.links) + message.raw)
        self.links += 1


def public_chain(match_id):
    """P_0."""
    return Chain(hash32(tag("fiel/pub0") + match_id))


def view_start(key, match_id, party):
    """V_0, from the party's view key."""
    return hash32(tag("fiel/view0") + key + match_id + u8(party))


def view_chain(key, match_id, party):
    """The chain that begins with it."""
    return ViewChain(view_start(key, match_id, party))


def have_head(view, public):
    """What HELLO and PROTEST say of all that a party was told; both are chains."""
    return hash32(tag("fiel/have") + view.head + public.head)
