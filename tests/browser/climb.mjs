// climb: the standings follow the results.
import { holds, same } from './check.mjs';
import { until } from './ladder.mjs';

export default async function climb({ visitor }) {
    const rows = visitor.page.locator('table.standings tbody tr');
    const pairsOf = async bot => {
        await visitor.at('/ladders/argentino');
        return Number(await rows.filter({ hasText: bot }).locator('td.n').nth(1).innerText());
    };
    const first = await until('it stands in the table', async () => (await pairsOf('ana/truquero')) > 0 && pairsOf('ana/truquero'));
    await until('it goes on playing', async () => (await pairsOf('ana/truquero')) > first);
    await until('it climbs to the top', async () => {
        await visitor.at('/ladders/argentino');
        return (await rows.first().innerText()).includes('ana/truquero');
    });
    holds('with its interval', await rows.first().locator('svg.bar').getAttribute('aria-label'), /^\d+, \d+ – \d+$/);
    same('what failed does not stand there', await rows.filter({ hasText: 'roto' }).count(), 0);
    await rows.first().getByRole('link').click();
    await visitor.page.waitForURL('**/bots/ana/truquero');
    holds('what its author wrote is text', await visitor.page.locator('main').innerText(), 'plays <b>with</b> care');
    holds('its opponents', await visitor.page.locator('main').innerText(), 'Opponents');
}
