"""That a match is in the log which its offer names (LOG.md)."""

import base64
import hashlib

from .notation import hash32, signature_holds
from .wire import encode


def log_key(line):
    """NAME+ID+BASE64 of LOG.md section 1: (name, id, Ed25519 key), or ValueError."""
    name, key_id, coded = line.split("+", 2)
    data = base64.b64decode(coded, validate=True)
    expected = hashlib.sha256(name.encode("ascii") + b"\n" + data).digest()[:4]
    if len(data) != 33 or data[0] != 1 or bytes.fromhex(key_id) != expected:
        raise ValueError("not a log's key")
    return name, expected, data[1:]


def checkpoint_holds(note, line):
    """(size, root) of a signed checkpoint, or ValueError."""
    name, key_id, key = log_key(line)
    text, signatures = note.rsplit(b"\n\n", 1)
    text += b"\n"
    for signature in signatures.splitlines():
        dash, signer, coded = signature.split(b" ")
        mark = base64.b64decode(coded, validate=True)
        if dash == "\u2014".encode() and signer.decode() == name and mark[:4] == key_id:
            if not signature_holds(key, text, mark[4:]):
                raise ValueError("the checkpoint's signature does not hold")
            origin, size, root = text.decode("ascii").split("\n")[:3]
            if origin != name:
                raise ValueError("the checkpoint of another log")
            return int(size), base64.b64decode(root, validate=True)
    raise ValueError("not signed by the log")


def tree_root(leaf, index, size, path):
    """The root that an inclusion path leads to, RFC 9162 section 2.1.3.2; None when it has a wrong length."""
    node, last = leaf, size - 1
    for sibling in path:
        if last == 0:
            return None
        if index & 1 or index == last:
            node = hashlib.sha256(b"\1" + sibling + node).digest()
            while index & 1 == 0 and index:
                index, last = index >> 1, last >> 1
        else:
            node = hashlib.sha256(b"\1" + node + sibling).digest()
        index, last = index >> 1, last >> 1
    return node if last == 0 else None


def open_is_logged(offer, message):
    """LOG.md section 3: the hash that every HANDS_END carries, or ValueError when OPEN proves nothing."""
    entry = encode([1, offer.number, message.open, message.signature])
    head, note = message.proof.split(b"\n\n", 1)
    lines = head.decode("ascii").split("\n")
    if lines[0] != "c2sp.org/tlog-proof@v1" or not lines[1].startswith("index "):
        raise ValueError("not a proof")
    index = int(lines[1][6:])
    size, root = checkpoint_holds(note, offer.log_key)
    path = [base64.b64decode(line, validate=True) for line in lines[2:]]
    leaf = hashlib.sha256(b"\0" + entry).digest()
    if index >= size or tree_root(leaf, index, size, path) != root:
        raise ValueError("this OPEN is not in the log")
    return hash32(note)
