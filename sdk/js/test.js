'use strict';
/* Tests of the package that need no match: node --test sdk/js/test.js, from the top of the source. */

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const cards = require('./lib/cards.js');
const { CHECK } = require('./lib/checks.js');
const deal = require('./lib/deal.js');
const { Action } = require('./lib/actions.js');
const { Folder } = require('./lib/folder.js');
const { Door } = require('./lib/lobby.js');
const { fromArbiter, packEnvelope, readEnvelope, fromBot } = require('./lib/messages.js');
const { NOBODY, ZERO32, hash32, keyed32, range, signatureHolds, signingKey, tag, join, u32, u8 } = require('./lib/notation.js');
const { OneTable } = require('./lib/one_table.js');
const { Party } = require('./lib/party.js');
const { Bot } = require('./lib/player.js');
const { handsEndBytes } = require('./lib/signed.js');
const wire = require('./lib/wire.js');

const hex = (text) => Buffer.from(text, 'hex');
const wrong = (number) => (error) => error.number === number;

test('what is not canonical', () => {
  const samples = {
    [wire.EMPTY]: [''], [wire.TRUNCATED]: ['92', 'a261', 'dd0fffffff', 'cd01'], [wire.TRAILING]: ['0101', '9000'],
    [wire.NOT_MINIMAL]: ['cc7f', 'd001', 'c50001aa', 'd90161', 'dc0000'], [wire.FORBIDDEN]: ['c0', 'c3', 'ca00000000', 'd4ffff', '91c0'],
    [wire.BAD_UTF8]: ['a1ff', 'a2c080', 'a3eda080'], [wire.KEY_ORDER]: ['82010101ff', '8201010101', '81a16101', '819001'],
    [wire.TOO_DEEP]: [`${'91'.repeat(7)}90`], [wire.TOO_MANY]: [`dc1001${'00'.repeat(4097)}`],
  };
  for (const [number, texts] of Object.entries(samples))
    for (const text of texts) assert.throws(() => wire.decode(hex(text)), wrong(Number(number)), text);
});

test('what a hostile door says', () => {
  const [WAITING, CALL, NO] = [67, 68, 70], key = Buffer.alloc(32), seat = [CALL, 'match-1', 'tcp://192.0.2.7:9000', key];
  const read = (message) => Door.prototype.read([wire.encode(message)]);
  assert.deepStrictEqual(read(seat), seat);
  for (const message of [[CALL, '', seat[2], key], [CALL, '../../etc', seat[2], key], [CALL, 'm', 'ipc:///run/somebody', key],
    [CALL, 'm', 'tcp://a\x1b[2J', key], [WAITING, '\x1b[2J'], [NO, 1, 'a\nfiel: all is well'], [CALL, 'm']])
    assert.throws(() => read(message), wire.WireError);
});

test('what is written is read again', () => {
  const value = [0, 127, 128, 2 ** 53 - 1, 2n ** 64n - 1n, -1, -129, 'año', Buffer.alloc(300, 7), [[], ['a']]];
  assert.deepStrictEqual(wire.decode(wire.encode(value)), value);
  const { number, messages: [cut] } = readEnvelope(packEnvelope(3, [[0, 'CUT', 1, Buffer.alloc(32)]]), fromBot, 8);
  assert.deepStrictEqual([number, cut.kind, cut.hand, cut.table], [3, 'CUT', 1, 0]);
  assert.throws(() => readEnvelope(packEnvelope(0, [[0, 'CUT', 2 ** 32, Buffer.alloc(32)]]), fromBot, 8), wrong(wire.OUT_OF_RANGE));
  assert.throws(() => readEnvelope(packEnvelope(0, [[0, 'CUT', 1, Buffer.alloc(31)]]), fromBot, 8), wrong(wire.BAD_FIELDS));
  assert.throws(() => readEnvelope(packEnvelope(0, [[0, 'CUT', 1, Buffer.alloc(32)]]), fromArbiter, 8), wrong(wire.UNKNOWN_TYPE));
});

