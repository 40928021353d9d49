/* contest_run: the pairs of a tournament, some at once, until all are played. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/now.h"
#include "base/secrets.h"
#include "base/signals.h"
#include "contest.h"
#include "jail/build_tree.h"
#include "match/pairs.h"

enum { REDRAW_MS = 500, ROWS_LEAST = 8 };
#define NO_MEMORY "out of memory: close something and play on"

void contest_fail(struct contest *c, int code, const char *text)
{
    if (*c->failed)
        return;
    snprintf(c->failed, sizeof c->failed, "%s", text);
    c->failed_code = code;
}

static void fail_notes(struct contest *c)
{
    char why[MEASURE_WHY];
    snprintf(why, sizeof why, "%.300s/%s cannot be written: %s: make room there, and %s", c->folder, c->wish->by->notes,
             strerror(errno), c->wish->by->go_on);
    contest_fail(c, EXIT_ENVIRONMENT, why);
}

/* --- starting --------------------------------------------------------------------------------------------- */

/* The names of the seats: the two bots by turns. */
static void seat_names(const struct contest *c, const struct meeting *m, char names[8 * (CONTEST_NAME + 1)])
{
    size_t n = 0;
    *names = '\0';
    for (int i = 0; *c->wish->bot[m->a].name && i < *c->wish->words.seats - '0'; i++)
        n += (size_t)sprintf(names + n, "%s%s", i ? "," : "", c->wish->bot[i % 2 ? m->b : m->a].name);
}

static void job_start(struct contest *c, unsigned i)
{
    const struct contest_wish *w = c->wish;
    const struct meeting *m = &c->met[c->of[i]];
    char why[MEASURE_WHY], names[8 * (CONTEST_NAME + 1)];
    seat_names(c, m, names);
    struct pair_words words = w->words;
    for (unsigned b = 0; b < MEASURE_BOTS; b++) {
        words.bot[b] = w->bot[b ? m->b : m->a].command;
        words.files[b] = w->bot[b ? m->b : m->a].files;
    }
    words.names = *names ? names : NULL;
    if (pair_job_start(&c->job[i], &words, why))
        contest_fail(c, EXIT_ENVIRONMENT, why);
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
        contest_fail(c, EXIT_ENVIRONMENT, why);
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
        contest_fail(c, EXIT_ENVIRONMENT, NO_MEMORY);
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
        contest_fail(c, EXIT_ENVIRONMENT, NO_MEMORY);
        return;
    }
    switch (pair_job_end(&c->job[i], c->interrupted, &out)) {
    case PAIR_PARKED: break;
    case PAIR_FAILED: contest_fail(c, out.code, out.why); break;
    case PAIR_ANEW:
        c->voids += out.voided;
        job_start(c, i);
        break;
    case PAIR_PLAYED:
        if (!c->wish->by->plays || c->wish->by->plays(c, &out))
            keep(c, i, &out);
        break;
    }
    free(out.played);
}

/* --- while it runs -------------------------------------------------------------------------------------------- */

static unsigned terminal_rows(void)
{
    struct winsize w;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_row > ROWS_LEAST;
    return known ? w.ws_row - 1u : ROWS_LEAST;
}

static void clear_table(struct contest_shown *s)
{
    if (s->lines)
        fprintf(stderr, "\033[%uA\r\033[J", s->lines);
    s->lines = 0;
}

static void show(struct contest *c, uint32_t meeting)
{
    struct contest_shown *s = &c->shown;
    bool over = !meeting_left(&c->plan, &c->met[meeting]);
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

const struct contest_command contest_tournament = { .name = "tournament",
                                                    .notes = SECRET_TOURNAMENT,
                                                    .go_on = "go on by --resume",
                                                    .to = "--to",
                                                    .most = CONTEST_PAIRS,
                                                    .counted = show };

/* --- all of it -------------------------------------------------------------------------------------------------- */

int contest_play(struct contest *c)
{
    unsigned jobs = c->wish->jobs;
    int signals = signals_open((const int[]){ 0 });
    if (signals < 0)
        return cli_fail(EXIT_ENVIRONMENT, "%s: signals cannot be watched: %s", c->wish->by->name, strerror(errno));
    pair_jobs_place(c->job, jobs);
    while (!contest_over(c) && !c->enough && !c->interrupted && !*c->failed) {
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
                    c->wish->by->counted(c, meeting);
            }
    }
    pair_jobs_stop(c->job, jobs, true);
    close(signals);
    return EXIT_FINE;
}

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
    contest_plan(&c, w);
    c.shown.table = isatty(STDERR_FILENO) != 0;
    c.began_ms = now_ms();
    int code = w->resume ? contest_take_up(&c) : contest_create(&c);
    if (!code && w->resume && (w->accept_new || !contest_over(&c)))
        code = contest_same(&c);
    if (!code && !(code = contest_play(&c))) {
        clear_table(&c.shown);
        code = tell(&c);
    }
    contest_close(&c);
    return code;
}
