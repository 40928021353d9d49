/* confined: a stranger's code runs in a seat's process, in the referee or in who reads for it (tests/shim/planted.c), and tries what a thief
 * would.  It gets nothing, in any jail, of a hosted and of a remote bot, as root and as an ordinary user, and the match goes on without a
 * fault.  Where the process gave up nothing, the same code gets all of it. */
#include "folder.h"

#include <sched.h>

#include "remote.h"
#include "rights.h"
#include "served.h"

#include "support/skipped.h"

FOLDER_FOR_ALL

#define WITNESS_KEY "away.example/witness+d041ce95+BNOX3LAb4canNQ7SL7Or/o4SjFoCQPpokAqW9eFeQiwL" /* of nobody */

static const char NOTHING[] = "planted: done\n";
static const char *self;

/* What a free one gets. */
static const struct {
    const char *what;
    bool of_root;
} thefts[] = {
    { "seed", false },
    { "replay", false },
    { "resume", false },
    { "/etc/shadow", true },
    { "/etc/passwd", false },
    { "a new file", false },
    { "the record to write to", false },
    { "a folder", false },
    { "its parent's environment", true },
    { "its parent's command line", false },
    { "everybody's sockets", false },
    { "what the machine is", false },
    { "its parent's memory", true },
    { "its parent's memory by a call", true },
    { "its parent's descriptor", true },
    { "a signal to its parent", false },
    { "a signal to everybody", false },
    { "its parent's limits", false },
    { "its parent's processors", false },
    { "its parent's priority", false },
    { "a process", false },
    { "a program", false },
    { "exec", false },
    { "a socket", false },
    { "the rival's seat", false },
    { "a port", false },
    { "its starter's stdout", false },
    { "its starter's stderr", false },
    { "capabilities", true },
    { "root", true },
    { "a namespace", true },
    { "memory that is a file", false },
    { "a key of the kernel's", false },
    { "the rival's folder", false }, /* of a bridge */
};

/* What the planted code said, line by line. */
static void said(const char *err, char *out, size_t room)
{
    size_t n = 0;
    *out = '\0';
    for (const char *at = err; (at = strstr(at, "planted: ")) != NULL; at++)
        n += (size_t)snprintf(out + n, n < room ? room - n : 0, "%.*s\n", (int)strcspn(at, "\n"), at);
    assert_true(n < room);
}

static void plant(const char *how, const char *where, const char *files)
{
    char text[400];
    snprintf(text, sizeof text, "%s:%s:%s", how, where, files);
    assert_true(shim_load("planted.so"));
    setenv("FIEL_PLANTED", text, 1);
}

static const char SEAT[] = "seat --seat 0 ", REFEREE[] = "referee ", READER[] = "reader ", PEN[] = "pen ",
                  DOOR[] = "door ", ASKS[] = "ask ", BRIDGE[] = "bridge";

/* Both play by lines, the first word that is legal. */
static const char *program(void)
{
    static const char
        says[] = "#!/bin/sh\n"
                 "while read -r line; do case $line in *'\"legal\":[\"'*) word=${line##*'\"legal\":[\"'}\n"
                 "echo \"{\\\"do\\\":\\\"${word%%\\\"*}\\\"}\"; esac; done\n";
    static char command[240];
    snprintf(command, sizeof command, "lines:'%s'", in_dir("program"));
    spill(in_dir("program"), says, strlen(says));
    assert_int_equal(chmod(in_dir("program"), 0755) | chmod(folder, 0755), 0);
    return command;
}

/* A log and its key, and a policy with a witness at whose address nobody is. */
static void log_of(const char *name, char log[200], char key[240], char policy[240])
{
    static const char says[] = "witness away " WITNESS_KEY " http://127.0.0.1:9/\nquorum none\n";
    snprintf(log, 200, "%s.log", in_dir(name));
    snprintf(key, 240, "%s.key", in_dir(name));
    snprintf(policy, 240, "%s.policy", in_dir(name));
    spill(policy, says, strlen(says));
    ends(0, "", "fiel", "log", "create", log, "--name", "fiel.example/planted", "--key", key, NULL);
}

/* The process that asks finds the library in the log's folder, which it may read. */
static void plant_beside(const char *log)
{
    char text[1024];
    snprintf(text, sizeof text, "%s/tests/planted.so", build_dir());
    OWNED char *path = realpath(text, NULL);
    run_says(run_words((const char *const[]){ "/bin/cp", path, log, NULL }, NULL), 0, NULL);
}

