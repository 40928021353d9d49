// A page that follows by itself: node follow.mjs FOLDER-OF-MODULES
//
// It asks again as often as it says; not while nobody sees it, nor while what would be replaced has the focus.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deepEqual } from 'node:assert/strict';

const section = text => ({ dataset: { lives: '10' }, innerHTML: text, contains: () => focus, replaceWith: now => { way = now; } });
let way = section('old'), focus = false, asked = 0, next;
const page = { hidden: false, addEventListener() {}, querySelectorAll: () => [], querySelector: () => way };
Object.assign(globalThis, {
    document: page, addEventListener() {}, location: { href: '/queue' }, setTimeout: (step, ms) => { next = { step, ms }; },
    fetch: async () => { asked++; return { text: async () => 'new' }; },
    DOMParser: class { parseFromString = text => ({ querySelector: () => section(text) }); },
});
await import(`data:text/javascript,${encodeURIComponent(readFileSync(join(process.argv[2], 'start.mjs'), 'utf8'))}`);
await next.step();
deepEqual([asked, way.innerHTML, next.ms], [1, 'new', 10000]);
for (const unseen of [true, false]) {
    [page.hidden, focus] = [unseen, !unseen];
    await next.step();
    deepEqual([asked, next.ms], [1, 10000]);
}
