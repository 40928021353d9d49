/* store_schema: the tables of both databases. */
#ifndef FIEL_LADDER_STORE_SCHEMA_H
#define FIEL_LADDER_STORE_SCHEMA_H

#include "db.h"

/* Refuses a store whose tables are not today's. */
void schema_check(struct db *db);
/* A transaction (store_tx): brings the tables up to date; makes them when *(bool *)make and there are none.
 */
void schema_migrate(struct db *db, void *make);

/* Every table with the columns of its key, a table after those it refers to; ends with NULL. */
extern const char *const schema_tables[][2];

#endif
