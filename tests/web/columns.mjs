// The viewer's table against the stories of every preset and size: node columns.mjs FOLDER-OF-MODULES STORIES.jsonl
//
// A card lies in the column of the trick that it was played to, counted anew in each duel, and the card that is marked as the taker of
// a trick is the one that was.  What is wrong is counted, the first of each kind is printed; ends with 1.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const [folder, file] = process.argv.slice(2);
const { storyOf, tableAfter, isPlay } = await import(pathToFileURL(resolve(folder, 'story.mjs')).href);
const wrong = {};
let hands = 0, tricks = 0;

function same(kind, what, got, want) {
    if (JSON.stringify(got) === JSON.stringify(want)) return;
    if (!wrong[kind]) console.log(`${what}: ${JSON.stringify(got)}, and not ${JSON.stringify(want)}`);
    wrong[kind] = (wrong[kind] ?? 0) + 1;
}

// From the lines alone: { column, took } of every card that was put on the table, by seat, in its order.
function playedIn(hand) {
    const played = hand.hand.dealt.map(() => []);
    let column = 0, trick = [];
    for (const line of hand.steps) {
        if (line.event === 'duel') [column, trick] = [0, []];
        if (line.event === 'act' && isPlay(line) && !line.do.startsWith('discard')) {
            const card = { seat: line.seat, column, took: false };
            played[line.seat].push(card);
            trick.push(card);
        }
        if (line.event !== 'trick') continue;
        const taker = trick.find(c => line.winner !== 'tie' && c.seat === line.seat);
        if (taker) taker.took = true;
        [column, trick] = [column + 1, []];
        tricks++;
    }
    return played;
}

const texts = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(l => JSON.parse(l));
const starts = texts.flatMap((line, i) => (line.event === 'match' ? [i] : []));
for (const [i, start] of starts.entries()) {
    const story = storyOf(texts.slice(start, starts[i + 1]));
    for (const hand of story.hands) {
        const table = tableAfter(hand, hand.steps.length), played = playedIn(hand);
        const where = `${story.match.rules}, ${hand.hand.dealt.length} seats, hand ${hand.hand.hand}`;
        for (const seat of table.seats) {
            const lies = seat.cards.filter(c => c.at === 'table').sort((a, b) => a.order - b.order);
            same('columns', `${where}, seat ${seat.seat}: columns`, lies.map(c => c.trick), played[seat.seat].map(c => c.column));
            same('takers', `${where}, seat ${seat.seat}: takers`, lies.map(c => Boolean(c.took)), played[seat.seat].map(c => c.took));
        }
        hands++;
    }
}
console.log(`${starts.length} tables, ${hands} hands, ${tricks} tricks; wrong: ${JSON.stringify(wrong)}`);
process.exit(Object.keys(wrong).length || !hands ? 1 : 0);
