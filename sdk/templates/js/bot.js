#!/usr/bin/node
'use strict';
/* @NAME@: a bot for Truco under the Fiel arbiter.  `decide` is all of it: what you see, what you may do, your answer. */

const fiel = require('./fiel/lib/index.js');

/* The weakest card that takes the trick, else the weakest of all; the strongest is kept for later. */
function playCard(view) {
  const over = view.plays.filter((play) => view.strength(play.card) > view.beaten);
  return (over.length ? over : view.plays).at(-1);
}

/* Are my cards worth a truco?  Two of the three are threes or better. */
function goodHand(view) {
  const three = view.strength(fiel.cards.cardNamed('3o'));
  return view.dealt.filter((card) => view.strength(card) >= three).length >= 2;
}

function decide(view) {
  const flor = view.find('flor');
  if (flor) return flor;
  if (view.phaseName === 'envido') return view.find(view.envido >= 27 ? 'quiero' : 'no-quiero') || view.legal[0];
  if (view.phaseName === 'stake') return view.find(goodHand(view) ? 'quiero' : 'no-quiero') || view.legal[0];
  /* Or the hand of eleven, where the first of the legal actions gives it up. */
  if (!view.plays.length) return view.find('eleven-play', 'play-blind') || view.legal[0];
  if (view.envido >= 27 && view.find('envido')) return view.find('envido');
  if (goodHand(view) && view.find('truco')) return view.find('truco');
  return playCard(view);
}

fiel.run({ name: '@NAME@', decide });
