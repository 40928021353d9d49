// The viewer's words and its picture: node viewer.mjs FOLDER-OF-MODULES
//
// No key stands twice in a language, what is shown as a text is one in every language, and a card that was played face down lies face
// down, for every viewer.  Prints what is wrong and ends with 1.
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2], at = name => pathToFileURL(resolve(folder, name)).href;
let wrong = 0;

function same(what, got, want) {
    if (JSON.stringify(got) === JSON.stringify(want)) return;
    console.log(`${what}: ${JSON.stringify(got)}\nwant: ${JSON.stringify(want)}`);
    wrong++;
}

// Every key of an object literal in this source that stands in it twice.
function twice(source) {
    const tokens = source.replace(/\/\/.*$/gm, '').match(/'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[\w$]+|[^\s]/g), open = [], found = [];
    tokens.forEach((token, i) => {
        if ('({['.includes(token)) open.push(new Set());
        else if (')}]'.includes(token)) open.pop();
        else if (tokens[i + 1] === ':' && ['{', ','].includes(tokens[i - 1])) {
            const key = token.replaceAll("'", '');
            if (open.at(-1).has(key)) found.push(key);
            open.at(-1).add(key);
        }
    });
    return found;
}
same('a key that stands twice is found', twice("a = { x: 1, 'y': `${x}`, z: { x: 2 }, y: f(1, 2) }"), ['y']);

const sources = Object.fromEntries(readdirSync(folder).filter(name => name.endsWith('.mjs')).map(name => [name, readFileSync(join(folder, name), 'utf8')]));
for (const [name, source] of Object.entries(sources)) same(`${name}: keys that stand twice`, twice(source), []);

const { languages, wordsOf } = await import(at('words.mjs'));
const used = new Map(); // a word: whether it is called
for (const source of Object.values(sources)) {
    for (const [, word, called] of source.matchAll(/\b(?:w|words)\.([a-zA-Z]+)\b(\()?/g)) used.set(word, called ? 'function' : used.get(word) ?? 'text');
    for (const [, word] of source.matchAll(/\.button\('(\w+)'/g)) used.set(word, 'text');
}
same('words that are used', used.size > 40, true);
for (const language of languages)
    for (const [word, kind] of used) {
        const is = wordsOf(language)[word];
        if (is !== undefined && kind === 'text') same(`${language}: ${word} is no code`, typeof is === 'function', false);
        else if (is !== undefined) same(`${language}: ${word} is called`, typeof is, 'function');
    }

class Node {
    constructor(name) {
        Object.assign(this, { name, attributes: {}, children: [] });
    }
    get classList() {
        return { add() {} };
    }
    setAttribute(name, value) {
        this.attributes[name] = value;
    }
    append(...nodes) {
        this.children.push(...nodes);
    }
    replaceChildren(...nodes) {
        this.children = nodes;
    }
    all() {
        return [this, ...this.children.filter(c => c instanceof Node).flatMap(c => c.all())];
    }
}
const { handOf } = await import(at('live.mjs')); // before there is a document, in which it would begin
globalThis.document = { createElementNS: (_, name) => new Node(name) };
const { draw } = await import(at('scene.mjs'));
const { tableAfter } = await import(at('story.mjs'));
const first = { score: [0, 0], mano: 0, vira: null, dealt: [['1e', '7o'], ['4c', '5b']], seen: [[true, true], [true, true]] };
const steps = [{ event: 'act', seat: 0, do: 'play-down 7o', card: '7o' }, { event: 'act', seat: 1, do: 'play 4c', card: '4c' }];
const lies = (viewer, more = []) => {
    const svg = new Node('svg'), all = [...steps, ...more];
    draw(svg, tableAfter({ hand: first, steps: all }, all.length), { deck: '', names: ['ana', 'juana'], words: wordsOf('en'), cardLabel: name => name, viewer, label: '' });
    const cards = svg.all().filter(n => n.name === 'g' && n.attributes.class?.startsWith('card')).slice(0, 2); // those on the table come first
    return cards.map(g => [g.children[0].attributes.href, g.children[1]?.children[0] ?? '']);
};
same('everybody sees it face down', lies(-1), [['#card-back', '7o'], ['#card-4c', '4c']]);
same('its own seat sees it face down', lies(0), [['#card-back', '7o'], ['#card-4c', '4c']]);
same('the other one does not know it', lies(1), [['#card-back', ''], ['#card-4c', '4c']]);
same('shown at the end it lies open', lies(1, [{ event: 'show', seat: 0, cards: ['7o'] }]), [['#card-7o', '7o'], ['#card-4c', '4c']]);
// A worker's line decides nothing of how much is kept.
same('cards of a live hand', handOf({ held: [4000000000, 3, -1, 0.5, 'x', 1, 1, 1, 1, 1] }).hand.dealt.map(cards => cards.length), [4, 3, 0, 0, 0, 1, 1, 1]);
process.exit(wrong ? 1 : 0);
