/* docs_server: see docs_server.h. */
#include "docs_server.h"

#include "ladder/ladder_pg.h"

static struct pg_server server;

bool docs_server(void)
{
    char address[256];
    if (server.pid)
        return true;
    if (!pg_open(&server))
        return false;
    pg_database(&server, address);
    PGconn *c = PQconnectdb(address);
    PGresult *made = PQexec(c, "create database fiel");
    if (PQresultStatus(made) != PGRES_COMMAND_OK)
        abort();
    PQclear(made);
    PQfinish(c);
    setenv("PGHOST", server.folder, 1);
    setenv("PGUSER", "fiel", 1);
    return true;
}

void docs_server_end(void)
{
    if (server.pid)
        pg_close(&server);
}
