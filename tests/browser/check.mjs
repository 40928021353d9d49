// check: what must hold, counted.
let count = 0;

export function same(what, got, want) {
    count++;
    if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
}

export function holds(what, text, part) {
    count++;
    if (!(part instanceof RegExp ? part.test(text) : `${text}`.includes(part))) throw new Error(`${what}: ${part} is not in: ${text}`);
}

export const checked = () => count;
