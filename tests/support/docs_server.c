/* docs_server: see docs_server.h. */
#include "docs_server.h"

#include "ladder/ladder_pg.h"

static struct pg_server server;

bool docs_server(void)
{
    char port[16];
    if (server.pid)
        return true;
    snprintf(port, sizeof port, "%d", 20000 + (int)getpid() % 20000);
    setenv("PGPORT", port, 1);
    if (!pg_open_at(&server, "localhost"))
        return false;
    setenv("PGHOST", server.folder, 1);
    setenv("PGUSER", "fiel", 1);
    return true;
}

void docs_server_end(void)
{
    if (server.pid)
        pg_close(&server);
}
