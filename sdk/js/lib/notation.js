'use strict';
/* The notation of DEAL.md (D2): hashes, numbers as bytes, signatures. */

const crypto = require('node:crypto');
const { blake2b } = require('./blake2b.js');

const ZERO32 = Buffer.alloc(32);
const NOBODY = 255, CARD_DOWN = 254;

/* H(m). */
const hash32 = blake2b;

/* D(tag): ASCII, filled up with zero bytes to 16. */
function tag(name) {
  const bytes = Buffer.alloc(16);
  bytes.write(name, 'ascii');
  return bytes;
}

const u8 = (n) => Buffer.from([n]);
function u16(n) { const b = Buffer.alloc(2); b.writeUInt16BE(n); return b; }
function u32(n) { const b = Buffer.alloc(4); b.writeUInt32BE(n); return b; }
function u64(n) { const b = Buffer.alloc(8); b.writeBigUInt64BE(BigInt(n)); return b; }
const join = (...parts) => Buffer.concat(parts);

/* `data`, bytes or an array, cut into pieces of `size`; the last one may be shorter. */
function pieces(data, size) {
  const result = [];
  for (let at = 0; at < data.length; at += size) result.push(Array.isArray(data) ? data.slice(at, at + size) : data.subarray(at, at + size));
  return result;
}

/* How Node wants a key that is 32 bytes: with the head of its DER form. */
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const privateKey = (head, seed) => crypto.createPrivateKey({ key: join(head, seed), format: 'der', type: 'pkcs8' });
const publicBytes = (key) => crypto.createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);

const verifiers = new Map(); // key in hex -> KeyObject: the same few keys sign a whole match
function verifier(key) {
  const name = key.toString('hex');
  if (!verifiers.has(name)) verifiers.set(name, crypto.createPublicKey({ key: join(SPKI_ED25519, key), format: 'der', type: 'spki' }));
  return verifiers.get(name);
}

/* Ed25519 over the message itself. */
function signatureHolds(key, message, signature) {
  try {
    return crypto.verify(null, message, verifier(key), signature);
  } catch {
    return false;
  }
}

/* A signing key from its seed: { publicKey, sign(message) }. */
function signingKey(seed) {
  const key = privateKey(PKCS8_ED25519, seed);
  return { publicKey: publicBytes(key), sign: (message) => crypto.sign(null, message, key) };
}

/* The X25519 public key of a CURVE secret. */
const curvePublic = (secret) => publicBytes(privateKey(PKCS8_X25519, secret));

const equal = (a, b) => Buffer.compare(a, b) === 0;
const range = (n, from = 0) => Array.from({ length: n }, (_, i) => from + i);

module.exports = {
  ZERO32, NOBODY, CARD_DOWN, hash32, tag, u8, u16, u32, u64, join, pieces, signatureHolds,
  signingKey, curvePublic, equal, range,
};
