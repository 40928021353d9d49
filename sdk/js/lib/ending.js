'use strict';
/* Hands, games and the match end: FAULT, GAME_END, HAND_END, HANDS_END, SIGNED, RESULT, REVEAL (P5, P9, D8).  Methods of a Party. */

const { packSize } = require('./cards.js');
const { CHECK, check } = require('./checks.js');
const { deckOf, listHash, seedCommit, shuffledPack, viewKey } = require('./deal.js');
const { EFFECT, FAULT } = require('./messages.js');
const { NOBODY, ZERO32, equal, hash32, join, pieces, range, signatureHolds } = require('./notation.js');
const { REVEAL_PAIR, readResult, readScore } = require('./offer.js');
const { readAs } = require('./opening.js');
const { equalLists } = require('./shown.js');
const { handsEndBytes, resultBytes } = require('./signed.js');

const VOID = 3; // an outcome: the arbiter could not go on

const ending = {
  FAULT({ seat, effect, fault }) {
    const { GAME, MATCH, STOPPED, DEFAULT_ACTION } = EFFECT;
    this.stopped ||= effect === MATCH || effect === EFFECT.VOID;
    this.last ||= effect === STOPPED;
    if (seat === this.seat && effect === DEFAULT_ACTION) {
      this.t.untold = [];
      this.t.timedOut = true;
      this.t.forced = this.t.request !== this.t.round;
      this.endRound();
    }
    if (seat === this.seat && fault === FAULT.ILLEGAL && this.t.request) this.answerRefused();
    if (effect === GAME || effect === MATCH || effect === EFFECT.VOID) this.t.untold = [];
  },

  GAME_END(message) {
    check(message.game === this.t.gameWinners.length + 1 && !this.t.gameEnded, CHECK.SCORE, `game ${message.game} ends out of turn`);
    check(message.winner <= this.offer.scorers, CHECK.SCORE, `scorer ${message.winner} wins`);
    this.t.gameEnded = this.grown(message.score);
    this.t.gameWinners.push(message.winner);
    this.bot.gameEnd(message.winner);
  },

  HAND_END(message) {
    check(message.hand === this.t.dealt && this.t.dealt === this.t.ended + 1, CHECK.ORDER, 'the end of another hand');
    this.t.score = this.grown(message.score);
    check(!this.t.gameEnded || equalLists(this.t.gameEnded, this.t.score), CHECK.SCORE, 'GAME_END says another score');
    Object.assign(this.t, { ended: message.hand, request: null, forced: false });
    if (!this.t.acted) this.t.endedAtOnce++;
    else if (this.t.gameEnded) this.t.gameSince = true;
    this.bot.handEnd(this.t.score);
  },

  /* One signature for all hands that ended so far, at whatever table. */
  HANDS_END(message) {
    const { offer, seat, transcript } = this, views = pieces(message.views, 32);
    check(message.hands === this.endedEverywhere(), CHECK.ORDER, `${message.hands} hands are said to be over`);
    check(message.hands > this.handsSigned(), CHECK.ORDER, 'no hand ended since the last HANDS_END');
    check(message.seq === transcript.seq && equal(message.head, transcript.P), CHECK.HEAD, 'another transcript than I was told');
    check(views.length === offer.parties && equal(views[seat], transcript.V), CHECK.HEAD, 'another view of mine than I was told');
    check(equal(message.checkpoint, this.checkpoint), CHECK.LOG, "another checkpoint than OPEN's");
    check(this.arbiterSigned(handsEndBytes(offer.matchId, NOBODY, message), message), CHECK.HAND_END_SIGNATURE,
      "the hands' end is not signed by the arbiter");
    this.handsEnd = message;
    this.signedBy.clear();
    for (const table of this.tables) Object.assign(table, { endedAtOnce: 0, gameSince: false });
  },

  SIGNED(message) {
    const { offer } = this;
    check(this.handsEnd && message.hand === this.handsEnd.hands, CHECK.ORDER, 'SIGNED early');
    check(message.seat < offer.parties, CHECK.ORDER, 'SIGNED of no party');
    check(signatureHolds(offer.keys[message.seat], handsEndBytes(offer.matchId, message.seat, this.handsEnd), message.signature),
      CHECK.SIGNED_SIGNATURE, `the signature of party ${message.seat} does not hold`);
    check(!this.signedBy.has(message.seat), CHECK.ORDER, `the signature of party ${message.seat} again`);
    this.signedBy.add(message.seat);
  },

  RESULT(message) {
    const { offer } = this;
    check(this.arbiterSigned(resultBytes(offer.matchId, message.result), message), CHECK.RESULT_SIGNATURE,
      'the result is not signed by the arbiter');
    const result = readAs(CHECK.RESULT, () => readResult(message.result));
    const interrupted = result.outcome === VOID && equal(result.head, ZERO32); // the machine was, and nobody told what was open
    check(interrupted || this.tables.every((table) => table.dealt === table.ended), CHECK.ORDER, 'RESULT while a hand is open');
    check(result.outcome === VOID || this.endedEverywhere() === this.handsSigned(), CHECK.ORDER, 'RESULT before the last hands are signed');
    check(interrupted || equal(result.head, this.transcript.P), CHECK.HEAD, 'another transcript than I was told');
    const winners = this.tables.flatMap((table) => table.gameWinners);
    const games = range(offer.scorers + 1).map((winner) => winners.filter((won) => won === winner).length);
    check(equal(result.match_id, offer.matchId), CHECK.RESULT, 'the result of another match');
    const counted = interrupted ? [games.map(() => 0), 0] : [games, this.dealtEverywhere()];
    check(equalLists(result.games, counted[0]) && result.hands === counted[1], CHECK.RESULT, 'games or hands');
    this.over = true;
    this.bot.matchEnd(result.winner, this.cutter ? NOBODY : this.match.side);
  },

  REVEAL({ seed }) {
    const { offer } = this;
    check(this.over, CHECK.ORDER, 'REVEAL before RESULT');
    check(equal(seedCommit(seed, offer.nonce), offer.seed_commit), CHECK.SEED, 'the seed is not the one committed to');
    check(equal(viewKey(seed, offer.matchId, this.seat), this.viewKey), CHECK.SEED, 'my view key does not follow from the seed');
    const deck = deckOf(packSize(offer.rules));
    for (const table of this.tables) {
      let allLists = ZERO32;
      for (let hand = 1; hand <= table.sealed; hand++) {
        const listed = listHash(table.dealM, hand, shuffledPack(seed, table.dealM, hand, deck).map(({ commitment }) => commitment));
        check(equal(table.lists.get(hand) || listed, listed), CHECK.PACK, `hand ${hand} was not shuffled from the seed`);
        allLists = hash32(join(allLists, listed));
      }
      check(equal(allLists, table.allLists), CHECK.PACK, `one of hands 1 to ${table.sealed} was not shuffled from the seed`);
    }
    this.revealed = true;
  },
};

