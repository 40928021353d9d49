'use strict';
/* Tests of the package that need no match: node --test tests/js/test.js, from the top of the source. */

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const zmq = require(require.resolve('zeromq', { paths: [path.join(__dirname, '../../sdk/js')] }));
const cards = require('../../sdk/js/lib/cards.js');
const { askAgain, records } = require('../../sdk/js/lib/again.js');
const { CHECK } = require('../../sdk/js/lib/checks.js');
const { Connection } = require('../../sdk/js/lib/connection.js');
const deal = require('../../sdk/js/lib/deal.js');
const { Action, legalInOrder } = require('../../sdk/js/lib/actions.js');
const { Folder } = require('../../sdk/js/lib/folder.js');
const { Door } = require('../../sdk/js/lib/lobby.js');
const { fromArbiter, packEnvelope, readEnvelope, readMessage, fromBot } = require('../../sdk/js/lib/messages.js');
const { NOBODY, ZERO32, hash32, range, signatureHolds, signingKey } = require('../../sdk/js/lib/notation.js');
const { readOffer, tableId } = require('../../sdk/js/lib/offer.js');
const { TableState } = require('../../sdk/js/lib/table.js');
const { Party } = require('../../sdk/js/lib/party.js');
const { Bot } = require('../../sdk/js/lib/player.js');
const signed = require('../../sdk/js/lib/signed.js');
const wire = require('../../sdk/js/lib/wire.js');

const hex = (text) => Buffer.from(text, 'hex');
const NO = 70, REPLACED = 6; // of a door
const Z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#';
/* The 32 bytes of a key that ZeroMQ tells as 40 letters. */
function bytesOfKey(text) {
  const bytes = Buffer.alloc(32);
  for (let at = 0; at < 8; at++)
    bytes.writeUInt32BE([...text.slice(5 * at, 5 * at + 5)].reduce((value, letter) => value * 85 + Z85.indexOf(letter), 0), 4 * at);
  return bytes;
}
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

