'use strict';
/* What a seat sees, by the names of spec/LINES.md, as lines tell it, as the rules take it in bytes, and here in numbers. */

const { NAMES, NONE } = require('./cards.js');
const { NAMED } = require('./actions.js');

const FIELDS = (`seats scorers hand game score chicos sides gallo pico mano duel dueled duel_envido duel_flor turn
phase vira trick leader table gone discard trick_winner stake stake_called stake_seat said_truco waived
eleven eleven_side envido_state envido_last envido_seat envido_wanted envido_bet envido_unwanted envido_winner flor_state
flor_last flor_seat flor_taken flor_staked flor_contra flor_wanted flor_unwanted flor_winner sang asked declared passed out
accused points_truco points_envido points_flor points_bonus hand_over hand_winner game_over
game_winner partida_winner seat known`).split(/\s+/);
const PHASES = {
  0: 'none', 1: 'play', 2: 'stake', 3: 'envido', 4: 'declare', 5: 'flor', 6: 'accuse', 7: 'raise', 8: 'eleven', 20: 'signs',
  21: 'discard',
};
/* A bit each, of a list of seats or of cards. */
const MASKS = 'duel dueled duel_envido duel_flor said_truco waived sang asked passed out accused sides gone'.split(' ');
const NUMBERS = { null: NONE, tie: 2, silent: 253, 'son-buenas': 254, ...NAMES };
for (const words of ['closed possible called wanted settled', 'none asked played run iron'])
  words.split(' ').forEach((word, number) => { NUMBERS[word] = number; });
for (const number of Object.keys(PHASES)) NUMBERS[PHASES[number]] = Number(number);

const number = (value) => (Array.isArray(value) ? value.map(number) : typeof value === 'number' ? value : NUMBERS[value]);
const mask = (items) => (Array.isArray(items[0]) ? items.map(mask) : items.reduce((sum, item) => sum | (1 << item), 0));
const kind = (word) => (word === null ? 0 : NAMED[word]);
const READ = FIELDS.map((name) => [name, MASKS.includes(name) ? mask : name.endsWith('_last') ? kind : number]);

/* The fields of a line's view, in numbers. */
function ofLine(view) {
  const fields = {};
  for (const [name, read] of READ) fields[name] = read(view[name]);
  fields.known = fields.known.map((cards) => [...cards, NONE, NONE, NONE, NONE].slice(0, 4));
  return fields;
}

/* Whole numbers and lists of them in msgpack. */
function put(value, bytes) {
  if (Array.isArray(value)) {
    bytes.push(...(value.length < 16 ? [0x90 | value.length] : [0xdc, value.length >> 8, value.length & 255]));
    for (const item of value) put(item, bytes);
  } else {
    const size = value < 0x80 ? 0 : value < 0x100 ? 1 : value < 0x10000 ? 2 : 4;
    if (size) bytes.push(0xcc + (size >> 1));
    for (let at = Math.max(size, 1) - 1; at >= 0; at--) bytes.push(Math.floor(value / 256 ** at) & 255);
  }
}

/* A View's fields, as the rules take them. */
function toBytes(view) {
  const bytes = [];
  put(FIELDS.map((name) => view[name]), bytes);
  return Uint8Array.from(bytes);
}

module.exports = { FIELDS, PHASES, ofLine, toBytes };
