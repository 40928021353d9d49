/* rules: a variant is a row of options.
 *
 * FIEL_OPTIONS lists every option with its values (the first one is the family's default), what it
 * means and where it comes from.  A preset is a const row of values.  Text form, everywhere:
 * "argentino,flor=on,target=15". */
#ifndef FIEL_RULES_H
#define FIEL_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h" /* FIEL_OPTIONS(X), enum option, enum preset */

struct rules {
    uint16_t preset;        /* enum preset */
    uint16_t opt[OPT_ROOM]; /* value index by enum option; a number for numeric options (target) */
};

enum { RULES_TEXT = 2048, RULES_ERROR_TEXT = 256 };

/* Reads "preset,option=value,...".  On failure returns -1, `why` holds one sentence that names the
 * wrong word, the nearest known one and what is allowed; *out is untouched. */
int rules_parse(const char *text, struct rules *out, char why[RULES_ERROR_TEXT]);

/* The canonical text: the preset, then every option that differs from it, in table order. */
char *rules_text(const struct rules *r, char text[RULES_TEXT]);

/* The tables, for Fiel's own programs: libfiel does not show them, because a table of data cannot grow under one soname. */
struct option_row {
    const char *name;
    const char *values;  /* "a|b|c", or "#low-high" for a number */
    uint8_t number;      /* the default: an index, or the number */
    const char *presets; /* letters of the presets in which it means something */
    const char *source, *meaning;
};
/* A second name for a setting: "hidden=never" stands for "face_down=forbidden". */
struct alias_row {
    const char *name, *value, *presets, *meaning;
};
struct preset_row {
    const char *name;
    char letter;
    const char *row; /* what differs from the defaults, as text */
    const char *meaning;
};
extern const struct option_row option_rows[OPT_COUNT];
extern const struct preset_row preset_rows[PRESET_COUNT];
extern const struct alias_row alias_rows[ALIAS_COUNT];

void rules_preset(struct rules *r, enum preset p); /* the preset as it stands */
bool option_in_preset(enum option k, enum preset p);
char *option_value_text(enum option k, unsigned value, char *text, size_t size); /* "" beyond the last */

#endif
