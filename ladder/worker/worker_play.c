/* worker_play: the bots in folders of their own, `fiel match` over them, and what lies there afterwards. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "filing/artifact.h"
#include "record/crypto.h"
#include "worker_arbiter.h"
#include "worker_build.h"
#include "worker_live.h"

extern char **environ;

enum { ARTIFACT_HEX = 2 * STORE_HASH + 1 /* with a comma, or its end */ };
enum { ARGUMENTS = 52, LOOK_MS = 50 /* whether the lease, and the worker, still hold */ };

static bool wrong(struct work *w, const char *what, const char *why)
{
    snprintf(w->why, sizeof w->why, "%.100s: %.140s", what, why);
    return false;
}

/* --- the bots ---------------------------------------------------------------------------------------------------- */

void bot_folder(const struct work *w, const struct order_seat *s, char path[WORK_PATH])
{
    snprintf(path, WORK_PATH, "%.300s/bot-%" PRId64, w->folder, s->version);
}

static bool unpack_one(struct work *w, const struct order_seat *s, struct store_error *e)
{
    char path[WORK_PATH];
    struct store_bytes tar = { 0 };
    bot_folder(w, s, path);
    if (!artifact_command(s->run, w->why)) {
        w->bot_is_wrong = true;
        return false;
    }
    if (mkdir(path, 0755))
        return errno == EEXIST || wrong(w, path, strerror(errno)); /* the same version in another chair */
    if (w->plan->queue->fetch(w->plan->queue, w->order, s->artifact, &tar, e))
        return wrong(w, s->bot, e->text);
    bool fine = artifact_unpack(tar.data, tar.size, path, w->why);
    w->bot_is_wrong = !fine;
    store_free(&tar);
    return fine;
}

bool work_unpack(struct work *w, struct store_error *e)
{
    char path[WORK_PATH];
    if (!work_folder(w))
        return false;
    for (int64_t seat = 0; seat < w->order->seats; seat++) {
        const struct order_seat *s = &w->order->seat[seat];
        if (s->remote)
            continue;
        bot_folder(w, s, path);
        if (s->source ? !work_build(w, s, path, e) : !unpack_one(w, s, e))
            return false;
        if (s->source) /* from here on that is what plays */
            memcpy(w->order->seat[seat].artifact, w->built, STORE_HASH);
    }
    return !w->plan->arbiter || arbiter_place(w);
}

/* --- the match --------------------------------------------------------------------------------------------------- */

struct words {
    char *argv[ARGUMENTS + 1];
    int n;
    char text[8192];
    size_t used;
};

static void add(struct words *v, const char *word)
{
    size_t size = strlen(word) + 1;
    if (v->n == ARGUMENTS || size > sizeof v->text - v->used)
        return;
    v->argv[v->n++] = memcpy(v->text + v->used, word, size);
    v->used += size;
}

static void add_option(struct words *v, const char *name, const char *value)
{
    if (*value) {
        add(v, name);
        add(v, value);
    }
}

/* "'/work/bot-7/bot' --level 3": the program's own path, then the arguments as the author wrote them. */
static void add_bot(struct work *w, struct words *v, const struct order_seat *s)
{
    char folder[WORK_PATH], program[ARTIFACT_PATH], command[WORK_PATH + ARTIFACT_PATH + STORE_TEXT];
    bot_folder(w, s, folder);
    artifact_program(s->run, program);
    snprintf(command, sizeof command, "'%s/%s'%s", folder, program, s->run + strcspn(s->run, " \t"));
    add_option(v, "--bot", command);
}

/* What the bot of this seat is called at the table: "cauto-3", with its seat behind that when it sits there twice. */
static char *seat_name(const struct work *w, unsigned seat, char name[STORE_NAME])
{
    const struct order_seat *mine = ordered_seat(w->order, seat);
    bool twice = w->order->kind == JOB_VALIDATE;
    for (unsigned k = 0; k < ordered_seats(w->order) && !twice; k++)
        twice = k != seat && (ordered_seat(w->order, k)->version == mine->version ||
                              !strcmp(ordered_seat(w->order, k)->bot, mine->bot));
    if (twice)
        snprintf(name, STORE_NAME, "%.20s-%" PRId64 "-%u", mine->bot, mine->number, seat);
    else
        snprintf(name, STORE_NAME, "%.20s-%" PRId64, mine->bot, mine->number);
    return name;
}

