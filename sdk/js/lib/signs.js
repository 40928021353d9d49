'use strict';
/* What a match's rules say of signs (P6.4). */

const { range } = require('./notation.js');

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8];
const PIECES = [...CARDS, 9, 10, 11, 12], BRAZIL = [8, 15, 16, 17, 18];
const WORDS = {
  argentino: [...CARDS, 9], 'argentino-flor': [...CARDS, 9], uruguayo: PIECES, venezolano: PIECES, gauderio: [...CARDS, 13, 14],
  paulista: BRAZIL, 'paulista-limpo': BRAZIL, mineiro: BRAZIL, 'truc-y-flou': [1, 2, 3, 4, 5, 6, 19, 20, 21, 22, 23],
};
const CAPTAINS = [22, 23];

class Signs {
  constructor(rules) {
    const [preset, ...given] = rules.split(',');
    const options = Object.fromEntries(given.map((option) => option.split('=')));
    this.words = WORDS[preset] || [];
    this.on = options.signs === 'on';
    this.perDecision = Number(options.signs_per_decision ?? 1);
    this.perHand = Number(options.signs_per_hand ?? 3);
  }

  /* Are signs made in the hand of this view? */
  made(view) {
    const playing = range(view.seats).filter((seat) => (view.duel >> seat) & 1);
    return this.on && [0, 1].some((side) => playing.filter((seat) => seat % 2 === side).length > 1);
  }

  /* Could this seat make this sign? */
  possible(view, seat, code) {
    const word = code >> 8, to = code & 255, partner = to !== seat && to % 2 === seat % 2;
    return this.made(view) && this.words.includes(word) && to < view.seats && partner && ((view.duel >> to) & 1) === 1 &&
      (!CAPTAINS.includes(word) || seat >> 1 === view.seats >> 2);
  }
}

module.exports = { Signs, CAPTAINS };
