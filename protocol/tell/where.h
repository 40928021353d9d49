/* where: which decisions are meant, in a small language:
 *
 *     seat=1 call=truco said=no-quiero holds=1e
 *
 * Conditions are parted by blanks and must all hold.  Each is FIELD OP VALUE, the fields those of decision.h.  Numbers are
 * compared by = != < <= > >=, words by = and !=; a list of cards = VALUE when the card is among them.  VALUE may be several
 * alternatives, parted by commas: holds=1e,1b is either. */
#ifndef FIEL_WHERE_H
#define FIEL_WHERE_H

#include "decision.h"

enum { WHERE_MAX = 16, WHERE_TEXT = 400, WHERE_WHY = 600, WHERE_SEEN = 24 };

struct condition {
    enum decision_field field;
    enum { WHERE_IS, WHERE_IS_NOT, WHERE_LESS, WHERE_AT_MOST, WHERE_MORE, WHERE_AT_LEAST } op;
    char values[WHERE_TEXT];
    char seen[WHERE_SEEN][DECISION_TEXT]; /* words that this field had so far */
    unsigned seen_count;
};

struct where {
    struct condition condition[WHERE_MAX];
    unsigned count;
};

/* -1 and a sentence that names the word and what is allowed. */
int where_read(struct where *w, const char *text, char why[WHERE_WHY]);
bool where_fits(struct where *w, const struct decision *d);
/* Nothing fitted: perhaps because a word is one that nobody said.  Then true, and which were, as something said (cli/said.h). */
bool where_unheard(const struct where *w, char why[WHERE_WHY]);

#endif
