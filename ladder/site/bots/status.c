/* status: where a version stands on its way to the table, why, and what to do about it. */
#include "versions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bots.h"
#include "cli/command.h"
#include "schedule/due.h"
#include "site/session/forms.h"
#include "store/store_legs.h"
#include "store/store_ratings.h"

enum { LOG_LINES = 6, PENDING = 50 };

struct way {
    struct version v;
    struct due_job *job; /* DUE_MOST */
    size_t jobs, place;  /* place: of the version's next in job[]; jobs: there is none */
    int64_t workers, now;
    struct validation tried;
    struct leg leg; /* id 0: none yet */
    size_t tries;
};

static bool is_ours(struct http_request *r, const struct way *w, const struct job *j)
{
    struct pair x;
    struct store_error e;
    if (j->kind == JOB_VALIDATE)
        return j->version == w->v.id;
    if (j->kind != JOB_PLAY || store_pair(store_of(r), j->pair, &x, &e))
        return false;
    for (int64_t seat = 0; seat < x.seats && seat < STORE_SEATS; seat++)
        if (x.version[seat] == w->v.id)
            return true;
    return false;
}

static int read_way(struct http_request *r, struct way *w, struct store_error *e)
{
    struct leg_filter f = { .version = w->v.id, .seen = !is_host(guest_of(r)) };
    struct store *s = store_of(r);
    size_t legs = 0;
    int bad = store_validations(s, w->v.id, &w->tried, 1, &w->tries, e);
    if (!bad)
        bad = store_legs(s, &f, &w->leg, 1, &legs, e);
    if (!bad && !legs)
        w->leg.id = 0;
    if (!bad)
        bad = due_read(s, w->job, &w->jobs, &w->workers, e);
    w->now = store_now(s);
    while (!bad && w->place < w->jobs && !is_ours(r, w, &w->job[w->place].job))
        w->place++;
    return bad;
}

/* --- steps ----------------------------------------------------------------------------------------------------------- */

static void put_step(struct page *p, const char *state, const char *what)
{
    page_fill(p, "<li class=\"{h}\"><span>{}</span><span class=\"quiet\">", state, what);
}

/* Its place in the queue, when that comes, or why it does not. */
static void put_wait(struct http_request *r, struct page *p, const struct way *w)
{
    const struct due_job *d = &w->job[w->place];
    if (!w->workers)
        page_text(p, TR(r, "no worker is here now: the host starts them"));
    else if (w->place == w->jobs)
        page_text(p, TR(r, "when the schedule draws its next pair, against another author's bot"));
    else if (*d->job.reason || *w->v.reason)
        page_fill(p, "{w}", *d->job.reason ? d->job.reason : w->v.reason);
    else if (d->job.state == JOB_LEASED)
        page_text(p, TR(r, "now"));
    else {
        page_fill(p, "<a href=\"/queue\">{} {d}</a>", TR(r, "place"), w->place + 1);
        if (d->at_ms)
            page_format(p, ", ~%" PRId64 " min", (d->at_ms - w->now) / 60000 + 1);
    }
}

int status_pending(struct http_request *r, struct page *p, struct store_error *e)
{
    struct version_filter f = { .state = VERSION_PENDING };
    OWNED struct version *v = calloc(PENDING, sizeof *v);
    struct way w = { .job = calloc(DUE_MOST, sizeof *w.job), .now = store_now(store_of(r)) };
    size_t n = 0;
    e->code = STORE_ENVIRONMENT;
    int bad = v && w.job ? store_versions(store_of(r), &f, v, PENDING, &n, e) : STORE_ENVIRONMENT;
    if (!bad && n)
        bad = due_read(store_of(r), w.job, &w.jobs, &w.workers, e);
    if (!bad && n)
        page_fill(p, "<h2 id=\"pending\">{}</h2><ul>", TR(r, "Versions that wait to be admitted"));
    for (size_t i = 0; !bad && i < n; i++) {
        const struct job *j = &w.job->job;
        w.v = v[i];
        for (w.place = 0; w.place < w.jobs && (j->kind != JOB_VALIDATE || j->version != v[i].id);)
            j = &w.job[++w.place].job;
        page_put(p, "<li>");
        show_version(r, p, v[i].id);
        page_put(p, ": ");
        put_wait(r, p, &w);
        page_put(p, i + 1 < n ? "</li>" : "</li></ul>");
    }
    free(w.job);
    return bad;
}

static void put_steps(struct http_request *r, struct page *p, const struct way *w)
{
    bool active = w->v.state == VERSION_ACTIVE, waits = w->v.state == VERSION_PENDING;
    bool failed = w->v.state == VERSION_DISABLED && w->tries && !w->tried.passed;
    page_put(p, "<ol class=\"way\">");
    put_step(p, "done", TR(r, "received"));
    page_fill(p, "{t}</span></li><li class=\"done\"><span>{} <code>{}</code></span><span></span></li>", w->v.created_ms,
              w->v.remote ? TR(r, "it plays from its author's machine") : TR(r, "it is started as"), w->v.run);
    put_step(p,
             active || w->v.has_built ? "done"
             : waits                  ? "now"
             : failed                 ? "failed"
                                      : "done",
             *w->v.build ? TR(r, "built, and tried against itself") : TR(r, "tried against itself"));
    if (waits)
        put_wait(r, p, w);
    page_put(p, "</span></li>");
    put_step(p, w->leg.id ? "done" : active ? "now" : "", TR(r, "plays"));
    if (w->leg.id)
        page_format(p, "<a href=\"/matches/%" PRId64 "\">%s</a>", w->leg.id, TR(r, "its newest match"));
    else if (active)
        put_wait(r, p, w);
    page_put(p, "</span></li>");
}

