// verify: is this the record of the match that the page names, and is it right?  Worked out on the visitor's own device, shown as steps
// in green and red.
import { namedBy } from './named.mjs';

function element(name, className, text = '') {
    const node = document.createElement(name);
    if (className) node.className = className;
    node.textContent = text;
    return node;
}

// The auditor's own words, with the bots' names where the page has them.
function english(text, seats = []) {
    const quote = element('q', 'reason', text.replace(/\bseat (\d)\b/g, (said, seat) => seats[seat]?.name ?? said));
    quote.lang = 'en';
    return quote;
}

const SIGNS = { good: '✔', bad: '✘', open: '·' };

export class Verification {
    // The attributes of `root` are what the page names (named.mjs), data-twin the address of the other leg's record.  `verify` takes
    // both, the address undefined when there is none, and resolves to { value: what named.mjs judges, ms }.
    constructor(root, words, verify) {
        Object.assign(this, { root, words, verify });
        this.button = element('button', 'control', words.verify);
        this.button.type = 'button';
        this.button.addEventListener('click', () => this.run());
        this.result = element('div', 'verdict');
        this.result.setAttribute('role', 'status');
        root.replaceChildren(this.button, this.result);
    }

    async run() {
        this.button.disabled = true;
        this.root.dataset.verdict = 'running';
        this.result.replaceChildren(element('p', '', this.words.verifying));
        try {
            const named = namedBy(this.root.dataset);
            const { value, ms } = await this.verify(named, named?.twin && this.root.dataset.twin);
            this.show(value, ms);
        } catch (error) {
            this.root.dataset.verdict = 'failed';
            this.result.replaceChildren(element('p', 'bad', error.message));
        }
        this.button.disabled = false;
    }

    show({ verdict, steps, report, named }, ms) {
        const w = this.words;
        const list = element('ol', 'checks');
        for (const { id, count, state } of steps)
            list.append(element('li', state, `${SIGNS[state]} ${count === null ? '' : `${count} · `}${w.steps[id]}`));
        this.result.replaceChildren(element('p', verdict === 'valid' ? 'good' : 'bad', w.verdicts[verdict]), ...this.reasons(verdict, report, named), list,
                                    element('p', 'small', w.took(ms)));
        this.root.dataset.verdict = verdict;
    }

    // What the file is instead of this match's, and what the auditor says of it in its own words; of a valid one what its outcome rests on.
    reasons(verdict, report, named) {
        const w = this.words, said = [], seats = named?.shown?.seats;
        if (verdict === 'valid') return (report.rests ?? []).map(text => english(text, seats));
        if (!report) return said;
        if (report.match && report.match !== named.match) said.push(`${w.otherMatch}: ${report.match}`);
        if (report.arbiter && report.arbiter !== named.arbiter) said.push(w.otherArbiter(report.arbiter));
        if (report.verdict === 'wrong') {
            const blame = w.blame[report.blame] ?? '';
            said.push(`${report.record ? `${w.record(report.record, report.type)} ` : ''}${typeof blame === 'function' ? blame(report.seat) : blame}`);
        }
        const parts = said.map(text => element('p', 'reason', text));
        if (report.wrong) parts.push(english(report.wrong, seats));
        return parts;
    }
}
