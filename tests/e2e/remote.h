/* remote: a match whose bots come over tcp, as a test starts it: keys, `fiel match --events`, and the bots in the
 * place of anyone who calls them. */
#ifndef FIEL_TEST_REMOTE_H
#define FIEL_TEST_REMOTE_H

#include "process.h"

#include <jansson.h>
#include <sodium.h>
#include <sys/mman.h>

#include "record/identity.h"
#include "wire/messages.h"
#include "wire/pack.h"
#include "child/json_text.h"

enum { BOTS = 2, NOTARY = BOTS /* a third, who cuts where a test has one */, PEOPLE, ENDPOINT = 256 };

struct remote_bot {
    struct identity identity;
    char name[16], pub[96], folder[96], log[96];
    char endpoint[ENDPOINT], server_key[65]; /* of its seat, once it is open */
    pid_t pid;
};

struct remote_match {
    char dir[64], replay[96], out[96], err[96];
    pid_t pid;
    FILE *lines; /* events */
    struct remote_bot bot[PEOPLE];
};

/* --- keys and files ------------------------------------------------------------------------------- */

/* A bot finds its signing key where it would have left it itself. */
static inline void bot_settle(struct remote_bot *b)
{
    char path[128];
    mkdir(b->folder, 0700);
    snprintf(path, sizeof path, "%s/signing-key", b->folder);
    spill(path, b->identity.seed, sizeof b->identity.seed);
}

static inline void remote_new(struct remote_match *m)
{
    memset(m, 0, sizeof *m);
    assert_true(sodium_init() >= 0);
    scratch(m->dir);
    snprintf(m->replay, sizeof m->replay, "%s/m.replay", m->dir);
    snprintf(m->out, sizeof m->out, "%s/out", m->dir);
    snprintf(m->err, sizeof m->err, "%s/err", m->dir);
    for (unsigned i = 0; i < PEOPLE; i++) {
        struct remote_bot *b = &m->bot[i];
        struct binding binding;
        char text[BINDING_TEXT];
        snprintf(b->name, sizeof b->name, "%s", i == 0 ? "ana" : i == 1 ? "berta" : "notary");
        snprintf(b->pub, sizeof b->pub, "%s/%s.pub", m->dir, b->name);
        snprintf(b->folder, sizeof b->folder, "%s/%s", m->dir, b->name);
        snprintf(b->log, sizeof b->log, "%s/%s.log", m->dir, b->name);
        identity_make(&b->identity, b->name);
        identity_bind(&b->identity, 0, &binding);
        size_t size = binding_text(&binding, text);
        spill(b->pub, text, size);
        bot_settle(b);
    }
}

/* Its program, as its owner starts it; `record`: what it has on descriptor 3, or 0. */
static inline void bot_begin(struct remote_bot *b, int record, const char *const *words)
{
    b->pid = begin_words(
        (struct streams){ .file = { "/dev/null", b->log, b->log }, .fd = { [3] = record }, .add = true }, words);
}

/* --- the match ------------------------------------------------------------------------------------ */

/* `fiel match` with these words, its events on our pipe. */
static inline void match_run_words(struct remote_match *m, const char *const *more)
{
    const char *words[WORDS_MAX] = { "fiel", "match", "--events", "3", "--json" };
    int lines[2], n = 5;
    for (; *more && n < WORDS_MAX - 1; more++)
        words[n++] = *more;
    assert_int_equal(pipe2(lines, O_CLOEXEC), 0);
    m->pid = fork();
    assert_true(m->pid >= 0);
    if (m->pid == 0) {
        setenv("TMPDIR", m->dir, 1);
        if (!freopen(m->out, "w", stdout) || !freopen(m->err, "a", stderr) || dup2(lines[1], 3) != 3)
            _exit(126);
        fcntl(3, F_SETFD, 0);
        execv(fiel(), (char *const *)(uintptr_t)words);
        _exit(127);
    }
    close(lines[1]);
    m->lines = fdopen(lines[0], "r");
    assert_non_null(m->lines);
}

/* Two remote bots; `hosted` on seat 1 instead of the second, where it is not NULL. */
static inline void match_start(struct remote_match *m, const char *games, const char *clock, const char *hosted)
{
    char a[112], b[112];
    snprintf(a, sizeof a, "remote:%s", m->bot[0].pub);
    snprintf(b, sizeof b, "remote:%s", m->bot[1].pub);
    hosted = hosted ? hosted : b;
    const char *const words[] = {
        "--games", games,  "--tick",         tick_of(games), "--clock", clock, "--replay", m->replay, "--logs", m->dir,
        "--cpu",   "none", "--seat-address", "127.0.0.1",    "--bot",   a,     "--bot",    hosted,    NULL
    };
    match_run_words(m, words);
}

static inline void match_resume(struct remote_match *m)
{
    const char *const words[] = { "--resume", m->replay, NULL };
    fclose(m->lines);
    match_run_words(m, words);
}

