"""The bytes that are signed (D6)."""

from .notation import ZERO32, hash32, tag, u16, u32, u64, u8


def hello_bytes(name, have, head):
    """`name`: the match's, or of a HELLO with nothing in hand the CURVE key of the seat, which no other match has."""
    return tag("fiel/hello") + name + u64(have) + (head if have else ZERO32)


def join_bytes(match_id, party, anchors, view):
    """`anchors` of every table, one after the other; `view` is V_0."""
    return tag("fiel/join") + match_id + u8(party) + u32(len(anchors) // 32) + hash32(anchors) + view


def open_bytes(opened):
    return tag("fiel/open") + hash32(opened)


def seal_bytes(match_id, lists, table=0):
    """`lists` is [(hand, L), ...]."""
    body = b"".join(u32(table) + u32(hand) + listed for hand, listed in lists)
    return tag("fiel/seal") + match_id + u32(len(lists)) + body


def hands_end_bytes(match_id, signer, end):
    """What the arbiter (signer 255) and every party sign; `end` is a HANDS_END."""
    return (tag("fiel/hands-end") + match_id + u8(signer) + u32(end.hands) + u64(end.seq) + end.head
            + hash32(end.views) + end.checkpoint)


def action_bytes(match_id, seat, request, action, signs, head, table=0):
    return (tag("fiel/action") + match_id + u8(seat) + u32(table) + u32(request) + u16(action)
            + u8(len(signs)) + b"".join(u16(code) for code in signs) + head)


def protest_bytes(match_id, party, have, head, code, text):
    return (tag("fiel/protest") + match_id + u8(party) + u64(have) + head + u32(code)
            + hash32(text.encode()))


def result_bytes(match_id, result):
    return tag("fiel/result") + match_id + hash32(result)
