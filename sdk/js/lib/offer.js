'use strict';
/* The arrays of OFFER, RESULT, OPEN and SEAL (P4.1, P4.2), and what a twin is dealt from (D11). */

const { allOf, hasType, inRange } = require('./messages.js');
const { equal, hash32, join, pieces, range, signatureHolds, tag, u32 } = require('./notation.js');
const { joinBytes, openBytes } = require('./signed.js');
const { BAD_FIELDS, OUT_OF_RANGE, WireError, decode } = require('./wire.js');

const OFFER = ('version:u8 tournament:s number:u64 rules:s games:u32 seats:u8 cutters:u8 names:a keys:a arbiter:b32 seed_commit:b32 ' +
  'nonce:b32 seed_source:u8 hands_max:u32 tables:u32 bank_us:u64 inc_us:u64 cap_us:u64 grace_us:u64 start_us:u64 tick_us:u32 ' +
  'on_timeout:u8 sign:u8 reveal:u8 log_key:s engine:s twin:b held:a').split(' ').map((item) => item.split(':'));
const RESULT = ('match_id:b32 outcome:u8 winner:u8 games:a hands:u32 points:a partidas:a fault:u8 fault_seat:u8 fault_a:u64 ' +
  'fault_b:u64 faults:a').split(' ').map((item) => item.split(':'));
const REVEAL_MATCH = 0, REVEAL_PAIR = 2, MOST_TABLES = 512, HELD_REMOTE = 3;
const SAME_IN_BOTH_LEGS = ('tournament rules games seats cutters arbiter seed_commit nonce seed_source hands_max tables bank_us ' +
  'inc_us cap_us grace_us start_us tick_us on_timeout sign log_key engine').split(' ');

/* A packed array with named items. */
function readArray(data, fields) {
  const values = decode(data);
  if (!Array.isArray(values) || values.length !== fields.length) throw new WireError(BAD_FIELDS, 'wrong number of items');
  const result = { raw: data };
  fields.forEach(([field, kind], i) => {
    if (!hasType(values[i], kind) || !inRange(values[i], kind)) throw new WireError(BAD_FIELDS, `${field} is no ${kind}`);
    result[field] = values[i];
  });
  return result;
}

/* M of a table. */
const tableId = (matchId, number) => hash32(join(tag('fiel/table'), matchId, u32(number)));

/* The OFFER's array, with what follows from it: match_id, M, parties, scorers. */
function readOffer(data) {
  const offer = readArray(data, OFFER);
  offer.parties = offer.seats + offer.cutters;
  const wrong = offer.version !== 1 || offer.games < 1 || offer.seats < 2 || offer.seats > 8 || offer.tables < 1 ||
    offer.tables > Math.min(offer.games, MOST_TABLES) || offer.tick_us > 1000000 || offer.hands_max < 1 || offer.names.length !== offer.seats || !allOf(offer.names, 's') ||
    offer.keys.length !== offer.parties || !allOf(offer.keys, 'b32') ||
    offer.held.length !== offer.parties || !allOf(offer.held, 'u') || offer.held.some((held) => held > HELD_REMOTE) || Buffer.byteLength(offer.tournament) > 63 ||
    Buffer.byteLength(offer.rules) > 1023;
  if (wrong) throw new WireError(OUT_OF_RANGE, 'an offer that version 1 does not know');
  offer.scorers = offer.seats === 3 && !offer.rules.split(',').includes('gallo=fijo') ? 3 : 2;
  offer.matchId = hash32(join(tag('fiel/offer'), data));
  offer.M = tableId(offer.matchId, 0);
  offer.dealtMatchId = offer.matchId;
  offer.anchors = null;
  if (offer.twin.length) readPrimary(offer);
  return offer;
}

const same = (a, b) => (Buffer.isBuffer(a) ? equal(a, b) : a === b);

/* What a twin is dealt from: its primary's match id and anchors, out of its OFFER. */
function readPrimary(offer) {
  const signature = offer.twin.subarray(0, 64), opened = offer.twin.subarray(64);
  if (!signatureHolds(offer.arbiter, openBytes(opened), signature))
    throw new WireError(BAD_FIELDS, "the primary's OPEN is not signed by the arbiter");
  const { offer: raw, joins } = readOpen(opened, offer.tables);
  const primary = readOffer(raw), seats = primary.seats;
  const wrong = primary.twin.length || primary.reveal !== REVEAL_PAIR || offer.reveal !== REVEAL_MATCH ||
    SAME_IN_BOTH_LEGS.some((name) => !same(offer[name], primary[name])) || seats % 2 || joins.length !== primary.parties ||
    range(seats).some((seat) => offer.names[(seat + 1) % seats] !== primary.names[seat]) ||
    joins.some(([anchors, signed], party) =>
      !signatureHolds(primary.keys[party], joinBytes(primary.matchId, party, anchors), signed));
  if (wrong) throw new WireError(BAD_FIELDS, 'the offer does not fit its primary');
  offer.dealtMatchId = primary.matchId;
  offer.anchors = joins.map(([anchors]) => anchors);
}

/* The RESULT's array. */
function readResult(data) {
  const result = readArray(data, RESULT), scorers = result.points.length;
  const integers = result.points.every((n) => typeof n === 'number' || typeof n === 'bigint');
  const wrong = (scorers !== 2 && scorers !== 3) || !integers || result.games.length !== scorers + 1 || !allOf(result.games, 'u') ||
    result.partidas.length !== scorers || !allOf(result.partidas, 'u') || result.winner > scorers ||
    result.faults.length !== 8 || !allOf(result.faults, 'u');
  if (wrong) throw new WireError(BAD_FIELDS, 'an array in the result has another shape');
  return result;
}

/* The offer's bytes and [[anchors, signature], ...] of an OPEN's `open`. */
function readOpen(opened, tables = 1) {
  const value = decode(opened), size = 32 * tables;
  if (!Array.isArray(value) || value.length !== 2 || !Array.isArray(value[1]) || !hasType(value[0], 'b') ||
      !allOf(value[1], `b${size + 64}`))
    throw new WireError(BAD_FIELDS, 'OPEN is not [offer, [join, ...]]');
  return { offer: value[0], joins: value[1].map((item) => [item.subarray(0, size), item.subarray(size)]) };
}

/* [[hand, [commitment, ...]], ...] of SEAL. */
function readSeals(message) {
  return message.seals.map((item) => {
    if (!Array.isArray(item) || item.length !== 2 || !hasType(item[0], 'u') || !hasType(item[1], 'b') ||
        (item[1].length !== 40 * 32 && item[1].length !== 24 * 32))
      throw new WireError(BAD_FIELDS, 'SEAL is not [[hand, commitments of 40 or 24 cards], ...]');
    return [item[0], pieces(item[1], 32)];
  });
}

/* A score of two sides, or of three seats. */
function readScore(score, scorers) {
  if (score.length !== scorers || !allOf(score, 'u') || score.some((points) => points >= 65536))
    throw new WireError(BAD_FIELDS, `a score is not ${scorers} numbers`);
  return score;
}

/* [{ slot, card, salt }, ...] from openings of 34 bytes each. */
function readOpenings(data) {
  if (data.length % 34) throw new WireError(BAD_FIELDS, 'openings are of 34 bytes');
  return pieces(data, 34).map((piece) => ({ slot: piece[0], card: piece[1], salt: piece.subarray(2) }));
}

module.exports = { MOST_TABLES, REVEAL_MATCH, REVEAL_PAIR, tableId, readOffer, readResult, readOpen, readSeals, readScore, readOpenings };
