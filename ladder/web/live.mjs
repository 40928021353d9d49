// live: a match while it is played.  <div class="live" data-src="..."> becomes the table; what stands in it before is the
// state as the server saw it, for those without scripts.
//
// Each line has a number; after a lost connection the browser asks for what came behind the last one (Last-Event-ID).
// Lines may be missing, so every hand begins anew.
import { scorerName, sentence } from './said.mjs';
import { draw } from './scene.mjs';
import { tableAfter } from './story.mjs';
import { cardWords, wordsOf } from './words.mjs';

const NOBODYS_EYES = 99; // every card that is held lies face down
const SEATS_MOST = 8, HELD_MOST = 4, STEPS_MOST = 1000; // whatever a line says

function element(name, className, text = '') {
    const node = document.createElement(name);
    node.className = className;
    node.textContent = text;
    return node;
}

// The hand as it would stand in a replay, with cards that nobody outside knows.
export function handOf(line) {
    const dealt = line.held.slice(0, SEATS_MOST).map(n => Array(HELD_MOST).fill(null).slice(0, n > 0 ? n : 0));
    return { hand: { ...line, dealt, seen: dealt.map(cards => cards.map(() => false)) }, steps: [] };
}

export class Live {
    constructor(root) {
        this.words = wordsOf(root.dataset.language ?? document.documentElement.lang);
        Object.assign(this, { root, hand: null, names: [], scorers: 2 });
        this.head = element('p', 'where');
        this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        this.svg.classList.add('table');
        this.caption = element('p', 'caption');
        this.caption.setAttribute('aria-live', 'polite');
        this.log = element('ol', 'steps');
        this.log.tabIndex = 0;
        this.state = element('p', 'connection', this.words.connecting);
        this.state.setAttribute('role', 'status');
    }

    start() {
        this.source = new EventSource(this.root.dataset.src);
        this.source.addEventListener('open', () => this.tell('open', this.words.connected));
        this.source.addEventListener('error', () => this.lost());
        this.source.addEventListener('message', e => this.take(JSON.parse(e.data)));
        this.source.addEventListener('over', () => this.end());
        this.root.append(this.state);
    }

    tell(state, text) {
        this.root.dataset.state = state;
        this.state.textContent = text;
    }

    // The browser comes back by itself, unless the server said that there is nothing more to come.
    lost() {
        if (this.source.readyState === EventSource.CLOSED) this.end();
        else this.tell('lost', this.words.lost);
    }

    end() {
        this.source.close();
        this.tell('over', '');
        const link = element('a', '', this.words.overLink);
        link.href = this.root.dataset.src.replace(/\/lines$/, '');
        this.state.append(`${this.words.over} `, link);
    }

    take(line) {
        if (line.names) this.names = line.names;
        if (line.score) this.scorers = line.score.length;
        if (line.event === 'match') return;
        if (line.event === 'closed-hand') this.showClosed(line);
        else if (line.event === 'hand') this.begin(line);
        else if (this.hand) this.add(line);
    }

    // A leg whose cards are played once more.
    showClosed(line) {
        this.hand = null;
        this.head.textContent = `${this.words.hand} ${line.hand}`;
        this.root.replaceChildren(this.head, element('p', 'caption', this.root.dataset.closed), this.state);
        this.root.dataset.hand = line.hand;
    }

    begin(line) {
        this.hand = handOf(line);
        this.log.replaceChildren();
        this.root.replaceChildren(this.head, this.svg, this.caption, this.log, this.state);
        this.root.dataset.hand = line.hand;
        this.show();
    }

    add(line) {
        if (this.hand.steps.length >= STEPS_MOST) return;
        this.hand.steps.push(line);
        this.log.append(element('li', '', this.say(line)));
        this.log.scrollTop = this.log.scrollHeight;
        this.show();
    }

    get sides() {
        return this.hand?.hand.sides;
    }

    say(line) {
        return sentence(line, this);
    }

    show() {
        const w = this.words, table = tableAfter(this.hand, this.hand.steps.length), first = this.hand.hand;
        const sides = table.score.map((s, i) => `${scorerName(this, i)} ${s}`).join(' · ');
        this.head.textContent = `${w.hand} ${first.hand}, ${w.game} ${first.game} · ${sides}`;
        const said = table.now ? this.say(table.now) : `${w.mano}: ${this.names[table.mano]}`;
        this.caption.textContent = said;
        draw(this.svg, table, { deck: this.root.dataset.deck, names: this.names, words: w, cardLabel: name => cardWords(w, name),
                                viewer: NOBODYS_EYES, label: said });
    }
}

if (globalThis.document) document.querySelectorAll('.live[data-src]').forEach(root => new Live(root).start());
