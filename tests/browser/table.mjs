// table: a person plays a whole game against a bot by clicking, verifies what came of it, and cannot look at another's table.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, same } from './check.mjs';
import { build } from './ladder.mjs';
import { Person } from './people.mjs';

const MOST = 2000; // presses of a game

async function sitDown(person, preset, chosen = {}) {
    await person.at('/bots/ana/truquero');
    await person.page.getByRole('link', { name: 'Play against' }).click();
    await person.page.waitForURL('**/play/**');
    await person.page.getByLabel('which game').selectOption(preset);
    await person.page.getByRole('button', { name: 'Choose this game' }).click();
    for (const [label, value] of Object.entries(chosen)) {
        const field = person.page.getByLabel(label);
        await (typeof value === 'string' ? field.fill(value) : field.selectOption(value));
    }
    await person.page.getByRole('button', { name: 'Sit down' }).click();
    await person.page.waitForURL('**/tables/**');
}

// One press: the next hand, a card, or the first call that does not give up.
async function press(page, turn) {
    const go = page.locator('.play button[value=go]'), card = page.locator('.play .held button:not(.not-now)');
    const call = page.locator('.play .calls button:not(.not-now)').filter({ hasNotText: /mazo/ });
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

// --- by keyboard alone ------------------------------------------------------------------------------------------------

// The tab key, until this has the focus.
async function tabTo(page, what, found) {
    for (let i = 0; i < 120; i++) {
        if (await page.evaluate(found)) return;
        await page.keyboard.press('Tab');
    }
    throw new Error(`the tab key never reaches ${what}`);
}

const focusIs = (page, what, selector) => tabTo(page, what, `document.activeElement.matches(${JSON.stringify(selector)})`);

// What may be pressed now, by its key: the next hand, a card, or what is no giving up.
const nextKey = page => page.evaluate(() => {
    const key = selector => document.querySelector(`.play ${selector}`)?.dataset.key;
    const calls = [...document.querySelectorAll('.play .calls > button[data-key]:not(.not-now)')].filter(b => !/mazo/.test(b.textContent));
    return key('button[value=go]') ?? key('.held button:not(.not-now)') ?? calls[0]?.dataset.key;
});

// Four seats, a target of 15 and signs: chosen, sat down, signalled and played without a pointer.
async function byKeyboard(browser, ladder, looks) {
    const luis = await Person.arrive(browser, ladder), page = luis.page;
    await luis.signUp('luis', 'siete de oros');
    await luis.at('/play/ana/truquero');
    await focusIs(page, 'the games', 'select[name=preset]');
    const sizes = await page.locator('select[name=preset] option').evaluateAll(l => l.map(o => o.value));
    same('sizes that the game has', sizes.filter(v => /^argentino(\/|$)/.test(v)).join(' '), 'argentino argentino/3 argentino/4 argentino/6 argentino/8');
    for (let i = 0; i < 60 && await page.locator('select[name=preset]').inputValue() !== 'argentino/4'; i++) {
        const now = sizes.indexOf(await page.locator('select[name=preset]').inputValue()), wanted = sizes.indexOf('argentino/4');
        await page.keyboard.press(now < wanted ? 'ArrowDown' : 'ArrowUp');
    }
    await focusIs(page, 'its button', 'form.filter button');
    await page.keyboard.press('Enter');
    await page.waitForURL('**preset=argentino%2F4');
    await looks(luis, 'play-four');
    await focusIs(page, 'the target', '[name=target]');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('200');
    await luis.refused(async () => {
        await page.keyboard.press('Enter');
        await page.getByRole('alert').waitFor();
    });
    holds('what the rules do not take is said at its field', await page.locator('label', { hasText: 'points that win a game' }).innerText(), '1-99');
    await focusIs(page, 'the target', '[name=target]');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('15');
    await focusIs(page, 'signs', '[name=signs]');
    await page.keyboard.press('ArrowDown');
    await focusIs(page, 'the partner', '[name=seat2]');
    await page.keyboard.type('ana/sena');
    await focusIs(page, 'the button', 'button.main');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tables/**');
    await page.locator('.play select[name=sign0]').waitFor();
    holds('to 15', await page.locator('.play .where').innerText(), 'argentino to 15');
    same('one is the partner', await page.locator('.play .partner').count(), 1);
    holds('who was chosen', await page.locator('.play tr', { has: page.locator('.partner') }).innerText(), 'senas');
    await looks(luis, 'table-four');
    await focusIs(page, 'the signs', 'select[name=sign0]');
    await page.keyboard.press('ArrowDown');
    const made = await page.locator('select[name=sign0]').evaluate(s => s.selectedOptions[0].textContent.replace(/^✓? ?(.*) → .*/, '$1'));
    await focusIs(page, 'its answer', '.calls button[value=pass]');
    await page.keyboard.press('Enter');
    await page.locator('.play tr.own .sign').waitFor();
    holds('the sign is seen at its seat', await page.locator('.play tr.own .sign').innerText(), made);
    const seen = page.locator('.play tr:has(.partner) .sign');
    for (let turn = 0; turn < MOST && !await seen.count(); turn++) {
        await asked(page);
        const before = await page.locator('#play').getAttribute('data-turn'), key = await nextKey(page);
        if (await page.locator('#verification').count()) break;
        await page.keyboard.press(key);
        await page.waitForFunction(t => document.querySelector('#verification') || document.querySelector('#play')?.dataset.turn !== t, before);
    }
    holds("a partner's sign is seen, too", await seen.first().innerText(), '→ you');
    await focusIs(page, 'giving up', 'details[data-kept=leave] summary');
    await page.keyboard.press('Enter');
    await focusIs(page, 'yes', 'details[data-kept=leave] button');
    await page.keyboard.press('Enter');
    await page.locator('#verification').waitFor();
    same('nothing went wrong', luis.wrong, []);
    await luis.leave();
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
    await sitDown(eva, 'argentino-flor', { 'points that win': '15', 'whether a flor': ['on'] });
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
    await byKeyboard(browser, ladder, looks);
}
