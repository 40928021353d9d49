// verify: the auditor's verdict as steps in green and red, worked out on the visitor's own device.
import { verdictSteps } from './story.mjs';

function element(name, className, text = '') {
    const node = document.createElement(name);
    if (className) node.className = className;
    node.textContent = text;
    return node;
}

const SIGNS = { good: '✔', bad: '✘', open: '·' };

export class Verification {
    // `audit` resolves to { value: the report, ms }.
    constructor(root, words, audit) {
        Object.assign(this, { root, words, audit });
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
            const { value, ms } = await this.audit();
            this.show(value, ms);
        } catch (error) {
            this.root.dataset.verdict = 'failed';
            this.result.replaceChildren(element('p', 'bad', error.message));
        }
        this.button.disabled = false;
    }

    show(report, ms) {
        const w = this.words, verdict = report.valid ? 'valid' : report.verdict;
        this.root.dataset.verdict = verdict;
        const head = element('p', report.valid ? 'good' : verdict === 'unfinished' ? 'open' : 'bad', w[verdict] ?? w.wrong);
        const list = element('ol', 'checks');
        for (const step of verdictSteps(report)) {
            const item = element('li', step.state, `${SIGNS[step.state]} ${step.count} · ${w.steps[step.id]}`);
            list.append(item);
        }
        const parts = [head];
        if (!report.valid) {
            const blame = w.blame[report.blame] ?? '';
            parts.push(element('p', 'reason', `${report.record ? `${w.record(report.record, report.type)} ` : ''}${typeof blame === 'function' ? blame(report.seat) : blame}`));
            const wrong = element('q', '', report.wrong); // the auditor's own sentence
            wrong.lang = 'en';
            parts.push(wrong);
        }
        this.result.replaceChildren(...parts, list, element('p', 'small', `${w.took(ms)} · ${report.arbiter ?? ''}`));
    }
}
