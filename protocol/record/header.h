/* header: REC_HEADER, the whole configuration of a match (REPLAY.md section 2), before anybody said HELLO. */
#ifndef FIEL_HEADER_H
#define FIEL_HEADER_H

#include "replay.h"
#include "wire/codec.h"

enum { HEADER_MAX = OFFER_MAX + TWIN_MAX + PARTIES_MAX * (3 + ID) + 16 }; /* bytes of its payload */

struct header {
    struct offer offer; /* names as the host gave them, "" is the bot's own affair; keys of a binding alone */
    uint8_t server[PARTIES_MAX][ID]; /* CURVE public keys of the parties' seat processes; zeros: not known */
};

/* `bytes` has room for HEADER_MAX; how many were written, 0 where a text of it is not UTF-8. */
size_t header_pack(const struct header *h, uint8_t *bytes);
/* False: it is none; *out is of no use then. */
bool header_read(const struct record *rec, struct header *out) __attribute__((warn_unused_result));

/* The offer follows from the header and from what the parties said of themselves: their keys where none was expected, their
 * names where none was given, and of a blind match neither names nor artifacts.  NULL, or in a phrase what it does not. */
const char *header_differs(const struct header *h, const struct offer *offer);

#endif
