// table: a person plays a whole game against a bot by clicking, verifies what came of it, and cannot look at another's table.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, same } from './check.mjs';
import { build } from './ladder.mjs';
import { Person } from './people.mjs';

const MOST = 2000; // presses of a game

async function sitDown(person, preset, bot = 'ana/truquero') {
    await person.at(`/bots/${bot}`);
    await person.page.getByRole('link', { name: 'Play against' }).click();
    await person.page.waitForURL('**/play/**');
    await person.page.getByLabel('the game').selectOption(preset);
    await person.page.getByRole('button', { name: 'Sit down' }).click();
    await person.page.waitForURL('**/tables/**');
}

// One press: the next hand, a card, or the first call that does not give up.
async function press(page, turn) {
    const go = page.locator('.play button[value=go]'), card = page.locator('.play .held button:not(.not-now)');
    const call = page.locator('.play form:not(.bet) .calls button:not(.not-now)').filter({ hasNotText: /mazo/ });
    const one = await go.count() ? go : turn % 3 && await card.count() ? card.first() : await call.count() ? call.nth(turn % await call.count()) : card.first();
    await one.click();
}

// Until the page of what came of it; `pause` waits for the table's next change.
async function playOn(page, pause) {
    for (let turn = 0; turn < MOST; turn++) {
        if (await page.locator('#verification').count()) return;
        const before = await pause.before();
        await press(page, turn);
        await pause.after(before);
    }
    throw new Error(`no end after ${MOST} presses`);
}

// With scripts: a change, until something is asked.
const asked = page => page.waitForFunction(() => document.querySelector('#verification') || document.querySelector('.play [name=do], .play [value=go]'));
const scripted = page => ({
    before: () => page.locator('#play').evaluate(e => e.dataset.turn ?? '0'),
    after: async turn => {
        await page.waitForFunction(t => document.querySelector('#verification') || (document.querySelector('#play')?.dataset.turn ?? '0') !== t, turn);
        await asked(page);
    },
});

// Without them: another page, which waits for the others by itself.
const plain = page => ({
    before: () => page.url(),
    after: async url => {
        await page.waitForURL(u => u.href !== url);
        await page.locator('#verification, .play [name=do], .play [value=go]').first().waitFor({ state: 'attached' });
    },
});

async function record(page, name) {
    const file = join(build, 'browser', `${name}.replay`), link = page.getByRole('link', { name: 'download the replay' });
    const answer = await page.request.get(await link.evaluate(a => a.href));
    writeFileSync(file, await answer.body());
    return execFileSync(`${build}/bin/fiel-audit`, [file], { encoding: 'utf8' });
}

async function verified(page, name) {
    await page.locator('.replay[data-state=ready]').waitFor();
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.locator('#verification p.good').waitFor();
    same('every check is green', await page.locator('#verification .checks li:not(.good)').count(), 0);
    holds('the auditor agrees', await record(page, name), /result +games/);
}

// A call that is not legal now, and what the hand is worth.
async function explained(page) {
    const why = page.locator('details[data-kept=others]');
    await why.locator('summary').click();
    await why.locator('button').first().click();
    await page.locator('.play .refused').waitFor();
    holds('the rule is told', await page.locator('.play .refused').innerText(), /: no, \w.*\./);
    await page.keyboard.press('?');
    await page.locator('.play .hint').waitFor();
    holds('what the hand is worth', await page.locator('.play .hint').innerText(), /Your envido: \d+/);
}

async function notTheirs(eva, ana) {
    const table = new URL(eva.page.url()).pathname, before = await eva.page.locator('#play').innerHTML();
    await ana.refused(async () => {
        same('another person does not see it', await ana.at(table), 404);
        same('nor hears it', await ana.page.evaluate(async path => (await fetch(path)).status, `${table}/turns`), 204);
    });
    same('and it is as it was', await eva.page.locator('#play').innerHTML(), before);
}

async function withoutScripts(browser, ladder) {
    const iris = await Person.arrive(browser, ladder, { javaScriptEnabled: false, locale: 'en' });
    await iris.signUp('iris', 'sota de bastos');
    await sitDown(iris, 'paulista');
    await playOn(iris.page, plain(iris.page));
    same('it has an end', await iris.page.locator('.outcome').count(), 1);
    holds('which the auditor agrees to', await record(iris.page, 'iris'), /result +games/);
    same('nothing went wrong', iris.wrong, []);
    await iris.leave();
}

export default async function table({ browser, ladder, ana, looks }) {
    const eva = await Person.arrive(browser, ladder), page = eva.page;
    await eva.signUp('eva', 'as de espadas');
    await sitDown(eva, 'argentino-flor');
    await asked(page);
    await looks(eva, 'table');
    await explained(page);
    await looks(eva, 'table-hint', { tab: false });
    await notTheirs(eva, ana);
    await playOn(page, scripted(page));
    await verified(page, 'eva');
    await looks(eva, 'table-over', { tab: false });
    same('nothing went wrong', eva.wrong, []);
    await eva.leave();
    await withoutScripts(browser, ladder);
}
