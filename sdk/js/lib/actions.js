'use strict';
/* Actions by name (P6.2): view.find('truco'), String(action) === 'play 7e'. */

const { cardName, variant } = require('./cards.js');

const WORDS = {
  1: 'play', 2: 'play-down', 4: 'quiero', 5: 'no-quiero', 6: 'envido', 7: 'real-envido', 8: 'falta-envido', 9: 'flor',
  10: 'contraflor', 11: 'contraflor-al-resto', 12: 'con-flor-quiero', 13: 'con-flor-me-achico', 14: 'declare', 15: 'silent',
  16: 'son-buenas', 17: 'mazo', 18: 'pass', 19: 'pido-flor', 20: 'eleven-play', 21: 'eleven-run', 22: 'play-blind',
  23: 'quiero-mazo', 24: 'flor-envido', 25: 'flor-real-envido', 26: 'flor-falta-envido', 27: 'paso', 29: 'restou',
  30: 'restou-y-troucou', 31: 'discard',
};
const MORE = { 1: 'u-aoute', 2: 'dus-de-mes', 10: 'detz-de-mes' };
const KIND = {
  PLAY: 1, PLAY_DOWN: 2, RAISE: 3, ENVIDO: 6, REAL_ENVIDO: 7, FLOR: 9, DECLARE: 14, SILENT: 15, SON_BUENAS: 16, PASS: 18,
  PIDO_FLOR: 19, PLAY_BLIND: 22, FLOR_ENVIDO: 24, FLOR_REAL_ENVIDO: 25, EMBIT_MORE: 28, DISCARD: 31,
};
const OF_CARDS = [KIND.PLAY, KIND.PLAY_DOWN, KIND.DISCARD], BETS = [KIND.ENVIDO, KIND.REAL_ENVIDO, KIND.FLOR_ENVIDO, KIND.FLOR_REAL_ENVIDO];
const LEGAL_PLAIN = 16;
const BY_THEMSELVES = [KIND.FLOR, KIND.DECLARE, KIND.SILENT, KIND.SON_BUENAS];

/* One thing a seat can say or do; `code` is what goes on the wire, 256 * kind + arg. */
class Action {
  constructor(code, rules = 'argentino') {
    this.code = code;
    this.rules = rules;
  }

  get kind() { return this.code >> 8; }
  get arg() { return this.code & 255; }

  /* The card that is played or laid away; null of everything that is said. */
  get card() { return OF_CARDS.includes(this.kind) ? this.arg : null; }

  /* What is done, without the card: play, truco, envido-5. */
  get word() {
    const { kind, arg } = this;
    if (kind === KIND.RAISE) return variant(this.rules).steps[arg - 1] || 'raise';
    if (kind === KIND.EMBIT_MORE) return MORE[arg] || 'more';
    if (arg && (kind === KIND.ENVIDO || kind === KIND.FLOR_ENVIDO)) return `${WORDS[kind]}-${arg}`;
    if (arg && kind === KIND.REAL_ENVIDO) return `${arg}-real-envido`;
    if (arg && kind === KIND.FLOR_REAL_ENVIDO) return `flor-${arg}-real-envido`;
    return WORDS[kind] || `action-${kind}`;
  }

  toString() {
    if (this.card !== null) return `${this.word} ${cardName(this.card)}`;
    return this.kind === KIND.PLAY_BLIND || this.kind === KIND.PIDO_FLOR ? `${this.word} ${this.arg}` : this.word;
  }
}

/* Is a REQUEST's list in its order, by kind, cards as they were dealt, else by arg, and filled up to as many codes as it should
 * be?  What stands where could tell of a rival's cards, and the size of a message, too. */
function legalInOrder(codes, filled, dealt) {
  const place = (code) => [code >> 8, OF_CARDS.includes(code >> 8) ? dealt.indexOf(code & 255) : code & 255];
  const places = codes.map(place), rises = ([kind, arg], [next, after]) => kind < next || (kind === next && arg < after);
  const numbers = codes.filter((code) => BETS.includes(code >> 8) && code & 255).length;
  return places.every((now, i) => i === 0 || rises(places[i - 1], now)) && filled === numbers + Math.max(LEGAL_PLAIN, codes.length - numbers);
}

module.exports = { Action, KIND, BY_THEMSELVES, legalInOrder };
