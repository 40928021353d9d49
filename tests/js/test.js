'use strict';
/* Tests of the package that need no match: node --test tests/js/test.js, from the top of the source. */

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const test = require('node:test');
const cards = require('../../sdk/js/lib/cards.js');
const { Action } = require('../../sdk/js/lib/actions.js');

test('names', () => {
  for (let card = 0; card < 40; card++) assert.strictEqual(cards.cardNamed(cards.cardName(card)), card);
  assert.strictEqual(cards.cardNamed('8e'), -1);
  const words = { 266: 'play 1b', 0x0301: 'truco', 0x0605: 'envido-5', 0x0703: '3-real-envido', 0x1302: 'pido-flor 2' };
  for (const [code, word] of Object.entries(words)) assert.strictEqual(String(new Action(Number(code))), word);
  assert.strictEqual(String(new Action(0x0303, 'mineiro')), 'dez');
});

test('what is declared is there, and nothing else', () => {
  const fiel = require('../../sdk/js/lib/index.js'), text = fs.readFileSync('sdk/js/index.d.ts', 'utf8');
  const names = (pattern, where) => [...where.matchAll(pattern)].map((found) => found[1]).sort();
  assert.deepStrictEqual(names(/^export (?:class|function|namespace) (\w+)/gm, text), Object.keys(fiel).sort());
  const inside = (head) => text.slice(text.indexOf(head)).split('\n}')[0];
  for (const name of names(/^ {2}(?:function|const) (\w+)/gm, inside('export namespace cards'))) assert.ok(name in fiel.cards, name);
  for (const kind of ['Bot', 'View', 'Action'])
    for (const name of names(/^ {2}(\w+)\(/gm, inside(`export class ${kind} `))) assert.ok(name in fiel[kind].prototype, name);
});

test('what cards are worth', () => {
  const worth = (rules, names, vira) => {
    const held = names.split(' ').map(cards.cardNamed), turned = vira ? cards.cardNamed(vira) : 255;
    return [cards.envido(held, rules, turned), cards.isFlor(held, rules, turned) && cards.flor(held, rules, turned)];
  };
  assert.deepStrictEqual(worth('argentino', '7e 6e 12b'), [33, false]);
  assert.deepStrictEqual(worth('argentino', '7o 6o 5o'), [33, 38]);
  assert.deepStrictEqual(worth('uruguayo', '2e 7b 1c', '3e'), [37, false]);
  assert.deepStrictEqual(worth('uruguayo', '2e 4e 1c', '3e'), [34, 40]);
  assert.deepStrictEqual(worth('venezolano', '11e 10e 7c', '1e'), [39, 146]);
  assert.deepStrictEqual(worth('truc-y-flou', '10o 11b 7c'), [34, 41]);
  const manilhas = (rules, vira, names) => names.map((name) => cards.strength(cards.cardNamed(name), rules, vira));
  assert.deepStrictEqual(manilhas('paulista', cards.cardNamed('7o'), ['10o', '10e', '10c', '10b']), [11, 12, 13, 14]);
  assert.deepStrictEqual(manilhas('mineiro', cards.NONE, ['7o', '1e', '7c', '4b']), [11, 12, 13, 14]);
  assert.strictEqual(cards.strength(cards.cardNamed('12e'), 'uruguayo', cards.cardNamed('2e')), 19);
});

/* What a word of a line means, the variants' own among them; what nobody sees has no card. */
test('actions of lines', () => {
  for (const [rules, words, code] of [['argentino', 'play 1b', 266], ['argentino', 'vale-cuatro', 0x0303], ['argentino', 'envido-5', 0x0605],
    ['argentino', 'flor-2-real-envido', 0x1902], ['argentino', 'pido-flor 2', 0x1302], ['argentino', 'play-down', 0x02fe],
    ['paulista', 'play QD', 0x0100 + 27], ['paulista', 'run', 0x0500], ['paulista', 'seis', 0x0302], ['mineiro', 'ten-run', 0x1500],
    ['truc-y-flou', 'cantar', 0x0400], ['truc-y-flou', 'detz-de-mes', 0x1c0a], ['argentino', 'play-blind 2', 0x1602]])
    assert.strictEqual(Action.named(words, rules).code, code, words);
  assert.strictEqual(Action.named('pido-flor', 'argentino', 1).code, 0x1301);
});

/* A bot of these lines of JavaScript, and what it hears: the first question of the hand in spec/LINES.md. */
function played(bot, more = '') {
  const page = fs.readFileSync('spec/LINES.md', 'utf8'), first = page.slice(page.indexOf('< {') + 2, page.indexOf('> {'));
  const match = { event: 'match', id: '07'.repeat(32), rules: 'argentino', seats: 2, scorers: 2, seat: 1, side: 1, hands_max: 99, names: ['a', 'b'], games: 1 };
  const input = [{ event: 'hello', legal: ['ready'] }, match].map((told) => `${JSON.stringify(told)}\n`).join('')
    + `${first.split('\n').map((line) => line.trim()).join('')}\n${more}`;
  return spawnSync('node', ['-e', `require('./sdk/js/lib/index.js').run(${bot})`], { input, encoding: 'utf8' });
}

test('a question is answered, what is printed is no answer, and what is said is heard', () => {
  const over = { event: 'over', winner: null, side: 1, said: [{ seat: 0, do: 'play-blind 1', card: '7e' }, { seat: 0, do: 'declare', value: 27 },
    { seat: 0, shows: '1e' }, { seat: 0, to: 2, sign: 'bad' }, { game: 1, winner: -1 }, { points: [0, 2], score: [3, 5] }, { late: true }] };
  const heard = ['handStart', 'acted', 'shown', 'signSeen', 'gameEnd', 'handEnd', 'matchEnd'].map((name) => `${name}(...what) { console.log(
    '${name}', what.join(' ')); }`);
  const done = played(`{ async decide(view) { return view.find('quiero'); }, ${heard} }`, `${JSON.stringify(over)}\n`);
  assert.deepStrictEqual([done.status, done.stdout], [0, '{"do":"ready"}\n{"do":"quiero","request":1}\n'], done.stderr);
  assert.deepStrictEqual(done.stderr.trim().split('\n'), ['handStart 1 0 0,16,15', 'acted 0 truco 0', 'acted 0 play 7e 0',
    'acted 0 declare 27', 'shown 0 0', 'signSeen 0 2050', 'gameEnd 2', 'handEnd 3,5', 'matchEnd 2 1']);
});

/* One that goes with the answer fits the line and is one, whatever its bot writes. */
test('a note', () => {
  const wrote = JSON.stringify(`si\0\n${'é'.repeat(600)}`);
  const done = played(`(view) => { view.note = ${wrote}; return view.legal[0]; }`);
  assert.strictEqual(JSON.parse(done.stdout.split('\n')[1]).note, `si  ${'é'.repeat(510)}`, done.stderr);
});

test('what is no answer is said, without frames of ours', () => {
  for (const answer of ['undefined', 'null', '"truco"', '1.5', '0x1500']) {
    const done = played(`function decide() { return ${answer}; }`);
    assert.strictEqual(done.status, 1);
    assert.match(done.stderr, /^TypeError: decide answered .*: answer one of view.legal: retruco, quiero/);
    assert.ok(!done.stderr.includes('sdk/js/lib'), done.stderr);
  }
  const wrong = played('function decide(view) { return view.nothing.at(0); }');
  assert.match(wrong.stderr, /^TypeError: .*\n {4}at .*decide.*\n$/);
});

test('who starts it otherwise is told', () => {
  const done = spawnSync('node', ['sdk/js/first.js'], { input: '', encoding: 'utf8' });
  assert.deepStrictEqual([done.status, done.stdout], [3, '']);
  assert.match(done.stderr, /as in `fiel match --bot lines:/);
  assert.throws(() => require('../../sdk/js/lib/index.js').cut, /name the bundled cutter/);
});
