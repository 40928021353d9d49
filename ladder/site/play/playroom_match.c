/* playroom_match: one table from its folder to its record. */
#include "playroom_state.h"
#include "cli/language.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child/run.h"
#include "child/events.h"
#include "cli/path.h"
#include "cli/say.h"
#include "rules/position.h"
#include "filing/artifact.h"
#include "filing/prove.h"
#include "worker/worker_job.h"
#include "worker/worker_run.h"

extern char **environ;

enum { NAMES = FIEL_SEATS_MAX * STORE_NAME, PART_PATH = WORK_PATH + 16, WORDS = 64 };

struct sitting_match {
    struct place *t;
    struct store *store;
    struct worker_plan plan;
    struct work work;
    pid_t pid;
    int line;                                                                   /* ours */
    char replay[PART_PATH], said[PART_PATH], bot[FIEL_SEATS_MAX][COMMAND_TEXT]; /* by seat, what is started */
};

static bool wrong(struct sitting_match *m, const char *what, const char *why)
{
    snprintf(m->work.why, sizeof m->work.why, "%.120s: %.120s", what, why);
    return false;
}

/* --- the bots --------------------------------------------------------------------------------------------------------- */

/* The version of this seat in a folder of its own. */
static bool unpack(struct sitting_match *m, unsigned seat)
{
    struct version v;
    AUTO(store_free) struct store_bytes tar = { 0 };
    struct store_error e;
    char folder[PART_PATH], why[256];
    path_of(folder, sizeof folder, "%s/bot%u", m->work.folder, seat);
    if (mkdir(folder, 0755))
        return wrong(m, folder, strerror(errno));
    if (store_version(m->store, m->t->at.version[seat], &v, &e) || store_get(m->store, version_plays(&v), &tar, &e))
        return wrong(m, "the bot", e.text);
    bool fine = artifact_unpack(tar.data, tar.size, folder, m->work.why);
    if (fine && !artifact_command(v.run, why))
        return wrong(m, "the bot", why);
    if (fine && !artifact_bot(folder, v.run, m->bot[seat]))
        return wrong(m, "the bot", "its command is too long");
    return fine;
}

static bool prepare(struct sitting_match *m)
{
    bool fine = work_folder(&m->work);
    path_of(m->replay, sizeof m->replay, "%s/match.replay", m->work.folder);
    path_of(m->said, sizeof m->said, "%s/err", m->work.folder);
    for (unsigned seat = 1; fine && seat < m->t->at.seats; seat++)
        fine = unpack(m, seat);
    return fine;
}

/* --- the arbiter -------------------------------------------------------------------------------------------------------- */

static void name_seats(const struct place *t, char names[NAMES])
{
    size_t n = (size_t)snprintf(names, NAMES, "%.39s", t->sitter.name);
    for (unsigned seat = 1; seat < t->at.seats && n < NAMES; seat++) {
        n += (size_t)snprintf(names + n, NAMES - n, ",%.39s-%" PRId64, t->who[seat].bot_name, t->who[seat].number);
        if (t->at.seats > 2 && n < NAMES)
            n += (size_t)snprintf(names + n, NAMES - n, "-%u", seat);
    }
}

/* Ours, with the match's folder for what is temporary: whatever is killed, the next sweep finds it.  The caller frees. */
static char **environment(const struct sitting_match *m, char tmp[PART_PATH])
{
    size_t n = 0, kept = 0;
    while (environ[n])
        n++;
    char **all = calloc(n + 2, sizeof *all);
    snprintf(tmp, PART_PATH, "TMPDIR=%s", m->work.folder);
    for (size_t i = 0; all && i < n; i++)
        if (strncmp(environ[i], "TMPDIR=", 7) != 0)
            all[kept++] = environ[i];
    if (all)
        all[kept] = tmp;
    return all;
}

/* Our end of the line is m->line; the other one is its standard input and output. */
static bool start(struct sitting_match *m, char *const argv[])
{
    int ends[2];
    char tmp[PART_PATH], **env = environment(m, tmp);
    if (!env || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
        free(env);
        return wrong(m, "a line", strerror(errno));
    }
    const struct run r = { .path = m->plan.fiel,
                           .argv = argv,
                           .environment = env,
                           .file = { NULL, NULL, m->said },
                           .fd = { ends[1], ends[1] } };
    int bad = run_start(&r, &m->pid);
    free(env);
    close(ends[1]);
    if (bad)
        close(ends[0]);
    else
        m->line = ends[0];
    return bad ? wrong(m, m->plan.fiel, strerror(bad)) : true;
}

static bool start_play(struct sitting_match *m)
{
    struct place *t = m->t;
    char language[3], names[NAMES], seats[12], clock[128], jail[32];
    unsigned idle = t->playroom->plan.idle_s;
    name_seats(t, names);
    snprintf(seats, sizeof seats, "%u", t->at.seats);
    snprintf(clock, sizeof clock, "bank=%us,inc=0s,cap=%us,grace=50ms,start=60s,duty=%us", 20 * idle, idle, 20 * idle);
    snprintf(jail, sizeof jail, "%s", m->plan.jail);
    snprintf(language, sizeof language, "%s", t->sitter.language);
    char *argv[WORDS] = { "fiel",         "play",    "--lines", "--rules", t->at.rules, "--seats",  seats,
                          "--games",      "1",       "--clock", clock,     "--jail",    jail,       "--name",
                          t->sitter.name, "--names", names,     "--lang",  language,    "--replay", m->replay };
    size_t n = 0;
    while (argv[n])
        n++;
    for (unsigned seat = 1; seat < t->at.seats; seat++) {
        argv[n++] = t->at.seats % 2 || seat % 2 ? "--against" : "--partner";
        argv[n++] = m->bot[seat];
    }
    return start(m, argv);
}

