/* sentences: what programs say to each other and keep in English sentences, for people in their language.
 *
 * A sentence is looked up by itself: `*` in a list stands for any text, $1 is the first such text in the translation, and what it
 * stands for is translated, too.  `~` stands for somebody else's own words, which stay as they are whatever they say: such rows are tried
 * before all others, or another row could cut a stranger's words in pieces.  A sentence that is not in the list stays as it is: a tool's
 * own words, what a host wrote. */
#ifndef FIEL_CLI_SENTENCES_H
#define FIEL_CLI_SENTENCES_H

#include <stddef.h>

#include "language.h"

struct sentence {
    const char *in[LANGUAGES];
};
/* A row of a list that is kept as X(english, spanish, portuguese). */
#define SENTENCE_ROW(english, spanish, portuguese) { { english, spanish, portuguese } },
struct sentences {
    const struct sentence *list;
    size_t count;
    const char *(*word)(
        const char *word,
        enum language l); /* NULL, or what a hole is called that is a word or a message; NULL: nothing */
};

/* The sentence in that language, or itself; `out` has room for `cap` bytes and is cut after a whole character. */
char *sentence_say(char *out, size_t cap, const char *english, enum language l, const struct sentences *known);

#endif
