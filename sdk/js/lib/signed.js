'use strict';
/* The bytes that are signed (D6). */

const { NOBODY, ZERO32, hash32, join, tag, u16, u32, u64, u8 } = require('./notation.js');

const helloBytes = (matchId, have, head) => join(tag('fiel/hello'), have ? matchId : ZERO32, u64(have), head);
const joinBytes = (matchId, party, anchors) =>
  join(tag('fiel/join'), matchId, u8(party), u32(anchors.length / 32), anchors.length === 32 ? anchors : hash32(anchors));
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
const resultBytes = (matchId, result) => join(tag('fiel/result'), matchId, hash32(result));

module.exports = {
  NOBODY, helloBytes, joinBytes, openBytes, sealBytes, handsEndBytes, actionBytes, resultBytes,
};
