// Hands as they are retold against the hands that were played: node retold.mjs FOLDER-OF-MODULES FOLDER PAGES
//
// FOLDER has for each page 0, 1, ... what was played (N.facts, support/facts.h) and what is told of it: N.text and N.json of
// `fiel replay`, N.story, a match's page, and N.live, the lines that are sent to those who watch.  Every form is read back into
// lines of one kind and compared with those that follow from the facts, as far as that form tells them; the viewer's table is
// made of N.json and of N.live.  What is wrong is counted by form, the first of each is printed; ends with 1.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const [modules, folder, pages] = process.argv.slice(2);
const moduleOf = name => import(pathToFileURL(resolve(modules, name)).href);
const { storyOf, tableAfter } = await moduleOf('story.mjs'), { sentence } = await moduleOf('said.mjs'), { wordsOf } = await moduleOf('words.mjs');

const WORDS = {
    en: { hand: 'Hand', game: 'game', mano: 'mano', dealt: 'dealt', trick: 'trick', duel: 'duel', points: 'points', shows: 'shows', and: ['and'],
          banks: 'banks', wins: /^game (\d+) goes to (.*), ([\d-]+)$/, accounts: ['(?:envido|embit)', 'flor', 'truco?', 'bonus'], lays: 'lays a card away',
          plays: 'plays', down: 'plays a card face down', discards: 'discards a card', taken: /^Trick (\d+): (?:won by (\S+)|a tie \(parda\))$/,
          end: 'End of the hand', over: /^End of game (\d+): ([\d–]+), won by (.*)$/ },
    es: { hand: 'Mano', game: 'partido', mano: 'es mano', dealt: 'cartas', trick: 'baza', duel: 'duelo', points: 'puntos', shows: 'muestra', and: ['y', 'e'],
          banks: 'relojes', wins: /^el partido (\d+) es de (.*), ([\d-]+)$/, accounts: ['(?:envido|embit)', 'flor', 'truco?', 'extra'], lays: 'descarta una carta',
          plays: 'juega', down: 'juega una carta tapada', discards: 'descarta una carta', taken: /^Baza (\d+): (?:la gana (\S+)|parda)$/,
          end: 'Fin de la mano', over: /^Fin del partido (\d+): ([\d–]+), lo ganan? (.*)$/ },
    pt: { hand: 'Mão', game: 'jogo', mano: 'é mão', dealt: 'cartas', trick: 'vaza', duel: 'duelo', points: 'pontos', shows: 'mostra', and: ['e'],
          banks: 'relógios', wins: /^o jogo (\d+) é de (.*), ([\d-]+)$/, accounts: ['(?:envido|embit)', 'flor', 'truco?', 'bônus'], lays: 'descarta uma carta',
          plays: 'joga', down: 'joga uma carta coberta', discards: 'descarta uma carta', taken: /^Vaza (\d+): (?:vencida por (\S+)|empate \(cangou\))$/,
          end: 'Fim da mão', over: /^Fim do jogo (\d+): ([\d–]+), vencido por (.*)$/ },
};

// --- the lines of a hand -----------------------------------------------------------------------------------------------

const headOf = h => `hand ${h.hand}, game ${h.game}, ${h.score.join('-')}, mano ${h.mano}, vira ${h.vira ?? 'none'}`;
const dealtOf = (seat, cards) => `dealt ${seat}: ${cards.join(' ')}`;
const playOf = (seat, card, down) => `${seat} plays ${down ? `[${card ?? '?'}]` : card}`;
const trickOf = (trick, taker) => `trick ${trick}: ${taker ?? 'tied'}`;
const showOf = (seat, cards) => `${seat} shows ${[...cards].sort().join(' ')}`;
const duelOf = (mano, seats) => `duel: ${mano} and ${seats.filter(s => s !== mano)}`;
const overOf = (game, winners, score) => `game ${game} is of ${winners}, ${score}`;
const wonOf = (game, winner, score) => `game ${game} is won by ${winner}, ${score}`;
const pointsOf = (side, points) => `points of ${side}: ${points.join(' ')}`;

// A site speaks English where a call is nobody's own word, and a page then says it in its guest's language.
const ENGLISH = ['yes', 'no', 'we play this hand', 'we run'];
const pageSays = s => (ENGLISH.includes(s.english) ? s.says : s.english);

