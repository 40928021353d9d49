'use strict';
/* The connection to a seat: HELLO after every handshake, envelopes in, answers out (P1, P3, P10). */

const zmq = require('zeromq');
const { CHECK, CheckFailed, check, saveEvidence } = require('./checks.js');
const {
  CURVE_ADDS, MESSAGES_FROM_ARBITER, MESSAGES_FROM_BOT, MESSAGES_OF_TABLES, fromArbiter, packEnvelope, readEnvelope,
} = require('./messages.js');
const { pieces } = require('./notation.js');
const { MOST_TABLES } = require('./offer.js');
const { MAX_ENVELOPE, WireError } = require('./wire.js');

const PATIENCE_MS = 30000; // without a line the arbiter is gone
const REVEAL_MS = 10000; // what follows RESULT does not take longer
const HELLO_MS = 1000; // before the OFFER, and while a resend has not ended: HELLO again, then twice as late
const LINGER_MS = 2000, HEARTBEAT_MS = 500, DEAD_MS = 2000;
const OUTLIVE = ['JOIN', 'HAND_SIGN']; // what a bot elsewhere says when the disk has all that it rests on
const PLAYED = 'played', PROTESTED = 'protested', LOST = 'lost';

const Z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#';
/* 32 bytes as the 40 letters that ZeroMQ takes for a key. */
function z85(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    let value = bytes.readUInt32BE(at), piece = '';
    for (let i = 0; i < 5; i++, value = Math.floor(value / 85)) piece = Z85[value % 85] + piece;
    text += piece;
  }
  return text;
}

/* A DEALER under CURVE that takes parts of at most `longest` bytes. */
function dealer(server, publicKey, secret, longest, more = {}) {
  return new zmq.Dealer({
    curveServerKey: z85(server), curvePublicKey: z85(publicKey), curveSecretKey: z85(secret), maxMessageSize: longest + CURVE_ADDS,
    linger: LINGER_MS, ...more,
  });
}

/* What happens, one after the other: envelopes, the line's events, and silence. */
class Queue {
  items = [];
  wake = null;

  put(item) {
    this.items.push(item);
    this.wake?.();
  }

