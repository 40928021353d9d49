'use strict';
/* Envelopes and messages (P3, P4). */

const { BAD_FIELDS, MAX_ENVELOPE, NOT_ENVELOPE, OUT_OF_RANGE, TOO_MANY, UNKNOWN_TYPE, WireError, decode, decodeItems, encode } =
  require('./wire.js');

const CURVE_ADDS = 33; // to every part on the wire, where the largest size counts
const MESSAGES_FROM_ARBITER = 512, MESSAGES_FROM_BOT = 8, MESSAGES_OF_TABLES = 128, MOST_SIGNS = 8;
const EFFECT = { NOTED: 0, REFUSED: 1, GAME: 2, MATCH: 3, DEFAULT_ACTION: 4, VOID: 5, STOPPED: 6 };
const FAULT = { ILLEGAL: 1 };
const NO_ACTION = 0xffff;

const MESSAGES = {
  1: 'OFFER offer:b seat:u8 view_key:b32',
  2: 'OPEN open:b signature:b64 proof:b',
  3: 'SEAL seals:a signature:b64',
  4: 'DEAL hand:u32 mano:u8 cuts:b openings:b',
  5: 'CARDS hand:u32 openings:b',
  6: 'ACT seat:u8 action:u16 value:u16 opening:b',
  7: 'REQUEST request:u32 bank_us:u64 budget_us:u64 used_us:u64 view:a legal:a',
  8: 'REFUSED request:u32 error:u16 text:s',
  9: 'SHOW seat:u8 openings:b',
  10: 'HAND_END hand:u32 score:a',
  11: 'SIGNED hand:u32 seat:u8 signature:b64',
  12: 'FAULT seat:u8 fault:u8 effect:u8 a:u64 b:u64',
  13: 'GAME_END game:u32 winner:u8 reason:u8 seat:u8 score:a',
  14: 'RESULT result:b signature:b64',
  15: 'REVEAL seed:b32',
  16: 'SIGN seat:u8 sign:u16',
  17: 'HANDS_END hands:u32 seq:u64 head:b32 views:b checkpoint:b32 signature:b64',
  32: 'HELLO version:u8 key:b32 name:s have:u64 head:b32 signature:b64',
  33: 'JOIN anchors:b view:b32 signature:b64',
  34: 'CUT hand:u32 x:b32',
  35: 'ANSWER seat:u8 request:u32 action:u16 signs:a signature:b64',
  36: 'HAND_SIGN hand:u32 signature:b64',
  37: 'PROTEST code:u16 text:s have:u64 head:b32 signature:b64',
};
const SHAPES = new Map(Object.entries(MESSAGES).map(([number, line]) => {
  const [kind, ...fields] = line.split(' ');
  return [Number(number), { kind, fields: fields.map((field) => field.split(':')) }];
}));
const TYPES = Object.fromEntries([...SHAPES].map(([number, shape]) => [shape.kind, number]));
const PRIVATE = new Set([1, 5, 7, 8, 16]);
const fromArbiter = (type) => type >= 1 && type <= 17;
const fromBot = (type) => type >= 32 && type <= 37;

const isUint = (value) => (typeof value === 'number' || typeof value === 'bigint') && value >= 0;

/* Is this the msgpack type of a field, its number's range aside? */
function hasType(value, kind) {
  if (kind[0] === 'u') return isUint(value);
  if (kind[0] === 's') return typeof value === 'string';
  if (kind[0] === 'a') return Array.isArray(value);
  return Buffer.isBuffer(value) && (kind === 'b' || kind === `b${value.length}`);
}
const allOf = (values, kind) => values.every((value) => hasType(value, kind));
const inRange = (value, kind) => kind[0] !== 'u' || BigInt(value) >> BigInt(kind.slice(1)) === 0n;

/* Type and size of a field, then its range. */
function checkField(name, [field, kind], value) {
  const empty = name === 'ANSWER' && field === 'signature' && Buffer.isBuffer(value) && value.length === 0;
  if (!hasType(value, kind) && !empty) throw new WireError(BAD_FIELDS, `${name}: ${field} is no ${kind}`);
  if (kind === 's' && value.includes('\0')) throw new WireError(BAD_FIELDS, `${name}: NUL in ${field}`);
  if (!inRange(value, kind)) throw new WireError(OUT_OF_RANGE, `${name}: ${field} is too large`);
}

const OF_A_TABLE = new Set(('SEAL DEAL CARDS ACT REQUEST REFUSED SHOW HAND_END FAULT GAME_END SIGN CUT ANSWER').split(' '));

/* The list of a REQUEST without what fills it up. */
const actionsOf = (codes) => codes.slice(0, codes.findLastIndex((code) => code !== NO_ACTION) + 1);

/* A message as an object with its fields, `number`, `kind`, `table` and `raw` bytes; of a match with so many tables. */
function asMessage(items, raw, allowed, tables = 1) {
  if (!Array.isArray(items) || items.length < 2 || !isUint(items[0]) || !isUint(items[1]))
    throw new WireError(BAD_FIELDS, 'not [type, table, field, ...]');
  if (!allowed(items[0])) throw new WireError(UNKNOWN_TYPE, `no message of type ${items[0]} goes this way`);
  const { kind, fields } = SHAPES.get(items[0]);
  if (items.length !== fields.length + 2) throw new WireError(BAD_FIELDS, `${kind} has other fields`);
  const message = { number: items[0], kind, table: items[1], raw };
  fields.forEach((field, i) => {
    checkField(kind, field, items[i + 2]);
    message[field[0]] = items[i + 2];
  });
  if (kind === 'REQUEST') Object.assign(message, { filled: message.legal.length, legal: actionsOf(message.legal) });
  if (items[1] >= (OF_A_TABLE.has(kind) ? tables : 1)) throw new WireError(OUT_OF_RANGE, 'another table');
  return message;
}
const readMessage = (raw, allowed, tables = 1) => asMessage(decode(raw), raw, allowed, tables);

/* [number, message, ...] as { number, messages }; the number alone, which ends a resend, from an arbiter only. */
function readEnvelope(data, allowed, most, tables = 1) {
  const items = decodeItems(data), least = allowed === fromArbiter ? 1 : 2;
  if (!items || items.length < least || !isUint(items[0].value)) throw new WireError(NOT_ENVELOPE, 'not [number, message, ...]');
  if (items.length - 1 > most) throw new WireError(TOO_MANY, `more than ${most} messages`);
  return { number: Number(items[0].value), messages: items.slice(1).map(({ value, raw }) => asMessage(value, raw, allowed, tables)) };
}

/* The bytes of an envelope around messages, each [table, name, field, ...]. */
const packEnvelope = (number, messages) => encode([number, ...messages.map(([table, name, ...fields]) => [TYPES[name], table, ...fields])]);

module.exports = {
  CURVE_ADDS, MAX_ENVELOPE, MESSAGES_FROM_ARBITER, MESSAGES_FROM_BOT, MESSAGES_OF_TABLES, MOST_SIGNS, EFFECT, FAULT, NO_ACTION, PRIVATE,
  fromArbiter, fromBot, isUint, hasType, allOf, inRange, asMessage, readMessage, readEnvelope, packEnvelope,
};
