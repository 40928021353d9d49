/* routes: every address of the ladder, by subject, and what it does by itself. */
#include "keepers.h"
#include "site.h"

static const struct http_route asset_routes[] = {
    { "GET", "/static/{}", assets_serve, 0, 0 },
    { "GET", "/static/vendor/{}", assets_serve, 0, 0 },
    { 0 },
};

const struct http_route *const site_routes[] = { asset_routes, NULL };

/* Whoever watches a live match is told soon, and is kept awake when nothing happens. */
static int wake_watchers(struct site *s, struct store_error *e)
{
    (void)e;
    http_wake(s->http);
    return 0;
}

const struct keeper site_keepers[] = {
    { "live", TOPIC_LIVE, 10000, wake_watchers },
    { 0 },
};
