'use strict';
/* What one seat knows of its match, message by message (P5, P12, D8): every check, and what it owes.
 *
 * No sockets and no clock: `take` is given messages, `owed` says what to send. */

const { CHECK, check } = require('./checks.js');
const { dealing, dealingHelp } = require('./dealing.js');
const { ending, endingHelp } = require('./ending.js');
const { PRIVATE } = require('./messages.js');
const { ZERO32 } = require('./notation.js');
const { REVEAL_MATCH, VERSION } = require('./offer.js');
const { opening, openingHelp } = require('./opening.js');
const { actionBytes, firstHelloBytes, handsEndBytes, helloBytes, protestBytes } = require('./signed.js');
const { OUT_OF_RANGE, WireError } = require('./wire.js');

const heard = { ...opening, ...dealing, ...ending };
const BEFORE_OPEN = ['OFFER', 'OPEN', 'FAULT', 'RESULT', 'REVEAL'];

class Party {
  /* folder: a Folder; bot: whoever decides and is told; cutter: it plays nothing and only cuts.  t: the table that is talked
   * about. */
  constructor(folder, bot, cutter = false) {
    Object.assign(this, {
      folder, bot, cutter, key: folder.key.publicKey, have: 0, culprit: null, objected: null,
      offer: null, matchId: null, seat: 0,
      match: null, tables: [], t: null, transcript: null, viewKey: null, opened: false, over: false, revealed: false,
      stopped: false, last: false, handsEnd: null, signedBy: new Set(), signs: null, checkpoint: ZERO32,
      again: folder.have > 0, // an earlier process was told messages that this one was not told again
      catchingUp: false, // said HELLO again: what is told was told before
      unsaid: [], // answers that were refused: the same again is another one
    });
  }

  /* One message: look at it, then link it (P12 step 3).  CheckFailed when a check does not hold. */
  take(message) {
    this.culprit = message.raw;
    this.objected = message;
    check((message.kind === 'OFFER') === (this.offer === null), CHECK.ORDER, 'OFFER comes once, first');
    check(!this.over || message.kind === 'REVEAL', CHECK.ORDER, 'the match is over');
    if (this.tables.length) {
      if (message.table >= this.tables.length) throw new WireError(OUT_OF_RANGE, 'another table');
      this.t = this.tables[message.table];
      this.bot.table = message.table;
    }
    check(this.opened || BEFORE_OPEN.includes(message.kind), CHECK.ORDER, `${message.kind} before OPEN`);
    heard[message.kind].call(this, message);
    this.link(message);
    if (message.kind === 'REQUEST' || message.kind === 'REFUSED') this.t.askedView = this.transcript.V;
  }

  /* A message is counted, and all but OFFER are in the transcript. */
  link(message) {
    if (message.kind !== 'OFFER') {
      if (PRIVATE.has(message.number)) this.transcript.tellOne(message.raw);
      else this.transcript.tellAll(message.raw);
    }
    this.have++;
    this.objected = null;
    if (this.again && this.have === this.folder.have) this.again = !this.head().equals(this.folder.head);
  }

  /* All is told again: nothing is said in a match that is told otherwise than before (D8). */
  goOn() {
    this.catchingUp = false;
    check(!this.again || this.over || this.stopped, CHECK.MATCH_AGAIN,
      `the first ${this.folder.have} messages were others before, and now it has ${this.have}`);
  }

  /* What was told outlives the process, before anything leaves that rests on it. */
  keep() {
    if (this.offer && !this.again) this.folder.keep(this.matchId, this.have, this.head());
  }

  /* What HELLO carries for the messages so far. */
  head() { return this.have ? this.transcript.head : ZERO32; }

  /* `server`: the seat's CURVE key, which a HELLO names as long as there is no match. */
  helloFields(name, server) {
    const { have, matchId } = this, bytes = have ? helloBytes(matchId, have, this.head()) : firstHelloBytes(server);
    return [VERSION, this.key, name, have, this.head(), this.sign(bytes)];
  }

  /* A message that is objected to was told, so it counts. */
  protestFields(code, text) {
    if (this.objected && this.transcript) this.link(this.objected);
    const { have, seat, matchId } = this, head = this.head();
    return [code, text, have, head, this.sign(protestBytes(matchId || ZERO32, seat, have, head, code, text))];
  }

  sign(message) { return this.folder.key.sign(message); }

  /* Was everything told that there is to be told?  After RESULT that is REVEAL, where S is told now. */
  finished() { return this.over && (this.revealed || this.offer.reveal !== REVEAL_MATCH); }

  /* Hands that are over, and that were dealt, at all tables. */
  endedEverywhere() { return this.tables.reduce((sum, table) => sum + table.ended, 0); }
  dealtEverywhere() { return this.tables.reduce((sum, table) => sum + table.dealt, 0); }

  /* Does another hand follow at this table (P5 detail 3)? */
  follows({ gameWinners, games, ended } = this.t) {
    return gameWinners.length < games && ended < this.offer.hands_max && !this.stopped && !this.last;
  }

  /* What the arbiter waits for, as far as this seat knows: [[table, name, field, ...], ...].  Here the bot is asked. */
  async owed() {
    if (!this.offer || this.over || this.stopped) return [];
    if (!this.opened) return [[0, 'JOIN', ...this.joinFields()]];
    const owed = this.handSignDue();
    for (this.t of this.tables) owed.push(...await this.owedHere());
    return owed;
  }

  /* The signature of the hands of the newest HANDS_END. */
  handSignDue() {
    if (!this.handsEnd || this.signedBy.has(this.seat)) return [];
    return [[0, 'HAND_SIGN', this.handsEnd.hands, this.sign(handsEndBytes(this.offer.matchId, this.seat, this.handsEnd))]];
  }

  /* An answer, or a cut, at the table that is talked about. */
  async owedHere() {
    const table = this.t;
    if (table.request) {
      await this.decide();
      return [[table.number, 'ANSWER', this.seat, table.request.request, table.picked, table.pickedSigns, this.answerSignature()]];
    }
    const due = table.dealt > table.ended ? 0 : this.cutDue();
    return due ? [[table.number, 'CUT', due, table.chain[due]]] : [];
  }

  /* 64 bytes where every action is signed, else none. */
  answerSignature() {
    if (!this.offer.sign) return Buffer.alloc(0);
    const { number, request, picked, pickedSigns, askedView } = this.t;
    return this.sign(actionBytes(this.offer.matchId, this.seat, request.request, picked, pickedSigns, askedView, number));
  }
}
Object.assign(Party.prototype, openingHelp, dealingHelp, endingHelp);

module.exports = { Party };
