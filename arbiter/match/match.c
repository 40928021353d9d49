/* match: the command. */
#include "match.h"

#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/signals.h"
#include "bot_files.h"
#include "cli/command.h"
#include "jail/inherited.h"
#include "seat/seat.h"
#include "match_events.h"
#include "match_resume.h"
#include "match_capacity.h"
#include "referee/matchlog.h"
#include "pairs.h"

void match_say_before(const struct match_options *o)
{
    if (o->seed_fixed)
        fputs("fiel: --seed: you know every card: nobody should trust this match, and every audit says so\n", stderr);
}

/* The seats, then the referee with the other ends of their links. */
static int start_arbiter(struct match_run *m)
{
    int links[PARTIES_MAX], status = 0;
    unsigned made = 0;
    for (; made < options_parties(&m->options) && !status; made++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
            cli_fail(EXIT_ENVIRONMENT, "match: no socket for a seat: %s", strerror(errno));
            status = -1;
            break;
        }
        links[made] = pair[0];
        status = start_seat(m, made, pair[1]);
        close(pair[1]);
    }
    for (unsigned i = 0; i < options_parties(&m->options) && !status; i++)
        if (!party_remote(m, i))
            status = match_only_closes(m) ? 0 : start_keeper(m, i); /* which makes the jail while the rest starts */
    if (!status)
        status = start_referee(m, links);
    for (unsigned i = 0; i < made; i++)
        close(links[i]);
    return status ? EXIT_ENVIRONMENT : EXIT_FINE;
}

int match_verdict(const struct report *r)
{
    return r->complete && r->result.complete && !*r->result.log_error && !report_void(&r->result) ? EXIT_FINE
                                                                                                  : EXIT_ENVIRONMENT;
}

/* Bots may run as the same user: they may not look into this process, which holds the keys. */
static int hide(void)
{
#if defined(__SANITIZE_ADDRESS__) /* whose leak checker has to look */
    return 0;
#else
    return prctl(PR_SET_DUMPABLE, 0);
#endif
}

struct match_run *match_run_new(void)
{
    struct match_run *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->control = m->kept = m->to_pen = m->lock.fd = m->temp_lock = -1;
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        m->party[i].keeper = m->party[i].process = m->party[i].tasks = m->party[i].looks = m->party[i].listener = -1;
    return m;
}

void match_run_free(struct match_run *m)
{
    pen_end(m);
    users_release(m, true);
    record_lock_drop(&m->lock);
    free((char *)(uintptr_t)m->files);
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        free(m->party[i].plan);
    sodium_memzero(m, sizeof *m);
    free(m);
}

/* The match's own number in the log. */
static int reserve_number(struct match_run *m)
{
    static struct from_pen said;
    char note[PATH_MAX];
    if (!*m->options.match_log || m->number)
        return EXIT_FINE;
    if (resume_note_path(m, note))
        return cli_fail(EXIT_ENVIRONMENT, "match: the path of the replay is too long: choose a shorter one");
    if (!pen_does(m, PEN_RESERVE, note, &said))
        return cli_fail(EXIT_ENVIRONMENT, "match: the match log takes no match: %s", said.why);
    m->number = said.number;
    return EXIT_FINE;
}

/* A new match's files, its number, and the note to resume it by. */
static int prepare(struct match_run *m)
{
    int code = files_prepare(m);
    if (!code)
        code = reserve_number(m);
    if (!code)
        code = resume_keep(m);
    return code;
}

bool match_resumable(const struct match_run *m)
{
    struct stat s;
    bool closed = m->report.complete && m->report.result.complete;
    if (closed || (!m->ready && !m->resume) || stat(m->options.replay, &s) != 0)
        return false;
    return (stat(m->seed, &s) == 0 && s.st_size > 0) || /* the referee empties it at the end */
           resume_is_complete(m->options.replay);       /* or it is whole, and only the log may be behind */
}

int match_play(struct match_run *m, int signals)
{
    bool first = !m->resume && !m->pair; /* just looked at */
    if (!first && !match_only_closes(m) && !match_bots_same(m, NULL))
        return EXIT_ENVIRONMENT;
    start_keys(m);
    int code = m->resume ? EXIT_FINE : prepare(m);
    if (!code)
        code = jail_prepare(m);
    if (code) {
        files_settle_logs(m);
        return code;
    }
    events_started(m);
    m->cpu = m->options.cpu == CPU_AUTO ? cpu_choose() : m->options.cpu;
    code = start_arbiter(m);
    if (!code)
        code = watch_match(m, signals);
    watch_endings(m);
    jail_end(m);
    files_settle_logs(m);
    report_clear(&m->report);
    return code;
}

