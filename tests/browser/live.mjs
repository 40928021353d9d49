// live: a match is watched while it is played, from the closed first leg to its end.
import { holds, same } from './check.mjs';
import { until } from './ladder.mjs';

export default async function live({ visitor, looks }) {
    const page = visitor.page, root = page.locator('.live');
    // One of the matches that are being played, until it shows what is wanted; one that ends before is left.
    const watch = async wanted => {
        await visitor.at('/live');
        await page.locator('table a[href^="/live/"]').first().click({ timeout: 200 });
        await page.locator(wanted).or(page.locator('.live[data-state=over]')).or(page.locator('#verification')).first().waitFor();
        return page.locator(wanted).count();
    };
    await until('a first leg is closed', () => watch('.live[data-state=open] > p.caption:has-text("First match of the pair")'));
    same('no card of it is shown', await page.locator('.live svg, .live .steps li').count(), 0);
    await until('cards lie on the table of a match that is being played',
                () => watch('.live[data-state=open] svg.table use[href*="#card-"]:not([href$="card-back"])'));
    holds('calls and cards are told', await root.locator('.steps').innerText(), /plays/);
    holds('whose points', await root.locator('.where').innerText(), /Hand \d+, game \d+ · .*#?\d+ · /);
    const cards = await root.locator('svg.table use').evaluateAll(list => list.map(u => u.getAttribute('href').split('#card-')[1]));
    same('every card is one of the pack or a back', cards.filter(c => !/^(back|\d{1,2}[oceb])$/.test(c)), []);
    await looks(visitor, 'live');
    await page.locator('.live[data-state=over]').waitFor();
    await root.getByRole('link', { name: 'Replay and verification' }).click();
    await page.waitForURL('**/matches/*');
    await page.locator('.replay[data-state=ready]').waitFor();
}
