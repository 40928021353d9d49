// The pages of a ladder that serves: node verified.mjs FOLDER-OF-MODULES WASM http://ADDRESS [MATCH...], all of its list unless named
//
// What each match's page names and shows is held against its records, as the browser does.  Prints what is wrong, and ends
// with 1 then, or when there is no page.
import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

globalThis.crypto ??= webcrypto; // Node 18 keeps it apart
const [modules, wasm, site, ...asked] = process.argv.slice(2);
const at = name => pathToFileURL(resolve(modules, name)).href;
const { load } = await import(at('replay.mjs'));
const { namedBy } = await import(at('named.mjs'));
const replay = await load(readFileSync(wasm));
const plain = text => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const get = async path => {
    const answer = await fetch(site + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
};
const recordOf = async hash => new Uint8Array(await (await get('/replays/' + hash)).arrayBuffer());
const listed = async () => new Set([...(await (await get('/matches')).text()).matchAll(/href="\/matches\/(\d+)"/g)].map(found => found[1]));
let pages = 0, wrong = 0, logged = 0;

for (const name of asked.length ? asked : await listed()) {
    const html = await (await get('/matches/' + name)).text();
    const section = html.match(/<section id="verification"([^>]*)>/)[1];
    const data = {};
    for (const [, key, value] of section.matchAll(/ data-([a-z-]+)="([^"]*)"/g)) data[key.replace(/-(.)/g, (_, c) => c.toUpperCase())] = plain(value);
    const named = namedBy(data);
    const judged = replay.verify(named, await recordOf(data.replay), data.twin && await recordOf(data.twinReplay));
    pages++;
    logged += /in the match log, before its first card: entry [0-9]/.test(html);
    const ticked = judged.steps.filter(step => step.state === 'good').map(step => step.id);
    if (judged.verdict === 'valid' && ['this-order', 'this-bots', 'this-result', 'this-held', 'this-filed'].every(id => ticked.includes(id))) continue;
    console.log(name, judged.verdict, judged.steps.find(step => step.state === 'bad')?.id);
    wrong++;
}
console.log(`${pages} pages, ${wrong} wrong, ${logged} in the log`);
process.exit(wrong || !pages ? 1 : 0);
