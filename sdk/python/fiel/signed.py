"""The bytes that are signed (D6)."""

from .notation import ZERO32, hash32, tag, u16, u32, u64, u8


def hello_bytes(match_id, have, head):
    return tag("fiel/hello") + (match_id if have else ZERO32) + u64(have) + head


def join_bytes(match_id, party, anchors):
    count = len(anchors) // 32
    return tag("fiel/join") + match_id + u8(party) + u32(count) + (anchors if count == 1 else hash32(anchors))


def open_bytes(opened):
    return tag("fiel/open") + hash32(opened)


def seal_bytes(match_id, lists, table=0):
    """`lists` is [(hand, L), ...]."""
    body = b"".join(u32(table) + u32(hand) + listed for hand, listed in lists)
    return tag("fiel/seal") + match_id + u32(len(lists)) + body


def hand_end_bytes(match_id, signer, hand, head, score, checkpoint):
    """What the arbiter (signer 255) and every seat sign at a hand's end."""
    return (tag("fiel/hand-end") + match_id + u8(signer) + u32(1) + u32(0) + u32(hand) + head
            + b"".join(u16(points) for points in score) + checkpoint)


def hands_end_bytes(match_id, signer, hands, head, checkpoint):
    """The same for all hands that ended at several tables."""
    return tag("fiel/hands-end") + match_id + u8(signer) + u32(hands) + head + checkpoint


def action_bytes(match_id, seat, request, action, signs, head, table=0):
    return (tag("fiel/action") + match_id + u8(seat) + u32(table) + u32(request) + u16(action)
            + u8(len(signs)) + b"".join(u16(code) for code in signs) + head)


def result_bytes(match_id, result):
    return tag("fiel/result") + match_id + hash32(result)


def replay_bytes(match_id, before):
    return tag("fiel/replay") + match_id + hash32(before)
