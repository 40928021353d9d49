/* lines: programs that know lines alone play through a bridge (spec/LINES.md), in every jail.  What is no answer is their fault, in a sentence
 * that says what it was; a bridge that is killed is nobody's, and another one takes its place. */
#include "folder.h"

#include <jansson.h>
#include <sys/mount.h>

#include "record/deal.h"
#include "record/replay.h"
#include "rights.h"
#include "served.h"
#include "wire/codec.h"
#include "support/skipped.h"

static const char QUICK[] = "bank=2s,inc=0ms,cap=1s,grace=0ms,start=8s";
static const char LONG[] = "bank=30s,inc=0ms,cap=9s,grace=0ms,start=10s";
static const char CALM[] = "bank=30s,inc=100ms,cap=5s,grace=50ms,start=10s,duty=1m";

struct vice {
    const char *name, *fault, *sentence, *clock;
};

static const struct vice vices[] = {
    { "flood", "protested", "its program wrote a line that is too long", CALM },
    { "debug", "protested", "its program wrote a line that is no JSON object", CALM },
    { "first", "protested", "its program wrote a line that is no JSON object", CALM },
    { "accents", "protested", "its program wrote a line that is no JSON object", CALM },
    { "bytes", "protested", "its program wrote a line that is no JSON object", CALM },
    { "list", "protested", "its program wrote a line that is no JSON object", CALM },
    { "number", "protested", "its program wrote a line that is no JSON object", CALM },
    { "after", "protested", "its program wrote a line that nothing asked for", CALM },
    { "twice", "protested", "its program ", CALM }, /* or it answers the next question, and is no word of that */
    { "word", "protested", "its program answered with no word of legal", CALM },
    { "illegal", "protested", "its program answered with no word of legal", CALM },
    { "others", "timeout", "and took", LONG }, /* longer than any loop of ours may go on */
    { "late", "timeout", "and took", QUICK },
    { "closes", "timeout", "and took", QUICK },
    { "leaves", "crashed", "process ended with exit code 0", CALM },
    { "fails", "crashed", "process ended with exit code 3", CALM },
    { "last", "protested", "its program wrote a line that is no JSON object", CALM },
    { "forks", "crashed", "process ended with exit code", CALM },
};

static const char *bot_of(const char *vice)
{
    static char command[300];
    snprintf(command, sizeof command, "lines:'%s' %s", in_dir("bot"), vice);
    return command;
}

FOLDER_FOR_ALL

BEFORE_ALL(setup)
{
    assert_int_equal(chmod(folder, 0755), 0);
    return shell("cp tests/bad/by_lines.py '%s' && chmod 755 '%s'", in_dir("bot"), in_dir("bot"));
}

static struct run match(const char *vice, const char *jail, const char *clock, const char *replay)
{
    return run("fiel", "match", "--jail", jail, "--bot", bot_of(vice), "--bot", "random --seed 7", "--games", "6",
               "--clock", clock, "--json", "--replay", replay, NULL);
}

static json_t *result_of(const struct run *r, const char *what)
{
    json_t *result = json_loads(r->out, 0, NULL);
    if (r->code != 0 || !result)
        fail_msg("%s: exit %d\n%s\n%s", what, r->code, r->out, r->err);
    return result;
}

static bool held_here(const struct run *r, const char *jail)
{
    if (r->code != 3 || !strstr(r->err, "cannot be held"))
        return true;
    skipped(jail, "this place has no such jail");
    return false;
}

/* Nobody is at fault, and the record is valid. */
static void plays(const char *vice, const char *jail)
{
    char replay[200], name[64];
    snprintf(name, sizeof name, "%s-%s.replay", vice, jail);
    snprintf(replay, sizeof replay, "%s", in_dir(name));
    OWNED_RUN r = match(vice, jail, CALM, replay);
    if (held_here(&r, jail)) {
        json_auto_t *result = result_of(&r, vice);
        size_t faults = json_array_size(json_object_get(result, "faults"));
        if (faults)
            fail_msg("%s, %s: %s", vice, jail, r.out);
        ends(0, "", "fiel-audit", replay, NULL);
    }
}

