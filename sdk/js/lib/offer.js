'use strict';
/* The arrays of OFFER, RESULT, OPEN and SEAL (P4.1, P4.2), and what a twin is dealt from (D11). */

const { allOf, hasType, inRange } = require('./messages.js');
const { ZERO32, equal, hash32, join, pieces, range, signatureHolds, tag, u32 } = require('./notation.js');
const { joinBytes, openBytes } = require('./signed.js');
const { BAD_FIELDS, OUT_OF_RANGE, WireError, decode } = require('./wire.js');

const OFFER = ('version:u8 tournament:s number:u64 rules:s games:u32 seats:u8 cutters:u8 names:a keys:a arbiter:b32 seed_commit:b32 ' +
  'nonce:b32 seed_source:u8 hands_max:u32 tables:u32 bank_us:u64 inc_us:u64 cap_us:u64 grace_us:u64 start_us:u64 tick_us:u32 ' +
  'on_timeout:u8 sign:u8 reveal:u8 log_key:s engine:s twin:b sign_every:u32 duty_us:u64 held:a log_policy:b32 bots:a host:s ' +
  'blind:u8').split(' ').map((item) => item.split(':'));
const RESULT = ('match_id:b32 outcome:u8 winner:u8 games:a hands:u32 points:a partidas:a fault:u8 fault_seat:u8 fault_a:u64 ' +
  'fault_b:u64 faults:a head:b32').split(' ').map((item) => item.split(':'));
const VERSION = 2, REVEAL_MATCH = 0, REVEAL_PAIR = 2, MOST_TABLES = 512, MOST_SIGN_EVERY = 1024, HELD_REMOTE = 3, VIEW = 32, SIGNATURE = 64;
const OPENING = 18; // slot, card and a salt of 16 bytes
const SAME_IN_BOTH_LEGS = ('tournament rules games seats arbiter seed_commit nonce seed_source hands_max tables bank_us ' +
  'inc_us cap_us grace_us start_us tick_us duty_us on_timeout sign sign_every log_key log_policy engine host blind').split(' ');

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

/* The match's name, out of its OFFER's array. */
const matchIdOf = (data) => hash32(join(tag('fiel/offer'), data));

const within = (least, number, most) => number >= least && number <= most;
const fits = (list, count, kind) => list.length === count && allOf(list, kind);

/* Are the parties' lists as long as they are many, and of a blind match say nothing of who plays? */
function partiesFit({ names, keys, held, bots, seats, parties, blind }) {
  const lists = fits(names, seats, 's') && fits(keys, parties, 'b32') && fits(held, parties, 'u') && fits(bots, parties, 'b32');
  if (!lists || held.some((how) => how > HELD_REMOTE)) return false;
  return !blind || (names.every((name, seat) => name === `seat ${seat}`) && bots.every((bot) => equal(bot, ZERO32)));
}

/* Every number and text within what the protocol has. */
function numbersFit(offer) {
  const { version, games, seats, tables, tick_us: tick, hands_max: hands, sign_every: every, reveal, blind, cutters, twin } = offer;
  return version === VERSION && games >= 1 && within(2, seats, 8) && within(1, tables, Math.min(games, MOST_TABLES)) && tick <= 1000000 &&
    hands >= 1 && within(1, every, MOST_SIGN_EVERY) && [REVEAL_MATCH, REVEAL_PAIR].includes(reveal) && blind <= 1 &&
    !(cutters && (reveal === REVEAL_PAIR || twin.length)) &&
    Buffer.byteLength(offer.tournament) <= 63 && Buffer.byteLength(offer.rules) <= 1023 && Buffer.byteLength(offer.host) <= 127;
}

/* The OFFER's array, with what follows from it: match_id, parties, scorers. */
function readOffer(data) {
  const offer = readArray(data, OFFER);
  offer.parties = offer.seats + offer.cutters;
  if (!numbersFit(offer) || !partiesFit(offer)) throw new WireError(OUT_OF_RANGE, `an offer that version ${VERSION} does not know`);
  offer.scorers = offer.seats === 3 && !offer.rules.split(',').includes('gallo=fijo') ? 3 : 2;
  offer.matchId = matchIdOf(data);
  offer.dealtMatchId = offer.matchId;
  offer.anchors = null;
  if (offer.twin.length) readPrimary(offer);
  return offer;
}

const same = (a, b) => (Buffer.isBuffer(a) ? equal(a, b) : a === b);

/* Does everybody sit one seat further?  A blind match does not say it. */
const sidesExchanged = (offer, { seats, names, bots }) => range(seats).every((seat) => {
  const there = (seat + 1) % seats;
  return offer.names[there] === names[seat] && equal(offer.bots[there], bots[seat]);
});

/* No hosted bot signs with a key of the primary (P5 detail 17). */
const keysFresh = (offer, primary) => range(primary.seats).every((seat) =>
  offer.held[seat] === HELD_REMOTE || !primary.keys.slice(0, primary.seats).some((key) => equal(key, offer.keys[seat])));

/* What a twin is dealt from: its primary's match id and anchors, out of its OFFER. */
function readPrimary(offer) {
  const signature = offer.twin.subarray(0, 64), opened = offer.twin.subarray(64);
  if (!signatureHolds(offer.arbiter, openBytes(opened), signature))
    throw new WireError(BAD_FIELDS, "the primary's OPEN is not signed by the arbiter");
  const { offer: raw, joins } = readOpen(opened, offer.tables);
  const primary = readOffer(raw), seats = primary.seats;
  const wrong = primary.twin.length || primary.reveal !== REVEAL_PAIR || offer.reveal !== REVEAL_MATCH ||
    SAME_IN_BOTH_LEGS.some((name) => !same(offer[name], primary[name])) || seats % 2 || joins.length !== primary.parties ||
    (!offer.blind && !sidesExchanged(offer, primary)) || !keysFresh(offer, primary) ||
    joins.some(([anchors, view, signed], party) =>
      !signatureHolds(primary.keys[party], joinBytes(primary.matchId, party, anchors, view), signed));
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

/* The offer's bytes and [[anchors, V_0, signature], ...] of an OPEN's `open`. */
function readOpen(opened, tables) {
  const value = decode(opened), size = 32 * tables, parts = [0, size, size + VIEW, size + VIEW + SIGNATURE];
  if (!Array.isArray(value) || value.length !== 2 || !Array.isArray(value[1]) || !hasType(value[0], 'b') || !allOf(value[1], `b${parts[3]}`))
    throw new WireError(BAD_FIELDS, 'OPEN is not [offer, [join, ...]]');
  return { offer: value[0], joins: value[1].map((item) => range(3).map((i) => item.subarray(parts[i], parts[i + 1]))) };
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

/* [{ slot, card, salt }, ...] from openings of 18 bytes each. */
function readOpenings(data) {
  if (data.length % OPENING) throw new WireError(BAD_FIELDS, `openings are of ${OPENING} bytes`);
  return pieces(data, OPENING).map((piece) => ({ slot: piece[0], card: piece[1], salt: piece.subarray(2) }));
}

module.exports = {
  VERSION, MOST_TABLES, REVEAL_MATCH, REVEAL_PAIR, tableId, matchIdOf, readOffer, readResult, readOpen, readSeals, readScore, readOpenings,
};
