/* db_sqlite: a connection to an SQLite file. */
#ifndef FIEL_LADDER_DB_SQLITE_H
#define FIEL_LADDER_DB_SQLITE_H

#include <sqlite3.h>

#include "db.h"

/* An open file for a new database; `flags` are more of open()'s.  Passwords' hashes and what bots printed are nobody else's; SQLite's
 * other files take the mode of this one.  -1 with errno. */
int db_sqlite_make_private(const char *path, int flags);
/* For one thread at a time.  NULL with *e set. */
struct db *db_sqlite_open(struct store *s, const char *path, enum store_mode mode, struct store_error *e);
sqlite3 *db_sqlite_handle(struct db *db);

#endif
