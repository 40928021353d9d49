// replay: a match step by step, by keyboard, by address, verified; and a file that was tampered with.
import { holds, same } from './check.mjs';

export default async function replay({ visitor, looks }) {
    const page = visitor.page, root = page.locator('.replay');
    await visitor.at('/matches');
    // One of so many hands that there is something to go through.
    const long = await page.locator('table.matches tbody tr').evaluateAll(rows => rows.findIndex(r => Number(r.cells[3].textContent) >= 5));
    await page.locator('table.matches tbody tr').nth(long).locator('a[href^="/matches/"]').click();
    await page.waitForURL('**/matches/*');
    await page.locator('.replay[data-state=ready]').waitFor();
    const path = new URL(page.url()).pathname, address = () => new URL(page.url()).hash;

    same('it begins at the beginning', address(), '#hand=1&step=0');
    await root.getByRole('button', { name: 'One step on' }).click();
    same('a step', address(), '#hand=1&step=1');
    holds('what happened is said', await root.locator('.caption').innerText(), /\S/);
    await page.locator('h1').click(); // nothing has the focus
    await page.keyboard.press('ArrowRight');
    same('a step by key', address(), '#hand=1&step=2');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    same('the next hand', address(), '#hand=2&step=0');
    await page.keyboard.press('End');
    holds('the last hand', address(), /#hand=(?!2&)\d+&step=0/);
    await page.keyboard.press('Home');
    same('the first hand', address(), '#hand=1&step=0');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => location.hash !== '#hand=1&step=0');
    await page.keyboard.press(' ');

    await page.goto('about:blank');
    await visitor.at(`${path}#hand=3&step=2`);
    await page.locator('.replay[data-state=ready]').waitFor();
    same('an address opens at its moment', address(), '#hand=3&step=2');
    holds('hand 3', await root.locator('.where').innerText(), 'Hand 3 of');
    await root.getByRole('combobox', { name: 'Cards seen by' }).selectOption('0');
    holds('cards lie face down', await root.locator('svg.table use').evaluateAll(l => l.map(u => u.getAttribute('href')).join()), 'card-back');

    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.locator('#verification p.good').waitFor();
    same('every check is green', await page.locator('#verification .checks li:not(.good)').count(), 0);
    await looks(visitor, 'match');
    await tampered(visitor, path);
}

// One bit of the file on its way to the browser.
async function tampered(visitor, path) {
    const page = visitor.page;
    await page.route('**/replays/*', async route => {
        const answer = await route.fetch(), body = await answer.body();
        body[Math.floor(body.length / 3)] ^= 1;
        await route.fulfill({ response: answer, body });
    });
    await page.goto('about:blank');
    await visitor.at(path);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.locator('#verification p.bad').waitFor();
    holds('it is not valid', await page.locator('#verification p.bad').innerText(), 'NOT valid');
    same('one step is red', await page.locator('#verification .checks li.bad').count(), 1);
    holds('and named', await page.locator('#verification').innerText(), /Record \d+|changed/);
    await page.unroute('**/replays/*');
}
