// scene: the table as a picture.  Seats sit around it, seat 0 nearest; every card is a <use> of cards.svg.
import { callWords } from './words.mjs';

const SVG = 'http://www.w3.org/2000/svg';
const HIGH = 800, CARD = { wide: 100, high: 154 };

function make(name, attributes = {}, ...children) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
}

// Two sit face to face, more around an oval.
const wideOf = seats => (seats === 2 ? 640 : 1000);

// Where a seat sits and how large its cards are; more seats, smaller cards.
function chair(seat, seats) {
    const angle = Math.PI / 2 + (2 * Math.PI * seat) / seats;
    const size = seats <= 3 ? 0.92 : seats <= 4 ? 0.8 : 0.62;
    const x = wideOf(seats) / 2 + Math.cos(angle) * (seats === 2 ? 0 : 390), y = HIGH / 2 + Math.sin(angle) * 258;
    return { x, y, size, below: y > HIGH / 2 + 1 };
}

function card(deck, name, x, y, size, { down = false, dim = false, label = '' } = {}) {
    const wide = CARD.wide * size, high = CARD.high * size;
    const use = make('use', { href: `${deck}#card-${down ? 'back' : name}`, x: x - wide / 2, y: y - high / 2, width: wide, height: high });
    const group = make('g', { class: dim ? 'card dim' : 'card' }, use);
    if (label) group.append(make('title', {}, label));
    return group;
}

function text(x, y, content, className, anchor = 'middle') {
    return make('text', { x, y, class: className, 'text-anchor': anchor }, content);
}

function bubble(x, y, says, room) {
    const wide = Math.max(70, 15 * says.length + 26);
    const left = Math.min(Math.max(x - wide / 2, 6), room - wide - 6);
    return make('g', { class: 'bubble' }, make('rect', { x: left, y: y - 24, width: wide, height: 42, rx: 20 }), text(left + wide / 2, y + 6, says, 'says'));
}

// One seat: what it holds, its name and clock, what it says.  `sees` tells whether the viewer may see a held card.
function drawSeat(deck, table, seat, names, words, cardLabel, sees) {
    const spot = chair(seat.seat, table.seats.length);
    const group = make('g', { class: table.at === seat.seat ? 'seat acting' : 'seat' });
    const held = seat.cards.filter(c => c.at === 'hand');
    const step = CARD.wide * spot.size * 0.72, high = CARD.high * spot.size;
    held.forEach((c, i) => {
        const open = sees || c.shown;
        const x = spot.x + (i - (held.length - 1) / 2) * step;
        group.append(card(deck, c.name, x, spot.y, spot.size, { down: !open, dim: open && table.done && !c.seen, label: open ? cardLabel(c.name) : '' }));
    });
    const line = spot.below ? spot.y + high / 2 + 26 : spot.y - high / 2 - 14;
    const mano = table.mano === seat.seat ? ' ●' : '';
    group.append(text(spot.x, line, names[seat.seat] + mano, seat.fault ? 'name fault' : 'name'));
    if (seat.bank !== null)
        group.append(text(spot.x, line + (spot.below ? 30 : -32), `${(seat.bank / 1e6).toFixed(1)} s · ${words.used} ${tookText(seat.used)}`, 'clock'));
    if (seat.says) group.append(bubble(spot.x, spot.below ? spot.y - high / 2 - 26 : spot.y + high / 2 + 34, callWords(words, seat.says), wideOf(table.seats.length)));
    return group;
}

export const tookText = us => (us < 1000 ? `${us} µs` : us < 1e6 ? `${(us / 1000).toFixed(1)} ms` : `${(us / 1e6).toFixed(2)} s`);

// Played cards lie between their seat and the middle, one trick beside the other.
function drawPlayed(deck, table, cardLabel, sees) {
    const cards = table.seats.flatMap(s => s.cards.filter(c => c.at === 'table').map(c => ({ ...c, seat: s.seat })));
    cards.sort((a, b) => a.order - b.order);
    return cards.map(c => {
        const spot = chair(c.seat, table.seats.length), size = spot.size * 0.82;
        const apart = (c.trick - 1) * CARD.wide * size * (table.seats.length > 4 ? 0.4 : 0.86);
        const middle = wideOf(table.seats.length) / 2;
        const x = middle + (spot.x - middle) * 0.46 + apart, y = HIGH / 2 + (spot.y - HIGH / 2) * 0.34;
        const down = c.down && !c.shown; // who sees the seat's cards is told its name
        const node = card(deck, c.name, x, y, size, { down, label: down && !sees(c.seat) ? '' : cardLabel(c.name) });
        if (c.took) node.classList.add('took');
        return node;
    });
}

// Draws the table into the <svg>.  `viewer`: a seat whose eyes are looked through, or -1 for everybody's cards.
export function draw(svg, table, { deck, names, words, cardLabel, viewer, label }) {
    const sees = seat => viewer < 0 || viewer === seat;
    const wide = wideOf(table.seats.length);
    svg.setAttribute('viewBox', `0 0 ${wide} ${HIGH}`);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', label);
    const room = make('rect', { width: wide, height: HIGH, rx: 28, class: 'room' });
    const cloth = make('ellipse', { cx: wide / 2, cy: HIGH / 2, rx: wide / 2 - 24, ry: 300, class: 'cloth' });
    const vira = table.vira ? [card(deck, table.vira, 86, HIGH / 2, 0.62, { label: cardLabel(table.vira) }), text(86, HIGH / 2 + 74, words.vira, 'small')] : [];
    svg.replaceChildren(room, cloth, ...vira, ...drawPlayed(deck, table, cardLabel, sees),
                        ...table.seats.map(s => drawSeat(deck, table, s, names, words, cardLabel, sees(s.seat))));
}
