'use strict';
/* That a match is in the log which its offer names (LOG.md).  Every function throws when something does not hold. */

const { createHash } = require('node:crypto');
const { equal, hash32, join, signatureHolds } = require('./notation.js');
const { encode } = require('./wire.js');

const sha256 = (...parts) => createHash('sha256').update(join(...parts)).digest();
const base64 = (text) => Buffer.from(text, 'base64');

/* NAME+ID+BASE64 of LOG.md section 1. */
function logKey(line) {
  const [name, id, ...coded] = line.split('+');
  const data = base64(coded.join('+'));
  const expected = sha256(Buffer.from(`${name}\n`), data).subarray(0, 4);
  if (data.length !== 33 || data[0] !== 1 || id !== expected.toString('hex')) throw new Error("not a log's key");
  return { name, id: expected, key: data.subarray(1) };
}

/* The size and root of a signed checkpoint. */
function checkpointHolds(note, line) {
  const { name, id, key } = logKey(line);
  const split = note.lastIndexOf('\n\n');
  const text = note.slice(0, split + 1), signatures = note.slice(split + 2).split('\n').filter(Boolean);
  for (const signature of signatures) {
    const [dash, signer, coded] = signature.split(' ');
    const mark = base64(coded || '');
    if (dash !== '\u2014' || signer !== name || !equal(mark.subarray(0, 4), id)) continue;
    if (!signatureHolds(key, Buffer.from(text), mark.subarray(4))) throw new Error("the checkpoint's signature does not hold");
    const [origin, size, root] = text.split('\n');
    if (origin !== name) throw new Error('the checkpoint of another log');
    return { size: Number(size), root: base64(root) };
  }
  throw new Error('not signed by the log');
}

/* The root that an inclusion path leads to, RFC 9162 section 2.1.3.2; null when it has a wrong length. */
function treeRoot(leaf, index, size, path) {
  let node = leaf, last = size - 1;
  const half = (n) => Math.floor(n / 2);
  for (const sibling of path) {
    if (last === 0) return null;
    if (index % 2 || index === last) {
      node = sha256(Buffer.from([1]), sibling, node);
      while (index % 2 === 0 && index) [index, last] = [half(index), half(last)];
    } else {
      node = sha256(Buffer.from([1]), node, sibling);
    }
    [index, last] = [half(index), half(last)];
  }
  return last === 0 ? node : null;
}

/* The hash that every HANDS_END carries. */
function openIsLogged(offer, message) {
  const entry = encode([1, offer.number, message.open, message.signature]);
  const proof = message.proof.toString('utf8'), split = proof.indexOf('\n\n');
  const lines = proof.slice(0, split).split('\n'), note = proof.slice(split + 2);
  if (split < 0 || lines[0] !== 'c2sp.org/tlog-proof@v1' || !/^index \d+$/.test(lines[1])) throw new Error('not a proof');
  const index = Number(lines[1].slice(6));
  const { size, root } = checkpointHolds(note, offer.log_key);
  const found = index < size ? treeRoot(sha256(Buffer.from([0]), entry), index, size, lines.slice(2).map(base64)) : null;
  if (!found || !equal(found, root)) throw new Error('this OPEN is not in the log');
  return hash32(message.proof.subarray(message.proof.indexOf('\n\n') + 2));
}

module.exports = { openIsLogged };
