/* pages_queue: what is played, what waits and why, and when whose turn comes. */
#include "pages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "schedule/due.h"

enum { SHOWN = 100, AUTHORS = 200 };

struct queue {
    struct due_job job[DUE_MOST];
    size_t n;
    int64_t workers, now;
    struct {
        int64_t person;
        const struct due_job *next;
    } author[AUTHORS];
    size_t authors;
};

/* "being played", "in less than a minute", "in about 3 min", "in about 2 h". */
static void put_when(struct http_request *r, struct page *p, const struct queue *q, const struct due_job *d)
{
    int64_t minutes = (d->at_ms - q->now + 30000) / 60000;
    if (d->job.state == JOB_LEASED)
        page_fill(p, "<span class=\"tag live\">{}</span>", TR(r, "being played"));
    else if (!d->at_ms)
        page_fill(p, "{}", TR(r, d->job.state == JOB_PARKED ? N_("when the host decides") : N_("not known")));
    else if (minutes < 1)
        page_fill(p, "{}", TR(r, "in less than a minute"));
    else
        page_format(p, "%s %" PRId64 " %s", TR(r, "in about"), minutes < 120 ? minutes : minutes / 60,
                    minutes < 120 ? "min" : "h");
}

static void put_why(struct http_request *r, struct page *p, const struct queue *q, const struct due_job *d)
{
    if (d->job.held)
        page_text(p, TR(r, "its event is paused"));
    else if (*d->job.reason)
        page_fill(p, "{w}", d->job.reason);
    else if (d->job.state == JOB_QUEUED && !q->workers)
        page_text(p, TR(r, "no worker is here now: the host starts them"));
}

/* What it is, with a way there: a pair, an admission, or a pair that is looked at again. */
static int put_what(struct http_request *r, struct page *p, const struct due_job *d, struct store_error *e)
{
    struct pair pair;
    int bad = d->job.pair ? store_pair(site_of(r)->store, d->job.pair, &pair, e) : STORE_OK;
    if (d->job.kind != JOB_PLAY)
        page_fill(p, "{} ", say_name(r, job_kind_names[d->job.kind]));
    if (bad || !d->job.pair) {
        show_version(r, p, d->job.version);
        return bad;
    }
    if (!seen_pair(r, &pair))
        return page_format(p, "<a href=\"/events/%" PRId64 "\">%s</a>", pair.event, TR(r, "a pair of this event")), bad;
    show_lineup(r, p, &pair);
    if (d->job.kind == JOB_PLAY && d->job.state == JOB_LEASED)
        page_format(p, " <a href=\"/live/%" PRId64 "\">", pair.id);
    if (d->job.kind == JOB_PLAY && d->job.state == JOB_LEASED)
        page_fill(p, "{}</a>", TR(r, "watch"));
    return bad;
}

static void note_author(struct queue *q, int64_t person, const struct due_job *d)
{
    for (size_t i = 0; i < q->authors; i++)
        if (q->author[i].person == person)
            return;
    if (q->authors < AUTHORS) {
        q->author[q->authors].person = person;
        q->author[q->authors++].next = d;
    }
}

/* The first of each author in the order of the queue. */
static void note_authors(struct http_request *r, struct queue *q)
{
    struct store *s = site_of(r)->store;
    struct version_label who;
    struct store_error e;
    for (size_t i = 0; i < q->n; i++) {
        struct pair x = { .seats = 1, .version = { q->job[i].job.version } };
        if (q->job[i].job.pair && (store_pair(s, q->job[i].job.pair, &x, &e) || !seen_pair(r, &x)))
            continue;
        for (int64_t seat = 0; seat < x.seats && seat < STORE_SEATS; seat++)
            if (!store_label(s, x.version[seat], &who, &e))
                note_author(q, who.person, &q->job[i]);
    }
}

