// swaps: files that a server, or somebody on the line, may give in a replay's place: cut short, or changed.
const MAGIC = 8, HEADER = 14; // REPLAY.md section 1: the file's first bytes; length, type, visibility, time of a record

// Where each record of a replay begins, and where the last one ends.
export function recordsOf(bytes) {
    const at = [MAGIC], view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    while (at.at(-1) < bytes.length) at.push(at.at(-1) + HEADER + view.getUint32(at.at(-1)));
    return at;
}

// { what was done: the bytes }
export function spoiled(bytes) {
    const at = recordsOf(bytes), middle = Math.floor(at.length / 2), trailer = at.at(-2);
    const cut = { 'nothing': 0, 'half of the magic': 4, 'the magic alone': MAGIC, 'half of the header': MAGIC + HEADER + 3, 'the header alone': at[1],
                  'half of the records': at[middle], 'half a record more': at[middle] + HEADER + 1, 'all but the trailer': trailer,
                  'all but the trailer\'s last byte': bytes.length - 1 };
    const files = Object.fromEntries(Object.entries(cut).map(([what, size]) => [`cut short: ${what}`, bytes.slice(0, size)]));
    for (const [what, place] of Object.entries({ 'in the header': at[0] + HEADER + 5, 'in the middle': at[middle] + HEADER + 1, 'in the trailer': bytes.length - 1 })) {
        const changed = bytes.slice();
        changed[place] ^= 1;
        files[`one bit changed ${what}`] = changed;
    }
    files['a byte more'] = new Uint8Array([...bytes, 0]);
    return files;
}
