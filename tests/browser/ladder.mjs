// ladder: the programs as a host starts them, in a folder of their own, until the test ends.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const build = resolve(process.env.FIEL_BUILD ?? 'build');

// Until `look` gives something; what it throws is nothing yet.  The deadline is for failures alone.
export async function until(what, look, seconds = 120) {
    const end = Date.now() + seconds * 1000;
    let last = '';
    for (;;) {
        try {
            const value = await look();
            if (value) return value;
        } catch (error) {
            last = error.message;
        }
        if (Date.now() > end) throw new Error(`${what}: it did not come in ${seconds} s. ${last}`);
        await new Promise(done => setTimeout(done, 50));
    }
}

export class Ladder {
    constructor() {
        this.folder = mkdtempSync(join(tmpdir(), 'fiel-browser-'));
        this.store = `sqlite:${this.folder}/ladder.db`;
        this.said = '';
        mkdirSync(join(this.folder, 'work'));
        chmodSync(this.folder, 0o755); // bots are users of their own
        chmodSync(join(this.folder, 'work'), 0o755);
    }

    // The host's password is told once.
    init(host) {
        const told = execFileSync(`${build}/bin/fiel-ladder`, ['init', '--store', this.store, '--host', host], { encoding: 'utf8' });
        this.password = told.match(/^password: (\S+)$/m)?.[1];
        if (!this.password) throw new Error(`no password in: ${told}`);
    }

    async start() {
        this.process = spawn(`${build}/bin/fiel-ladder`, ['serve', '--store', this.store, '--workers', '2', '--jail', 'strict', '--work',
            join(this.folder, 'work'), '--listen', '127.0.0.1:0', '--title', 'Liga de prueba', '--web', 'ladder/web', '--wasm', `${build}/web/fiel.wasm`],
                             { stdio: ['ignore', 'pipe', 'pipe'], env: { FIEL_RUNTIME: resolve('build/runtime'), ...process.env } });
        this.ended = new Promise(done => this.process.once('exit', done));
        this.process.stderr.on('data', bytes => { this.said += bytes; });
        const lines = createInterface({ input: this.process.stdout });
        this.address = await new Promise((found, failed) => {
            lines.once('line', found);
            this.ended.then(code => failed(new Error(`fiel-ladder serve ended (${code}): ${this.said}`)));
        });
    }

    async stop() {
        if (this.process && this.process.exitCode === null) this.process.kill('SIGTERM');
        await this.ended;
        rmSync(this.folder, { recursive: true, force: true });
    }

    // A program of the build as an author would pack it: one file `bot`.
    pack(program) {
        const inside = join(this.folder, `pack-${program.replace('/', '-')}`);
        mkdirSync(inside, { recursive: true });
        copyFileSync(`${build}/${program}`, join(inside, 'bot'));
        chmodSync(join(inside, 'bot'), 0o755);
        execFileSync('tar', ['-C', inside, '-czf', `${inside}.tar.gz`, 'bot']);
        return `${inside}.tar.gz`;
    }

    // The kit's bot in Python alone; it gets its package from the ladder.  `first` is what it does before each decision.
    python(name, first = '') {
        const file = join(this.folder, `${name}.py`), kit = readFileSync('sdk/templates/python/bot.py', 'utf8');
        writeFileSync(file, kit.replaceAll('@NAME@', name).replace('def decide(view):', `$&\n    ${first}`));
        return file;
    }

    // A program that says why it cannot play, and ends.
    packBroken() {
        const inside = join(this.folder, 'pack-broken');
        mkdirSync(inside);
        writeFileSync(join(inside, 'bot'), '#!/bin/sh\necho "no cards, no game" >&2\nexit 3\n', { mode: 0o755 });
        execFileSync('tar', ['-C', inside, '-czf', `${inside}.tar.gz`, 'bot']);
        return `${inside}.tar.gz`;
    }

    // That the key of this name is here, for a form; a second has one of them.
    proof(name) {
        const key = join(this.folder, `${name}.key`);
        if (!existsSync(key)) execFileSync(`${build}/bin/fiel`, ['keys', 'new', name, '--dir', this.folder]);
        for (;;) {
            const made = execFileSync(`${build}/bin/fiel-ladder`, ['login', name, '--key', key, '--proof', '--server', this.address], { encoding: 'utf8' }).trim();
            if (made !== this.proved) return this.proved = made;
        }
    }

    // What any program may read.
    async api(path) {
        const answer = await fetch(this.address + path);
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        return answer.json();
    }
}
