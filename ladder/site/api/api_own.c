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

static int64_t query_number(const struct http_request *r, const char *name)
{
    const char *text = http_query(r, name);
    return text ? strtoll(text, NULL, 10) : 0;
}

/* --- oneself ------------------------------------------------------------------------------------------------------ */

static unsigned api_me(struct http_request *r, struct http_answer *a)
{
    const struct person *me = &guest_of(r)->person;
    a->type = "application/json";
    page_fill(&a->page, "{\"name\":{j},\"role\":{j}}\n", me->name, role_names[me->role]);
    return 200;
}

/* The newest; none is marked as read. */
static unsigned api_notices(struct http_request *r, struct http_answer *a)
{
    struct notice *x = calloc(LISTED, sizeof *x);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = x ? store_notices(store_of(r), guest_of(r)->person.id, query_number(r, "before"), x, LISTED, &n, &e)
                : STORE_ENVIRONMENT;
    page_put(&a->page, "[");
    for (size_t i = 0; !bad && i < n; i++) {
        page_format(&a->page,
                    "%s{\"id\":%" PRId64 ",\"at_ms\":%" PRId64 ",\"read\":%s,\"version\":%" PRId64
                    ",\"match\":%" PRId64,
                    i ? ",\n" : "", x[i].id, x[i].created_ms, x[i].read_ms ? "true" : "false", x[i].version, x[i].leg);
        page_fill(&a->page, ",\"kind\":{j},\"text\":{j}}", x[i].kind, x[i].text);
    }
    free(x);
    return answer_list(a, bad, &e);
}

static unsigned api_tokens(struct http_request *r, struct http_answer *a)
{
    struct session *x = calloc(LISTED, sizeof *x);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = x ? store_sessions(store_of(r), guest_of(r)->person.id, x, LISTED, &n, &e) : STORE_ENVIRONMENT;
    page_put(&a->page, "[");
    for (size_t i = 0; !bad && i < n; i++) {
        page_put(&a->page, i ? ",\n{\"session\":\"" : "{\"session\":\"");
        page_hex(&a->page, x[i].hash, STORE_HASH);
        page_fill(&a->page, "\",\"kind\":{j},\"label\":{j}", x[i].kind, x[i].label);
        page_format(&a->page, ",\"used_ms\":%" PRId64 ",\"expires_ms\":%" PRId64 "}", x[i].used_ms, x[i].expires_ms);
    }
    free(x);
    return answer_list(a, bad, &e);
}

/* --- for hosts ------------------------------------------------------------------------------------------------------ */

static unsigned api_people(struct http_request *r, struct http_answer *a)
{
    struct person *x = calloc(LISTED, sizeof *x);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = x ? store_people(store_of(r), query_number(r, "after"), x, LISTED, &n, &e) : STORE_ENVIRONMENT;
    page_put(&a->page, "[");
    for (size_t i = 0; !bad && i < n; i++) {
        page_format(&a->page, "%s{\"id\":%" PRId64, i ? ",\n" : "", x[i].id);
        page_fill(&a->page, ",\"name\":{j},\"role\":{j},\"closed\":{h}}", x[i].name, role_names[x[i].role],
                  x[i].closed ? "true" : "false");
    }
    if (x)
        sodium_memzero(x, LISTED * sizeof *x);
    free(x);
    return answer_list(a, bad, &e);
}

static unsigned api_jobs(struct http_request *r, struct http_answer *a)
{
    struct job *x = calloc(LISTED, sizeof *x);
    struct job_filter f = { .state = JOB_PARKED, .kind = -1, .before = query_number(r, "before") };
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = x ? store_jobs(store_of(r), &f, x, LISTED, &n, &e) : STORE_ENVIRONMENT;
    page_put(&a->page, "[");
    for (size_t i = 0; !bad && i < n; i++) {
        page_format(&a->page, "%s{\"id\":%" PRId64 ",\"kind\":\"%s\",\"pair\":%" PRId64 ",\"version\":%" PRId64,
                    i ? ",\n" : "", x[i].id, job_kind_names[x[i].kind], x[i].pair, x[i].version);
        page_fill(&a->page, ",\"worker\":{j},\"reason\":{s}}", x[i].worker, x[i].reason);
    }
    free(x);
    return answer_list(a, bad, &e);
}

static unsigned api_workers(struct http_request *r, struct http_answer *a)
{
    struct worker *x = calloc(LISTED, sizeof *x);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = x ? store_workers(store_of(r), store_now(store_of(r)) - 3600 * 1000, x, LISTED, &n, &e)
                : STORE_ENVIRONMENT;
    page_put(&a->page, "[");
    for (size_t i = 0; !bad && i < n; i++) {
        page_fill(&a->page, i ? ",\n{\"name\":{j},\"about\":{j}" : "{\"name\":{j},\"about\":{j}", x[i].name,
                  x[i].about);
        page_format(&a->page,
                    ",\"started_ms\":%" PRId64 ",\"seen_ms\":%" PRId64 ",\"leased\":%" PRId64 ",\"state\":\"%s\"}",
                    x[i].started_ms, x[i].seen_ms, x[i].leased, worker_state_names[x[i].state]);
    }
    free(x);
    return answer_list(a, bad, &e);
}

static unsigned api_rechecks(struct http_request *r, struct http_answer *a)
{
    struct recheck *x = calloc(LISTED, sizeof *x);
    struct recheck_filter f = { .state = http_query(r, "all") ? -1 : RECHECK_DIFFERS,
                                .pair = query_number(r, "pair"),
                                .before = query_number(r, "before") };
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = x ? store_rechecks(store_of(r), &f, x, LISTED, &n, &e) : STORE_ENVIRONMENT;
    page_put(&a->page, "[");
    for (size_t i = 0; !bad && i < n; i++) {
        page_format(&a->page,
                    "%s{\"id\":%" PRId64 ",\"pair\":%" PRId64 ",\"version\":%" PRId64 ",\"asked\":%" PRId64
                    ",\"differs\":%" PRId64 ",\"chance\":%" PRId64 ",\"odds\":%.6f",
                    i ? ",\n" : "", x[i].id, x[i].pair, x[i].version, x[i].asked, x[i].differs, x[i].chance, x[i].odds);
        page_fill(&a->page, ",\"state\":{j},\"host\":{j},\"worker\":{j},\"by_host\":{j},\"by_worker\":{j}",
                  recheck_state_names[x[i].state], x[i].host, x[i].worker, x[i].by_host, x[i].by_worker);
        page_fill(&a->page, ",\"reason\":{s},\"decided_by\":{j}}", x[i].reason, x[i].decided_by);
    }
    free(x);
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
