'use strict';
/* The state folder of one match: keys, chain secret, and what was told so far, as a number and a head (P1, P10). */

const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { signingKey } = require('./notation.js');

const TOLD = 72; // bytes of matchId, have and head: the file has this size however long the match is

/* What outlives the process.  A bot that is started again in the same folder goes on where it was. */
class Folder {
  /* `seed`: the Ed25519 seed of a binding; without it the folder has a key of its own. */
  constructor(folder, seed = null) {
    this.path = folder;
    this.reborn = fs.existsSync(this.file('chain-secret')); // there was a process before this one
    this.key = signingKey(seed || this.secret('key'));
    this.chainSecret = this.secret('chain-secret');
    this.told = fs.openSync(this.file('told'), fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    const kept = Buffer.alloc(TOLD);
    fs.readSync(this.told, kept, 0, TOLD, 0);
    this.matchId = kept.subarray(0, 32);
    this.have = Number(kept.readBigUInt64BE(32));
    this.head = kept.subarray(40);
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

  /* Is it this folder's match?  The first one is written down: a folder is for one. */
  matchIs(id) { return this.have === 0 || this.matchId.equals(id); }

  /* Before anything leaves the process: so many messages were told to it, and this is the head of them (D7). */
  keep(matchId, have, head) {
    const bytes = Buffer.alloc(TOLD);
    matchId.copy(bytes);
    bytes.writeBigUInt64BE(BigInt(have), 32);
    head.copy(bytes, 40);
    fs.writeSync(this.told, bytes, 0, TOLD, 0);
  }

  /* Waits for the disk: what a bot joins and signs has to outlive its machine.  On the arbiter's own a power cut ends the match. */
  sync() {
    for (const name of ['', 'chain-secret', 'told'].filter((one) => fs.existsSync(this.file(one)))) {
      const fd = fs.openSync(this.file(name), 'r');
      try {
        fs.fsyncSync(fd);
      } finally {
        fs.closeSync(fd);
      }
    }
  }

  close() { fs.closeSync(this.told); }
}

module.exports = { Folder };
