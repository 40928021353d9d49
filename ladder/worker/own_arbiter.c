/* own_arbiter: its configuration, its life, and what it says. */
#include "own_arbiter.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child/run.h"
#include "cli/bundled.h"
#include "cli/path.h"
#include "cli/say.h"
#include "control/line.h"
#include "filing/found.h"
#include "child/json_text.h"

enum { PATHS = 300, SAYS = 4096, AGAIN_MS = 1000, AGAIN_LATER = 15 /* of them, where it has said why it ends */ };

struct own_arbiter {
    const struct crew_plan *plan;
    struct worker_arbiter is;
    char state[PATHS], door[128], address[PATHS], key[PATHS], bots[PATHS], server[65], words[256];
    atomic_bool there, over, opened;
    _Atomic pid_t pid;
    FILE *says;
    pthread_t thread;
};

static const char *at(const struct own_arbiter *o, const char *name, char path[PATHS])
{
    return path_of(path, PATHS, "%s/%s", o->state, name);
}

/* --- its folder ------------------------------------------------------------------------------------------------------- */

/* Of a key, line `name`: the file, where one is named.  False: it is not there. */
static bool put(FILE *f, const char *name, const char *file)
{
    char path[PATH_MAX];
    return !file || (realpath(file, path) && fprintf(f, "%s = %s\n", name, path) > 0);
}

static bool write_config(const struct own_arbiter *o)
{
    const struct worker_plan *p = &o->plan->hand;
    char path[PATHS];
    const char *port = strrchr(o->door, ':') + 1;
    bool here = !strncmp(o->door, "127.0.0.1:", 10);
    FILE *f = fopen(at(o, "serve.conf", path), "we");
    if (!f)
        return false;
    fprintf(f, "[folders]\nstate = %s\n[control]\naddress = %s\nbindings = yes\n[door]\naddress = tcp://%s:%s\n",
            o->state, o->address, here ? "127.0.0.1" : "*", port);
    fprintf(f, "seat_host = %.*s\n[matches]\njail = %s\nat_once = %u\nbot_memory = 512M\n", (int)(port - 1 - o->door),
            o->door, p->jail, o->plan->count);
    bool whole = put(f, "[arbiter]\nkey", p->signing_key) && put(f, "[log]\nfolder", p->log) &&
                 put(f, "key", p->log_key) && put(f, "policy", p->log_policy);
    return !fclose(f) && whole;
}

/* What of `fiel` runs to its end. */
static bool ran(const struct own_arbiter *o, const char *const argv[])
{
    const struct run r = { .path = o->plan->hand.fiel,
                           .argv = (char *const *)(uintptr_t)argv,
                           .file = { "/dev/null", "/dev/null" },
                           .fd = { -1, -1, STDERR_FILENO } };
    pid_t child;
    return !run_start(&r, &child) && !run_wait(child);
}

/* What is played is in the store or is played again, so nothing of an earlier run is resumed. */
static bool make_folder(struct own_arbiter *o)
{
    static const char *const anew[] = { "orders", "records" };
    char path[PATHS], operators[PATHS], partner[PATH_MAX];
    const char *const keys[] = { "fiel", "keys", "new", "ladder", "--dir", at(o, "operators", operators), NULL };
    struct stat s;
    if ((mkdir(o->state, 0700) && errno != EEXIST) || lstat(o->state, &s) || !S_ISDIR(s.st_mode) ||
        s.st_uid != geteuid() || s.st_mode & 022)
        return false;
    for (size_t i = 0; i < sizeof anew / sizeof *anew; i++)
        folder_remove(at(o, anew[i], path));
    mkdir(operators, 0755);
    mkdir(at(o, "bots", o->bots), 0755);
    path_of(path, sizeof path, "%s/%s", o->bots, o->is.partner);
    unlink(path);
    return (!bundled_bot(partner, o->is.partner) || !symlink(partner, path)) &&
           (!access(at(o, "operators/ladder.key", o->key), F_OK) || ran(o, keys));
}

/* --- its life ---------------------------------------------------------------------------------------------------------- */

