/* record_begun: the record of a match that was broken off, as a resumed match needs it. */
#ifndef FIEL_RECORD_BEGUN_H
#define FIEL_RECORD_BEGUN_H

#include "base/control.h"
#include "journal.h"

struct record_begun {
    struct replay file; /* its whole records, from the first */
    uint8_t *bytes;     /* which lie here */
    uint64_t size;
    bool offered; /* there is an OFFER; without one the match had not begun, and all that counts of its record is the
                   * header */
    uint8_t nonce[HASH];
};

/* -1 and a sentence: it cannot be read, it is no replay, it is complete; it is damaged, unless it may be `torn`, as a
 * power cut leaves it: then what stands before the damage is taken. */
int record_begun_load(struct record_begun *b, const struct journal *j, const char *path, bool torn,
                      char why[CONTROL_TEXT]);
void record_begun_free(struct record_begun *b);

#endif
