/* told: the auditor's English sentences in the language that is spoken.
 *
 * What it shares with `fiel replay` and with the pages of a ladder has its rows in tell/told_sentences.h, and nowhere else. */
#include "audit_sentences.h"
#include "cli/language.h"
#include "cli/sentences.h"
#include "report.h"
#include "tell/told_sentences.h"

const char *audit_told(const char *english, char out[AUDIT_TOLD])
{
    static const struct sentence list[] = { AUDIT_SENTENCES(SENTENCE_ROW) TOLD_GROUNDS(SENTENCE_ROW)
                                                TOLD_LOGS(SENTENCE_ROW) TOLD_FAULTS(SENTENCE_ROW)
                                                    TOLD_WIRE(SENTENCE_ROW) TOLD_STOPS(SENTENCE_ROW)
                                                        AUDIT_PARTS(SENTENCE_ROW) };
    static const struct sentences known = { list, sizeof list / sizeof *list, NULL };
    return sentence_say(out, AUDIT_TOLD, english, language_spoken(), &known);
}
