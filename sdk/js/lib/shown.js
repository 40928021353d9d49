'use strict';
/* The view of a REQUEST as an object, and what it has to show (P7, D8). */

const { allOf } = require('./messages.js');
const { CARD_DOWN, NOBODY, range } = require('./notation.js');
const { BAD_FIELDS, WireError } = require('./wire.js');

const VIEW = (`seats scorers hand game score:SCORER chicos:SCORER sides:SIDE gallo pico mano duel dueled duel_envido duel_flor turn
phase vira trick leader table:TRICK_SEAT gone:SEAT discard trick_winner:TRICK stake stake_called stake_seat said_truco waived
eleven eleven_side envido_state envido_last envido_seat envido_wanted envido_bet envido_unwanted envido_winner flor_state
flor_last flor_seat flor_taken flor_staked flor_contra flor_wanted flor_unwanted flor_winner sang asked declared:SEAT passed out
accused points_truco:SIDE points_envido:SIDE points_flor:SIDE points_bonus:SIDE hand_over hand_winner game_over
game_winner partida_winner seat known:KNOWN`).split(/\s+/).map((item) => item.split(':'));

function fitsShape(value, sizes) {
  let level = [value];
  for (const size of sizes) {
    if (!level.every((item) => Array.isArray(item) && item.length === size)) return false;
    level = level.flat();
  }
  return allOf(level, 'u');
}

/* The view as an object with its fields. */
function readView(values, seats, scorers) {
  const sizes = { SIDE: [2], SCORER: [scorers], TRICK: [3], SEAT: [seats], TRICK_SEAT: [3, seats], KNOWN: [seats, 4] };
  if (values.length !== VIEW.length) throw new WireError(BAD_FIELDS, `a view has ${VIEW.length} items`);
  const view = {};
  VIEW.forEach(([name, shape], i) => {
    if (!fitsShape(values[i], sizes[shape] || [])) throw new WireError(BAD_FIELDS, `view: ${name} has another shape`);
    view[name] = values[i];
  });
  return view;
}

const equalLists = (a, b) => a.length === b.length && a.every((item, i) => item === b[i]);

/* Does a view show what was played in this hand? */
function viewShowsHand(view, hand, mano, seat) {
  const played = range(hand.seats).every((other) => {
    const column = view.table.map((row) => row[other]).filter((card) => card !== NOBODY);
    const faces = hand.played[other].map((slot) => (hand.down.has(slot) ? CARD_DOWN : hand.cards.get(slot)));
    const slots = hand.slots(other);
    const gone = hand.played[other].reduce((mask, slot) => mask | (1 << slots.indexOf(slot)), 0);
    return equalLists(column, faces) && view.gone[other] === (gone | (other === hand.gallo && hand.laid !== null ? 8 : 0));
  });
  return played && view.hand === hand.number && view.mano === mano && view.turn === seat && view.seat === seat &&
    view.seats === hand.seats;
}

module.exports = { VIEW, readView, viewShowsHand, equalLists };