/* DEAL.md section 9. */
test('the vectors of the deal', () => {
  const lines = fs.readFileSync('tests/vectors/deal.jsonl', 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  assert.strictEqual(lines.length, 12);
  for (const line of lines) {
    const [S, matchId] = [hex(line.S), hex(line.match_id)];
    assert.deepStrictEqual(deal.seedCommit(S, hex(line.offer_nonce)), hex(line.seed_commit));
    const M = hash32(join(tag('fiel/table'), matchId, u32(line.t)));
    assert.deepStrictEqual(M, hex(line.M_t));
    const pack = deal.shuffledPack(S, M, line.h, deal.deckOf(line.card_in_slot.length));
    assert.deepStrictEqual(pack.map(({ card }) => card), line.card_in_slot);
    assert.deepStrictEqual(pack.map(({ commitment }) => commitment.toString('hex')), line.c);
    const listed = deal.listHash(M, line.h, line.c.map(hex));
    assert.deepStrictEqual(listed, hex(line.L));
    const chains = line.chain_secret.map((secret, party) => deal.cutChain(hex(secret), matchId, M, party, line.h + 2, line.t));
    chains.forEach((chain, party) => assert.deepStrictEqual([chain[0], chain[line.h], chain[line.h - 1]].map((x) => x.toString('hex')),
      [line.anchor[party], line.x[party], line.x_previous[party]]));
    const Z = deal.jointCut(M, line.h, listed, line.x.map(hex));
    assert.deepStrictEqual(Z, hex(line.Z));
    assert.deepStrictEqual(deal.slotsByTurn(Z, line.c.length), line.sigma);
    const key = keyed32(S, join(tag('fiel/hand-key'), M, u32(line.h)));
    assert.strictEqual(keyed32(key, join(tag('fiel/sign'), Z, u8(0), u8(1), u32(0)))[0], line.sign_first_byte);
    if (line.first_mano !== null) assert.strictEqual(deal.firstMano(Z, line.seats), line.first_mano);
  }
});

test('signatures', () => {
  const key = signingKey(Buffer.alloc(32, 1)), message = Buffer.from('m');
  assert.strictEqual(key.publicKey.toString('hex'), '8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c');
  assert.ok(signatureHolds(key.publicKey, message, key.sign(message)));
  assert.ok(!signatureHolds(key.publicKey, Buffer.from('n'), key.sign(message)));
  assert.ok(!signatureHolds(Buffer.alloc(31), message, key.sign(message)));
});

test('names', () => {
  for (let card = 0; card < 40; card++) assert.strictEqual(cards.cardNamed(cards.cardName(card)), card);
  assert.strictEqual(cards.cardNamed('8e'), -1);
  const words = { 266: 'play 1b', 0x0301: 'truco', 0x0605: 'envido-5', 0x0703: '3-real-envido', 0x1302: 'pido-flor 2' };
  for (const [code, word] of Object.entries(words)) assert.strictEqual(String(new Action(Number(code))), word);
  assert.strictEqual(String(new Action(0x0303, 'mineiro')), 'dez');
});

test('what is declared is there, and nothing else', () => {
  const fiel = require('./lib/index.js'), text = fs.readFileSync('sdk/js/index.d.ts', 'utf8');
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

/* PROTOCOL.md section 15. */
test('the table of a message', () => {
  const act = [0, [6, 3, 0, 769, 0, Buffer.alloc(0)]], signed = [0, [11, 1, 4, 0, Buffer.alloc(64)]], bytes = (value) => wire.encode(value);
  assert.strictEqual(readEnvelope(bytes(act), fromArbiter, 512, 4).messages[0].table, 3);
  assert.throws(() => readEnvelope(bytes(act), fromArbiter, 512, 3), wrong(wire.OUT_OF_RANGE));
  assert.throws(() => readEnvelope(bytes(signed), fromArbiter, 512, 4), wrong(wire.OUT_OF_RANGE));
  assert.deepStrictEqual(range(5).map((number) => new OneTable({ games: 7, tables: 5, matchId: ZERO32, dealtMatchId: ZERO32 }, number).games),
    [2, 2, 1, 1, 1]);
});

/* A party of two tables (or so many) that has heard the end of hand 1 at both, and who its arbiter is. */
function partyOf(tables) {
  const arbiter = signingKey(Buffer.alloc(32, 2)), key = signingKey(Buffer.alloc(32, 1));
  const party = new Party({ key, answers: () => new Map() }, new Bot());
  party.offer = {
    tables, games: 2 * tables, seats: 2, parties: 2, scorers: 2, hands_max: 9, matchId: ZERO32, dealtMatchId: ZERO32, reveal: 0, sign: 0,
    arbiter: arbiter.publicKey, keys: [key.publicKey, key.publicKey], cap_us: 1000, grace_us: 10, bank_us: 5000, inc_us: 100,
  };
  party.tables = range(tables).map((number) => Object.assign(new OneTable(party.offer, number), { dealt: 1, ended: 1, score: [1, 0] }));
  Object.assign(party, { seat: 0, opened: true, public: deal.publicChain(ZERO32), view: deal.viewChain(ZERO32, 0, ZERO32) });
  return { party, arbiter };
}

test('one signature for the hands of all tables', () => {
  const failing = (code) => (error) => error.code === code;
  const told = ({ party, arbiter }, change) => {
    const end = { number: 17, kind: 'HANDS_END', table: 0, raw: Buffer.alloc(1), hands: 2, head: party.public.head, checkpoint: ZERO32 };
    end.signature = arbiter.sign(handsEndBytes(ZERO32, NOBODY, end.hands, end.head, end.checkpoint));
    party.take({ ...end, ...change });
    return party;
  };
  const [due] = told(partyOf(2), {}).handSignDue();
  assert.deepStrictEqual(due.slice(0, 3), [0, 'HAND_SIGN', 2]);
  assert.throws(() => told(partyOf(1), {}), failing(CHECK.ORDER));
  assert.throws(() => told(partyOf(2), { hands: 1 }), failing(CHECK.ORDER));
  assert.throws(() => told(partyOf(2), { head: ZERO32 }), failing(CHECK.HEAD));
  assert.throws(() => told(partyOf(2), { checkpoint: Buffer.alloc(32, 1) }), failing(CHECK.LOG));
  assert.throws(() => told(partyOf(2), { signature: Buffer.alloc(64) }), failing(CHECK.HAND_END_SIGNATURE));
  const { party } = partyOf(2);
  party.tables[1].dealt = 2;
  const end = { number: 10, kind: 'HAND_END', table: 1, raw: Buffer.alloc(1), hand: 2, head: party.public.head, score: [2, 0], checkpoint: ZERO32 };
  assert.throws(() => party.take({ ...end, signature: Buffer.alloc(64, 1) }), failing(CHECK.HAND_END_SIGNATURE));
  party.take({ ...end, signature: Buffer.alloc(64) });
  assert.deepStrictEqual([party.tables.map(({ ended }) => ended), party.bot.table], [[1, 2], 1]);
});

/* A deadline for what is asked together is longer than one table's, never shorter; of one table it is that. */
test('the time of several tables', () => {
  for (const [tables, budget, holds] of [[2, 1010, true], [2, 2020, true], [2, 1009, false], [1, 1010, true], [1, 1011, false]]) {
    const { party } = partyOf(tables);
    [party.t] = party.tables;
    const look = () => party.checkClock({ bank_us: 5000, budget_us: budget });
    if (holds) look();
    else assert.throws(look, (error) => error.code === CHECK.CLOCK);
  }
});

test('what is half written is cut off', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fiel-js-'));
  const kept = new Folder(folder);
  kept.keep(Buffer.from('one'));
  kept.keepAnswer(3, 4, 257, [2049]);
  kept.close();
  fs.appendFileSync(path.join(folder, 'messages'), Buffer.from('\0\0\0\x09half'));
  fs.appendFileSync(path.join(folder, 'answers'), '0 5 2');
  const again = new Folder(folder);
  assert.deepStrictEqual(again.messages(), [Buffer.from('one')]);
  assert.deepStrictEqual([...again.answers()], [['3 4', [257, [2049]]]]);
  assert.deepStrictEqual(again.key.publicKey, kept.key.publicKey);
  assert.ok(again.matchIs(Buffer.from('m')) && again.matchIs(Buffer.from('m')) && !again.matchIs(Buffer.from('n')));
  again.close();
  fs.rmSync(folder, { recursive: true });
});
