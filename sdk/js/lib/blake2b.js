'use strict';
/* BLAKE2b with 32 bytes of output and no key (RFC 7693).  Node has it with 64 bytes alone, which gives other ones.
 *
 * A 64-bit word is two of a Uint32Array, the low one first. */

const IV = Uint32Array.of(
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19);

const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4], [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13], [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11], [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5], [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const ROUNDS = [...ORDER, ORDER[0], ORDER[1]].map((row) => Uint8Array.from(row));

const v = new Uint32Array(32), m = new Uint32Array(32);

/* The columns and diagonals of one mixing, a, b, c, d in v and x, y in m.  A sum of halves stays below 2^34, so that its carry is
 * had by scaling it. */
const WORD = 1 / 0x100000000;
function mix(a, b, c, d, x, y) {
  let al = v[a], ah = v[a + 1], bl = v[b], bh = v[b + 1], cl = v[c], ch = v[c + 1], dl = v[d], dh = v[d + 1], sum, other;
  sum = al + bl + m[x]; // a += b + m[x]
  ah = (ah + bh + m[x + 1] + ((sum * WORD) | 0)) >>> 0; al = sum >>> 0;
  other = (dl ^ al) >>> 0; dl = (dh ^ ah) >>> 0; dh = other; // d = (d ^ a) by 32
  sum = cl + dl; // c += d
  ch = (ch + dh + ((sum * WORD) | 0)) >>> 0; cl = sum >>> 0;
  bl ^= cl; bh ^= ch; // b = (b ^ c) by 24
  other = ((bl >>> 24) ^ (bh << 8)) >>> 0; bh = ((bh >>> 24) ^ (bl << 8)) >>> 0; bl = other;
  sum = al + bl + m[y]; // a += b + m[y]
  ah = (ah + bh + m[y + 1] + ((sum * WORD) | 0)) >>> 0; al = sum >>> 0;
  dl ^= al; dh ^= ah; // d = (d ^ a) by 16
  other = ((dl >>> 16) ^ (dh << 16)) >>> 0; dh = ((dh >>> 16) ^ (dl << 16)) >>> 0; dl = other;
  sum = cl + dl; // c += d
  ch = (ch + dh + ((sum * WORD) | 0)) >>> 0; cl = sum >>> 0;
  bl ^= cl; bh ^= ch; // b = (b ^ c) by 63
  v[b] = (bh >>> 31) ^ (bl << 1); v[b + 1] = (bl >>> 31) ^ (bh << 1);
  v[a] = al; v[a + 1] = ah; v[c] = cl; v[c + 1] = ch; v[d] = dl; v[d + 1] = dh;
}

/* One block of 128 bytes; `count` bytes were hashed with it. */
function compress(h, block, at, count, last) {
  for (let i = 0; i < 32; i++, at += 4)
    m[i] = block[at] | (block[at + 1] << 8) | (block[at + 2] << 16) | (block[at + 3] << 24);
  v.set(h);
  v.set(IV, 16);
  v[24] ^= count; // a message here is far below 2^32 bytes
  if (last) {
    v[28] = ~v[28];
    v[29] = ~v[29];
  }
  for (const s of ROUNDS) {
    mix(0, 8, 16, 24, 2 * s[0], 2 * s[1]);
    mix(2, 10, 18, 26, 2 * s[2], 2 * s[3]);
    mix(4, 12, 20, 28, 2 * s[4], 2 * s[5]);
    mix(6, 14, 22, 30, 2 * s[6], 2 * s[7]);
    mix(0, 10, 20, 30, 2 * s[8], 2 * s[9]);
    mix(2, 12, 22, 24, 2 * s[10], 2 * s[11]);
    mix(4, 14, 16, 26, 2 * s[12], 2 * s[13]);
    mix(6, 8, 18, 28, 2 * s[14], 2 * s[15]);
  }
  for (let i = 0; i < 16; i++) h[i] ^= v[i] ^ v[i + 16];
}

/* The 32 bytes of a message. */
function blake2b(message) {
  const size = message.length, padded = new Uint8Array(Math.max(128, Math.ceil(size / 128) * 128)), h = Uint32Array.from(IV);
  padded.set(message);
  h[0] ^= 0x01010000 ^ 32;
  for (let at = 0; at < padded.length; at += 128) {
    const last = at + 128 === padded.length;
    compress(h, padded, at, last ? size : at + 128, last);
  }
  return Buffer.from(h.buffer, 0, 32);
}

module.exports = { blake2b };