/* It ends when we are killed. */
static bool begin(struct own_arbiter *o)
{
    char path[PATHS];
    int ends[2];
    pid_t parent = getpid(), child;
    sigset_t none;
    sigemptyset(&none);
    if (!write_config(o) || pipe2(ends, O_CLOEXEC))
        return false;
    const char *const argv[] = { "fiel", "serve", "--config", at(o, "serve.conf", path), NULL };
    child = fork();
    if (!child) {
        int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() == parent && dup2(nothing, 0) >= 0 && dup2(nothing, 1) >= 0 && dup2(ends[1], 2) >= 0 &&
            !sigprocmask(SIG_SETMASK, &none, NULL))
            execv(o->plan->hand.fiel, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(ends[1]);
    atomic_store(&o->pid, child);
    if (child > 0 && atomic_load(&o->over))
        kill(child, SIGTERM);
    o->says = fdopen(ends[0], "re");
    return child > 0 && o->says;
}

/* Where its door is: so it stays, for authors were told. */
static void is_open(struct own_arbiter *o, const json_t *said)
{
    const char *port = strrchr(json_text(said, "address"), ':');
    if (!atomic_load(&o->opened) && port) {
        strcpy(strrchr(o->door, ':'), port);
        snprintf(o->words, sizeof o->words, "--connect tcp://%s --server %.64s", o->door, json_text(said, "server"));
        atomic_store(&o->opened, true);
    }
    atomic_store(&o->there, true);
}

/* A line of its log; what it says before it serves is no JSON.  True: its door is open, or could not be opened. */
static bool take_line(struct own_arbiter *o, char *line)
{
    json_auto_t *j = json_loads(line, 0, NULL);
    const char *event = json_text(j, "event"), *text = json_text(j, "text");
    bool settled = !strcmp(event, "door-open") || !strcmp(event, "door-ended");
    line[strcspn(line, "\n")] = '\0';
    if (!strcmp(event, "door-open"))
        is_open(o, j);
    else if (!strcmp(event, "serving"))
        snprintf(o->server, sizeof o->server, "%.64s", json_text(j, "server"));
    else if (!j || !strcmp(event, "door-says"))
        cli_fail(0, "the arbiter of remote bots: %s", j ? text : line);
    else if (!strcmp(event, "door-ended"))
        atomic_store(&o->there, false);
    return settled;
}

static void hear(struct own_arbiter *o, bool to_its_end)
{
    char line[SAYS];
    while (fgets(line, sizeof line, o->says) && (!take_line(o, line) || to_its_end))
        ;
}

static void *attend(void *arg)
{
    struct own_arbiter *o = arg;
    for (bool runs = true; runs || !atomic_load(&o->over); runs = begin(o)) {
        if (runs)
            hear(o, true);
        atomic_store(&o->there, false);
        pid_t ended = atomic_exchange(&o->pid, 0);
        int code = ended > 0 ? run_wait(ended) : -1;
        if (o->says)
            fclose(o->says);
        o->says = NULL;
        if (atomic_load(&o->over))
            break;
        cli_fail(0, "the arbiter of remote bots has ended (%d), and is started again", code);
        for (int i = code < 128 ? AGAIN_LATER : 1; i > 0 && !atomic_load(&o->over); i--)
            poll(NULL, 0, AGAIN_MS);
    }
    return NULL;
}

struct own_arbiter *own_arbiter_start(const struct crew_plan *p, const char *state, const char *door)
{
    struct own_arbiter *o = calloc(1, sizeof *o);
    char path[PATH_MAX];
    if (o) {
        mkdir(state, 0700);
        path_of(o->state, sizeof o->state, "%s", realpath(state, path) ? path : state);
        path_of(o->address, sizeof o->address, "ipc://%s/control", o->state);
        snprintf(o->door, sizeof o->door, "%s", door);
        o->plan = p;
        o->is = (struct worker_arbiter){ .address = o->address,
                                         .server = o->server,
                                         .key = o->key,
                                         .bots = o->bots,
                                         .partner = p->partner,
                                         .there = &o->there };
    }
    if (o && make_folder(o) && begin(o)) {
        hear(o, false);
        if (!pthread_create(&o->thread, NULL, attend, o))
            return o;
    }
    cli_fail(0, "serve: no remote bots: make %s yours alone (chown -R %u), or say --door none", state, geteuid());
    free(o);
    return NULL;
}

void own_arbiter_stop(struct own_arbiter *o)
{
    if (!o)
        return;
    atomic_store(&o->over, true);
    pid_t pid = atomic_load(&o->pid);
    if (pid > 0)
        kill(pid, SIGTERM);
    pthread_join(o->thread, NULL);
    free(o);
}

const struct worker_arbiter *own_arbiter(const struct own_arbiter *o) { return o ? &o->is : NULL; }

void own_arbiter_allow(const struct own_arbiter *o, const char *binding)
{
    struct line_error e;
    AUTO(line_close) struct line *l = o && atomic_load(&o->there) ? line_open(o->address, o->server, o->key, &e) : NULL;
    if (l)
        json_decref(line_ask(l, json_pack("{s:s,s:s}", "do", "allow", "binding", binding), NULL, NULL, &e));
}

const char *own_arbiter_words(const struct own_arbiter *o) { return o && atomic_load(&o->opened) ? o->words : NULL; }
