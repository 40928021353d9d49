#!/usr/bin/env -S node --disable-wasm-trap-handler
/* search: a bot in TypeScript that looks ahead with the rules.  It uses what lib/rules.d.ts promises, so that the compiler says when
 * that is wrong; and it plays, so that a promise which rules.js does not keep comes up as a fault. */
import { Action, View, run } from 'fiel';
import { Dice, RulesError, Table, row, sample } from 'fiel/lib/rules.js';

const dice = new Dice(7n, 'search');

/* The points of a seat's side when the hand is played out from here. */
function played(table: Table, action: Action | number, seat: number): number {
  const copy: Table = table.copy();
  copy.apply(action);
  copy.playout(dice);
  const { score, handOver, gameOver }: { score: number[]; handOver: boolean; gameOver: boolean } = copy.state();
  if (!handOver && !gameOver) throw new Error('a hand that is played out and not over');
  return score[seat % 2];
}

/* A table of its own: what every other member says of it. */
function look(rules: string): void {
  const table = new Table(rules, 2), before: bigint = dice.state;
  table.deal(dice);
  const codes: number[] = table.codes(), legal: Action[] = table.legal(), turn: number = table.turn;
  const facts: [string, number, number] = [table.rules, table.seats, table.dealt(turn).filter((card) => card < 40).length];
  if (facts[0] !== rules || facts[1] !== 2 || facts[2] !== 3 || codes.length !== legal.length) throw new Error(`an odd table: ${facts}`);
  if (dice.state === before || new Table().become(new Table()).turn >= 0) throw new Error('odd chance');
  try {
    table.deal(dice);
  } catch (error) {
    if (error instanceof RulesError) return;
  }
  throw new Error('a hand is dealt twice');
}

function decide(view: View): Action {
  look('argentino');
  const table: Table = sample(view, dice), own: Uint8Array = row(view);
  if (own.length !== table.row(view.seat).length) throw new Error('rows of two lengths');
  const worth = view.legal.map((action) => played(table, action, view.seat));
  return view.legal[worth.indexOf(Math.max(...worth))];
}

void run(decide);
