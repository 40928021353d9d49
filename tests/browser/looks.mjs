// looks: every page in three sizes and both colours: nothing sticks out, everything has a name, can be read and reached, and axe finds nothing that matters.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { same } from './check.mjs';
import { build } from './ladder.mjs';

const SIZES = { phone: [360, 740], tablet: [820, 1180], desktop: [1280, 800] };

// --- in the page -----------------------------------------------------------------------------------------------------

// What is without a name for those who do not see it.
function nameless() {
    const named = e => e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.title || e.textContent.trim();
    const shown = e => e.checkVisibility();
    const said = e => e.outerHTML.slice(0, 120);
    return [
        ...[...document.querySelectorAll('input:not([type=hidden]), select, textarea')].filter(e => shown(e) && !e.labels.length && !e.getAttribute('aria-label')),
        ...[...document.querySelectorAll('a[href], button, summary')].filter(e => shown(e) && !named(e)),
        ...[...document.querySelectorAll('img:not([alt])')],
        ...[...document.querySelectorAll('svg')].filter(e => !e.getAttribute('aria-label') && e.getAttribute('aria-hidden') !== 'true'),
        ...[...document.querySelectorAll('th')].filter(e => !e.scope),
        ...(document.documentElement.lang && document.title && document.querySelectorAll('h1').length === 1 ? [] : [document.documentElement]),
    ].map(said);
}

// What axe-core calls moderate, serious or critical.
const axe = readFileSync(createRequire(join(build, 'browser', 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');
const worst = async () => (await window.axe.run()).violations.filter(v => v.impact !== 'minor')
    .map(v => `${v.impact} ${v.id}: ${v.nodes.slice(0, 3).map(n => n.target.join(' ')).join(', ')}`);

// Everything that can be used, in a list; the one that has the focus.
const usable = () => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
    .filter(e => e.checkVisibility() && !e.disabled);
const focused = () => {
    const list = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
        .filter(e => e.checkVisibility() && !e.disabled);
    return list.indexOf(document.activeElement);
};

// What moved by itself while the page came, or since it was looked at last, where that is more than a little.
const jumped = () => new Promise(done => {
    const list = [];
    new PerformanceObserver(seen => list.push(...seen.getEntries())).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(list.filter(e => !e.hadRecentInput && e.startTime > (window.looked ?? 0)).reduce((sum, e) => sum + e.value, 0) < 0.02 ? []
        : list.map(e => `${e.value.toFixed(3)} ${e.sources.map(s => `${s.node?.nodeName}.${s.node?.className} ${JSON.stringify([s.previousRect.y, s.currentRect.y])}`)}`)), 100);
});

// What sticks out to the right and is not in something that scrolls.
function sticksOut() {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide) return [];
    return [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > wide + 1 && !e.closest('.scroll'))
        .map(e => `${e.tagName}.${e.className} ${Math.round(e.getBoundingClientRect().right)}`).slice(0, 5).concat(`page ${document.documentElement.scrollWidth} > ${wide}`);
}

// --- from outside -----------------------------------------------------------------------------------------------------

async function reachable(page, name) {
    const count = (await page.evaluateHandle(usable).then(h => h.evaluate(l => l.length)));
    const most = Math.min(count, 60), reached = new Set();
    await page.evaluate(() => { document.activeElement?.blur(); getSelection().removeAllRanges(); scrollTo(0, 0); });
    await page.locator('.skip').focus();
    for (let i = 0; i < 2 * most + 10 && reached.size < most; i++) { // what scrolls takes the focus, too, and a date six times
        const at = await page.evaluate(focused);
        if (at >= 0) reached.add(at);
        await page.keyboard.press('Tab');
    }
    same(`${name}: controls that the tab key reaches`, reached.size, most);
}

// The page as it is now.
export async function looks(person, name, { tab = true } = {}) {
    const page = person.page;
    same(`${name}: what jumped`, await page.evaluate(jumped), []);
    for (const [size, [width, height]] of Object.entries(SIZES)) {
        await page.setViewportSize({ width, height });
        same(`${name}, ${size}: what sticks out`, await page.evaluate(sticksOut), []);
        await page.screenshot({ path: join(build, 'browser', `${name}-${size}.png`), fullPage: size !== 'tablet' });
    }
    same(`${name}: what has no name`, await page.evaluate(nameless), []);
    for (const colorScheme of ['dark', 'light']) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(axe);
        same(`${name}, ${colorScheme}: axe`, await page.evaluate(worst), []);
        if (colorScheme === 'dark') await page.screenshot({ path: join(build, 'browser', `${name}-dark.png`) });
    }
    if (tab) await reachable(page, name);
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(window.looked = performance.now())))));
}

// The same on a phone in the other languages, whose words are longer.
async function translated(person, path, name) {
    await person.page.setViewportSize({ width: SIZES.phone[0], height: SIZES.phone[1] });
    for (const language of ['es', 'pt', 'en']) {
        await person.at(`${path}${path.includes('?') ? '&' : '?'}language=${language}`);
        same(`${name}, ${language}: what sticks out`, await person.page.evaluate(sticksOut), []);
        if (language !== 'en') await person.page.screenshot({ path: join(build, 'browser', `${name}-${language}.png`), fullPage: true });
    }
}

// Pages that the other subjects do not stop at.
export default async function everyPage({ visitor, ana, host }) {
    const plan = [[visitor, '/', 'front'], [visitor, '/ladders/argentino', 'ladder'], [visitor, '/matches', 'matches'], [visitor, '/bots', 'bots'],
                  [visitor, '/bots/ana/truquero', 'bot'], [visitor, '/events', 'events'], [visitor, '/events/1', 'event'], [visitor, '/live', 'live-list'],
                  [visitor, '/enter', 'enter'], [ana, '/me', 'me'], [ana, '/bots/ana/truquero/versions', 'versions'], [ana, '/disputes', 'disputes'], [ana, '/play/ana/truquero', 'play'],
                  [host, '/host', 'host'], [host, '/host/words?about=site', 'words'], [host, '/host/people/list', 'people']];
    for (const [who, path, name] of plan) {
        same(path, await who.at(path), 200);
        await looks(who, name);
        await translated(who, path, name);
    }
    for (const [who, path, name] of [[visitor, '/queue', 'queue'], [ana, '/tries?rival=ana%2Flento', 'try'], [ana, '/start', 'start'], [host, '/host/events/new', 'event-form']])
        await translated(who, path, name);
    await visitor.refused(async () => {
        same('nothing there', await visitor.at('/nothing'), 404);
        await looks(visitor, 'nothing', { tab: false });
    });
}
