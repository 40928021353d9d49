/* pairs: the series, leg by leg.
 *
 * Every leg is a match of its own: processes, state folders, record.  Only the referee of the first leg lives
 * on until its twin is over; then it closes its record with the seed. */
#include "pairs.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "child/files.h"
#include "cli/command.h"
#include "cli/path.h"
#include "match.h"
#include "match_lock.h"
#include "match_resume.h"
#include "pairs_resume.h"
#include "match_events.h"
#include "record/twin.h"

struct series {
    struct match_options options; /* of a first leg; replay: the folder */
    const char *files;            /* of its bots */
    uint8_t key[64];
    struct record_lock lock; /* of the folder */
    int signals;
    struct pairs_report report;
    FILE *summary;
    bool resumed;
    bool broken; /* the pair that is open can be resumed */
    struct tried tried;
};

enum { LEG_ROOM = 16 /* "/0001a.replay" */ };

/* --- the folder ----------------------------------------------------------------------------------- */

static int make_folder(struct match_options *o)
{
    files_name(o, ".pairs");
    if (strlen(o->replay) + LEG_ROOM + 8 >= sizeof o->replay)
        return cli_fail(EXIT_USAGE, "match: the folder's path is too long: choose a shorter one with --replay");
    if (!mkdir(o->replay, 0777))
        return EXIT_FINE;
    if (errno == EEXIST)
        return cli_fail(EXIT_ENVIRONMENT, "match: %s is already there and is never overwritten: name another folder",
                        o->replay);
    return cli_fail(EXIT_ENVIRONMENT, "match: the folder %s cannot be made: %s: name one where you may write",
                    o->replay, strerror(errno));
}

/* DIR of --logs holds a folder for each leg. */
static int make_logs(const struct match_options *o)
{
    if (!*o->logs || !mkdir(o->logs, 0777) || errno == EEXIST)
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT, "match: logs cannot be written to %s: %s: choose a folder with --logs", o->logs,
                    strerror(errno));
}

static int open_summary(struct series *s)
{
    char path[2 * CONTROL_PATH];
    path_of(path, sizeof path, "%s/summary.txt", s->options.replay);
    s->summary = fopen(path, s->resumed ? "we" : "wxe");
    if (s->summary)
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT, "match: %s cannot be written: %s: make room there", path, strerror(errno));
}

/* --- a leg ---------------------------------------------------------------------------------------- */

/* In the twin every bot sits one seat further, which exchanges the sides. */
static void exchange(struct match_options *leg, const struct match_options *o)
{
    for (unsigned i = 0; i < o->seats; i++) {
        unsigned seat = twin_seat(o->seats, i);
        leg->bot[seat] = o->bot[i];
        memcpy(leg->name[seat], o->name[i], NAME_TEXT);
    }
}

/* So many pairs are played with this one: one at each table, as long as there are so many. */
static uint32_t pairs_at_once(const struct match_options *o, uint32_t pair)
{
    uint32_t left = o->pairs - pair + 1, most = options_beside(o);
    return left < most ? left : most;
}

static struct match_run *leg_new(struct series *s, uint32_t pair, char letter)
{
    const struct match_options *o = &s->options;
    struct match_run *m = match_run_new();
    if (!m || !(m->files = strdup(s->files))) {
        free(m);
        return NULL;
    }
    m->options = *o;
    memcpy(m->key, s->key, sizeof m->key);
    m->announced = pair > 1 || letter == 'b';
    m->tried = &s->tried;
    m->pair = pair;
    m->leg = letter;
    if (options_beside(o) > 1)
        m->options.tables = m->options.games = pairs_at_once(o, pair);
    path_of(m->options.replay, sizeof m->options.replay, "%s/" LEG_NAME ".replay", o->replay, pair, letter);
    if (*o->logs)
        path_of(m->options.logs, sizeof m->options.logs, "%s/" LEG_NAME, o->logs, pair, letter);
    report_start(&m->report, &m->options, isatty(STDERR_FILENO) && !o->json ? stderr : NULL);
    snprintf(m->report.before, sizeof m->report.before, "pair %u%c of %u, ", pair, letter, o->pairs);
    return m;
}

