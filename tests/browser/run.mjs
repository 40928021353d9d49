// The whole ladder in a real browser: node tests/browser/run.mjs [SUBJECT...]
//
// A served ladder with workers, and people who use its pages.  Screenshots of every page in three sizes go to
// build/browser/.  Ends with 1 at the first thing that does not hold.
import account from './account.mjs';
import { checked, same } from './check.mjs';
import climb from './climb.mjs';
import dispute from './dispute.mjs';
import { Ladder } from './ladder.mjs';
import live from './live.mjs';
import everyPage, { looks } from './looks.mjs';
import { openBrowser, Person } from './people.mjs';
import plain from './plain.mjs';
import replay from './replay.mjs';
import start from './start.mjs';
import submit from './submit.mjs';
import swapped from './swapped.mjs';
import table from './table.mjs';
import ways from './ways.mjs';

const subjects = { account, submit, start, ways, plain, climb, live, replay, swapped, table, dispute, everyPage };
const ladder = new Ladder();
let browser = null, failed = null, doing = 'start';
try {
    ladder.init('hilda');
    await ladder.start();
    browser = await openBrowser();
    const [visitor, ana, host] = await Promise.all([1, 2, 3].map(() => Person.arrive(browser, ladder)));
    const all = { browser, ladder, looks, visitor, ana, host };
    const asked = process.argv.slice(2);
    for (doing of Object.keys(subjects).filter(subject => !asked.length || asked.includes(subject))) {
        const before = checked(), start = Date.now();
        await subjects[doing](all);
        for (const person of [visitor, ana, host]) same('errors in the browser', person.wrong, []);
        console.log(`${doing}: ${checked() - before} checks, ${((Date.now() - start) / 1000).toFixed(1)} s`);
    }
    console.log(`${Object.keys(subjects).length} subjects, ${checked()} checks passed`);
} catch (error) {
    failed = error;
    console.log(`FAILED in ${doing}: ${error.stack}`);
    for (const context of browser?.contexts() ?? [])
        for (const page of context.pages()) console.log(`  a page was at ${page.url()}`);
    if (ladder.said) console.log(`fiel-ladder said: ${ladder.said}`);
} finally {
    await browser?.close();
    await ladder.stop();
}
process.exit(failed ? 1 : 0);
