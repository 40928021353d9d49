'use strict';
/* A hand is dealt and played: DEAL, CARDS, ACT, SIGN, REQUEST, REFUSED, SHOW (P5, P6, P7, D8).  Methods of a Party. */

const { Action, BY_THEMSELVES, KIND, legalInOrder } = require('./actions.js');
const { HIDDEN, NONE, turnsCard } = require('./cards.js');
const { CHECK, check } = require('./checks.js');
const { Hand, firstMano, galloOf, linkDown } = require('./deal.js');
const { allOf } = require('./messages.js');
const { equal, pieces } = require('./notation.js');
const { readOpenings } = require('./offer.js');
const { readAs } = require('./opening.js');
const { equalLists, readView, viewShowsHand } = require('./shown.js');
const { SIGNS_PHASE, View } = require('./view.js');

const dealing = {
  DEAL(message) {
    const { hand } = message, { offer } = this;
    check(hand === this.t.dealt + 1 && hand === this.t.ended + 1 && this.follows(), CHECK.ORDER, 'no hand is due');
    check(this.signedInTime(), CHECK.ORDER, 'a hand is dealt before those that are over are signed');
    check(this.t.lists.has(hand), CHECK.SEAL_LIST, `hand ${hand} was not sealed`);
    const cuts = pieces(message.cuts, 32);
    check(cuts.length === offer.parties && message.cuts.length % 32 === 0, CHECK.CUT_CHAIN, 'not as many cuts as parties');
    check(!this.t.chain || equal(cuts[this.seat], this.t.chain[hand]), CHECK.MY_CUT, 'my cut was changed');
    cuts.forEach((x, party) => check(equal(linkDown(x, this.t.dealM, party, hand), this.t.cuts[party]), CHECK.CUT_CHAIN,
      `the cut of party ${party} does not hash to the one before`));
    this.t.hand = new Hand(this.t.dealM, hand, this.t.commitments.get(hand), cuts, offer.seats);
    const due = hand === 1 ? firstMano(this.t.hand.Z, offer.seats) : (this.t.mano + 1) % offer.seats;
    check(message.mano === due, CHECK.MANO, `seat ${due} is mano, not ${message.mano}`);
    this.t.hand.gallo = galloOf(offer, message.mano);
    const turned = this.openAll(message.openings, this.t.hand.spareSlots());
    check((turned.length > 0) === turnsCard(offer.rules), CHECK.SLOT_OWNER, 'a card is turned, or none is');
    this.t.vira = turned.length ? this.t.hand.cards.get(turned[0]) : NONE;
    if (this.t.gameEnded) this.t.score = this.t.gameEnded = this.t.bank = null;
    Object.assign(this.t, { cuts, mano: message.mano, dealt: hand, given: 0, untold: [], round: null, acted: false });
  },

  CARDS(message) {
    check(message.hand === this.t.dealt && this.t.dealt === this.t.ended + 1, CHECK.ORDER, 'CARDS of another hand');
    const mine = this.t.hand.slots(this.seat);
    this.t.hand.unseen = !message.openings.length && this.offer.rules.split(',').includes('ferro_blind=yes');
    if (!this.t.hand.unseen)
      check(equalLists(this.openAll(message.openings, mine), mine), CHECK.SLOT_OWNER, 'not the cards of my slots, in order');
    this.bot.handStart(this.t.dealt, this.t.mano, mine.map((slot) => this.t.hand.cards.get(slot) ?? HIDDEN));
  },

  ACT(message) {
    const kind = message.action >> 8, { seat } = message;
    check(this.t.dealt > this.t.ended, CHECK.ORDER, 'ACT between hands');
    check(seat < this.offer.seats, CHECK.ORDER, 'ACT of no seat');
    this.endRound();
    check(!this.t.untold.length || this.t.forced || this.t.answeredBefore, CHECK.SIGN, 'a sign of mine was not told');
    const slot = this.playedSlot(kind, message.action & 255, message);
    this.t.acted ||= !BY_THEMSELVES.includes(kind);
    if (kind === KIND.DISCARD) {
      check(this.t.hand.layAway(seat, slot), CHECK.SLOT_OWNER, "no gallo's card");
    } else if (slot !== null) {
      check(!this.t.hand.played[seat].includes(slot), CHECK.SLOT_TWICE, `slot ${slot} again`);
      check(this.t.hand.play(seat, slot, kind === KIND.PLAY_DOWN), CHECK.SLOT_OWNER, `seat ${seat} cannot play slot ${slot}`);
    }
    if (seat === this.seat) this.checkMine(kind, message, slot);
    const told = kind === KIND.PLAY_BLIND ? 256 * KIND.PLAY + message.value : message.action;
    this.bot.acted(seat, new Action(told, this.offer.rules), message.value);
  },

  SIGN(message) {
    const { seat, sign } = message;
    check(this.t.dealt > this.t.ended && this.t.round, CHECK.ORDER, 'SIGN before the round of signs');
    const view = readView(this.t.round.view, this.offer.seats, this.offer.scorers);
    this.endRound();
    check(this.signs.possible(view, seat, sign), CHECK.SIGN, 'no such sign');
    if (seat === this.seat) {
      check(this.unknown() || (this.t.untold.length && this.t.untold.shift() === sign), CHECK.SIGN, 'a sign I did not make');
      this.t.given++;
    } else if (seat % 2 === this.seat % 2) {
      check((sign & 255) === this.seat, CHECK.SIGN, "a partner's sign to another");
    }
    this.bot.signSeen(seat, sign);
  },

  REQUEST(message) {
    check(this.t.dealt > this.t.ended, CHECK.ORDER, 'REQUEST between hands');
    check(message.request > this.t.asked, CHECK.ORDER, `request ${message.request} again`);
    const view = readAs(CHECK.VIEW_FACTS, () => readView(message.view, this.offer.seats, this.offer.scorers));
    this.checkView(view);
    check(message.legal.length && allOf(message.legal, 'u'), CHECK.LEGAL, 'nothing is legal');
    check(legalInOrder(message.legal, message.filled, view.known[this.seat]), CHECK.LEGAL, 'not in the order or of the length agreed');
    this.checkClock(message);
    check(!this.t.untold.length || this.t.answeredBefore, CHECK.SIGN, 'a sign of mine was not told');
    Object.assign(this.t, {
      request: message, asked: message.request, shown: view, forced: false, timedOut: false, bank: message.bank_us, picked: null, pickedSigns: [],
      untold: [], answeredBefore: this.catchingUp,
    });
    if (view.phase === SIGNS_PHASE) this.t.round = message;
  },

  REFUSED(message) {
    check(this.t.request && message.request === this.t.request.request, CHECK.ORDER, 'another request was refused');
    check(!this.t.request.legal.includes(this.t.picked) || this.t.pickedSigns.length, CHECK.LEGAL,
      `a legal action was refused: ${message.text}`);
    Object.assign(this.t, { picked: null, pickedSigns: [], untold: [] });
    this.answerRefused();
    this.bot.refused(message.text);
  },

  SHOW(message) {
    check(this.t.dealt > this.t.ended, CHECK.ORDER, 'SHOW between hands');
    check(message.seat < this.offer.seats, CHECK.ORDER, 'SHOW of no seat');
    for (const slot of this.openAll(message.openings, this.t.hand.free(message.seat)))
      this.bot.shown(message.seat, this.t.hand.cards.get(slot));
  },
};

