// A match's page that is given other files than its own: node swapped.mjs FOLDER-OF-MODULES WASM FIRST SECOND OTHER OTHER-SECOND STRANGER BARE
//
// FIRST and SECOND are the legs of a pair, OTHER and OTHER-SECOND those of another pair of the same bots by the same arbiter, STRANGER a
// match of bots with the same names by somebody else's, BARE one that ended before a card.  A page is made as the ladder makes it, a visitor presses the button, and what
// stands there afterwards is looked at.  Prints what is wrong and ends with 1.
import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { spoiled } from './swaps.mjs';

globalThis.crypto ??= webcrypto; // Node 18 keeps it apart
const [folder, wasm, ...paths] = process.argv.slice(2);
const at = name => pathToFileURL(resolve(folder, name)).href;

// As much of a document as the verification draws on.
class Element {
    constructor() {
        Object.assign(this, { dataset: {}, children: [], className: '', textContent: '' });
    }
    setAttribute() {}
    addEventListener(what, work) {
        this.press = work;
    }
    append(...nodes) {
        this.children.push(...nodes);
    }
    replaceChildren(...nodes) {
        this.children = nodes;
    }
    all() {
        return [this, ...this.children.flatMap(child => child.all())];
    }
}
globalThis.document = { createElement: () => new Element() };

const { load } = await import(at('replay.mjs'));
const { Verification } = await import(at('verify.mjs'));
const { languages, wordsOf } = await import(at('words.mjs'));
const replay = await load(readFileSync(wasm));
const [first, second, other, otherSecond, stranger, bare] = paths.map(path => new Uint8Array(readFileSync(path)));
let wrong = 0;

function same(what, got, want) {
    if (JSON.stringify(got) === JSON.stringify(want)) return;
    console.log(`${what}: ${JSON.stringify(got).slice(0, 300)}\nwant: ${JSON.stringify(want).slice(0, 300)}`);
    wrong++;
}

// What the ladder's page names of a record, and of both legs of a pair.
function named(bytes, prefix = '') {
    const { match, arbiter } = replay.audit(bytes), key = name => (prefix ? prefix + name[0].toUpperCase() + name.slice(1) : name);
    return { [key('match')]: match, [key('replay')]: replay.hash(bytes), [key('arbiter')]: arbiter };
}
// And all that the page shows of it, as the ladder has it in its rows.
function shownOf(bytes) {
    const { rules, clock, games, keys, bots, unheld } = replay.audit(bytes);
    return { rules, clock: clock.split(',').slice(0, 2).join(','), games, seats: bots.map((artifact, i) => (i % 2 ? { key: keys[i] } : { artifact })),
             facts: replay.facts(bytes), unheld: Boolean(unheld), filed: [replay.hash(first), replay.hash(second)] };
}
const showing = (data, shown) => ({ ...data, shown: JSON.stringify(shown) });
const leg = (number, own, twin) => ({ ...named(own), leg: String(number), twin: '/replays/twin', ...named(twin, 'twin') });

// { verdict, green, red, text } after the button was pressed on a page that names `data`, for which these bytes come.
async function pressed(data, bytes, twin, language = 'en') {
    const root = new Element();
    Object.assign(root.dataset, data);
    const page = new Verification(root, wordsOf(language), async (own, address) => ({ value: replay.verify(own, bytes, address && twin), ms: 1 }));
    await page.button.press();
    const all = root.all(), of = name => all.filter(e => e.className === name);
    return { verdict: root.dataset.verdict, green: of('good').length, red: of('bad').length, text: all.map(e => e.textContent).join('|'),
             ticked: all.filter(e => e.textContent.includes('✔')), failed: of('bad').map(e => e.textContent) };
}

async function refused(what, data, bytes, twin, verdict, step) {
    const said = await pressed(data, bytes, twin);
    same(`${what}: green`, [said.green, said.ticked.length], [0, 0]);
    same(`${what}: verdict`, said.verdict, verdict);
    if (step) same(`${what}: what is red`, (said.failed.at(-1) ?? '').includes(step), true);
    same(`${what}: one step is red`, said.red, verdict === 'unnamed' || verdict === 'failed' ? 1 : 2); // it and the head
}

// The match's own files, in each place and language: green, and nothing red.
const pages = { 'the first leg': [leg(0, first, second), first, second], 'the second leg': [leg(1, second, first), second, first], 'a match of its own': [named(other), other] };
for (const [what, [data, bytes, twin]] of Object.entries(pages))
    for (const language of languages) {
        const said = await pressed(data, bytes, twin, language);
        same(`${what}: verdict`, [said.verdict, said.red], ['valid', 0]);
        same(`${what}: words`, said.text.includes('undefined'), false);
        same(`${what}: ticks`, said.ticked.length, data.twin ? 13 : 12);
        same(`${what}: no tick stands at a nought`, said.ticked.filter(e => e.textContent.startsWith('✔ 0')), []);
    }