/* From now on the person can be heard; false: nobody wants the table any more. */
static bool open_line(struct sitting_match *m)
{
    struct place *t = m->t;
    pthread_mutex_lock(&t->playroom->lock);
    bool wanted = !t->ending;
    t->line = m->line;
    t->changes++;
    if (!wanted)
        shutdown(m->line, SHUT_RDWR);
    pthread_mutex_unlock(&t->playroom->lock);
    playroom_wake(t->playroom);
    return wanted;
}

static void close_line(struct sitting_match *m)
{
    struct place *t = m->t;
    pthread_mutex_lock(&t->playroom->lock);
    t->line = -1;
    t->request = 0;
    pthread_mutex_unlock(&t->playroom->lock);
}

/* --- what it says --------------------------------------------------------------------------------------------------------- */

/* One line: the table, or the last word. */
static void take(void *who, const char *line, size_t size, json_t *j)
{
    struct place *t = who;
    char **place = !strcmp(event_name(j), "table") ? &t->table : &t->result;
    char *text = *event_name(j) ? strndup(line, size) : NULL;
    if (!text)
        return;
    pthread_mutex_lock(&t->playroom->lock);
    char *old = *place;
    *place = text;
    t->request = (unsigned)json_integer_value(json_object_get(j, "request"));
    t->state = SITTING_PLAYING;
    t->changes++;
    pthread_mutex_unlock(&t->playroom->lock);
    playroom_wake(t->playroom);
    free(old);
}

static void read_lines(struct sitting_match *m)
{
    struct event_lines told = { 0 };
    while (event_read(&told, m->line, take, m->t) == EVENT_SOME)
        continue;
    event_free(&told);
}

/* What a page can name of the record, for a browser to verify: of one that is valid. */
static void prove(struct played_record *out, const void *bytes, size_t size)
{
    OWNED struct audit_report *report = calloc(1, sizeof *report);
    out->proved = report && prove_alone(bytes, size, report) && report->outcome == AUDIT_VALID;
    if (out->proved) {
        memcpy(out->match_id, report->match_id, sizeof out->match_id);
        memcpy(out->arbiter, report->offer.arbiter, sizeof out->arbiter);
    }
}

/* The record into the store, where it lies for a day. */
static bool keep(struct sitting_match *m, struct played_record *out)
{
    struct stat s;
    struct store_error e;
    OPENED_FD int fd = open(m->replay, O_RDONLY | O_CLOEXEC);
    bool there = fd >= 0 && fstat(fd, &s) == 0 && s.st_size > 0 && s.st_size <= PLAYROOM_REPLAY;
    OWNED char *bytes = there ? malloc((size_t)s.st_size) : NULL;
    bool kept = bytes && read(fd, bytes, (size_t)s.st_size) == s.st_size &&
                store_put(m->store, bytes, (size_t)s.st_size, out->replay, &e) == STORE_OK;
    if (kept)
        prove(out, bytes, (size_t)s.st_size);
    return kept;
}

/* Over with a result and its record, or broken and why.  -1: it was not begun. */
static void finish(struct sitting_match *m, int exit_code)
{
    struct place *t = m->t;
    struct played_record record = { 0 };
    json_auto_t *j = t->result ? json_loads(t->result, 0, NULL) : NULL; /* written by this thread alone */
    struct event_result told;
    event_result(j, &told);
    bool ended = !strcmp(event_name(j), "result"), result = ended && strcmp(told.outcome, "void");
    bool kept = ended && keep(m, &record);
    pthread_mutex_lock(&t->playroom->lock);
    bool closed = t->closed && !result;
    pthread_mutex_unlock(&t->playroom->lock);
    if (closed)
        snprintf(m->work.why, sizeof m->work.why, N_("its author's account is closed"));
    else if (ended && !result)
        wrong(m, "the match is void", *told.error ? told.error : "nobody is to blame");
    else if (!result) { /* the host's affair: paths, limits and jails are told to nobody else */
        if (exit_code >= 0)
            work_last_words(&m->work, "the arbiter", exit_code);
        cli_fail(0, "serve: a table: %s", m->work.why);
        snprintf(m->work.why, sizeof m->work.why, N_("the table could not be set up: try again in a minute"));
    }
    pthread_mutex_lock(&t->playroom->lock);
    t->state = result ? SITTING_OVER : SITTING_BROKEN;
    if (!result)
        snprintf(t->why, sizeof t->why, "%s", m->work.why);
    t->has_replay = kept;
    t->record = record;
    t->ended_ms = store_now(m->store);
    t->changes++;
    pthread_mutex_unlock(&t->playroom->lock);
}

void *place_run(void *arg)
{
    struct place *t = arg;
    const struct playroom_plan *p = &t->playroom->plan;
    struct sitting_match m = {
        .t = t, .line = -1, .store = p->store, .plan = { .fiel = p->fiel, .jail = p->jail, .folder = p->folder }
    };
    m.work.plan = &m.plan;
    int exit_code = -1;
    if (prepare(&m) && start_play(&m)) {
        open_line(&m);
        read_lines(&m);
        close_line(&m);
        close(m.line); /* a person who is still there hears that it is over */
        exit_code = run_wait(m.pid);
    }
    finish(&m, exit_code);
    work_remove(&m.work);
    playroom_wake(t->playroom);
    return NULL;
}
