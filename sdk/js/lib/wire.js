'use strict';
/* The one canonical msgpack (P2), read strictly.  Integers above 2^53 are BigInt. */

const msgpack = require('@msgpack/msgpack');

const MAX_ENVELOPE = 65536, MAX_DEPTH = 6, MAX_VALUES = 4096;

const EMPTY = 1, TOO_LONG = 2, MULTIPART = 3, TRUNCATED = 4, TRAILING = 5, NOT_MINIMAL = 6, FORBIDDEN = 7, BAD_UTF8 = 8,
  KEY_ORDER = 9, TOO_DEEP = 10, TOO_MANY = 11, NOT_ENVELOPE = 12, UNKNOWN_TYPE = 13, BAD_FIELDS = 14, OUT_OF_RANGE = 15;

/* Bytes that are not an envelope; `number` is that of P9.1. */
class WireError extends Error {
  constructor(number, text) {
    super(text);
    this.number = number;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/* First byte: kind, bytes of the length, the least length that may be written so. */
const LONG = {
  0xc4: ['bin', 1, 0], 0xc5: ['bin', 2, 1 << 8], 0xc6: ['bin', 4, 1 << 16],
  0xd9: ['str', 1, 32], 0xda: ['str', 2, 1 << 8], 0xdb: ['str', 4, 1 << 16],
  0xdc: ['array', 2, 16], 0xdd: ['array', 4, 1 << 16], 0xde: ['map', 2, 16], 0xdf: ['map', 4, 1 << 16],
};
const UINT = { 0xcc: [1, 0x80n], 0xcd: [2, 1n << 8n], 0xce: [4, 1n << 16n], 0xcf: [8, 1n << 32n] };
const SINT = { 0xd0: [1, -0x20n], 0xd1: [2, -0x80n], 0xd2: [4, -0x8000n], 0xd3: [8, -0x80000000n] };

const isContainer = (byte) => (byte >= 0x80 && byte <= 0x9f) || (byte >= 0xdc && byte <= 0xdf);
const plain = (big) => (big >= Number.MIN_SAFE_INTEGER && big <= Number.MAX_SAFE_INTEGER ? Number(big) : big);

/* Reads canonical msgpack from the front of a Buffer. */
class Reader {
  constructor(data) {
    this.data = data;
    this.at = 0;
    this.values = 0;
  }

  take(size) {
    if (size > this.data.length - this.at) throw new WireError(TRUNCATED, 'the value ends before its length says');
    this.at += size;
    return this.data.subarray(this.at - size, this.at);
  }

  /* A big-endian number of `size` bytes, as BigInt. */
  big(size, signed) {
    const bytes = this.take(size);
    if (size === 8) return signed ? bytes.readBigInt64BE() : bytes.readBigUInt64BE();
    return BigInt(signed ? bytes.readIntBE(0, size) : bytes.readUIntBE(0, size));
  }

  /* One value with all that is in it; `depth` containers are around it. */
  value(depth = 0) {
    const first = this.take(1)[0];
    if (++this.values > MAX_VALUES) throw new WireError(TOO_MANY, 'more than 4096 values');
    if (first <= 0x7f) return first;
    if (first >= 0xe0) return first - 256;
    if (first in UINT || first in SINT) return this.integer(first);
    const [kind, length] = this.header(first);
    return this.sized(kind, length, depth);
  }

  integer(first) {
    const unsigned = first in UINT;
    const [size, bound] = unsigned ? UINT[first] : SINT[first];
    const number = this.big(size, !unsigned);
    if (unsigned ? number < bound : number >= bound)
      throw new WireError(NOT_MINIMAL, 'an integer is not in its shortest form');
    return plain(number);
  }

  /* Kind and length of a str, bin, array or map. */
  header(first) {
    if (first <= 0x8f) return ['map', first - 0x80];
    if (first <= 0x9f) return ['array', first - 0x90];
    if (first <= 0xbf) return ['str', first - 0xa0];
    if (!(first in LONG)) throw new WireError(FORBIDDEN, 'nil, booleans, floats and extensions are not used');
    const [kind, size, least] = LONG[first];
    const length = this.take(size).readUIntBE(0, size);
    if (length < least) throw new WireError(NOT_MINIMAL, 'a header is not in its shortest form');
    return [kind, length];
  }

  sized(kind, length, depth) {
    if (kind === 'bin') return this.take(length);
    if (kind === 'str') return this.text(length);
    if (depth === MAX_DEPTH) throw new WireError(TOO_DEEP, 'nested deeper than 6');
    if (length * (kind === 'map' ? 2 : 1) > this.data.length - this.at)
      throw new WireError(TRUNCATED, 'a header promises more than there is');
    return kind === 'array' ? this.items(length, depth + 1) : this.pairs(length, depth + 1);
  }

  text(length) {
    try {
      return utf8.decode(this.take(length));
    } catch (error) {
      throw error instanceof WireError ? error : new WireError(BAD_UTF8, 'a str is not UTF-8');
    }
  }

  items(length, depth) {
    const result = [];
    for (let i = 0; i < length; i++) result.push(this.value(depth));
    return result;
  }

  /* Integer keys, strictly increasing. */
  pairs(length, depth) {
    const result = new Map();
    let last = null;
    for (let i = 0; i < length; i++) {
      const container = this.at < this.data.length && isContainer(this.data[this.at]);
      const key = container ? null : this.value(depth);
      if (key === null || !(typeof key === 'number' || typeof key === 'bigint') || (last !== null && key <= last))
        throw new WireError(KEY_ORDER, 'map keys are integers, strictly increasing');
      result.set(key, this.value(depth));
      last = key;
    }
    return result;
  }
}

function checkSize(data) {
  if (data.length === 0) throw new WireError(EMPTY, 'no bytes');
  if (data.length > MAX_ENVELOPE) throw new WireError(TOO_LONG, 'more than 65536 bytes');
}

/* The one value that `data` holds, or WireError. */
function decode(data) {
  checkSize(data);
  const reader = new Reader(data);
  const value = reader.value();
  if (reader.at < data.length) throw new WireError(TRAILING, 'bytes after the value');
  return value;
}

/* An array's items, each with its bytes: [{ value, raw }, ...]; null when it is no array. */
function decodeItems(data) {
  const value = decode(data);
  if (!Array.isArray(value)) return null;
  const reader = new Reader(data);
  reader.header(reader.take(1)[0]);
  return value.map((item) => {
    const from = reader.at;
    reader.value(1);
    return { value: item, raw: data.subarray(from, reader.at) };
  });
}

/* The library packs a number above 32 bits as a float, unless it is a BigInt. */
function widened(value) {
  if (Array.isArray(value)) return value.map(widened);
  return typeof value === 'number' && (value > 0xffffffff || value < -0x80000000) ? BigInt(value) : value;
}

/* The canonical bytes of a value made of numbers, strings, Buffers and arrays. */
function encode(value) {
  const bytes = msgpack.encode(widened(value), { useBigInt64: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

module.exports = {
  MAX_ENVELOPE, MAX_DEPTH, MAX_VALUES, EMPTY, TOO_LONG, MULTIPART, TRUNCATED, TRAILING, NOT_MINIMAL, FORBIDDEN, BAD_UTF8,
  KEY_ORDER, TOO_DEEP, TOO_MANY, NOT_ENVELOPE, UNKNOWN_TYPE, BAD_FIELDS, OUT_OF_RANGE, WireError, Reader, decode, decodeItems,
  encode,
};
