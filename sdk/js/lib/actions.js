'use strict';
/* Actions by name: view.find('truco'), String(action) === 'play 7e'. */

const { HIDDEN, NAMES, cardName, variant } = require('./cards.js');

const WORDS = {
  1: 'play', 2: 'play-down', 4: 'quiero', 5: 'no-quiero', 6: 'envido', 7: 'real-envido', 8: 'falta-envido', 9: 'flor',
  10: 'contraflor', 11: 'contraflor-al-resto', 12: 'con-flor-quiero', 13: 'con-flor-me-achico', 14: 'declare', 15: 'silent',
  16: 'son-buenas', 17: 'mazo', 18: 'pass', 19: 'pido-flor', 20: 'eleven-play', 21: 'eleven-run', 22: 'play-blind',
  23: 'quiero-mazo', 24: 'flor-envido', 25: 'flor-real-envido', 26: 'flor-falta-envido', 27: 'paso', 29: 'restou',
  30: 'restou-y-troucou', 31: 'discard',
};
const MORE = { 1: 'u-aoute', 2: 'dus-de-mes', 10: 'detz-de-mes' };
const KIND = { PLAY: 1, PLAY_DOWN: 2, RAISE: 3, ENVIDO: 6, REAL_ENVIDO: 7, PIDO_FLOR: 19, PLAY_BLIND: 22, FLOR_ENVIDO: 24, FLOR_REAL_ENVIDO: 25, EMBIT_MORE: 28, DISCARD: 31 };
const OF_CARDS = [KIND.PLAY, KIND.PLAY_DOWN, KIND.DISCARD];
const NAMED = {
  ...Object.fromEntries(Object.entries(WORDS).map(([kind, word]) => [word, Number(kind)])), accept: 4, yes: 4, cantar: 4,
  'alimidou-cantar': 4, run: 5, no: 5, concede: 17, embide: 6, 'mi-falta': 8, 'flor-tambien': 9, 'alimidou-con-flor': 10,
  'alibarestou-con-flor': 11, 'ten-play': 20, 'ten-run': 21, '': KIND.EMBIT_MORE, // whose word is made of its points
};
const BET = /^(flor-)?(?:envido-(\d+)|(\d+)-real-envido)$/;

/* One thing a seat can say or do; `code` is what goes on the wire, 256 * kind + arg. */
class Action {
  constructor(code, rules = 'argentino') {
    this.code = code;
    this.rules = rules;
  }

  /* The action of a line's words: play 7e, envido-5, a variant's own too; accused: whom a bare `pido-flor` means. */
  static named(words, rules, accused = 0) {
    const [word, of] = words.split(' '), step = variant(rules).steps.indexOf(word), bet = BET.exec(word);
    const more = Object.keys(MORE).find((arg) => MORE[arg] === word), coded = (kind, arg) => new Action((kind << 8) | arg, rules);
    if (step >= 0) return coded(KIND.RAISE, step + 1);
    if (bet) return coded((bet[2] ? KIND.ENVIDO : KIND.REAL_ENVIDO) + (bet[1] ? 18 : 0), Number(bet[2] || bet[3]));
    if (more) return coded(KIND.EMBIT_MORE, Number(more));
    const kind = NAMED[word];
    if (OF_CARDS.includes(kind)) return coded(kind, NAMES[of] ?? HIDDEN);
    return coded(kind, of ? Number(of) : kind === KIND.PIDO_FLOR ? accused : 0);
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

module.exports = { Action, KIND, NAMED };