TEST(every_jail)
{
    plays("none", "none");
    plays("none", "basic");
    plays("none", "strict");
}

/* Root plays with programs that lie in a private folder of somebody else, as below their home. */
TEST(of_a_private_folder)
{
    char fiel[200];
    if (geteuid() != 0)
        return;
    SHELL_FINE("cd '%s' && mkdir -p '%s/home/bots' && cp -RL bin libexec '%s/home' && cp bots/bridge bots/random "
               "'%s/home/bots' && "
               "chown -R 65534 '%s/home' && chmod 700 '%s/home'",
               build_dir(), folder, folder, folder, folder, folder);
    snprintf(fiel, sizeof fiel, "%s", in_dir("home/bin/fiel"));
    const char *const words[] = { fiel,    "match",        "--jail", "basic",  "--games",  "1",
                                  "--bot", bot_of("none"), "--bot",  "random", "--replay", in_dir("home/m.replay"),
                                  NULL };
    run_says(run_words(words, NULL), 0, " wins, ", NULL);
}

TEST(every_vice)
{
    for (size_t i = 0; i < sizeof vices / sizeof *vices; i++) {
        const struct vice *v = &vices[i];
        char replay[200], name[64];
        snprintf(name, sizeof name, "%s.replay", v->name);
        snprintf(replay, sizeof replay, "%s", in_dir(name));
        OWNED_RUN r = match(v->name, i % 2 ? "none" : "basic", v->clock, replay);
        json_t *result = result_of(&r, v->name), *fault = json_array_get(json_object_get(result, "faults"), 0);
        const char *name_of = json_string_value(json_object_get(fault, "fault"));
        const char *text = json_string_value(json_object_get(fault, "text"));
        if (json_integer_value(json_object_get(fault, "seat")) != 0 || !name_of || strcmp(name_of, v->fault) != 0 ||
            !strstr(text, v->sentence))
            fail_msg("%s: %s\n%s", v->name, r.out, r.err);
        json_decref(result);
    }
}

/* A line is quoted as far as it is text, and ends with a whole character. */
TEST(is_quoted)
{
    run_says(run("fiel", "replay", in_dir("accents.replay"), NULL), ANY_CODE, "(37): x", NULL);
    run_says(run("fiel", "replay", in_dir("bytes.replay"), NULL), ANY_CODE, "(37): hola", NULL);
}

/* Without a wall a program can kill its bridge, and that is no way out of a match. */
TEST(without_walls)
{
    OWNED_RUN r = match("kills", "none", CALM, in_dir("kills.replay"));
    json_t *result = result_of(&r, "kills"), *fault = json_array_get(json_object_get(result, "faults"), 0);
    assert_string_equal(json_string_value(json_object_get(fault, "fault")), "crashed");
    assert_int_equal(json_integer_value(json_object_get(fault, "seat")), 0);
    json_decref(result);
}

/* A program that leaves an answer out has missed one decision, for which it pays: its next answer has its number, and those after it count. */
TEST(one_is_skipped)
{
    static const char *const policies[] = { "default-action", "lose" };
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        OWNED_RUN r = run("fiel", "match", "--bot", bot_of("skips"), "--bot", "random --seed 7", "--on-timeout",
                          policies[i], "--clock", "bank=20s,inc=0ms,cap=900ms,grace=0ms,start=10s", "--games", "3",
                          "--json", "--replay", in_dir(policies[i]), NULL);
        json_auto_t *result = result_of(&r, "skips");
        if (strcmp(json_string_value(json_object_get(result, "outcome")), "played") != 0 ||
            json_array_size(json_object_get(result, "faults")) != 1)
            fail_msg("%s", r.out);
    }
}

