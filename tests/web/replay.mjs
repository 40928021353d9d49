// The browser's auditor and teller against the programs: node replay.mjs FOLDER-OF-MODULES WASM REPLAY AUDIT.json STORY.jsonl
//
// AUDIT.json is what `fiel-audit --json` says of the same file, STORY.jsonl what `fiel replay --json` does.  Prints what
// differs and ends with 1.
import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

globalThis.crypto ??= webcrypto; // Node 18 keeps it apart
const [folder, wasm, file, auditFile, storyFile] = process.argv.slice(2);
const at = name => pathToFileURL(resolve(folder, name)).href;
const { load } = await import(at('replay.mjs'));
const { storyOf, tableAfter, verdictSteps } = await import(at('story.mjs'));
let wrong = 0;

function same(what, got, want) {
    if (JSON.stringify(got) === JSON.stringify(want)) return;
    console.log(`${what}: ${JSON.stringify(got).slice(0, 300)}\nwant: ${JSON.stringify(want).slice(0, 300)}`);
    wrong++;
}

const replay = await load(readFileSync(wasm));
const bytes = new Uint8Array(readFileSync(file));
const report = replay.audit(bytes), native = JSON.parse(readFileSync(auditFile, 'utf8'));
delete report.file;
delete native.file;
same('the verdict', report, native);
const lines = replay.tell(bytes);
const printed = readFileSync(storyFile, 'utf8').split('\n').filter(Boolean).map(l => JSON.parse(l));
const added = printed.filter(l => l.event === 'audit'), told = printed.filter(l => l.event !== 'audit');
if (told.length && report.match) same('what the auditor adds', added.map(l => [l.verdict, l.rests]), [[report.verdict, report.rests]]);
if (told.length) same('the story', lines, told); // of a file that is no replay the program tells nothing

// The page's own part: every check of a valid file is green, none of another is, and cards neither come nor go in any hand.
if (report.valid) same('the checks', verdictSteps(report).filter(s => s.state !== 'good'), []);
else same('what is green', verdictSteps(report).filter(s => s.state === 'good'), []);
const story = storyOf(lines);
for (const hand of story.hands) {
    for (let step = 0; step <= hand.steps.length; step++) {
        const table = tableAfter(hand, step);
        same(`hand ${hand.hand.hand}, step ${step}: cards`, table.seats.map(s => s.cards.map(c => c.name)), hand.hand.dealt);
    }
    const plays = hand.steps.filter(s => s.event === 'act' && /^play/.test(s.do)).length;
    const end = tableAfter(hand, hand.steps.length);
    same(`hand ${hand.hand.hand}: cards on the table`, end.seats.flatMap(s => s.cards.filter(c => c.at === 'table')).length, plays);
}

// Whatever record is wrong, one step is red, and only what is wrong with the file itself is the first.
const page = readFileSync('spec/REPLAY.md', 'utf8').split('<!-- records -->')[1].split('<!-- end -->')[0];
const records = [...page.matchAll(/^\| \d+ \| (\w+) \|/gm)].map(([, name]) => name);
same('records that the page names', records.length, 10);
for (const name of records) {
    const bad = verdictSteps({ ...report, valid: false, type: `REC_${name}` }).findIndex(s => s.state === 'bad');
    same(`a wrong ${name} is a step of its own`, bad > 0, !['HEADER', 'TRAILER'].includes(name));
}

// A flipped bit anywhere is never valid, and the first red check says which.
for (let i = 1; report.valid && i < 20; i++) {
    const bad = bytes.slice();
    bad[Math.floor((bytes.length * i) / 20)] ^= 1;
    const verdict = replay.audit(bad);
    same(`bit ${i} of 20`, [verdict.valid, verdictSteps(verdict).filter(s => s.state === 'bad').length <= 1], [false, true]);
}
process.exit(wrong ? 1 : 0);
