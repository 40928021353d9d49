/* db_pg: a connection to a PostgreSQL server. */
#ifndef FIEL_LADDER_DB_PG_H
#define FIEL_LADDER_DB_PG_H

#include <libpq-fe.h>

#include "db.h"

/* `where` is postgresql://...  For one thread at a time.  NULL with *e set. */
struct db *db_pg_open(struct store *s, const char *where, struct store_error *e);
PGconn *db_pg_handle(struct db *db);

#endif