// What stands above the record is held against it, no matter which of the two is wrong.
const ours = shownOf(first), [seat, opponent] = ours.seats, { filed } = ours;
for (const language of languages) {
    const said = await pressed(showing(leg(0, first, second), ours), first, second, language);
    same('what the page shows: all of it holds', [said.verdict, said.red, said.ticked.length, said.text.includes('undefined')], ['valid', 0, 18, false]);
}
for (const [what, change, step] of [
    ['other rules', { rules: 'paulista' }, 'the rules'], ['another clock', { clock: 'bank=7s' }, 'the rules'], ['more games', { games: ours.games + 1 }, 'the rules'],
    ['another version of a bot', { seats: [{ artifact: opponent.key }, opponent] }, 'the programs'], ['another key', { seats: [seat, { key: seat.artifact }] }, 'the programs'],
    ['exchanged bots', { seats: [opponent, seat] }, 'the programs'], ['a seat more', { seats: [seat, opponent, opponent] }, 'the programs'],
    ...Object.entries(ours.facts).map(([name, value]) => [name, { facts: { ...ours.facts, [name]: `${value}1` } }, 'the result']),
    ['a fact that no record has', { facts: { ...ours.facts, beauty: '1' } }, 'the result'], ['another mark of who was held', { unheld: !ours.unheld }, 'whether its bots'],
    ['another filing', { filed: [filed[1], filed[0]] }, 'the record that was filed'], ['a leg more', { filed: [...filed, filed[0]] }, 'the record that was filed'],
    ['a leg less', { filed: [filed[0]] }, 'the record that was filed'],
]) await refused(`${what} on the page`, showing(leg(0, first, second), { ...ours, ...change }), first, second, 'other', step);
for (const shown of ['', '{', '[]', 'null', '{}', JSON.stringify({ ...ours, seats: null }), JSON.stringify({ ...ours, facts: 3 }), JSON.stringify({ ...ours, facts: {} })])
    await refused(`a page that shows ${shown.slice(0, 9)}`, { ...leg(0, first, second), shown }, first, second, 'unnamed');

// Before anybody presses the button the viewer knows whose record it shows.
for (const [what, bytes] of Object.entries({ first, second, other, stranger, bare }))
    same(`whose record: ${what}`, replay.whose(bytes), { replay: replay.hash(bytes), match: replay.audit(bytes).match });
same('whose record: none', replay.whose(new Uint8Array(5)).match, '');

// Where nothing was dealt nothing is ticked that was not there to be checked.
const nothing = await pressed(named(bare), bare);
same('a match without a card', [nothing.verdict, nothing.red, nothing.ticked.map(e => e.textContent).filter(text => text.startsWith('✔ 0'))], ['valid', 0, []]);
same('its ticks', nothing.ticked.length < 9, true);

// Other matches in its place: of the same ladder, the same bots, the same arbiter, its own twin; a stranger's under the same names.
const mine = leg(0, first, second), thisFile = 'the file is the one';
for (const [what, bytes] of Object.entries({ 'its twin': second, 'another match': other, 'a stranger\'s': stranger })) {
    await refused(`${what} in a match's place`, mine, bytes, second, 'other', thisFile);
    await refused(`${what} where no twin is`, named(first), bytes, undefined, bytes === first ? 'valid' : 'other', thisFile);
    for (const language of languages) {
        const said = await pressed(mine, bytes, second, language);
        same(`${what}: its own id is told`, said.text.includes(replay.audit(bytes).match) && !said.text.includes('undefined'), true);
    }
}
// Each of the three by itself: a page that names what does not go together, as a hash of the stranger's file.
const forged = named(stranger);
await refused('a stranger\'s file by its own hash', { ...mine, replay: forged.replay }, stranger, second, 'other', 'the record of the match');
await refused('a stranger\'s file and match', { ...mine, replay: forged.replay, match: forged.match }, stranger, second, 'other', 'its arbiter');
await refused('another arbiter\'s key', { ...named(first), arbiter: forged.arbiter }, first, undefined, 'other', 'its arbiter');
// The twin's place.
for (const [what, bytes] of Object.entries({ 'itself': first, 'another pair\'s second leg': otherSecond, 'a stranger\'s': stranger }))
    await refused(`${what} in the twin's place`, mine, first, bytes, 'twin', 'the other match');
await refused('legs of two pairs', leg(0, first, otherSecond), first, otherSecond, 'twin', 'the other match');
await refused('legs the other way round', { ...leg(0, second, first) }, second, first, 'twin', 'the other match');
await refused('a twin that is another by name', { ...mine, twinMatch: forged.match }, first, second, 'twin', 'the other match');
// Cut short or changed, in its own place, in its twin's, and where the page names that very file.
for (const [what, bytes] of Object.entries(spoiled(first))) {
    const { verdict } = replay.audit(bytes);
    same(`${what}: the auditor`, verdict !== 'valid', true);
    await refused(what, mine, bytes, second, verdict, thisFile);
    await refused(`${what}, named as it is`, { ...named(first), replay: replay.hash(bytes) }, bytes, undefined, verdict);
}
for (const [what, bytes] of Object.entries(spoiled(second))) await refused(`the twin, ${what}`, mine, first, bytes, 'twin', 'the other match');
// A page that names nothing, half of it, or what is no hash.
for (const data of [{}, { match: mine.match }, { ...named(first), arbiter: '' }, { ...named(first), replay: 'zz' }, { ...mine, leg: '2' }, { ...mine, twinMatch: undefined }])
    await refused(`a page with ${Object.keys(data)}`, data, first, second, 'unnamed');
// A twin that does not come.
await refused('no twin', mine, first, undefined, 'failed');
process.exit(wrong ? 1 : 0);
