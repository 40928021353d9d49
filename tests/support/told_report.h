/* told_report: what is told of a record, in every language. */
#ifndef TESTS_TOLD_REPORT_H
#define TESTS_TOLD_REPORT_H

#include <stdio.h>
#include <stdlib.h>

#include "audit/audit.h"
#include "cli/language.h"
#include "support/told.h"
#include "support/printed.h"

/* No line of it is wider than a terminal of eighty columns. */
static inline void assert_report_narrow(const struct audit_report *r)
{
    for (unsigned l = 0; l < LANGUAGES; l++) {
        FILE *out = print_begin();
        language_speak((enum language)l);
        audit_print(out, "match.replay", r);
        const char *text = print_end();
        assert_narrow(text);
    }
    language_speak(ENGLISH);
}

#endif
