// make kubernetes-test: ladder/deploy/kubernetes.yaml is held against Kubernetes' own schema, and what its comment tells a host to type is
// carried out with podman, on an empty PostgreSQL, until the first pair is filed.
//
//   node run.mjs BUILD ROOT FOLDER     ROOT: a folder that stands for the image, with the packages in it; FOLDER: for the server, and what is kept
//
// Of a pod the containers are run one by one as it says: user, groups, rights, read-only root, variables, volumes, command.  A key that
// is not carried out here is refused, so that nothing in the manifest goes untested for having a wrong name.  Its network is the one of the
// caller, whose ports must be free.  PODMAN_RUN has options for a machine that lets podman do less.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [build, root, folder] = process.argv.slice(2).map((path) => resolve(path));
const need = createRequire(join(build, 'kubernetes', 'package.json'));
const yaml = need('js-yaml');
const manifest = readFileSync('ladder/deploy/kubernetes.yaml', 'utf8');
const options = (process.env.PODMAN_RUN ?? '').split(' ').filter((word) => word);
const secrets = {}, running = [];
// Where a pod's range of users begins outside; the worker's pod that is started; what ROOT becomes.
const RANGE = 100000, POD = 'fiel-ladder-worker-0', IMAGE = 'localhost/fiel-kubernetes-test';