test('what a door says last is heard where its line has ended', async () => {
  const server = zmq.curveKeyPair(), own = zmq.curveKeyPair();
  const router = new zmq.Router({ curveServer: true, curveSecretKey: server.secretKey, linger: -1 });
  await router.bind('tcp://127.0.0.1:*');
  const door = new Door(router.lastEndpoint, bytesOfKey(server.publicKey),
    { curve: bytesOfKey(own.publicKey), curveSecret: bytesOfKey(own.secretKey) });
  const over = door.wait();
  const [name] = await router.receive();
  await router.send([name, wire.encode([NO, REPLACED, 'another waits'])]);
  router.close();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); // this process does not run, and both wait for it
  assert.strictEqual(await over, null);
  assert.ok(door.replaced);
  door.close();
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

/* BAD_FIELDS, whatever its type is (P3). */
test('what has no type and no table', () => {
  const { BAD_FIELDS, UNKNOWN_TYPE } = wire;
  for (const [items, error] of [[[99], BAD_FIELDS], [[99, '0'], BAD_FIELDS], [[-1, 0], BAD_FIELDS], [[], BAD_FIELDS],
    [[15, Buffer.alloc(0), Buffer.alloc(32)], BAD_FIELDS], [[99, 0], UNKNOWN_TYPE], [[99, 2n ** 63n], UNKNOWN_TYPE]])
    assert.throws(() => readEnvelope(wire.encode([0, items]), fromBot, 8), wrong(error), `${items}`);
});

/* DEAL.md section 9: no field of a line is left out. */
const vectors = () => fs.readFileSync('tests/vectors/deal2.jsonl', 'utf8').trim().split('\n').map((text) => {
  const line = JSON.parse(text), looked = new Set();
  const noted = new Proxy(line, { get: (_, name) => (looked.add(name), line[name]) });
  return { line: noted, left: () => Object.keys(line).filter((name) => !looked.has(name)) };
});

/* A hand of a line: its pack, seals, chains of cuts and who gets which card. */
function dealIs(line) {
  const same = (found, text) => assert.strictEqual(found.toString('hex'), text), texts = (list) => list.map((bytes) => bytes.toString('hex'));
  const [S, matchId, M, K, Z] = ['S', 'match_id', 'M_t', 'K', 'Z'].map((name) => hex(line[name]));
  same(deal.seedCommit(S, hex(line.offer_nonce)), line.seed_commit);
  same(tableId(matchId, line.t), line.M_t);
  same(deal.handKey(S, M, line.h), line.K);
  assert.deepStrictEqual(deal.deckOf(line.card_in_slot.length), line.deck);
  assert.deepStrictEqual(texts(deal.saltsOf(K, line.c.length)), line.salt);
  const pack = deal.shuffledPack(S, M, line.h, line.deck);
  assert.deepStrictEqual(pack.map(({ card }) => card), line.card_in_slot);
  for (const [slot, { salt, commitment }] of pack.entries()) assert.deepStrictEqual(texts([salt, commitment]), [line.salt[slot], line.c[slot]]);
  same(deal.listHash(M, line.h, line.c.map(hex)), line.L);
  const chains = line.chain_secret.map((secret, party) => deal.cutChain(hex(secret), matchId, M, party, line.T, line.t));
  assert.strictEqual(chains.length, line.seats + line.cutters);
  chains.forEach((x, party) => assert.deepStrictEqual(texts([x[0], x[line.h], x[line.h - 1], ...x.slice(line.T + 1)]),
    [line.anchor[party], line.x[party], line.x_previous[party]]));
  same(deal.jointCut(M, line.h, hex(line.L), line.x.map(hex)), line.Z);
  const order = deal.slotsByTurn(Z, line.c.length);
  assert.deepStrictEqual(order, line.sigma);
  assert.deepStrictEqual(order.map((slot) => line.card_in_slot[slot]), line.dealt);
  assert.strictEqual(line.h === 1 ? deal.firstMano(Z, line.seats) : null, line.first_mano);
  assert.strictEqual(deal.signDraw(K, Z, 0, 1, 0), line.sign_first_byte);
  for (const { giver, rival, m, byte } of line.sign_draws) assert.strictEqual(deal.signDraw(K, Z, giver, rival, m), byte);
  const drawn = (key, name) => {
    let draws = 0;
    const bytes = deal.bytesOf(key, name);
    deal.perm(line.c.length, { next: () => (draws++, bytes.next()) });
    return [draws, draws - (line.c.length - 1)];
  };
  assert.deepStrictEqual(drawn(K, 'fiel/shuffle'), [line.shuffle_draws, line.shuffle_rejections]);
  assert.deepStrictEqual(drawn(Z, 'fiel/cut-perm'), [line.cut_draws, line.cut_rejections]);
}

/* What each party was told in the end. */
function transcriptIs(line) {
  const [S, matchId] = [hex(line.S), hex(line.match_id)];
  const parties = line.view_key.map((key, party) => new deal.Transcript(matchId, party, hex(key)));
  assert.deepStrictEqual(line.view_key, parties.map((_, party) => deal.viewKey(S, matchId, party).toString('hex')));
  for (const { to, bytes, P, V, have } of line.transcript) {
    if (to === null) for (const party of parties) party.tellAll(hex(bytes));
    else parties[to].tellOne(hex(bytes));
    assert.deepStrictEqual([...new Set(parties.map((party) => party.P.toString('hex')))], [P]);
    assert.deepStrictEqual(parties.map((party) => party.V.toString('hex')), V);
    assert.deepStrictEqual(parties.map((party) => party.head.toString('hex')), have);
  }
  return parties;
}

/* Of an ANSWER the line gives its signs in the signed bytes alone. */
const signsIn = (bytes) => range(bytes[59]).map((i) => bytes.readUInt16BE(60 + 2 * i));

/* What a line's parties sign, by its name there. */
function signedIs(line, parties) {
  const matchId = hex(line.match_id), anchors = line.anchor.map(hex), views = Buffer.concat(parties.map(({ V }) => V));
  assert.strictEqual(hash32(views).toString('hex'), line.views);
  const ends = { hands: line.h, seq: parties[0].seq, head: parties[0].P, views, checkpoint: hex(line.checkpoint) };
  const bytes = {
    'HELLO first': () => signed.firstHelloBytes(hex(line.curve_server)),
    'HELLO again': (by) => signed.helloBytes(matchId, 5, parties[by].head),
    JOIN: (by) => signed.joinBytes(matchId, by, anchors[by], parties[by].joined),
    OPEN: () => signed.openBytes(hex(line.open)),
    SEAL: () => signed.sealBytes(matchId, [[line.h, hex(line.L)]], line.t),
    HANDS_END: (by) => signed.handsEndBytes(matchId, by, ends),
    HAND_SIGN: (by) => signed.handsEndBytes(matchId, by, ends),
    ANSWER: (by, text) => signed.actionBytes(matchId, by, 7, 258, signsIn(text), parties[by].V, line.t),
    PROTEST: (by) => signed.protestBytes(matchId, by, 5, parties[by].head, 4, 'the head is another'),
    RESULT: () => signed.resultBytes(matchId, hex(line.result)),
  };
  assert.deepStrictEqual(line.signed.map(({ what }) => what), Object.keys(bytes));
  for (const { what, by, bytes: text, signature } of line.signed) {
    assert.strictEqual(bytes[what](by, hex(text)).toString('hex'), text, what);
    const key = signingKey(hex(by === NOBODY ? line.arbiter_seed : line.party_seeds[by]));
    assert.strictEqual(key.sign(hex(text)).toString('hex'), signature, what);
    assert.ok(signatureHolds(key.publicKey, hex(text), hex(signature)), what);
  }
}

test('the vectors of the deal', () => {
  const lines = vectors();
  assert.strictEqual(lines.length, 12);
  for (const { line, left } of lines) {
    dealIs(line);
    signedIs(line, transcriptIs(line));
    assert.deepStrictEqual(left(), []);
  }
});

/* PROTOCOL.md section 13 says from which seeds each seat has its key and its chain of cuts. */
test('every message of the example is as it should be', () => {
  const bytes = fs.readFileSync('tests/vectors/example.replay'), [EVERYBODY, seats] = [255, [0, 1]];
  const seeded = (...first) => Buffer.concat([Buffer.from(first), Buffer.alloc(32 - first.length)]);
  for (const seat of seats) {
    const folder = { key: signingKey(seeded(seat, 94)), chainSecret: seeded(77 + seat), have: 0, matchIs: () => true };
    const party = new Party(folder, new Bot());
    let heard = 0;
    for (const [type, seenBy, raw] of records(bytes))
      if (fromArbiter(type) && [EVERYBODY, 1 << seat].includes(seenBy)) {
        party.take(readMessage(raw, fromArbiter));
        heard++;
      }
    assert.ok(party.finished() && party.signedBy.size === seats.length && party.have === heard, `seat ${seat}`);
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

/* PROTOCOL.md section 4. */
test('the order of what is legal', () => {
  const dealt = [20, 3, 39, 255], play = [256 + 20, 256 + 3, 256 + 39], rest = [0x0214, 0x0203, 0x0301, 0x1100];
  const bets = [0x0600, 0x0602, 0x0603], many = [...Array(17).keys()].map((kind) => 256 * (kind + 8));
  for (const [codes, filled] of [[[...play, ...rest], 16], [[0x0400], 16], [[...play, ...bets], 18], [many, 17]])
    assert.ok(legalInOrder(codes, filled, dealt), codes);
  for (const [codes, filled] of [[[256 + 3, 256 + 20], 16], [[0x0301, 256 + 3], 16], [[0x0400, 0x0400], 16], [[0x0603, 0x0602], 18], [play, 3],
    [[...play, ...bets], 16], [play, 17], [many, 16]])
    assert.ok(!legalInOrder(codes, filled, dealt), codes);
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

/* PROTOCOL.md section 15. */
test('the table of a message', () => {
  const act = [0, [6, 3, 0, 769, 0, Buffer.alloc(0)]], passedOn = [0, [11, 1, 4, 0, Buffer.alloc(64)]], bytes = (value) => wire.encode(value);
  assert.strictEqual(readEnvelope(bytes(act), fromArbiter, 512, 4).messages[0].table, 3);
  assert.throws(() => readEnvelope(bytes(act), fromArbiter, 512, 3), wrong(wire.OUT_OF_RANGE));
  assert.throws(() => readEnvelope(bytes(passedOn), fromArbiter, 512, 4), wrong(wire.OUT_OF_RANGE));
  assert.deepStrictEqual(range(5).map((number) => new TableState({ games: 7, tables: 5, matchId: ZERO32, dealtMatchId: ZERO32 }, number).games),
    [2, 2, 1, 1, 1]);
});

/* The array of an OFFER that can be played, by the names of section 4.1. */
const OFFERED = {
  version: 2, tournament: 'spring', number: 1, rules: 'argentino', games: 4, seats: 2, cutters: 1, names: ['ana', 'juana'],
  keys: range(3).map((i) => Buffer.alloc(32, i)), arbiter: ZERO32, seed_commit: ZERO32, nonce: ZERO32, seed_source: 0, hands_max: 9, tables: 1,
  bank_us: 5000, inc_us: 100, cap_us: 1000, grace_us: 10, start_us: 10000, tick_us: 0, on_timeout: 0, sign: 0, reveal: 0, log_key: '', engine: 'fiel',
  twin: Buffer.alloc(0), sign_every: 16, duty_us: 60000, held: [0, 1, 3], log_policy: ZERO32, bots: range(3).map(() => Buffer.alloc(32, 7)),
  host: 'the club', blind: 0,
};
const offerOf = (changed) => readOffer(wire.encode(Object.values({ ...OFFERED, ...changed })));

test('an offer', () => {
  const bots = OFFERED.bots.map(() => ZERO32), names = ['seat 0', 'seat 1'];
  const offer = offerOf({});
  assert.deepStrictEqual([offer.sign_every, offer.duty_us, offer.held, offer.host, offer.parties], [16, 60000, [0, 1, 3], 'the club', 3]);
  offerOf({ blind: 1, bots, names });
  for (const changed of [{ version: 1 }, { sign_every: 0 }, { sign_every: 1025 }, { held: [0, 0, 4] }, { held: [0, 0] }, { bots: [ZERO32] },
    { bots: [1, 2, 3] }, { host: 'x'.repeat(128) }, { blind: 2 }, { blind: 1, bots }, { blind: 1, names }, { reveal: 1 }, { games: 0 },
    { reveal: 2 }, { twin: ZERO32 }, { blind: 1, bots, names: ['seat 1', 'seat 0'] }])
    assert.throws(() => offerOf(changed), wrong(wire.OUT_OF_RANGE), JSON.stringify(changed));
  assert.throws(() => offerOf({ log_policy: Buffer.alloc(31) }), wrong(wire.BAD_FIELDS));
  assert.throws(() => readOffer(wire.encode(Object.values(OFFERED).slice(0, 28))), wrong(wire.BAD_FIELDS));
});

test('what a resend ends with', () => {
  assert.deepStrictEqual(readEnvelope(wire.encode([7]), fromArbiter, 512), { number: 7, messages: [] });
  assert.throws(() => readEnvelope(wire.encode([7]), fromBot, 8), wrong(wire.NOT_ENVELOPE));
  assert.throws(() => readEnvelope(wire.encode([]), fromArbiter, 512), wrong(wire.NOT_ENVELOPE));
});

/* A party of so many tables that has heard the end of hand 1 at each, and who its arbiter is. */
function partyOf(tables) {
  const arbiter = signingKey(Buffer.alloc(32, 2)), key = signingKey(Buffer.alloc(32, 1));
  const party = new Party({ key, have: 0, keep() {} }, new Bot());
  party.offer = {
    tables, games: 2 * tables, seats: 2, parties: 2, scorers: 2, hands_max: 9, matchId: ZERO32, dealtMatchId: ZERO32, reveal: 0, sign: 0,
    arbiter: arbiter.publicKey, keys: [key.publicKey, key.publicKey], cap_us: 1000, grace_us: 10, bank_us: 5000, inc_us: 100, sign_every: 1,
  };
  party.tables = range(tables).map((number) => Object.assign(new TableState(party.offer, number), { dealt: 1, ended: 1, score: [1, 0] }));
  Object.assign(party, { seat: 0, opened: true, have: 1, matchId: ZERO32, transcript: new deal.Transcript(ZERO32, 0, ZERO32) });
  return { party, arbiter };
}
const failing = (code) => (error) => error.code === code;

test('one signature for the hands of all tables', () => {
  for (const tables of [1, 2]) {
    const told = ({ party, arbiter }, change) => {
      const { P, V, seq } = party.transcript, views = Buffer.concat([V, ZERO32]);
      const fields = { hands: tables, seq, head: P, views, checkpoint: ZERO32 };
      const end = { number: 17, kind: 'HANDS_END', table: 0, raw: Buffer.alloc(1), ...fields };
      end.signature = arbiter.sign(signed.handsEndBytes(ZERO32, NOBODY, end));
      party.take({ ...end, ...change });
      return party;
    };
    const { party, arbiter } = partyOf(tables), { P } = party.transcript;
    const [due] = told({ party, arbiter }, {}).handSignDue();
    assert.deepStrictEqual(due.slice(0, 3), [0, 'HAND_SIGN', tables]);
    assert.notDeepStrictEqual(party.transcript.P, P);
    assert.throws(() => told({ party, arbiter }, {}), failing(CHECK.ORDER)); // no hand ended since
    const passedOn = { number: 11, kind: 'SIGNED', table: 0, raw: Buffer.alloc(1), hand: tables, seat: 1, signature: Buffer.alloc(64) };
    assert.throws(() => party.take(passedOn), failing(CHECK.SIGNED_SIGNATURE));
    const bytes = signed.handsEndBytes(ZERO32, 0, party.handsEnd);
    party.take({ ...passedOn, seat: 0, signature: party.sign(bytes) });
    assert.deepStrictEqual([party.handSignDue(), party.signedInTime()], [[], false]);
    assert.throws(() => party.take({ ...passedOn, seat: 0, signature: party.sign(bytes) }), failing(CHECK.ORDER)); // once is enough
    party.take({ ...passedOn, signature: party.sign(signed.handsEndBytes(ZERO32, 1, party.handsEnd)) });
    assert.ok(party.signedInTime());
    const views = Buffer.concat([ZERO32, ZERO32]);
    for (const [change, code] of [[{ hands: tables + 1 }, CHECK.ORDER], [{ hands: 0 }, CHECK.ORDER], [{ head: ZERO32 }, CHECK.HEAD],
      [{ seq: 1 }, CHECK.HEAD], [{ views }, CHECK.HEAD], [{ views: partyOf(tables).party.transcript.V }, CHECK.HEAD],
      [{ checkpoint: Buffer.alloc(32, 1) }, CHECK.LOG], [{ signature: Buffer.alloc(64) }, CHECK.HAND_END_SIGNATURE]])
      assert.throws(() => told(partyOf(tables), change), failing(code), JSON.stringify(change));
  }
  const { party } = partyOf(2);
  party.tables[1].dealt = 2;
  party.take({ number: 10, kind: 'HAND_END', table: 1, raw: Buffer.alloc(1), hand: 2, score: [2, 0] });
  assert.deepStrictEqual([party.tables.map(({ ended }) => ended), party.bot.table], [[1, 2], 1]);
});

/* Of so many hands to a signature at so many tables: how many may be over without one, when a hand is dealt. */
test('no hand is dealt before the others are signed', () => {
  const most = (every, tables, owed) => {
    const { party } = partyOf(tables);
    Object.assign(party.offer, { sign_every: every });
    if (owed) party.handsEnd = { hands: tables };
    for (let hands = owed ? tables : 0;; hands++) {
      party.endedEverywhere = () => hands;
      if (!party.signedInTime()) return hands - (owed ? tables : 0) - 1;
    }
  };
  const found = [[1, 1], [16, 1], [16, 4], [16, 64], [1, 64]].map(([every, tables]) => [most(every, tables, false), most(every, tables, true)]);
  assert.deepStrictEqual(found, [[0, -1], [15, 14], [15, 14], [63, 14], [63, -1]]);
});

/* There is time for what is asked together, never less than a table's own; the bank follows from the time used. */
test('time and banks', () => {
  const look = (tables, before, told) => {
    const { party } = partyOf(tables);
    [party.t] = party.tables;
    Object.assign(party.t, before);
    party.checkClock({ used_us: 0, bank_us: 5000, budget_us: 1010, ...told });
  };
  const asked = { bank: 5000 }, late = { bank: 5000, timedOut: true };
  for (const good of [[1, {}, {}], [2, {}, { budget_us: 2020 }], [1, asked, { bank_us: 5100, used_us: 10 }], [1, late, { bank_us: 4100 }],
    [1, asked, { bank_us: 4700, used_us: 410 }], [1, asked, { bank_us: 4100, used_us: 1010 }], [2, asked, { bank_us: 4100, used_us: 1900 }]])
    look(...good);
  for (const bad of [[1, {}, { budget_us: 1011 }], [1, {}, { budget_us: 1009 }], [2, {}, { budget_us: 1009 }], [2, {}, { budget_us: 2021 }],
    [1, {}, { bank_us: 4999 }], [1, asked, { bank_us: 5000, used_us: 10 }], [1, late, { bank_us: 5100 }],
    [1, late, { bank_us: 4100, used_us: 1 }],
    [1, asked, { bank_us: 4699, used_us: 410 }]])
    assert.throws(() => look(...bad), failing(CHECK.CLOCK), JSON.stringify(bad));
});

/* A line whose other end is an array: what was sent, each as [name, field, ...]. */
function lineOf(party) {
  const said = [], send = (...messages) => said.push(...messages.map(([, ...message]) => message));
  const line = Object.create(Connection.prototype);
  Object.assign(line, { sent: new Map(), envelopes: [], party, send, name: 'js', server: Buffer.alloc(32, 9), silence: 1000 });
  return { said, line };
}

test('what is said first, again, and in protest', async () => {
  const { party } = partyOf(1), holds = (bytes, signature) => assert.ok(signatureHolds(party.key, bytes, signature));
  const { have, matchId } = party, { line, said } = lineOf(party);
  Object.assign(party, { have: 0, matchId: null, opened: false });
  await line.hello();
  assert.deepStrictEqual(said[0].slice(0, 6), ['HELLO', 2, party.key, 'js', 0, ZERO32]);
  holds(signed.firstHelloBytes(line.server), said[0][6]);
  Object.assign(party, { have, matchId, opened: true });
  await line.hello();
  assert.deepStrictEqual(said[1].slice(4, 6), [1, party.transcript.head]);
  holds(signed.helloBytes(matchId, 1, party.transcript.head), said[1][6]);
  const objected = { number: 13, kind: 'GAME_END', table: 0, raw: Buffer.from('no'), game: 9, winner: 0, score: [1, 0] };
  assert.throws(() => party.take(objected), failing(CHECK.SCORE));
  const told = new deal.Transcript(ZERO32, 0, ZERO32);
  told.tellAll(objected.raw);
  const [code, text, counted, head, signature] = party.protestFields(CHECK.SCORE, 'game 9 ends');
  assert.deepStrictEqual([code, text, counted, head], [CHECK.SCORE, 'game 9 ends', 2, told.head]);
  holds(signed.protestBytes(ZERO32, 0, 2, told.head, CHECK.SCORE, 'game 9 ends'), signature);
  assert.deepStrictEqual(party.protestFields(CHECK.ENVELOPE, '').slice(2, 4), [2, told.head]); // bytes that are no message count for nothing
});

test('who came back answers when all is told again', async () => {
  const { party } = partyOf(1), { line, said } = lineOf(party), names = () => said.splice(0).map(([name]) => name);
  party.tables[0].chain = [ZERO32, ZERO32, Buffer.alloc(32, 2)];
  party.tables[0].lists.set(1, ZERO32).set(2, ZERO32);
  const end = wire.encode([1, [13, 0, 1, 0, 0, 255, [1, 0]]]);
  await line.hello();
  await line.receive([end]);
  assert.deepStrictEqual([names(), party.have], [['HELLO'], 2]); // a CUT is owed, and not sent yet
  await line.receive([wire.encode([3])]);
  assert.deepStrictEqual([names(), line.returning], [['HELLO'], true]); // something is missing
  await line.receive([wire.encode([2])]);
  assert.deepStrictEqual([names(), line.returning], [['CUT'], false]);
});

test('what was passed on is not signed again', async () => {
  const { party, arbiter } = partyOf(1), { line, said } = lineOf(party), { P, V, seq } = party.transcript;
  const back = async (...toldAgain) => {
    said.length = 0;
    await line.hello();
    if (toldAgain.length) await line.receive([wire.encode([party.have, ...toldAgain])]);
    await line.receive([wire.encode([party.have])]);
    return said.map(([name]) => name);
  };
  const end = { hands: 1, seq, head: P, views: Buffer.concat([V, ZERO32]), checkpoint: ZERO32 };
  const handsEnd = [17, 0, ...Object.values(end), arbiter.sign(signed.handsEndBytes(ZERO32, NOBODY, end))];
  assert.deepStrictEqual(await back(handsEnd), ['HELLO', 'HAND_SIGN']);
  assert.deepStrictEqual(await back(), ['HELLO', 'HAND_SIGN']);
  assert.deepStrictEqual(await back([11, 0, 1, 0, party.sign(signed.handsEndBytes(ZERO32, 0, party.handsEnd))]), ['HELLO']);
  assert.deepStrictEqual(await back(), ['HELLO']);
});

/* PROTOCOL.md section 3. */
test('what stood behind a refused answer is said again', async () => {
  const { party } = partyOf(3), { line, said } = lineOf(party), names = () => said.splice(0).map(([name, ...fields]) => `${name} ${fields[1]}`);
  party.owed = async () => [...party.answered];
  party.answered = [[0, 'ANSWER', 0, 5, 257], [1, 'ANSWER', 0, 6, 257], [2, 'ANSWER', 0, 7, 257]];
  await line.pay();
  assert.deepStrictEqual(names(), ['ANSWER 5', 'ANSWER 6', 'ANSWER 7']);
  [, party.t] = party.tables;
  party.t.request = { request: 6, legal: [] };
  party.take({ number: 12, kind: 'FAULT', table: 1, raw: Buffer.alloc(1), seat: 0, fault: 1, effect: 2, a: 4, b: 3 });
  [, ...party.answered] = party.answered;
  await line.pay();
  assert.deepStrictEqual(names(), ['ANSWER 6', 'ANSWER 7']);
  await line.pay();
  assert.deepStrictEqual(names(), []);
});

test('a bot elsewhere waits for its disk before it joins and signs', async () => {
  for (const far of [false, true]) {
    const { party } = partyOf(1), { line, said } = lineOf(party), order = [];
    Object.assign(line, { far, returning: false, send: (...messages) => order.push(...messages.map(([, name]) => name)) });
    party.folder.sync = () => order.push('disk');
    party.handsEnd = { hands: 1, seq: 0, head: ZERO32, views: ZERO32, checkpoint: ZERO32 };
    await line.pay();
    assert.deepStrictEqual([order, said], [far ? ['disk', 'HAND_SIGN'] : ['HAND_SIGN'], []]);
  }
});

test('a protest is no longer than it may be', async () => {
  const { party } = partyOf(1), { line, said } = lineOf(party), folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fiel-js-'));
  party.folder.path = folder;
  await line.protest({ code: CHECK.LEGAL, message: 'ñ€'.repeat(100) });
  const [name, , text] = said[0];
  assert.deepStrictEqual([name, Buffer.byteLength(text), 'ñ€'.repeat(51)], ['PROTEST', 255, text]);
  fs.rmSync(folder, { recursive: true });
});

test('a record of another version is not asked of', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fiel-js-')), file = path.join(folder, 'old.replay');
  const asked = async (head) => {
    fs.writeFileSync(file, Buffer.from(head, 'latin1'));
    return askAgain(new Bot(), ['--again', file, '--seat', '0']);
  };
  const { code, why } = await asked('FIELREP\x01');
  assert.deepStrictEqual([code, why], [1, `${file}: a record of version 1, and this bot reads version 2 alone: play the match again`]);
  for (const head of ['', 'FIEL', 'FIELREP\x02']) assert.strictEqual((await asked(head)).code, 2, head);
  fs.rmSync(folder, { recursive: true });
});

test('a folder is as large after a match as before it', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fiel-js-')), [m, n, h] = ['m', 'n', 'h'].map((letter) => Buffer.alloc(32, letter));
  const kept = new Folder(folder);
  assert.ok(kept.matchIs(m));
  for (let have = 1; have < 4000; have++) kept.keep(m, have, h);
  kept.close();
  const again = new Folder(folder);
  assert.deepStrictEqual([again.have, again.head, again.matchIs(m), again.matchIs(n)], [3999, h, true, false]);
  assert.deepStrictEqual(again.key.publicKey, kept.key.publicKey);
  assert.deepStrictEqual(fs.readdirSync(folder).map((name) => [name, fs.statSync(path.join(folder, name)).size]),
    [['chain-secret', 32], ['key', 32], ['told', 72]]);
  again.sync();
  again.close();
  fs.rmSync(folder, { recursive: true });
});

/* An earlier process was told two messages: the same two are played on with, and nothing else. */
test('what is told otherwise than before is not played', () => {
  const again = (head, messages) => {
    const { party } = partyOf(1);
    Object.assign(party, { again: true, folder: { ...party.folder, have: 3, head } });
    for (const raw of messages) party.link({ kind: 'HAND_END', number: 15, raw: Buffer.from(raw) });
    return party;
  };
  const head = again(ZERO32, ['one', 'two']).head();
  again(head, ['one', 'two']).goOn();
  for (const party of [again(head, ['one', 'other']), again(head, ['one'])]) assert.throws(() => party.goOn(), failing(CHECK.MATCH_AGAIN));
});

test('the newest hands are kept', () => {
  const [table] = partyOf(1).party.tables;
  for (let hand = 1; hand <= 1000; hand++) table.seal(hand, ZERO32, []);
  assert.deepStrictEqual([table.lists.size, table.commitments.size, table.sealed], [64, 64, 1000]);
});
