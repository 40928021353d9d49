/* jail_told: what a jail is and lacks, in the language that is spoken. */
#include "cli/language.h"
#include "cli/sentences.h"
#include "jail.h"
#include "jail_sentences.h"

const char *jail_told(const char *english, char out[JAIL_TOLD])
{
    static const struct sentence list[] = { JAIL_SENTENCES(SENTENCE_ROW) };
    static const struct sentences known = { list, sizeof list / sizeof *list, NULL };
    return sentence_say(out, JAIL_TOLD, english, language_spoken(), &known);
}