const say = (text) => console.log(`kubernetes-test: ${text}`);
const podman = (...words) => execFileSync('podman', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

// known WHAT OBJECT KEYS: ends the test when the object has another key.
function known(what, object, keys) {
    for (const key of Object.keys(object ?? {}))
        if (!keys.split(' ').includes(key)) throw new Error(`${what}: '${key}' is not carried out by this test: teach it`);
}

// What a pod's volumes are outside: those of its secrets are its group's to read, the others are everybody's.
function volumesOf(name, pod) {
    const made = {};
    for (const volume of pod.volumes ?? []) {
        known('a volume', volume, 'name secret emptyDir');
        const path = join(folder, `${name}-${volume.name}`), owner = pod.hostUsers === false ? RANGE : 0;
        mkdirSync(path);
        for (const [file, text] of Object.entries(volume.secret ? secrets[volume.secret.secretName] : {})) {
            writeFileSync(join(path, file), text);
            chmodSync(join(path, file), volume.secret.defaultMode);
            chownSync(join(path, file), owner, owner);
        }
        chownSync(path, owner, owner);
        chmodSync(path, volume.secret ? 0o750 : 0o777);
        made[volume.name] = path;
    }
    return made;
}

// The words for podman that stand for a container of a pod.
function wordsOf(pod, container, volumes) {
    known('a container', container, 'name image command env ports readinessProbe livenessProbe securityContext resources volumeMounts');
    known('a pod', pod, 'automountServiceAccountToken terminationGracePeriodSeconds topologySpreadConstraints hostUsers securityContext initContainers containers volumes');
    known("a pod's rights", pod.securityContext, 'runAsNonRoot runAsUser seccompProfile appArmorProfile');
    known("a container's rights", container.securityContext, 'allowPrivilegeEscalation readOnlyRootFilesystem capabilities');
    const words = ['--network', 'host', '--add-host', 'db:127.0.0.1', '--add-host', 'fiel-ladder:127.0.0.1', ...options];
    const rights = container.securityContext;
    words.push('--user', `${pod.securityContext.runAsUser}:0`);
    if (pod.hostUsers === false) words.push('--uidmap', `0:${RANGE}:65536`, '--gidmap', `0:${RANGE}:65536`);
    if (pod.securityContext.seccompProfile.type === 'Unconfined') words.push('--security-opt', 'seccomp=unconfined');
    if (rights.allowPrivilegeEscalation === false) words.push('--security-opt', 'no-new-privileges');
    if (rights.readOnlyRootFilesystem) words.push('--read-only', '--read-only-tmpfs=false');
    for (const right of rights.capabilities.drop) words.push('--cap-drop', right);
    for (const right of rights.capabilities.add ?? []) words.push('--cap-add', right);
    for (const { name, value, valueFrom } of container.env ?? []) {
        const from = valueFrom?.secretKeyRef;
        words.push('--env', `${name}=${value ?? (from ? secrets[from.name][from.key] : POD)}`);
    }
    for (const { name, mountPath, readOnly } of container.volumeMounts ?? [])
        words.push('--volume', `${volumes[name]}:${mountPath}${readOnly ? ':ro' : ''}`);
    return [...words, IMAGE, ...container.command.map((word) => word.replace('$(POD)', POD))];
}

async function start(object) {
    const pod = object.spec.template.spec, name = object.metadata.name, volumes = volumesOf(name, pod);
    for (const container of pod.initContainers ?? []) podman('run', '--rm', ...wordsOf(pod, container, volumes));
    for (const container of pod.containers) {
        podman('run', '--detach', '--name', name, ...wordsOf(pod, container, volumes));
        running.push(name);
        const probe = container.readinessProbe?.httpGet;
        const port = probe && container.ports.find((p) => p.name === probe.port).containerPort;
        if (probe) await until(`${name} is ready`, async () => (await fetch(`http://127.0.0.1:${port}${probe.path}`)).ok);
    }
}

async function until(what, holds) {
    for (let tries = 0; tries < 180; tries++) {
        if (await holds().catch(() => false)) return say(what);
        await sleep(1000);
    }
    throw new Error(`it was waited for three minutes: ${what}`);
}

// The database that the comment's address names.
async function database(address) {
    const [, user, password, name] = /^postgresql:\/\/(\w+):(\w+)@db\/(\w+)$/.exec(address);
    const programs = execFileSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | tail -n 1'], { encoding: 'utf8' }).trim();
    const data = join(folder, 'data'), as = ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', '--'];
    mkdirSync(data);
    execFileSync('chown', ['postgres:postgres', data]);
    const run = (words, input) =>
        execFileSync('setpriv', [...as, ...words], { cwd: data, encoding: 'utf8', input, stdio: 'pipe' });
    run([`${programs}/initdb`, '-D', data, '-A', 'trust', '-U', 'postgres']);
    writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
    const server = spawn('setpriv', [...as, `${programs}/postgres`, '-D', data, '-k', data, '-h', '127.0.0.1'], { stdio: 'ignore' });
    running.push(server);
    const psql = (text) => run([`${programs}/psql`, '-q', '-h', data, '-U', 'postgres'], text);
    await until('a database of its own is ready', async () => psql('select 1') !== null);
    psql(`create role ${user} login password '${password}';\ncreate database ${name} owner ${user};\n`);
}

// One line of the manifest's comment, as it is typed; of a loop its first round.
const keys = {};
async function kubectl(line, objects) {
    let part = /^create secret generic (\S+) --from-literal=store=(\S+)$/.exec(line);
    if (part) {
        secrets[part[1]] = { store: part[2] };
        return database(part[2]);
    }
    if (line === 'apply -f kubernetes.yaml') return start(objects.find((o) => o.kind === 'StatefulSet'));
    part = /^exec statefulset\/(\S+) -- (.*?)(?: > keys\/(\S+); done)?$/.exec(line);
    if (part) {
        const said = podman('exec', part[1], ...part[2].replace('NAME', 'ana').replace('$n', '0').split(' '));
        if (part[3]) keys[part[3].replace('$n', '0')] = said;
        return;
    }
    part = /^create secret generic (\S+) --from-file=keys && rm -r keys$/.exec(line);
    if (!part) throw new Error(`what the manifest's comment says is not carried out here: kubectl ${line}`);
    secrets[part[1]] = keys;
    return start(objects.findLast((o) => o.kind === 'StatefulSet'));
}

let failed = null;
try {
    execFileSync('sh', ['-c', `tar -C '${root}' -c . | podman import - ${IMAGE}`], { stdio: 'ignore' });
    const objects = yaml.loadAll(manifest);
    for (const object of objects) {
        const model = need(`kubernetes-models/${object.apiVersion}/${object.kind}`)[object.kind];
        new model(object).validate();
    }
    say(`${objects.length} objects are as Kubernetes' schema has them`);
    for (const [, line] of manifest.matchAll(/^# {3}(?:for .* do )?kubectl (.*)$/gm)) {
        say(`kubectl ${line}`);
        await kubectl(line, objects);
    }
    const ladder = objects.find((o) => o.kind === 'StatefulSet').metadata.name;
    for (const bot of ['berta/cauto', 'carla/random']) {
        podman('exec', ladder, 'fiel-ladder', 'enter', '--new', bot, `/usr/lib/fiel/bots/${bot.split('/')[1]}`);
        podman('exec', ladder, 'fiel-ladder', 'person', bot.split('/')[0], '--new-password'); // an author, no longer the host's own
    }
    await until('the first pair of two authors is filed', async () => /"pairs":[1-9]/.test(podman('exec', ladder, 'fiel-ladder', 'standings', '--json')));
    podman('exec', ladder, 'fiel-ladder', 'standings', '--verify');
    say('passed');
} catch (error) {
    failed = error;
    console.log(`kubernetes-test: FAILED: ${error.message}\n${error.stderr ?? ''}`);
    for (const name of running) if (typeof name === 'string') console.log(execFileSync('sh', ['-c', `podman logs ${name} 2>&1`], { encoding: 'utf8' }));
} finally {
    for (const one of running.reverse())
        if (typeof one === 'string') podman('rm', '--force', '--time', '10', one);
        else one.kill('SIGQUIT');
    execFileSync('sh', ['-c', `podman rmi --force ${IMAGE} || :`], { stdio: 'ignore' });
}
process.exit(failed ? 1 : 0);