/* Below the private folder of somebody else, where the bridge's own user may not come: as below a home, where a ladder's door plays. */
TEST(in_a_private_folder)
{
    char before[512] = "";
    if (getenv("TMPDIR"))
        snprintf(before, sizeof before, "%s", getenv("TMPDIR"));
    assert_int_equal(mkdir(in_dir("closed"), 0700), 0);
    assert_int_equal(mkdir(in_dir("closed/tmp"), 0700), 0);
    if (geteuid() == 0)
        assert_int_equal(chown(in_dir("closed"), 4242, 4242), 0);
    setenv("TMPDIR", in_dir("closed/tmp"), 1);
    plays("private", "basic");
    if (*before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
}

/* A crash of the program is its own; twice it is started again, hears its match and plays on. */
TEST(started_again) { plays("once", "basic"); }

/* A match with its events at the end of a pipe. */
struct running {
    pid_t pid;
    FILE *events;
    char replay[200], result[200];
};

static void begin(struct running *m, const char *name)
{
    int pipes[2];
    snprintf(m->replay, sizeof m->replay, "%s.replay", in_dir(name));
    snprintf(m->result, sizeof m->result, "%s.json", in_dir(name));
    assert_int_equal(pipe2(pipes, O_CLOEXEC), 0);
    m->pid = begin_words((struct streams){ .file = { NULL, m->result }, .fd = { [3] = pipes[1] } },
                         (const char *const[]){ fiel(), "match", "--bot", bot_of("none"), "--bot", "cauto", "--games",
                                                "20", "--tick", "1ms", "--events", "3", "--json", "--replay", m->replay,
                                                NULL });
    close(pipes[1]);
    m->events = fdopen(pipes[0], "r");
    assert_non_null(m->events);
}

/* False: the match is over. */
static bool progress(struct running *m)
{
    char line[4096];
    while (fgets(line, sizeof line, m->events))
        if (strstr(line, "\"progress\""))
            return true;
    return false;
}

static int ended(struct running *m)
{
    int status;
    fclose(m->events);
    assert_int_equal(waitpid(m->pid, &status, 0), m->pid);
    return status;
}

/* So many of its bridges end by this signal in the middle, and it goes on to its end. */
static json_t *killed(struct running *m, unsigned most, int by)
{
    unsigned count = 0;
    pid_t last = 0;
    char name[32];
    snprintf(name, sizeof name, "killed-%u-%d", most, by);
    begin(m, name);
    while (count < most && progress(m)) {
        pid_t bridge = process_below(m->pid, "bridge");
        if (bridge > 0 && bridge != last && !kill(bridge, by))
            last = bridge, count++;
    }
    while (progress(m))
        continue;
    (void)ended(m);
    assert_int_equal(count, most);
    OWNED char *out = slurp(m->result, NULL);
    json_t *result = json_loads(out, 0, NULL);
    if (!result)
        fail_msg("%s", out);
    ends(0, "", "fiel-audit", m->replay, NULL);
    return result;
}

/* The other one has its keys, and nobody is at fault. */
TEST(another_bridge)
{
    struct running m;
    json_auto_t *result = killed(&m, 1, SIGKILL);
    assert_string_equal(json_string_value(json_object_get(result, "outcome")), "played");
    assert_int_equal(json_array_size(json_object_get(result, "faults")), 0);
}

/* The second time nobody is at fault either, and the match is void. */
TEST(no_third)
{
    struct running m;
    json_t *result = killed(&m, 2, SIGKILL), *fault;
    size_t i;
    assert_string_equal(json_string_value(json_object_get(result, "outcome")), "void");
    json_array_foreach(json_object_get(result, "faults"), i, fault)
        assert_string_equal(json_string_value(json_object_get(fault, "fault")), "arbiter");
    json_decref(result);
}

/* What its program can bring about counts against that the second time, as the end of a seat's process. */
TEST(no_third_of_its_own)
{
    static const int own[] = { SIGABRT, SIGSEGV };
    struct running m;
    json_t *result = killed(&m, 1, SIGABRT);
    assert_int_equal(json_array_size(json_object_get(result, "faults")), 0);
    json_decref(result);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        result = killed(&m, 2, own[i]);
        json_t *fault = json_array_get(json_object_get(result, "faults"), 0);
        assert_string_equal(json_string_value(json_object_get(fault, "fault")), "crashed");
        assert_int_equal(json_integer_value(json_object_get(fault, "seat")), 0);
        json_decref(result);
    }
}

