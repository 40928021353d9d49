'use strict';
/* Waiting at a host's door for matches (P14). */

const fs = require('node:fs');
const { Queue, dealer } = require('./connection.js');
const { curvePublic, join, signingKey, tag, u8 } = require('./notation.js');
const { VERSION } = require('./offer.js');
const { WireError, decode, encode } = require('./wire.js');

const [KNOCK, CHALLENGE, WAIT, WAITING, CALL, , NO, PING, PONG] = [64, 65, 66, 67, 68, 69, 70, 71, 72];
const FIELDS = { [CHALLENGE]: ['bin'], [WAITING]: ['string'], [CALL]: ['string', 'string', 'bin'], [NO]: ['number', 'string'], [PONG]: ['number'] };
const LABEL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, UNPRINTABLE = /\p{C}/u;
const REPLACED = 6, PLAYS = 0, CUTS = 1, MOST_BYTES = 1024;
const ARRIVE_MS = 20000, PING_MS = 30000;
const LAST_MS = 100; // what the door said last comes beside the news that its line has ended, and may be handed over behind it
const NEVER_MS = 24 * 3600 * 1000; // one try is one connection; told not to try again libzmq throws away what was not read yet
const LOST_EVENTS = ['close', 'disconnect', 'handshake:error:auth', 'handshake:error:protocol', 'handshake:error:other'];

/* NAME.key (P14.1): name, seed, and the transport keys. */
function readIdentity(path) {
  const lines = fs.readFileSync(path, 'ascii').split('\n').filter(Boolean).map((line) => line.split(' '));
  const words = lines.map(([word]) => word).join(' ');
  if (words !== 'fiel-key name ed25519-secret curve25519-secret' || lines[0][1] !== '1')
    throw new Error(`${path} is no key file of version 1: make one with fiel keys new NAME`);
  const [seed, curveSecret] = lines.slice(2).map(([, hex]) => Buffer.from(hex, 'hex'));
  return { name: lines[1][1], seed, curveSecret, curve: curvePublic(curveSecret), signing: signingKey(seed) };
}

/* One connection to the door. */
class Door {
  constructor(endpoint, server, identity, role = PLAYS) {
    Object.assign(this, { server, identity, role, waiting: false, replaced: false, queue: new Queue() });
    this.socket = dealer(server, identity.curve, identity.curveSecret, MOST_BYTES, { reconnectInterval: NEVER_MS });
    for (const event of LOST_EVENTS) this.socket.events.on(event, () => this.queue.put({ lost: true }));
    this.socket.connect(endpoint);
    this.listen();
  }

  async listen() {
    try {
      for await (const parts of this.socket) this.queue.put({ parts });
    } catch (error) {
      if (!this.socket.closed) throw error;
    }
  }

  close() { this.socket.close(); }

  send(...message) { return this.socket.send(encode(message)); }

  /* { label, endpoint, server } of a CALL; null when the line or the place is lost. */
  async wait() {
    this.send(KNOCK, VERSION).catch(() => {});
    for (let lost = false; ;) {
      const item = await this.queue.next(lost ? LAST_MS : this.waiting ? PING_MS : ARRIVE_MS);
      lost ||= Boolean(item?.lost);
      if (!item && (lost || !this.waiting)) return null;
      if (!item) this.send(PING).catch(() => {}); // a line that has ended takes none
      if (!item?.parts) continue;
      const [kind, ...fields] = this.read(item.parts);
      if (kind === CALL) return { label: fields[0], endpoint: fields[1], server: fields[2] };
      if (!(await this.heed(kind, ...fields))) return null;
    }
  }

  /* A message; WireError for what no door says. */
  read(parts) {
    const message = decode(parts[0]);
    const kinds = Array.isArray(message) ? FIELDS[message[0]] : undefined;
    const found = kinds && message.slice(1).map((field) => (Buffer.isBuffer(field) ? 'bin' : typeof field));
    if (!kinds || kinds.join() !== found.join()) throw new WireError(14, 'the door said what no door says');
    // What it says is printed here, and connected to from here: a seat is on the network.
    if (message.some((field) => typeof field === 'string' && UNPRINTABLE.test(field)))
      throw new WireError(14, 'the door said what cannot be printed');
    if (message[0] === CALL && !(LABEL.test(message[1]) && message[2].startsWith('tcp://')))
      throw new WireError(14, 'the door calls to what is no seat');
    return message;
  }

  /* Answers what is not a CALL; false when the door does not want this bot now. */
  async heed(kind, first, text) {
    const { signing } = this.identity;
    if (kind === CHALLENGE)
      await this.send(WAIT, signing.publicKey, this.role, signing.sign(join(tag('fiel/wait'), this.server, first, u8(this.role))));
    else if (kind === PONG && !first) await this.send(KNOCK, VERSION);
    else if (kind === WAITING) {
      this.waiting = true;
      console.error(`fiel: ${first} waits`);
    } else if (kind === NO) {
      console.error(`fiel: the door says no: ${text}`);
      this.replaced = first === REPLACED;
      return false;
    }
    return true;
  }
}

module.exports = { Door, readIdentity, PLAYS, CUTS };
