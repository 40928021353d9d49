/* lines: the person sits elsewhere, and a program shows the table: `fiel play --lines`, as the ladder's pages do.
 *
 * To standard output goes the whole table as this seat knows it, one JSON object a line, each time that it changes; what
 * was told before is in the newest line too:
 *
 *   event     "table"; the last line of `fiel play --lines` is one of `fiel match --events`: result or error
 *   rules, target, games, game, hand, mano    the preset's name, points that win, games of the match, and where it stands
 *   seat, names                               the person's, everybody's
 *   scores    [{seats, points, won, own}]     by scorer
 *   vira      a card, where one is turned
 *   held      [{card, code, key, legal} or null]   the person's cards as dealt; null: played.  Of an iron hand no card
 *   open      [{seat, cards}]                 what lies open of a partner's hand
 *   table     [[card, "down" or null]]        by trick and seat
 *   taken     ["own", "other", "tied" or null]     by trick
 *   stake     {says, worth}                   the step of truco that stands
 *   said      [...]                           since a while ago, the newest last: {hand, mano}, {seat, act, says, card,
 *                                             value}, {seat, shows}, {seat, sign}, {points}, {game, winner}, {late}
 *   ask       {request, phase, yes, no, ms}   a decision, how long it may take; yes and no: what an open call pays
 *             {request, go}                   a hand is over: a look at what lies there
 *   choices   [{code, act, says, key, card, number, rival}]   what is legal, except for cards of `held`
 *   others    [{code, act, says}]             what could be said in this variant, and not now
 *   refused   {act, says, rule, why}          what was wanted and is not legal (enum rule_error), and the rule in words
 *   hint      {cards: [{card, beaten, chance}], chance, envido or embit, with, better, flor, reservada, order: [[card]]}
 *
 * From standard input come answers, one a line; what belongs to another request is nothing:
 *
 *   do REQUEST CODE     an action; one that is not legal is answered with the rule, and the arbiter does not hear it
 *   hint REQUEST        what the hand is worth
 *   go REQUEST          to the next hand
 *   lang LANG           en, es or pt: what is said from now on, and why not
 *   leave               gives up what is left to decide, so that the match ends by its rules
 *
 * The end of standard input ends the match, which is void then. */
#ifndef PERSONA_LINES_H
#define PERSONA_LINES_H

#include "table.h"

enum { LINES_SAID = 24, LINES_TEXT = 200 };

struct lines {
    struct table table;
    struct fiel_clock clock;
    struct menu menu;
    unsigned request;      /* number of what is asked, or was asked last */
    bool asks, pauses;     /* a decision; a look at the table */
    bool hint;             /* wanted */
    struct action refused; /* kind 0: nothing was */
    enum rule_error rule;
    bool left;
    char said[LINES_SAID][LINES_TEXT];
    unsigned said_count; /* ever */
};

/* Plays; an exit code. */
int lines_run(void);

/* Writes the table as it is (lines_tell.c). */
void lines_tell(const struct lines *l);
/* A card by its name, "down", or null. */
struct json_out;
/* A card by its name; null where there is none, "down" where nobody sees it. */
void lines_out_card(struct json_out *j, const char *key, const struct open *o, card_t card);
/* What was said, as a member (lines_said.c), and adding to it. */
void lines_tell_said(struct json_out *j, const struct lines *l);
void lines_hand(struct lines *l);
void lines_acted(struct lines *l, unsigned seat, struct action a, unsigned value);
void lines_card(struct lines *l, unsigned seat, card_t card);
void lines_sign(struct lines *l, unsigned seat, const char *sign);
void lines_points(struct lines *l, const uint16_t gained[SCORERS_MAX]);
void lines_game(struct lines *l, int winner);
void lines_late(struct lines *l);

#endif
