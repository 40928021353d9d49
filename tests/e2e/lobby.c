/* lobby: bots of the SDK wait at a real door, are called to real matches, and come back. */
#include "remote.h"

#include "support/await.h"
#include "support/door_play.h"

#include <sys/prctl.h>

enum { TWO = 2, KEPT = 256 };

/* A door, a match's worth of bots, and a test in the place of serve. */
struct house {
    struct remote_match match;
    struct door_play door;
    char key[TWO][112];
    struct from_door last;        /* what told() waited for */
    struct from_door frame[KEPT]; /* heard and not asked for yet, in no order */
    unsigned kept;
};

static const char CALM[] = "bank=60s,inc=100ms,cap=20s,grace=50ms,start=20s";

static const char *later(void)
{
    static char path[PATH_MAX + 16], whole[PATH_MAX];
    snprintf(path, sizeof path, "%s/tests/later.so", realpath(build_dir(), whole));
    return path;
}

static void admit(struct house *h)
{
    struct identity who[TWO];
    for (unsigned i = 0; i < TWO; i++)
        who[i] = h->match.bot[i].identity;
    door_list(&h->door, who, TWO);
}

static void house_open(struct house *h)
{
    h->kept = 0;
    remote_new(&h->match);
    for (unsigned i = 0; i < TWO; i++) {
        snprintf(h->key[i], sizeof h->key[i], "%s/%s.key", h->match.dir, h->match.bot[i].name);
        assert_int_equal(identity_write(h->key[i], &h->match.bot[i].identity), 0);
    }
    assert_true(door_start_local(&h->door, fiel()));
    admit(h);
}

static void house_close(struct house *h)
{
    for (unsigned i = 0; i < TWO; i++)
        bot_kill(&h->match.bot[i]);
    assert_int_equal(door_stop(&h->door), 0);
    scratch_remove(h->match.dir);
}

/* A bot by lines, which notes each `hello` that it hears; its vice begins with the fourth question, once. */
static const char by_lines[] = "#!/usr/bin/python3\n"
                               "import json, os, signal, sys\n"
                               "os.chdir(os.path.dirname(sys.argv[0]))\n"
                               "vice, matches, asked = (sys.argv + [''])[1], 0, 0\n"
                               "for line in sys.stdin:\n"
                               "    told = json.loads(line)\n"
                               "    if told['event'] == 'hello':\n"
                               "        matches, asked = matches + 1, 0\n"
                               "        with open('heard', 'a') as heard: print(os.getpid(), matches, file=heard)\n"
                               "        if vice == 'hangs': signal.pause()\n"
                               "    if told['event'] == 'over' and vice == 'one': sys.exit(3)\n"
                               "    if 'legal' not in told: continue\n"
                               "    asked += 1\n"
                               "    if asked == 4 and vice == 'leaves' and not os.path.exists('left'):\n"
                               "        open('left', 'w').close(); sys.exit(7)\n"
                               "    if asked == 4 and vice == 'prints' and not os.path.exists('left'):\n"
                               "        open('left', 'w').close(); print('here I am')\n"
                               "    print(json.dumps({'do': told['legal'][0]}), flush=True)\n";

/* bots/PROGRAM --connect ... as its owner starts it; "lines" with the vice behind it: by `fiel bridge`; `more` is one word more, or NULL. */
static void bot_waits(struct house *h, unsigned i, const char *program, const char *more)
{
    struct remote_bot *b = &h->match.bot[i];
    char path[512], server[65], command[200];
    bool lines = !strncmp(program, "lines", 5);
    snprintf(path, sizeof path, "%s/%s/%s", build_dir(), bot_room(program), program);
    snprintf(command, sizeof command, "'%s/bot'%s", h->match.dir, program + 5 * lines);
    if (lines) {
        snprintf(path, sizeof path, "%s/bot", h->match.dir);
        spill(path, by_lines, strlen(by_lines));
        assert_int_equal(chmod(path, 0755), 0);
    }
    hex_text(server, h->door.key, 32);
    const char *const words[] = { fiel(),     "bridge", "lines", command,   "--connect", h->door.endpoint,
                                  "--server", server,   "--key", h->key[i], more,        NULL };
    const char *const own[] = {
        path, "--connect", h->door.endpoint, "--server", server, "--key", h->key[i], more, NULL
    };
    bot_begin(b, 0, lines ? words : own);
}