// What each form is expected to tell of a hand, from the facts.
function stepLines(h, told) {
    const lines = [];
    for (const s of h.steps) {
        if (s.step === 'plays') lines.push(playOf(s.seat, s.down && !told.downs ? null : s.card, s.down));
        else if (s.step === 'discards') lines.push(`${s.seat} discards ${told.discards ? s.card : ''}`);
        else if (s.step === 'says') lines.push(`${s.seat} says ${told.says(s)}`);
        else if (s.step === 'trick' && told.tricks) lines.push(trickOf(s.trick, s.taker));
        else if (s.step === 'duel' && told.duels) lines.push(duelOf(s.mano, s.seats));
        else if (s.step === 'shows') lines.push(showOf(s.seat, told.shown === 'all' ? s.cards : s.news));
    }
    return lines;
}

// The cards between two words lie in one row, so their order is that of the seats; what took its trick is marked.
function rowLines(h, w) {
    const lines = [];
    let row = [], trick = 0;
    const flush = () => {
        if (row.length) lines.push(`row ${trick}: ${row.sort((a, b) => a.seat - b.seat).map(c => `${c.seat}=${c.text}${c.took ? '<' : ''}`).join(' ')}`);
        row = [];
    };
    for (const [i, s] of h.steps.entries()) {
        if (s.step === 'plays') {
            const end = h.steps.slice(i).find(x => x.step === 'trick' || x.step === 'duel');
            trick = s.trick;
            row.push({ seat: s.seat, text: s.down ? `[${s.card}]` : s.card, took: end?.step === 'trick' && end.taker === s.seat });
            continue;
        }
        flush();
        if (s.step === 'says') lines.push(`${s.seat} says ${s.says}`);
        else if (s.step === 'discards') lines.push(`${s.seat} says ${w.lays}`);
        else if (s.step === 'duel') lines.push(duelOf(s.mano, s.seats));
        else if (s.step === 'shows' && s.news.length) lines.push(showOf(s.seat, s.news));
    }
    flush();
    return lines;
}

const dealtLines = (h, text) => h.dealt.map((cards, seat) => dealtOf(seat, cards.map(text)));
const pointLines = (h, names) => h.points.map((points, side) => pointsOf(names[side], points)).filter(line => !line.endsWith(': 0 0 0 0'));
const overLines = (h, score) => (h.winner === undefined ? [] : [overOf(h.game, h.winners, score.join('-'))]);
const winnerFirst = h => [h.end[h.winner], ...h.end.filter((_, i) => i !== h.winner)];
const wonLines = h => (h.winner === undefined ? [] : [wonOf(h.game, h.winner, h.end.join('-'))]);
const endLine = h => `end ${h.end.join('-')}`;
const sidesOf = h => [0, 1].map(side => h.dealt.map((_, seat) => seat).filter(seat => h.side1.includes(seat) === Boolean(side)));
const marked = c => (c.seen ? c.card ?? '??' : `(${c.card ?? '??'})`);

// In the order in which the form has them: a record says that the game is over before it says so of the hand.
const EXPECTED = {
    text: (h, w) => [headOf(h), ...dealtLines(h, marked), ...rowLines(h, w), ...pointLines(h, sidesOf(h)), endLine(h), ...overLines(h, winnerFirst(h))],
    json: h => [headOf(h), ...dealtLines(h, marked), ...stepLines(h, { downs: true, discards: true, says: s => `${s.do}, ${s.says}`, tricks: true, duels: true }),
                ...wonLines(h), ...pointLines(h, [0, 1]), endLine(h)],
    story: h => [headOf(h), ...dealtLines(h, c => c.card ?? '??'), ...stepLines(h, { tricks: true, duels: true, says: pageSays }), ...overLines(h, h.end), endLine(h)],
    live: h => [headOf(h), ...h.dealt.map((cards, seat) => dealtOf(seat, [cards.length])), ...stepLines(h, { shown: 'all', says: s => `${s.do}, ${pageSays(s)}` }),
                ...wonLines(h), endLine(h)],
};

// --- the readers ---------------------------------------------------------------------------------------------------------

const seatOf = name => {
    const seat = name.charCodeAt(0) - 'a'.charCodeAt(0);
    if (!/^[a-h]\d$/.test(name) || seat !== Number(name[1])) throw new Error(`"${name}" is nobody's name`);
    return seat;
};
const listOf = (names, w) => names.split(', ').flatMap((part, i, all) => (i + 1 < all.length ? [part] : part.split(new RegExp(` (?:${w.and.join('|')}) `)))).map(seatOf);
const jsonLines = text => text.split('\n').filter(Boolean).map(l => JSON.parse(l));