/* `keep`: what it needs to go on stays. */
static void leg_free(struct match_run **m, bool keep)
{
    if (!*m)
        return;
    if (!keep) {
        if (!(*m)->report.complete)
            resume_give_number_back(*m);
        if (!(*m)->report.complete && !(*m)->ready)
            files_take_back(*m);
        resume_drop(*m);
        files_remove(*m);
    }
    match_run_free(*m);
    *m = NULL;
}

static struct match_run *twin_new(struct series *s, uint32_t pair, const struct match_run *first)
{
    struct match_run *m = leg_new(s, pair, 'b');
    if (!m)
        return NULL;
    exchange(&m->options, &s->options);
    m->reveal = REVEAL_MATCH;
    memcpy(m->primary, first->options.replay, sizeof m->primary);
    memcpy(m->primary_seed, first->seed, sizeof m->primary_seed);
    m->first = first;
    return m;
}

/* --- a pair, or one at each table --------------------------------------------------------------------------------------- */

static int out_of_memory(void) { return cli_fail(EXIT_ENVIRONMENT, "match: out of memory: free some and play again"); }

/* The leg has no verdict: the series ends with it. */
static int leg_failed(struct series *s, uint32_t pair, const struct match_run *m)
{
    if (*m->report.error)
        cli_fail(EXIT_ENVIRONMENT, "%s", m->report.error);
    pairs_report_void(&s->report, pair, &m->report);
    return EXIT_ENVIRONMENT;
}

/* `before`: it was told when it was played. */
static int tell_pair(struct series *s, uint32_t pair, const struct match_run *first, const struct match_run *twin,
                     bool before)
{
    bool first_fails = match_verdict(&first->report) || first->report.result.result.outcome == END_STOPPED;
    if (first_fails || (twin && match_verdict(&twin->report)))
        return leg_failed(s, pair, first_fails ? first : twin);
    if (!pairs_report_take(&s->report, pair, &first->report, twin ? &twin->report : NULL,
                           s->options.json || before ? NULL : stdout))
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT,
                    "match: the records of pair %u cannot be read: %s: leave the files of a match alone while "
                    "it runs",
                    pair, strerror(errno));
}

/* Broken off: it has no result, or the record of that has no end; a first leg that waits for its twin has. */
static bool leg_broken(const struct match_run *m)
{
    bool waits = m->report.complete && m->report.result.waits;
    return !waits && match_resumable(m);
}

/* Nobody has heard of it: it is played anew when the series goes on. */
static bool leg_unbegun(const struct match_run *m) { return !m->report.complete && !m->ready && !m->resume; }

/* The leg, from where it stands.  *done: it was over before. */
static int play_leg(struct series *s, struct match_run *m, bool *done)
{
    enum leg_state state = LEG_NEW;
    int code = s->resumed ? leg_take_up(m, &state) : EXIT_FINE;
    *done = state == LEG_DONE;
    if (!code && state == LEG_NEW && s->options.give_up)
        return EXIT_ENVIRONMENT; /* nobody plays it any more */
    if (code || *done)
        return code;
    code = match_play(m, s->signals);
    s->tried.sockets |= m->ready;
    return code;
}

/* A twin follows when the first leg waits for it; or it has followed, when that is over. */
static bool twin_due(const struct series *s, const struct match_run *first, uint32_t pair)
{
    char twin[2 * CONTROL_PATH];
    path_of(twin, sizeof twin, "%s/" LEG_NAME ".replay", s->options.replay, pair, 'b');
    return first->report.result.waits || (first->report.result.complete && !access(twin, F_OK));
}

/* The first leg's record stays open as long as the twin can be resumed: a process that has seen S knows its cards. */
static void end_first(struct series *s, struct match_run *first, const struct match_run *twin)
{
    struct ending e;
    if (!first->report.result.waits || first->report.result.complete)
        return;
    if (!s->broken) {
        match_reveal(first, twin);
        return;
    }
    child_kill(&first->referee);
    child_reap(&first->referee, &e);
    report_hear(&first->report, &first->referee_words, "the referee", true);
}

