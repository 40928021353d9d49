#!/usr/bin/env -S node --disable-wasm-trap-handler
'use strict';
/* montecarlo: plays every legal action out on whole tables as they may lie, and answers with the one that made the most points. */

const fiel = require('./lib/index.js');
const { Dice, sample } = require('./lib/rules.js');

const TABLES = 60, MAZO = 17;
const dice = new Dice(1);

/* My points less the best of the others'. */
function lead(table, seat) {
  const { score, scorers } = table.state();
  return score[seat] - Math.max(...score.filter((_, other) => scorers[other] !== scorers[seat]));
}

function decide(view) {
  const actions = view.legal.filter((action) => action.kind !== MAZO || view.legal.length === 1);
  if (actions.length === 1) return actions[0];
  const made = actions.map(() => 0);
  for (let t = 0; t < TABLES; t++) {
    const table = sample(view, dice), played = table.copy(), luck = dice.state;
    actions.forEach((action, i) => {
      dice.state = luck; // one stream for all actions: they differ by what they are alone
      played.become(table).apply(action);
      played.playout(dice);
      made[i] += lead(played, view.seat);
    });
  }
  return actions[made.indexOf(Math.max(...made))];
}

if (require.main === module) fiel.run(decide);
module.exports = { decide };
