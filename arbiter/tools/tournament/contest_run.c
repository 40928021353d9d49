/* contest_run: the pairs of a tournament, some at once, until all are played. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/now.h"
#include "base/signals.h"
#include "contest.h"
#include "jail/build_tree.h"
#include "match/pairs.h"

enum { REDRAW_MS = 500, ROWS_LEAST = 8 };

static void fail(struct contest *c, int code, const char *text)
{
    if (*c->failed)
        return;
    snprintf(c->failed, sizeof c->failed, "%s", text);
    c->failed_code = code;
}

static void fail_notes(struct contest *c)
{
    char why[MEASURE_WHY];
    snprintf(why, sizeof why, "%.300s/tournament.jsonl cannot be written: %s: make room there, and go on by --resume",
             c->folder, strerror(errno));
    fail(c, EXIT_ENVIRONMENT, why);
}

/* --- starting --------------------------------------------------------------------------------------------- */

/* The names of the seats: the two bots by turns. */
static void seat_names(const struct contest *c, const struct meeting *m, char names[8 * (CONTEST_NAME + 1)])
{
    size_t n = 0;
    for (int i = 0; i < *c->wish->seats - '0'; i++)
        n += (size_t)sprintf(names + n, "%s%s", i ? "," : "", c->wish->bot[i % 2 ? m->b : m->a].name);
}

static void job_start(struct contest *c, unsigned i)
{
    const struct contest_wish *w = c->wish;
    const struct meeting *m = &c->met[c->of[i]];
    char why[MEASURE_WHY], names[8 * (CONTEST_NAME + 1)];
    struct pair_words words = {
        { w->bot[m->a].command, w->bot[m->b].command }, w->rules, w->seats, w->clock, w->jail, names,
        { w->bot[m->a].files, w->bot[m->b].files }
    };
    seat_names(c, m, names);
    if (pair_job_start(&c->job[i], &words, why))
        fail(c, EXIT_ENVIRONMENT, why);
}

static void start_next(struct contest *c, unsigned i)
{
    struct pair_job *j = &c->job[i];
    char path[CONTROL_PATH];
    if (!contest_next(c, &c->of[i], &j->number, &j->count))
        return;
    contest_meeting_path(c, c->of[i], path);
    if (mkdir(path, 0777) && errno != EEXIST) {
        char why[MEASURE_WHY];
        snprintf(why, sizeof why, "%.300s cannot be made: %s: make room there", path, strerror(errno));
        fail(c, EXIT_ENVIRONMENT, why);
        return;
    }
    contest_pairs_path(c, c->of[i], j->number, j->path);
    j->again = access(j->path, F_OK) == 0;
    job_start(c, i);
}

/* Draws what is due when all that was drawn is over, on the disk before it is played. */
static void draw(struct contest *c)
{
    for (uint32_t i = 0; i < c->meetings; i++)
        if (meeting_left(&c->plan, &c->met[i]))
            return;
    int drawn = contest_draw(c);
    if (drawn < 0)
        fail(c, EXIT_ENVIRONMENT, "out of memory: close something and go on by --resume");
    else if (drawn && contest_note_drawn(c, (uint32_t)drawn))
        fail_notes(c);
}

/* --- ends --------------------------------------------------------------------------------------------------- */

static void keep(struct contest *c, unsigned i, const struct pair_outcome *out)
{
    const struct pair_job *j = &c->job[i];
    uint32_t meeting = c->of[i], fit = 0;
    char path[CONTROL_PATH];
    while (fit < out->count && j->number + fit <= c->plan.units)
        fit++;
    if (contest_note_pairs(c, meeting, j->number, fit, out->played)) {
        fail_notes(c);
        return;
    }
    for (uint32_t k = 0; k < fit; k++)
        contest_count(c, meeting, j->number + k, &out->played[k]);
    if (c->wish->no_replays) {
        tree_remove(j->path);
        contest_meeting_path(c, meeting, path);
        rmdir(path); /* goes with its last pair */
    }
}