/* All steps; `lives`: others are still to come. */
static int put_way(struct http_request *r, struct page *p, const struct way *w, bool *lives, struct store_error *e)
{
    struct rating_point x;
    size_t n = 0;
    int bad = w->leg.id ? store_rating_history(store_of(r), w->leg.ladder, w->v.id, 0, &x, 1, &n, e) : STORE_OK;
    *lives = w->v.state == VERSION_PENDING || (w->v.state == VERSION_ACTIVE && !n);
    page_format(p, "<section class=\"box\" id=\"way\"%s>",
                *lives                         ? " data-lives"
                : w->v.state == VERSION_ACTIVE ? " data-lives=\"30\""
                                               : "");
    put_steps(r, p, w);
    put_step(p, n ? "done" : "", TR(r, "has a place in the table"));
    if (n) {
        page_format(p, "%" PRId64 ", Elo %.0f", x.rating.place, x.rating.elo);
        show_provisional(r, p, &x.rating);
    }
    page_put(p, "</span></li></ol>");
    return bad;
}

/* --- what went wrong --------------------------------------------------------------------------------------------------- */

/* What such words in a log, or else its reason, mean for who wrote the bot. */
static const char *remedy_for(const struct version *v, const char *log)
{
    static const char *const known[][2] = {
        { "ModuleNotFoundError", N_("a module is missing here: pack it beside the bot, in one zip") },
        { "Cannot find module", N_("a module is missing here: pack it beside the bot, in one zip") },
        { "SyntaxError", N_("the program has a mistake in that line: mend it and hand it in again") },
        { "MemoryError", N_("it took more memory than there is: use less") },
        { "xec format", N_("this is no program of Linux on x86-64: build it there, or hand in its sources") },
        { "GLIBC", N_("it was built for a newer system: link it statically, or hand in its sources") },
        { "Permission denied", N_("it may not do that here: it has its own folder to read, and no network") },
        { "No such file", N_("a file is missing here: pack all that the bot reads") },
        { "said nothing valid", N_("by lines it answers each question in time, and the first line, too: flush standard "
                                   "output after each answer, "
                                   "which most languages keep back (docs/lines.md)") },
        { "timeout", N_("it answered too late: give its first answer sooner, and look at `fiel match --help`, clock") },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(*log ? log : v->reason, known[i][0]))
            return known[i][1];
    if (!v->remote && !command_lines(v->run) && strstr(v->reason, "its process ended with exit code"))
        return N_("if it speaks by lines, start it as lines:./bot; else try it at home: `fiel check`, with the same "
                  "program");
    return N_("try it at home as it is tried here: `fiel check`, with the same program");
}

/* Of what it printed six lines from a compiler's first error on, or else the end, which says most. */
static const char *some_lines(char *text)
{
    char *error = text, *at = text + strlen(text);
    while ((error = strstr(error, "error")) && !strchr(":[", error[5]))
        error++;
    while (at > text && strchr("\n\r ", at[-1]))
        *--at = '\0';
    at = error ? error : at;
    for (int lines = 0; at > text && !(at[-1] == '\n' && (error || ++lines == LOG_LINES));)
        at--;
    char *end = at;
    for (int lines = 0; *end && (*end != '\n' || ++lines < LOG_LINES);)
        end++;
    *end = '\0';
    return at;
}

static void put_refusal(struct http_request *r, struct page *p, const char *bot, const struct way *w)
{
    AUTO(store_free) struct store_bytes log = { 0 };
    struct store_error e;
    OWNED char *text = NULL;
    if (!w->tries || store_validation_log(store_of(r), w->tried.id, &log, &e))
        log.size = 0;
    text = calloc(1, log.size + 1);
    if (text && log.size)
        memcpy(text, log.data, log.size);
    page_put(p, "<section class=\"said\" role=\"alert\"><p><b>");
    show_reason(r, p, w->v.id, w->v.reason);
    page_put(p, "</b></p>");
    if (text && *text)
        page_fill(p, "<pre>{}</pre>", some_lines(text));
    page_fill(p,
              "<p>{}</p><p><a class=\"btn\" href=\"/start?name={a}&amp;run={a}&amp;build={a}\">{}</a> "
              "<a href=\"{h}/log\">{}</a></p></section>",
              TR(r, remedy_for(&w->v, text ? text : "")), bot, w->v.run, w->v.build, TR(r, "Hand in the next version"),
              r->path, TR(r, "all that it printed"));
}

unsigned page_status(struct http_request *r, struct http_answer *a)
{
    OWNED struct way *w = calloc(1, sizeof *w);
    struct store_error e = { .code = STORE_ENVIRONMENT };
    struct bot b;
    struct page *p = &a->page;
    int bad = w && (w->job = calloc(DUE_MOST, sizeof *w->job)) ? own_version(r, true, &b, &w->v, &e)
                                                               : STORE_ENVIRONMENT;
    if (!bad)
        bad = read_way(r, w, &e);
    if (!bad) {
        bool lives;
        show_head(r, p, b.name, "start.mjs");
        page_put(p, "<p>");
        show_bot(p, b.author, b.name);
        page_format(p, " #%" PRId64 "</p>", w->v.number);
        bad = put_way(r, p, w, &lives, &e);
        if (w->v.state == VERSION_DISABLED)
            put_refusal(r, p, b.name, w);
        page_fill(p, "<p class=\"quiet\">{}</p></section><p><a href=\"/bots/{a}/{a}/versions\">{}</a></p>",
                  lives ? TR(r, show_follows) : NULL, b.author, b.name, TR(r, "all versions"));
        show_foot(r, p);
    }
    if (w)
        free(w->job);
    return bad ? show_store_error(r, a, &e) : 200;
}
