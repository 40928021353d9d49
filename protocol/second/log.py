"""The match log's proof in OPEN: this opening is in the log that the offer names (LOG.md sections 1 to 3)."""

import base64
import hashlib

from . import deal as X
from . import msgpack, signatures


class Wrong(Exception):
    """The proof does not hold: a sentence."""


def checkpoint_hash(proof, offer, opened, signature):
    """H of the checkpoint in a proof that holds; Wrong when it does not."""
    try:
        head, note = proof.decode().split("\n\n", 1)
        lines = head.split("\n")
        if lines[0] != "c2sp.org/tlog-proof@v1" or not lines[1].startswith("index "):
            raise Wrong("it is not of the format tlog-proof")
        index, path = int(lines[1][6:]), [base64.b64decode(line, validate=True) for line in lines[2:]]
        text, signed = note.split("\n\n", 1)
        name, size, root = text.split("\n")
        size, root = int(size), base64.b64decode(root, validate=True)
        key_name, key_id, key = log_key(offer.log_key)
    except (ValueError, IndexError, UnicodeDecodeError):
        raise Wrong("it cannot be read") from None
    if name != key_name:
        raise Wrong("its checkpoint is of another log")
    if not any(signature_holds(line, key_name, key_id, key, (text + "\n").encode()) for line in signed.split("\n")):
        raise Wrong("its checkpoint is not signed by the log's key")
    entry = msgpack.pack([1, offer.number, opened, signature])
    if included(hashlib.sha256(b"\0" + entry).digest(), index, size, path) != root:
        raise Wrong("this opening is not in the log at that place")
    return X.H(note.encode())


def log_key(line):
    """(name, four bytes, Ed25519 key) of NAME+hex(id)+base64(1 | key)."""
    name, number, raw = line.strip().split("+", 2)
    raw = base64.b64decode(raw, validate=True)
    return name, bytes.fromhex(number), raw[1:]


def signature_holds(line, name, number, key, text):
    parts = line.split(" ")
    if len(parts) != 3 or parts[1] != name:
        return False
    raw = base64.b64decode(parts[2])
    return raw[:4] == number and signatures.holds(key, text, raw[4:])


def included(node, index, size, path):
    """The root that a leaf and its audit path give (RFC 9162, 2.1.3.2); None when the path is of another length."""
    last = size - 1
    if index > last:
        return None
    for piece in path:
        if last == 0:
            return None
        if index & 1 or index == last:
            node = hashlib.sha256(b"\1" + piece + node).digest()
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            node = hashlib.sha256(b"\1" + node + piece).digest()
        index, last = index >> 1, last >> 1
    return node if last == 0 else None