/* A hosted match in this jail; a pair, in whose second leg the record of the first is read, for who reads. */
static struct run hosted(const char *how, const char *process, const char *jail, const char *name)
{
    char replay[200], files[240];
    bool pair = process == READER;
    static char log[200], key[240], policy[240];
    snprintf(replay, sizeof replay, "%s%s", in_dir(name), pair ? "" : ".replay");
    snprintf(files, sizeof files, "%s%s", in_dir(name), pair ? "/0001b" : "");
    const char *lines = process == BRIDGE ? program() : NULL;
    const char *words[24] = { fiel(),    "match",
                              "--bot",   lines ? lines : "cauto",
                              "--bot",   lines ? lines : "random",
                              "--games", pair ? "1" : "2",
                              "--jail",  jail,
                              "--json",  "--replay",
                              replay,    pair ? "--duplicate" : NULL };
    if (process == PEN || process == ASKS) {
        log_of(name, log, key, policy);
        memcpy(words + 13, (const char *[]){ "--match-log", log, "--match-log-key", key, "--log-policy", policy },
               (process == PEN ? 4 : 6) * sizeof *words);
    }
    plant(how, process, files);
    if (process == ASKS)
        plant_beside(log);
    if (process == ASKS || process == BRIDGE) {
        char places[1024];
        snprintf(places, sizeof places, "%s:%s", getenv("LD_LIBRARY_PATH"), process == ASKS ? log : ".");
        setenv("LD_LIBRARY_PATH", places, 1);
    }
    struct run r = run_words(words, NULL);
    shim_unload();
    return r;
}

/* How the waits of both bots were read. */
static void waits_read(const char *out, char words[80])
{
    *words = '\0';
    for (const char *at = out; (at = strstr(at, "\"waits_read\":")); at++)
        snprintf(words + strlen(words), 80 - strlen(words), "%.*s ", (int)strcspn(at + 13, ",}"), at + 13);
    assert_true(*words);
}

/* What its seats may not do changes nothing of how a bot's waits are read. */
static void waits_are_read_as_before(const char *held, const char *jail, const char *files)
{
    char now[80], before[80], name[40];
    snprintf(name, sizeof name, "%sfree", files);
    OWNED_RUN r = hosted("free", SEAT, jail, name);
    assert_int_equal(r.code, 0);
    waits_read(held, now);
    waits_read(r.out, before);
    assert_string_equal(now, before);
}

static void gets_nothing(const char *process, const char *jail)
{
    char lines[4096], files[32];
    static unsigned matches;
    snprintf(files, sizeof files, "%s%u", jail, matches++);
    struct run r = hosted("held", process, jail, files);
    if (r.code == 3 && strstr(r.err, "cannot be held")) {
        skipped(jail, "this place has no such jail");
        run_free(&r);
        return;
    }
    if (r.code != 0)
        fail_msg("%s, %s: exit %d\n%s", process, jail, r.code, r.err);
    said(r.err, lines, sizeof lines);
    if (strcmp(lines, NOTHING) != 0)
        fail_msg("%s, %s: %s\n%s", process, jail, lines, r.err);
    assert_null(strstr(r.out, "forged"));
    assert_null(strchr(r.err, '\033'));
    if (process != READER) /* of a pair other things are told */
        assert_says(r.out, "\"outcome\":\"played\"");
    if (process != READER)
        assert_says(r.out, "\"faults\":[]");
    if (process == SEAT)
        waits_are_read_as_before(r.out, jail, files);
    run_free(&r);
}

TEST(every_jail)
{
    gets_nothing(SEAT, "strict");
    gets_nothing(SEAT, "basic");
    gets_nothing(SEAT, "none");
}

TEST(the_referee)
{
    gets_nothing(REFEREE, "strict");
    gets_nothing(REFEREE, "none");
}

TEST(who_reads) { gets_nothing(READER, "none"); }

TEST(the_pen) { gets_nothing(PEN, "none"); }

/* Somebody who starts a match in another way of scheduling starts bots and seats in it, too: libzmq sets what it finds, and dies where it may not. */
TEST(in_another_policy)
{
    struct sched_param none = { 0 };
    assert_int_equal(sched_setscheduler(0, SCHED_BATCH, &none), 0);
    gets_nothing(SEAT, "basic");
    assert_int_equal(sched_setscheduler(0, SCHED_OTHER, &none), 0);
}

TEST(of_a_remote_bot)
{
    AUTO(match_drop) struct remote_match m;
    char files[96], lines[4096];
    remote_new(&m);
    snprintf(files, sizeof files, "%.*s", (int)(strlen(m.replay) - strlen(".replay")), m.replay);
    plant("held", "seat --seat 0 ", files);
    match_start(&m, "2", "bank=60s,inc=100ms,cap=20s,grace=50ms,start=20s", "cauto");
    shim_unload();
    seats_open(&m, 1);
    bot_start(&m.bot[0], "random");
    match_ends_well(&m);
    OWNED char *err = slurp(m.err, NULL);
    said(err, lines, sizeof lines);
    assert_string_equal(lines, NOTHING);
    assert_int_equal(bot_end(&m.bot[0]), 0);
}

