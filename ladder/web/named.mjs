// named: is a file the record of the match that its page names?  Pure: no page, no network.
//
// What the page names: { match, replay, arbiter }, in hex: the match's id, BLAKE2b-256 of the file, the arbiter's key; of a duplicate
// pair also `leg`, 0 or 1, and the same three of the other leg as `twin`.  A file that is right by itself proves some match.
import { verdictSteps } from './story.mjs';

const HEX = /^[0-9a-f]{64}$/;

// From the attributes of an element (data-match, data-twin-match and so on); null when one is missing or is no hash.
export function namedBy(data) {
    const three = (match, replay, arbiter) =>
        ([match, replay, arbiter].every(hex => HEX.test(hex ?? '')) ? { match, replay, arbiter } : null);
    const own = three(data.match, data.replay, data.arbiter);
    if (!own || data.twin === undefined) return own;
    const twin = three(data.twinMatch, data.twinReplay, data.twinArbiter), leg = ['0', '1'].indexOf(data.leg);
    return twin && leg >= 0 ? { ...own, leg, twin } : null;
}

const is = (named, { hash, report }) =>
    [['file', named.replay === hash], ['match', named.match === report.match], ['signer', named.arbiter === report.arbiter]];

// The audit's verdict on a file that is not this match's is a verdict on something else: it turns nothing green.
function verdictOf(broken, report) {
    if (!broken) return 'valid';
    if (report.verdict !== 'valid') return report.verdict;
    return broken === 'twin' ? 'twin' : 'other';
}

// What is to be shown: { verdict, steps: [{ id, count, state }], report, named }.  `file` and `other` (the twin's) are { hash, report },
// `pair` is the audit of both; `count` is null where nothing is counted.  Only the first step that does not hold is bad, and then none
// is good.
export function judge(named, file, other, pair) {
    if (!named) return { verdict: 'unnamed', steps: [], report: null };
    const twin = named.twin ? [['twin', Boolean(pair?.valid && other && is(named.twin, other).every(([, holds]) => holds))]] : [];
    const audit = verdictSteps(file.report), own = is(named, file);
    const steps = [...own.map(([id, holds]) => ({ id: `this-${id}`, count: null, state: holds ? 'good' : 'bad' })), ...audit,
                   ...twin.map(([id, holds]) => ({ id, count: null, state: holds ? 'good' : 'bad' }))];
    const broken = steps.findIndex(step => step.state === 'bad'), holds = broken < 0;
    steps.forEach((step, i) => { if (!holds && i !== broken) step.state = 'open'; });
    return { verdict: verdictOf(steps[broken]?.id, file.report), steps, report: file.report, named };
}
