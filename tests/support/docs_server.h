/* docs_server: a PostgreSQL for the commands of docs/, to which PGHOST, PGPORT and PGUSER lead its owner, and localhost anybody. */
#ifndef TESTS_DOCS_SERVER_H
#define TESTS_DOCS_SERVER_H

#include <stdbool.h>

/* Starts it, once; false, with the reason printed, where none is installed. */
bool docs_server(void);
void docs_server_end(void);

#endif