  /* The next item; null when none comes for so many milliseconds (Infinity: for ever). */
  async next(ms) {
    if (this.items.length) return this.items.shift();
    let timer;
    await new Promise((resolve) => {
      this.wake = resolve;
      if (ms !== Infinity) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.wake = null;
    return this.items.shift() || null;
  }
}

/* As much of a text as a PROTEST may hold: 255 bytes, no half of a letter. */
function shortened(text) {
  const letters = [...text];
  while (Buffer.byteLength(letters.join('')) > 255) letters.pop();
  return letters.join('');
}

/* A message that is sent, as a text: the same text, the same message. */
const textOf = (message) => message.map((field) => (Buffer.isBuffer(field) ? field.toString('hex') : String(field))).join(' ');

/* One seat's connection for one match. */
class Connection {
  /* start: the record of P1, six items. */
  constructor(start, party, name, patienceMs = PATIENCE_MS) {
    const far = start[1].startsWith('tcp://');
    const keepAlive = { heartbeatInterval: HEARTBEAT_MS, heartbeatTimeout: DEAD_MS, connectTimeout: DEAD_MS, reconnectMaxInterval: 1000, ipv6: true };
    Object.assign(this, { party, name, far, server: start[2], patienceMs, queue: new Queue() });
    Object.assign(this, { sent: new Map(), envelopes: [], returning: false, connected: false, silence: HELLO_MS });
    this.socket = dealer(start[2], start[3], start[4], MAX_ENVELOPE, far ? keepAlive : {});
    this.socket.events.on('handshake', () => this.queue.put({ line: true }));
    this.socket.events.on('disconnect', () => this.queue.put({ line: false }));
    this.socket.connect(start[1]);
    this.listen();
  }

  /* Envelopes into the queue until the socket is closed. */
  async listen() {
    try {
      for await (const parts of this.socket) this.queue.put({ parts });
    } catch (error) {
      if (!this.socket.closed) throw error;
    }
  }

  close() { this.socket.close(); }

  /* Messages, each [table, name, field, ...], in as many envelopes as they need. */
  async send(...messages) {
    for (const some of pieces(messages, this.most())) await this.socket.send(packEnvelope(this.party.have, some));
  }

  /* Messages that one envelope may hold. */
  most() { return this.party.tables.length > 1 ? MESSAGES_OF_TABLES : MESSAGES_FROM_BOT; }

  /* HELLO; a bot that has come back waits until all is told again (P10). */
  async hello() {
    this.sent = new Map();
    this.envelopes = [];
    this.returning = this.party.catchingUp = this.party.have > 0 || this.party.folder.reborn;
    await this.send([0, 'HELLO', ...this.party.helloFields(this.name, this.server)]);
  }

  /* Sends what is owed and was not sent on this connection. */
  async pay() {
    const owed = new Map((await this.party.owed()).map((message) => [textOf(message), message]));
    const unread = this.unread(), due = [...owed].filter(([text]) => !this.sent.has(text) || unread.has(text));
    const envelopes = pieces(due.map(([text]) => text), this.most());
    this.sent = owed;
    this.envelopes = [...this.envelopes, ...envelopes].filter((texts) => texts.some((text) => owed.has(text)));
    if (this.far && due.some(([, [, kind]]) => OUTLIVE.includes(kind))) this.party.folder.sync();
    if (due.length) await this.send(...due.map(([, message]) => message));
  }

  /* The answers that were refused, and what stood behind one in its envelope: the arbiter did not look at that (P3). */
  unread() {
    const starts = this.party.unsaid.splice(0).map((start) => `${textOf(start)} `);
    return new Set(this.envelopes.flatMap((texts) => {
      const first = texts.findIndex((text) => starts.some((start) => text.startsWith(start)));
      return first < 0 ? [] : texts.slice(first);
    }));
  }

  /* Plays until the match is over: PLAYED, PROTESTED or LOST. */
  async play() {
    try {
      return await this.run();
    } catch (error) {
      const failed = error instanceof WireError ? new CheckFailed(CHECK.ENVELOPE, error.message) : error;
      if (!(failed instanceof CheckFailed)) throw error;
      await this.protest(failed);
      return PROTESTED;
    }
  }

  async run() {
    while (!this.party.finished()) {
      const item = await this.queue.next(this.patience());
      if (item?.parts) await this.receive(item.parts);
      else if (item) await this.lineChanged(item.line);
      else if (!this.connected) return LOST;
      else await this.quiet();
    }
    if (this.far) await this.hello(); // I hold all: the arbiter stays until it knows that (P10)
    return PLAYED;
  }

  /* How long to wait for the next thing to come. */
  patience() {
    if (!this.connected) return this.patienceMs;
    if (this.party.over) return REVEAL_MS;
    return this.returning || this.party.have === 0 ? this.silence : Infinity;
  }

  /* Nothing came for as long as something should have. */
  async quiet() {
    check(!this.party.over, CHECK.SEED, 'the seed was not told');
    this.silence *= 2;
    await this.hello();
  }

  async lineChanged(stands) {
    this.connected = stands;
    if (stands) await this.hello();
  }

  /* One envelope; what it asks for is answered after all of it was read (P12). */
  async receive(parts) {
    this.party.culprit = parts[0];
    check(parts.length === 1, CHECK.ENVELOPE, 'an envelope of several parts');
    const { number, messages } = readEnvelope(parts[0], fromArbiter, MESSAGES_FROM_ARBITER, MOST_TABLES);
    if (number > this.party.have) {
      await this.hello();
      return;
    }
    for (const message of messages.slice(this.party.have - number)) this.party.take(message);
    if (messages.length) this.silence = HELLO_MS;
    else this.goOn();
    this.party.keep();
    if (!this.returning) await this.pay();
  }

  /* All is told again. */
  goOn() {
    this.returning = false;
    this.party.goOn();
  }

  /* A check failed: say so, leave the evidence, stop (D8). */
  async protest(failed) {
    await this.send([0, 'PROTEST', ...this.party.protestFields(failed.code, shortened(failed.message))]);
    let kept = `evidence.txt in ${this.party.folder.path} says why`;
    try {
      saveEvidence(this.party, failed);
    } catch (error) {
      kept = `the evidence could not be written: ${error.message}`;
    }
    console.error(`fiel: check ${failed.code}: ${failed.message}: the bot stops, ${kept}`);
  }
}

module.exports = { Connection, Queue, dealer, PLAYED, PROTESTED, LOST };
