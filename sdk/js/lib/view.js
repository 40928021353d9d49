'use strict';
/* What an author sees of the match and of the table at a decision. */

const { inspect } = require('node:util');
const cards = require('./cards.js');
const { Action, KIND } = require('./actions.js');
const { PHASES } = require('./shown.js');

/* What decide answered is no action that may be answered. */
class AnswerError extends TypeError {}

/* The match that this process plays, agreed by everybody before a card was dealt. */
class Match {
  constructor(told) {
    this.id = Buffer.from(told.id, 'hex');
    this.preset = told.rules.split(',')[0];
    for (const name of ['rules', 'games', 'hands_max', 'seats', 'scorers', 'names', 'seat', 'side']) this[name] = told[name];
  }
}

/* One decision: every field of the view in spec/LINES.md by its name, and what follows from them. */
class View {
  constructor(fields, match, { legal, bank_us = 0, budget_us = 0 }) {
    Object.assign(this, fields, { match, bank_us, budget_us, legal, note: '' });
  }

  /* The place in `legal` of what decide answered: an Action or its number. */
  answered(answer) {
    const place = this.legal.findIndex(({ code }) => code === (answer instanceof Action ? answer.code : answer));
    if (place >= 0) return place;
    throw new AnswerError(`decide answered ${inspect(answer)}: answer one of view.legal: ${this.legal.join(', ')}`);
  }

  /* The table as this seat sees it, a few lines for a person; what console.log prints of it. */
  toString() {
    const { match, known, gone, table, vira } = this;
    const rows = [`${match.rules}: game ${this.game}, hand ${this.hand}, score ${this.score.join('-')}${vira < 40 ? `, vira ${cards.cardName(vira)}` : ''}`];
    for (let seat = 0; seat < match.seats; seat++) {
      const held = known[seat].slice(0, 3).filter((_, place) => !((gone[seat] >> place) & 1)).map((c) => (c < 40 ? cards.cardName(c) : '??'));
      const played = table.map((trick) => trick[seat]).filter((card) => card !== cards.NONE).map(cards.cardName);
      rows.push(`${seat === this.turn ? '>' : ' '} seat ${seat}${seat === this.seat ? ', me' : ''}${seat === this.mano ? ', mano' : ''}: `
        + `holds ${held.join(' ')}${played.length ? `, played ${played.join(' ')}` : ''}`);
    }
    return [...rows, `asked: ${this.phaseName}`, `legal: ${this.legal.join(', ')}`].join('\n');
  }
  [inspect.custom]() { return this.toString(); }

  get phaseName() { return PHASES[this.phase] || '?'; }

  /* The cards that I was dealt (a gallo: without the one laid away), played ones too. */
  get dealt() {
    const gone = this.seat === this.gallo && this.discard !== cards.NONE;
    return this.known[this.seat].slice(0, gone ? 3 : 4).filter((card) => card !== cards.NONE);
  }

  /* My cards that are not played yet, the strongest first. */
  get handCards() {
    const left = this.known[this.seat].filter((card, place) => card < 40 && !((this.gone[this.seat] >> place) & 1));
    return left.sort((a, b) => this.strength(b) - this.strength(a));
  }

  strength(card) { return cards.strength(card, this.match.rules, this.vira); }

  get seen() { return this.dealt.filter((card) => card < 40); }

  /* My envido as it would be declared; 0 where cards are not seen. */
  get envido() { return this.seen.length === 3 ? cards.envido(this.seen, this.match.rules, this.vira) : 0; }

  /* The value of my flor, 0 when I have none. */
  get flor() {
    const mine = this.seen, { rules } = this.match;
    return mine.length === 3 && cards.isFlor(mine, rules, this.vira) ? cards.flor(mine, rules, this.vira) : 0;
  }

  get myScore() { return this.score[this.match.side]; }
  get rivalScore() { return Math.max(...this.score.filter((_, side) => side !== this.match.side)); }

  /* The strength that lies on the table in this trick and is to be beaten; 0 when I lead. */
  get beaten() { return Math.max(0, ...this.table[this.trick].map((card) => this.strength(card))); }

  /* The first legal action of the first of these words that is there, or null. */
  find(...words) {
    for (const word of words)
      for (const action of this.legal) if (word === action.word || word === String(action)) return action;
    return null;
  }

  /* The legal plays of a card face up, the strongest first. */
  get plays() {
    const found = this.legal.filter((action) => action.kind === KIND.PLAY);
    return found.sort((a, b) => this.strength(b.arg) - this.strength(a.arg));
  }
}

module.exports = { AnswerError, Match, View };
