/* rules: a variant is a row of options.
 *
 * OPTIONS lists every option with its values (the first one is the family's default), what it
 * means and where it comes from.  A preset is a const row of values.  Text form, everywhere:
 * "argentino,flor=on,target=15". */
#ifndef FIEL_RULES_H
#define FIEL_RULES_H

#include <stdint.h>
#include <stddef.h>

#include "options.h" /* OPTIONS(X), enum option, enum preset */

struct rules {
    uint8_t preset;         /* enum preset */
    uint8_t opt[OPT_COUNT]; /* value index by enum option; a number for numeric options (target) */
};

enum { RULES_TEXT = 1024, RULES_ERROR_TEXT = 256 };

/* Reads "preset,option=value,...".  On failure returns -1, `why` holds one sentence that names the
 * wrong word, the nearest known one and what is allowed; *out is untouched. */
int rules_parse(const char *text, struct rules *out, char why[RULES_ERROR_TEXT]);

/* The canonical text: the preset, then every option that differs from it, in table order. */
char *rules_text(const struct rules *r, char text[RULES_TEXT]);

#endif
