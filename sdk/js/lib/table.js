'use strict';
/* What a party knows of one table of its match (there may be several, P15): its deal, hands, games and scores. */

const { NOBODY } = require('./notation.js');
const { tableId } = require('./offer.js');

class TableState {
  constructor(offer, number) {
    Object.assign(this, {
      number, M: tableId(offer.matchId, number), dealM: tableId(offer.dealtMatchId, number),
      games: Math.floor(offer.games / offer.tables) + (number < offer.games % offer.tables ? 1 : 0), chain: null, lists: new Map(),
      commitments: new Map(), cuts: [], dealt: 0, ended: 0, asked: 0, mano: null, hand: null, vira: NOBODY, request: null, shown: null,
      askedView: null, picked: null, forced: false, timedOut: false, bank: null, given: 0, pickedSigns: [], untold: [], round: null, gameWinners: [],
      gameEnded: null, gameSince: false, acted: false, endedAtOnce: 0, score: null, answeredBefore: false, // perhaps, by the process before this one, whose answers are not in the folder
    });
  }

  /* x[0] of every party here, out of their anchors of all tables. */
  anchors(all) { return all.map((every) => every.subarray(32 * this.number, 32 * this.number + 32)); }
}

module.exports = { TableState };
