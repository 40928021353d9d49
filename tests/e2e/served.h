/* served: a daemon of its own for a test: folder, operator, bots, and the commands that ask it. */
#ifndef FIEL_TEST_SERVED_H
#define FIEL_TEST_SERVED_H

#include "objects.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { HANG_MS = 120000 };

struct served {
    char dir[64], config[96], state[96], key[96], log[96];
    pid_t pid;
    bool trace;           /* --trace frames */
    void (*inside)(void); /* called in the daemon's process before it begins, or NULL */
    int ready;            /* where the daemon says that it serves */
    int watch;            /* inotify of the records' folder, -1 before it is looked at */
};

static inline void put_bot(const struct served *s, const char *name)
{
    char from[512], to[160];
    const char *slash = strchr(name, '/');
    snprintf(from, sizeof from, "%s/%s/%s", build_dir(), bot_room(name), name);
    snprintf(to, sizeof to, "%s/bots/%s", s->state, slash ? slash + 1 : name);
    copy_file(from, to, 0755);
}

/* NAME.key in the folder, its NAME.pub among the daemon's operators. */
static inline void new_key(const struct served *s, const char *name)
{
    run_says(run("fiel", "keys", "new", name, "--dir", s->dir, NULL), 0, NULL);
}

static inline void put_pub(const struct served *s, const char *name, const char *among)
{
    char from[160], to[192];
    snprintf(from, sizeof from, "%s/%s.pub", s->dir, name);
    snprintf(to, sizeof to, "%s/%s/%s.pub", s->state, among, name);
    copy_file(from, to, 0644);
}

static inline void write_config(const struct served *s, const char *more)
{
    char text[2048];
    int n = snprintf(text, sizeof text, "[folders]\nstate = state\n[control]\naddress = ipc://%s/control\n%s", s->dir,
                     more);
    spill(s->config, text, (size_t)n);
}

#define PLAIN_AT(tick) "[matches]\njail = none\nat_once = 2\ntick = " tick "\n"
#define PLAIN PLAIN_AT("0s")

/* Everything but the daemon. */
static inline void served_make(struct served *s, const char *more)
{
    static const char *const bots[] = { "cauto", "random", "embustero" };
    char path[160];
    memset(s, 0, sizeof *s);
    scratch(s->dir);
    snprintf(s->config, sizeof s->config, "%s/serve.conf", s->dir);
    snprintf(s->state, sizeof s->state, "%s/state", s->dir);
    snprintf(s->key, sizeof s->key, "%s/ana.key", s->dir);
    snprintf(s->log, sizeof s->log, "%s/log", s->dir);
    static const char *const folders[] = { "", "/bots", "/operators", "/allow", "/records" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s%s", s->state, folders[i]);
        assert_int_equal(mkdir(path, 0755), 0);
    }
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++)
        put_bot(s, bots[i]);
    new_key(s, "ana");
    put_pub(s, "ana", "operators");
    write_config(s, more);
    s->watch = inotify_init1(IN_CLOEXEC);
    snprintf(path, sizeof path, "%s/records", s->state);
    assert_true(inotify_add_watch(s->watch, path, IN_MODIFY | IN_CREATE) >= 0);
}

static inline void daemon_start(struct served *s)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    char said[64] = "";
    snprintf(name.sun_path, sizeof name.sun_path, "%s/notify", s->dir);
    unlink(name.sun_path);
    s->ready = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(s->ready, (struct sockaddr *)&name, sizeof name), 0);
    s->pid = fork();
    assert_true(s->pid >= 0);
    if (s->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nobody behind */
        setenv("NOTIFY_SOCKET", name.sun_path, 1);
        if (!freopen("/dev/null", "w", stdout) || !freopen(s->log, "a", stderr))
            _exit(126);
        if (s->inside)
            s->inside();
        execl(fiel(), "fiel", "serve", "--config", s->config, s->trace ? "--trace" : (char *)NULL, "frames",
              (char *)NULL);
        _exit(127);
    }
    struct pollfd p = { .fd = s->ready, .events = POLLIN };
    assert_int_equal(poll(&p, 1, HANG_MS), 1);
    assert_true(read(s->ready, said, sizeof said - 1) > 0);
    assert_string_equal(said, "READY=1");
}

static inline void served_start(struct served *s, const char *more)
{
    served_make(s, more);
    daemon_start(s);
}