/* The next frame of this kind about this bot.  Those of others are kept for anyone who asks for them. */
static void told(struct house *h, enum from_door_kind kind, unsigned i)
{
    const uint8_t *key = h->match.bot[i].identity.key;
    for (unsigned k = 0; k < h->kept; k++) {
        if (h->frame[k].kind != kind || memcmp(h->frame[k].key, key, DOOR_KEY) != 0)
            continue;
        h->last = h->frame[k];
        h->frame[k] = h->frame[--h->kept];
        return;
    }
    struct from_door f;
    while (door_hears(&h->door, &f)) {
        if (f.kind == kind && memcmp(f.key, key, DOOR_KEY) == 0) {
            h->last = f;
            return;
        }
        assert_true(h->kept < KEPT);
        h->frame[h->kept++] = f;
    }
    char *log = slurp(h->match.bot[i].log, NULL);
    fail_msg("no frame of kind %d of %s\n%s", (int)kind, h->match.bot[i].name, log);
}

/* Calls a bot to where its seat is. */
static void call(struct house *h, unsigned i, const char *label)
{
    const struct remote_bot *b = &h->match.bot[i];
    uint8_t server[32];
    assert_true(hex_parse(server, sizeof server, b->server_key));
    door_call(&h->door, &b->identity, label, b->endpoint, server);
    told(h, DOOR_CALLED, i);
}

static void match_opens(struct house *h, const char *games)
{
    match_start(&h->match, games, CALM, NULL);
    seats_open(&h->match, TWO);
}

static void its_match_ends_well(struct house *h)
{
    match_ends_well(&h->match);
    fclose(h->match.lines);
}

static void says(struct house *h, unsigned i, const char *words)
{
    OWNED char *log = slurp(h->match.bot[i].log, NULL);
    assert_says(log, words);
}

/* The same of what it is yet to say. */
static void comes_to_say(struct house *h, unsigned i, const char *words)
{
    int watch = await_folder(h->match.dir);
    bool there = false;
    do {
        OWNED char *log = slurp(h->match.bot[i].log, NULL);
        there = strstr(log, words);
    } while (!there && await_change(watch, -1));
    close(watch);
    says(h, i, words);
}

static unsigned entries(struct house *h, unsigned i)
{
    char command[256], count[16] = "";
    snprintf(command, sizeof command, "ls '%s/%s.state' | wc -l", h->match.dir, h->match.bot[i].name);
    FILE *f = popen(command, "r");
    assert_non_null(fgets(count, sizeof count, f));
    pclose(f);
    return (unsigned)atoi(count);
}

/* --- the tests ----------------------------------------------------------------------------------------- */

static void one_after_the_other(const char *program)
{
    AUTO(house_close) struct house h;
    house_open(&h);
    for (unsigned i = 0; i < TWO; i++) {
        bot_waits(&h, i, i ? "random" : program, NULL);
        told(&h, DOOR_WAITING, i);
    }
    for (unsigned n = 0; n < 2; n++) {
        match_opens(&h, "2");
        for (unsigned i = 0; i < TWO; i++)
            call(&h, i, n ? "second" : "first");
        its_match_ends_well(&h);
        assert_int_equal(unlink(h.match.replay), 0);
        for (unsigned i = 0; i < TWO; i++)
            told(&h, DOOR_WAITING, i);
    }
    call(&h, 0, "first"); /* which is over: the host's mistake */
    told(&h, DOOR_DECLINED, 0);
    call(&h, 0, "third\x1b[2J"); /* a hostile host: nothing of it reaches the terminal of the bot's owner */
    told(&h, DOOR_DECLINED, 0);
    door_call(&h.door, &h.match.bot[0].identity, "third", "ipc:///run/somebody", (const uint8_t[32]){ 7 });
    told(&h, DOOR_DECLINED, 0);
    assert_string_equal(h.last.text, "a seat is at tcp://HOST:PORT");
    says(&h, 0, "second: over");
    for (unsigned i = 0; i < TWO; i++) {
        kill(h.match.bot[i].pid, SIGTERM);
        assert_int_equal(bot_end(&h.match.bot[i]), 0);
        told(&h, DOOR_GONE, i);
        assert_int_equal(entries(&h, i), 0);
    }
}

