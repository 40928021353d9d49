'use strict';
/* Running a bot: the seat it was started for, or matches from a lobby (P1, P14). */

const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { askAgain } = require('./again.js');
const { Connection, LOST, PLAYED, PROTESTED } = require('./connection.js');
const { Folder } = require('./folder.js');
const { CUTS, Door, PLAYS, readIdentity } = require('./lobby.js');
const { hash32, join, tag } = require('./notation.js');
const { VERSION } = require('./offer.js');
const { Party } = require('./party.js');
const { Bot, asBot } = require('./player.js');
const { WireError, decode } = require('./wire.js');

const SEAT_DESCRIPTOR = 3, ENDED = 0, CHECK_FAILED = 1, WRONG_WORDS = 2, NO_ARBITER = 3;
const LONGEST_PAUSE_MS = 60000, ASK_DOOR_MS = 5000;

/* A sentence on standard error, and the exit code. */
function complain(code, text) {
  console.error(`fiel: ${text}`);
  return code;
}

/* Plays what this process was started for and ends the process with an exit code: 0 the match ended, 1 a check failed
 * (evidence.txt is in the state folder), 3 there is no arbiter.  With --connect, --server and --key on the command line it waits
 * in a host's lobby and plays every match it is called to, for ever; --once ends it after one.  With --again and --seat it is asked
 * what a record tells. */
async function run(bot) {
  process.exitCode = await play(asBot(bot), process.argv.slice(2));
}

/* The same for a cutter, a party that plays nothing and only cuts. */
async function cut() {
  process.exitCode = await play(null, process.argv.slice(2));
}

async function play(bot, words) {
  if (words.some((word) => word.split('=')[0] === '--again')) {
    const { code, why } = await askAgain(bot, words);
    return why ? complain(code, why) : code;
  }
  const remote = words.some((word) => word.split('=')[0] === '--connect');
  return remote ? waitAndPlay(bot, words) : playHosted(bot);
}

/* The match that an arbiter started this process for: its record is on descriptor 3. */
async function playHosted(bot) {
  let start = null;
  try {
    start = decode(fs.readFileSync(SEAT_DESCRIPTOR));
  } catch (error) {
    if (!(error instanceof WireError))
      return complain(NO_ARBITER, 'no arbiter started this program: run it by `fiel match --bot PROGRAM ...`, or by hand with '
        + '--connect or --again (docs/debug.md)');
  }
  if (Array.isArray(start) && Number.isInteger(start[0]) && start[0] !== VERSION)
    return complain(NO_ARBITER, `the arbiter speaks version ${start[0]} and this bot version ${VERSION}: take both from one release`);
  if (!Array.isArray(start) || start.length !== 6)
    return complain(NO_ARBITER, 'descriptor 3 holds no seat record: start this program with `fiel match`');
  const ended = await playSeat(start, bot, new Folder(start[5]));
  if (ended === LOST)
    return complain(NO_ARBITER, 'the arbiter is gone: the match goes on when it starts this program again');
  return ended === PLAYED ? ENDED : CHECK_FAILED;
}

/* One seat of one match: PLAYED, PROTESTED or LOST.  bot: null cuts and plays nothing. */
async function playSeat(start, bot, folder, name = bot ? bot.name : 'cutter', patienceMs = undefined) {
  const party = new Party(folder, bot || new Bot(), bot === null);
  const connection = new Connection(start, party, name, patienceMs);
  try {
    return await connection.play();
  } finally {
    connection.close();
    folder.close();
  }
}

/* --- the lobby --- */

/* { connect, server, key, state, once }; an Error says what is missing. */
function readWords(words) {
  const text = { type: 'string' };
  const options = { connect: text, server: text, key: text, state: text, once: { type: 'boolean' } };
  const { values } = parseArgs({ args: words, options, strict: false });
  if (!values.server || !values.key || !/^[0-9a-f]{64}$/i.test(values.server))
    throw new Error('--connect needs --server HEX (64 digits) and --key NAME.key, as the host gave them');
  return { ...values, server: Buffer.from(values.server, 'hex') };
}

/* The state folder of a match: the same label at the same door is the same match. */
function matchFolder(words, label) {
  const name = hash32(join(tag('fiel/lobby'), words.server, Buffer.from(label))).subarray(0, 16).toString('hex');
  const folder = path.join(words.state || `${words.key.replace(/\.key$/, '')}.state`, `match-${name}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/* One match that the bot was called to; its folder goes when it is over. */
async function playCalled(bot, words, identity, call) {
  const folder = matchFolder(words, call.label);
  console.error(`fiel: ${call.label}: called to ${call.endpoint}`);
  const start = [VERSION, call.endpoint, call.server, identity.curve, identity.curveSecret, folder];
  const ended = await playSeat(start, bot, new Folder(folder, identity.seed), identity.name, ASK_DOOR_MS);
  if (ended === PLAYED) fs.rmSync(folder, { recursive: true });
  return ended;
}

/* A CALL, or null; words that no door says are told and passed over. */
async function waitAtDoor(door) {
  try {
    return await door.wait();
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    complain(0, error.message);
    return null;
  } finally {
    door.close();
  }
}

/* Waits, plays, comes back; ends after --once, or when another process waits with the same key. */
async function waitAndPlay(bot, given) {
  let words, identity, pause = 1000, code = ENDED;
  try {
    words = readWords(given);
    identity = readIdentity(words.key);
  } catch (error) {
    return complain(WRONG_WORDS, error.message);
  }
  for (;;) {
    const door = new Door(words.connect, words.server, identity, bot ? PLAYS : CUTS);
    const call = await waitAtDoor(door);
    if (door.replaced) return NO_ARBITER;
    pause = door.waiting ? 1000 : Math.min(2 * pause, LONGEST_PAUSE_MS);
    if (!call) {
      await new Promise((resolve) => { setTimeout(resolve, pause); });
      continue;
    }
    const ended = await playCalled(bot, words, identity, call);
    if (ended === PROTESTED) code = CHECK_FAILED;
    if (words.once && ended !== LOST) return code;
  }
}

module.exports = { run, cut };
