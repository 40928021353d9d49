/* facts: what the row of a leg repeats of its record, as one list.  `fiel-ladder check` and `standings --verify` hold the row's against the
 * record's, and so does the browser with what a match's page shows of the row (web/named.mjs). */
#ifndef FIEL_LADDER_FACTS_H
#define FIEL_LADDER_FACTS_H

#include <stdio.h>

#include "store/store_jobs.h"
#include "store/store_legs.h"

enum { FACT_NAME = 32, FACT_VALUE = STORE_TEXT, FACTS_MOST = 16 + 7 * STORE_SEATS };
/* "points of side 0", "17".  A value "" is not known: the leg was filed before it was counted. */
struct fact {
    char name[FACT_NAME], value[FACT_VALUE];
};
/* Of a row, or of what filing_read (filing.h) read of its record: how many.  Both lists have the same names in the same order. */
size_t facts_of(const struct leg *l, struct fact out[FACTS_MOST]);

/* {"hands": "17", ...}, those that are known, on one line. */
void facts_json(FILE *to, const struct fact *list, size_t n);

#endif
