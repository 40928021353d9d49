// start: a stranger with a phone, from the front page to a bot that has played: counted, and the first page weighed.
import { holds, same } from './check.mjs';
import { until } from './ladder.mjs';
import { Person } from './people.mjs';

export default async function start({ browser, ladder, looks }) {
    const noe = await Person.arrive(browser, ladder, { viewport: { width: 360, height: 740 } }), page = noe.page;
    let bytes = 0, actions = 0;
    const act = async what => { actions++; await what; };
    page.on('response', async answer => { bytes += (await answer.body().catch(() => '')).length; });
    const line = await noe.context.newCDPSession(page); // slow 3G as WebPageTest has it
    await line.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
    await noe.at('/');
    await page.waitForLoadState('networkidle');
    const readable = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    console.log(`  the first page: ${(bytes / 1000).toFixed(1)} kB, readable at slow 3G after ${(readable / 1000).toFixed(2)} s`);
    await line.detach(); // the line is fast again
    same('the first page is under 60 kB', bytes < 60_000, true);
    await looks(noe, 'welcome');
    await act(page.getByRole('link', { name: 'Enter a bot' }).click());
    await act(page.getByLabel('name', { exact: true }).fill('noe'));
    await act(page.getByLabel('a password of ten letters').fill('siete de espadas'));
    const busy = page.evaluate(() => new Promise(told => addEventListener('submit', e => told(e.submitter.ariaBusy))));
    await act(page.getByRole('button', { name: 'Sign up' }).click());
    same('the button says that it is under way', await busy, 'true');
    await page.getByLabel(/^your bot/).waitFor();
    await looks(noe, 'start');
    await act(page.getByLabel(/^your bot/).setInputFiles(ladder.python('tero')));
    await act(page.getByRole('button', { name: 'Hand it in' }).click());
    await page.waitForURL('**/bots/noe/tero/versions/1');
    await page.setViewportSize({ width: 360, height: 740 }); // as it was before the looks
    same('a long word on a step stands beside its name', await page.evaluate(() => {
        const [name, said] = document.querySelectorAll('.way li:nth-child(4) > span'), range = document.createRange();
        said.textContent = 'cuando el calendario sortee su próximo par, contra un bot de otro autor';
        range.selectNodeContents(name);
        return range.getBoundingClientRect().right <= said.getBoundingClientRect().left;
    }), true);
    holds('what was found', await page.locator('#way').innerText(), './mybot/bot.py');
    await until('its first match, without a new look at the page', () => page.locator('#way a', { hasText: 'its newest match' }).count());
    same('actions of a stranger', actions < 12, true);
    await looks(noe, 'status');
    same('nothing went wrong', noe.wrong, []);
    await noe.leave();
}