function readJson(text) {
    const hands = [];
    for (const line of jsonLines(text)) {
        if (line.event === 'hand') hands.push([headOf(line), ...line.dealt.map((cards, seat) => dealtOf(seat, cards.map((card, k) => marked({ card, seen: line.seen[seat][k] }))))]);
        hands.at(-1)?.push(...jsonStep(line, true));
    }
    return hands;
}

function readLive(text, language) {
    const at = { words: wordsOf(language) };
    const hands = [];
    for (const line of jsonLines(text)) {
        if (line.names) at.names = line.names;
        if (line.event === 'hand') hands.push([headOf(line), ...line.held.map((n, seat) => dealtOf(seat, [n]))]);
        const said = 'says' in line ? sentence(line, at).slice(`${at.names[line.seat]}: `.length) : undefined; /* as a page of the guest says it */
        hands.at(-1)?.push(...jsonStep({ ...line, says: said }, false));
    }
    return hands;
}

// A line of a replay or of those that are sent while it is played.
function jsonStep(line, replay) {
    switch (line.event) {
    case 'act':
        if (line.do.startsWith('discard')) return [`${line.seat} discards ${replay ? line.card : ''}`];
        return ['card' in line ? playOf(line.seat, line.card, line.do.startsWith('play-down')) : `${line.seat} says ${line.do}, ${line.says}`];
    case 'trick': return [trickOf(line.trick - 1, line.winner === 'tie' ? null : line.seat)];
    case 'duel': return [duelOf(line.seat, line.seats)];
    case 'show': return [showOf(line.seat, line.cards)];
    case 'hand-end': {
        const p = line.points, all = p ? [0, 1].map(side => [p.envido, p.flor, p.truco, p.bonus].map(a => a[side])) : [];
        return [...pointLines({ points: all }, [0, 1]), `end ${line.score.join('-')}`];
    }
    case 'game-end': return [wonOf(line.game, line.winner, line.score.join('-'))];
    default: return [];
    }
}

const plain = html => html.replace(/<[^>]*>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, '\'').replace(/&amp;/g, '&');

// "7 de espadas" as 7e.  Portuguese calls three suits of both packs by one word, so the facts say which pack it is.
function lettered(story, language, facts) {
    const french = facts.flatMap(h => [...h.dealt.flat().map(c => c.card), h.vira]).some(card => /[A-Z]$/.test(card ?? '')), { suits } = wordsOf(language);
    const own = Object.entries(suits).filter(([letter]) => french === /[A-Z]/.test(letter));
    return own.reduce((text, [letter, suit]) => text.replace(new RegExp(` (?:de )?${suit}(?!\\p{L})`, 'gu'), letter), story).replace(/, (?=(?:[\dAJQK]+[ocebSCHD]|\?\?)[ ,<])/g, ' ');
}

function readStory(html, language, facts) {
    const w = WORDS[language], story = lettered(html.slice(html.indexOf('<div class="story">')), language, facts);
    return story.split('<h3>').slice(1).map(part => {
        const [head, rest] = part.split('</h3>'), [dealt, list] = rest.split('</p>');
        const [, hand, game, score] = new RegExp(`^${w.hand.toLowerCase()} (\\d+) · ${w.game} (\\d+) · ([\\d–]+)$`).exec(plain(head));
        const seats = plain(dealt).split(' · '), vira = / *vira: (\S+)$/.exec(seats.at(-1));
        if (vira) seats.pop();
        const mano = seats.findIndex(s => s.includes('(mano)'));
        return [headOf({ hand, game, score: score.split('–'), mano, vira: vira?.[1] }),
                ...seats.map(s => s.replace(' (mano)', '').split(':')).map(([name, cards]) => dealtOf(seatOf(name), cards.trim().split(' '))),
                ...list.split('<li>').slice(1).map(li => storyLine(plain(li.split('</li>')[0]), w))];
    });
}

function storyLine(text, w) {
    const said = /^(\S+): (.*)$/.exec(text), [name, ...words] = text.split(' '), did = words.join(' ');
    const trick = w.taken.exec(text), over = w.over.exec(text);
    if (text.startsWith('Pico a pico: ')) {
        const [mano, other] = listOf(text.slice('Pico a pico: '.length), w);
        return duelOf(mano, [mano, other]);
    }
    if (trick) return trickOf(trick[1] - 1, trick[2] && seatOf(trick[2]));
    if (over) return overOf(over[1], listOf(over[3], w), over[2].replaceAll('–', '-'));
    if (text.startsWith(`${w.end}: `)) return `end ${text.slice(w.end.length + 2).replaceAll('–', '-')}`;
    if (said) return `${seatOf(said[1])} says ${said[2]}`;
    if (did === w.down) return playOf(seatOf(name), null, true);
    if (did === w.discards) return `${seatOf(name)} discards `;
    if (words[0] === w.plays) return playOf(seatOf(name), words[1], false);
    if (words[0] === w.shows) return showOf(seatOf(name), words.slice(1));
    return text;
}

