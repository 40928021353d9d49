/* jail: hostile programs in real matches: what they reach, what they get, and that nobody else is harmed.
 *
 * What is asked depends on what the machine holds, as `fiel jail-test` says: an attempt must fail where one of
 * the layers that are there to stop it holds.  Where none does the test says so, and that strict refuses. */
#include "guise.h"
#include "process.h"
#include "support/skipped.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <limits.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

enum layer {
    USER = 1,
    FILES = 2,
    NET = 4,
    IPC = 8,
    PROCESSES = 16,
    UID = 32,
    LANDLOCK = 64,
    CALLS = 128,
    MEMORY = 256,
    THREADS = 512,
    DISK = 1024,
    LAYERS = 11
};
static const char *const layer_names[LAYERS] = { "user namespace", "own files",    "no network", "own IPC",
                                                 "own processes",  "own user",     "Landlock",   "system calls",
                                                 "memory limit",   "thread limit", "disk limit" };

/* --- what holds here ------------------------------------------------------------------------------- */

/* The layers of a jail-test; its exit code in *code. */
static unsigned layers_of(const char *const *words, int *code)
{
    OWNED_RUN r = run_words(words, NULL);
    json_t *o = json_loads(r.out, 0, NULL), *layer;
    unsigned held = 0;
    size_t i;
    if (!o)
        fail_msg("%s\n%s", r.out, r.err);
    json_array_foreach(json_object_get(o, "layers"), i, layer)
    {
        const char *name = json_string_value(json_object_get(layer, "layer"));
        for (int k = 0; k < LAYERS; k++)
            if (!strcmp(name, layer_names[k]) && json_is_true(json_object_get(layer, "held")))
                held |= 1u << k;
        assert_true(json_is_true(json_object_get(layer, "held")) ||
                    json_string_value(json_object_get(layer, "remedy")));
    }
    assert_int_equal(json_is_true(json_object_get(o, "strict")), r.code == 0);
    *code = r.code;
    json_decref(o);
    return held;
}

static unsigned held_by(const struct guise *g, int *code)
{
    const char *words[WORDS_MAX], *const test[] = { fiel(), "jail-test", "--quick", "--json", NULL };
    in_guise(g, test, words);
    return layers_of(words, code);
}

/* --- a match with one hostile bot --------------------------------------------------------------------- */

/* A spy that tries everything takes as long as it takes: the clock is no wall. */
#define CALM "bank=10m,cap=2m,start=2m"

struct hostile {
    char dir[64], replay[96], log[128];
    struct run run;
    json_t *result;
};

static void start_hostile(struct hostile *h)
{
    scratch(h->dir);
    assert_int_equal(chmod(h->dir, 0777), 0);
    snprintf(h->replay, sizeof h->replay, "%s/m.replay", h->dir);
}

/* Plays `bot` on seat 0 against a dull one; the replay must audit. */
static void play(struct hostile *h, const struct guise *g, const char *jail, const char *bot, const char *games)
{
    char command[2048];
    const char *words[WORDS_MAX] = { NULL };
    const char *const match[] = { fiel(),    "match",    "--jail",          jail,      "--bot-memory", "512M",
                                  "--games", games,      "--json",          "--names", "bad,good",     "--logs",
                                  h->dir,    "--replay", h->replay,         "--clock", CALM,           "--bot",
                                  command,   "--bot",    "random --seed 7", NULL };
    snprintf(command, sizeof command, "%s/tests/bad/%s", build_dir(), bot);
    in_guise(g, match, words);
    h->run = run_words(words, NULL);
    h->result = json_loads(h->run.out, 0, NULL);
    if (h->run.code != 0 || !h->result)
        fail_msg("%s: exit %d\n%s\n%s", bot, h->run.code, h->run.out, h->run.err);
    ends(0, "", "fiel-audit", h->replay, NULL);
    snprintf(h->log, sizeof h->log, "%s/bad-seat0.log", h->dir);
}

static void end_hostile(struct hostile *h)
{
    json_decref(h->result);
    run_free(&h->run);
    scratch_remove(h->dir);
}