/* The next line, NULL at their end.  Where seats are is kept. */
static inline json_t *event_next(struct remote_match *m)
{
    static char line[1 << 17];
    if (!fgets(line, sizeof line, m->lines))
        return NULL;
    json_t *j = json_loads(line, 0, NULL);
    if (!j)
        fail_msg("no event: %s", line);
    if (!strcmp(json_text(j, "event"), "seat")) {
        struct remote_bot *b = &m->bot[json_integer_value(json_object_get(j, "seat"))];
        snprintf(b->endpoint, sizeof b->endpoint, "%s", json_text(j, "endpoint"));
        assert_int_equal(strncmp(b->endpoint, "tcp://127.0.0.1:", 16), 0);
        snprintf(b->server_key, sizeof b->server_key, "%s", json_text(j, "server_key"));
    }
    return j;
}

static inline json_t *event_until(struct remote_match *m, const char *name)
{
    json_t *j;
    while ((j = event_next(m)) && strcmp(json_text(j, "event"), name))
        json_decref(j);
    if (!j) {
        int status = 0;
        char *err = slurp(m->err, NULL);
        (void)waitpid(m->pid, &status, 0);
        fail_msg("no %s came, status %#x%s\n%s", name, (unsigned)status, ferror(m->lines) ? ", unreadable" : "", err);
    }
    return j;
}

static inline void pass_until(struct remote_match *m, const char *name) { json_decref(event_until(m, name)); }

static inline void seats_open(struct remote_match *m, unsigned seats)
{
    for (unsigned i = 0; i < seats; i++)
        pass_until(m, "seat");
}

/* --- a bot ---------------------------------------------------------------------------------------- */

/* The record of descriptor 3: this bot's keys, a seat's endpoint and server key. */
static inline int bot_record(const struct remote_bot *b, const char *endpoint, const char *server_hex,
                             const uint8_t curve_secret[32])
{
    uint8_t bytes[1024], server[32], client[32];
    struct packer p;
    assert_true(hex_parse(server, sizeof server, server_hex));
    assert_int_equal(crypto_scalarmult_base(client, curve_secret), 0);
    pack_start(&p, bytes, sizeof bytes);
    pack_array(&p, 6);
    pack_uint(&p, PROTOCOL_VERSION);
    pack_str(&p, endpoint);
    pack_bin(&p, server, sizeof server);
    pack_bin(&p, client, sizeof client);
    pack_bin(&p, curve_secret, 32);
    pack_str(&p, b->folder);
    assert_false(p.bad);
    int fd = memfd_create("record", MFD_CLOEXEC);
    assert_int_equal(write(fd, bytes, p.size), (ssize_t)p.size);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    return fd;
}

static inline unsigned port_of(const char *endpoint) { return (unsigned)strtoul(strrchr(endpoint, ':') + 1, NULL, 10); }

/* Starts a program of build/bots with that record, as `fiel match` would start it, but where it is. */
static inline void bot_start_at(struct remote_bot *b, const char *program, const char *endpoint)
{
    char path[512];
    int record = bot_record(b, endpoint, b->server_key, b->identity.curve_secret);
    snprintf(path, sizeof path, "%s/%s/%s", build_dir(), bot_room(program), program);
    bot_begin(b, record, (const char *const[]){ path, NULL });
    close(record);
}

static inline void bot_start(struct remote_bot *b, const char *program) { bot_start_at(b, program, b->endpoint); }

static inline int bot_end(struct remote_bot *b)
{
    int status;
    assert_int_equal(waitpid(b->pid, &status, 0), b->pid);
    b->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static inline void bot_kill(struct remote_bot *b)
{
    if (b->pid) {
        kill(b->pid, SIGKILL);
        (void)bot_end(b);
    }
}

/* --- the end -------------------------------------------------------------------------------------- */

static inline int match_code(struct remote_match *m)
{
    int status;
    assert_int_equal(waitpid(m->pid, &status, 0), m->pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The result, once the match is over with a valid record. */
static inline json_t *match_result(struct remote_match *m)
{
    json_t *j = event_until(m, "result");
    int code = match_code(m);
    OWNED_RUN r = run("fiel-audit", m->replay, NULL);
    if (code || r.code) {
        char *err = slurp(m->err, NULL), *said = json_dumps(j, 0);
        fail_msg("exit %d, audit %d\n%s%s\n%s%s", code, r.code, said, err, r.out, r.err);
    }
    return j;
}

static inline void match_drop(struct remote_match *m)
{
    for (unsigned i = 0; i < PEOPLE; i++)
        bot_kill(&m->bot[i]);
    fclose(m->lines);
    scratch_remove(m->dir);
}

static inline void no_faults(json_t *result)
{
    if (json_array_size(json_object_get(result, "faults")) == 0 && !strcmp(json_text(result, "outcome"), "played"))
        return;
    fail_msg("%s", json_dumps(result, 0));
}

/* The match is over, was played to its end, and nobody was at fault. */
static inline void match_ends_well(struct remote_match *m)
{
    json_auto_t *j = match_result(m);
    no_faults(j);
}

/* The one who lost by this fault, and nobody else has any. */
static inline void lost_by(json_t *result, unsigned seat, const char *name)
{
    size_t i;
    json_t *fault, *faults = json_object_get(result, "faults");
    bool good = json_array_size(faults) > 0 && json_integer_value(json_object_get(result, "winner")) == !seat;
    json_array_foreach(faults, i, fault) good = good && json_integer_value(json_object_get(fault, "seat")) == seat &&
                                                !strcmp(json_text(fault, "fault"), name);
    if (!good)
        fail_msg("wanted %s of seat %u:\n%s", name, seat, json_dumps(result, 0));
}

#endif
