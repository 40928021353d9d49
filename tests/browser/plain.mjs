// plain: the main way through the pages without scripts.
import { holds, same } from './check.mjs';
import { until } from './ladder.mjs';
import { Person } from './people.mjs';

export default async function plain({ browser, ladder }) {
    const luz = await Person.arrive(browser, ladder, { javaScriptEnabled: false, locale: 'en' });
    const page = luz.page;
    await luz.signUp('luz', 'siete de espadas');
    await luz.submit('luz', 'azar', ladder.pack('bots/random'));
    await until('it is admitted', async () => {
        await luz.at('/bots/luz/azar/versions');
        return /active/.test(await page.locator('table tbody tr').first().innerText());
    });
    await until('it plays', async () => {
        await luz.at('/bots/luz/azar');
        return page.locator('table.matches tbody tr').count();
    });
    await page.locator('table.matches a[href^="/matches/"]').first().click();
    await page.locator('summary', { hasText: 'the match as text' }).click();
    holds('the match as text', await page.locator('.story').innerText(), /hand/i);
    await until('a match is shown as it stands', async () => {
        await luz.at('/live');
        await page.locator('table a[href^="/live/"]').first().click({ timeout: 2000 });
        return /hand \d+/.test(await page.locator('.live .where').innerText({ timeout: 2000 }));
    });
    await luz.at('/?language=es');
    holds('another language', await page.locator('header').innerText(), 'En vivo');
    await luz.at('/me?language=en');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${ladder.address}/`);
    same('nothing went wrong', luz.wrong, []);
    await luz.leave();
}
