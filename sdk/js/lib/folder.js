'use strict';
/* The state folder of one match: keys, chain secret, the messages so far (P1, P10). */

const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { signingKey } = require('./notation.js');

/* What outlives the process.  A bot that is started again in the same folder goes on where it was. */
class Folder {
  /* `seed`: the Ed25519 seed of a binding; without it the folder has a key of its own. */
  constructor(folder, seed = null) {
    this.path = folder;
    this.reborn = fs.existsSync(this.file('chain-secret')); // there was a process before this one
    this.key = signingKey(seed || this.secret('key'));
    this.chainSecret = this.secret('chain-secret');
    this.journal = fs.openSync(this.file('messages'), 'a');
  }

  file(name) { return path.join(this.path, name); }

  /* 32 random bytes, made when the file is missing. */
  secret(name) {
    const file = this.file(name);
    if (!fs.existsSync(file)) {
      const fd = fs.openSync(`${file}.new`, 'w', 0o600);
      fs.writeSync(fd, crypto.randomBytes(32));
      fs.fsyncSync(fd);
      fs.closeSync(fd);
      fs.renameSync(`${file}.new`, file);
    }
    return fs.readFileSync(file);
  }

  /* The messages kept; what was half written when the bot died is cut off. */
  messages() {
    const data = fs.readFileSync(this.file('messages')), kept = [];
    let at = 0;
    while (at + 4 <= data.length) {
      const end = at + 4 + data.readUInt32BE(at);
      if (end > data.length) break;
      kept.push(data.subarray(at + 4, end));
      at = end;
    }
    fs.truncateSync(this.file('messages'), at);
    return kept;
  }

  /* Adds a message, before anything that it causes leaves the process. */
  keep(raw) {
    const bytes = Buffer.alloc(4 + raw.length);
    bytes.writeUInt32BE(raw.length);
    raw.copy(bytes, 4);
    fs.writeSync(this.journal, bytes);
  }

  /* 'table request' -> [action, signs] that were said before, so that they are said the same again. */
  answers() {
    const file = this.file('answers'), said = new Map();
    if (fs.existsSync(file))
      for (const line of fs.readFileSync(file, 'ascii').split('\n').slice(0, -1)) {
        const [table, request, action, ...signs] = line.split(' ').map(Number);
        said.set(`${table} ${request}`, [action, signs]);
      }
    return said;
  }

  /* Adds an answer, before it is sent; the newest to a request counts. */
  keepAnswer(table, request, action, signs) {
    fs.appendFileSync(this.file('answers'), `${[table, request, action, ...signs].join(' ')}\n`);
  }

  /* Is it this folder's match?  The first one is written down: a folder is for one. */
  matchIs(id) {
    const file = this.file('match');
    if (!fs.existsSync(file)) fs.writeFileSync(file, id.toString('hex'));
    return fs.readFileSync(file, 'ascii') === id.toString('hex');
  }

  /* Waits for the disk: what a bot joins and signs has to outlive its machine.  On the arbiter's own a power cut ends the match. */
  sync() {
    for (const name of ['', 'chain-secret', 'match', 'messages', 'answers'].filter((one) => fs.existsSync(this.file(one)))) {
      const fd = fs.openSync(this.file(name), 'r');
      try {
        fs.fsyncSync(fd);
      } finally {
        fs.closeSync(fd);
      }
    }
  }

  close() { fs.closeSync(this.journal); }
}

module.exports = { Folder };
