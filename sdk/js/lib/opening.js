'use strict';
/* The match opens: OFFER, OPEN, SEAL (P5, D8).  Methods of a Party. */

const { packSize } = require('./cards.js');
const { CHECK, CheckFailed, check } = require('./checks.js');
const { Transcript, cutChain, listHash } = require('./deal.js');
const { openIsLogged } = require('./logged.js');
const { ZERO32, equal, join, range, signatureHolds } = require('./notation.js');
const { matchIdOf, readOffer, readOpen, readSeals } = require('./offer.js');
const { TableState } = require('./table.js');
const { joinBytes, openBytes, sealBytes } = require('./signed.js');
const { Signs } = require('./signs.js');
const { Match } = require('./view.js');
const { WireError } = require('./wire.js');

/* What `read` gives; bytes that are none become this check. */
function readAs(code, read) {
  try {
    return read();
  } catch (error) {
    throw error instanceof WireError ? new CheckFailed(code, error.message) : error;
  }
}

const opening = {
  OFFER(message) {
    this.seat = message.seat;
    this.matchId = matchIdOf(message.offer);
    this.transcript = new Transcript(this.matchId, this.seat, message.view_key);
    const offer = readAs(CHECK.OFFER, () => readOffer(message.offer));
    const first = this.cutter ? offer.seats : 0, after = this.cutter ? offer.parties : offer.seats;
    this.offer = offer;
    this.signs = new Signs(offer.rules);
    check(this.seat >= first && this.seat < after && equal(offer.keys[this.seat], this.key), CHECK.MY_KEY,
      'my key is not at my place');
    check(this.folder.matchIs(offer.matchId), CHECK.MATCH_AGAIN, "another match than this folder's");
    this.tables = range(offer.tables).map((number) => new TableState(offer, number));
    for (const table of this.tables)
      if (offer.twin.length) table.cuts = table.anchors(offer.anchors);
      else table.chain = cutChain(this.folder.chainSecret, offer.matchId, table.M, this.seat, offer.hands_max, table.number);
    [this.t] = this.tables;
    this.viewKey = message.view_key;
    this.match = new Match(offer, this.seat);
  },

  OPEN(message) {
    const { offer } = this;
    check(!this.opened, CHECK.ORDER, 'a second OPEN');
    const { offer: opened, joins } = readOpen(message.open, offer.tables);
    check(equal(opened, offer.raw), CHECK.OPEN_OFFER, 'another offer was opened');
    check(joins.length === offer.parties, CHECK.OPEN_OFFER, 'not as many joins as parties');
    const mine = this.joinFields();
    check(joins[this.seat].every((part, i) => equal(part, mine[i])), CHECK.MY_JOIN, 'my join was changed');
    joins.forEach(([anchors, view, signature], party) =>
      check(signatureHolds(offer.keys[party], joinBytes(offer.matchId, party, anchors, view), signature), CHECK.JOIN_SIGNATURE,
        `the join of party ${party} is not signed by it`));
    check(this.arbiterSigned(openBytes(message.open), message), CHECK.OPEN_SIGNATURE, 'OPEN is not signed by the arbiter');
    this.checkpoint = this.logged(message);
    for (const table of this.tables) if (table.chain) table.cuts = table.anchors(joins.map(([anchors]) => anchors));
    this.opened = true;
    this.bot.matchStart(this.match);
  },

  SEAL(message) {
    const lists = readSeals(message).map(([hand, commitments]) => {
      const distinct = new Set(commitments.map((sealed) => sealed.toString('hex'))).size;
      check(distinct === commitments.length, CHECK.SEAL_LIST, 'two slots alike');
      check(commitments.length === packSize(this.offer.rules), CHECK.SEAL_LIST, 'another pack');
      const listed = listHash(this.t.dealM, hand, commitments), before = this.t.lists.get(hand);
      check(!before || equal(before, listed), CHECK.SEAL_TWICE, `hand ${hand} is sealed again with another pack`);
      check(hand === this.t.sealed + 1 && hand <= this.offer.hands_max, CHECK.ORDER, `hand ${hand} does not follow`);
      this.t.seal(hand, listed, commitments);
      return [hand, listed];
    });
    check(this.arbiterSigned(sealBytes(this.offer.matchId, lists, this.t.number), message), CHECK.SEAL_SIGNATURE,
      'SEAL is not signed by the arbiter');
  },
};

const openingHelp = {
  /* Anchors, V_0 and signature of JOIN. */
  joinFields() {
    const anchors = join(...this.tables.map(({ chain }) => (chain ? chain[0] : ZERO32))), view = this.transcript.joined;
    return [anchors, view, this.sign(joinBytes(this.offer.matchId, this.seat, anchors, view))];
  },

  /* The checkpoint that every HANDS_END has to name; 32 zero bytes without a log. */
  logged(message) {
    check((message.proof.length > 0) === (this.offer.log_key !== ''), CHECK.LOG, "the log's proof");
    if (this.offer.log_key === '') return ZERO32;
    try {
      return openIsLogged(this.offer, message);
    } catch (error) {
      throw new CheckFailed(CHECK.LOG, `the log: ${error.message}`);
    }
  },

  arbiterSigned(message, told) { return signatureHolds(this.offer.arbiter, message, told.signature); },
};

module.exports = { opening, openingHelp, readAs };
