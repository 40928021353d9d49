/* metrics: read when they are asked for; counters that a process keeps itself begin anew with it. */
#include "metrics.h"

#include <inttypes.h>
#include <stdlib.h>

#include "site/play/playroom.h"
#include "wire/messages.h"

enum { KINDS = 32, VOIDED = 1000, WORKERS = 2000, SEEN_MS = 3600000 };

/* A family of one kind of number: its first two lines. */
static void family(struct page *p, const char *name, const char *type, const char *help)
{
    page_format(p, "# HELP fiel_ladder_%s %s\n# TYPE fiel_ladder_%s %s\n", name, help, name, type);
}

static void one(struct page *p, const char *name, const char *type, const char *help, double value)
{
    family(p, name, type, help);
    page_format(p, "fiel_ladder_%s %.15g\n", name, value);
}

static void put_histogram(struct page *p, const char *name, const char *help, struct histogram *h)
{
    uint64_t n = 0;
    family(p, name, "histogram", help);
    for (unsigned i = 0; i < HISTOGRAM_LIMITS; i++)
        page_format(p, "fiel_ladder_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, histogram_limit[i],
                    n += atomic_load(&h->bucket[i]));
    n += atomic_load(&h->bucket[HISTOGRAM_LIMITS]);
    page_format(p, "fiel_ladder_%s_bucket{le=\"+Inf\"} %" PRIu64 "\nfiel_ladder_%s_count %" PRIu64 "\n", name, n, name,
                n);
    page_format(p, "fiel_ladder_%s_sum %.6f\n", name, (double)atomic_load(&h->us) / 1e6);
}

/* A number for every name; names are our own words. */
static void by_name(struct page *p, const char *name, const char *label, const char *help, const char *const *names,
                    const uint64_t *value, size_t count)
{
    family(p, name, "gauge", help);
    for (size_t i = 0; i < count; i++)
        page_format(p, "fiel_ladder_%s{%s=\"%s\"} %" PRIu64 "\n", name, label, names[i], value[i]);
}

static int put_counts(struct site *s, struct page *p, struct store_error *e)
{
    struct store_counts c;
    int bad = store_counts(s->store, &c, e);
    if (bad)
        return bad;
    int64_t age = c.oldest_queued_ms ? store_now(s->store) - c.oldest_queued_ms : 0;
    by_name(p, "jobs", "state", "Jobs, by state.", job_state_names, c.jobs, JOB_STATES);
    one(p, "leases", "gauge", "Jobs that workers hold.", (double)c.jobs[JOB_LEASED]);
    by_name(p, "pairs", "state", "Pairs of matches, by state.", pair_state_names, c.pairs, PAIR_STATES);
    by_name(p, "versions", "state", "Versions of bots, by state.", version_state_names, c.versions, VERSION_STATES);
    one(p, "queue_age_seconds", "gauge", "How long the oldest job that is due has waited.",
        (double)(age > 0 ? age : 0) / 1000);
    one(p, "matches_filed_total", "counter", "Matches filed: legs of pairs.", (double)c.legs);
    one(p, "people", "gauge", "Accounts.", (double)c.people);
    one(p, "bots", "gauge", "Bots.", (double)c.bots);
    one(p, "disputes_open", "gauge", "Disputes that no host has decided.", (double)c.disputes_open);
    one(p, "blobs", "gauge", "Archives, replays and transcripts kept.", (double)c.blobs);
    one(p, "blob_bytes", "gauge", "Their bytes.", (double)c.blob_bytes);
    return STORE_OK;
}

static int put_faults(struct site *s, struct page *p, struct store_error *e)
{
    struct store_fault f[KINDS];
    size_t n;
    int bad = store_faults(s->store, f, KINDS, &n, e);
    family(p, "faults_total", "counter", "Matches that a fault ended, by its kind.");
    for (size_t i = 0; !bad && i < n; i++)
        page_format(p, "fiel_ladder_faults_total{kind=\"%s\"} %" PRIu64 "\n", fault_name((enum fault)f[i].fault),
                    f[i].legs);
    return bad;
}