TEST(called_to_one_match_after_the_other) { one_after_the_other("cauto"); }

/* So is a program by lines: the same one, that hears `hello` before each, or another one where it has ended. */
TEST(by_lines_one_after_the_other)
{
    one_after_the_other("lines");
    one_after_the_other("lines one");
}

/* One match of a bot by lines and a bundled one, that both are called to. */
static void meets_random(struct house *h, const char *program, const char *label)
{
    if (program)
        bot_waits(h, 0, program, "--once");
    if (!h->match.bot[1].pid)
        bot_waits(h, 1, "random", NULL);
    match_opens(h, "4");
    for (unsigned i = 0; i < TWO; i++) {
        told(h, DOOR_WAITING, i);
        call(h, i, label);
    }
}

/* It ends amid a match, and so does its bridge, which says how; both are started again, and back in it. */
TEST(by_lines_it_ends)
{
    AUTO(house_close) struct house h;
    house_open(&h);
    meets_random(&h, "lines leaves", "m");
    assert_int_equal(bot_end(&h.match.bot[0]), 3);
    says(&h, 0, "has ended with exit code 7");
    bot_waits(&h, 0, "lines leaves", "--once");
    told(&h, DOOR_WAITING, 0);
    call(&h, 0, "m");
    its_match_ends_well(&h);
    assert_int_equal(bot_end(&h.match.bot[0]), 0);
}

/* Called to a match of several tables it says that it plays at one. */
TEST(by_lines_at_one_table)
{
    AUTO(house_close) struct house h;
    char remote[112];
    house_open(&h);
    bot_waits(&h, 0, "lines", NULL);
    told(&h, DOOR_WAITING, 0);
    snprintf(remote, sizeof remote, "remote:%s", h.match.bot[0].pub);
    const char *const words[] = { "--tables",  "2",        "--replay", h.match.replay, "--seat-address",
                                  "127.0.0.1", "--bot",    remote,     "--bot",        "random",
                                  "--clock",   "start=2s", NULL };
    match_run_words(&h.match, words);
    seats_open(&h.match, 1);
    call(&h, 0, "m");
    assert_int_equal(bot_end(&h.match.bot[0]), 3);
    says(&h, 0, "ask its host for --tables 1");
    kill(h.match.pid, SIGTERM);
    (void)match_code(&h.match);
    fclose(h.match.lines);
}

/* What is no answer loses the match, and says so here, too. */
TEST(by_lines_it_prints)
{
    AUTO(house_close) struct house h;
    house_open(&h);
    meets_random(&h, "lines prints", "m");
    json_auto_t *j = match_result(&h.match);
    lost_by(j, 0, "protested");
    fclose(h.match.lines);
    assert_int_equal(bot_end(&h.match.bot[0]), 1);
    says(&h, 0, "its program wrote a line that is no JSON object: here I am");
}

/* It never says that it is ready: a signal for its bridge ends both, and so does a minute. */
TEST(by_lines_it_is_never_ready)
{
    AUTO(house_close) struct house h;
    char heard[128];
    house_open(&h);
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    snprintf(heard, sizeof heard, "%s/heard", h.match.dir);
    for (int late = 0; late < 2; late++) {
        int status, watch = await_folder(h.match.dir);
        char *pid = NULL;
        if (late)
            setenv("LD_PRELOAD", later(), 1);
        bot_waits(&h, 0, "lines hangs", NULL);
        unsetenv("LD_PRELOAD");
        while (!late && (access(heard, F_OK) || !*(pid = slurp(heard, NULL))))
            assert_true(await_change(watch, -1));
        if (!late)
            kill(h.match.bot[0].pid, SIGTERM);
        assert_int_equal(bot_end(&h.match.bot[0]), late ? 3 : 128 + SIGTERM);
        if (!late)
            assert_int_equal(waitpid(atoi(pid), &status, 0), atoi(pid));
        close(watch);
    }
    says(&h, 0, "it has a minute to answer");
}

