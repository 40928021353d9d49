// replay: opens a replay in the browser: the auditor's verdict and the match retold, both by the arbiter's own C sources.
import { judge } from './named.mjs';
import { sodiumFor } from './sodium.mjs';

// wasi-libc wants files, and each version asks for others: there is none here (8 is EBADF).
const nowhere = new Proxy({ proc_exit: () => { throw new Error('the auditor stopped'); } }, { get: (known, name) => known[name] ?? (() => 8) });

// `wasm`: the bytes of fiel.wasm, or a promise of a Response.
export async function load(wasm) {
    let instance = null;
    const env = await sodiumFor(() => instance.exports.memory);
    const imports = { env, wasi_snapshot_preview1: nowhere };
    const source = await wasm;
    const bytes = source instanceof Response ? await source.arrayBuffer() : source;
    ({ instance } = await WebAssembly.instantiate(bytes, imports));
    const c = instance.exports;
    c._initialize?.();

    function put(bytes) {
        const at = c.alloc(Math.max(bytes.length, 1));
        if (!at) throw new Error('no memory for this replay');
        new Uint8Array(c.memory.buffer).set(bytes, at);
        return at;
    }
    function text(at) {
        if (!at) throw new Error('no memory for this replay');
        const memory = new Uint8Array(c.memory.buffer);
        return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
    }
    function call(work, ...files) {
        const at = files.map(put);
        try {
            return text(work(...files.flatMap((f, i) => [at[i], f.length])));
        } finally {
            at.forEach(a => c.release(a));
        }
    }
    const hash = bytes => call(c.hash, bytes);
    const lines = text => text.split('\n').filter(Boolean).map(line => JSON.parse(line));
    const audit = bytes => lines(call(c.audit, bytes))[0];
    const auditPair = (first, second) => lines(call(c.audit_pair, first, second))[0];

    // What a page that names a match (named.mjs) is to show of these bytes; `twin`: those of the other leg of its pair.
    function verify(named, bytes, twin) {
        if (!named?.twin) {
            const [report, facts] = lines(call(c.audit, bytes));
            return judge(named, { hash: hash(bytes), report, facts });
        }
        const [pair, ...facts] = lines(named.leg ? call(c.audit_pair, twin, bytes) : call(c.audit_pair, bytes, twin));
        const [own, other] = [[named.leg, bytes], [1 - named.leg, twin]].map(([leg, file]) => ({ hash: hash(file), report: pair.legs[leg], facts: facts[leg] }));
        return judge(named, own, other, pair);
    }
    return {
        hash, audit, auditPair, verify,
        facts: bytes => lines(call(c.audit, bytes))[1], // what a ladder would have of it
        // Which file these bytes are, and of which match they say that they are the record: what a page names of both, unchecked.
        whose: bytes => ({ replay: hash(bytes), match: call(c.match, bytes) }),
        tell: bytes => lines(call(c.tell, bytes)),
    };
}
