'use strict';
/* What a bot checks (D8), by the numbers of P9.6, and what it leaves behind when a check fails. */

const fs = require('node:fs');
const path = require('node:path');

const NAMES = ('ENVELOPE ORDER OFFER MY_KEY MATCH_AGAIN OPEN_OFFER MY_JOIN JOIN_SIGNATURE OPEN_SIGNATURE LOG SEAL_LIST ' +
  'SEAL_SIGNATURE SEAL_TWICE MY_CUT CUT_CHAIN MANO SLOT_OWNER SLOT_TWICE OPENING CARD NOT_MY_ACTION VIEW_CARDS VIEW_FACTS LEGAL ' +
  'CLOCK SCORE HEAD HAND_END_SIGNATURE SIGNED_SIGNATURE RESULT RESULT_SIGNATURE SEED PACK STATE SIGN').split(' ');
const CHECK = Object.fromEntries(NAMES.map((name, i) => [name, i + 1]));

/* A check failed; the bot protests and plays no further. */
class CheckFailed extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

function check(holds, code, text) {
  if (!holds) throw new CheckFailed(code, text);
}

/* Adds what convicts an arbiter to evidence.txt in the state folder: `name: value`, bytes as hex. */
function saveEvidence(party, failed) {
  const { offer } = party, hex = (bytes) => (bytes ? bytes.toString('hex') : '');
  const facts = [
    ['check', failed.code], ['what', failed.message], ['messages', party.have], ['hand', party.t?.dealt ?? 0], ['seat', party.seat],
    ['key', hex(party.key)], ['match', hex(party.matchId)], ['offer', hex(offer?.raw)], ['public-head', hex(party.transcript?.P)],
    ['view-head', hex(party.transcript?.V)], ['head', hex(party.head())], ['message', hex(party.culprit)],
    ...party.tables.flatMap((table) =>
      [...table.lists].map(([hand, listed]) => ['sealed-list', `table ${table.number} hand ${hand} ${hex(listed)}`])),
  ];
  fs.appendFileSync(path.join(party.folder.path, 'evidence.txt'), facts.map(([name, value]) => `${name}: ${value}\n`).join('') + '\n');
}

module.exports = { CHECK, CheckFailed, check, saveEvidence };