/* Its exit code, or 128 + signal. */
static inline int daemon_end(struct served *s, int signal_number)
{
    int status;
    if (signal_number)
        assert_int_equal(kill(s->pid, signal_number), 0);
    assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
    close(s->ready);
    s->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static inline void served_end(struct served *s)
{
    if (s->pid)
        assert_int_equal(daemon_end(s, SIGTERM), 0);
    close(s->watch);
    scratch_remove(s->dir);
}

/* ask(s, "status", "17", NULL): fiel status 17 --config ... --key ... */
static inline struct run ask(const struct served *s, const char *command, ...)
{
    const char *words[WORDS_MAX] = { fiel(), command, "--config", s->config, "--key", s->key };
    int n = 6;
    va_list args;
    va_start(args, command);
    while (n < WORDS_MAX - 1 && (words[n] = va_arg(args, const char *)))
        n++;
    va_end(args);
    return run_words(words, NULL);
}

/* Orders `games` games of cauto and random; the match's number. */
static inline int order_games(const struct served *s, const char *games)
{
    OWNED_RUN r = ask(s, "order", "--bot", "cauto", "--bot", "random", "--games", games, "--detach", NULL);
    if (r.code)
        fail_msg("%s", r.err);
    return atoi(r.out);
}

/* "running" */
static inline void assert_state(const struct served *s, int id, const char *state)
{
    char number[16];
    snprintf(number, sizeof number, "%d", id);
    struct run r = ask(s, "status", number, "--json", NULL);
    json_auto_t *j = json_of(&r);
    assert_string_equal(json_string_value(json_object_get(json_object_get(j, "match"), "state")), state);
}

/* Follows it to its end: its whole story; a new reference. */
static inline json_t *end_of(const struct served *s, int id)
{
    char number[16];
    snprintf(number, sizeof number, "%d", id);
    struct run r = ask(s, "order", "--follow", number, "--json", NULL);
    return json_of(&r);
}

static inline void assert_end(const struct served *s, int id, const char *state)
{
    json_auto_t *j = end_of(s, id);
    const char *is = json_string_value(json_object_get(j, "state"));
    if (!is || strcmp(is, state))
        fail_msg("match %d: %s", id, json_dumps(j, 0));
}

/* Waits for something to change among the records; false: nothing did for HANG_MS. */
static inline bool records_change(const struct served *s)
{
    char events[4096];
    struct pollfd p = { .fd = s->watch, .events = POLLIN };
    return poll(&p, 1, HANG_MS) == 1 && read(s->watch, events, sizeof events) > 0;
}

/* Bytes of the record of this match; 0: there is none yet. */
static inline off_t record_size(const struct served *s, int id)
{
    char path[160];
    struct stat st;
    snprintf(path, sizeof path, "%s/records/%08d.replay", s->state, id);
    return stat(path, &st) ? 0 : st.st_size;
}

/* Until the record of this match has so many bytes more. */
static inline void record_moves(const struct served *s, int id, off_t more)
{
    off_t until = record_size(s, id) + more;
    while (record_size(s, id) < until)
        if (!records_change(s))
            fail_msg("match %d: its record has %ld bytes and stays at that: %ld were waited for", id,
                     (long)record_size(s, id), (long)until);
}

/* Until this name is among the records. */
static inline void file_is_there(const struct served *s, const char *name)
{
    char path[160];
    snprintf(path, sizeof path, "%s/records/%s", s->state, name);
    while (access(path, F_OK))
        if (!records_change(s))
            fail_msg("%s does not come", name);
}

/* Fetches the record and has it audited. */
static inline void assert_audits(const struct served *s, int id)
{
    char number[16], out[96];
    snprintf(number, sizeof number, "%d", id);
    snprintf(out, sizeof out, "%s/%d.replay", s->dir, id);
    run_says(ask(s, "fetch", number, "--out", out, NULL), 0, NULL);
    run_says(run("fiel-audit", out, NULL), 0, NULL);
}

/* How often the daemon's log has these words. */
static inline unsigned logged(const struct served *s, const char *words)
{
    OWNED char *text = slurp(s->log, NULL);
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, words)); at++)
        n++;
    return n;
}

/* What the daemon said no to, and gives the run back. */
static inline void assert_denied(struct run r, const char *words) { run_complains(r, 1, words, NULL); }

#endif
