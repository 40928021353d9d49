/* position: the rules as values, one position of one table.
 *
 * struct position is flat: copying is assignment.  It is the public facts (struct open) beside the
 * hidden cards; what a seat may see is struct view, built from the public facts and its own cards.
 * No allocation, no I/O, no clock, no randomness. */
#ifndef FIEL_POSITION_H
#define FIEL_POSITION_H

#include "action.h"
#include "open.h" /* struct open: the public facts, with its field table */
#include "rules.h"

enum { FIEL_SEATS_MAX = 8, FIEL_SCORERS_MAX = SHAPE_SCORER, FIEL_HELD_MAX = 4, FIEL_LEGAL_MAX = 160 };
enum { FIEL_NOBODY = 255, FIEL_TIE = 2 /* of two sides */ };

struct position {
    struct open open;                            /* what everybody knows */
    card_t dealt[FIEL_SEATS_MAX][FIEL_HELD_MAX]; /* what only the dealing knows; CARD_NONE fills up */
    uint32_t duels_made[2];                      /* points that a side made in the duels of this hand that are over */
    uint8_t room[16];
};

struct view {
    struct open open;
    uint8_t seat;                                /* whose eyes */
    card_t known[FIEL_SEATS_MAX][FIEL_HELD_MAX]; /* cards it may know: its own, a partner's at eleven; CARD_HIDDEN:
                                         * its own in an iron hand that is played unseen */
    uint8_t room[15];
};

/* The side of a seat, 0 or 1.  Not its number's last bit: a gallo (three seats) is side 0, its rivals side 1. */
static inline unsigned side_of(const struct open *o, unsigned seat) { return o->sides[1] >> seat & 1u; }

/* Who keeps a score, 0 and up: the sides, or with three seats and gallo=turno each seat for itself. */
unsigned rules_scorers(const struct rules *r, int seats);
unsigned rules_scorer(const struct rules *r, int seats, unsigned seat);

/* Of three seats the one that plays alone and is dealt four cards in a hand with this mano; else FIEL_NOBODY. */
unsigned rules_gallo(const struct rules *r, int seats, unsigned mano);

/* Errors a player can cause; the numbers go on the wire, protocol/second/terms.py has the texts too.  X(NAME, number, text) */
#define FIEL_RULE_ERRORS(X) \
    X(NOT_YOUR_TURN, 1, "another seat is to speak") \
    X(NOT_A_WORD, 2, "no such action in this variant") \
    X(CARD_NOT_HELD, 3, "that card is not in your hand") \
    X(NOT_OPEN, 4, "that cannot be said now") \
    X(HAND_OVER, 5, "the hand is over") \
    X(NO_FLOR, 6, "flor needs three cards of one suit") \
    X(ANSWER_FIRST, 7, "a call waits for your answer: accept it, refuse it or raise it") \
    X(NOTHING_TO_ANSWER, 8, "there is no call to answer") \
    X(ENVIDO_CLOSED, 9, "envido opens in the first trick, before your card and before truco is accepted") \
    X(ENVIDO_TOO_LOW, 10, "that envido may not answer the last one") \
    X(ENVIDO_ENOUGH, 11, "the envidos already reach the falta: only falta envido is left") \
    X(ENVIDO_FORFEITED, 12, "who said truco may not open envido, in some circles not raise one either") \
    X(OWN_RAISE, 13, "your side said the last raise: the next belongs to the others") \
    X(WRONG_STEP, 14, "the steps of truco are said in order") \
    X(TOP_STEP, 15, "there is no higher step of truco") \
    X(FACE_UP, 16, "cards are played face up here") \
    X(NO_MAZO, 17, "the mano may not give up here: envido or truco has to be said first") \
    X(FLOR_CLOSED, 18, "a flor is sung before your first card, at your turn or when you are asked") \
    X(NOTHING_DECLARED, 19, "son buenas needs a value that the other side declared") \
    X(NO_SUCH_RIVAL, 20, "only a rival that sang no flor can be accused") \
    X(ELEVEN_FIRST, 21, "the side first says whether it plays this hand") \
    X(NO_RAISE, 22, "nobody asks for truco where one plain hand makes a side win") \
    X(RAISE_ENOUGH, 23, "the hand already gives the weaker side the game") \
    X(NO_CONCEDE, 24, "a hand is not given up here: only a raise is run from") \
    X(UNSEEN, 25, "the iron hand is played unseen: play-blind 0, 1 or 2") \
    X(SEEN, 26, "the cards of this hand are seen: they are played by name") \
    X(ENVIDO_TOO_HIGH, 27, "that envido goes beyond the most that may be bet now") \
    X(STACKED, 28, "after a tied first trick the highest card comes first, face up") \
    X(PASSES_ALL, 29, "who passed its first card, face down, passes all three") \
    X(NO_LATE_RAISE, 30, "a truc that was accepted is played at that level") \
    X(DECLARED_ONCE, 31, "a seat declares once, an embit or a flor, before its first card") \
    X(EMBIT_BID, 32, "an embit was bid already") \
    X(EMBIT_ANNULLED, 33, "a flor annuls every embit") \
    X(NO_EMBIT, 34, "no embit of the rivals waits to be sung or raised") \
    X(NO_BETTER, 35, "a better flor answers a flor of the rivals") \
    X(FLOR_SETTLED, 36, "the flor is settled: a better flor was answered") \
    X(TRUC_SAID, 37, "truc and the rest is said before any truc") \
    X(NO_SIGNS, 40, "no signs are made here: signs=off, or nobody has a partner in this hand") \
    X(SIGNS_FIRST, 41, "this is the round of signs: pass, with your signs or without") \
    X(SIGN_WORD, 42, "no such sign in this variant") \
    X(SIGN_PARTNER, 43, "a sign is made to a partner who plays in this hand") \
    X(SIGN_CAPTAIN, 44, "only the captain, the middle seat of a side, makes that sign") \
    X(SIGNS_DECISION, 45, "so many signs at once are not allowed (signs_per_decision)") \
    X(SIGNS_HAND, 46, "that would be more signs than a seat has in a hand (signs_per_hand)") \
    X(DISCARD_FIRST, 47, "the gallo first lays one of his four cards away")

