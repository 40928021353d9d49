#!/usr/bin/node
/* bot: a bot in TypeScript.  It uses what index.d.ts promises, so that the compiler says when that is wrong; and it plays, so
 * that a promise which the package does not keep comes up as a fault. */
import { Action, Bot, Card, Match, View, cards, run } from 'fiel';

class Typed extends Bot {
  name = 'typed';
  private seen = new Set<Card>();
  private rules = '';

  matchStart(match: Match): void {
    const sides: number = match.scorers, seed: Uint8Array = match.id;
    if (seed.length !== 32 || match.names.length !== match.seats || match.side >= sides) throw new Error('an odd match');
    this.rules = match.rules;
  }

  handStart(hand: number, mano: number, dealt: Card[]): void {
    this.seen = new Set(dealt);
    if (hand < 1 || mano < 0) throw new Error('an odd hand');
  }

  acted(seat: number, action: Action, value: number): void {
    const words: [number, string, number] = [seat, String(action), value];
    if (action.card !== null && action.kind === 1) this.seen.add(action.card);
    if (!words[1].startsWith(action.word)) throw new Error(`an odd action: ${words}`);
  }

  handEnd(score: number[]): void {
    if (!score.every(Number.isInteger)) throw new Error('an odd score');
  }

  async decide(view: View): Promise<Action> {
    const best: Action | undefined = view.plays[0];
    const three: Card = cards.cardNamed('3o');
    if (view.envido !== cards.envido(view.dealt, this.rules)) throw new Error('an odd envido');
    if (view.phaseName === 'play' && best !== undefined && best.card !== null)
      return view.strength(best.card) > view.strength(three) && view.find('truco') || best;
    return view.find(view.envido > 26 ? 'quiero' : 'no-quiero', 'quiero') ?? view.legal[0];
  }
}

void run(new Typed());
