/* pair_job: see pair_job.h. */
#include "pair_job.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/spawn_match.h"
#include "child/events.h"
#include "cli/language.h"
#include "jail/build_tree.h"
#include "match/bot_files.h"
#include "match/pairs.h"

enum { VOIDS_MOST = 3 };

unsigned pair_jobs_cpus(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n > PAIR_JOBS ? PAIR_JOBS : (unsigned)n;
}

void pair_jobs_place(struct pair_job *job, unsigned count)
{
    cpu_set_t set;
    unsigned k = 0;
    bool known = !sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) >= (int)count;
    for (int cpu = 0; cpu < CPU_SETSIZE && k < count; cpu++)
        if (known && CPU_ISSET((size_t)cpu, &set))
            job[k++].cpu = cpu;
    while (k < count)
        job[k++].cpu = -1;
}

/* --- starting --------------------------------------------------------------------------------------------- */

static void said_path(const struct pair_job *j, char path[PAIR_SAID]) { snprintf(path, PAIR_SAID, "%s.said", j->path); }

static void job_words(const struct pair_job *j, const struct pair_words *w, struct match_argv *a)
{
    match_begin(a);
    match_flag(a, "--json", true);
    match_say(a, j->again ? "--resume" : "--replay", j->path);
    if (j->again)
        return;
    match_flag(a, "--duplicate", true);
    match_count(a, "--games", j->count);
    match_count(a, w->games_a_leg > 1 ? "--games-a-leg" : "--tables", w->games_a_leg > 1 ? w->games_a_leg : j->count);
    match_print(a, "--cpu", j->cpu < 0 ? "auto" : "%d", j->cpu);
    match_say(a, "--rules", w->rules);
    match_say(a, "--seats", w->seats);
    match_say(a, "--clock", w->clock);
    match_say(a, "--jail", w->jail);
    match_say(a, "--names", w->names);
    match_say(a, "--key", w->key);
    match_say(a, "--bot", w->bot[0]);
    match_say(a, "--bot", w->bot[1]);
}

void pair_jobs_left(FILE *out, double seconds)
{
    if (seconds >= 120)
        fprintf(out, T(", about %.0f min left"), seconds / 60);
    else if (seconds >= 0)
        fprintf(out, T(", about %.0f s left"), seconds);
}

int pair_job_start(struct pair_job *j, const struct pair_words *w, char why[MEASURE_WHY])
{
    struct match_argv argv;
    const char *step;
    char said[PAIR_SAID];
    for (unsigned b = 0; b < MEASURE_BOTS; b++)
        if (!bot_files_same(w->files[b], NULL, why)) {
            size_t n = strlen(why);
            snprintf(why + n, MEASURE_WHY - n, ": put back what was there, or begin anew in another folder");
            return -1;
        }
    said_path(j, said);
    job_words(j, w, &argv);
    j->looped = false;
    if (!spawn_match(&j->child, &argv, said, false, NULL, &step))
        return 0;
    j->child.pid = 0;
    return why_not(why, MEASURE_WHY, "no match can be started, %s: %s: free some resources", step, strerror(errno));
}

/* --- ends --------------------------------------------------------------------------------------------------- */

/* The machine had no process or memory for it, or the match was ended in an endless loop, which is nobody's fault: another match in its
 * place, so often and no more. */
static bool void_again(struct pair_job *j, const json_t *result)
{
    struct event_result told;
    event_result(result, &told);
    if ((!told.machine_lacked && !j->looped) || j->voids >= VOIDS_MOST)
        return false;
    j->voids++;
    return true;
}

static enum pair_end job_played(struct pair_job *j, const json_t *result, struct pair_outcome *out)
{
    char said[PAIR_SAID];
    int count = out->code || !result ? -1 : measured_take(result, out->played, PAIR_TABLES_MAX, out->name, out->why);
    j->voids = 0;
    out->count = count < 0 ? 0 : (uint32_t)count;
    if (count < 0) {
        out->code = out->code == EXIT_USAGE ? EXIT_USAGE : EXIT_ENVIRONMENT;
        return PAIR_FAILED;
    }
    said_path(j, said);
    unlink(said);
    return PAIR_PLAYED;
}

enum pair_end pair_job_end(struct pair_job *j, bool interrupted, struct pair_outcome *out)
{
    struct ending e;
    enum pair_end end;
    char said[PAIR_SAID];
    child_reap(&j->child, &e);
    j->child.pid = 0;
    out->code = e.signal ? EXIT_ENVIRONMENT : e.exit_code;
    out->count = 0;
    out->voided = false;
    said_path(j, said);
    json_auto_t *result = event_object(said, NULL);
    if (!event_complaint(said, out->why, sizeof out->why))
        snprintf(out->why, sizeof out->why, "a match %s",
                 j->looped ? "ran in an endless loop and was ended" : "ended without a word");
    if (out->code && interrupted)
        end = PAIR_PARKED;
    else if (out->code && (j->again || void_again(j, result)))
        end = PAIR_ANEW; /* what was left of an earlier run cannot be resumed, or it is void, or it was ended */
    else
        end = job_played(j, result, out);
    if (end == PAIR_ANEW) {
        out->voided = !j->again && !j->looped;
        tree_remove(j->path);
        j->again = false;
    }
    return end;
}

bool pairs_unplayed(const struct measured *played, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (played[i].hands || played[i].fault.fault == FAULT_NONE)
            return false;
    return count > 0;
}

/* --- all of them ---------------------------------------------------------------------------------------------- */

/* As poll, with a look at each match until there is something to tell. */
static int wait_and_look(struct pollfd *p, nfds_t fds, struct pair_job *job, unsigned count)
{
    int n;
    while ((n = poll(p, fds, STALL_MS)) == 0)
        for (unsigned i = 0; i < count; i++)
            if (stall_look(job[i].child.pid, &job[i].look)) {
                job[i].looped = true;
                child_kill(&job[i].child);
            }
    return n;
}

uint64_t pair_jobs_wait(struct pair_job *job, unsigned count, int signals, bool *interrupted)
{
    struct pollfd p[PAIR_JOBS + 1];
    uint64_t over = 0;
    for (unsigned i = 0; i < count; i++)
        p[i] = (struct pollfd){ job[i].child.pid ? job[i].child.fd : -1, POLLIN, 0 };
    p[count] = (struct pollfd){ signals, POLLIN, 0 };
    if (wait_and_look(p, count + 1, job, count) < 0)
        return 0;
    *interrupted |= p[count].revents != 0;
    for (unsigned i = 0; i < count; i++)
        if (p[i].revents)
            over |= UINT64_C(1) << i;
    return over;
}

bool pair_jobs_run(const struct pair_job *job, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (job[i].child.pid)
            return true;
    return false;
}

void pair_jobs_stop(struct pair_job *job, unsigned count, bool park)
{
    char said[PAIR_SAID];
    for (unsigned i = 0; i < count; i++)
        if (job[i].child.pid)
            kill(job[i].child.pid, park ? SIGUSR1 : SIGTERM);
    for (unsigned i = 0; i < count; i++) {
        struct ending e;
        if (!job[i].child.pid)
            continue;
        child_wait(&job[i].child, -1);
        child_reap(&job[i].child, &e);
        job[i].child.pid = 0;
        said_path(&job[i], said);
        unlink(said);
    }
}
