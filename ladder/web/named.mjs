// named: is a file the record of the match that its page names?  Pure: no page, no network.
//
// What the page names: { match, replay, arbiter }, in hex: the match's id, BLAKE2b-256 of the file, the arbiter's key; of a duplicate
// pair also `leg`, 0 or 1, and the same three of the other leg as `twin`.  A file that is right by itself proves some match.
// `shown`, where the page has it, is what stands above the record: { rules, clock, games, seats, facts, unheld, filed }: `clock` is some of the
// clock, a seat { name, artifact } or, where its bot runs elsewhere, { name, key }, `facts` what the ladder has of the result, faults, times and log
// entry, each a text (filing/facts.h), `unheld` whether some bot of this leg or the other was, `filed` the records of the legs as the
// ladder's trail has their filing, where it has that.
import { verdictSteps } from './story.mjs';

const HEX = /^[0-9a-f]{64}$/;

// null when it is no such object, undefined when there is none.
function shownBy(text) {
    if (text === undefined) return undefined;
    try {
        const shown = JSON.parse(text);
        return typeof shown.rules === 'string' && typeof shown.clock === 'string' && Array.isArray(shown.seats) && shown.facts && Object.keys(shown.facts).length ? shown : null;
    } catch {
        return null;
    }
}

// From the attributes of an element (data-match, data-twin-match and so on); null when one is missing or is no hash.
export function namedBy(data) {
    const three = (match, replay, arbiter) =>
        ([match, replay, arbiter].every(hex => HEX.test(hex ?? '')) ? { match, replay, arbiter } : null);
    const shown = shownBy(data.shown), ids = three(data.match, data.replay, data.arbiter);
    if (!ids || shown === null) return null;
    const own = shown ? { ...ids, shown } : ids;
    if (data.twin === undefined) return own;
    const twin = three(data.twinMatch, data.twinReplay, data.twinArbiter), leg = ['0', '1'].indexOf(data.leg);
    return twin && leg >= 0 ? { ...own, leg, twin } : null;
}

const is = (named, { hash, report }) =>
    [['file', named.replay === hash], ['match', named.match === report.match], ['signer', named.arbiter === report.arbiter]];

const partOf = (clock, whole = '') => clock === '' || clock.split(',').every(part => whole.split(',').includes(part));
const satThere = (seats, { keys = [], bots = [] }) =>
    seats.length === bots.length && seats.every((seat, i) => (seat.key ? seat.key === keys[i] : Boolean(seat.artifact) && seat.artifact === bots[i]));

// What the page shows, against what the record says; `other` is the twin's.
function shows(named, { report, facts = {} }, other) {
    const { shown, leg = 0, replay, twin } = named;
    if (!shown) return [];
    const unheld = Boolean(report.unheld || other?.report.unheld), by = shown.filed;
    return [['order', shown.rules === report.rules && partOf(shown.clock, report.clock) && shown.games === report.games],
            ['bots', satThere(shown.seats, report)],
            ['result', Object.entries(shown.facts).every(([name, value]) => facts[name] === value)],
            ['held', shown.unheld === unheld],
            ...(by ? [['filed', by.length === (twin ? 2 : 1) && by[leg] === replay && (!twin || by[1 - leg] === twin.replay)]] : [])];
}

// The audit's verdict on a file that is not this match's is a verdict on something else: it turns nothing green.
function verdictOf(broken, report) {
    if (!broken) return 'valid';
    if (report.verdict !== 'valid') return report.verdict;
    return broken === 'twin' ? 'twin' : 'other';
}

// What is to be shown: { verdict, steps: [{ id, count, state }], report, named }.  `file` and `other` (the twin's) are { hash, report, facts },
// `pair` is the audit of both; `count` is null where nothing is counted.  Only the first step that does not hold is bad, and then none
// is good.
export function judge(named, file, other, pair) {
    if (!named) return { verdict: 'unnamed', steps: [], report: null };
    const twin = named.twin ? [['twin', Boolean(pair?.valid && other && is(named.twin, other).every(([, holds]) => holds))]] : [];
    const audit = verdictSteps(file.report), own = [...is(named, file), ...shows(named, file, other)];
    const steps = [...own.map(([id, holds]) => ({ id: `this-${id}`, count: null, state: holds ? 'good' : 'bad' })), ...audit,
                   ...twin.map(([id, holds]) => ({ id, count: null, state: holds ? 'good' : 'bad' }))];
    const broken = steps.findIndex(step => step.state === 'bad'), holds = broken < 0;
    steps.forEach((step, i) => { if (!holds && i !== broken) step.state = 'open'; });
    return { verdict: verdictOf(steps[broken]?.id, file.report), steps, report: file.report, named };
}
