/* sentences: those of a ladder. */
#include "sentences.h"

#include <string.h>

#include "cli/said.h"
#include "cli/sentences.h"
#include "sentences_asked.h"
#include "sentences_played.h"
#include "words.h"

static const struct sentence list[] = { SENTENCES_ASKED(SENTENCE_ROW) SENTENCES_PLAYED(SENTENCE_ROW) };

/* A word of the store's ("running"), or a message of po/; people's names have no blanks, and no message without one is looked up. */
static const char *word_of(const char *word, enum language l)
{
    const char *said = strchr(word, ' ') ? language_text(l, word) : name_in(word, language_name(l));
    return said == word ? NULL : said;
}

char *sentence_in(char out[SENTENCE_TEXT], const char *english, const char *language)
{
    static const struct sentences known = { list, sizeof list / sizeof *list, word_of };
    enum language l = ENGLISH;
    (void)language_read(language, &l);
    /* Something said (cli/said.h), or a message without arguments. */
    if (*english == '\2' || (strchr(english, ' ') && language_text(l, english) != english))
        return said_text(out, SENTENCE_TEXT, l, english);
    return sentence_say(out, SENTENCE_TEXT, english, l, &known);
}