static void has_all(const char *process, const char *lines)
{
    char due[96];
    for (size_t i = 0; i < sizeof thefts / sizeof *thefts; i++) {
        /* The rival's socket is found from a seat's own; a reader's parent is a referee of another user; a daemon prints nothing. */
        bool seated = process == SEAT || process == BRIDGE,
             silent = process == DOOR || process == ASKS || process == BRIDGE,
             there = (seated || strcmp(thefts[i].what, "the rival's seat") != 0) &&
                     (process == BRIDGE || strcmp(thefts[i].what, "the rival's folder") != 0) &&
                     (process != READER || strcmp(thefts[i].what, "its parent's limits") != 0) &&
                     (!silent || strncmp(thefts[i].what, "its starter's", 13) != 0);
        snprintf(due, sizeof due, "planted: got %s", thefts[i].what);
        size_t n = strlen(due);
        const char *at = lines;
        while ((at = strstr(at, due)) != NULL && !strchr("\"\n", at[n]))
            at += n;
        if (there && !at && (!thefts[i].of_root || geteuid() == 0))
            fail_msg("%s: gave up nothing, and does not get %s:\n%s", process, thefts[i].what, lines);
    }
}

static void gets_all(const char *process, const char *name)
{
    char lines[4096];
    OWNED_RUN r = hosted("free", process, "none", name);
    if (r.code != 0)
        fail_msg("exit %d\n%s", r.code, r.err);
    said(r.err, lines, sizeof lines);
    assert_non_null(strstr(r.out, "forged"));
    assert_non_null(strchr(r.err, '\033'));
    has_all(process, lines);
}

TEST(all_without_it)
{
    gets_all(SEAT, "free");
    gets_all(REFEREE, "freed");
    gets_all(READER, "fred");
    gets_all(PEN, "freely");
}

/* What a door says in whose process the code was planted. */
static char *door_says(const char *how)
{
    struct served s;
    plant(how, DOOR, in_dir("daemon"));
    served_start(&s, PLAIN "[door]\naddress = tcp://127.0.0.1:*\n");
    shim_unload();
    for (int i = 0; i < 10000 && !logged(&s, "planted: done"); i++) {
        OWNED_RUN r = ask(&s, "status", NULL);
    }
    char *log = slurp(s.log, NULL);
    served_end(&s);
    return log;
}

/* It opens ports, and gets nothing else. */
TEST(the_door)
{
    static const char *const ends[] = { "daemon.seed", "daemon.replay", "daemon.resume" };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        spill(in_dir(ends[i]), "x", 1);
    char *log = door_says("held"), *first = strstr(log, "planted: got ");
    if (!first || strncmp(first, "planted: got a port\"", 20) != 0 || strstr(first + 1, "planted: got "))
        fail_msg("%s", log);
    free(log);
    log = door_says("free");
    has_all(DOOR, log);
    free(log);
}

/* What a program says that a copy of the match becomes. */
static void program_says(const char *process, const char *how, const char *jail, const char *name, char *lines,
                         size_t room)
{
    OWNED_RUN r = hosted(how, process, jail, name);
    *lines = '\0';
    if (r.code == 3 && strstr(r.err, "cannot be held")) {
        skipped(jail, "this place has no such jail");
    } else {
        if (r.code != 0)
            fail_msg("%s, exit %d\n%s", process, r.code, r.err);
        assert_says(r.out, "\"outcome\":\"played\"");
        assert_says(r.out, "\"faults\":[]");
        char path[300];
        snprintf(path, sizeof path, "%s%s", in_dir(name),
                 process == BRIDGE ? ".logs/program-seat0.log" : ".log/witnessed/planted");
        OWNED char *all = slurp(path, NULL);
        said(all, lines, room);
    }
}

/* It could become a program of the system, opens sockets and ports, and gets nothing else. */
TEST(who_asks)
{
    char lines[4096];
    program_says(ASKS, "held", "none", "asking", lines, sizeof lines);
    assert_string_equal(lines, "planted: got exec\nplanted: got a socket\nplanted: got a port\nplanted: done\n");
    program_says(ASKS, "free", "none", "asked", lines, sizeof lines);
    has_all(ASKS, lines);
}

/* It could become a program of the system, has sockets of this machine, and gets nothing else. */
TEST(the_bridge)
{
    static const char due[] = "planted: got exec\nplanted: got a socket\nplanted: done\n";
    char lines[4096];
    program_says(BRIDGE, "held", "none", "bridged", lines, sizeof lines);
    assert_string_equal(lines, due);
    program_says(BRIDGE, "held", "strict", "walled", lines, sizeof lines);
    if (*lines)
        assert_string_equal(lines, due);
    program_says(BRIDGE, "free", "none", "unbridged", lines, sizeof lines);
    has_all(BRIDGE, lines);
}