const dealingHelp = {
  /* Opens cards of certain slots; gives back which slots. */
  openAll(openings, slots) {
    const opened = readOpenings(openings);
    for (const opening of opened) {
      check(slots.includes(opening.slot), CHECK.SLOT_OWNER, `slot ${opening.slot} is not that seat's`);
      check(this.t.hand.open(opening), CHECK.OPENING, `slot ${opening.slot} opens to another card`);
    }
    const shown = opened.map(({ slot }) => slot);
    check(new Set(shown).size === shown.length, CHECK.SLOT_TWICE, 'a slot was opened twice');
    return shown;
  },

  /* The slot of a card that is played or laid away; null of what is said (P6.3). */
  playedSlot(kind, card, message) {
    if (kind === KIND.PLAY) {
      const opened = readOpenings(message.opening);
      check(opened.length === 1, CHECK.OPENING, 'a card is played that is not opened');
      check(!this.t.hand.played[message.seat].includes(opened[0].slot), CHECK.SLOT_TWICE, `slot ${opened[0].slot} again`);
      const [slot] = this.openAll(message.opening, this.t.hand.free(message.seat));
      check(this.t.hand.cards.get(slot) === card, CHECK.OPENING, `card ${card} was named, another is shown`);
      return slot;
    }
    if (kind === KIND.PLAY_BLIND) {
      check(card < 3, CHECK.CARD, `there is no place ${card}`);
      const slot = this.t.hand.slots(message.seat)[card];
      check(equalLists(this.openAll(message.opening, [slot]), [slot]), CHECK.SLOT_OWNER, 'not its card');
      check(this.t.hand.cards.get(slot) === message.value, CHECK.CARD, 'another card is named');
      return slot;
    }
    if (kind !== KIND.PLAY_DOWN && kind !== KIND.DISCARD) return null;
    check(card === HIDDEN && !message.opening.length, CHECK.OPENING, 'it is opened');
    return message.value;
  },

  /* The answer to the open request has to be said again. */
  answerRefused() { this.unsaid.push([this.t.number, 'ANSWER', this.seat, this.t.request.request]); },

  /* An action told as this seat's. */
  checkMine(kind, message, slot) {
    if (!this.t.request) {
      check(BY_THEMSELVES.includes(kind), CHECK.NOT_MY_ACTION, 'I was not asked');
      return;
    }
    const named = slot === null || kind === KIND.PLAY_BLIND;
    const told = named ? message.action : 256 * kind + this.t.hand.cards.get(slot);
    check(told === this.t.picked || this.t.forced || this.unknown(), CHECK.NOT_MY_ACTION, `told ${told}, said ${this.t.picked}`);
    this.t.request = null;
    this.t.forced = false;
    if (this.t.answeredBefore) this.t.untold = [];
  },

  /* Does this process not know what was answered?  It was asked before it began, and may have answered once more before it heard
   * what the process before it had (P10). */
  unknown() { return this.t.picked === null || this.t.answeredBefore; },

  /* Whatever comes behind the round of signs closes its request (P5 detail 15). */
  endRound() {
    if (this.t.request && this.t.request === this.t.round) this.t.request = null;
  },

  /* Does the view show the cards I was dealt, nobody else's, and what was played? */
  checkView(view) {
    const { offer, seat } = this, { hand } = this.t;
    const mine = hand.slots(seat).map((slot) => hand.cards.get(slot) ?? (hand.unseen ? HIDDEN : NONE));
    check(view.seat === seat, CHECK.VIEW_FACTS, `the view of seat ${view.seat}`);
    check(equalLists(view.known[seat], [...mine, NONE].slice(0, 4)), CHECK.VIEW_CARDS, 'not the cards I was dealt');
    view.known.forEach((known, other) => {
      const mate = other === seat || ((other - seat) % 2 === 0 && offer.seats !== 3);
      check(mate || known.every((card) => card === NONE), CHECK.VIEW_CARDS, "a rival's card is shown");
    });
    check(viewShowsHand(view, hand, this.t.mano, seat), CHECK.VIEW_FACTS, 'the view is not what was played');
    check(view.game === this.t.gameWinners.length + 1 && view.vira === this.t.vira && !view.hand_over, CHECK.VIEW_FACTS,
      'game, vira or hand_over');
    check(view.score.every((now, i) => now >= (this.t.score || view.score)[i]), CHECK.SCORE, 'points were lost');
  },

  /* Does the time follow from the bank, and the bank from what was used (P8)?  There is time for what is asked at the other tables,
   * too. */
  checkClock({ bank_us: bank, budget_us: budget, used_us: used }) {
    const { cap_us: cap, grace_us: grace, bank_us: full, tables } = this.offer, due = Math.min(cap, bank) + grace;
    check(budget >= due && budget <= due + (tables - 1) * (cap + grace), CHECK.CLOCK, 'the budget does not follow from the bank');
    check(!this.t.timedOut || used === 0, CHECK.CLOCK, 'what timed out was used');
    check(this.t.bank !== null || bank === full, CHECK.CLOCK, 'the bank was not filled');
    check(this.t.bank === null || bank === this.bankAfter(used), CHECK.CLOCK, 'the bank does not follow from the time used');
  },

  /* My bank here after the answer that took so long, or after none. */
  bankAfter(used) {
    const { cap_us: cap, grace_us: grace, inc_us: inc } = this.offer, allowed = Math.min(cap, this.t.bank);
    return this.t.bank - (this.t.timedOut ? allowed : Math.min(allowed, Math.max(0, used - grace))) + inc;
  },

  /* Asks the bot, once. */
  async decide() {
    if (this.t.picked !== null) return;
    const { request } = this.t;
    this.bot.table = this.t.number;
    const view = new View(this.t.shown, this.match, request);
    const room = Math.min(this.signs.perDecision, this.signs.perHand - this.t.given);
    const made = room > 0 && this.signs.made(view) ? await this.bot.signs(view, room) : [];
    this.t.picked = view.phase === SIGNS_PHASE ? request.legal[0] : view.answered(await this.bot.decide(view));
    this.t.pickedSigns = [...made];
    this.t.untold = [...made];
  },
};

module.exports = { dealing, dealingHelp };