enum rule_error {
    RULE_OK = 0,
#define X(name, number, text) RULE_##name = number,
    FIEL_RULE_ERRORS(X)
#undef X
};

/* The sentence of an error. */
const char *rule_error_text(enum rule_error e);

/* Starts a match (a table): scores 0, no hand dealt yet.  -1 and `why` when the seats do not fit the rules.
 */
int position_new(struct position *pos, const struct rules *r, int seats, char why[RULES_ERROR_TEXT]);
/* The same by the rules that a text names.  -1 and `why`; *which says of what, "rules" or "seats" (NULL: it is not asked). */
int position_named(struct position *pos, const char *rules, int seats, const char **which, char why[RULES_ERROR_TEXT]);

/* The fewest seats, of `seats` and more, at which these rules are played; 0: at none. */
unsigned position_fewest(const struct rules *r, unsigned seats);

/* Deals the next hand: `cards[seat]` are that seat's cards, `vira` CARD_NONE where the variant turns none.
 * The mano is `mano` for the first hand; afterwards pass FIEL_NOBODY and the deal moves one seat to the right.
 * A game that is over is followed by the next one at 0-0.  -1 and `why` (duplicate card, wrong count, ...)
 * leave *pos as it was. */
int position_deal(struct position *pos, card_t cards[][FIEL_HELD_MAX], card_t vira, int mano,
                  char why[RULES_ERROR_TEXT]);

/* Whether a hand that is dealt at this score is an iron hand played unseen (ferro_blind=yes).  Anyone who does not
 * know its cards may deal them as CARD_HIDDEN, and writes each into pos->dealt before it is played. */
bool rules_unseen(const struct rules *r, const uint16_t score[2]);

/* The variant's pack: its size, whether a card is in it, whether one is turned after the deal (the vira). */
unsigned rules_deck_size(const struct rules *r);
bool rules_have_card(const struct rules *r, card_t c);
bool rules_turn_card(const struct rules *r);

/* Seat that is to decide, or FIEL_NOBODY when the hand is over. */
static inline int position_turn(const struct position *pos) { return pos->open.turn; }

/* The complete list of what this seat may do now; 0 when it is not to decide.  From the view alone. */
int view_legal(const struct view *v, struct action list[FIEL_LEGAL_MAX]);
int position_legal(const struct position *pos, int seat, struct action list[FIEL_LEGAL_MAX]);

/* One decision.  *out is the state after it, untouched on error; out may be pos itself. */
enum rule_error position_apply(const struct position *pos, int seat, struct action a, struct position *out);

/* NULL: every fact by itself is one that a table with these rules can have, so the functions here may be asked of it.  Else a sentence.
 * Public facts that somebody else told are looked at by it before anything else. */
const char *open_facts_check(const struct open *o);

/* NULL, or the sentence of the first invariant that does not hold. */
const char *position_check(const struct position *pos);

/* What `seat` may know: the public facts and its own cards, at eleven its partners'; nothing else is read.
 */
void position_view(const struct position *pos, int seat, struct view *v);

/* Ends the hand and the game at once for a fault of `seat` (the rules of the match, not of the table, decide
 * that); forfeit_winner() wins the game; no points of this hand that were not yet credited are. */
void position_forfeit_game(struct position *pos, int seat);

/* The scorer that wins when `seat` forfeits: the other side.  Of three who score for themselves the one of the
 * two others with more of `games` (by scorer; NULL: a game is forfeited, not the match), then with the higher
 * score, then the earlier from the hand's mano; before the first hand nobody: the number
 * after the last scorer, which says drawn wherever a scorer wins. */
unsigned forfeit_winner(const struct open *o, unsigned seat, const uint32_t games[]);

/* A word for an action ("retruco", "play 7e") and back.  Parsing knows the variant's words, the cards' names
 * of both decks, and `raise`, `accept`, `refuse`, `run`, `concede`; it needs the state because those depend
 * on what is open. */
char *action_text(const struct open *o, struct action a, char text[ACTION_TEXT]);
char *card_name(const struct open *o, card_t c, char text[CARD_TEXT]); /* in the table's names */
enum rule_error action_parse(const struct open *o, const char *text, struct action *out);

/* The cards that must be shown at the end of the hand (seat's winning envido or flor) as a bit mask
 * over that seat's dealt cards; 0 where nothing is.  Cards already face up are not in it. */
unsigned position_shown(const struct position *pos, int seat);

#endif
