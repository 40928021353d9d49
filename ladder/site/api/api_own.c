/* api_own: what somebody who is known, or a host, may read and change of their own, as JSON. */
#include "api.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "site/session/forms.h"
#include "store/store_rechecks.h"
#include "store/store_trail.h"

enum { LISTED = 100 };

/* --- oneself ------------------------------------------------------------------------------------------------------ */

static unsigned api_me(struct http_request *r, struct http_answer *a)
{
    const struct person *me = &guest_of(r)->person;
    page_fill(&a->page, "{\"name\":{j},\"role\":{j}}\n", me->name, role_names[me->role]);
    return 200;
}

/* The newest; none is marked as read. */
static unsigned api_notices(struct http_request *r, struct http_answer *a)
{
    struct notice x[LISTED];
    struct store_error e;
    size_t n = 0;
    int bad = store_notices(store_of(r), guest_of(r)->person.id, id_query(r, "before"), x, LISTED, &n, &e);
    for (size_t i = 0; !bad && i < n; i++)
        page_fill(&a->page,
                  "{h}{\"id\":{d},\"at_ms\":{d},\"read\":{b},\"version\":{d},\"match\":{d},\"kind\":{j},\"text\":{j}}",
                  i ? ",\n" : "[", x[i].id, x[i].created_ms, x[i].read_ms != 0, x[i].version, x[i].leg, x[i].kind,
                  x[i].text);
    return answer_list(a, bad, &e);
}

static unsigned api_tokens(struct http_request *r, struct http_answer *a)
{
    struct session x[LISTED];
    struct store_error e;
    size_t n = 0;
    int bad = store_sessions(store_of(r), guest_of(r)->person.id, x, LISTED, &n, &e);
    for (size_t i = 0; !bad && i < n; i++)
        page_fill(&a->page, "{h}{\"session\":\"{x}\",\"kind\":{j},\"label\":{j},\"used_ms\":{d},\"expires_ms\":{d}}",
                  i ? ",\n" : "[", x[i].hash, x[i].kind, x[i].label, x[i].used_ms, x[i].expires_ms);
    return answer_list(a, bad, &e);
}

/* --- for hosts ------------------------------------------------------------------------------------------------------ */

static unsigned api_people(struct http_request *r, struct http_answer *a)
{
    struct person x[LISTED];
    struct store_error e;
    size_t n = 0;
    int bad = store_people(store_of(r), id_query(r, "after"), x, LISTED, &n, &e);
    for (size_t i = 0; !bad && i < n; i++)
        page_fill(&a->page, "{h}{\"id\":{d},\"name\":{j},\"role\":{j},\"closed\":{b}}", i ? ",\n" : "[", x[i].id,
                  x[i].name, role_names[x[i].role], x[i].closed);
    sodium_memzero(x, sizeof x);
    return answer_list(a, bad, &e);
}

static unsigned api_jobs(struct http_request *r, struct http_answer *a)
{
    struct job x[LISTED];
    struct job_filter f = { .state = JOB_PARKED, .kind = -1, .before = id_query(r, "before") };
    struct store_error e;
    size_t n = 0;
    int bad = store_jobs(store_of(r), &f, x, LISTED, &n, &e);
    for (size_t i = 0; !bad && i < n; i++)
        page_fill(&a->page, "{h}{\"id\":{d},\"kind\":{j},\"pair\":{d},\"version\":{d},\"worker\":{j},\"reason\":{s}}",
                  i ? ",\n" : "[", x[i].id, job_kind_names[x[i].kind], x[i].pair, x[i].version, x[i].worker,
                  x[i].reason);
    return answer_list(a, bad, &e);
}

static unsigned api_workers(struct http_request *r, struct http_answer *a)
{
    struct worker x[LISTED];
    struct store_error e;
    size_t n = 0;
    int bad = store_workers(store_of(r), store_now(store_of(r)) - 3600 * 1000, x, LISTED, &n, &e);
    for (size_t i = 0; !bad && i < n; i++)
        page_fill(&a->page,
                  "{h}{\"name\":{j},\"about\":{j},\"started_ms\":{d},\"seen_ms\":{d},\"leased\":{d},\"state\":{j}}",
                  i ? ",\n" : "[", x[i].name, x[i].about, x[i].started_ms, x[i].seen_ms, x[i].leased,
                  worker_state_names[x[i].state]);
    return answer_list(a, bad, &e);
}

static unsigned api_rechecks(struct http_request *r, struct http_answer *a)
{
    struct recheck x[LISTED];
    struct recheck_filter f = { .state = http_query(r, "all") ? -1 : RECHECK_DIFFERS,
                                .pair = id_query(r, "pair"),
                                .before = id_query(r, "before") };
    struct store_error e;
    size_t n = 0;
    int bad = store_rechecks(store_of(r), &f, x, LISTED, &n, &e);
    for (size_t i = 0; !bad && i < n; i++)
        page_fill(&a->page,
                  "{h}{\"odds\":{6},\"id\":{d},\"pair\":{d},\"version\":{d},\"asked\":{d},\"differs\":{d},\"chance\":{"
                  "d},\"state\":{j},"
                  "\"host\":{j},\"worker\":{j},\"by_host\":{j},\"by_worker\":{j},\"reason\":{s},\"decided_by\":{j}}",
                  i ? ",\n" : "[", x[i].odds, x[i].id, x[i].pair, x[i].version, x[i].asked, x[i].differs, x[i].chance,
                  recheck_state_names[x[i].state], x[i].host, x[i].worker, x[i].by_host, x[i].by_worker, x[i].reason,
                  x[i].decided_by);
    return answer_list(a, bad, &e);
}

const struct http_route api_own_routes[] = {
    { "GET", "/api/me", api_me, AUTH_KNOWN | AUTH_API, 0 },
    { "GET", "/api/me/notices", api_notices, AUTH_KNOWN | AUTH_API, 0 },
    { "GET", "/api/me/tokens", api_tokens, AUTH_KNOWN | AUTH_API, 0 },
    { "GET", "/api/people", api_people, AUTH_HOST | AUTH_API, 0 },
    { "GET", "/api/jobs", api_jobs, AUTH_HOST | AUTH_API, 0 },
    { "GET", "/api/rechecks", api_rechecks, AUTH_HOST | AUTH_API, 0 },
    { "GET", "/api/workers", api_workers, AUTH_HOST | AUTH_API, 0 },
    { 0 },
};
