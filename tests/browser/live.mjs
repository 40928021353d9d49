// live: a match is watched while it is played, from the closed first leg to its end.
import { holds, same } from './check.mjs';
import { until } from './ladder.mjs';
import { wireTo } from './wire.mjs';

export default async function live({ visitor, ladder, looks }) {
    const page = visitor.page, root = page.locator('.live');
    // One of the matches that are being played, the oldest or the newest, until it shows what is wanted; one that ends before is left.
    const watch = async (wanted, address = ladder.address, which = 'first') => {
        await page.goto(`${address}/live`);
        await page.locator('table a[href^="/live/"]')[which]().click({ timeout: 2000 });
        return Promise.race([page.locator(wanted).first().waitFor().then(() => true),
                             page.locator('.live[data-state=over], #verification, main:has-text("not being played right now")').first().waitFor().then(() => false)]);
    };
    await until('a first leg is closed: words and no card', // where two workers take turns, the oldest is always in its second
                () => watch('.live[data-state=open]:not(:has(svg, .steps)) > p.caption:has-text("First match of the pair")', ladder.address, 'last'));
    let where = '';
    await until('cards lie on the table of a match that is being played, and are told', async () => {
        if (!await watch('.live[data-state=open] svg.table use[href*="#card-"]:not([href$="card-back"])')) return false;
        const [steps, points] = await page.evaluate(() => ['steps', 'where'].map(part => document.querySelector(`.live[data-state=open] .${part}`)?.innerText ?? ''));
        where = points;
        return /plays/.test(steps);
    });
    holds('whose points', where, /Hand \d+, game \d+ · .*#?\d+ · /);
    const cards = await root.locator('svg.table use').evaluateAll(list => list.map(u => u.getAttribute('href').split('#card-')[1]));
    same('every card is one of the pack or a back', cards.filter(c => !/^(back|\d{1,2}[oceb])$/.test(c)), []);
    await looks(visitor, 'live');
    await lostAndFound(visitor, ladder, watch);
    await until('one is watched to its end', async () => {
        if (!await watch('.live[data-state=open]')) return false;
        await page.locator('.live[data-state=over]').waitFor();
        return true;
    });
    await root.getByRole('link', { name: 'Replay and verification' }).click();
    await page.waitForURL('**/matches/*');
    await page.locator('.replay[data-state=ready]').waitFor();
}

// The wire is cut amid a match: the browser comes back and goes on behind the last line that it has.
async function lostAndFound(visitor, ladder, watch) {
    const page = visitor.page, wire = await wireTo(ladder.address);
    await visitor.refused(() => until('a lost connection is said, and found again', async () => {
        if (!await watch('.live[data-state=open] .steps li', wire.address)) return false;
        wire.cut();
        await page.locator('.live[data-state=lost]').waitFor();
        await until('it asks for what came since', () => /last-event-id: [1-9]/i.test(wire.asked()), 20);
        await page.locator('.live[data-state=open], .live[data-state=over]').first().waitFor(); // a short match may be over by now
        return true;
    }));
    await page.goto('about:blank');
    wire.close();
}
