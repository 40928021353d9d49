'use strict';
/* The deal (D3 to D5): seeds, chains of cuts, packs, who gets which slot; the chains of messages (D7).  A secret stands behind
 * the tag of what is hashed with it. */

const { equal, hash32, join, pieces, range, tag, u32, u64, u8 } = require('./notation.js');

const seedCommit = (seed, nonce) => hash32(join(tag('fiel/seed-commit'), seed, nonce));
const viewKey = (seed, matchId, party) => hash32(join(tag('fiel/view-key'), seed, matchId, u8(party)));

/* The bytes that PERM of D5 draws, one after the other, without end. */
function* bytesOf(key, name) {
  for (let counter = 0;; counter++) yield* hash32(join(tag(name), key, u32(counter)));
}

/* PERM of D5, with those bytes. */
function perm(count, bytes) {
  const order = range(count);
  for (let i = count - 1; i > 0; i--) {
    const m = i + 1, limit = 256 - (256 % m);
    let value = limit;
    while (value >= limit) ({ value } = bytes.next());
    [order[i], order[value % m]] = [order[value % m], order[i]];
  }
  return order;
}

/* x[number - 1] from x[number]. */
const linkDown = (x, M, party, number) => hash32(join(tag('fiel/chain'), x, M, u8(party), u32(number)));

/* [x[0], ..., x[length]]. */
function cutChain(secret, matchId, M, party, length, table = 0) {
  const chain = [hash32(join(tag('fiel/cut-secret'), secret, matchId, u8(party), u32(table)))];
  for (let number = length; number > 0; number--) chain.push(linkDown(chain[chain.length - 1], M, party, number));
  return chain.reverse();
}

/* The pack of 40 or 24 cards in ascending number. */
function deckOf(count) {
  const ranks = count === 24 ? [0, 1, 2, 7, 8, 9] : range(10);
  return range(4).flatMap((suit) => ranks.map((rank) => 10 * suit + rank));
}

const handKey = (seed, M, hand) => hash32(join(tag('fiel/hand-key'), seed, M, u32(hand)));
/* Of so many slots, 16 bytes each: those of slots 2j and 2j + 1 are the two halves of one hash. */
const saltsOf = (key, count) => range(count / 2).flatMap((j) => pieces(hash32(join(tag('fiel/salt'), key, u8(j))), 16));
const commitment = (M, hand, slot, card, salt) => hash32(join(tag('fiel/slot'), salt, M, u32(hand), u8(slot), u8(card)));
const listHash = (M, hand, commitments) => hash32(join(tag('fiel/list'), M, u32(hand), u8(commitments.length), ...commitments));

/* [{ card, salt, commitment }, ...] by slot, from the seed. */
function shuffledPack(seed, M, hand, deck) {
  const key = handKey(seed, M, hand), salts = saltsOf(key, deck.length);
  return perm(deck.length, bytesOf(key, 'fiel/shuffle')).map((index, slot) => {
    const card = deck[index], salt = salts[slot];
    return { card, salt, commitment: commitment(M, hand, slot, card, salt) };
  });
}

const jointCut = (M, hand, listed, cuts) => hash32(join(tag('fiel/cut'), M, u32(hand), listed, u8(cuts.length), ...cuts));
const slotsByTurn = (Z, count) => perm(count, bytesOf(Z, 'fiel/cut-perm'));
const firstMano = (Z, seats) => perm(seats, bytesOf(Z, 'fiel/mano'))[0];
/* The byte that says whether a rival sees a giver's sign number m of the hand whose key is given. */
const signDraw = (key, Z, giver, rival, m) => hash32(join(tag('fiel/sign'), key, Z, u8(giver), u8(rival), u32(m)))[0];

/* Of three seats the one that is dealt four cards, or null. */
function galloOf(offer, mano) {
  const options = offer.rules.split(',');
  if (offer.seats !== 3) return null;
  if (options.includes('gallo=fijo')) return 0;
  return options.includes('gallo_seat=mano') ? mano : (mano + 2) % 3;
}

const publicStart = (matchId) => hash32(join(tag('fiel/pub0'), matchId));
const viewStart = (matchId, party, key) => hash32(join(tag('fiel/view0'), key, matchId, u8(party)));

/* What a party was told, as two hashes: P runs through the public messages, V through those to it alone, and ties P in. */
class Transcript {
  constructor(matchId, party, key) {
    Object.assign(this, { P: publicStart(matchId), seq: 0, V: viewStart(matchId, party, key), told: 0 });
    this.joined = this.V; // V_0, which JOIN tells
  }

  tellAll(raw) { this.P = hash32(join(tag('fiel/pub'), this.P, u64(this.seq++), raw)); }

  tellOne(raw) { this.V = hash32(join(tag('fiel/view'), this.V, this.P, u64(this.told++), raw)); }

  /* What HELLO carries. */
  get head() { return hash32(join(tag('fiel/have'), this.V, this.P)); }
}

/* One hand's public cards: whose slots, what was opened (D5, D8). */
class Hand {
  constructor(M, number, commitments, cuts, seats) {
    Object.assign(this, { M, number, commitments, seats });
    this.deck = deckOf(commitments.length);
    this.Z = jointCut(M, number, listHash(M, number, commitments), cuts);
    this.order = slotsByTurn(this.Z, commitments.length);
    this.cards = new Map();
    this.unseen = false;
    this.down = new Set();
    this.played = range(seats).map(() => []);
    this.gallo = this.laid = null;
  }

  /* The slots that were dealt to a seat, in order; of the gallo as he holds them (P6.3). */
  slots(seat) {
    const slots = this.order.slice(3 * seat, 3 * seat + 3);
    if (seat === this.gallo) slots.push(this.order[3 * this.seats]);
    const gone = slots.indexOf(this.laid);
    if (this.laid !== null && gone >= 0) [slots[gone], slots[3]] = [slots[3], slots[gone]];
    return slots;
  }

  /* Those of them that may still be opened or played: not what was laid away. */
  free(seat) { return this.slots(seat).filter((slot) => slot !== this.laid); }

  /* The slot after those that were dealt: the turned card's. */
  spareSlots() {
    const first = 3 * this.seats + (this.gallo === null ? 0 : 1);
    return this.order.slice(first, first + 1);
  }

  /* The gallo's fourth card goes, or false. */
  layAway(seat, slot) {
    if (seat !== this.gallo || this.laid !== null || !this.slots(seat).includes(slot)) return false;
    this.laid = slot;
    return true;
  }

  /* Keeps what an opening shows; false when it does not fit its seal, the pack and all other openings. */
  open({ slot, card, salt }) {
    if (slot >= this.commitments.length || !this.deck.includes(card)) return false;
    if (!equal(commitment(this.M, this.number, slot, card, salt), this.commitments[slot])) return false;
    for (const [s, c] of this.cards) if ((s === slot) !== (c === card)) return false;
    this.cards.set(slot, card);
    return true;
  }

  /* Marks a slot as played by its seat, or says false. */
  play(seat, slot, down) {
    if (!this.free(seat).includes(slot) || this.played[seat].includes(slot)) return false;
    this.played[seat].push(slot);
    if (down) this.down.add(slot);
    return true;
  }
}

module.exports = {
  seedCommit, viewKey, bytesOf, perm, linkDown, cutChain, deckOf, commitment, listHash, handKey, saltsOf, shuffledPack, jointCut, slotsByTurn,
  firstMano, signDraw, galloOf, Transcript, Hand,
};
