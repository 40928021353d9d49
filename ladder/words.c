/* words: the table. */
#include "words.h"

#include <string.h>

static const char *const words[WORD_COUNT][3] = {
#define X(name, english, spanish, portuguese) [WORD_##name] = { english, spanish, portuguese },
    WORDS(X)
#undef X
};

const char *word_in(enum word w, const char *language)
{
    return words[w][!strcmp(language, "es") ? 1 : !strcmp(language, "pt") ? 2 : 0];
}