const endingHelp = {
  /* A score after this hand, which cannot be below the one before. */
  grown(told) {
    const score = readScore(told, this.offer.scorers);
    check(score.every((now, i) => now >= (this.t.score || score)[i]), CHECK.SCORE, 'points were lost');
    return score;
  },

  /* The hands that the newest HANDS_END is about; 0 when there was none. */
  handsSigned() { return this.handsEnd ? this.handsEnd.hands : 0; },

  /* Are so few hands over without a signature that one more may be dealt (P5)?  Hands that ended as they were dealt are counted
   * behind the deals that come together with theirs. */
  signedInTime() {
    const { parties, tables, sign_every: every } = this.offer, atOnce = this.tables.reduce((sum, table) => sum + table.endedAtOnce, 0);
    const since = this.endedEverywhere() - this.handsSigned() - atOnce;
    if (this.handsEnd && this.signedBy.size < parties) return since < every - 1;
    const gameEverywhere = this.tables.every((table) => table.gameSince || !(this.follows(table) || table.dealt > table.ended));
    return since === 0 || (since < Math.max(every, tables) && !gameEverywhere);
  },

  /* The hand that my cut is owed for at this table: the next, or at a first leg's end T; 0 none. */
  cutDue() {
    const last = this.offer.hands_max;
    if (this.follows()) return this.t.chain && this.t.lists.has(this.t.ended + 1) ? this.t.ended + 1 : 0;
    return this.offer.reveal === REVEAL_PAIR && !this.last && this.t.ended < last ? last : 0;
  },
};

module.exports = { ending, endingHelp };