TEST(by_lines_there_is_none)
{
    static const struct {
        const char *program, *said;
    } wrong[] = {
        { "./nobody", "./nobody: there is no such program" },
        { "python3 bot.py", "python3: give its path" },
        { "/etc", "this is a folder" },
        { "/etc/passwd", "it is not executable" },
        { "", "no program is here" },
        { "/bin/true", "/bin/true: has ended with exit code 0" },
        { "/bin/echo hi", "its program wrote a line that is no JSON object: hi" },
    };
    char key[128];
    AUTO(house_close) struct house h;
    house_open(&h);
    snprintf(key, sizeof key, "%s", h.key[0]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        OWNED_RUN r = run("fiel", "bridge", "lines", wrong[i].program, "--connect", "tcp://localhost:1", "--server",
                          "0000000000000000000000000000000000000000000000000000000000000000", "--key", key, NULL);
        if (!r.code || !strstr(r.err, wrong[i].said))
            fail_msg("%s: %d\n%s", wrong[i].program, r.code, r.err);
    }
}

/* The same by a program with a package, which starts the bridge by itself: player.py, player.js. */
static void from_a_package(const char *interpreter, const char *program)
{
    AUTO(house_close) struct house h;
    char server[65];
    house_open(&h);
    struct remote_bot *b = &h.match.bot[0];
    hex_text(server, h.door.key, 32);
    bot_begin(b, 0,
              (const char *const[]){ interpreter, program, "--connect", h.door.endpoint, "--server", server, "--key",
                                     h.key[0], "--once", NULL });
    bot_waits(&h, 1, "random", "--once");
    for (unsigned i = 0; i < TWO; i++)
        told(&h, DOOR_WAITING, i);
    match_opens(&h, "1");
    for (unsigned i = 0; i < TWO; i++)
        call(&h, i, "page-14");
    its_match_ends_well(&h);
    for (unsigned i = 0; i < TWO; i++)
        assert_int_equal(bot_end(&h.match.bot[i]), 0);
}

TEST(from_packages)
{
    from_a_package("/usr/bin/python3", "sdk/python/player.py");
    from_a_package("node", "sdk/js/player.js");
}

/* `fiel cut` waits as one that cuts, and cuts the hands of two bots of the host's. */
TEST(an_outsider_cuts)
{
    AUTO(house_close) struct house h;
    char server[65], cutter[128];
    house_open(&h);
    struct remote_bot *b = &h.match.bot[0];
    hex_text(server, h.door.key, 32);
    bot_begin(b, 0,
              (const char *const[]){ fiel(), "cut", "--connect", h.door.endpoint, "--server", server, "--key", h.key[0],
                                     "--once", NULL });
    told(&h, DOOR_WAITING, 0);
    assert_int_equal(h.last.role, DOOR_CUTS);
    snprintf(cutter, sizeof cutter, "remote:%s", b->pub);
    const char *const words[] = { "--games",        "1",         "--clock",   CALM,    "--replay",
                                  h.match.replay,   "--logs",    h.match.dir, "--cpu", "none",
                                  "--seat-address", "127.0.0.1", "--bot",     "cauto", "--bot",
                                  "random",         "--cutter",  cutter,      NULL };
    match_run_words(&h.match, words);
    json_auto_t *seat = event_until(&h.match, "seat");
    snprintf(b->endpoint, sizeof b->endpoint, "%s", json_text(seat, "endpoint"));
    snprintf(b->server_key, sizeof b->server_key, "%s", json_text(seat, "server_key"));
    call(&h, 0, "cut-1");
    its_match_ends_well(&h);
    assert_int_equal(bot_end(b), 0);
}

TEST(killed_amid_a_match)
{
    AUTO(house_close) struct house h;
    house_open(&h);
    for (unsigned i = 0; i < TWO; i++) {
        bot_waits(&h, i, "cauto", "--once");
        told(&h, DOOR_WAITING, i);
    }
    match_opens(&h, "100");
    for (unsigned i = 0; i < TWO; i++)
        call(&h, i, "long");
    pass_until(&h.match, "game");
    bot_kill(&h.match.bot[0]);
    bot_waits(&h, 0, "cauto", "--once");
    told(&h, DOOR_WAITING, 0);
    call(&h, 0, "long"); /* as serve does for anyone who comes while its match runs */
    its_match_ends_well(&h);
    for (unsigned i = 0; i < TWO; i++)
        assert_int_equal(bot_end(&h.match.bot[i]), 0);
}