/* It may no more than SECURITY.md says, and is no user that any other process of the match is. */
TEST(its_rights)
{
    struct running m;
    if (geteuid() != 0)
        return; /* an ordinary user has no other users to give */
    begin(&m, "rights");
    assert_true(progress(&m));
    pid_t bridge = process_below(m.pid, "bridge"), seat = seat_below(m.pid, "seat", 0);
    if (status_of(seat, "Uid:", 10) == 0) {
        skipped("the users of processes", "no user but root is here");
    } else {
        rights_are_told(bridge, "`bridge`");
        assert_int_not_equal(status_of(bridge, "Uid:", 10), status_of(seat, "Uid:", 10));
        assert_int_not_equal(status_of(bridge, "Uid:", 10),
                             status_of(bot_below(m.pid, 0, "/usr/bin/python3"), "Uid:", 10));
    }
    kill(m.pid, SIGTERM);
    (void)ended(&m);
}

/* Parked in the middle, and taken up by another bridge as another user, who has the keys of the one before. */
TEST(parked)
{
    struct running m;
    begin(&m, "parked");
    assert_true(progress(&m) && progress(&m));
    kill(m.pid, SIGUSR1);
    (void)ended(&m);
    OWNED_RUN r = run("fiel", "match", "--resume", m.replay, "--json", NULL);
    json_auto_t *result = result_of(&r, "parked");
    assert_int_equal(json_array_size(json_object_get(result, "faults")), 0);
    ends(0, "", "fiel-audit", m.replay, NULL);
}

/* Anyone who takes it up is killed while it gives the bridge's folder to another user; the next one finds the keys. */
TEST(parked_and_killed)
{
    struct running m;
    if (geteuid() != 0)
        return; /* an ordinary user has no other users to give */
    begin(&m, "parked-killed");
    assert_true(progress(&m) && progress(&m));
    kill(m.pid, SIGUSR1);
    (void)ended(&m);
    assert_true(shim_load("disk.so"));
    setenv("FIEL_DISK", "kill:chain-secret:1", 1);
    OWNED_RUN r = run("fiel", "match", "--resume", m.replay, "--json", NULL);
    unsetenv("FIEL_DISK");
    shim_unload();
    if (r.code != 128 + SIGKILL)
        fail_msg("exit %d\n%s%s", r.code, r.out, r.err);
    run_free(&r);
    r = run("fiel", "match", "--resume", m.replay, "--json", NULL);
    json_auto_t *result = result_of(&r, "parked and killed");
    if (json_array_size(json_object_get(result, "faults")) ||
        strcmp(json_string_value(json_object_get(result, "outcome")), "played"))
        fail_msg("%s%s", r.out, r.err);
}

/* x[0] of a seat, as spec/LINES.md makes it of the bytes that its program gave. */
static void first_cut(uint8_t x[HASH], const struct msg *offered, const struct offer *offer, unsigned seat)
{
    uint8_t match_id[HASH], table_id[HASH], secret[HASH], before[HASH];
    memset(secret, 0x5a, sizeof secret);
    deal_match_id(match_id, offered->blob, offered->blob_size);
    deal_table_id(table_id, match_id, 0);
    cut_top(x, secret, match_id, seat, 0);
    for (uint32_t j = offer->hands_max; j > 0; j--) {
        cut_previous(before, x, table_id, seat, j);
        memcpy(x, before, HASH);
    }
}

