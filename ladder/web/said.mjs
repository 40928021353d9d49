// said: one line of a match as a sentence; for the replay and for a match that is being played.
import { isPlay } from './story.mjs';
import { callWords, cardWords } from './words.mjs';

// The names of a side in this hand; `at`: { names, sides }, the side of each seat.
export function sideName({ names, sides }, number) {
    const of = names.filter((_, seat) => (sides?.[seat] ?? seat % 2) === number);
    return of.length ? of.join(', ') : `${number}`;
}

// Who keeps a score: a side, or where there are three scores a seat.
export function scorerName(at, number) {
    return at.scorers === 3 ? at.names[number] ?? `${number}` : sideName(at, number);
}

function pointsSaid(points, at) {
    const of = side => Object.entries(points ?? {}).filter(([, v]) => v[side]).map(([k, v]) => `${v[side]} ${at.words[k]}`).join(', ');
    return [0, 1].filter(s => of(s)).map(s => at.words.points(sideName(at, s), of(s))).join('; ');
}

// `at`: { words, names, scorers, sides }.
export function sentence(line, at) {
    const w = at.words, who = at.names[line.seat] ?? '', card = name => cardWords(w, name);
    switch (line.event) {
    case 'act':
        if (!isPlay(line)) return `${who}: ${callWords(w, line.says ?? line.do)}`;
        if (line.do.startsWith('discard')) return w.discards(who);
        return line.do.startsWith('play-down') ? w.playsDown(who) : w.plays(who, card(line.card));
    case 'trick': return w.trick(line.trick, line.winner === 'tie' ? w.tie : w.wins(who || sideName(at, line.winner)));
    case 'show': return w.shows(who, line.cards.map(card).join(', '));
    case 'fault': return line.seat === undefined ? w.faultOfNobody(w.faults[line.fault] ?? line.fault) : w.fault(who, w.faults[line.fault] ?? line.fault);
    case 'refused': return w.refused(who, callWords(w, line.says ?? line.do));
    case 'ignored': return w.ignored(who);
    case 'back': return w.back(who);
    case 'protest': return w.protest(who, line.says);
    case 'sign': return w.signs(who, callWords(w, line.word), at.names[line.to] ?? `${line.to}`);
    case 'duel': return w.duel(line.seats?.map(s => at.names[s]) ?? []);
    case 'result': case 'over': return w.over;
    case 'seat': return `${who}: ${w.seatEvents[line.what] ?? line.what}`;
    case 'hand-end': return [w.handOver(line.score.join('-')), pointsSaid(line.points, at)].filter(Boolean).join('. ');
    case 'game-end': return `${w.gameOver(line.game, line.score.join('-'))}: ${typeof line.winner === 'number' ? w.wins(scorerName(at, line.winner)) : w.nobody}`;
    default: return line.text ?? line.event;
    }
}
