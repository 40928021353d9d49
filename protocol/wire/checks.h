/* checks: everything a bot holds against its arbiter, and what a bridge found wrong with its program (spec/LINES.md).
 *
 * The numbers are stable: they go out in PROTEST and stand in replays. */
#ifndef FIEL_WIRE_CHECKS_H
#define FIEL_WIRE_CHECKS_H

#include <stdbool.h>

/* X(NAME, number, text) */
#define CHECKS(X) \
    X(ENVELOPE, 1, "an envelope is not of this protocol") \
    X(ORDER, 2, "a message came that cannot come now") \
    X(OFFER, 3, "the offer cannot be played") \
    X(MY_KEY, 4, "my key is not at my seat") \
    X(MATCH_AGAIN, 5, "this match was finished before, or is told otherwise than before") \
    X(OPEN_OFFER, 6, "the opened offer is not the one I joined") \
    X(MY_JOIN, 7, "my joining was changed") \
    X(JOIN_SIGNATURE, 8, "another party's joining is not signed by it") \
    X(OPEN_SIGNATURE, 9, "the opening of the match is not signed by the arbiter") \
    X(LOG, 10, "the match log's proof is not there or was not expected") \
    X(SEAL_LIST, 11, "a sealed pack is not a pack of distinct commitments") \
    X(SEAL_SIGNATURE, 12, "sealed packs are not signed by the arbiter") \
    X(SEAL_TWICE, 13, "a hand was sealed a second time with another pack") \
    X(MY_CUT, 14, "my cut was changed") \
    X(CUT_CHAIN, 15, "another party's cut does not hash to the one before") \
    X(MANO, 16, "the wrong seat is mano") \
    X(SLOT_OWNER, 17, "a card came from a slot that is not that seat's") \
    X(SLOT_TWICE, 18, "a slot was opened twice") \
    X(OPENING, 19, "an opened card is not the one that was sealed") \
    X(CARD, 20, "a card is not of this deck, or was seen before in this hand") \
    X(NOT_MY_ACTION, 21, "an action was told as mine that I did not take") \
    X(VIEW_CARDS, 22, "the view shows other cards than were dealt to me") \
    X(VIEW_FACTS, 23, "the view is not what was played") \
    X(LEGAL, 24, "the legal actions are not those of the rules") \
    X(CLOCK, 25, "the time allowed is not what was agreed") \
    X(SCORE, 26, "the score does not follow from the one before") \
    X(HEAD, 27, "the arbiter's transcript is not the one I was told") \
    X(HAND_END_SIGNATURE, 28, "the end of a hand is not signed by the arbiter") \
    X(SIGNED_SIGNATURE, 29, "another seat's signature of a hand does not hold") \
    X(RESULT, 30, "the result is not that of this match") \
    X(RESULT_SIGNATURE, 31, "the result is not signed by the arbiter") \
    X(SEED, 32, "the revealed seed is not the one committed to") \
    X(PACK, 33, "a sealed pack was not shuffled from the revealed seed") \
    X(STATE, 34, "the state folder cannot be written") \
    X(SIGN, 35, "a sign that was not made so, or not for my eyes") \
    X(LINE_LONG, 36, "its program wrote a line that is too long") \
    X(LINE_JSON, 37, "its program wrote a line that is no JSON object") \
    X(LINE_DO, 38, "its program answered with no word of legal") \
    X(LINE_STRAY, 39, "its program wrote a line that nothing asked for") \
    X(NOTE, 40, "my note was told as another, or was not told")

enum check {
    CHECK_FINE = 0,
#define X(name, number, text) CHECK_##name = number,
    CHECKS(X)
#undef X
};

/* Whether a program by lines broke it, and not the arbiter. */
static inline bool check_of_line(enum check c) { return c >= CHECK_LINE_LONG && c <= CHECK_LINE_STRAY; }

/* What the check is about, for a person. */
const char *failed_text(enum check c);

#endif
