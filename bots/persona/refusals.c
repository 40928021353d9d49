/* refusals: why something may not be said, in the person's language.  The English is that of
 * the rules. */
#include <string.h>

#include "cli/language.h"
#include "help.h"
#include "table.h"

const char *refusal_words(enum rule_error e)
{
    return e == RULE_OK ? T("that may be said: choose it in the menu") : T(rule_error_text(e));
}

const char *refusal_said(const char *english) { return T(english); }
