'use strict';
/* Running a bot: a JSON line in, a JSON line out (spec/LINES.md).  The wire is the bridge's, a program that comes with fiel. */

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { Action, KIND } = require('./actions.js');
const { NAMES } = require('./cards.js');
const { asBot } = require('./player.js');
const { PHASES, ofLine } = require('./shown.js');
const { AnswerError, Match, View } = require('./view.js');

const SIGNS = ('1e 1b 7e 7o 3 2 1oc bad envido pieza perico perica envido-low envido-high zap copas espadilha pica-fumo perique flor '
  + 'embit let-go go').split(' ');
const NO_ARBITER = 3, LINE = 4; // the descriptor of the bridge's end

/* A sentence on standard error, and the exit code. */
function complain(code, text) {
  console.error(`fiel: ${text}`);
  return code;
}

/* What one seat hears, and answers. */
class Seat {
  over = false;
  constructor(bot) { this.bot = bot; }

  /* The answer to a line, null where it asks nothing. */
  async hear(told) {
    if (told.event === 'hello') return { do: 'ready' };
    if (told.event === 'match') {
      this.over = false; // a bot in a lobby plays another one
      this.bot.matchStart(this.match = new Match(told));
    }
    for (const said of told.said || []) this.heard(said);
    if (told.event === 'over') {
      this.over = true;
      this.bot.matchEnd(this.scorer(told.winner), told.side);
    }
    return 'request' in told ? this.asked(told) : null;
  }

  /* Nobody is the number after the last. */
  scorer(winner) { return winner === null || winner < 0 ? this.match.scorers : winner; }

  /* One thing that was said or done. */
  heard(said) {
    const { bot } = this;
    if ('hand' in said) bot.handStart(said.hand, said.mano, said.cards.map((card) => NAMES[card]));
    else if ('shows' in said) bot.shown(said.seat, NAMES[said.shows]);
    else if ('sign' in said) bot.signSeen(said.seat, 256 * (SIGNS.indexOf(said.sign) + 1) + said.to);
    else if ('points' in said) bot.handEnd(said.score);
    else if ('game' in said) bot.gameEnd(this.scorer(said.winner));
    else if ('do' in said) bot.acted(said.seat, this.action(said), said.value ?? 0);
  }

  /* A blind play is heard as the card that it turned out to be. */
  action(said) {
    const action = Action.named(said.do, this.match.rules, 1 - said.seat % 2);
    return 'card' in said && action.kind !== KIND.PLAY ? new Action((KIND.PLAY << 8) | NAMES[said.card], this.match.rules) : action;
  }

  /* What the bot decides, and its signs. */
  async asked(told) {
    const legal = told.legal.map((word) => Action.named(word, this.match.rules, 1 - this.match.seat % 2));
    const view = new View(ofLine(told.view), this.match, { legal, bank_us: 1000 * told.bank_ms, budget_us: 1000 * told.ms });
    const signs = told.signs ? await this.bot.signs(view, told.signs) : [];
    const place = PHASES[view.phase] === 'signs' ? 0 : view.answered(await this.bot.decide(view));
    const answer = { do: told.legal[place], request: told.request };
    if (signs.length) answer.signs = signs.map((sign) => ({ sign: SIGNS[(sign >> 8) - 1], to: sign & 255 }));
    if (view.note) answer.note = noteLine(view.note);
    return answer;
  }
}

/* As an answer may have it: 1,024 bytes of a line. */
function noteLine(text) {
  return Buffer.from(text.replace(/[\0-\x1f\x7f]/g, ' ')).subarray(0, 1024).toString();
}

/* Hears until the end.  Was the match over?  undefined: there was no line at all. */
async function play(bot, lines, answers) {
  const seat = new Seat(bot);
  let rest = '', any = false;
  lines.setEncoding('utf8');
  for await (const some of lines) {
    const whole = (rest + some).split('\n');
    rest = whole.pop();
    for (const line of whole) {
      const answer = await seat.hear(JSON.parse(line));
      any = true;
      if (answer) answers(`${JSON.stringify(answer)}\n`);
    }
  }
  return any ? seat.over : undefined;
}

/* The match that an arbiter started this process for.  What the bot prints goes to its log. */
async function playHosted(bot) {
  const answers = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const over = process.stdin.isTTY ? undefined : await play(bot, process.stdin, answers);
  if (over === undefined)
    return complain(NO_ARBITER, `no line came on standard input: this bot plays by lines, as in \`fiel match --bot lines:${process.argv[1]}\`; `
      + 'by hand it takes --connect or --again (docs/debug.md)');
  return over ? 0 : complain(NO_ARBITER, 'the arbiter is gone: the match goes on when it starts this program again');
}

/* The program between lines and wire: in the package, as its sources build it, or as it is installed. */
function bridge() {
  const places = ['bridge', '../../../build/bots/bridge', '../../../../lib/fiel/bots/bridge'].map((place) => path.join(__dirname, place));
  return places.find((place) => fs.existsSync(place)) || places[0];
}

/* From elsewhere, or asked once more what a record tells: in this very process, so that a debugger has its terminal. */
async function playBridged(bot, words) {
  const reads = bridge();
  if (!fs.existsSync(reads))
    return complain(NO_ARBITER, `${reads} is not there, which reads records and speaks with hosts: copy it from lib/fiel/bots of fiel`);
  const reader = spawn(reads, ['lines', '', ...words], { stdio: ['inherit', 'inherit', 'inherit', 'ignore', 'pipe'] });
  const ended = new Promise((resolve, reject) => reader.on('error', reject).on('exit', (code) => resolve(code ?? NO_ARBITER)));
  const line = reader.stdio[LINE].on('error', () => {}); // its end is seen by its exit
  try {
    await Promise.all([ended, play(bot, line, (text) => line.write(text))]);
  } finally {
    line.destroy();
  }
  return ended;
}

async function run(bot) {
  const words = process.argv.slice(2), bridged = words.some((word) => /^--(again|connect|seat)(=|$)/.test(word));
  try {
    process.exitCode = await (bridged ? playBridged(asBot(bot), words) : playHosted(asBot(bot)));
  } catch (error) { // the bot's: its frames, and ours where ours went wrong
    const [, head, frames] = /^([^]*?)((?:\n +at .*)*)$/.exec(error.stack ?? String(error));
    const theirs = frames.split('\n').filter((frame) => frame && !frame.includes(__dirname) && !frame.includes('node:'));
    console.error([head, ...(error instanceof AnswerError || theirs.length ? theirs : frames.split('\n').slice(1))].join('\n'));
    process.exit(1);
  }
}

module.exports = { run };