/* Each process of a match is what SECURITY.md says of it, and no two of them that read what strangers wrote share a user. */
static void match_is_told(pid_t match, bool logged)
{
    const pid_t seat[] = { seat_below(match, "seat", 0), seat_below(match, "seat", 1) },
                referee = process_below(match, "fiel referee ");
    rights_are_told(match, "`fiel match`");
    rights_are_told(referee, "`fiel referee`");
    rights_are_told(process_below(referee, "fiel reader "), "`fiel reader`");
    has_own_words(referee);
    rights_are_told(seat_below(match, "keeper", 1), "`fiel keeper`");
    for (unsigned i = 0; i < 2; i++) {
        rights_are_told(seat[i], "`fiel seat`");
        has_own_words(seat[i]);
        assert_int_not_equal(status_of(seat[i], "Uid:", 10), status_of(seat[!i], "Uid:", 10));
        assert_int_not_equal(status_of(seat[i], "Uid:", 10), status_of(referee, "Uid:", 10));
    }
    if (logged) {
        rights_are_told(process_below(match, "fiel pen "), "`fiel pen`");
        has_own_words(process_below(match, "fiel pen "));
        rights_are_told(process_below(match, "fiel-witness ask "), "`fiel-witness`, asking");
    }
}

static bool gives_users(pid_t match)
{
    bool gives = status_of(seat_below(match, "seat", 0), "Uid:", 10) != 0;
    if (!gives)
        skipped("the users of processes", "no user but root is here");
    return gives;
}

TEST(the_page)
{
    if (geteuid() != 0)
        return; /* an ordinary user has no other users to give */
    AUTO(match_drop) struct remote_match m;
    remote_new(&m);
    match_start(&m, "10000", "bank=60s,inc=100ms,cap=20s,grace=50ms,start=20s", "cauto");
    seats_open(&m, 1);
    bot_start(&m.bot[0], "random");
    json_decref(event_until(&m, "progress"));
    if (gives_users(m.pid)) {
        match_is_told(m.pid, false);
        rights_are_told(bot_below(m.pid, 1, "cauto"), "a bot");
        rights_are_told(bot_below(m.pid, 1, ""), "`fiel keeper`, inside");
        has_own_words(bot_below(m.pid, 1, ""));
    }
    kill(m.pid, SIGTERM);
    assert_int_equal(waitpid(m.pid, NULL, 0), m.pid);
    (void)bot_end(&m.bot[0]);
}

/* With a log and a witness. */
TEST(the_page_of_a_daemon)
{
    struct served s;
    char log[200], key[240], policy[240], config[1200];
    if (geteuid() != 0)
        return;
    log_of("daemon", log, key, policy);
    snprintf(config, sizeof config, PLAIN_AT(TICK_ENOUGH) "[log]\nfolder = %s\nkey = %s\npolicy = %s\n", log, key,
             policy);
    served_start(&s, config);
    record_moves(&s, order_games(&s, "10000"), 10000);
    pid_t match = process_below(s.pid, "fiel match ");
    if (gives_users(match))
        match_is_told(match, true);
    served_end(&s);
}

/* These words as a user who is nobody, in a folder where they may make some. */
static struct run as_nobody(const char *a, const char *b, const char *c)
{
    const char *before = getenv("FIEL_SCRATCH");
    OWNED char *kept = before ? strdup(before) : NULL;
    setenv("FIEL_SCRATCH", "/tmp", 1);
    struct run r = run_words(
        (const char *const[]){ "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", a, b, c, NULL },
        NULL);
    kept ? setenv("FIEL_SCRATCH", kept, 1) : unsetenv("FIEL_SCRATCH");
    return r;
}

/* All of it once more, as another user. */
TEST(as_an_ordinary_user)
{
    if (geteuid() != 0)
        return; /* it was one */
    OWNED_RUN r = as_nobody("/usr/bin/test", "-x", self);
    bool reached = r.code == 0;
    run_free(&r);
    if (!reached) {
        skipped("as an ordinary user", "others may not enter the folder of the build");
        skip();
    }
    r = as_nobody(self, NULL, NULL);
    if (r.code != 0)
        fail_msg("as an ordinary user: %s%s", r.out, r.err);
}

int main(int argc, char **argv)
{
#if defined(__SANITIZE_ADDRESS__)
    skipped("e2e/confined", "a sanitized process of ours is not confined");
    return 0;
#endif
    (void)argc;
    self = argv[0];
    return tests_run();
}
