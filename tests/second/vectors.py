"""The vectors of the second version's deal, every field (tests/vectors/deal2.jsonl)."""

import json

from second import deal as X
from second import signatures


def check(line):
    """Returns the names of the fields that differ."""
    d, f = json.loads(line), X
    raw = bytes.fromhex
    seed, match_id, table, hand = raw(d["S"]), raw(d["match_id"]), d["t"], d["h"]
    m = f.table_name(match_id, table)
    key = f.hand_key(seed, m, hand)
    shuffle, cut = [], []
    f.perm(len(d["deck"]), key, "fiel/shuffle", shuffle)
    cards, salts, commitments = f.sealed(m, hand, key, d["deck"])
    parties = d["seats"] + d["cutters"]
    tops = [X.H(X.D("fiel/cut-secret") + raw(s) + match_id + X.u8(p) + X.u32(table)) for p, s in enumerate(d["chain_secret"])]
    chains = []
    for p, x in enumerate(tops):
        chain = {d["T"]: x}
        for j in range(d["T"], 0, -1):
            x = chain[j - 1] = f.chain_step(x, m, p, j)
        chains.append(chain)
    ell = f.sealed_list(m, hand, commitments)
    z = f.cut(m, hand, ell, [c[hand] for c in chains])
    sigma = f.perm(len(cards), z, "fiel/cut-perm", cut)
    ours = {
        "seed_commit": f.seed_commit(seed, raw(d["offer_nonce"])), "M_t": m, "K": key, "card_in_slot": cards,
        "shuffle_draws": shuffle[0], "shuffle_rejections": shuffle[1], "salt": salts, "c": commitments, "L": ell,
        "Z": z, "sigma": sigma, "cut_draws": cut[0], "cut_rejections": cut[1],
        "dealt": [cards[s] for s in sigma], "first_mano": f.first_mano(d["seats"], z) if hand == 1 else None,
        "anchor": [c[0] for c in chains], "x": [c[hand] for c in chains], "x_previous": [c[hand - 1] for c in chains],
        "sign_first_byte": f.sign_draw(key, z, 0, 1, 0),
        "view_key": [f.view_key(seed, match_id, p) for p in range(parties)],
    }
    wrong = [name for name, value in ours.items() if hexed(value) != d[name]]
    wrong += ["sign_draws" for s in d["sign_draws"] if f.sign_draw(key, z, s["giver"], s["rival"], s["m"]) != s["byte"]]
    return wrong + transcript(f, d, match_id, ours["view_key"]) + signed(f, d, match_id, ell)


def hexed(value):
    if isinstance(value, bytes):
        return value.hex()
    return [hexed(v) for v in value] if isinstance(value, list) else value


def transcript(f, d, match_id, keys):
    public, seq, counts = f.public_start(match_id), 0, [0] * len(keys)
    views = [f.view_start(k, match_id, p) for p, k in enumerate(keys)]
    for step in d["transcript"]:
        message = bytes.fromhex(step["bytes"])
        if step["to"] is None:
            public, seq = f.public_link(public, seq, message), seq + 1
        else:
            to = step["to"]
            views[to] = f.view_link(views[to], public, counts[to], message)
            counts[to] += 1
        heads = [f.have_head(v, public).hex() for v in views]
        if public.hex() != step["P"] or hexed(views) != step["V"] or heads != step["have"]:
            return ["transcript"]
    return []


def signed(f, d, match_id, ell):
    keys = {p: signatures.public(bytes.fromhex(s)) for p, s in enumerate(d["party_seeds"])}
    keys[255] = signatures.public(bytes.fromhex(d["arbiter_seed"]))
    raw, wrong = bytes.fromhex, []
    last = d["transcript"][-1]
    views = b"".join(raw(v) for v in last["V"])
    for item in d["signed"]:
        by, body = item["by"], raw(item["bytes"])
        have = raw(last["have"][by]) if by != 255 else b""
        first = f.view_start(raw(d["view_key"][by]), match_id, by) if by != 255 else b""
        seq = len([s for s in d["transcript"] if s["to"] is None])
        ours = {
            "HELLO first": lambda: f.signed_hello(raw(d["curve_server"]), 0, X.ZERO),
            "HELLO again": lambda: f.signed_hello(match_id, 5, have),
            "JOIN": lambda: f.signed_join(match_id, by, raw(d["anchor"][by]), first),
            "OPEN": lambda: X.signed_open(raw(d["open"])),
            "SEAL": lambda: X.signed_seal(match_id, [(d["t"], d["h"], ell)]),
            "HANDS_END": lambda: hands_end(f, d, match_id, by, body, seq, raw(last["P"]), views),
            "HAND_SIGN": lambda: hands_end(f, d, match_id, by, body, seq, raw(last["P"]), views),
            "ANSWER": lambda: X.signed_action(match_id, by, d["t"], 7, 258, signs_of(body), "paciencia", body[-32:]),
            "PROTEST": lambda: f.signed_protest(match_id, by, int.from_bytes(body[49:57], "big"), have, 4,
                                                b"the head is another"),
            "RESULT": lambda: X.signed_result(match_id, raw(d["result"])),
        }.get(item["what"])
        if ours is not None and ours() != body:
            wrong.append("signed " + item["what"])
        if not signatures.holds(keys[by], body, raw(item["signature"])):
            wrong.append("signature of " + item["what"])
        if signatures.holds(keys[by], body + b"x", raw(item["signature"])):
            wrong.append("a signature over other bytes holds")
    return wrong


def hands_end(f, d, match_id, by, body, seq, public, views):
    hands = int.from_bytes(body[49:53], "big")
    checkpoint = body[-32:]
    if checkpoint.hex() not in (d["checkpoint"], "00" * 32):
        return b""
    return f.signed_hands_end(match_id, by, hands, seq, public, views, checkpoint)


def signs_of(body):
    count = body[59]
    return [int.from_bytes(body[60 + 2 * i:62 + 2 * i], "big") for i in range(count)]
