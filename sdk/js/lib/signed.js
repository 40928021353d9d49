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
/* What the arbiter (NOBODY) and every party sign at a hand's end. */
const handEndBytes = (matchId, signer, hand, head, score, checkpoint) =>
  join(tag('fiel/hand-end'), matchId, u8(signer), u32(1), u32(0), u32(hand), head, ...score.map(u16), checkpoint);
/* The same for all hands that ended at several tables. */
const handsEndBytes = (matchId, signer, hands, head, checkpoint) =>
  join(tag('fiel/hands-end'), matchId, u8(signer), u32(hands), head, checkpoint);
const actionBytes = (matchId, seat, request, action, signs, head, table = 0) =>
  join(tag('fiel/action'), matchId, u8(seat), u32(table), u32(request), u16(action), u8(signs.length), ...signs.map(u16), head);
const resultBytes = (matchId, result) => join(tag('fiel/result'), matchId, hash32(result));

module.exports = { NOBODY, helloBytes, joinBytes, openBytes, sealBytes, handEndBytes, handsEndBytes, actionBytes, resultBytes };
