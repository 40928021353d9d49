/* prove: what the records of a job prove, found out by a child without rights (aside.h).
 *
 * A record that took the child over could say any result of itself, and of nothing else: `check` and `standings --verify` name it, for
 * they hold the row against the record. */
#ifndef FIEL_LADDER_PROVE_H
#define FIEL_LADDER_PROVE_H

#include "aside.h"
#include "audit/audit.h"
#include "hand_in.h"

struct proved {
    bool fine;
    char why[HAND_IN_WHY]; /* not fine: the sentence */
    unsigned legs;         /* that are there */
    struct leg leg[2];     /* without replay, times and logs */
};

/* Are they valid, the match that was ordered, and twins where a pair was?  `built`: what the version's build made, NULL for none; `unheld`:
 * pairs of authors' bots may have been played in any jail.  Of a leg that is not there the bytes are NULL. */
void prove_records(const struct order *o, const uint8_t *built, bool unheld, const struct paper record[2],
                   struct proved *out);

/* audit_bytes; nothing points into the record.  False: it cannot be read. */
bool prove_alone(const void *bytes, size_t size, struct audit_report *out);

/* The proof of a record's OPEN that its match log holds it, C2SP tlog-proof with the checkpoint, of which nothing is checked here; the
 * caller frees it.  NULL: the match is in no log. */
char *prove_logged(const void *bytes, size_t size);

enum { PROVED_NUMBERS = 48 };
/* " 12 13": the numbers of these matches in their log, as the records' first lines say; "" for none. */
void prove_numbers(const struct paper record[2], char numbers[PROVED_NUMBERS]);

#endif