/* Decisions, timeouts, and what was kept from being one: as the records say. */
static int put_clock(struct site *s, struct page *p, struct store_error *e)
{
    struct clock_sums c;
    int bad = store_clock_sums(s->store, &c, e);
    if (bad)
        return bad;
    one(p, "decisions_total", "counter", "Decisions of bots in the matches filed.", (double)c.decisions);
    one(p, "timeouts_total", "counter", "Those that were too late.", (double)c.timeouts);
    one(p, "false_timeouts_total", "counter", "Those that would have been too late if all their time had been charged.",
        (double)c.spared);
    one(p, "nobodys_seconds_total", "counter", "Time of those bots that was not charged, and recorded (PAUSE).",
        (double)c.nobodys_us / 1e6);
    return STORE_OK;
}

/* Of the bots that have the most; names of accounts and bots are words without quotes (name_fits). */
static int put_voids(struct site *s, struct page *p, struct store_error *e)
{
    OWNED struct bot_voids *v = malloc(VOIDED * sizeof *v);
    size_t n = 0;
    int bad = v ? store_voids(s->store, v, VOIDED, &n, e) : STORE_OK;
    family(p, "voids_total", "counter", "Attempts at a pair that failed on the host's side, by the bots of that pair.");
    for (size_t i = 0; !bad && i < n; i++)
        page_format(p, "fiel_ladder_voids_total{bot=\"%s/%s\"} %" PRIu64 "\n", v[i].author, v[i].name, v[i].voids);
    return bad;
}

static int put_workers(struct site *s, struct page *p, struct store_error *e)
{
    OWNED struct worker *w = malloc(WORKERS * sizeof *w);
    uint64_t in[WORKER_STATES] = { 0 };
    int64_t now = store_now(s->store);
    size_t n = 0;
    int bad = w ? store_workers(s->store, now - SEEN_MS, w, WORKERS, &n, e) : STORE_OK;
    family(p, "worker_age_seconds", "gauge", "Since each worker of the last hour began.");
    for (size_t i = 0; i < n; i++) { /* names are words without quotes */
        in[w[i].state]++;
        page_format(p, "fiel_ladder_worker_age_seconds{worker=\"%s\",state=\"%s\"} %.3f\n", w[i].name,
                    worker_state_names[w[i].state], (double)(now - w[i].started_ms) / 1000);
    }
    by_name(p, "workers", "state", "Workers of the last hour.", worker_state_names, in, WORKER_STATES);
    return bad;
}

static void put_own(struct site *s, struct page *p)
{
    struct store_times *took = store_times(s->store);
    put_histogram(p, "commit_seconds", "How long commits of this process took.", &took->commits);
    put_histogram(p, "match_seconds", "How long matches took that this process filed.", &took->matches);
    put_histogram(p, "http_seconds", "How long answers took to be made, once they were asked for.", http_took(s->http));
    family(p, "http_requests_total", "counter", "Answers, by the first digit of their status.");
    for (unsigned k = 2; k < HTTP_CLASSES; k++)
        page_format(p, "fiel_ladder_http_requests_total{code=\"%uxx\"} %" PRIu64 "\n", k, http_answers(s->http, k));
    one(p, "sse_clients", "gauge", "Who watches running matches or plays.", http_streams_open(s->http));
    one(p, "tables", "gauge", "People who play against bots.", s->playroom ? playroom_busy(s->playroom) : 0);
}

static unsigned page_metrics(struct http_request *r, struct http_answer *a)
{
    struct site *s = site_of(r);
    struct store_error e;
    a->type = "text/plain; version=0.0.4; charset=utf-8";
    if (put_counts(s, &a->page, &e) || put_faults(s, &a->page, &e) || put_clock(s, &a->page, &e) ||
        put_voids(s, &a->page, &e) || put_workers(s, &a->page, &e))
        return answer_store(a, &e);
    put_own(s, &a->page);
    return 200;
}

struct http_server *metrics_start(struct site *s, const char *bind, char why[256])
{
    static const struct http_route routes[] = { { "GET", "/metrics", page_metrics, 0, 0 }, { 0 } };
    struct http_plan plan = {
        .bind = bind, .threads = 1, .routes = routes, .server = s, .sorry = auth_sorry, .leave = auth_leave
    };
    return http_start(&plan, why);
}
