'use strict';
/* What a party knows of one table of its match (there may be several, P15): its deal, hands, games and scores. */

const { NOBODY, ZERO32, hash32, join } = require('./notation.js');
const { tableId } = require('./offer.js');

const NEWEST = 64; // hands of which the commitments are kept: no more are sealed ahead

class TableState {
  constructor(offer, number) {
    Object.assign(this, {
      number, M: tableId(offer.matchId, number), dealM: tableId(offer.dealtMatchId, number),
      games: Math.floor(offer.games / offer.tables) + (number < offer.games % offer.tables ? 1 : 0), chain: null, lists: new Map(),
      commitments: new Map(), sealed: 0, allLists: ZERO32, // lists, commitments: of the newest hands; allLists: a hash over all
      cuts: [], dealt: 0, ended: 0, asked: 0, mano: null, hand: null, vira: NOBODY, request: null, shown: null,
      askedView: null, picked: null, forced: false, timedOut: false, bank: null, given: 0, pickedSigns: [], untold: [], round: null, gameWinners: [],
      gameEnded: null, gameSince: false, acted: false, endedAtOnce: 0, score: null, answeredBefore: false, // perhaps, by the process before this one, whose answers nobody kept
    });
  }

  /* The next hand is sealed with this list; the oldest one is forgotten. */
  seal(hand, listed, commitments) {
    this.sealed = hand;
    this.allLists = hash32(join(this.allLists, listed));
    this.lists.set(hand, listed).delete(hand - NEWEST);
    this.commitments.set(hand, commitments).delete(hand - NEWEST);
  }

  /* x[0] of every party here, out of their anchors of all tables. */
  anchors(all) { return all.map((every) => every.subarray(32 * this.number, 32 * this.number + 32)); }
}

module.exports = { TableState };
