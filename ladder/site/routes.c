/* routes: every address of the ladder, by subject, and what it does by itself. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "site/api/api.h"
#include "site/bots/bots.h"
#include "site/disputes/decisions.h"
#include "site/disputes/disputes.h"
#include "site/host/event_form.h"
#include "site/host/host.h"
#include "timers.h"
#include "site/people/keyed.h"
#include "site/bots/logs.h"
#include "site/people/notices.h"
#include "site/pages/pages.h"
#include "site/play/pages_play.h"
#include "site/play/playroom.h"
#include "site/people/people.h"
#include "schedule/schedule.h"
#include "site/session/site.h"
#include "site/bots/start.h"
#include "site/bots/submit.h"
#include "site/bots/versions.h"
#include "site/session/host_words.h"
#include "site/work/pieces.h"
#include "site/work/work.h"

static const struct http_route asset_routes[] = {
    { "GET", "/static/{}", assets_serve, 0, 0 },
    { "GET", "/static/vendor/{}", assets_serve, 0, 0 },
    { 0 },
};

static const struct http_route page_routes[] = {
    { "GET", "/", page_front, 0, 0 },
    { "GET", "/ladders/{}", page_ladder, 0, 0 },
    { "GET", "/ladders/{}/rules", page_rules, 0, 0 },
    { "GET", "/matches", page_matches, 0, 0 },
    { "GET", "/matches/{}", page_match, HTTP_RECORDS, 0 },
    { "GET", "/matches/{}/proof", page_proof, HTTP_RECORDS, 0 },
    { "GET", "/replays/{}", page_replay, HTTP_RECORDS, 0 },
    { "GET", "/versus/{}/{}/{}/{}", page_versus, 0, 0 },
    { "GET", "/queue", page_queue, 0, 0 },
    { "GET", "/tries", page_try, AUTH_AUTHOR, 0 },
    { "GET", "/tries/{}/{}", page_tried, 0, 0 },
    { "POST", "/tries", do_try, AUTH_AUTHOR | AUTH_TWIN, 0 },
    { "POST", "/tries/{}/{}/cancel", do_try_cancel, AUTH_AUTHOR | AUTH_TWIN, 0 },
    { "POST", "/bots/{}/{}/tries", do_untried, AUTH_AUTHOR | AUTH_TWIN, 0 },
    { "GET", "/api/queue", api_queue, AUTH_API, 0 },
    { "GET", "/live", page_live, 0, 0 },
    { "GET", "/live/{}", page_live_match, 0, 0 },
    { "GET", "/live/{}/lines", page_live_lines, 0, 0 },
    { "GET", "/bots", page_bots, 0, 0 },
    { "GET", "/bots/{}/{}", page_bot, 0, 0 },
    { "GET", "/events", page_events, 0, 0 },
    { "GET", "/events/{}", page_event, 0, 0 },
    { "POST", "/events/{}/enter", do_enter, AUTH_AUTHOR | AUTH_TWIN, 0 },
    { 0 },
};

static const struct http_route *const tables[] = {
    asset_routes,   page_routes, people_routes,     notice_routes,  key_routes,  bot_routes,        submit_routes,
    version_routes, log_routes,  api_routes,        api_own_routes, host_routes, event_form_routes, dispute_routes,
    play_routes,    work_routes, host_words_routes, start_routes,   NULL
};

enum { ROUTES_MOST = 256, TWIN_PATH = 64 };

/* The same for programs: below /api, and of the host's without that page's name. */
static struct http_route twin_of(const struct http_route *r, char path[TWIN_PATH])
{
    struct http_route twin = *r;
    twin.path = path;
    twin.flags |= AUTH_API;
    int n = snprintf(path, TWIN_PATH, "/api%s", strncmp(r->path, "/host/", 6) ? r->path : r->path + 5);
    assert(n < TWIN_PATH);
    return twin;
}

const struct http_route *site_all_routes(void)
{
    static struct http_route all[ROUTES_MOST + 1];
    static char path[ROUTES_MOST][TWIN_PATH];
    size_t n = 0;
    for (size_t t = all[0].method ? sizeof tables / sizeof *tables - 1 : 0; tables[t]; t++)
        for (const struct http_route *r = tables[t]; r->method; r++) {
            assert(n + 1 < ROUTES_MOST);
            all[n++] = *r;
            if (r->flags & AUTH_TWIN) {
                all[n] = twin_of(r, path[n]);
                n++;
            }
        }
    return all;
}

/* Watchers of a live match are told soon, and their connection is kept alive when nothing happens. */
static int wake_watchers(struct site *s, struct store_error *e)
{
    int bad = live_look(s->live, s->store, e);
    http_wake(s->http);
    return bad;
}

/* Workers that wait for a job look again. */
static int wake_workers(struct site *s, struct store_error *e)
{
    (void)e;
    http_wake(s->http);
    return STORE_OK;
}

static int plan(struct site *s, struct store_error *e) { return schedule_step(s->store, e); }

static int end_tables(struct site *s, struct store_error *e) { return playroom_heed_closed(s->playroom, e); }

static int rate(struct site *s, struct store_error *e) { return rate_step(s->store, e); }

static int log_decisions(struct site *s, struct store_error *e)
{
    return s->decisions ? decisions_step(s->decisions, s->store, e) : 0;
}

static int forget(struct site *s, struct store_error *e)
{
    enum { LOG_DAYS = 90 };
    uint64_t swept;
    pieces_sweep(s->store);
    int bad = store_sweep(s->store, &swept, e);
    if (!bad)
        bad = rate_thin(s->store, e);
    return bad ? bad : store_logs_forget(s->store, store_now(s->store) - LOG_DAYS * INT64_C(86400000), e);
}

const struct timer site_timers[] = {
    { "schedule", true, TOPIC_RESULTS, 5000, plan },
    { "rating", false, TOPIC_RESULTS, 5000, rate }, /* a large table takes seconds: not after every result */
    { "watchers", true, TOPIC_LIVE, 10000, wake_watchers },
    { "workers", true, TOPIC_JOBS, 1000, wake_workers },
    { "disputes", true, TOPIC_RESULTS, 5000, log_decisions },
    { "tables", true, TOPIC_RESULTS, 5000, end_tables },
    { "sweeping", false, TOPIC_RESULTS, 3600000, forget },
    { 0 },
};