static void assert_no_faults(const struct hostile *h, const char *bot)
{
    if (json_array_size(json_object_get(h->result, "faults")) != 0)
        fail_msg("%s: a fault where none should be\n%s", bot, h->run.out);
}

static unsigned here(void)
{
    int code;
    return held_by(&ourselves, &code);
}

static bool held_here(const char *what, unsigned needed)
{
    if ((here() & needed) == needed)
        return true;
    skipped(what, "this machine does not hold what stops it: see `fiel jail-test`");
    return false;
}

/* --- who tries to reach --------------------------------------------------------------------------------- */

/* An attempt of the spy and the layers that stop it, each for itself. */
static const struct {
    const char *name;
    unsigned stops;
    bool only_for_root; /* else anyone who plays may do that in any case, jailed or not */
} attempts[] = {
    { "file=/etc/shadow", FILES | UID | LANDLOCK, true },
    { "file=/etc/passwd", FILES | LANDLOCK, false },
    { "file=$DIR/secret", FILES | UID | LANDLOCK, false },
    { "file=$DIR/m.replay", FILES | LANDLOCK, false },
    { "file=$DIR/m.seed", FILES | UID | LANDLOCK, false },
    { "list=$DIR", FILES | LANDLOCK, false },
    { "list=/proc/1/task", FILES | LANDLOCK, false },
    { "write=$DIR/made", FILES | LANDLOCK, false },
    { "writable=/usr", FILES | UID | LANDLOCK, true },
    { "file=/proc/meminfo", FILES | LANDLOCK, false },
    { "tcp=$TCP", NET | CALLS, false },
    { "udp=$UDP", NET | CALLS, false },
    { "abstract=$NAME", NET, false }, /* and Landlock, from ABI 6 on */
    { "door=$DIR/door", FILES, false },
    { "signal=$PID", PROCESSES | CALLS, false },
    { "the other's folder", FILES | UID | LANDLOCK, false },
    { "the other's door", FILES | UID, false },
    { "other processes", FILES | LANDLOCK, false },
    { "fork", CALLS, false },
    { "flock", CALLS, false },
    { "record lock", CALLS, false },
    { "lease", UID | CALLS, false },
    { "inotify", CALLS, false },
    { "shared memory", CALLS, false },
    { "keyctl", CALLS, false },
    { "io_uring", CALLS, false },
    { "ptrace", CALLS, false },
    { "foreign memory", CALLS, false },
    { "signal to the parent", CALLS, false },
    { "signal to all", CALLS, false },
    { "vsock", CALLS, false },
    { "netlink", CALLS, false },
    { "memfd", CALLS, false },
    { "load", CALLS, false },
    { "uid 0", UID, true },
    { "host name", IPC, false },
    { "environment", ~0u, false },
    { "user namespace", CALLS, false },
};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

/* What the spy shall try to reach, made for it. */
struct bait {
    int tcp, udp, abstract, door;
    char name[64], port_tcp[8], port_udp[8], pid[16], dir[64];
};

static int listen_inet(int type, char port[8])
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, size), 0);
    if (type == SOCK_STREAM)
        assert_int_equal(listen(fd, 4), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    snprintf(port, 8, "%u", ntohs(at.sin_port));
    return fd;
}

static int listen_unix(const char *name, bool abstract)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0 && strlen(name) + 2 < sizeof at.sun_path);
    strcpy(at.sun_path + abstract, name);
    assert_int_equal(
        bind(fd, (struct sockaddr *)&at, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + abstract + strlen(name))),
        0);
    assert_int_equal(listen(fd, 4), 0);
    return fd;
}

static void lay_bait(struct bait *b, const char *dir)
{
    char path[128];
    snprintf(b->dir, sizeof b->dir, "%s", dir);
    b->tcp = listen_inet(SOCK_STREAM, b->port_tcp);
    b->udp = listen_inet(SOCK_DGRAM, b->port_udp);
    snprintf(b->pid, sizeof b->pid, "%d", (int)getpid());
    snprintf(b->name, sizeof b->name, "fiel-e2e-jail-%s", b->pid);
    b->abstract = listen_unix(b->name, true);
    snprintf(path, sizeof path, "%s/door", dir);
    b->door = listen_unix(path, false);
    assert_int_equal(chmod(path, 0777), 0);
    snprintf(path, sizeof path, "%s/secret", dir);
    spill(path, "a key", 5);
    assert_int_equal(chmod(path, 0600), 0);
}

