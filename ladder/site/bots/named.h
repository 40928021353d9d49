/* named: versions as people write them: AUTHOR/BOT#NUMBER. */
#ifndef FIEL_LADDER_NAMED_H
#define FIEL_LADDER_NAMED_H

#include "store/store_versions.h"

/* "ana/truquero#3", or without a number the newest active version.  A store_code; NOT_FOUND's sentence says what is not there. */
int version_named(struct store *s, const char *text, int64_t *version, struct store_error *e);
enum { LABEL_TEXT = 2 * STORE_NAME + 24 };
/* "ana/truquero#3" */
char *label_text(const struct version_label *who, char text[LABEL_TEXT]);

/* "ana/truquero#3+berta/azar": one version for each place of a side, at most STORE_SEATS / 2, the others are 0. */
int team_named(struct store *s, const char *text, int64_t version[STORE_SEATS / 2], struct store_error *e);

#endif
