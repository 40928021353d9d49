/* store_schema: the tables of both databases. */
#ifndef FIEL_LADDER_STORE_SCHEMA_H
#define FIEL_LADDER_STORE_SCHEMA_H

#include "db.h"

/* Refuses a store whose tables are not today's. */
void schema_check(struct db *db);
/* A transaction (store_tx): brings the tables up to date; makes them when *(bool *)make and there are none.
 */
void schema_migrate(struct db *db, void *make);

/* Statements for both databases, up to a NULL, then more for one of them, or NULL. */
struct schema_change {
    const char *const *both;
    const char *sqlite, *pg;
};
enum { SCHEMA_FIRST = 14 }; /* the number of the tables that `schema_made` makes */
extern const struct schema_change schema_made;
/* What brings tables with this number, SCHEMA_FIRST or later, to the next; NULL when they are the newest. */
const struct schema_change *schema_change_of(unsigned number);

/* Every table with the columns of its key, a table after those it refers to; ends with NULL. */
extern const char *const schema_tables[][2];

#endif
