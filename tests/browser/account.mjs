// account: signing up, out and in.
import { holds, same } from './check.mjs';
import { Person } from './people.mjs';

// An account without a password; a proof that somebody saw is worth nothing.
async function byKey(browser, ladder) {
    const kim = await Person.arrive(browser, ladder, { locale: 'en' });
    const proof = ladder.proof('kim');
    await kim.enterWithKey('kim', proof, 'Sign up');
    await kim.page.waitForURL('**/me');
    holds('the key is shown', await kim.page.locator('main').innerText(), proof.slice(0, 64));
    await kim.page.getByRole('button', { name: 'Sign out' }).click();
    await kim.page.waitForURL(`${ladder.address}/`);
    await kim.refused(() => kim.enterWithKey('kim', proof, 'Sign in'));
    holds('it counts once', await kim.page.getByRole('alert').innerText(), 'used already');
    await kim.enterWithKey('kim', ladder.proof('kim'), 'Sign in');
    await kim.page.waitForURL('**/me');
    await kim.leave();
}

export default async function account({ browser, ana, ladder, host }) {
    await byKey(browser, ladder);
    await ana.signUp('ana', 'tres de copas');
    same('her name stands in the head', await ana.page.locator('header .self').innerText(), 'ana');
    await ana.page.getByRole('button', { name: 'Sign out' }).click();
    await ana.page.waitForURL(`${ladder.address}/`);
    same('signed out', await ana.page.locator('header .self').innerText(), 'Sign in');
    await ana.refused(() => ana.signIn('ana', 'cuatro de copas'));
    holds('a wrong password', await ana.page.getByRole('alert').innerText(), /password|name/);
    await ana.signIn('ana', 'tres de copas');
    await ana.page.waitForURL('**/me');
    await ana.refused(() => ana.at('/host'));
    holds('the dashboard is not hers', await ana.page.locator('h1').innerText(), 'not yours');

    await host.signIn('hilda', ladder.password);
    await host.page.waitForURL('**/me');
    await host.page.getByRole('link', { name: 'the host’s dashboard' }).or(host.page.getByRole('link', { name: "the host's dashboard" })).click();
    const form = host.page.locator('form[action="/host/ladders"]');
    for (const [label, text] of Object.entries({ code: 'argentino', name: 'Truco argentino', rules: 'argentino,target=15', games: '1' }))
        await form.getByLabel(label).fill(text);
    await form.getByRole('button').click();
    await host.page.waitForURL('**/host');
    holds('the ladder is there', await host.page.locator('main').innerText(), 'Truco argentino');
}