/* A match is over. */
static void job_ended(struct contest *c, unsigned i)
{
    struct pair_outcome out = { .played = calloc(PAIR_TABLES_MAX, sizeof *out.played) };
    if (!out.played) {
        fail(c, EXIT_ENVIRONMENT, "out of memory: close something and go on by --resume");
        return;
    }
    switch (pair_job_end(&c->job[i], c->interrupted, &out)) {
    case PAIR_PARKED: break;
    case PAIR_FAILED: fail(c, out.code, out.why); break;
    case PAIR_ANEW:
        c->voids += out.voided;
        job_start(c, i);
        break;
    case PAIR_PLAYED: keep(c, i, &out); break;
    }
    free(out.played);
}

/* --- while it runs -------------------------------------------------------------------------------------------- */

/* What is shown on stderr: a table that settles, drawn over itself, on a terminal; a line for each meeting elsewhere. */
struct shown {
    bool table;
    unsigned lines; /* of the table that stands there */
    int64_t last_ms;
};

static unsigned terminal_rows(void)
{
    struct winsize w;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_row > ROWS_LEAST;
    return known ? w.ws_row - 1u : ROWS_LEAST;
}

static void clear_table(struct shown *s)
{
    if (s->lines)
        fprintf(stderr, "\033[%uA\r\033[J", s->lines);
    s->lines = 0;
}

static void show(const struct contest *c, struct shown *s, uint32_t meeting, bool over)
{
    if (c->wish->json)
        return;
    if (!s->table) {
        if (over)
            contest_print_meeting(c, meeting, stderr);
        return;
    }
    if (s->lines && now_ms() - s->last_ms < REDRAW_MS && !over)
        return;
    clear_table(s);
    s->lines = contest_print(c, stderr, terminal_rows());
    s->last_ms = now_ms();
    fflush(stderr);
}

static void play(struct contest *c, int signals, struct shown *s)
{
    unsigned jobs = c->wish->jobs;
    while (!contest_over(c) && !c->interrupted && !*c->failed) {
        draw(c);
        for (unsigned i = 0; i < jobs && !*c->failed; i++)
            if (!c->job[i].child.pid)
                start_next(c, i);
        if (!pair_jobs_run(c->job, jobs))
            break;
        uint64_t over = pair_jobs_wait(c->job, jobs, signals, &c->interrupted);
        for (unsigned i = 0; i < jobs; i++)
            if (over >> i & 1) {
                uint32_t meeting = c->of[i], before = c->met[meeting].played;
                job_ended(c, i);
                if (c->met[meeting].played > before)
                    show(c, s, meeting, !meeting_left(&c->plan, &c->met[meeting]));
            }
    }
    pair_jobs_stop(c->job, jobs, true);
    clear_table(s);
}

/* --- all of it -------------------------------------------------------------------------------------------------- */

static int tell(const struct contest *c)
{
    if (c->wish->json) {
        contest_json(c, stdout);
    } else {
        contest_print(c, stdout, 0);
        contest_print_end(c, stdout);
    }
    if (c->wish->csv && contest_csv(c, c->wish->csv))
        return cli_fail(EXIT_ENVIRONMENT,
                        "tournament: %s cannot be written: %s: name a file where you may write, and "
                        "say --resume %s",
                        c->wish->csv, strerror(errno), c->folder);
    if (*c->failed)
        return cli_fail(c->failed_code, "tournament: %s", c->failed);
    return contest_over(c) ? EXIT_FINE : EXIT_NEGATIVE;
}

int contest_run(struct contest_wish *w)
{
    static struct contest c; /* it has its room for jobs in it */
    struct shown s = { .table = isatty(STDERR_FILENO) != 0 };
    int signals = -1;
    contest_plan(&c, w);
    c.began_ms = now_ms();
    int code = w->resume ? contest_take_up(&c) : contest_create(&c);
    if (!code && w->resume && (w->accept_new || !contest_over(&c)))
        code = contest_same(&c);
    if (!code && (signals = signals_open((const int[]){ 0 })) < 0)
        code = cli_fail(EXIT_ENVIRONMENT, "tournament: signals cannot be watched: %s", strerror(errno));
    if (!code) {
        pair_jobs_place(c.job, w->jobs);
        play(&c, signals, &s);
        code = tell(&c);
        close(signals);
    }
    contest_close(&c);
    return code;
}
