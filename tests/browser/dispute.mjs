// dispute: an author disputes a match, the host voids it, the pair is played again.
import { holds, same } from './check.mjs';
import { until } from './ladder.mjs';

export default async function dispute({ ana, host, looks }) {
    const page = ana.page;
    await ana.at('/bots/ana/truquero');
    await page.locator('table.matches a[href^="/matches/"]').first().click();
    await page.waitForURL('**/matches/*');
    const path = new URL(page.url()).pathname;
    const record = await (await page.request.get(new URL(await page.locator('.replay').getAttribute('data-src'), page.url()).href)).body();
    record[record.length >> 1] ^= 1;
    await page.getByRole('link', { name: 'dispute this match' }).click();
    await page.waitForURL('**/dispute');
    await looks(ana, 'dispute-form');
    await page.getByLabel('What is wrong with it?').fill('<i>My bot</i> was not asked.');
    await page.getByLabel('your own record of it').setInputFiles({ name: 'mine.replay', mimeType: 'application/octet-stream', buffer: record });
    await page.getByRole('button', { name: 'File the dispute' }).click();
    await page.waitForURL('**/disputes/*');
    const at = new URL(page.url()).pathname;
    holds('what the audit says', await page.locator('main').innerText(), 'valid: every record is right');
    holds('and of her own', await page.locator('main').innerText(), /not valid: record \d+/);
    holds('where they part', await page.locator('main').innerText(), /\d+ records are the same; then here: /);
    same('she does not decide', await page.getByRole('button', { name: /void/ }).count(), 0);

    await host.at('/host');
    await host.at(at);
    holds('the evidence', await host.page.locator('main').innerText(), '<i>My bot</i> was not asked.');
    await host.page.getByLabel('reason').fill('once more, to be sure');
    await looks(host, 'dispute');
    await host.page.getByRole('button', { name: /void/ }).click();
    await host.page.waitForURL(`**${at}`);
    await host.page.getByRole('link', { name: 'played again' }).waitFor();
    await ana.at(path);
    holds('the match is void', await page.locator('.facts').innerText(), 'does not count');
    await until('the pair is played again', async () => {
        await host.at(at);
        await host.page.getByRole('link', { name: 'played again' }).click();
        await host.page.waitForURL(/\/matches\/\d+$/, { timeout: 500 });
        return true;
    });
}
