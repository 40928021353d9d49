"""The notation of DEAL.md (D2): hashes, numbers as bytes, signatures."""

import hashlib
import struct

import nacl.exceptions
import nacl.signing

ZERO32 = bytes(32)
NOBODY = 255
CARD_DOWN = 254


def hash32(message):
    """H(m) of D2."""
    return hashlib.blake2b(message, digest_size=32).digest()


def tag(name):
    """D(tag) of D2: ASCII, filled up with zero bytes to 16."""
    return name.encode("ascii").ljust(16, b"\0")


def u8(number):
    return struct.pack(">B", number)


def u16(number):
    return struct.pack(">H", number)


def u32(number):
    return struct.pack(">I", number)


def u64(number):
    return struct.pack(">Q", number)


def pieces(data, size):
    """`data` cut into pieces of `size` bytes."""
    return [data[at:at + size] for at in range(0, len(data), size)]


def signature_holds(key, message, signature):
    """Ed25519, over the message itself (D2)."""
    try:
        nacl.signing.VerifyKey(key).verify(message, signature)
    except (nacl.exceptions.BadSignatureError, ValueError, TypeError):
        return False
    return True
