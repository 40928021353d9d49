// submit: bots are sent in; one of them fails its validation, and its author reads why.
import { holds, same } from './check.mjs';
import { until } from './ladder.mjs';

const stateOf = async (person, path) => {
    await person.at(path);
    return person.page.locator('table tbody tr').first().innerText();
};

export default async function submit({ ana, ladder, visitor }) {
    await ana.submit('ana', 'truquero', ladder.pack('bots/cauto'), 'plays <b>with</b> care');
    await ana.submit('ana', 'senas', ladder.pack('bots/embustero'));
    await ana.submit('ana', 'lento', ladder.python('lento', '__import__("time").sleep(0.15)')); // long enough to be watched;
    await ana.submit('ana', 'pausado', ladder.pack('bench/thinker'));
    await ana.submit('ana', 'roto', ladder.packBroken());
    for (const bot of ['truquero', 'senas', 'lento', 'pausado'])
        await until(`${bot} is admitted`, async () => /active/.test(await stateOf(ana, `/bots/ana/${bot}/versions`)));

    const failed = await until('the crash is noticed', async () => {
        const text = await stateOf(ana, '/bots/ana/roto/versions');
        return /disabled/.test(text) && text;
    });
    holds('why it failed', failed, /against itself/);
    await ana.page.getByRole('link', { name: 'log' }).first().click();
    await ana.page.waitForURL('**/versions/1/log');
    holds('its log', await ana.page.innerText('body'), 'no cards, no game');
    same('its log is text', await ana.page.evaluate(() => document.contentType), 'text/plain');
    await visitor.at('/bots/ana/roto/versions/1/log');
    same('nobody else reads it', new URL(visitor.page.url()).pathname, '/enter');
    await ana.at('/me');
    holds('she is told', await ana.page.locator('.notices').innerText(), 'roto');

    await ana.at('/start?name=truquero');
    await ana.refused(async () => {
        await ana.page.locator('input[name=artifact]').setInputFiles({ name: 'x.tar', mimeType: 'application/x-tar', buffer: Buffer.from('no archive') });
        await ana.page.getByRole('button', { name: 'Hand it in' }).click();
        await ana.page.getByRole('alert').waitFor();
    });
    holds('what is no archive', await ana.page.getByRole('alert').innerText(), /zip or tar/);
}
