'use strict';
/* Cards, and what they are worth by a match's rules (RULES.md): pure functions of numbers.
 *
 * A card is a number, 10 * suit + rank (P6.1): 0 is 1e, 39 is 12c.  Rules are text as in the OFFER. */

const SUITS = 'eboc', PIPS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
const HIDDEN = 254, NONE = 255, KING = 9;

const cardName = (card) => (card < 40 ? `${PIPS[card % 10]}${SUITS[Math.floor(card / 10)]}` : card === HIDDEN ? '?' : '-');
/* The card of a name such as 7e or 12c; -1 for another word. */
function cardNamed(name) {
  const suit = SUITS.indexOf(name.slice(-1)), rank = PIPS.indexOf(Number(name.slice(0, -1)));
  return name.length > 1 && suit >= 0 && rank >= 0 ? 10 * suit + rank : -1;
}
/* What lines call a card: two ways to write it, by the names of a table. */
const NAMES = { hidden: HIDDEN };
for (let card = 0; card < 40; card++)
  NAMES[cardName(card)] = NAMES['A234567QJK'[card % 10] + 'SCDH'[Math.floor(card / 10)]] = card;
const suitOf = (card) => Math.floor(card / 10);

const RANKS = { uruguayo: 'muestra', paulista: 'manilha', 'paulista-limpo': 'manilha', mineiro: 'mineiro', venezolano: 'vira' };
const BRAZIL = ['truco', 'seis', 'nove', 'doze'], MINAS = ['truco', 'seis', 'dez', 'doze'];
const LADDERS = {
  '2-3-4': ['truco', 'retruco', 'vale-cuatro'], '3-6-9-game': ['truco', 'retruco', 'vale-nueve', 'vale-juego'],
  '3-6-9-12': BRAZIL, '4-6-10-12': MINAS, '4-6-9-12': BRAZIL, '2-3-4-6-game': ['truc', 'retruc', 'quatro', 'seiz', 'partido'],
};
const LADDER_OF = {
  paulista: '3-6-9-12', 'paulista-limpo': '3-6-9-12', mineiro: '4-6-10-12', venezolano: '3-6-9-game', 'truc-y-flou': '2-3-4-6-game',
};
const variants = new Map();

/* What cards and words depend on, of a rules text. */
function variant(rules) {
  if (!variants.has(rules)) {
    const [preset, ...given] = rules.split(',');
    const options = Object.fromEntries(given.map((item) => item.split('=')));
    variants.set(rules, {
      preset, options,
      ranks: options.ranks || RANKS[preset] || 'fixed',
      clean: (options.deck || (preset === 'paulista-limpo' ? 'clean' : '')) === 'clean',
      wild: (options.wild || (preset === 'truc-y-flou' ? 'periques' : '')) === 'periques',
      steps: LADDERS[options.ladder || LADDER_OF[preset] || '2-3-4'] || LADDERS['2-3-4'],
    });
  }
  return variants.get(rules);
}

/* By rank 1 2 3 4 5 6 7 10 11 12, suit by suit: RULES.md section 2.1. */
const FIXED = [14, 9, 10, 1, 2, 3, 12, 5, 6, 7, 13, 9, 10, 1, 2, 3, 4, 5, 6, 7,
  8, 9, 10, 1, 2, 3, 11, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7];
const MANILHAS = [12, 14, 11, 13]; // by suit: espadilha, zap, pica-fumo, copas
const MINEIRO = { 13: 14, 36: 13, 0: 12, 26: 11 }; // 4b zap, 7c copas, 1e espadilha, 7o pica-fumo
/* rank: points, strength, points beside a better piece */
const PIECES = {
  muestra: { 1: [30, 19, 2], 3: [29, 18, 4], 4: [28, 17, 5], 8: [27, 16, 0], 7: [27, 15, 0] },
  vira: { 8: [30, 16, 10], 7: [29, 15, 9] },
};
const PERIQUES = [27, 18];

/* [points, strength, points beside a better one] of a pieza, perico or perica; undefined: it is none. */
function piece(card, rules, vira) {
  const known = PIECES[variant(rules).ranks];
  if (!known || card >= 40 || vira >= 40 || suitOf(card) !== suitOf(vira)) return undefined;
  return known[card % 10 === KING ? vira % 10 : card % 10];
}

/* How high a card is in a trick: larger is higher, 0 face down.  Equal numbers tie. */
function strength(card, rules, vira = NONE) {
  const { ranks, clean } = variant(rules), common = ((card % 10) + 7) % 10 + 1;
  if (card >= 40) return 0;
  if (ranks === 'mineiro') return MINEIRO[card] || common;
  if (ranks === 'manilha' && vira < 40) {
    const manilha = clean && vira % 10 === 2 ? 7 : (vira % 10 + 1) % 10;
    return card % 10 === manilha ? MANILHAS[suitOf(card)] : common;
  }
  const found = piece(card, rules, vira);
  return found ? found[1] : FIXED[card];
}

/* What a card that is no piece counts in envido and flor; wild ones as sevens. */
const points = (card) => (card % 10 < 7 ? card % 10 + 1 : 0);
const wildPoints = (card) => (PERIQUES.includes(card) ? 7 : points(card));
const alike = (a, b, wild) => suitOf(a) === suitOf(b) || (wild && (PERIQUES.includes(a) || PERIQUES.includes(b)));
const pairs = (cards) => cards.flatMap((a, i) => cards.slice(0, i).map((b) => [a, b]));
const best = (numbers) => Math.max(0, ...numbers);

/* The envido (embit, stones) of three cards, as it would be declared. */
function envido(cards, rules, vira = NONE) {
  const { wild } = variant(rules), worth = wild ? wildPoints : points;
  const pieces = cards.filter((card) => piece(card, rules, vira));
  if (pieces.length) {
    const top = pieces.reduce((a, b) => (piece(b, rules, vira)[0] > piece(a, rules, vira)[0] ? b : a));
    const beside = cards.filter((card) => card !== top).map((card) => (piece(card, rules, vira) || [0, 0, points(card)])[2]);
    return piece(top, rules, vira)[0] + best(beside);
  }
  const paired = pairs(cards).filter(([a, b]) => alike(a, b, wild)).map(([a, b]) => 20 + worth(a) + worth(b));
  return best([...paired, ...(wild ? [] : cards.map(points))]);
}

/* Are three cards a flor?  Of one suit, or with pieces. */
function isFlor(cards, rules, vira = NONE) {
  const { wild } = variant(rules), common = cards.filter((card) => !piece(card, rules, vira));
  if (cards.every((card) => suitOf(card) === suitOf(cards[0])) || common.length <= 1) return true;
  return (wild || common.length < cards.length) && pairs(common).every(([a, b]) => alike(a, b, wild));
}

/* The value of a flor; one with perico and perica (reservada) is 100 more, as it is declared. */
function flor(cards, rules, vira = NONE) {
  const { wild, ranks } = variant(rules);
  const found = cards.map((card) => piece(card, rules, vira));
  if (wild) return 20 + cards.reduce((sum, card) => sum + wildPoints(card), 0);
  const value = cards.reduce((sum, card, i) => sum + (found[i] ? found[i][0] - 20 : points(card)), 20);
  return value + (ranks === 'vira' && found.filter(Boolean).length > 1 ? 100 : 0);
}

const packSize = (rules) => (variant(rules).clean ? 24 : 40);

module.exports = { HIDDEN, NONE, NAMES, cardName, cardNamed, variant, strength, envido, isFlor, flor, packSize };
