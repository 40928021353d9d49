'use strict';
/* The bytes that are signed (D6). */

const { NOBODY, ZERO32, hash32, join, tag, u16, u32, u64, u8 } = require('./notation.js');

/* Before the OFFER there is no match to name: `server` is the seat's CURVE key. */
const firstHelloBytes = (server) => join(tag('fiel/hello'), server, u64(0), ZERO32);
const helloBytes = (matchId, have, head) => join(tag('fiel/hello'), matchId, u64(have), head);
const joinBytes = (matchId, party, anchors, view) =>
  join(tag('fiel/join'), matchId, u8(party), u32(anchors.length / 32), hash32(anchors), view);
const openBytes = (opened) => join(tag('fiel/open'), hash32(opened));
/* `lists` is [[hand, L], ...]. */
const sealBytes = (matchId, lists, table = 0) =>
  join(tag('fiel/seal'), matchId, u32(lists.length), ...lists.map(([hand, listed]) => join(u32(table), u32(hand), listed)));
/* What the arbiter (NOBODY) and every party sign of all hands that ended: the fields of HANDS_END, where `head` is P and `views` holds
 * V of every party. */
const handsEndBytes = (matchId, signer, { hands, seq, head, views, checkpoint }) =>
  join(tag('fiel/hands-end'), matchId, u8(signer), u32(hands), u64(seq), head, hash32(views), checkpoint);
const actionBytes = (matchId, seat, request, action, signs, head, table = 0) =>
  join(tag('fiel/action'), matchId, u8(seat), u32(table), u32(request), u16(action), u8(signs.length), ...signs.map(u16), head);
const protestBytes = (matchId, party, have, head, code, text) =>
  join(tag('fiel/protest'), matchId, u8(party), u64(have), head, u32(code), hash32(Buffer.from(text)));
const resultBytes = (matchId, result) => join(tag('fiel/result'), matchId, hash32(result));

module.exports = {
  NOBODY, firstHelloBytes, helloBytes, joinBytes, openBytes, sealBytes, handsEndBytes, actionBytes, protestBytes, resultBytes,
};
