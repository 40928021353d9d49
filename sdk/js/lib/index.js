'use strict';
/* fiel: write a bot for Fiel in JavaScript.
 *
 *     const fiel = require('fiel');
 *     fiel.run((view) => view.legal[0]);
 *
 * It is started as `fiel match --bot lines:./bot.js`: it hears what spec/LINES.md tells, a line at a time, and needs Node alone.
 * index.d.ts says what there is. */

const { Action } = require('./actions.js');
const cards = require('./cards.js');
const { Bot } = require('./player.js');
const { run } = require('./lines.js');
const { Match, View } = require('./view.js');

module.exports = { Action, Bot, Match, View, cards, run };
Object.defineProperty(module.exports, 'cut', {
  get() { throw new Error('fiel.cut is no more, for who plays by lines does not cut: name the bundled cutter, --cut corte'); },
});