static int put_authors(struct http_request *r, struct page *p, const struct queue *q, struct store_error *e)
{
    page_fill(p, "<section class=\"box\"><h2>{}</h2><ul class=\"list\">", TR(r, "Each author's next"));
    int bad = STORE_OK;
    for (size_t i = 0; !bad && i < q->authors; i++) {
        struct person who;
        bad = store_person(site_of(r)->store, q->author[i].person, &who, e);
        if (bad)
            break;
        page_fill(p, "<li><a href=\"/bots?author={a}\">{}</a><span class=\"n\">", who.name, who.name);
        put_when(r, p, q, q->author[i].next);
        page_put(p, "</span></li>");
    }
    page_put(p, "</ul></section>");
    return bad;
}

static int put_jobs(struct http_request *r, struct page *p, const struct queue *q, struct store_error *e)
{
    static const struct column columns[] = { { N_("Bots"), false }, { N_("when"), false }, { N_("why"), false } };
    int bad = STORE_OK;
    show_columns(r, p, "queue", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; !bad && i < q->n && i < SHOWN; i++) {
        page_put(p, "<tr><td>");
        bad = put_what(r, p, &q->job[i], e);
        page_put(p, "</td><td>");
        put_when(r, p, q, &q->job[i]);
        page_put(p, "</td><td>");
        put_why(r, p, q, &q->job[i]);
        page_put(p, "</td></tr>");
    }
    page_put(p, "</tbody></table></div>");
    return bad;
}

static int put_queue(struct http_request *r, struct page *p, struct queue *q, struct store_error *e)
{
    size_t playing = 0;
    while (playing < q->n && q->job[playing].job.state == JOB_LEASED)
        playing++;
    show_head(r, p, TR(r, "Queue"), "start.mjs");
    page_format(p, "<section id=\"way\" data-lives=\"10\"><p>%s %zu · %s %zu%s · %s %" PRId64 "</p>",
                TR(r, "being played:"), playing, TR(r, "waiting:"), q->n - playing, q->n == DUE_MOST ? "+" : "",
                TR(r, "played at once, at most:"), q->workers);
    page_fill(p, "<p class=\"explain\">{}</p>",
              TR(r, "Times are estimates, from how long such matches took lately; of ten, eight are within a factor of "
                    "two. What waits without a reason is played after what stands above it. A bot without a line here "
                    "gets its next pair when the schedule draws the next ones."));
    note_authors(r, q);
    int bad = q->n ? put_authors(r, p, q, e) : STORE_OK;
    if (q->n && !bad)
        bad = put_jobs(r, p, q, e);
    page_fill(p, "<p class=\"quiet\">{} {}</p></section>", q->n ? NULL : TR(r, "Nothing waits."), TR(r, show_follows));
    return bad;
}

unsigned page_queue(struct http_request *r, struct http_answer *a)
{
    OWNED struct queue *q = calloc(1, sizeof *q);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    int bad = q ? due_read(site_of(r)->store, q->job, &q->n, &q->workers, &e) : STORE_ENVIRONMENT;
    if (!bad) {
        q->now = store_now(site_of(r)->store);
        bad = put_queue(r, &a->page, q, &e);
    }
    return show_end(r, a, bad, &e);
}

/* The same for a program. */
unsigned api_queue(struct http_request *r, struct http_answer *a)
{
    OWNED struct queue *q = calloc(1, sizeof *q);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    int bad = q ? due_read(site_of(r)->store, q->job, &q->n, &q->workers, &e) : STORE_ENVIRONMENT;
    for (size_t i = 0; !bad && i < q->n; i++) {
        const struct job *j = &q->job[i].job;
        page_fill(&a->page,
                  "{h}{\"pair\":{d},\"version\":{d},\"event\":{d},\"kind\":{j},\"state\":{j},\"reason\":{s},"
                  "\"begun_ms\":{d},\"due_ms\":{d}}",
                  i ? ",\n" : "[", j->pair, j->version, j->event, job_kind_names[j->kind],
                  j->held ? "held" : job_state_names[j->state], j->reason, j->begun_ms, q->job[i].at_ms);
    }
    return answer_list(a, bad, &e);
}
