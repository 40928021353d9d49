/* units: how open the units for systemd are, as its own auditor sees them: 0 is closed, 10 is open. */
#ifndef FIEL_TESTS_UNITS_H
#define FIEL_TESTS_UNITS_H

#include "process.h"

#include "support/skipped.h"

struct unit {
    const char *file, *threshold; /* "--threshold=46": 4.6 at most */
};

/* Prints each one's score. */
static inline void assert_units_closed(const struct unit *units, unsigned count)
{
    if (access("/usr/bin/systemd-analyze", X_OK)) {
        skipped("units_are_closed", "there is no systemd-analyze here");
        skip();
    }
    for (unsigned i = 0; i < count; i++) {
        const char *const words[] = { "/usr/bin/systemd-analyze",
                                      "security",
                                      "--offline=true",
                                      "--no-pager",
                                      units[i].threshold,
                                      units[i].file,
                                      NULL };
        struct run r = run_words(words, NULL);
        const char *score = strstr(r.out, "Overall exposure level");
        print_message("%s\n", score ? score : r.err);
        run_says(r, 0, NULL);
    }
}

#endif