static void take_bait(struct bait *b)
{
    close(b->tcp);
    close(b->udp);
    close(b->abstract);
    close(b->door);
}

/* An attempt's name with the bait's in place of the $WORDS. */
static void with_bait(const char *name, const struct bait *b, char out[160])
{
    const struct {
        const char *word, *value;
    } words[] = {
        { "$DIR", b->dir }, { "$TCP", b->port_tcp }, { "$UDP", b->port_udp }, { "$NAME", b->name }, { "$PID", b->pid }
    };
    snprintf(out, 160, "%s", name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = strstr(name, words[i].word);
        if (at)
            snprintf(out, 160, "%.*s%s%s", (int)(at - name), name, words[i].value, at + strlen(words[i].word));
    }
}

/* 1: the log says reached, 0: not reached; anything else is a failure. */
static int reached(const char *log, const char *name)
{
    char line[256];
    snprintf(line, sizeof line, "spy: %s: reached\n", name);
    if (strstr(log, line))
        return 1;
    snprintf(line, sizeof line, "spy: %s: not reached: ", name);
    if (!strstr(log, line))
        fail_msg("the spy did not try \"%s\":\n%s", name, log);
    return 0;
}

/* Sends the spy out; its log is kept in *log. */
static struct hostile send_spy(const struct guise *g, const char *jail, struct bait *b, char **log)
{
    char command[4096] = "spy", name[160];
    struct hostile h;
    start_hostile(&h);
    lay_bait(b, h.dir);
    for (int i = 0; i < ATTEMPTS; i++)
        if (strchr(attempts[i].name, '=')) {
            with_bait(attempts[i].name, b, name);
            strcat(strcat(strcat(command, " '"), name), "'");
        }
    play(&h, g, jail, command, "1");
    assert_no_faults(&h, "spy");
    *log = slurp(h.log, NULL);
    assert_says(*log, "spy: that is all");
    return h;
}

/* What holds stops the spy, and it plays on to the end. */
static void spy_as(const struct guise *g, bool root)
{
    struct bait b;
    char *log, name[160];
    int code, stopped = 0;
    unsigned held = held_by(g, &code);
    AUTO(end_hostile) struct hostile h = send_spy(g, "basic", &b, &log);
    for (int i = 0; i < ATTEMPTS; i++) {
        if (!(held & attempts[i].stops)) {
            if (root || !attempts[i].only_for_root)
                skipped(attempts[i].name, "nothing that stops it holds here");
            continue;
        }
        with_bait(attempts[i].name, &b, name);
        if (reached(log, name) && (root || !attempts[i].only_for_root))
            fail_msg("the spy reached %s\n%s", name, log);
        stopped++;
    }
    assert_true(stopped > 0);
    assert_says(h.run.err, code == 0 ? "the bots are jailed: all that --jail=strict demands" : "but without: ");
    take_bait(&b);
    free(log);
}

TEST(a_spy_learns_nothing) { spy_as(&ourselves, geteuid() == 0); }

TEST(a_spy_learns_nothing_from_an_ordinary_user)
{
    if (can_be_nobody())
        spy_as(&nobody, false);
}

/* A folder that may be entered, below one that may not. */
TEST(a_closed_way_is_told)
{
    const char *words[WORDS_MAX], *const match[] = { fiel(), "match", "--bot", "sub/bot", "--bot", "random", NULL };
    char here[PATH_MAX];
    if (!can_be_nobody())
        return;
    in_guise(&nobody, match, words);
    OWNED_SCRATCH dir = scratch_new();
    assert_non_null(getcwd(here, sizeof here));
    assert_true(!chdir(dir) && !chmod(".", 0700) && !mkdir("open", 0755) && !chdir("open") && !mkdir("sub", 0755));
    assert_int_equal(symlink("/bin/true", "sub/bot"), 0);
    struct run r = run_words(words, NULL);
    assert_int_equal(chdir(here), 0);
    run_complains(r, 2, "cannot be followed (Permission denied)", NULL);
}