/* Asked to end while it plays: it plays the match to its end first. */
TEST(asked_to_end_amid_a_match)
{
    AUTO(house_close) struct house h;
    house_open(&h);
    for (unsigned i = 0; i < TWO; i++) {
        bot_waits(&h, i, "cauto", NULL);
        told(&h, DOOR_WAITING, i);
    }
    match_opens(&h, "20");
    for (unsigned i = 0; i < TWO; i++)
        call(&h, i, "m");
    pass_until(&h.match, "game");
    for (unsigned i = 0; i < TWO; i++)
        kill(h.match.bot[i].pid, SIGTERM);
    its_match_ends_well(&h);
    for (unsigned i = 0; i < TWO; i++)
        assert_int_equal(bot_end(&h.match.bot[i]), 0);
}

TEST(the_door_dies)
{
    AUTO(house_close) struct house h;
    struct door_config config = { .heartbeat_ms = 0 };
    house_open(&h);
    bot_waits(&h, 0, "cauto", NULL);
    told(&h, DOOR_WAITING, 0);
    kill(h.door.pid, SIGKILL);
    door_stop(&h.door);
    memcpy(config.secret, h.door.secret, sizeof config.secret);
    snprintf(config.endpoint, sizeof config.endpoint, "%s", h.door.endpoint);
    assert_true(door_start(&h.door, fiel(), &config));
    admit(&h);
    told(&h, DOOR_WAITING, 0);
    says(&h, 0, "no connection: trying again");
}

TEST(one_key_twice)
{
    AUTO(house_close) struct house h;
    house_open(&h);
    bot_waits(&h, 0, "cauto", NULL);
    told(&h, DOOR_WAITING, 0);
    pid_t first = h.match.bot[0].pid;
    bot_waits(&h, 0, "cauto", NULL);
    pid_t second = h.match.bot[0].pid;
    h.match.bot[0].pid = first;
    assert_int_equal(bot_end(&h.match.bot[0]), 3);
    says(&h, 0, lobby_reason_text(NO_REPLACED));
    h.match.bot[0].pid = second;
}

TEST(not_on_the_list)
{
    AUTO(house_close) struct house h;
    house_open(&h);
    door_list(&h.door, &h.match.bot[1].identity, 1);
    bot_waits(&h, 0, "cauto", NULL);
    bot_waits(&h, 1, "cauto", NULL);
    told(&h, DOOR_WAITING, 1);
    comes_to_say(&h, 0, "the host does not let this key in");
    admit(&h);
    told(&h, DOOR_WAITING, 0); /* it never gave up */
    door_list(&h.door, &h.match.bot[0].identity, 1);
    admit(&h);
    told(&h, DOOR_WAITING, 1); /* taken off and put on again */
    says(&h, 1, lobby_reason_text(NO_OFF_LIST));
}

TEST(wrong_words)
{
    static const struct {
        const char *word[8];
        const char *said;
    } wrong[] = {
        { { "--connect" }, "--connect: its value is missing" },
        { { "--seat" }, "--seat: its value is missing" },
        { { "--seat", "localhost:1", "--server", "00", "--key", "k" }, "--seat: say tcp://HOST:PORT" },
        { { "--seat", "tcp://localhost:1", "--connect", "tcp://localhost:2" }, "take one of them" },
        { { "--seat", "tcp://localhost:1", "--server", "00", "--key", "k" }, "64 hex digits" },
        { { "--connect", "localhost:1", "--server", "00", "--key", "k" }, "say tcp://HOST:PORT" },
        { { "--connect", "tcp://localhost:1", "--key", "k" }, "--server is missing" },
        { { "--connect=tcp://localhost:1", "--server=00", "--key=k" }, "64 hex digits" },
        { { "--connect", "tcp://localhost:1", "--server",
            "0000000000000000000000000000000000000000000000000000000000000000" },
          "--key is missing" },
        { { "--connect", "tcp://localhost:1", "--server",
            "0000000000000000000000000000000000000000000000000000000000000000", "--key", "/nowhere" },
          "--key: /nowhere: No such file or directory" },
    };
    char path[512];
    snprintf(path, sizeof path, "%s/bots/cauto", build_dir());
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *words[WORDS_MAX] = { path };
        for (unsigned k = 0; wrong[i].word[k]; k++)
            words[k + 1] = wrong[i].word[k];
        run_complains(run_words(words, NULL), 2, wrong[i].said, NULL);
    }
}

HANGS_AFTER(600)
