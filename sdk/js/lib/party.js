'use strict';
/* What one seat knows of its match, message by message (P5, P12, D8): every check, and what it owes.
 *
 * No sockets and no clock: `take` is given messages, `owed` says what to send. */

const { CHECK, check } = require('./checks.js');
const { dealing, dealingHelp } = require('./dealing.js');
const { ending, endingHelp } = require('./ending.js');
const { PRIVATE } = require('./messages.js');
const { NOBODY, ZERO32 } = require('./notation.js');
const { REVEAL_MATCH } = require('./offer.js');
const { opening, openingHelp } = require('./opening.js');
const { actionBytes, helloBytes } = require('./signed.js');

const heard = { ...opening, ...dealing, ...ending };
const BEFORE_OPEN = ['OFFER', 'OPEN', 'FAULT', 'RESULT', 'REVEAL'];

class Party {
  /* folder: a Folder; bot: whoever decides and is told; cutter: it plays nothing and only cuts.  table: the only one, 0. */
  constructor(folder, bot, cutter = false) {
    Object.assign(this, {
      folder, bot, cutter, table: 0, key: folder.key.publicKey, answers: folder.answers(), have: 0, culprit: null, offer: null,
      seat: null, match: null, chain: null, public: null, view: null, viewKey: null, opened: false, over: false, revealed: false,
      stopped: false, last: false, lists: new Map(), commitments: new Map(), cuts: [], dealt: 0, ended: 0, passedOn: 0, asked: 0,
      mano: null, hand: null, handEnd: null, vira: NOBODY, request: null, shown: null, askedHead: null, picked: null, forced: false,
      bank: null, signs: null, given: 0, pickedSigns: [], untold: [], round: null, gameWinners: [], gameEnded: null, score: null,
      checkpoint: ZERO32, unsaid: false, // an answer was refused: the same again is another one
    });
  }

  /* One message: look at it, then link it (P12 step 3).  CheckFailed when a check does not hold. */
  take(message) {
    this.culprit = message.raw;
    check((message.kind === 'OFFER') === (this.offer === null), CHECK.ORDER, 'OFFER comes once, first');
    check(!this.over || message.kind === 'REVEAL', CHECK.ORDER, 'the match is over');
    check(this.opened || BEFORE_OPEN.includes(message.kind), CHECK.ORDER, `${message.kind} before OPEN`);
    heard[message.kind].call(this, message);
    if (message.kind !== 'OFFER') {
      this.view.link(message);
      if (!PRIVATE.has(message.number)) this.public.link(message);
    }
    if (message.kind === 'REQUEST') this.askedHead = this.view.head;
    this.have++;
  }

  /* The view chain's head, for HELLO. */
  head() { return this.view ? this.view.head : ZERO32; }

  helloFields(name) {
    const matchId = this.offer ? this.offer.matchId : ZERO32;
    return [1, this.key, name, this.have, this.head(), this.sign(helloBytes(matchId, this.have, this.head()))];
  }

  sign(message) { return this.folder.key.sign(message); }

  /* Was everything told that there is to be told?  After RESULT that is REVEAL, where S is told now. */
  finished() { return this.over && (this.revealed || this.offer.reveal !== REVEAL_MATCH); }

  /* Does another hand follow (P5 detail 3)? */
  follows() {
    return this.gameWinners.length < this.offer.games && this.ended < this.offer.hands_max && !this.stopped && !this.last;
  }

  /* What the arbiter waits for, as far as this seat knows: [[name, field, ...], ...].  Here the bot is asked. */
  async owed() {
    if (!this.offer || this.over || this.stopped) return [];
    if (!this.opened) return [['JOIN', ...this.joinFields()]];
    if (this.request) {
      await this.decide();
      return [['ANSWER', this.seat, this.request.request, this.picked, this.pickedSigns, this.answerSignature()]];
    }
    const owed = [];
    if (this.dealt > this.ended) return owed;
    if (this.ended > this.passedOn) owed.push(['HAND_SIGN', this.ended, this.sign(this.handEndBytes(this.seat))]);
    const due = this.cutDue();
    if (due) owed.push(['CUT', due, this.chain[due]]);
    return owed;
  }

  /* 64 bytes where every action is signed, else none. */
  answerSignature() {
    if (!this.offer.sign) return Buffer.alloc(0);
    return this.sign(actionBytes(this.offer.matchId, this.seat, this.request.request, this.picked, this.pickedSigns, this.askedHead));
  }
}
Object.assign(Party.prototype, openingHelp, dealingHelp, endingHelp);

module.exports = { Party };
