/* help: what a hand is worth, and why something cannot be said. */
#ifndef PERSONA_HELP_H
#define PERSONA_HELP_H

#include "canvas.h"
#include "fiel.h"

/* A page about this decision: the cards, their order, envido, flor, the chance of the tricks. */
void help_draw(struct canvas *c, const struct view *v, const struct action *legal, int n);

/* Why the rules refuse it, in the person's language (RULE_OK: that it may be said); and the same of the English sentence with
 * which the arbiter does. */
const char *refusal_words(enum rule_error e);
const char *refusal_said(const char *english);

/* Does this seat see its own cards?  Not in an iron hand. */
bool help_sees(const struct view *v);
/* How many of the cards that this seat has not seen beat the card. */
unsigned help_beaten_by(const struct view *v, card_t card);
/* Of 100 hands of three that can be made of them, how many are worth less in envido. */
unsigned help_better_than(const struct view *v, unsigned worth);
/* How often of 100 my side takes the tricks if I play this card now; with CARD_NONE, as the cards lie.  For two seats. */
unsigned help_chance(const struct view *v, card_t card);

/* The rule that keeps this action from being legal now; RULE_OK: none does, as far as this seat's cards tell. */
enum rule_error why_rule(const struct view *v, struct action a);
/* The same in a sentence. */
const char *why_not(const struct view *v, struct action a);

/* What somebody typed ("real envido", "play 7e") as an action; false when it is no word here. */
bool word_meant(const struct open *o, const char *typed, struct action *out);

#endif