/* The attempts are real: without a jail they succeed. */
TEST(without_a_jail_it_learns_all)
{
    static const char *const sure[] = { "file=/etc/passwd",
                                        "file=$DIR/secret",
                                        "file=$DIR/m.replay",
                                        "file=$DIR/m.seed",
                                        "list=$DIR",
                                        "write=$DIR/made",
                                        "tcp=$TCP",
                                        "udp=$UDP",
                                        "abstract=$NAME",
                                        "door=$DIR/door",
                                        "signal=$PID",
                                        "the other's folder",
                                        "the other's door",
                                        "fork",
                                        "flock",
                                        "record lock",
                                        "inotify",
                                        "memfd",
                                        "load",
                                        "signal to the parent" };
    struct bait b;
    char *log, name[160];
    AUTO(end_hostile) struct hostile h = send_spy(&ourselves, "none", &b, &log);
    for (size_t i = 0; i < sizeof sure / sizeof *sure; i++) {
        with_bait(sure[i], &b, name);
        if (!reached(log, name))
            fail_msg("without a jail the spy should reach %s\n%s", name, log);
    }
    assert_says(h.run.err, "not jailed");
    take_bait(&b);
    free(log);
}

/* --- who takes what there is -------------------------------------------------------------------------------- */

/* The number in a log's line "BOT: N things". */
static int counted(const struct hostile *h, const char *bot)
{
    char *log = slurp(h->log, NULL), start[64];
    int n = -1;
    snprintf(start, sizeof start, "%s: ", bot);
    const char *at = strstr(log, start);
    if (!at)
        fail_msg("%s did not count:\n%s", bot, log);
    else
        n = atoi(at + strlen(start));
    free(log);
    return n;
}

/* Bots that take what they get: how much that may be, and which layer says so. */
TEST(takers_get_no_more_than_their_share)
{
    static const struct {
        const char *bot;
        unsigned needs;
        int most;
    } takers[] = { { "forks", CALLS, 0 }, { "threads", THREADS, 64 }, { "descriptors", 0, 63 }, { "disk", DISK, 16 } };
    for (size_t i = 0; i < sizeof takers / sizeof *takers; i++) {
        if (!held_here(takers[i].bot, takers[i].needs))
            continue;
        AUTO(end_hostile) struct hostile h;
        start_hostile(&h);
        play(&h, &ourselves, "basic", takers[i].bot, "1");
        assert_no_faults(&h, takers[i].bot);
        int got = counted(&h, takers[i].bot);
        if (got > takers[i].most)
            fail_msg("%s got %d, more than %d", takers[i].bot, got, takers[i].most);
    }
}

TEST(memory_is_its_owners_fault)
{
    struct hostile h;
    if (!held_here("memory", MEMORY))
        return;
    start_hostile(&h);
    play(&h, &ourselves, "basic", "memory", "3");
    json_t *fault = json_array_get(json_object_get(h.result, "faults"), 0);
    assert_int_equal(json_array_size(json_object_get(h.result, "faults")), 1);
    assert_int_equal(json_integer_value(json_object_get(fault, "seat")), 0);
    assert_string_equal(json_string_value(json_object_get(fault, "fault")), "resources");
    assert_string_equal(json_string_value(json_object_get(fault, "effect")), "loses the match");
    assert_true(json_integer_value(json_object_get(fault, "b")) > 256); /* MiB of 512 */
    assert_says(json_string_value(json_object_get(fault, "text")), "memory");
    assert_string_equal(json_string_value(json_object_get(h.result, "winner_name")), "good");
    end_hostile(&h);
}

TEST(a_log_stops_growing)
{
    AUTO(end_hostile) struct hostile h;
    size_t size;
    start_hostile(&h);
    play(&h, &ourselves, "basic", "chatter", "1");
    assert_no_faults(&h, "chatter");
    OWNED char *log = slurp(h.log, &size);
    assert_true(size > 16 << 20 && size < (16 << 20) + 200);
    assert_says(log + size - 100, "fiel: cut here");
}

/* --- what fails closed ----------------------------------------------------------------------------------------- */

