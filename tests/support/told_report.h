/* told_report: what is told of a record, in every language. */
#ifndef TESTS_TOLD_REPORT_H
#define TESTS_TOLD_REPORT_H

#include <stdio.h>
#include <stdlib.h>

#include "audit/audit.h"
#include "cli/language.h"
#include "support/told.h"

/* No line of it is wider than a terminal of eighty columns. */
static inline void assert_report_narrow(const struct audit_report *r)
{
    for (unsigned l = 0; l < LANGUAGES; l++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        language_speak((enum language)l);
        audit_print(out, "match.replay", r);
        assert_int_equal(fclose(out), 0);
        assert_narrow(text);
        free(text);
    }
    language_speak(ENGLISH);
}

#endif
