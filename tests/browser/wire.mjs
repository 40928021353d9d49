// wire: a connection to the ladder that can be cut.
import { connect, createServer } from 'node:net';

export async function wireTo(address) {
    const { hostname, port } = new URL(address), ends = new Set();
    let asked = ''; // what came from the browser
    const server = createServer(near => {
        near.on('data', bytes => { asked += bytes; });
        const far = connect(Number(port), hostname);
        for (const [end, other] of [[near, far], [far, near]]) {
            ends.add(end);
            end.pipe(other);
            end.on('error', () => other.destroy());
            end.on('close', () => { ends.delete(end); other.destroy(); });
        }
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    const cut = () => ends.forEach(end => end.destroy());
    return { address: `http://127.0.0.1:${server.address().port}`, cut, asked: () => asked, close: () => { server.close(); cut(); } };
}
