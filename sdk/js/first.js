#!/usr/bin/node
'use strict';
/* first: a bot in twenty lines.  It plays its strongest card, wants every truco and fears every envido. */

const fiel = require('./lib/index.js');

function first(view) {
  if (view.phaseName === 'stake') return view.find('quiero') || view.legal[0];
  if (view.phaseName === 'play' && view.plays.length) return view.plays[0];
  return view.find('no-quiero') || view.legal[0];
}

fiel.run(first);