/* A strict match as somebody: played when jail-test says that strict holds, else refused, and nothing is left. */
static void strict_as(const struct guise *g, bool must_fail)
{
    int code;
    const char *words[WORDS_MAX];
    struct stat s;
    held_by(g, &code);
    assert_true(code == 0 || code == 1);
    assert_true(code == 1 || !must_fail);
    OWNED_SCRATCH dir = scratch_new();
    assert_int_equal(chmod(dir, 0777), 0);
    OWNED char *replay = path_in(dir, "m.replay");
    const char *const match[] = { fiel(),  "match", "--jail=strict", "--games",  "1",    "--bot",
                                  "cauto", "--bot", "random",        "--replay", replay, NULL };
    in_guise(g, match, words);
    OWNED_RUN r = run_words(words, NULL);
    if (r.code != (code ? 3 : 0))
        fail_msg("jail-test says %d, a strict match %d\n%s", code, r.code, r.err);
    if (code) {
        assert_says(r.err, "--jail=strict cannot be held: ");
        assert_says(r.err, ": "); /* the layer, and what to do about it */
        assert_int_not_equal(stat(replay, &s), 0);
        assert_string_equal(r.out, "");
    }
}

TEST(strict_is_all_or_nothing)
{
    static const struct guise less[] = {
        { { "/usr/bin/setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin", "--" }, 0 },
        { { "/usr/bin/setpriv", "--bounding-set=-setuid", "--inh-caps=-setuid", "--" }, 0 },
    };
    strict_as(&ourselves, geteuid() != 0);
    if (geteuid() != 0) {
        skipped("taking rights from root", "this is not root");
        return;
    }
    for (size_t i = 0; i < sizeof less / sizeof *less; i++)
        strict_as(&less[i], true);
}

/* With whatever is missing a match is played all the same, and says once what it plays with. */
TEST(basic_plays_with_what_there_is)
{
    static const struct guise less[] = {
        { { "/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all", "--" }, 0 },
        { { "/usr/bin/setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin", "--" }, 0 },
    };
    if (geteuid() != 0) {
        skipped("taking rights from root", "this is not root");
        return;
    }
    for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
        AUTO(end_hostile) struct hostile h;
        start_hostile(&h);
        play(&h, &less[i], "basic", "descriptors", "1");
        assert_no_faults(&h, "descriptors");
        const char *line = strstr(h.run.err, "fiel: the bots are jailed");
        assert_non_null(line);
        assert_null(strstr(line + 1, "fiel: the bots are jailed"));
    }
}

/* --- what is shown ---------------------------------------------------------------------------------------------- */

/* A copy of a bot in a folder of its own, which holds this file too. */
static void copy_bot(const char *dir, const char *bot, const char *with)
{
    char from[512], to[160];
    snprintf(from, sizeof from, "%s/%s/%s", build_dir(), bot_room(bot), bot);
    snprintf(to, sizeof to, "%s/bot", dir);
    copy_file(from, to, 0755);
    snprintf(to, sizeof to, "%s/%s", dir, with);
    spill(to, "data", 4);
    assert_int_equal(chmod(to, 0644), 0);
}

/* A match of the bot in `dir` with these options; what the bot printed. */
static char *play_copy(const char *dir, const char *words, const char *option, const char *value, struct run *r)
{
    char bot[512], replay[96], log[96];
    snprintf(bot, sizeof bot, "'%s/bot' %s", dir, words);
    snprintf(replay, sizeof replay, "%s/m.replay", dir);
    snprintf(log, sizeof log, "%s/m.logs/bad-seat0.log", dir);
    *r = run("fiel", "match", "--games", "1", "--names", "bad,good", "--replay", replay, "--clock", CALM, "--bot", bot,
             "--bot", "random", option, value, NULL);
    return access(log, R_OK) ? NULL : slurp(log, NULL);
}

