"""The chains of messages (D7)."""

from .notation import hash32, keyed32, tag, u64, u8


class Chain:
    """A chain of messages: the public one P or a seat's V_i."""

    def __init__(self, start):
        self.head = start
        self.links = 0

    def link(self, message):
        """X' of D7."""
        self.head = hash32(tag("fiel/link") + self.head + u64(self.links) + u8(message.number)
                           + hash32(message.raw))
        self.links += 1


def public_chain(M):
    """P_0."""
    return Chain(hash32(tag("fiel/pub0") + M))


def view_chain(M, seat, key):
    """V_i,0."""
    return Chain(keyed32(key, tag("fiel/view0") + M + u8(seat)))
