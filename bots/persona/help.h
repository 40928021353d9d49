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

/* Why this action is not legal now, in a sentence. */
const char *why_not(const struct view *v, struct action a);

/* What somebody typed ("real envido", "play 7e") as an action; false when it is no word here. */
bool word_meant(const struct open *o, const char *typed, struct action *out);

#endif
