// ways: a host makes sixty accounts and an event with dates, counted; an author enters, is refused at the field, has a match now; who looks on
// sees the queue and the history of two bots.
import { holds, same } from './check.mjs';
import { until } from './ladder.mjs';

export default async function ways({ visitor, ana, host, looks }) {
    const page = host.page, day = n => new Date(Date.now() + n * 864e5).toISOString().slice(0, 16);
    let actions = 0;
    const act = async what => { actions++; await what; };
    await host.at('/host');
    await act(page.getByRole('link', { name: 'People from a list' }).click());
    await page.getByLabel('one person a line').fill('=cmd()');
    await host.refused(async () => {
        await page.getByRole('button', { name: 'Make these accounts' }).click();
        await page.getByRole('alert').waitFor();
    });
    holds('a formula is refused by its line', await page.getByRole('alert').innerText(), 'line 1');
    same('and kept', await page.getByLabel('one person a line').inputValue(), '=cmd()');
    await looks(host, 'people-refused');
    await act(page.getByLabel('one person a line').fill(''));
    const sixty = Array.from({ length: 60 }, (_, i) => `student${i + 10},s${i}@x.org`).join('\r\n');
    await act(page.getByLabel('or a CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(sixty) }));
    await act(page.getByRole('button', { name: 'Make these accounts' }).click());
    await until('sixty are made', async () => (await page.locator('pre.token').innerText()).split('\n').length > 60);
    await looks(host, 'people-made', { tab: false });
    await act(page.getByRole('link', { name: "the host's dashboard" }).click());
    await act(page.getByRole('link', { name: 'A new event' }).click());
    await looks(host, 'event-form');
    await act(page.getByLabel('name', { exact: true }).fill('Copa'));
    await act(page.getByLabel(/^begins/).fill(day(1)));
    await act(page.getByLabel(/^no more bots/).fill(day(1)));
    await act(page.getByLabel(/^ends/).fill(day(8)));
    await act(page.getByLabel(/^who enters/).selectOption({ index: 1 }));
    await act(page.getByLabel(/^games a match/).fill('3'));
    await host.refused(async () => {
        await page.getByRole('button', { name: 'Make this event' }).click();
        await page.getByRole('alert').waitFor();
    });
    holds('other games do not count', await page.locator('label', { hasText: 'games a match' }).innerText(), 'untick that they count');
    await act(page.getByLabel('its pairs count for the ladder').uncheck());
    await act(page.getByRole('button', { name: 'Make this event' }).click());
    await page.waitForURL('**/events/*');
    same('actions for sixty and an event with dates', actions < 20, true);
    console.log(`  ${actions} actions for sixty and an event with dates and games of its own`);
    holds('its page says how many games', await page.locator('dl.facts').innerText(), 'games a match: 3');

    const event = new URL(page.url()).pathname;
    for (let again = 0; again < 2; again++)
        await ana.refused(async () => {
            await ana.at(event);
            await ana.page.getByLabel('a bot of yours').selectOption('ana/truquero#1');
            await ana.page.getByRole('button', { name: 'Enter this event' }).click();
            await ana.page.waitForURL(again ? '**/enter' : `**${event}`);
        });
    holds('once is enough', await ana.page.locator('label', { hasText: 'a bot of yours' }).innerText(), 'entered in that event already');
    await looks(ana, 'event-entered', { tab: false });
    await ana.at('/tries?rival=ana%2Flento');
    await looks(ana, 'try');
    await ana.page.getByLabel('a bot of yours').selectOption('ana/truquero#1');
    await ana.page.getByLabel('pairs, up to 20').fill('1');
    await ana.page.getByRole('button', { name: 'Play' }).focus();
    await ana.page.keyboard.press('Enter');
    await ana.page.waitForURL('**/tries/*/*');
    await looks(ana, 'tried', { tab: false });
    await until('its result, without a new look at the page', () => ana.page.locator('#way:not([data-lives]) td.n').count());
    await looks(ana, 'tried-over', { tab: false });
    for (const [path, name] of [['/queue', 'queue'], ['/versus/ana/truquero/ana/lento', 'versus'], [event, 'event-open']]) {
        same(path, await visitor.at(path), 200);
        await looks(visitor, name);
        if (name === 'versus') same('which versions met', await visitor.page.locator('.pairs .number').evaluateAll(l => l.every(e => e.checkVisibility())), true);
    }
}