/* It stands in the record's OPEN, where each party has joined with its own. */
TEST(cuts_of_its_own)
{
    AUTO(replay_unload) struct replay r;
    struct record rec;
    static struct offer offer;
    struct msg m;
    uint8_t x[2][HASH];
    bool opened = false;
    plays("random", "basic");
    assert_int_equal(replay_load(&r, in_dir("random-basic.replay")), 0);
    while (!opened && replay_next(&r, &rec)) {
        bool sent = (rec.type == MSG_OFFER || rec.type == MSG_OPEN) &&
                    msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK;
        for (unsigned seat = 0; sent && rec.type == MSG_OFFER && seat < 2; seat++) {
            assert_true(read_offer(m.blob, m.blob_size, &offer));
            first_cut(x[seat], &m, &offer, seat);
        }
        opened = sent && rec.type == MSG_OPEN;
    }
    assert_true(opened);
    assert_non_null(memmem(m.blob, m.blob_size, x[0], HASH));
    assert_null(memmem(m.blob, m.blob_size, x[1], HASH)); /* whose bot gave nothing */
}

/* Room for the match's folder, and none for its bridge's files, which is nobody's fault. */
TEST(no_room)
{
    char small[200];
    snprintf(small, sizeof small, "%s", in_dir("small"));
    assert_int_equal(mkdir(small, 0755), 0);
    if (mount("tmpfs", small, "tmpfs", 0, "size=48k"))
        return; /* who may mount nothing */
    setenv("TMPDIR", small, 1);
    struct run r = run("fiel", "match", "--bot", bot_of("none"), "--bot", "random", NULL);
    unsetenv("TMPDIR");
    assert_int_equal(umount(small), 0);
    run_complains(r, 3, "the bridge of bot has no folder", "set TMPDIR to one with room", NULL);
}

TEST(refused)
{
    ends(2, "--bot lines: goes with one table alone", "fiel", "match", "--bot", bot_of("none"), "--bot", "random",
         "--tables", "4", NULL);
    ends(2, "who plays by lines does not cut", "fiel", "match", "--bot", "random", "--bot", "random", "--cutter",
         bot_of("none"), NULL);
}

/* Of four seats two play by lines; a sign that its bot makes is told its partner. */
TEST(signs_and_more_seats)
{
    OWNED_RUN r = run("fiel", "match", "--rules", "argentino,signs=on,target=6", "--seats", "4", "--bot",
                      bot_of("signs"), "--bot", "random", "--json", "--replay", in_dir("signs.replay"), NULL);
    json_auto_t *result = result_of(&r, "signs");
    if (json_array_size(json_object_get(result, "faults")))
        fail_msg("%s", r.out);
    run_says(run("fiel", "replay", in_dir("signs.replay"), "--json", NULL), ANY_CODE, "\"event\":\"sign\"", NULL);
}

/* A daemon, a measure and the verdict of a ladder take it where they take a bot. */
TEST(tools_take_it)
{
    AUTO(served_end) struct served s;
    char to[160];
    OWNED_RUN r = run("fiel", "measure", bot_of("none"), "random", "--pairs", "2", "--json", NULL);
    assert_true(r.code == 0 || r.code == 1); /* which of the two is stronger, or that two pairs do not tell */
    assert_says(r.out, "\"name\":\"bot\"");
    run_says(run("fiel", "check", bot_of("none"), NULL), ANY_CODE, "A ladder would admit it.", NULL);
    served_start(&s, PLAIN);
    snprintf(to, sizeof to, "%s/bots/mine", s.state);
    copy_file(in_dir("bot"), to, 0755);
    run_says(ask(&s, "order", "--bot", "lines:mine", "--bot", "random", "--games", "2", "--json", NULL), 0,
             "\"outcome\":\"played\"", "\"name\":\"mine\"", NULL);
}
