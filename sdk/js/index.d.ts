/** Write a bot for Fiel. Times are in microseconds; a card is a number, 10 * suit + rank (CLIENT.md section 6). */

/** 0 is 1e, 39 is 12c; 254 face down, 255 none. */
export type Card = number;

/** One thing a seat can say or do. */
export class Action {
  constructor(code: number, rules?: string);
  /** What goes on the wire: 256 * kind + arg. */
  readonly code: number;
  /** CLIENT.md section 6: 1 is a card played, 3 a raise. */
  readonly kind: number;
  /** The card, the step of the ladder, the points of a bet, or 0. */
  readonly arg: number;
  /** The card that is played or laid away; null of everything that is said. */
  readonly card: Card | null;
  /** What is done, without the card: `play`, `truco`, `envido-5`. */
  readonly word: string;
  /** `play 7e`, `truco`. */
  toString(): string;
}

/** The match that this process plays, agreed by everybody before a card was dealt. */
export class Match {
  /** 32 bytes, other ones for every match: good for seeding. */
  readonly id: Uint8Array;
  readonly rules: string;
  readonly preset: string;
  readonly games: number;
  readonly hands_max: number;
  readonly seats: number;
  readonly scorers: number;
  readonly names: string[];
  readonly seat: number;
  /** Whose score is mine. */
  readonly side: number;
}

/** Every field of CLIENT.md section 7 by its name. */
export interface Facts {
  seats: number; scorers: number; hand: number; game: number; score: number[]; chicos: number[]; sides: number[]; gallo: number;
  pico: number; mano: number; duel: number; dueled: number; duel_envido: number; duel_flor: number; turn: number; phase: number;
  vira: Card; trick: number; leader: number; table: Card[][]; gone: number[]; discard: number; trick_winner: number[]; stake: number;
  stake_called: number; stake_seat: number; said_truco: number; waived: number; eleven: number; eleven_side: number;
  envido_state: number; envido_last: number; envido_seat: number; envido_wanted: number; envido_bet: number; envido_unwanted: number;
  envido_winner: number; flor_state: number; flor_last: number; flor_seat: number; flor_taken: number; flor_staked: number;
  flor_contra: number; flor_wanted: number; flor_unwanted: number; flor_winner: number; sang: number; asked: number;
  declared: number[]; passed: number; out: number; accused: number; points_truco: number[]; points_envido: number[];
  points_flor: number[]; points_bonus: number[]; hand_over: number; hand_winner: number; game_over: number; game_winner: number;
  partida_winner: number; seat: number; known: Card[][];
}

/** One decision. */
export interface View extends Facts {}
export class View {
  readonly match: Match;
  /** The actions that may be answered. */
  readonly legal: Action[];
  /** Left for the rest of the game. */
  readonly bank_us: number;
  /** An answer that takes longer is too late. */
  readonly budget_us: number;
  /** May be set: text that goes with the answer into the record. */
  note: string;
  /** What is asked: play, stake, envido, declare, flor, accuse, raise, eleven, signs, discard. */
  readonly phaseName: string;
  /** The cards that I was dealt, played ones too. */
  readonly dealt: Card[];
  /** My cards that are not played yet, the strongest first. */
  readonly handCards: Card[];
  /** My envido as it would be declared; 0 where cards are not seen. */
  readonly envido: number;
  /** The value of my flor, 0 when I have none. */
  readonly flor: number;
  readonly myScore: number;
  readonly rivalScore: number;
  /** The strength that lies on the table in this trick and is to be beaten; 0 when I lead. */
  readonly beaten: number;
  /** The legal plays of a card face up, the strongest first. */
  readonly plays: Action[];
  /** How high a card is in a trick of this hand: larger is higher, 0 face down. */
  strength(card: Card): number;
  /** The first legal action of the first of these words that is there, or null. */
  find(...words: string[]): Action | null;
}

type Maybe<T> = T | Promise<T>;

/**
 * Who decides, and is told what happens. Everything but `decide` may be left as it is. A bot that was killed and started again
 * hears its match again from matchStart on, of a long one the newest 256 events, but is asked only what is still open.
 */
export class Bot {
  name: string;
  /** One of view.legal. Anything else ends the bot with a sentence that says so, and its match is lost. */
  decide(view: View): Maybe<Action | number>;
  matchStart(match: Match): void;
  /** A hand is dealt: its number, the seat that leads, my cards (unseen ones are 254). */
  handStart(hand: number, mano: number, cards: Card[]): void;
  /** What a seat did, as all are told; value: the points of a declare, else 0. */
  acted(seat: number, action: Action, value: number): void;
  /** A card shown at the end of the hand. */
  shown(seat: number, card: Card): void;
  handEnd(score: number[]): void;
  /** The scorer that won the game; the number after the last one is nobody. */
  gameEnd(winner: number): void;
  matchEnd(winner: number, mine: number): void;
  /** With signs=on: at most `room` signs, each 256 * word + partner's seat. */
  signs(view: View, room: number): Maybe<number[]>;
  signSeen(seat: number, sign: number): void;
}

/**
 * Plays what this process was started for and sets its exit code: 0 the match ended, 3 there is no arbiter. It is started as
 * `fiel match --bot lines:./bot.js`; with --connect, --server and --key on the command line it waits in a host's lobby.
 */
export function run(bot: Bot | Partial<Bot> | ((view: View) => Maybe<Action | number>)): Promise<void>;

/** What cards are worth by a match's rules; `vira` is 255 where none is turned. */
export namespace cards {
  const HIDDEN: number;
  const NONE: number;
  function cardName(card: Card): string;
  /** -1 for a word that is no card. */
  function cardNamed(name: string): Card;
  function strength(card: Card, rules: string, vira?: Card): number;
  function envido(cards: Card[], rules: string, vira?: Card): number;
  function isFlor(cards: Card[], rules: string, vira?: Card): boolean;
  function flor(cards: Card[], rules: string, vira?: Card): number;
}