int match_signals(void)
{
    /* SIGUSR1 parks; and where nobody reads our output any more the match goes on. */
    int signals = signals_open((const int[]){ SIGUSR1, SIGPIPE, 0 });
    if (signals >= 0 && !hide() && !orphans_adopt())
        return signals;
    cli_fail(EXIT_ENVIRONMENT, "match: signals and children cannot be watched: %s", strerror(errno));
    return -1;
}

/* Plays and cleans up.  From here on nothing but kill -9 leaves something behind. */
static int run(struct match_run *m)
{
    int signals = match_signals(), code = m->resume ? EXIT_FINE : files_key("match", m->options.key, m->key);
    if (signals < 0 || code)
        return EXIT_ENVIRONMENT;
    match_say_before(&m->options);
    code = match_play(m, signals);
    m->resumable = match_resumable(m);
    if (m->resumable) {
        cli_fail(EXIT_ENVIRONMENT, "match: fiel match --resume %s goes on with it",
                 command_shell(m->options.replay, (char[COMMAND_SHELL]){ 0 }));
    } else {
        if (m->parked && !m->report.complete)
            cli_fail(EXIT_ENVIRONMENT, "match: parked before it began: there is nothing to go on with: start it again");
        if (!m->report.complete)
            resume_give_number_back(m);
        if (!m->report.complete && !m->ready)
            files_take_back(m);
        resume_drop(m);
        files_remove(m);
    }
    close(signals);
    return code;
}

static int tell(const struct report *r)
{
    if (*r->error)
        cli_fail(EXIT_ENVIRONMENT, "%s", r->error);
    if (*r->result.log_lacks)
        cli_fail(EXIT_FINE, "match: %s: fiel-audit --policy will not take the record", r->result.log_lacks);
    if (*r->result.log_error)
        cli_fail(EXIT_ENVIRONMENT, "match: %s", r->result.log_error);
    if (r->options->json)
        report_json(r, stdout);
    else
        report_table(r, stdout, cli_colour(STDOUT_FILENO));
    if (!fflush(stdout) && !ferror(stdout))
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT, "match: the result cannot be printed: %s: it is in %s", strerror(errno),
                    r->options->replay);
}

_Static_assert((uint64_t)INHERITED_SEAT == SEAT_MEMORY, "what a seat's process may have is looked for");

/* One match, and what is said of it. */
static int one_match(struct match_run *m)
{
    report_start(&m->report, &m->options, isatty(STDERR_FILENO) && !m->options.json ? stderr : NULL);
    int code = run(m);
    if (!code)
        code = match_verdict(&m->report);
    if ((m->report.complete || *m->report.error || (m->ready && !m->parked)) && tell(&m->report))
        code = EXIT_ENVIRONMENT;
    events_end(m, code);
    return code;
}

/* --resume: a match, which is played then (OPTIONS_GO), or the folder of a series. */
static int take_up(struct match_run *m)
{
    char path[CONTROL_PATH];
    struct stat s;
    strcpy(path, m->options.resume);
    if (!stat(path, &s) && S_ISDIR(s.st_mode))
        return resume_pairs(path, &m->options);
    int code = resume_load(m, path);
    return code == EXIT_FINE ? OPTIONS_GO : code == RESUME_DONE ? EXIT_FINE : code;
}

int cli_match(int argc, char **argv)
{
    struct match_run *m = match_run_new();
    int code;
    if (!m || sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "match: no memory, or no randomness: free some and play again");
    code = match_options_read(&m->options, argc, argv);
    if (code == OPTIONS_GO && *m->options.resume)
        code = take_up(m);
    if (code == OPTIONS_GO && match_count_room(&m->options, m->resume))
        code = EXIT_ENVIRONMENT;
    struct jail_plan *seen[PARTIES_MAX] = { NULL };
    if (code == OPTIONS_GO && !m->files && !(m->files = bots_files(&m->options, seen)))
        code = cli_fail(EXIT_ENVIRONMENT, "match: no memory: free some and play again");
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        m->party[i].plan = seen[i];
    if (code == OPTIONS_GO)
        code = m->options.duplicate ? play_pairs(&m->options, m->files) : one_match(m);
    match_run_free(m);
    return events_code(code);
}
