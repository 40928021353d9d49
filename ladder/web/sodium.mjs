// sodium: libsodium's functions as the C sources call them, carried out by libsodium's own build for browsers.
//
// Two memories: the caller's, where the arguments lie, and libsodium's.  Every call copies what goes in, calls, and
// copies what comes out.  A 64-bit length arrives as a BigInt and leaves as two halves, as Emscripten wants it.
import start from './vendor/libsodium-sumo.mjs';

const STATE = 384; // crypto_generichash_statebytes(); SHA-256's is smaller

export async function sodiumFor(memory) {
    const lib = await start();
    const ours = () => new Uint8Array(memory().buffer);

    // Runs `work` with a function that makes room in libsodium's memory; all of it is given back afterwards.
    function within(work) {
        const taken = [];
        const room = size => {
            const at = lib._malloc(Math.max(size, 1));
            taken.push(at);
            return at;
        };
        const copy = (from, size) => {
            const at = room(size);
            lib.HEAPU8.set(ours().subarray(from, from + size), at);
            return at;
        };
        const back = (at, to, size) => ours().set(lib.HEAPU8.subarray(at, at + size), to);
        try {
            return work({ room, copy, back });
        } finally {
            taken.forEach(at => lib._free(at));
        }
    }

    // A function that changes a state in place: `call` gets the state's address over there.
    const onState = (state, size, call) =>
        within(m => {
            const at = m.copy(state, size);
            const result = call(at, m);
            m.back(at, state, size);
            return result;
        });

    // No hash of the protocol has a key (DEAL.md section 2).
    function keyless(keySize) {
        if (keySize) throw new Error('sodium.mjs: a hash has no key');
    }

    // hex and base64 into bytes: (out, room, in, size, ignored, *length, *end[, variant])
    const decode = call => (out, most, from, size, ignore, length, end, variant) =>
        within(m => {
            if (ignore || end) throw new Error('sodium.mjs: only whole texts are decoded');
            const made = m.room(most), at = m.copy(from, size), count = m.room(4);
            const result = call(made, most, at, size, 0, count, 0, variant);
            m.back(made, out, most);
            if (length) m.back(count, length, 4);
            return result;
        });

    return {
        crypto_generichash: (out, outSize, from, size, key, keySize) =>
            within(m => {
                keyless(keySize);
                const made = m.room(outSize), at = m.copy(from, Number(size));
                const result = lib._crypto_generichash(made, outSize, at, Number(size), 0, 0, 0);
                m.back(made, out, outSize);
                return result;
            }),
        crypto_generichash_init: (state, key, keySize, outSize) =>
            onState(state, STATE, s => {
                keyless(keySize);
                return lib._crypto_generichash_init(s, 0, 0, outSize);
            }),
        crypto_generichash_update: (state, from, size) =>
            onState(state, STATE, (s, m) => lib._crypto_generichash_update(s, m.copy(from, Number(size)), Number(size), 0)),
        crypto_generichash_final: (state, out, outSize) =>
            onState(state, STATE, (s, m) => {
                const made = m.room(outSize);
                const result = lib._crypto_generichash_final(s, made, outSize);
                m.back(made, out, outSize);
                return result;
            }),
        crypto_hash_sha256: (out, from, size) =>
            within(m => {
                const made = m.room(32);
                const result = lib._crypto_hash_sha256(made, m.copy(from, Number(size)), Number(size), 0);
                m.back(made, out, 32);
                return result;
            }),
        crypto_hash_sha256_init: state => onState(state, 104, s => lib._crypto_hash_sha256_init(s)),
        crypto_hash_sha256_update: (state, from, size) =>
            onState(state, 104, (s, m) => lib._crypto_hash_sha256_update(s, m.copy(from, Number(size)), Number(size), 0)),
        crypto_hash_sha256_final: (state, out) =>
            onState(state, 104, (s, m) => {
                const made = m.room(32);
                const result = lib._crypto_hash_sha256_final(s, made);
                m.back(made, out, 32);
                return result;
            }),
        crypto_sign_verify_detached: (signature, from, size, key) =>
            within(m => lib._crypto_sign_verify_detached(m.copy(signature, 64), m.copy(from, Number(size)), Number(size), 0,
                                                         m.copy(key, 32))),
        sodium_memzero: (at, size) => void ours().fill(0, at, at + size),
        sodium_hex2bin: decode(lib._sodium_hex2bin),
        sodium_base642bin: decode(lib._sodium_base642bin),
        // Never called by an audit: the verdict of a page signs nothing.
        crypto_sign_detached: () => -1,
        crypto_sign_seed_keypair: () => -1,
        randombytes_buf: () => { throw new Error('an audit draws nothing'); },
    };
}
