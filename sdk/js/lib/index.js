'use strict';
/* fiel: write a bot for Fiel in JavaScript.
 *
 *     const fiel = require('fiel');
 *     fiel.run((view) => view.legal[0]);
 *
 * The package does sockets, keys, the chain of cuts, every check of DEAL.md section 8, coming back and signing; it is written
 * from PROTOCOL.md and DEAL.md.  index.d.ts says what there is. */

const { Action } = require('./actions.js');
const cards = require('./cards.js');
const { Bot } = require('./player.js');
const { cut, run } = require('./running.js');
const { Match, View } = require('./view.js');

module.exports = { Action, Bot, Match, View, cards, cut, run };
