import { Action, View } from '..';

export class RulesError extends Error {}

/** A seeded generator; what one seed or one use draws has nothing to do with what another does. */
export class Dice {
  constructor(seed?: number | bigint, use?: string);
  state: bigint;
}

/** One table by the rules of the arbiter. It has no dice: whoever deals hands them over. */
export class Table {
  constructor(rules?: string, seats?: number);
  readonly rules: string;
  readonly seats: number;
  readonly turn: number;
  copy(): Table;
  become(other: Table): this;
  deal(dice: Dice): void;
  codes(): number[];
  legal(): Action[];
  apply(action: Action | number): void;
  playout(dice: Dice): void;
  row(seat: number): Uint8Array;
  columns(): string[];
  dealt(seat: number): number[];
  state(): { score: number[]; scorers: number[]; handOver: boolean; gameOver: boolean };
}

/** A whole table as it may be for who has this view; `table` takes it where one is given. */
export function sample(view: View, dice: Dice, table?: Table): Table;
/** The row of numbers of who has this view (docs/training.md). */
export function row(view: View): Uint8Array;
