// story: the lines of a retold match as hands, and what lies on the table after any number of steps.
//
// Pure: no page, no network.  `lines` are those of `fiel replay --json` (protocol/tell).

const PLAYS = new Set(['play', 'play-down', 'play-blind', 'discard']);

// { match, seats, hands: [{ hand, steps }], result, end }: a step is any line of a hand behind its first.
export function storyOf(lines) {
    const story = { match: null, hands: [], before: [], result: null, end: null };
    let open = null;
    for (const line of lines) {
        if (line.event === 'match') story.match = line;
        else if (line.event === 'hand') story.hands.push(open = { hand: line, steps: [] });
        else if (line.event === 'result') story.result = line;
        else if (line.event === 'end') story.end = line;
        else (open ? open.steps : story.before).push(line);
    }
    return story;
}

export const isPlay = line => line.event === 'act' && PLAYS.has(line.do.split(' ')[0]);

// What lies where after `count` steps of a hand.  Cards: { name, at: 'hand' | 'table' | 'away', down, trick, order, took };
// trick counts from 0 in each duel, which is each seat's only one; took: this card took its trick.
export function tableAfter(hand, count) {
    const first = hand.hand;
    const table = {
        score: first.score, mano: first.mano, vira: first.vira, trick: 0, done: false, points: null,
        seats: first.dealt.map((cards, seat) => ({
            seat, says: '', bank: null, used: null, fault: false,
            cards: cards.map((name, k) => ({ name, at: 'hand', down: false, seen: first.seen[seat][k], trick: 0, order: 0, took: false })),
        })),
        now: null, at: -1,
    };
    let order = 0;
    for (const line of hand.steps.slice(0, count)) {
        table.now = line;
        table.at = line.seat ?? -1;
        const seat = table.seats[line.seat];
        if (line.event === 'act') {
            if (isPlay(line)) putDown(table, line, ++order);
            else seat.says = line.says ?? line.do;
            if (line.bank_us !== undefined) Object.assign(seat, { bank: line.bank_us, used: line.used_us });
        } else if (line.event === 'trick') {
            const taker = seat?.cards.find(c => c.at === 'table' && c.trick === line.trick - 1);
            if (taker) taker.took = true;
            table.trick = line.trick;
        } else if (line.event === 'duel') {
            table.trick = 0;
        } else if (line.event === 'fault' && seat) {
            seat.fault = true;
        } else if (line.event === 'show') {
            line.cards.forEach(name => { showCard(seat, name); });
        } else if (line.event === 'hand-end') {
            Object.assign(table, { score: line.score, points: line.points, done: true });
        }
        if (line.event === 'act' && isPlay(line)) table.seats.forEach(s => { s.says = ''; });
    }
    return table;
}

// A card that was put down is one of the seat's own; face down the line still names it when it is known.  In a match that is
// being played cards have no name (null) until they lie open, and nobody says when a trick is over: a seat plays one to each.
function putDown(table, line, order) {
    const seat = table.seats[line.seat], held = seat.cards.filter(c => c.at === 'hand');
    const card = held.find(c => c.name === line.card) ?? held[0];
    if (!card) return;
    const word = line.do.split(' ')[0], trick = Math.max(table.trick, seat.cards.filter(c => c.at === 'table').length);
    Object.assign(card, { name: card.name ?? line.card, at: word === 'discard' ? 'away' : 'table', down: word === 'play-down', trick, order });
}

function showCard(seat, name) {
    const card = seat.cards.find(c => c.name === name) ?? seat.cards.find(c => c.name === null);
    if (card) Object.assign(card, { name, shown: true });
}

// The audit's report as steps that a person can follow: { id, count, state: 'good' | 'bad' | 'open' }.  Only in a valid file anything
// is good, and only what was there to be checked: what stands before a missing end, or before a fault, nobody vouches for.
const STEPS = [
    ['file', r => r.checked.records, ['REC_HEADER', 'REC_TRAILER', '']],
    ['signatures', r => r.checked.signatures, ['OPEN', 'JOIN', 'HANDS_END', 'HAND_SIGN', 'SIGNED', 'HELLO', 'OFFER', 'PROTEST', 'REC_LOGGED']],
    ['seed', r => (r.seed_revealed ? 1 : 0), ['REVEAL', 'SEAL', 'REC_REVEAL_NOW']],
    ['cut', r => r.checked.cuts, ['CUT']],
    ['deal', r => r.checked.deals, ['DEAL', 'CARDS', 'SHOW']],
    ['cards', r => r.checked.openings, []],
    ['rules', r => r.checked.decisions, ['ACT', 'REQUEST', 'REFUSED', 'SIGN']],
    ['clocks', r => r.checked.envelopes, ['REC_RECEIVED', 'REC_SENT', 'REC_SILENCE', 'REC_SEAT', 'REC_PAUSE', 'FAULT']],
    ['result', r => r.checked.games, ['GAME_END', 'HAND_END', 'RESULT', 'REC_VOID']],
];
export function verdictSteps(report) {
    const bad = report.valid ? -1 : Math.max(0, STEPS.findIndex(([, , types]) => types.includes(report.type ?? '')));
    return STEPS.map(([id, countOf], i) => {
        const count = countOf(report);
        return { id, count, state: i === bad ? 'bad' : report.valid && count > 0 ? 'good' : 'open' };
    });
}
