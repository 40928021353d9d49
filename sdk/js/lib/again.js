'use strict';
/* A bot asked once more what a record tells that its seat was asked: --again REPLAY --seat N.
 *
 * No arbiter, no sockets, no keys: the bot hears what the record holds for the seat, and each request is put to `decide`.  What it
 * answers goes to standard output and nowhere else, because the match goes on as it went: the bot hears what its seat did
 * then.  The record is believed; fiel-audit proves it.  `fiel replay --again` asks so. */

const fs = require('node:fs');
const { Action, KIND } = require('./actions.js');
const { HIDDEN } = require('./cards.js');
const { fromArbiter, readMessage } = require('./messages.js');
const { MOST_TABLES, VERSION, readOffer, readOpenings, readResult } = require('./offer.js');
const { readView } = require('./shown.js');
const { Signs } = require('./signs.js');
const { Match, SIGNS_PHASE, View } = require('./view.js');
const { WireError } = require('./wire.js');

const MAGIC = Buffer.from('FIELREP\x02', 'latin1'), HEAD = 14, EVERYBODY = 255;

/* [type, visibility, payload] of every whole record (R1). */
function* records(data) {
  for (let at = MAGIC.length; at + HEAD <= data.length;) {
    const end = at + HEAD + data.readUInt32BE(at);
    if (end > data.length) return;
    yield [data[at + 4], data[at + 5], data.subarray(at + HEAD, end)];
    at = end;
  }
}

/* Is it a record, of whatever version? */
const isRecord = (data) => data.length >= MAGIC.length && data.subarray(0, MAGIC.length - 1).equals(MAGIC.subarray(0, -1));

/* The value of --name VALUE or --name=VALUE; undefined when it is not there. */
function valueOf(words, name) {
  for (let at = 0; at < words.length; at++) {
    if (words[at] === name) return words[at + 1] ?? '';
    if (words[at].startsWith(`${name}=`)) return words[at].slice(name.length + 1);
  }
  return undefined;
}

/* One seat's way through a record: a method for each message of which a bot hears something. */
class Again {
  constructor(bot, seat) {
    Object.assign(this, { bot, seat, match: null, signs: null, mano: null, given: 0, decisions: 0, asked: false });
  }

  async take(raw) {
    const message = readMessage(raw, fromArbiter, MOST_TABLES);
    if (this[message.kind] && (this.match || message.kind === 'OFFER')) await this[message.kind](message);
  }

  OFFER(message) {
    const offer = readOffer(message.offer);
    if (this.match || this.seat >= offer.seats || offer.tables > 1) return;
    this.match = new Match(offer, this.seat);
    this.signs = new Signs(offer.rules);
    this.bot.matchStart(this.match);
  }

  DEAL({ mano }) { Object.assign(this, { mano, given: 0 }); }

  CARDS({ hand, openings }) {
    const cards = readOpenings(openings).map(({ card }) => card);
    this.bot.handStart(hand, this.mano, cards.length ? cards : [HIDDEN, HIDDEN, HIDDEN]);
  }

  ACT({ seat, action, value }) {
    if (seat === this.seat && this.asked) {
      this.asked = false;
      this.decisions++;
    }
    const told = action >> 8 === KIND.PLAY_BLIND ? 256 * KIND.PLAY + value : action;
    this.bot.acted(seat, new Action(told, this.match.rules), value);
  }

  SIGN({ seat, sign }) {
    if (seat === this.seat) this.given++;
    this.bot.signSeen(seat, sign);
  }

  async REQUEST(message) {
    const shown = readView(message.view, this.match.seats, this.match.scorers);
    const view = new View(shown, this.match, message);
    const room = Math.min(this.signs.perDecision, this.signs.perHand - this.given);
    if (room > 0 && this.signs.made(view)) await this.bot.signs(view, room);
    this.asked = view.phase !== SIGNS_PHASE;
    if (!this.asked) return;
    const action = new Action(view.answered(await this.bot.decide(view)), this.match.rules);
    const answer = { again: 1, decision: this.decisions + 1, action: action.code, words: String(action) };
    fs.writeSync(process.stdout.fd, `${JSON.stringify(answer)}\n`);
  }

  SHOW({ seat, openings }) {
    for (const { card } of readOpenings(openings)) this.bot.shown(seat, card);
  }

  GAME_END({ winner }) { this.bot.gameEnd(winner); }

  HAND_END({ score }) {
    this.asked = false;
    this.bot.handEnd(score);
  }

  RESULT({ result }) { this.bot.matchEnd(readResult(result).winner, this.match.side); }
}

/* { code, why }: an exit code, and what went wrong or null. */
async function askAgain(bot, words) {
  const path = valueOf(words, '--again'), seat = valueOf(words, '--seat');
  if (!path || !/^[0-7]$/.test(seat ?? ''))
    return { code: 2, why: '--again needs a record and a seat from 0 to 7: --again REPLAY --seat N' };
  if (!bot) return { code: 2, why: `${path}: a cutter decides nothing: there is nothing to ask it again` };
  const again = new Again(bot, Number(seat)), mine = [EVERYBODY, 1 << seat];
  try {
    const data = fs.readFileSync(path), version = isRecord(data) ? data[MAGIC.length - 1] : VERSION;
    if (version !== VERSION)
      return { code: 1, why: `${path}: a record of version ${version}, and this bot reads version ${VERSION} alone: play the match again` };
    for (const [type, seenBy, payload] of records(isRecord(data) ? data : MAGIC))
      if (fromArbiter(type) && mine.includes(seenBy)) await again.take(payload);
  } catch (error) {
    if (error instanceof WireError)
      return { code: 1, why: `${path}: it does not make sense from here on: ${error.message}; fiel-audit says more` };
    if (!error.syscall) throw error;
    return { code: 3, why: `${path}: ${error.message}` };
  }
  return again.match ? { code: 0, why: null } : { code: 2, why: `${path}: no match at one table with such a seat is told there` };
}

module.exports = { askAgain, records };
