// replay: opens a replay in the browser: the auditor's verdict and the match retold, both by the arbiter's own C sources.
import { judge } from './named.mjs';
import { sodiumFor } from './sodium.mjs';

// wasi-libc wants a place to write to; nothing here has one.
const nowhere = { fd_write: () => 8, fd_seek: () => 8, fd_close: () => 8, fd_fdstat_get: () => 8, proc_exit: () => { throw new Error('the auditor stopped'); } };

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
    const audit = bytes => JSON.parse(call(c.audit, bytes));
    const auditPair = (first, second) => JSON.parse(call(c.audit_pair, first, second));

    // What a page that names a match (named.mjs) is to show of these bytes; `twin`: those of the other leg of its pair.
    function verify(named, bytes, twin) {
        if (!named?.twin) return judge(named, { hash: hash(bytes), report: audit(bytes) });
        const pair = named.leg ? auditPair(twin, bytes) : auditPair(bytes, twin);
        return judge(named, { hash: hash(bytes), report: pair.legs[named.leg] }, { hash: hash(twin), report: pair.legs[1 - named.leg] }, pair);
    }
    return {
        hash, audit, auditPair, verify,
        tell: bytes => call(c.tell, bytes).split('\n').filter(Boolean).map(line => JSON.parse(line)),
    };
}
