'use strict';
/* The rules of the arbiter itself, for a search: WebAssembly of the C that the arbiter runs (sdk/foreign.h).
 *
 *     const { Dice, Table, sample } = require('fiel/lib/rules.js');
 *     const dice = new Dice(1, 'deal'), table = new Table('argentino', 2);
 *     table.deal(dice);
 *     while (table.turn >= 0) table.apply(table.legal()[0]);
 *
 * A bot's memory is limited as addresses, and node sets aside gigabytes of those for WebAssembly unless it is told not to: the first
 * line of a bot that uses this is #!/usr/bin/env -S node --disable-wasm-trap-handler, which Node 20.15, 22.2 and newer ones know.
 *
 * A table has no dice: the dealer hands them over.  `sample(view, dice)` is a whole table as it may be for who has this view. */

const fs = require('fs'), path = require('path');
const { Action } = require('./actions.js');
const { blake2b } = require('./blake2b.js');
const { toBytes } = require('./shown.js');

const PLACES = [path.join(__dirname, 'rules.wasm'), path.join(__dirname, '..', '..', '..', 'build', 'js', 'rules.wasm')];
const ROOM = 4096, MOST_LEGAL = 160;

/* Rules that nobody knows, seats that do not fit them, an action that is not legal. */
class RulesError extends Error {}

function load() {
  const place = PLACES.find((one) => fs.existsSync(one));
  if (!place) throw new RulesError('rules.wasm is not there: run make, which builds it, or install fiel');
  const silent = () => 0; // an assertion that fails ends it all the same
  const module = new WebAssembly.Module(fs.readFileSync(place));
  const imports = { wasi_snapshot_preview1: { fd_close: silent, fd_seek: silent, fd_write: silent } };
  let made;
  try {
    made = new WebAssembly.Instance(module, imports);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RulesError('node wants gigabytes of addresses for WebAssembly, which a bot has not: make the first line of the bot '
      + '#!/usr/bin/env -S node --disable-wasm-trap-handler, which Node 20.15, 22.2 and newer ones know');
  }
  made.exports._initialize();
  return made.exports;
}

const lib = load();
const SIZE = lib.fiel_table_size();
const shared = lib.malloc(ROOM), sharedView = lib.malloc(ROOM), sharedDice = lib.malloc(8);
const bytesAt = (at, size) => new Uint8Array(lib.memory.buffer, at, size);
const freed = new FinalizationRegistry((at) => lib.free(at));

function textAt(at) {
  const all = bytesAt(at, lib.memory.buffer.byteLength - at);
  return Buffer.from(all.subarray(0, all.indexOf(0))).toString();
}

function putText(at, text) {
  const bytes = Buffer.from(`${text}\0`);
  if (bytes.length > ROOM) throw new RulesError('the rules are too long');
  bytesAt(at, bytes.length).set(bytes);
}

/* A small seeded generator, the same as in C and in Python: what is drawn can be drawn again. */
class Dice {
  constructor(seed = 0, use = 'play') {
    if (typeof seed !== 'bigint' && !Number.isSafeInteger(seed)) throw new RulesError(`a seed is a whole number, not ${seed}`);
    const start = Buffer.alloc(32);
    start.write('fiel/random');
    start.writeBigUInt64BE(BigInt.asUintN(64, BigInt(seed)), 16);
    this.state = blake2b(Buffer.concat([start, Buffer.from(use)])).readBigUInt64BE(0);
  }

  /* Calls with a pointer to the state, and keeps what it is then. */
  draws(call) {
    new DataView(lib.memory.buffer).setBigUint64(sharedDice, this.state, true);
    const answer = call(sharedDice);
    this.state = new DataView(lib.memory.buffer).getBigUint64(sharedDice, true);
    return answer;
  }
}

function diceOf(dice) {
  if (!(dice instanceof Dice)) throw new RulesError('chance is an argument: new Dice(seed)');
  return dice;
}

/* One table; copying is cheap. */
class Table {
  constructor(rules = 'argentino', seats = 2) {
    this.rules = rules;
    this.seats = seats;
    this.at = lib.malloc(SIZE);
    freed.register(this, this.at);
    putText(shared, rules);
    if (lib.fiel_table_new(this.at, shared, seats, sharedView) !== 0) throw new RulesError(textAt(sharedView));
  }

