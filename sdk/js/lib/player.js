'use strict';
/* A bot: what an author writes. */

/* Who decides, and is told what happens.  Everything but `decide` may be left as it is.  A bot that was killed and started
 * again hears its match again from matchStart on, of a long one the newest 256 events, but is asked only what is still open. */
class Bot {
  name = 'javascript';
  /* One of view.legal, or a promise of it. */
  decide() { throw new Error('a bot has to decide'); }
  matchStart() {}
  handStart() {}
  acted() {}
  shown() {}
  handEnd() {}
  gameEnd() {}
  matchEnd() {}
  signs() { return []; }
  signSeen() {}
}

/* A Bot from a function, an object with some of its methods, or a Bot. */
function asBot(what) {
  if (what instanceof Bot) return what;
  return Object.assign(new Bot(), typeof what === 'function' ? { decide: what, name: what.name || 'javascript' } : what);
}

module.exports = { Bot, asBot };
