'use strict';
/* Hands, games and the match end: FAULT, GAME_END, HAND_END, SIGNED, RESULT, REVEAL (P5, P9, D8).  Methods of a Party. */

const { CHECK, check } = require('./checks.js');
const { deckOf, seedCommit, shuffledPack, viewKey } = require('./deal.js');
const { EFFECT } = require('./messages.js');
const { NOBODY, equal, range, signatureHolds } = require('./notation.js');
const { REVEAL_PAIR, readResult, readScore } = require('./offer.js');
const { readAs } = require('./opening.js');
const { equalLists } = require('./shown.js');
const { handEndBytes, resultBytes } = require('./signed.js');

const ending = {
  FAULT({ seat, effect }) {
    const { GAME, MATCH, VOID, STOPPED, DEFAULT_ACTION } = EFFECT;
    this.stopped ||= effect === MATCH || effect === VOID;
    this.last ||= effect === STOPPED;
    if (seat === this.seat && effect === DEFAULT_ACTION) {
      this.untold = [];
      this.forced = this.request !== this.round;
      this.endRound();
    }
    if (effect === GAME || effect === MATCH || effect === VOID) this.untold = [];
  },

  GAME_END(message) {
    check(message.game === this.gameWinners.length + 1 && !this.gameEnded, CHECK.SCORE, `game ${message.game} ends out of turn`);
    check(message.winner <= this.offer.scorers, CHECK.SCORE, `scorer ${message.winner} wins`);
    this.gameEnded = this.grown(message.score);
    this.gameWinners.push(message.winner);
    this.bot.gameEnd(message.winner);
  },

  HAND_END(message) {
    check(message.hand === this.dealt && this.dealt === this.ended + 1, CHECK.ORDER, 'the end of another hand');
    check(equal(message.head, this.public.head), CHECK.HEAD, 'another transcript than I was told');
    this.score = this.grown(message.score);
    check(!this.gameEnded || equalLists(this.gameEnded, this.score), CHECK.SCORE, 'GAME_END says another score');
    check(equal(message.checkpoint, this.checkpoint), CHECK.LOG, "another checkpoint than OPEN's");
    this.handEnd = message;
    check(this.arbiterSigned(this.handEndBytes(NOBODY), message), CHECK.HAND_END_SIGNATURE,
      "the hand's end is not signed by the arbiter");
    Object.assign(this, { ended: message.hand, request: null, forced: false });
    this.bot.handEnd(this.score);
  },

  SIGNED(message) {
    check(this.handEnd && message.hand === this.ended && this.ended === this.dealt, CHECK.ORDER, 'SIGNED early');
    check(message.seat < this.offer.parties, CHECK.ORDER, 'SIGNED of no party');
    check(signatureHolds(this.offer.keys[message.seat], this.handEndBytes(message.seat), message.signature),
      CHECK.SIGNED_SIGNATURE, `the signature of party ${message.seat} does not hold`);
    if (message.seat === this.seat) this.passedOn = message.hand;
  },

  RESULT(message) {
    const { offer } = this;
    check(this.dealt === this.ended, CHECK.ORDER, 'RESULT while a hand is open');
    check(this.arbiterSigned(resultBytes(offer.matchId, message.result), message), CHECK.RESULT_SIGNATURE,
      'the result is not signed by the arbiter');
    const result = readAs(CHECK.RESULT, () => readResult(message.result));
    const games = range(offer.scorers + 1).map((winner) => this.gameWinners.filter((won) => won === winner).length);
    check(equal(result.match_id, offer.matchId), CHECK.RESULT, 'the result of another match');
    check(equalLists(result.games, games) && result.hands === this.dealt, CHECK.RESULT, 'games or hands');
    this.over = true;
    this.bot.matchEnd(result.winner, this.cutter ? NOBODY : this.match.side);
  },

  REVEAL({ seed }) {
    const { offer } = this;
    check(this.over, CHECK.ORDER, 'REVEAL before RESULT');
    check(equal(seedCommit(seed, offer.nonce), offer.seed_commit), CHECK.SEED, 'the seed is not the one committed to');
    check(equal(viewKey(seed, offer.matchId, this.seat), this.viewKey), CHECK.SEED, 'my view key does not follow from the seed');
    for (const [hand, commitments] of this.commitments) {
      const pack = shuffledPack(seed, offer.dealM, hand, deckOf(commitments.length));
      check(pack.every(({ commitment }, slot) => equal(commitment, commitments[slot])), CHECK.PACK,
        `hand ${hand} was not shuffled from the seed`);
    }
    this.revealed = true;
  },
};

const endingHelp = {
  /* A score after this hand, which cannot be below the one before. */
  grown(told) {
    const score = readScore(told, this.offer.scorers);
    check(score.every((now, i) => now >= (this.score || score)[i]), CHECK.SCORE, 'points were lost');
    return score;
  },

  /* What is signed of the last hand's end. */
  handEndBytes(signer) {
    const { hand, head, checkpoint } = this.handEnd;
    return handEndBytes(this.offer.matchId, signer, hand, head, this.score, checkpoint);
  },

  /* The hand that my cut is owed for: the next, or at a first leg's end T; 0 none. */
  cutDue() {
    const last = this.offer.hands_max;
    if (this.follows()) return this.chain && this.lists.has(this.ended + 1) ? this.ended + 1 : 0;
    return this.offer.reveal === REVEAL_PAIR && !this.last && this.ended < last ? last : 0;
  },
};

module.exports = { ending, endingHelp };
