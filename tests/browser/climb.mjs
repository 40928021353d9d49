// climb: the standings follow the results.
import { holds, same } from './check.mjs';
import { until } from './ladder.mjs';

export default async function climb({ visitor }) {
    const rows = visitor.page.locator('table.standings tbody tr');
    const pairsOf = async bot => {
        await visitor.at('/ladders/argentino');
        const pairs = rows.filter({ hasText: bot }).locator('td.n').nth(1);
        return await pairs.count() ? Number(await pairs.innerText()) : 0; // before its first result the page has no row of it
    };
    const first = await until('it stands in the table', async () => (await pairsOf('ana/truquero')) > 0 && pairsOf('ana/truquero'));
    await until('it goes on playing', async () => (await pairsOf('ana/truquero')) > first);
    const placed = async () => (await rows.allInnerTexts()).map(row => row.match(/\S+\/\S+/)[0]);
    await until('it climbs above one that never bets', async () => {
        await visitor.at('/ladders/argentino');
        const order = await placed();
        return order.includes('ana/pausado') && order.indexOf('ana/truquero') < order.indexOf('ana/pausado');
    });
    const row = rows.filter({ hasText: 'ana/truquero' });
    const elo = await rows.locator('td.n:nth-of-type(2)').allInnerTexts();
    same('by the numbers', elo, [...elo].sort((a, b) => b - a));
    holds('with its interval', await row.locator('svg.bar').getAttribute('aria-label'), /^\d+, \d+ – \d+$/);
    same('what failed does not stand there', await rows.filter({ hasText: 'roto' }).count(), 0);
    await row.getByRole('link').click();
    await visitor.page.waitForURL('**/bots/ana/truquero');
    holds('what its author wrote is text', await visitor.page.locator('main').innerText(), 'plays <b>with</b> care');
    holds('its opponents', await visitor.page.locator('main').innerText(), 'Opponents');
}