static void match_words(struct work *w, struct words *v)
{
    const struct order *o = w->order;
    char number[32], path[WORK_PATH + 16],
        names[STORE_SEATS * STORE_NAME] = "", artifacts[STORE_SEATS * ARTIFACT_HEX] = "", hex[ARTIFACT_HEX];
    bool twins = ordered_twins(w->order);
    add(v, "fiel");
    add(v, "match");
    if (twins)
        add(v, "--duplicate");
    add(v, "--blind"); /* who knew his rival could lose to a friend */
    snprintf(number, sizeof number, "%" PRId64, ordered_games(w->order));
    add_option(v, "--games", number);
    add_option(v, "--rules", *o->ladder.rules ? o->ladder.rules : "argentino");
    snprintf(number, sizeof number, "%u", ordered_seats(w->order));
    add_option(v, "--seats", number);
    add_option(v, "--clock", o->ladder.clock);
    add_option(v, "--jail", w->plan->jail);
    if (w->plan->signing_key)
        add_option(v, "--key", w->plan->signing_key);
    if (w->plan->log && o->kind == JOB_PLAY) { /* what is only looked at for admission is no match of the ladder's */
        add_option(v, "--match-log", w->plan->log);
        add_option(v, "--match-log-key", w->plan->log_key);
        if (w->plan->log_policy)
            add_option(v, "--log-policy", w->plan->log_policy);
    }
    snprintf(path, sizeof path, "%s/%s", w->folder, twins ? "pair" : "match.replay");
    add_option(v, "--replay", path);
    snprintf(path, sizeof path, "%s/logs", w->folder);
    add_option(v, "--logs", path);
    for (unsigned seat = 0; seat < ordered_seats(w->order); seat++) {
        char name[STORE_NAME];
        size_t used = strlen(names);
        add_bot(w, v, ordered_seat(w->order, seat));
        snprintf(names + used, sizeof names - used, "%s%s", seat ? "," : "", seat_name(w, seat, name));
        used = strlen(artifacts);
        snprintf(artifacts + used, sizeof artifacts - used, "%s%s", seat ? "," : "",
                 hex_text(hex, ordered_seat(w->order, seat)->artifact, STORE_HASH));
    }
    add_option(v, "--names", names);
    add_option(v, "--artifacts", artifacts);
}

/* The arbiter's program with these words; what it prints goes to `to` and w->folder/err. */
static pid_t start(struct work *w, char *const argv[], const char *to)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t none;
    char out[WORK_PATH + 16], err[WORK_PATH + 8];
    pid_t child = -1;
    snprintf(out, sizeof out, "%s/%.12s", w->folder, to);
    snprintf(err, sizeof err, "%s/err", w->folder);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, out, O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&files, 2, err, O_WRONLY | O_CREAT, 0600);
    posix_spawnattr_init(&attr);
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attr, &none); /* ours are blocked */
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
    int bad = posix_spawn(&child, w->plan->fiel, &files, &attr, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    if (bad)
        wrong(w, w->plan->fiel, strerror(bad));
    return bad ? -1 : child;
}

size_t work_tail(const char *path, char *out, size_t room)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    off_t end = lseek(fd, 0, SEEK_END);
    lseek(fd, end > (off_t)room ? end - (off_t)room : 0, SEEK_SET);
    ssize_t n = read(fd, out, room);
    close(fd);
    return n > 0 ? (size_t)n : 0;
}

static char *last_line(char *text)
{
    char *end = strrchr(text, '\n');
    return end ? end + 1 : text;
}

bool work_last_words(struct work *w, const char *who)
{
    char path[WORK_PATH + 8], text[1024];
    snprintf(path, sizeof path, "%s/err", w->folder);
    size_t n = work_tail(path, text, sizeof text - 1);
    text[n] = '\0';
    while (n > 0 && text[n - 1] == '\n')
        text[--n] = '\0';
    char *line = last_line(text);
    while (line > text && strstr(line, "--resume")) { /* how a person would go on is no reason */
        line[-1] = '\0';
        line = last_line(text);
    }
    line += !strncmp(line, "fiel: ", 6) ? 6 : 0;
    line += !strncmp(line, "build: ", 7) ? 7 : 0;
    return wrong(w, who, *line ? line : "it said nothing");
}

