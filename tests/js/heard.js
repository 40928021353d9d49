#!/usr/bin/env node
'use strict';
/* Plays anything, and holds what lines told against the rules: a table sampled from the view allows what the line does. */

const assert = require('node:assert');
const fiel = require('../../sdk/js/lib/index.js');
const { HIDDEN } = require('../../sdk/js/lib/cards.js');
const { Dice, row, sample } = require('../../sdk/js/lib/rules.js');

let dice, dealt, seed;
fiel.run({
  matchStart(match) {
    seed = match.id[0];
    dice = new Dice(seed);
  },
  handStart(hand, mano, cards) { dealt = cards; },
  decide(view) {
    const table = sample(view, dice);
    if (view.gallo !== view.seat) assert(dealt.every((was, i) => was === HIDDEN || was === view.dealt[i])); // a blind hand is seen as it is played
    assert.deepEqual(table.codes(), view.legal.map(({ code }) => code));
    assert.deepEqual(row(view), table.row(view.seat));
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return view.legal[seed % view.legal.length];
  },
});
