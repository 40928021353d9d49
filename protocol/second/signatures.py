"""Ed25519 (RFC 8032): by PyNaCl or cryptography where one is installed, else in plain Python integers. All three refuse
the same signatures: keys and points of small order, encodings that are not canonical, and an S that is not below L."""

import hashlib

P = 2 ** 255 - 19
L = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
I = pow(2, (P - 1) // 4, P)


def _x(y, sign):
    if y >= P:
        return None
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * I % P
    if (x * x - xx) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


_BY = 4 * pow(5, P - 2, P) % P
BASE = (_x(_BY, 0), _BY, 1, _x(_BY, 0) * _BY % P)


def _add(a, b):
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def _double(a):
    x, y, z = a[0] * a[0] % P, a[1] * a[1] % P, 2 * a[2] * a[2] % P
    h = x + y
    e = h - (a[0] + a[1]) ** 2
    g, f = x - y, z + x - y
    return e * f % P, g * h % P, f * g % P, e * h % P


def _mul(k, point):
    out = (0, 1, 1, 0)
    for bit in bin(k)[2:]:
        out = _double(out)
        if bit == "1":
            out = _add(out, point)
    return out


def _two(k, a, m, b):
    """k * a + m * b in one walk."""
    both, out = _add(a, b), (0, 1, 1, 0)
    for i in range(max(k.bit_length(), m.bit_length()) - 1, -1, -1):
        out = _double(out)
        which = (k >> i & 1) + 2 * (m >> i & 1)
        if which:
            out = _add(out, (a, b, both)[which - 1])
    return out


def _point(raw):
    n = int.from_bytes(raw, "little")
    y, sign = n & ((1 << 255) - 1), n >> 255
    x = _x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def _equal(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def _bytes(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _small(point):
    return _equal(_mul(8, point), (0, 1, 1, 0))


_keys = {}


def _verify_plain(key, message, signature):
    if key not in _keys:
        point = _point(key)
        _keys[key] = None if point is None or _small(point) else point
    point = _keys[key]
    s = int.from_bytes(signature[32:], "little")
    r = _point(signature[:32])
    if point is None or s >= L or r is None or _small(r):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    minus = (P - point[0], point[1], 1, P - point[3])
    return _bytes(_two(s, BASE, k, minus)) == signature[:32]


def _usable(raw):
    """Whether a key or an R is a canonical point that is not of small order."""
    if raw not in _keys:
        point = _point(raw)
        _keys[raw] = None if point is None or _small(point) else point
    return _keys[raw] is not None


def _small_encodings():
    """The encodings of the eight points of small order."""
    y = 3
    while True:
        point = _point(y.to_bytes(32, "little"))
        y += 1
        if point is not None:
            eighth = _mul(L, point)
            if not _equal(_mul(4, eighth), (0, 1, 1, 0)):
                return {_bytes(_mul(k, eighth)) for k in range(8)}


try:
    from nacl.bindings import crypto_sign_open

    def _verify(key, message, signature):
        try:
            crypto_sign_open(signature + message, key)
            return True
        except Exception:                                     # PyNaCl names it differently by version
            return False
except ImportError:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        SMALL = _small_encodings()

        def _verify(key, message, signature):
            if signature[:32] in SMALL or not _usable(key):
                return False
            try:
                Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
                return True
            except (InvalidSignature, ValueError):
                return False
    except ImportError:
        _verify = _verify_plain


def holds(key, message, signature):
    """Whether signature is key's over message."""
    return len(key) == 32 and len(signature) == 64 and _verify(bytes(key), bytes(message), bytes(signature))


def public(seed):
    """The public key of a secret seed (for vectors)."""
    return _bytes(_mul(_clamp(hashlib.sha512(seed).digest()[:32]), BASE))


def _clamp(raw):
    n = int.from_bytes(raw, "little")
    return n & ((1 << 254) - 8) | 1 << 254


def sign(seed, message):
    """A signature, made (for vectors and forged records in tests)."""
    h = hashlib.sha512(seed).digest()
    a, key = _clamp(h[:32]), public(seed)
    r = int.from_bytes(hashlib.sha512(h[32:] + message).digest(), "little") % L
    point = _bytes(_mul(r, BASE))
    k = int.from_bytes(hashlib.sha512(point + key + message).digest(), "little") % L
    return point + ((r + k * a) % L).to_bytes(32, "little")