bool work_keep(struct work *w, int64_t *beat_ms, struct store_error *e)
{
    bool lost = false;
    if (worker_now() > *beat_ms) {
        lost = w->plan->queue->beat(w->plan->queue, w->order, e) == STORE_STALE;
        *beat_ms = worker_now() + WORKER_LEASE_MS / 3;
    }
    if (!lost && !atomic_load(w->plan->over))
        return true;
    w->nobodys = true;
    return wrong(w, "given up", lost ? "the lease is lost" : "the worker ends");
}

/* Sets a child going that was stopped already at the look before this one. */
static void wake(pid_t child, bool *was)
{
    siginfo_t is = { 0 };
    bool stopped = !waitid(P_PID, (id_t)child, &is, WSTOPPED | WNOHANG | WNOWAIT) && is.si_pid == child;
    if (stopped && *was)
        kill(child, SIGCONT);
    *was = stopped;
}

/* Keeps the lease until the child ends; its wait status, or -1: it is given up. */
static int attend(struct work *w, pid_t child, struct store_error *e)
{
    int status;
    int64_t beat = worker_now() + WORKER_LEASE_MS / 3;
    struct pollfd end = { .fd = pidfd_open(child, 0), .events = POLLIN }; /* -1: poll only lets the time pass */
    bool kept = true, still = false;
    while (kept && waitpid(child, &status, WNOHANG) != child) {
        poll(&end, 1, LOOK_MS);
        wake(child, &still);
        kept = work_keep(w, &beat, e);
    }
    if (!kept) {
        kill(child, SIGTERM); /* it ends its match and all its processes */
        waitpid(child, &status, 0);
    }
    if (end.fd >= 0)
        close(end.fd);
    return kept ? status : -1;
}

bool work_run(struct work *w, char *const argv[], const char *to, int *exit_code, struct store_error *e)
{
    pid_t child = start(w, argv, to);
    int status = child < 0 ? -1 : attend(w, child, e);
    if (status == -1)
        return false;
    *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

bool work_play(struct work *w, struct store_error *e)
{
    if (w->plan->arbiter)
        return arbiter_play(w, e);
    struct words *v = calloc(1, sizeof *v);
    int exit_code = 0;
    if (!v)
        return wrong(w, "the match", "no memory");
    match_words(w, v);
    w->started_ms = worker_now();
    struct worker_live *live = worker_live_start(w);
    bool ran = work_run(w, v->argv, "out", &exit_code, e);
    worker_live_stop(live);
    w->ended_ms = worker_now();
    free(v);
    return ran && (exit_code == 0 || work_last_words(w, "the arbiter"));
}

/* --- what came of it ----------------------------------------------------------------------------------------------- */

void work_replay(const struct work *w, unsigned leg, char path[WORK_PATH])
{
    struct stat s;
    bool twins = ordered_twins(w->order);
    if (twins)
        snprintf(path, WORK_PATH, "%.360s/pair/0001%c.replay", w->folder, (char)('a' + leg));
    else
        snprintf(path, WORK_PATH, "%.360s/match.replay", w->folder);
    if (stat(path, &s) || (!twins && leg))
        *path = '\0';
}

/* A seat's log is called NAME-seatN.log, whoever sits there in that leg. */
static bool find_log(char path[WORK_PATH + 300], unsigned seat)
{
    char end[24];
    size_t used = strlen(path), tail;
    bool found = false;
    snprintf(end, sizeof end, "-seat%u.log", seat);
    DIR *folder = opendir(path);
    for (struct dirent *d; folder && !found && (d = readdir(folder));) {
        tail = strlen(d->d_name);
        found = tail > strlen(end) && !strcmp(d->d_name + tail - strlen(end), end);
        if (found)
            snprintf(path + used, WORK_PATH + 300 - used, "/%.255s", d->d_name);
    }
    if (folder)
        closedir(folder);
    return found;
}

size_t work_log(const struct work *w, unsigned leg, unsigned seat, char *out, size_t room)
{
    char path[WORK_PATH + 300], part[8] = "";
    if (ordered_twins(w->order))
        snprintf(part, sizeof part, "/0001%c", (char)('a' + leg));
    snprintf(path, sizeof path, "%s/logs%s", w->folder, part);
    return find_log(path, seat) ? work_tail(path, out, room) : 0;
}
