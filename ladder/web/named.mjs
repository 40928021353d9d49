// named: is a file the record of the match that its page names?  Pure: no page, no network.
//
// What the page names: { match, replay, arbiter }, in hex: the match's id, BLAKE2b-256 of the file, the arbiter's key; of a duplicate
// pair also `leg`, 0 or 1, and the same three of the other leg as `twin`.  A file that is right by itself proves some match.
// `shown`, where the page has it, is what stands above the record: { rules, clock, games, seats, winner, points, hands, fault, log }: `clock` is
// some of the clock, a seat { artifact } or, where its bot runs elsewhere, { key }, `winner` null when nobody won, `fault` 0 when there is
// none, `log` the entry in the match log or null.
import { verdictSteps } from './story.mjs';

const HEX = /^[0-9a-f]{64}$/;

// null when it is no such object, undefined when there is none.
function shownBy(text) {
    if (text === undefined) return undefined;
    try {
        const shown = JSON.parse(text);
        return typeof shown.rules === 'string' && typeof shown.clock === 'string' && Array.isArray(shown.seats) && Array.isArray(shown.points) ? shown : null;
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

const list = values => JSON.stringify(values ?? null);
const partOf = (clock, whole = '') => clock === '' || clock.split(',').every(part => whole.split(',').includes(part));
const satThere = (seats, { keys = [], bots = [] }) =>
    seats.length === bots.length && seats.every((seat, i) => (seat.key ? seat.key === keys[i] : Boolean(seat.artifact) && seat.artifact === bots[i]));

// What the page shows, against what the record says.
function shows(shown, report) {
    if (!shown) return [];
    const result = report.result ?? {};
    return [['order', shown.rules === report.rules && partOf(shown.clock, report.clock) && shown.games === report.games],
            ['bots', satThere(shown.seats, report)],
            ['result', shown.winner === result.winner && list(shown.points) === list(result.points) && shown.hands === result.hands && shown.fault === (result.fault?.number ?? 0)],
            ...(shown.log === null && !report.log ? [] : [['log', shown.log === report.log?.index]])];
}

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
    const audit = verdictSteps(file.report), own = [...is(named, file), ...shows(named.shown, file.report)];
    const steps = [...own.map(([id, holds]) => ({ id: `this-${id}`, count: null, state: holds ? 'good' : 'bad' })), ...audit,
                   ...twin.map(([id, holds]) => ({ id, count: null, state: holds ? 'good' : 'bad' }))];
    const broken = steps.findIndex(step => step.state === 'bad'), holds = broken < 0;
    steps.forEach((step, i) => { if (!holds && i !== broken) step.state = 'open'; });
    return { verdict: verdictOf(steps[broken]?.id, file.report), steps, report: file.report, named };
}
