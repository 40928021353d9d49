'use strict';
/* Tests of the rules for JavaScript: what C, Python and WebAssembly do is the same.  Needs rules.wasm, and nothing of npm:
 * node --test tests/js/test-rules.js */
const assert = require('assert'), { execFileSync } = require('child_process'), fs = require('fs'), path = require('path'), test = require('node:test');
const { Dice, RulesError, Table, sample } = require('../../sdk/js/lib/rules.js'), { View } = require('../../sdk/js/lib/view.js');
const { Action } = require('../../sdk/js/lib/actions.js');
const { inspect } = require('node:util');

const TABLES = [['argentino', 2], ['argentino', 3], ['argentino-flor', 4], ['uruguayo', 6], ['paulista', 8], ['mineiro', 2],
  ['gauderio', 4], ['venezolano', 2], ['truc-y-flou', 6], ['paulista-limpo', 2]];

/* A hand with the first, the second, ... legal action in turn: the rows and codes that it goes through. */
function course(rules, seats, seed) {
  const table = new Table(rules, seats), dice = new Dice(seed, 'deal'), told = [];
  table.deal(dice);
  for (let step = 0; table.turn >= 0; step++) {
    const codes = table.codes().sort((a, b) => a - b);
    told.push([table.turn, codes, Buffer.from(table.row(table.turn)).toString('hex')]);
    table.apply(codes[step % codes.length]);
  }
  return [told, table.state().score];
}

const PYTHON = `
import json, sys
sys.path.insert(0, sys.argv[1])
from fiel.rules import Dice, Table
for rules, seats in json.loads(sys.argv[2]):
    table, told, step = Table(rules, seats), [], 0
    table.deal(Dice(7, "deal"))
    while table.turn is not None:
        codes = sorted(table.codes())
        told.append([table.turn, codes, table.row().hex()])
        table.apply(codes[step % len(codes)])
        step += 1
    print(json.dumps([told, [table.score[scorer] for scorer in table.scorers]]))
`;

test('the same cards, actions, rows and points as in Python', () => {
  const python = execFileSync('/usr/bin/python3', ['-c', PYTHON, path.join(__dirname, '../../sdk/python'), JSON.stringify(TABLES)]);
  const there = python.toString().trim().split('\n').map((line) => JSON.parse(line));
  TABLES.forEach(([rules, seats], i) => assert.deepStrictEqual(course(rules, seats, 7), there[i], rules));
});

test('a copy is another table, and chance is an argument', () => {
  const table = new Table(), dice = new Dice(3);
  table.deal(dice);
  const other = table.copy();
  other.playout(dice);
  assert.ok(other.state().handOver && !table.state().handOver);
  assert.deepStrictEqual(Buffer.from(other.become(table).row(0)), Buffer.from(table.row(0)));
  assert.throws(() => other.playout(), /chance is an argument/);
});

test('what is declared is there, and nothing else', () => {
  const text = fs.readFileSync(path.join(__dirname, '../../sdk/js/lib/rules.d.ts'), 'utf8'), rules = require('../../sdk/js/lib/rules.js');
  const names = (pattern, where) => [...where.matchAll(pattern)].map((found) => found[1]).sort();
  assert.deepStrictEqual(names(/^export (?:class|function) (\w+)/gm, text), Object.keys(rules).sort());
  const members = text.slice(text.indexOf('export class Table ')).split('\n}')[0], table = new Table();
  for (const name of names(/^ {2}(?:readonly )?(\w+)[(:]/gm, members)) assert.ok(name in table, name);
});

test('columns have names', () => {
  const table = new Table('argentino', 4), columns = table.columns();
  table.deal(new Dice(1));
  assert.strictEqual(columns.length, table.row(0).length);
  assert.strictEqual(table.row(table.turn)[columns.indexOf('turn.me')], 1);
  assert.strictEqual(table.row((table.turn + 1) % 4)[columns.indexOf('turn.next3')], 1);
});

test('whose points a seat has', () => {
  assert.deepStrictEqual(new Table('argentino', 3).state().scorers, [0, 1, 2]);
  assert.deepStrictEqual(new Table('argentino,gallo=fijo', 3).state().scorers, [0, 1, 1]);
  assert.deepStrictEqual(new Table('argentino', 4).state().scorers, [0, 1, 0, 1]);
});

test('a view is a table in text, and takes actions alone', () => {
  const fields = { game: 1, hand: 2, score: [3, 4], vira: 255, known: [[1, 2, 3, 255], [255, 255, 255, 255]], gone: [1, 0], turn: 0, seat: 0,
    mano: 1, phase: 1, table: [[1, 255], [255, 255], [255, 255]] };
  const view = new View(fields, { rules: 'argentino', seats: 2 }, { legal: [258, 259].map((code) => new Action(code)) });
  assert.strictEqual(inspect(view), 'argentino: game 1, hand 2, score 3-4\n> seat 0, me: holds 3e 4e, played 2e\n'
    + '  seat 1, mano: holds ?? ?? ??\nasked: play\nlegal: play 3e, play 4e');
  assert.deepStrictEqual([view.answered(view.legal[1]), view.answered(258)], [1, 0]);
  for (const answer of [undefined, null, 'truco', 1.5]) assert.throws(() => view.answered(answer), /answer one of view.legal: play 3e, play 4e/);
});

test('wrong words', () => {
  assert.throws(() => new Table('truco'), RulesError);
  assert.throws(() => sample({ match: { rules: 'mineiro' }, seats: 2 }, new Dice(1), new Table()), /other rules or seats/);
  assert.throws(() => new Table('argentino', 5), /seats/);
  assert.throws(() => new Dice(1.5), /a seed is a whole number/);
  for (const seat of [2, -1, 0.5, '0', undefined]) {
    assert.throws(() => new Table().row(seat), /a seat is 0 to 1/);
    assert.throws(() => new Table().dealt(seat), /a seat is 0 to 1/);
  }
  for (const action of ['truco', undefined, -1, 1.5, {}]) assert.throws(() => new Table().apply(action), /an action is one of legal/);
  const table = new Table();
  assert.throws(() => table.apply(257), /the hand is over/);
  table.deal(new Dice(1));
  assert.throws(() => table.deal(new Dice(1)), /a hand is being played/);
  assert.throws(() => table.apply(0x0500), RulesError);
});
