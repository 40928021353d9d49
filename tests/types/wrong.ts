/* wrong: each line that follows an "expect" is refused by the compiler; one that is not is an error itself. */
import { Bot, View, run } from 'fiel';
import { Dice, Table } from 'fiel/lib/rules.js';

// @ts-expect-error: a decision is an action, not a word
void run((view: View) => view.phaseName);
// @ts-expect-error: nothing of a view may be written
void run((view: View) => { view.legal = []; return view.legal[0]; });
// @ts-expect-error: there is no such field
void run((view: View) => view.rivalCards[0]);
// @ts-expect-error: find may come back without an action
void run((view: View) => view.find('truco'));
// @ts-expect-error: a hand has a number
export class Odd extends Bot { handStart(hand: string): void { this.name = hand; } }
// @ts-expect-error: chance is an argument
new Table().deal();
// @ts-expect-error: a seed is a number
new Dice('seven');
// @ts-expect-error: whose turn it is the rules say
new Table().turn = 1;
// @ts-expect-error: a word is no action
new Table().apply('truco');
