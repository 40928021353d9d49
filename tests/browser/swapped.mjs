// swapped: a match's page that is given another file than its own never says that the match is verified.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spoiled } from '../web/swaps.mjs';
import { same } from './check.mjs';
import { build, until } from './ladder.mjs';

const bytesOf = async (page, link) => new Uint8Array(await (await page.request.get(new URL(link, page.url()).href)).body());
const replayOf = page => page.locator('.replay').getAttribute('data-src');

// The record of the match at this address, whose page stays open.
async function own(visitor, path) {
    await visitor.at(path);
    return bytesOf(visitor.page, await replayOf(visitor.page));
}

// Two bots of the same names, played by somebody who has fiel and a key of his own.
function strangers(folder, names) {
    const file = join(folder, 'stranger.replay');
    execFileSync(`${build}/bin/fiel`, ['match', '--rules', 'argentino', '--games', '1', '--jail', 'none', '--bot', 'cauto', '--bot', 'random',
        '--names', names.map(n => `${n.split('/').pop()}-1`).join(','), '--replay', file], { stdio: 'pipe' });
    return new Uint8Array(readFileSync(file));
}

// What the page says of its match when `bytes` come for its record.
async function judged(visitor, path, link, bytes) {
    const page = visitor.page, wanted = route => route.pathname.endsWith(link);
    await page.route(wanted, route => route.fulfill({ status: 200, contentType: 'application/octet-stream', body: Buffer.from(bytes) }));
    await page.goto('about:blank');
    await visitor.at(path);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.waitForFunction(() => !['', 'running'].includes(document.querySelector('#verification')?.dataset.verdict ?? ''));
    const said = { verdict: await page.locator('#verification').getAttribute('data-verdict'), green: await page.locator('#verification .good').count(),
                   red: await page.locator('#verification .bad').count() > 0 };
    await page.unroute(wanted);
    return said;
}

export default async function swapped({ visitor, ladder, looks }) {
    const page = visitor.page;
    const paths = await until('four matches', async () => {
        await visitor.at('/matches?ladder=argentino');
        const links = await page.locator('table.matches tbody a[href^="/matches/"]').evaluateAll(l => l.map(a => a.getAttribute('href')));
        return links.length >= 4 && links;
    });
    const path = paths[0], ours = await own(visitor, path), link = await replayOf(page), twin = page.getByRole('link', { name: 'the other match of this pair' });
    const other = await twin.getAttribute('href'), names = await page.locator('ul.facts a').allInnerTexts();
    const files = { 'its own twin': await own(visitor, other), 'another match of this ladder': await own(visitor, paths.find(p => p !== path && p !== other)),
                    'a match of strangers under these names': strangers(ladder.folder, names), ...spoiled(ours) };
    const wrong = [];
    for (const [what, bytes] of Object.entries(files)) {
        const said = await judged(visitor, path, link, bytes);
        if (said.verdict === 'valid' || said.green || !said.red) wrong.push([what, said]);
        if (what === 'its own twin') await looks(visitor, 'match-swapped');
    }
    same('files that pass for this match', wrong, []);
    for (const leg of [path, other]) {
        const file = await own(visitor, leg);
        same('its own file is good', (await judged(visitor, leg, await replayOf(page), file)).verdict, 'valid');
    }
}