// --- the text, by its columns ---

const LABEL = 10, WIDE = 80;
const columnWidth = seats => (seats <= 2 ? 26 : seats === 3 ? 22 : seats <= 4 ? 16 : seats <= 6 ? 9 : 7);
const cellOf = (row, seat, seats) => row.slice(LABEL + seat * columnWidth(seats), LABEL + (seat + 1) * columnWidth(seats)).join('').trim();

function readText(text, w, seats) {
    const hands = [];
    for (const line of text.split('\n')) {
        if ([...line].length > WIDE) throw new Error(`wider than ${WIDE}: ${line}`);
        const head = new RegExp(`^${w.hand} (\\d+)   ${w.game} (\\d+), ([\\d-]+), ${w.mano} ([^ ,]+)(?:, (?:muestra|vira) (\\S+))?`).exec(line);
        if (head) hands.push({ head: headOf({ hand: head[1], game: head[2], score: head[3].split('-'), mano: seatOf(head[4]), vira: head[5] }), rows: [] });
        else if (line && !line.startsWith(' ')) hands.push({ rows: [] }); /* what stands below the last hand */
        else if (hands.length) hands.at(-1).rows.push([...line]);
    }
    return hands.filter(h => h.head).map(h => [h.head, ...textHand(h.rows.filter(r => r.join('').trim() && !r.join('').trim().startsWith(w.banks)), w, seats)]);
}

function textHand(rows, w, seats) {
    const lines = [], dealt = Array.from({ length: seats }, () => []), ending = [];
    let state = 'names', trick = 0;
    for (const row of rows) {
        const text = row.join(''), label = row.slice(2, LABEL).join('').trim(), said = /^ {2}([a-h]\d): (.*?)\s*$/.exec(text);
        const shown = new RegExp(`^ {2}([a-h]\\d) ${w.shows} (.*)$`).exec(text);
        if (state === 'end') ending.push(row);
        else if (label === w.points) { state = 'end'; ending.push(row); }
        else if (label === w.duel) lines.push(duelOf(...(([mano, other]) => [mano, [mano, other]])(listOf(text.slice(LABEL).trim(), w))));
        else if (said) lines.push(`${seatOf(said[1])} says ${said[2]}`);
        else if (shown) lines.push(showOf(seatOf(shown[1]), shown[2].trim().split(/\s+/)));
        else if (state === 'names') state = nameRow(row, seats) ?? 'dealt';
        else {
            const numbered = new RegExp(`^${w.trick} (\\d)$`).exec(label);
            if (numbered) [state, trick] = ['tricks', numbered[1] - 1];
            if (state === 'tricks') lines.push(cardRow(row, trick, seats));
            else for (let seat = 0; seat < seats; seat++) dealt[seat].push(...(cellOf(row, seat, seats).match(/\([^)]+\)|[^\s()]+/g) ?? []));
        }
    }
    return [...dealt.map((cards, seat) => dealtOf(seat, cards)), ...lines, ...textEnd(ending, w, seats)];
}

function nameRow(row, seats) {
    for (let seat = 0; seat < seats; seat++)
        if (seatOf(cellOf(row, seat, seats)) !== seat) throw new Error(`not the name of seat ${seat}: ${row.join('')}`);
}

function cardRow(row, trick, seats) {
    const cells = Array.from({ length: seats }, (_, seat) => [seat, cellOf(row, seat, seats)]).filter(([, cell]) => cell);
    return `row ${trick}: ${cells.map(([seat, cell]) => `${seat}=${cell.replace(/ ◀$/, '<')}`).join(' ')}`;
}

const pointsIn = (text, w) => w.accounts.map(a => Number(new RegExp(`(\\d+) ${a}`).exec(text)?.[1] ?? 0));

