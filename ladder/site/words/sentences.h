/* sentences: what the ladder says in English sentences, to programs and in its store, for people in their language.
 *
 * A sentence is looked up by itself: `*` in the table stands for any text, $1 is the first such text in the translation, and
 * what it stands for is translated, too.  One that is not in the table stays as it is: a tool's own words, what a host wrote. */
#ifndef FIEL_LADDER_SENTENCES_H
#define FIEL_LADDER_SENTENCES_H

#include <stddef.h>

enum { SENTENCE_TEXT = 1024 };

/* The sentence in "es" or "pt", or itself; `out` has room for SENTENCE_TEXT bytes. */
char *sentence_in(char out[SENTENCE_TEXT], const char *english, const char *language);

#endif
