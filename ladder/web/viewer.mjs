// viewer: a match at the table, step by step.  <div class="replay" data-src="..." data-deck="..."> becomes one.
//
// Keyboard, buttons, autoplay, and an address for every moment: #hand=7&step=3.  Without scripts the page's own
// text of the match stands; everything here is drawn from the replay file itself.
import { namedBy } from './named.mjs';
import { scorerName, sentence } from './said.mjs';
import { draw, tookText } from './scene.mjs';
import { storyOf, tableAfter } from './story.mjs';
import { Verification } from './verify.mjs';
import { cardWords, wordsOf } from './words.mjs';

const SPEEDS = [['½×', 2400], ['1×', 1200], ['2×', 600], ['4×', 300]];

function element(name, className, ...children) {
    const node = document.createElement(name);
    if (className) node.className = className;
    node.append(...children);
    return node;
}

export class Viewer {
    constructor(root, lines, words, deck) {
        Object.assign(this, { root, words, deck, story: storyOf(lines), hand: 0, step: 0, viewer: -1, timer: 0, speed: 1 });
        this.names = (this.story.match?.seats ?? []).map(s => s.name);
        this.scorers = this.story.hands[0]?.hand.score.length ?? 2;
        this.build();
        this.goTo(...this.fromAddress());
        addEventListener('hashchange', () => this.goTo(...this.fromAddress()));
    }

    // --- the page ---------------------------------------------------------------------------------------------

    button(name, sign, work) {
        const b = element('button', 'control', sign);
        b.type = 'button';
        b.title = this.words[name];
        b.setAttribute('aria-label', this.words[name]);
        b.addEventListener('click', work);
        return b;
    }

    choice(label, options, work) {
        const select = element('select', 'control');
        options.forEach(([text, value]) => select.append(new Option(text, value)));
        select.addEventListener('change', () => work(select.value));
        return element('label', 'choice', `${label} `, select);
    }

    build() {
        const w = this.words;
        this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        this.svg.classList.add('table');
        this.head = element('p', 'where');
        this.caption = element('p', 'caption');
        this.caption.setAttribute('aria-live', 'polite');
        this.log = element('ol', 'steps');
        this.log.tabIndex = 0;
        this.hands = this.choice(w.hand, this.story.hands.map((h, i) => [`${h.hand.hand} (${w.game} ${h.hand.game}, ${h.hand.score.join('-')})`, i]),
                                 v => this.goTo(Number(v), 0));
        this.playButton = this.button('play', '▶', () => this.autoplay(!this.timer));
        const speed = this.choice(w.speed, SPEEDS.map(([t], i) => [t, i]), v => { this.speed = Number(v); if (this.timer) this.autoplay(true); });
        speed.querySelector('select').value = 1;
        const eyes = this.choice(w.seenBy, [[w.all, -1], ...this.names.map((n, i) => [n, i])], v => { this.viewer = Number(v); this.show(); });
        const bar = element('div', 'bar', this.button('first', '|◀◀', () => this.goTo(0, 0)), this.button('previousHand', '◀◀', () => this.goTo(this.hand - 1, 0)),
                            this.button('stepBack', '◁', () => this.move(-1)), this.playButton, this.button('forward', '▷', () => this.move(1)),
                            this.button('nextHand', '▶▶', () => this.goTo(this.hand + 1, 0)), this.button('last', '▶▶|', () => this.goTo(this.story.hands.length - 1, 0)),
                            this.hands, speed, eyes);
        this.root.tabIndex = 0;
        this.root.replaceChildren(this.head, this.svg, this.caption, bar, this.log, element('p', 'keys', w.keys));
        addEventListener('keydown', e => this.key(e));
    }

