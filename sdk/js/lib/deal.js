'use strict';
/* The deal (D3 to D5): seeds, chains of cuts, packs, who gets which slot; the chains of messages (D7). */

const { equal, hash32, join, keyed32, range, tag, u32, u64, u8 } = require('./notation.js');

const seedCommit = (seed, nonce) => keyed32(seed, join(tag('fiel/seed-commit'), nonce));
const viewKey = (seed, matchId, seat) => keyed32(seed, join(tag('fiel/view-key'), matchId, u8(seat)));

/* PERM of D5. */
function perm(count, key, name) {
  const order = range(count), label = tag(name);
  let counter = 0, buffer = Buffer.alloc(0), used = 0;
  for (let i = count - 1; i > 0; i--) {
    const m = i + 1, limit = 256 - (256 % m);
    let value = limit;
    while (value >= limit) {
      if (used === buffer.length) {
        buffer = keyed32(key, join(label, u32(counter++)));
        used = 0;
      }
      value = buffer[used++];
    }
    [order[i], order[value % m]] = [order[value % m], order[i]];
  }
  return order;
}

/* x[number - 1] from x[number]. */
const linkDown = (x, M, party, number) => keyed32(x, join(tag('fiel/chain'), M, u8(party), u32(number)));

/* [x[0], ..., x[length]]. */
function cutChain(secret, matchId, M, party, length, table = 0) {
  const chain = [keyed32(secret, join(tag('fiel/cut-secret'), matchId, u8(party), u32(table)))];
  for (let number = length; number > 0; number--) chain.push(linkDown(chain[chain.length - 1], M, party, number));
  return chain.reverse();
}

/* The pack of 40 or 24 cards in ascending number. */
function deckOf(count) {
  const ranks = count === 24 ? [0, 1, 2, 7, 8, 9] : range(10);
  return range(4).flatMap((suit) => ranks.map((rank) => 10 * suit + rank));
}

const commitment = (M, hand, slot, card, salt) => keyed32(salt, join(tag('fiel/slot'), M, u32(hand), u8(slot), u8(card)));
const listHash = (M, hand, commitments) => hash32(join(tag('fiel/list'), M, u32(hand), u8(commitments.length), ...commitments));

/* [{ card, salt, commitment }, ...] by slot, from the seed. */
function shuffledPack(seed, M, hand, deck) {
  const key = keyed32(seed, join(tag('fiel/hand-key'), M, u32(hand)));
  return perm(deck.length, key, 'fiel/shuffle').map((index, slot) => {
    const salt = keyed32(key, join(tag('fiel/salt'), u8(slot)));
    return { card: deck[index], salt, commitment: commitment(M, hand, slot, deck[index], salt) };
  });
}

const jointCut = (M, hand, listed, cuts) => hash32(join(tag('fiel/cut'), M, u32(hand), listed, u8(cuts.length), ...cuts));
const slotsByTurn = (Z, count) => perm(count, Z, 'fiel/cut-perm');
const firstMano = (Z, seats) => perm(seats, Z, 'fiel/mano')[0];

/* Of three seats the one that is dealt four cards, or null. */
function galloOf(offer, mano) {
  const options = offer.rules.split(',');
  if (offer.seats !== 3) return null;
  if (options.includes('gallo=fijo')) return 0;
  return options.includes('gallo_seat=mano') ? mano : (mano + 2) % 3;
}

/* A chain of messages: the public one P or a party's V. */
class Chain {
  constructor(start) {
    this.head = start;
    this.links = 0;
  }

  link(message) {
    this.head = hash32(join(tag('fiel/link'), this.head, u64(this.links++), u8(message.number), hash32(message.raw)));
  }
}
const publicChain = (M) => new Chain(hash32(join(tag('fiel/pub0'), M)));
const viewChain = (M, seat, key) => new Chain(keyed32(key, join(tag('fiel/view0'), M, u8(seat))));

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
  seedCommit, viewKey, perm, linkDown, cutChain, deckOf, commitment, listHash, shuffledPack, jointCut, slotsByTurn, firstMano,
  galloOf, Chain, publicChain, viewChain, Hand,
};
