// worker: does the heavy work beside the page.  In: { what, of }, a function of replay.mjs ('whose', 'tell', 'verify') and what it takes; out:
// { what, value, ms } or { what, error }.
import { load } from './replay.mjs';

const opened = load(fetch(new URL('./fiel.wasm', import.meta.url)));

onmessage = async ({ data }) => {
    try {
        const replay = await opened;
        const start = performance.now();
        const value = replay[data.what](...data.of);
        postMessage({ what: data.what, value, ms: Math.round(performance.now() - start) });
    } catch (error) {
        postMessage({ what: data.what, error: String(error.message ?? error) });
    }
};
