/* sentences: what the ladder says in English sentences, to programs and in its store, for people in their language.
 * How they are looked up, and what the holes are: cli/sentences.h. */
#ifndef FIEL_LADDER_SENTENCES_H
#define FIEL_LADDER_SENTENCES_H

#include <stddef.h>

enum { SENTENCE_TEXT = 1024 };

/* The sentence in "es" or "pt", or itself; `out` has room for SENTENCE_TEXT bytes. */
char *sentence_in(char out[SENTENCE_TEXT], const char *english, const char *language);

#endif