// The points of two stand in their columns; of more, the sides are named one below the other.
function textEnd(rows, w, seats) {
    const at = rows.findIndex((r, i) => i && r[2] !== ' '), over = at < 0 ? rows.length : at, text = r => r.join('').trim();
    const game = rows.slice(over).map(text).join(' '), won = w.wins.exec(game);
    const points = [rows[0].slice(LABEL), ...rows.slice(1, over)].map(text).join(' '), score = /\d+(?:-\d+)+$/.exec(points)?.[0];
    const sides = seats === 2 ? [0, 1].map(side => [[side], rows[0].slice(LABEL + side * columnWidth(2)).slice(0, side ? WIDE : columnWidth(2)).join('')])
        : [...points.matchAll(/([^:]+): ((?:\d+ [^\s,]+(?:, )?)+)/g)].map(([, names, list]) => [listOf(names.trim(), w), list]);
    return [...sides.map(([side, list]) => pointsOf(side, pointsIn(list, w))).filter(line => !line.endsWith(': 0 0 0 0')), `end ${score}`,
            ...(won ? [overOf(won[1], listOf(won[2], w), won[3])] : game ? [game] : [])];
}

// --- the viewer's table -------------------------------------------------------------------------------------------------

// Each seat's cards on the table in the columns of their tricks, those that took them marked; live nobody says who did.
function viewerLines(text, takers) {
    return storyOf(jsonLines(text)).hands.map(hand => {
        const seen = takers ? hand : { ...hand, hand: { ...hand.hand, dealt: hand.hand.held.map(n => Array(n).fill(null)), seen: hand.hand.held.map(n => Array(n).fill(false)) } };
        return tableAfter(seen, seen.steps.length).seats.map(({ seat, cards }) => {
            const lies = cards.filter(c => c.at === 'table').sort((a, b) => a.order - b.order);
            return `table ${seat}: ${lies.map(c => `${c.trick}=${c.down ? `[${takers ? c.name : '?'}]` : c.name}${c.took ? '<' : ''}`).join(' ')}`;
        });
    });
}

function tableLines(h, takers) {
    const lies = h.dealt.map(() => []), trick = [];
    for (const s of h.steps) {
        if (s.step === 'plays') {
            const card = { text: `${s.trick}=${s.down ? `[${takers ? s.card : '?'}]` : s.card}`, seat: s.seat };
            lies[s.seat].push(card);
            trick.push(card);
        } else if (s.step === 'trick') {
            trick.splice(0).forEach(card => { card.took = takers && card.seat === s.taker; });
        } else if (s.step === 'duel') trick.length = 0;
    }
    return lies.map((cards, seat) => `table ${seat}: ${cards.map(c => c.text + (c.took ? '<' : '')).join(' ')}`);
}

// --- all of it ----------------------------------------------------------------------------------------------------------

const wrong = {}, told = {};

function complain(form, where, what) {
    if (!wrong[form]) console.log(`${form}, ${where}: ${what}`);
    wrong[form] = (wrong[form] ?? 0) + 1;
}

function hold(form, where, facts, expected, got) {
    if (got.length !== facts.length) complain(form, where, `${got.length} hands are told of ${facts.length}`);
    facts.slice(0, got.length).forEach((h, i) => {
        const want = expected(h), at = want.findIndex((line, k) => line !== got[i][k]), where2 = `${where}, hand ${h.hand}`;
        if (at >= 0 || got[i].length !== want.length) complain(form, where2, `"${got[i][at < 0 ? want.length : at]}", and not "${want[at]}"`);
        told[form] = (told[form] ?? 0) + 1;
    });
}

for (let page = 0; page < Number(pages); page++) {
    const [table, ...facts] = jsonLines(readFileSync(resolve(folder, `${page}.facts`), 'utf8')), w = WORDS[table.language];
    const where = `${table.rules}, ${table.seats} seats, ${table.language}`;
    const forms = { text: t => readText(t, w, table.seats), json: readJson, story: t => readStory(t, table.language, facts), live: t => readLive(t, table.language) };
    for (const [form, read] of Object.entries(forms)) {
        const text = readFileSync(resolve(folder, `${page}.${form}`), 'utf8');
        try {
            hold(form, where, facts, h => EXPECTED[form](h, w), read(text));
            if (form === 'json' || form === 'live') hold(`viewer of ${form}`, where, facts, h => tableLines(h, form === 'json'), viewerLines(text, form === 'json'));
        } catch (e) {
            complain(form, where, e.stack);
        }
    }
}
console.log(`hands told: ${JSON.stringify(told)}; wrong: ${JSON.stringify(wrong)}`);
process.exit(Object.keys(wrong).length || !Object.keys(told).length ? 1 : 0);
