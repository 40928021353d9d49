#!/usr/bin/env -S node --disable-wasm-trap-handler
'use strict';
/* montecarlo: tries every legal action on whole tables as they may lie, plays each out with a rule of thumb in every seat, and answers with
 * the action that made the most points of the hand: sdk/examples/montecarlo.c in JavaScript.
 *
 * Three things make it win: players who call and fold by their own cards (random ones make every bluff look good), tables that agree
 * with what the rivals called, and one stream of luck for all actions of a table. */

const fiel = require('./lib/index.js');
const cards = require('./lib/cards.js');
const { Dice, Table, sample } = require('./lib/rules.js');

const TABLES = 120, TRIES = 8, CALLS_ENVIDO = 27, WANTS_ENVIDO = 26, CALLS_TRUCO = 60, WANTS_TRUCO = 42;
const PLAY = 1, RAISE = 3, QUIERO = 4, NO_QUIERO = 5, ENVIDO = 6, MAZO = 17;
const dice = new Dice(1);
let places = null; // of the columns that are looked at

/* 0 to n - 1; the same again where the dice stand as they stood. */
function below(n) {
  dice.state = BigInt.asUintN(64, dice.state * 6364136223846793005n + 1442695040888963407n);
  return Number(dice.state >> 33n) % n;
}

/* What share of the pack each card beats in a trick, half of its equals, 0 to 100. */
function ranked(strength, rules) {
  const small = cards.packSize(rules) < strength.length; // without the 4 to 7
  const pack = strength.filter((_, card) => !small || card % 10 < 3 || card % 10 > 6);
  return strength.map((mine) => 50 * pack.reduce((sum, other) => sum + (other < mine ? 2 : other === mine ? 1 : 0), 0) / pack.length);
}

/* What the seats hold of a table: how good it is in the tricks (the two best cards), and in envido. */
function known(table, view, rank) {
  return Array.from({ length: table.seats }, (_, seat) => {
    const three = table.dealt(seat).slice(0, 3), of = three.map((card) => rank[card]);
    return { good: (of[0] + of[1] + of[2] - Math.min(...of)) / 2, envido: cards.envido(three, table.rules, view.vira) };
  });
}

/* Whether rivals who called have what a caller has. */
function believed(held, view, scorers) {
  return held.every((of, seat) => scorers[seat] === scorers[view.seat] || ((view.stake_seat !== seat || of.good >= CALLS_TRUCO)
    && (view.envido_seat !== seat || of.envido >= CALLS_ENVIDO - 1)));
}

/* The weakest card that leads the trick, or else the weakest. */
function thrown(row, plays, strength) {
  const trick = places.table[row[places.trick]] || [], beat = Math.max(0, ...trick.map((at) => row[at])) - 1;
  const weakest = (some) => some.reduce((low, code) => (strength[code & 255] < strength[low & 255] ? code : low));
  const over = plays.filter((code) => strength[code & 255] > beat);
  return weakest(over.length > 0 ? over : plays);
}

/* What a seat does in a playout: it calls and wants what its cards are good for, give or take some luck. */
function player(table, codes, of, strength) {
  const row = table.row(table.turn), luck = below(21), tricks = of.good + luck, envido = of.envido + Math.floor(luck / 7);
  const find = (kind) => codes.find((code) => code >> 8 === kind), no = find(NO_QUIERO), yes = find(QUIERO);
  const call = codes.includes(ENVIDO << 8) ? ENVIDO << 8 : undefined, raise = find(RAISE), asked = yes !== undefined && no !== undefined;
  if (row[places.envido] && asked) return envido >= WANTS_ENVIDO + 1 ? yes : no;
  if (call !== undefined && envido >= CALLS_ENVIDO + 1) return call;
  if (row[places.stake] && asked) {
    return tricks < WANTS_TRUCO + 10 ? no : raise !== undefined && tricks >= CALLS_TRUCO + 30 ? raise : yes;
  }
  if (row[places.play] && raise !== undefined && tricks >= CALLS_TRUCO + 15) return raise;
  const plays = codes.filter((code) => code >> 8 === PLAY);
  if (plays.length > 0) return thrown(row, plays, strength);
  const others = codes.filter((code) => code >> 8 !== MAZO);
  return others.length > 0 ? others[below(others.length)] : codes[0];
}

/* My points less the best of the others'. */
function lead(table, seat) {
  const { score, scorers } = table.state();
  return score[seat] - Math.max(...score.filter((_, other) => scorers[other] !== scorers[seat]));
}

function find(table) {
  const columns = table.columns(), at = (name) => columns.indexOf(name);
  const tricks = ['first', 'second', 'third'];
  places = { envido: at('phase.envido'), stake: at('phase.stake'), play: at('phase.play'), trick: at('trick'),
    table: tricks.map((trick) => columns.flatMap((name, i) => (name.startsWith(`table.${trick}.`) ? [i] : []))) };
}

function decide(view) {
  const { legal } = view, made = legal.map(() => 0);
  if (legal.length === 1) return legal[0];
  const strength = Array.from({ length: 40 }, (_, card) => cards.strength(card, view.match.rules, view.vira));
  const rank = ranked(strength, view.match.rules);
  const table = new Table(view.match.rules, view.seats), played = table.copy(), { scorers } = table.state();
  if (!places) find(table);
  for (let t = 0; t < TABLES; t++) {
    let held = known(sample(view, dice, table), view, rank);
    for (let tries = 1; tries < TRIES && !believed(held, view, scorers); tries++) held = known(sample(view, dice, table), view, rank);
    const luck = dice.state;
    legal.forEach((action, i) => {
      dice.state = luck;
      played.become(table).apply(action);
      for (let codes = played.codes(); codes.length > 0; codes = played.codes()) {
        played.apply(player(played, codes, held[played.turn], strength));
      }
      made[i] += lead(played, view.seat);
    });
  }
  return legal[made.indexOf(Math.max(...made))];
}

if (require.main === module) fiel.run(decide);
module.exports = { decide };