  copy() {
    const other = Object.create(Table.prototype);
    Object.assign(other, this);
    other.at = lib.malloc(SIZE);
    freed.register(other, other.at);
    return other.become(this);
  }

  /* The same state as another table of these rules and seats, without a new one. */
  become(other) {
    bytesAt(this.at, SIZE).set(bytesAt(other.at, SIZE));
    return this;
  }

  deal(dice) {
    if (diceOf(dice).draws((at) => lib.fiel_table_deal(this.at, at)) !== 0) {
      throw new RulesError('a hand is being played: it is dealt again when that is over');
    }
  }

  /* The seat that is to decide, -1 when the hand is over. */
  get turn() { return lib.fiel_table_turn(this.at); }

  codes() {
    const count = lib.fiel_table_legal(this.at, shared);
    return Array.from(new Uint16Array(lib.memory.buffer, shared, MOST_LEGAL).subarray(0, count));
  }

  legal() { return this.codes().map((code) => new Action(code, this.rules)); }

  /* One decision of the seat on turn: an Action or its code.  RulesError, and nothing has changed, if it is not legal. */
  apply(action) {
    const code = action instanceof Action ? action.code : action;
    if (!Number.isInteger(code) || code < 0) throw new RulesError(`an action is one of legal(), or its code, not ${action}`);
    const error = lib.fiel_table_apply(this.at, code);
    if (error !== 0) throw new RulesError(textAt(lib.fiel_table_error(error)));
  }

  /* Any legal action for everybody until the hand is over. */
  playout(dice) { diceOf(dice).draws((at) => lib.fiel_table_playout(this.at, at)); }

  /* A seat of this table; RulesError for another number. */
  known(seat) {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.seats) throw new RulesError(`a seat is 0 to ${this.seats - 1}, not ${seat}`);
    return seat;
  }

  /* What a seat sees, as a row of numbers: docs/training.md. */
  row(seat) {
    lib.fiel_row(this.at, this.known(seat), shared);
    return bytesAt(shared, lib.fiel_row_width(this.at)).slice();
  }

  /* The names of a row's numbers. */
  columns() {
    const size = lib.fiel_row_names(this.at, 0, 0), at = lib.malloc(size);
    lib.fiel_row_names(this.at, at, size);
    const names = Buffer.from(bytesAt(at, size)).toString().trimEnd().split('\n');
    lib.free(at);
    return names;
  }

  /* The four places of what a seat was dealt, all open. */
  dealt(seat) {
    lib.fiel_table_dealt(this.at, this.known(seat), shared);
    return Array.from(bytesAt(shared, 4));
  }

  /* { score: by seat; scorers: by seat, whose points these are; handOver; gameOver } */
  state() {
    const over = lib.fiel_table_score(this.at, shared, shared + 16);
    const score = new Uint16Array(lib.memory.buffer, shared, 3), scorer = bytesAt(shared + 16, this.seats);
    return { score: Array.from(scorer, (one) => score[one]), scorers: Array.from(scorer), handOver: over >= 1, gameOver: over === 2 };
  }
}

function putView(view) {
  const bytes = toBytes(view);
  putText(shared, view.match.rules);
  bytesAt(sharedView, bytes.length).set(bytes);
  return bytes.length;
}

/* A whole Table as it may be for who has this view; `table` takes it where one of these rules and seats is given, so that a search
 * needs one table: node frees those that nobody has only between two decisions, and late. */
function sample(view, dice, table = new Table(view.match.rules, view.seats)) {
  if (table.rules !== view.match.rules || table.seats !== view.seats) {
    throw new RulesError('the table is of other rules or seats than the view');
  }
  const size = putView(view);
  if (diceOf(dice).draws((at) => lib.fiel_table_sample(table.at, shared, sharedView, size, at)) !== 0) {
    throw new RulesError(`this is no view of ${view.match.rules}`);
  }
  return table;
}

/* The row of who has this view: the very one that a batch tells of it. */
function row(view) {
  const size = putView(view), at = lib.malloc(ROOM), width = lib.fiel_row_of_view(shared, sharedView, size, at, ROOM);
  const told = width < 0 ? null : bytesAt(at, width).slice();
  lib.free(at);
  if (!told) throw new RulesError(`this is no view of ${view.match.rules}`);
  return told;
}

module.exports = { Dice, RulesError, Table, row, sample };
