// looks: every page in three sizes and both colours: nothing sticks out, everything has a name, can be read and reached.
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

// Text whose contrast with what lies behind it is under 4.5 (large text: 3), by WCAG 2.1.
function pale() {
    const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = color => {
        paint.clearRect(0, 0, 1, 1);
        paint.fillStyle = color;
        paint.fillRect(0, 0, 1, 1);
        const d = paint.getImageData(0, 0, 1, 1).data;
        return [d[0], d[1], d[2], d[3] / 255];
    };
    const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
    const light = c => {
        const [r, g, b] = c.slice(0, 3).map(v => v / 255).map(v => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = e => {
        const layers = [];
        for (let n = e; n; n = n.parentElement) layers.push(rgba(getComputedStyle(n).backgroundColor));
        const base = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
        return layers.reduceRight((below, layer) => over(layer, below), base);
    };
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const e = walker.currentNode.parentElement, style = getComputedStyle(e);
        if (!walker.currentNode.data.trim() || !e.checkVisibility() || e.closest('svg, select, .skip')) continue;
        let alpha = 1;
        for (let n = e; n; n = n.parentElement) alpha *= Number(getComputedStyle(n).opacity);
        const ground = behind(e), ink = rgba(style.color);
        const text = over([...ink.slice(0, 3), ink[3] * alpha], ground);
        const [a, b] = [light(text), light(ground)].sort((x, y) => y - x);
        const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) found.add(`${e.tagName}.${e.className} ${walker.currentNode.data.trim().slice(0, 30)} ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
    }
    return [...found];
}

// Everything that can be used, in a list; the one that has the focus.
const usable = () => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
    .filter(e => e.checkVisibility() && !e.disabled);
const focused = () => {
    const list = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
        .filter(e => e.checkVisibility() && !e.disabled);
    return list.indexOf(document.activeElement);
};

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
    for (let i = 0; i < most + 10 && reached.size < most; i++) { // what scrolls takes the focus, too
        const at = await page.evaluate(focused);
        if (at >= 0) reached.add(at);
        await page.keyboard.press('Tab');
    }
    same(`${name}: controls that the tab key reaches`, reached.size, most);
}

// The page as it is now.
export async function looks(person, name, { tab = true } = {}) {
    const page = person.page;
    for (const [size, [width, height]] of Object.entries(SIZES)) {
        await page.setViewportSize({ width, height });
        same(`${name}, ${size}: what sticks out`, await page.evaluate(sticksOut), []);
        await page.screenshot({ path: join(build, 'browser', `${name}-${size}.png`), fullPage: size !== 'tablet' });
    }
    same(`${name}: what has no name`, await page.evaluate(nameless), []);
    for (const colorScheme of ['dark', 'light']) {
        await page.emulateMedia({ colorScheme });
        same(`${name}, ${colorScheme}: too pale`, await page.evaluate(pale), []);
        if (colorScheme === 'dark') await page.screenshot({ path: join(build, 'browser', `${name}-dark.png`) });
    }
    if (tab) await reachable(page, name);
}

// Pages that the other subjects do not stop at.
export default async function everyPage({ visitor, ana, host }) {
    const plan = [[visitor, '/', 'front'], [visitor, '/ladders/argentino', 'ladder'], [visitor, '/matches', 'matches'], [visitor, '/bots', 'bots'],
                  [visitor, '/bots/ana/truquero', 'bot'], [visitor, '/events', 'events'], [visitor, '/events/1', 'event'], [visitor, '/live', 'live-list'],
                  [visitor, '/enter', 'enter'], [ana, '/me', 'me'], [ana, '/bots/ana/truquero/versions', 'versions'], [ana, '/disputes', 'disputes'], [ana, '/play/ana/truquero', 'play'],
                  [host, '/host?language=pt', 'host-pt'], [host, '/host?language=en', 'host']];
    for (const [who, path, name] of plan) {
        same(path, await who.at(path), 200);
        await looks(who, name);
    }
    await visitor.refused(async () => {
        same('nothing there', await visitor.at('/nothing'), 404);
        await looks(visitor, 'nothing', { tab: false });
    });
}