static int play_pair(struct series *s, uint32_t pair)
{
    struct match_run *first = leg_new(s, pair, 'a'), *twin = NULL;
    bool first_done = false, twin_done = true;
    if (!first)
        return out_of_memory();
    first->reveal = REVEAL_PAIR;
    int code = play_leg(s, first, &first_done);
    if (!code && twin_due(s, first, pair)) {
        twin = twin_new(s, pair, first);
        code = twin ? play_leg(s, twin, &twin_done) : out_of_memory();
    }
    const struct match_run *last = twin ? twin : first;
    s->broken = leg_broken(last) || (leg_unbegun(last) && !s->options.give_up);
    end_first(s, first, twin);
    if (first->report.result.waits && !first->report.result.complete)
        s->broken = match_resumable(first); /* its referee went before it had closed the record */
    if (s->broken)
        code = EXIT_ENVIRONMENT;
    else if (!code)
        code = tell_pair(s, pair, first, twin, first_done && twin_done);
    leg_free(&twin, twin && s->broken && !leg_unbegun(twin));
    leg_free(&first, s->broken && !leg_unbegun(first));
    return code;
}

/* --- the series ------------------------------------------------------------------------------------ */

static int prepare(struct series *s)
{
    int code = s->resumed ? EXIT_FINE : files_key("match", s->options.key, s->key);
    if (!code && !s->resumed)
        code = make_folder(&s->options);
    if (!code && !s->resumed)
        code = lock_series(&s->lock, s->options.replay, false);
    if (!code)
        code = make_logs(&s->options);
    if (!code)
        code = open_summary(s);
    if (!code && !s->resumed)
        code = pairs_note_keep(&s->options, s->files, s->key);
    s->signals = -1;
    if (!code && (s->signals = match_signals()) < 0)
        code = EXIT_ENVIRONMENT;
    return code;
}

static int tell(const struct series *s)
{
    if (s->options.json)
        pairs_report_json(&s->report, stdout);
    else
        pairs_report_table(&s->report, stdout);
    pairs_report_table(&s->report, s->summary);
    if (!fflush(stdout) && !ferror(stdout) && !fflush(s->summary) && !ferror(s->summary))
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT, "match: the result cannot be written: %s: the records are in %s", strerror(errno),
                    s->options.replay);
}

/* Pair after pair, and what came of them; an exit code. */
static int play_all(struct series *s)
{
    int code = EXIT_FINE;
    match_say_before(&s->options);
    pairs_report_start(&s->report, &s->options);
    for (uint32_t pair = 1; pair <= s->options.pairs && !code; pair += pairs_at_once(&s->options, pair)) {
        stall_rest(); /* of a series that is resumed many pairs are over, and only read */
        code = play_pair(s, pair);
    }
    if (s->broken)
        cli_fail(EXIT_ENVIRONMENT, "match: fiel match --resume %s goes on with the series",
                 command_shell(s->options.replay, (char[COMMAND_SHELL]){ 0 }));
    else
        pairs_note_drop(&s->options);
    if (tell(s))
        code = EXIT_ENVIRONMENT;
    events_series_end(&s->options, pairs_report_object(&s->report));
    pairs_report_end(&s->report);
    return code;
}

static void series_free(struct series *s)
{
    record_lock_drop(&s->lock);
    free((char *)(uintptr_t)s->files);
    sodium_memzero(s, sizeof *s);
    free(s);
}

static int play_series(struct series *s)
{
    int code = prepare(s);
    if (!code)
        code = play_all(s);
    else
        events_series_end(&s->options, NULL);
    if (s->summary)
        fclose(s->summary);
    close_fd(&s->signals);
    series_free(s);
    return code;
}

int play_pairs(const struct match_options *o, const char *files)
{
    struct series *s = calloc(1, sizeof *s);
    if (!s || !(s->files = strdup(files))) {
        free(s);
        return out_of_memory();
    }
    s->options = *o;
    s->lock.fd = -1;
    return play_series(s);
}

int resume_pairs(const char *folder, const struct match_options *asked)
{
    struct series *s = calloc(1, sizeof *s);
    if (!s)
        return out_of_memory();
    s->options = *asked;
    s->resumed = true;
    s->lock.fd = -1;
    int code = pairs_note_load(folder, &s->options, &s->files, s->key);
    if (!code)
        code = lock_series(&s->lock, s->options.replay, true);
    if (!code) /* now it stands still: its last holder may have brought it to its end meanwhile */
        code = pairs_note_load(s->options.replay, &s->options, &s->files, s->key);
    if (!code)
        return play_series(s);
    series_free(s);
    return code;
}
