// The pages of an exported ladder: node exported.mjs FOLDER-OF-MODULES WASM SITE [MATCH...]
//
// What each match's page names and shows is held against the records beside it, as the browser does.  Prints what is wrong, and ends
// with 1 then, or when there is no page.
import { readFileSync, readdirSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';

globalThis.crypto ??= webcrypto; // Node 18 keeps it apart
const [modules, wasm, site, ...asked] = process.argv.slice(2);
const at = name => pathToFileURL(resolve(modules, name)).href;
const { load } = await import(at('replay.mjs'));
const { namedBy } = await import(at('named.mjs'));
const replay = await load(readFileSync(wasm));
const plain = text => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const recordOf = hash => new Uint8Array(readFileSync(join(site, 'replays', readdirSync(join(site, 'replays')).find(name => name.startsWith(hash)))));
let pages = 0, wrong = 0;

for (const name of readdirSync(join(site, 'matches'), { recursive: true })) {
    const html = /^[0-9]+(\.html|\/index\.html)$/.test(name) ? readFileSync(join(site, 'matches', name), 'utf8') : '';
    const section = html.match(/<section id="verification"([^>]*)>/)?.[1];
    if (section === undefined || (asked.length && !asked.includes(name.match(/\d+/)[0]))) continue;
    const data = {};
    for (const [, key, value] of section.matchAll(/ data-([a-z-]+)="([^"]*)"/g)) data[key.replace(/-(.)/g, (_, c) => c.toUpperCase())] = plain(value);
    const named = namedBy(data);
    const judged = replay.verify(named, recordOf(data.replay), data.twin && recordOf(data.twinReplay));
    pages++;
    const ticked = judged.steps.filter(step => step.state === 'good').map(step => step.id);
    if (judged.verdict === 'valid' && ['this-order', 'this-bots', 'this-result', 'this-held', 'this-filed'].every(id => ticked.includes(id))) continue;
    console.log(name, judged.verdict, judged.steps.find(step => step.state === 'bad')?.id);
    wrong++;
}
console.log(`${pages} pages, ${wrong} wrong`);
process.exit(wrong || !pages ? 1 : 0);