    // ← and → from anywhere on the page, which gives the viewer the focus; the other keys scroll a page that has it not.
    key(event) {
        if (['SELECT', 'INPUT', 'TEXTAREA'].includes(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.target.tagName === 'BUTTON' && event.key === ' ') return;
        const inside = this.root.contains(event.target);
        if (!inside && !['ArrowRight', 'ArrowLeft'].includes(event.key)) return;
        const keys = {
            ArrowRight: () => this.move(1), ArrowLeft: () => this.move(-1), ArrowDown: () => this.goTo(this.hand + 1, 0),
            ArrowUp: () => this.goTo(this.hand - 1, 0), Home: () => this.goTo(0, 0), End: () => this.goTo(this.story.hands.length - 1, 0),
            ' ': () => this.autoplay(!this.timer),
        };
        if (!keys[event.key]) return;
        event.preventDefault();
        if (!inside) this.root.focus();
        keys[event.key]();
    }

    // --- where we are -----------------------------------------------------------------------------------------

    fromAddress() {
        const at = new URLSearchParams(location.hash.slice(1));
        return [Number(at.get('hand') ?? 1) - 1, Number(at.get('step') ?? 0)];
    }

    goTo(hand, step) {
        const last = this.story.hands.length - 1;
        if (last < 0) return;
        this.hand = Math.min(Math.max(Number.isFinite(hand) ? hand : 0, 0), last);
        this.step = Math.min(Math.max(Number.isFinite(step) ? step : 0, 0), this.story.hands[this.hand].steps.length);
        history.replaceState(null, '', `#hand=${this.hand + 1}&step=${this.step}`);
        this.show();
    }

    move(by) {
        const steps = this.story.hands[this.hand]?.steps.length ?? 0;
        if (by > 0 && this.step === steps) {
            if (this.hand === this.story.hands.length - 1) return this.autoplay(false);
            return this.goTo(this.hand + 1, 0);
        }
        if (by < 0 && this.step === 0) return this.hand && this.goTo(this.hand - 1, this.story.hands[this.hand - 1].steps.length);
        return this.goTo(this.hand, this.step + by);
    }

    autoplay(on) {
        clearInterval(this.timer);
        this.timer = on ? setInterval(() => this.move(1), SPEEDS[this.speed][1]) : 0;
        this.playButton.textContent = on ? '❚❚' : '▶';
        this.playButton.setAttribute('aria-label', this.words[on ? 'pause' : 'play']);
    }

    // --- what is shown ----------------------------------------------------------------------------------------

    // Of the hand that is shown.
    get sides() {
        return this.story.hands[this.hand]?.hand.sides;
    }

    say(line) {
        return sentence(line, this);
    }

    show() {
        const hand = this.story.hands[this.hand], table = tableAfter(hand, this.step), w = this.words;
        const sides = table.score.map((s, i) => `${scorerName(this, i)} ${s}`).join(' · ');
        this.head.textContent = `${w.hand} ${hand.hand.hand} ${w.of} ${this.story.hands.length}, ${w.game} ${hand.hand.game} · ${sides}`;
        const said = table.now ? this.say(table.now) : `${w.mano}: ${this.names[table.mano]}`;
        const took = table.now?.used_us === undefined ? '' : ` (${tookText(table.now.used_us)})`;
        const noted = line => (line.note ? `${this.say(line)} “${line.note}”` : this.say(line));
        this.caption.textContent = (table.now ? noted(table.now) : said) + took;
        draw(this.svg, table, { deck: this.deck, names: this.names, words: w, cardLabel: name => cardWords(w, name), viewer: this.viewer, label: said });
        this.hands.querySelector('select').value = this.hand;
        this.log.replaceChildren(...hand.steps.map((line, i) => {
            const item = element('li', i + 1 === this.step ? 'current' : '', noted(line));
            if (i + 1 === this.step) item.setAttribute('aria-current', 'step');
            item.addEventListener('click', () => this.goTo(this.hand, i + 1));
            return item;
        }));
        this.log.scrollTop = (this.log.querySelector('.current')?.offsetTop ?? 0) - this.log.offsetTop - this.log.clientHeight / 2;
    }
}

async function bytesOf(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    return new Uint8Array(await answer.arrayBuffer());
}

// Fetches, retells and shows; resolves to the Viewer.
export async function start(root) {
    const words = wordsOf(root.dataset.language ?? document.documentElement.lang);
    const status = element('p', 'caption', words.loading);
    root.append(status);
    let said = '';
    try {
        const bytes = await bytesOf(root.dataset.src);
        const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
        const ask = (what, ...of) => new Promise((resolve, reject) => {
            const hear = ({ data }) => {
                if (data.what !== what) return;
                worker.removeEventListener('message', hear);
                data.error ? reject(new Error(data.error)) : resolve(data);
            };
            worker.addEventListener('message', hear);
            worker.addEventListener('error', e => reject(new Error(e.message)), { once: true });
            worker.postMessage({ what, of });
        });
        const place = document.querySelector(root.dataset.verify ?? '#verification');
        const named = place && namedBy(place.dataset), { value: is } = await ask('whose', bytes);
        if (named && (is.replay !== named.replay || is.match !== named.match)) {
            said = element('p', 'bad reason', is.match && is.match !== named.match ? words.otherMatch : words.otherFile);
            said.setAttribute('role', 'alert');
            root.append(said);
        }
        if (place) new Verification(place, words, async (own, twin) => ask('verify', own, bytes, twin && (await bytesOf(twin))));
        const { value } = await ask('tell', bytes);
        const viewer = new Viewer(root, value, words, root.dataset.deck);
        root.prepend(said);
        root.dataset.state = 'ready';
        return viewer;
    } catch (error) {
        status.textContent = words.failed(error.message);
        root.dataset.state = 'failed';
        return null;
    }
}

document.querySelectorAll('.replay[data-src]').forEach(start);
