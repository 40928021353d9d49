// people: somebody with a browser, whose console stays clean.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from './ladder.mjs';

const { chromium } = createRequire(join(build, 'browser', 'package.json'))('playwright-core');

export const openBrowser = () =>
    chromium.launch({ executablePath: process.env.FIEL_CHROMIUM ?? '/usr/bin/chromium-headless-shell', headless: true });

// What goes wrong without being seen: errors in the console, scripts that fail, what the content policy refuses, files
// that do not come.
function listen(person) {
    const { page, wrong } = person;
    page.on('console', m => {
        if (m.text().startsWith('Failed to load resource')) return; // its answer is looked at below
        if (m.type() === 'error' || /Content.Security.Policy/i.test(m.text())) wrong.push(`console: ${m.text()} (${page.url()})`);
    });
    page.on('pageerror', e => wrong.push(`script: ${e.message} (${page.url()})`));
    page.on('requestfailed', r => {
        if (r.failure().errorText !== 'net::ERR_ABORTED' && !person.meant) wrong.push(`request: ${r.url()} ${r.failure().errorText}`);
    });
    page.on('response', r => {
        if (r.status() >= 500 || (r.status() >= 400 && !person.meant)) wrong.push(`answer: ${r.url()} ${r.status()}`);
    });
}

export class Person {
    // `options`: those of a browser context (javaScriptEnabled, viewport, locale).
    static async arrive(browser, ladder, options = {}) {
        const p = new Person();
        p.context = await browser.newContext({ locale: 'en', ...options });
        p.context.setDefaultTimeout(180000);
        p.page = await p.context.newPage();
        Object.assign(p, { ladder, wrong: [], meant: false });
        listen(p);
        return p;
    }

    async at(path) {
        const answer = await this.page.goto(this.ladder.address + path);
        return answer.status();
    }

    async leave() {
        await this.context.close();
    }

    // What is refused meanwhile is meant to be.
    async refused(work) {
        this.meant = true;
        await work();
        this.meant = false;
    }

    async signUp(name, password) {
        await this.at('/enter');
        const form = this.page.locator('form', { has: this.page.locator('input[name=password]') }).last();
        await form.getByLabel('name').fill(name);
        await form.getByLabel('password').fill(password);
        await form.getByRole('button').click();
        await this.page.waitForURL('**/me');
    }

    async signIn(name, password) {
        await this.at('/enter');
        const form = this.page.locator('form', { has: this.page.locator('input[name=password]') }).first();
        await form.getByLabel('name').fill(name);
        await form.getByLabel('password').fill(password);
        await form.getByRole('button').click();
    }

    // Without a password: what the key's owner had made at his machine is pasted.
    async enterWithKey(name, proof, button) {
        await this.at('/enter');
        await this.page.locator('summary').click();
        const form = this.page.locator('details form');
        await form.getByLabel('name').fill(name);
        await form.getByLabel('proof of the key').fill(proof);
        await form.getByRole('button', { name: button }).click();
    }

    // A new bot with a first version; ends on the page of its versions.
    async submit(author, bot, archive, about = '') {
        await this.at('/me');
        const form = this.page.locator('form[action="/me/bots"]');
        await form.getByLabel('name').fill(bot);
        await form.getByLabel('about').fill(about);
        await form.getByRole('button').click();
        await this.page.waitForURL('**/me');
        await this.page.getByRole('listitem').filter({ hasText: bot }).getByRole('link', { name: 'submit a version' }).click();
        await this.page.getByRole('link', { name: 'submit a version' }).click();
        await this.page.getByLabel(/^your bot/).setInputFiles(archive);
        await this.page.locator('form.submit summary').click();
        await this.page.getByLabel('label').fill('first');
        await this.page.getByRole('button', { name: 'Hand it in' }).click();
        await this.page.waitForURL(`**/bots/${author}/${bot}/versions/1`);
        await this.at(`/bots/${author}/${bot}/versions`);
    }
}
