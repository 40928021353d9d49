/* field: a tournament as its entries and pairs tell it: who plays, who met whom, what is open.
 *
 * Nothing else is kept: the schedule plans from it and the event's page shows it. */
#ifndef FIEL_LADDER_FIELD_H
#define FIEL_LADDER_FIELD_H

#include "schedule.h"
#include "league/tournament.h"

enum { FIELD_ENTRIES = 4096, FIELD_MEETINGS = 50000 };

struct field {
    struct tournament tournament;
    struct entry *entry; /* by seed, then in the order they came: the entrants by number */
    size_t entries;
    struct meeting *meeting; /* those that were planned; also byes of a Swiss, which have no pair */
    uint32_t *open;          /* pairs of each that are not played yet */
    size_t meetings;
};

/* Everybody who entered, by seed and then in the order they came, into entry[FIELD_ENTRIES]; *n of them. */
int field_entries(struct store *s, int64_t event, struct entry *entry, size_t *n, struct store_error *e);
/* Reads all of a tournament; a store_code.  On failure the field is empty. */
int field_read(struct field *f, struct store *s, const struct event *v, const struct event_config *c,
               struct store_error *e);
void field_free(struct field *f);

#endif