/* Its own folder is readable, and so is what the host shows; the match's own files in that folder are not. */
TEST(its_own_folder_is_shown)
{
    char words[512];
    struct run r;
    if (!held_here("files", FILES))
        return;
    OWNED_SCRATCH dir = scratch_new();
    OWNED_SCRATCH other = scratch_new();
    assert_int_equal(chmod(dir, 0755) | chmod(other, 0755), 0);
    copy_bot(dir, "bad/spy", "model");
    copy_bot(other, "random", "more");
    snprintf(words, sizeof words,
             "'file=%s/model' 'file=%s/m.replay' 'file=%s/m.seed' 'file=%s/more' 'writable=%s/model' write=kept "
             "write=/tmp/kept",
             dir, dir, dir, other, dir);
    for (int shown = 0; shown < 2; shown++) {
        char name[128];
        OWNED char *log = play_copy(dir, words, shown ? "--show" : "--jail", shown ? other : "basic", &r);
        if (r.code != 0 || !log)
            fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
        const struct {
            const char *form;
            int reached;
        } asked[] = {
            { "file=%s/model", 1 }, { "file=%s/m.replay", 0 }, { "file=%s/m.seed", 0 }, { "writable=%s/model", 0 }
        };
        for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
            snprintf(name, sizeof name, "%.*s%s%s", (int)(strchr(asked[i].form, '%') - asked[i].form), asked[i].form,
                     dir, strchr(asked[i].form, '%') + 2);
            assert_int_equal(reached(log, name), asked[i].reached);
        }
        snprintf(name, sizeof name, "file=%s/more", other);
        assert_int_equal(reached(log, name), shown);
        assert_int_equal(reached(log, "write=kept"), 1);
        assert_int_equal(reached(log, "write=/tmp/kept"), 1);
        assert_int_not_equal(access("/tmp/kept", F_OK), 0); /* it was its own /tmp */
        run_free(&r);
        snprintf(name, sizeof name, "%s/m.replay", dir);
        assert_int_equal(unlink(name), 0);
    }
}

/* A script that is an argument of its interpreter is the bot. */
TEST(a_script_is_a_bot)
{
    char bot[BOT_WORDS + 32], script[BOT_WORDS];
    OWNED_SCRATCH dir = scratch_new();
    snprintf(bot, sizeof bot, "lines:/usr/bin/python3 %s",
             bot_words(script, "sdk/python/player.py", "") + strlen("lines:"));
    OWNED char *replay = path_in(dir, "m.replay");
    OWNED_RUN r = run("fiel", "match", "--games", "1", "--bot", bot, "--bot", "random", "--replay", replay, NULL);
    if (r.code != 0 || strstr(r.out, "fault of"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
}

/* A folder closed to strangers is closed to the bot's own user: strict says what to do, basic does without. */
TEST(a_private_bot_has_no_user_of_its_own)
{
    struct run r;
    int strict_holds;
    held_by(&ourselves, &strict_holds);
    if (!held_here("own user", UID))
        return;
    OWNED_SCRATCH dir = scratch_new(); /* mode 0700 */
    copy_bot(dir, "random", "data");
    free(play_copy(dir, "", "--jail", "strict", &r));
    assert_int_equal(r.code, 3);
    if (strict_holds == 0) /* else it is refused for something else */
        assert_says(r.err, "chmod -R o+rX");
    run_free(&r);
    free(play_copy(dir, "", "--jail", "basic", &r));
    assert_int_equal(r.code, 0);
    assert_null(strstr(r.out, "fault of"));
    assert_says(r.err, "own user");
    run_free(&r);
}

TEST(bad_words_are_named)
{
    static const char *const bad[][2] = { { "--jail=tight", "strict basic none" },
                                          { "--uids=0-9", "above 0" },
                                          { "--bot-memory=12", "a size" },
                                          { "--bot-memory=1M", "16M" },
                                          { "--show=/no/such", "not a folder that can" },
                                          { "--show=/", "not a folder that can" } };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ends(2, bad[i][1], "fiel", "match", bad[i][0], "--bot", "random", "--bot", "random", NULL);
    }
    ends(2, "", "fiel", "jail-test", "--jsno", NULL);
    OWNED_RUN r = run("fiel", "jail-test", "--quick", NULL);
    assert_true(r.code == 0 || r.code == 1);
    assert_says(r.out, "Landlock");
    assert_says(r.out, r.code ? "cannot be held here" : "can be held here");
}
