#!/usr/bin/node
'use strict';
/* player: plays anything that is legal, with --wild now and then what is not; the bot of the tests.
 *
 * usage: player.js [--wild]      and what fiel.run understands: --connect, --server, --key, --state, --once */

const fiel = require('./lib/index.js');

const NO_WORD = 255; // no action of any variant

class Player extends fiel.Bot {
  name = 'player';
  state = 1;
  wild = process.argv.includes('--wild');

  matchStart(match) { this.state = match.id.readUInt32BE(0) || 1; }

  /* xorshift, so that a match can be had again. */
  below(n) {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % n;
  }

  decide(view) { return this.wild && this.below(7) === 0 ? NO_WORD : view.legal[this.below(view.legal.length)]; }

  /* The eight of `bad cards`, a word of most variants, to the seat across. */
  signs(view, room) {
    const mate = (view.seat + 2) % view.seats, word = view.match.preset === 'truc-y-flou' ? 1 : 8;
    return room && (view.duel >> mate) & 1 && mate !== view.seat ? [256 * word + mate] : [];
  }
}

fiel.run(new Player());
