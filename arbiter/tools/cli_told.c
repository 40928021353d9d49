/* cli_told: see cli_told.h.  What a log's note, proof and policy lack has its rows in tell/told_sentences.h, because the auditor says the
 * same. */
#include "cli_told.h"

#include "cli/language.h"
#include "cli/sentences.h"
#include "tell/told_sentences.h"
#include "tool_sentences.h"

const char *tool_told(const char *english, char out[TOOL_TOLD])
{
    static const struct sentence list[] = { TOOL_SENTENCES(SENTENCE_ROW) TOLD_LOGS(SENTENCE_ROW)
                                                TOLD_UNREACHED(SENTENCE_ROW) };
    static const struct sentences known = { list, sizeof list / sizeof *list, NULL };
    return sentence_say(out, TOOL_TOLD, english, language_spoken(), &known);
}
