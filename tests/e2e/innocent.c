/* innocent: deaths and what cannot be started, and who answers for them.
 *
 * A bot answers for the abort of its own seat process, whatever the kernel refused to that.  It answers for nothing that the machine
 * had not to give and for nothing that the machine's memory killer took: then the match is void, with the reason. */
#include "rights.h"
#include "running.h"

#include <ctype.h>
#include <jansson.h>
#include <limits.h>
#include <sys/resource.h>

#include "jail/inherited.h"
#include "support/skipped.h"

static const char LONG[] = "10000";

/* The one fault in a result, which is borrowed from *j. */
static const json_t *only_fault(json_t *j)
{
    const json_t *faults = json_object_get(j, "faults");
    if (json_array_size(faults) != 1)
        fail_msg("not one fault: %s", json_dumps(faults, 0));
    return json_array_get(faults, 0);
}

static void text_is(const json_t *j, const char *key, const char *wanted)
{
    assert_string_equal(json_string_value(json_object_get(j, key)), wanted);
}

/* Ends with the loss of a seat whose process crashed, and audits. */
static void lost_by(struct match *m, int seat, const char *fault)
{
    struct run r = match_end(m);
    json_auto_t *j = json_loads(r.out, 0, NULL);
    if (!j || r.code != 0)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    const json_t *f = only_fault(j);
    text_is(f, "fault", fault);
    text_is(f, "effect", "loses the match");
    assert_int_equal(json_integer_value(json_object_get(f, "seat")), seat);
    assert_int_equal(json_integer_value(json_object_get(j, "winner")), 1 - seat);
    assert_int_equal(audit(m), 0);
    match_drop(m, &r);
}

/* Ends as void for this reason (ARBITER's `a`), which the audit finds in order, and says whose word that is. */
static void void_by(struct match *m, int code)
{
    struct run r = match_end(m);
    json_auto_t *j = json_loads(r.out, 0, NULL);
    if (!j || r.code != 3)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    text_is(j, "outcome", "void");
    assert_int_equal(json_array_size(json_object_get(j, "faults")), 0);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(j, "void"), "reason")), code);
    ends(0, ": valid; void, which rests on the arbiter's word\n", "fiel-audit", "--quiet", m->replay, NULL);
    match_drop(m, &r);
}

/* --- seat processes --------------------------------------------------------------------------------- */

/* What libzmq and malloc do where the kernel gives no more. */
TEST(an_aborted_seat_is_its_bots)
{
    static const int signals[] = { SIGABRT, SIGSEGV };
    for (int i = 0; i < 2; i++) {
        struct match m;
        match_start(&m, LONG, true);
        match_moves(&m, PLAYED);
        pid_t seat = seat_below(m.pid, "seat", (unsigned)i);
        assert_true(seat > 0);
        kill(seat, signals[i]);
        lost_by(&m, i, "crashed");
    }
}

/* --- a machine that has run out ---------------------------------------------------------------------- */

static void scarce(const struct match *m, const char *rule)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s:%s/once", rule, m->dir);
    setenv("FIEL_SCARCE", whole, 1);
    assert_true(shim_load("scarce.so"));
}

static void once(const struct match *m)
{
    char path[96];
    snprintf(path, sizeof path, "%s/once", m->dir);
    spill(path, "", 0);
}

/* Programs that are started from now on find this text there. */
static void instead(const struct match *m, const char *path, const char *text)
{
    char file[96], rule[200];
    snprintf(file, sizeof file, "%s/instead", m->dir);
    snprintf(rule, sizeof rule, "%s=%s", path, file);
    spill(file, text, strlen(text));
    setenv("FIEL_INSTEAD", rule, 1);
}

static void plenty(void)
{
    shim_unload();
    unsetenv("FIEL_SCARCE");
    unsetenv("FIEL_INSTEAD");
}

static void start_unheld(struct match *m)
{
    match_run(m, (const char *const[]){ "--bot", "cauto", "--bot", "random", "--games", LONG, "--tick", TICK_ENOUGH,
                                        "--jail", "none", "--json", NULL });
    plenty();
}

TEST(a_bot_that_cannot_be_started)
{
    struct match m;
    match_place(&m);
    scarce(&m, "fork:fiel keeper --seat 1");
    once(&m);
    start_unheld(&m);
    void_by(&m, 4);
}

TEST(a_bot_that_cannot_be_started_again)
{
    struct match m;
    match_place(&m);
    scarce(&m, "fork:fiel keeper --seat 1");
    start_unheld(&m);
    match_moves(&m, PLAYED);
    once(&m);
    kill(wait_for_child(&m, "random "), SIGKILL);
    void_by(&m, 4);
}

TEST(a_seat_that_cannot_be_started_again)
{
    struct match m;
    match_place(&m);
    scarce(&m, "thread:fiel seat --seat 0");
    start_unheld(&m);
    match_moves(&m, PLAYED);
    once(&m);
    kill(wait_for_child(&m, "fiel seat --seat 0 "), SIGKILL);
    void_by(&m, 4);
}

/* By its own user: another one may not, without a capability that a container's root lacks. */
static void limit_file(pid_t pid, const struct rlimit *most)
{
    uid_t uid = (uid_t)status_of(pid, "Uid:", 10), gid = (gid_t)status_of(pid, "Gid:", 10);
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(setresgid(gid, gid, gid) || setresuid(uid, uid, uid) || prlimit(pid, RLIMIT_FSIZE, most, NULL));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* A file that may grow no more is a full disk: the arbiter's, who says which file, and nobody's fault. */
TEST(a_record_that_may_grow_no_more)
{
    OWNED_MATCH m;
    const struct rlimit small = { PLAYED, PLAYED };
    match_place(&m);
    start_unheld(&m);
    match_moves(&m, PLAYED);
    limit_file(process_below(m.pid, "fiel referee "), &small);
    run_says(match_end(&m), 3, "its disk or its match log takes no more", "\"faults\":[]", NULL);
    OWNED_RUN r = run("fiel-audit", m.replay, NULL);
    assert_int_equal(r.code, 1);
    assert_null(strstr(r.out, ": valid"));
}

/* --- the memory killer ------------------------------------------------------------------------------- */

/* As a kernel counts it, where no cgroup does. */
static void memory_kills(const struct match *m, const char *count)
{
    char text[64];
    snprintf(text, sizeof text, "nr_free_pages 7\noom_kill %s\n", count);
    instead(m, "/proc/vmstat", text);
}

TEST(taken_by_the_memory_killer)
{
    struct match m;
    match_place(&m);
    memory_kills(&m, "7");
    scarce(&m, "none:none");
    start_unheld(&m);
    match_moves(&m, PLAYED);
    memory_kills(&m, "8");
    kill(wait_for_child(&m, "random "), SIGKILL);
    plenty();
    void_by(&m, 5);
}

/* The killer has struck somebody, once, before the match: who is ended after that was not taken by it, or a bot that kills itself
 * could call off a match. */
TEST(who_ends_himself_loses)
{
    struct match m;
    pid_t before = 0, bot;
    match_place(&m);
    memory_kills(&m, "7");
    scarce(&m, "none:none");
    start_unheld(&m);
    for (int i = 0; i < 3; i++) {
        do
            bot = wait_for_child(&m, "random ");
        while (bot == before);
        match_moves(&m, PLAYED);
        kill(bot, SIGKILL);
        before = bot;
    }
    lost_by(&m, 1, "crashed");
}

/* --- keepers ------------------------------------------------------------------------------------------- */

/* Ends the keeper of seat 1 three times; behind a process namespace the one inside, which is the child of the one that was started. */
static void kill_keepers(struct match *m)
{
    pid_t before = 0, keeper, inside;
    for (int i = 0; i < 3; i++) {
        match_moves(m, PLAYED);
        do {
            keeper = seat_below(m->pid, "keeper", 1);
            inside = keeper > 0 ? process_below(keeper, "fiel keeper --seat 1 ") : 0;
            keeper = inside > 0 ? inside : keeper;
        } while (keeper <= 0 || keeper == before);
        kill(keeper, SIGKILL);
        before = keeper;
    }
}

/* Two of them are replaced, with their bot, which has lost nothing by it; for a third there is nothing in its place. */
TEST(a_killed_keeper_is_nobodys)
{
    struct match m;
    match_start(&m, LONG, true);
    kill_keepers(&m);
    void_by(&m, 4);
}

/* There a bot could have done it itself, to have a match that it loses called off. */
TEST(without_walls_it_is_the_bots)
{
    struct match m;
    match_place(&m);
    start_unheld(&m);
    kill_keepers(&m);
    lost_by(&m, 1, "crashed");
}

/* --- counted before anything is started --------------------------------------------------------------- */

static const char MEMINFO[] = "/proc/meminfo", GIBS_4[] = "MemTotal: 3900000 kB\n";
static const struct {
    const char *path, *text, *at_once, *says;
} machines[] = {
    { MEMINFO, GIBS_4, NULL, "may take 4180 MiB of memory, and there are 3808 (of which" },
    { MEMINFO, "MemTotal: 8000000 kB\n", "2", "may take 4180 MiB of memory, and there are 3906 for each of 2 at once" },
    { "/proc/sys/kernel/threads-max", "80\n", NULL, "may take 148 processes and threads, and there is room for 80" },
    { "/proc/sys/fs/file-nr", "9900\t0\t10000\n", NULL,
      "may have 648 files open, and the machine has 100 left (fs.file-max)" },
};

/* What a match does under a hard limit that is too low for its need, and under a soft one, which it raises. */
static const struct {
    rlim_t low;
    bool refused;
} needs[] = {
    [NEEDS_NOTHING] = { 0, false },     [NEEDS_CORE] = { 0, false },        [NEEDS_MEMORY] = { 200 << 20, true },
    [NEEDS_STACK] = { 64 << 10, true }, [NEEDS_FILES] = { 50 << 10, true }, [NEEDS_ENDLESS] = { 1, true },
    [NEEDS_TASKS] = { 10, true },       [NEEDS_DESCRIPTORS] = { 64, true }, [NEEDS_SLEEP] = { 1000, false },
};
static const struct {
    const char *name, *letter;
    int resource;
    enum inherited_need need;
} limits[] = {
#define X(resource, letter, what, unit, need) { #resource, letter, resource, need },
    INHERITED(X)
#undef X
};

/* `fiel match` below util-linux' prlimit, which sets one limit. */
static struct run under(const struct match *m, const char *name, rlim_t soft, rlim_t hard)
{
    char rule[96] = "--";
    for (const char *c = name + strlen("RLIMIT_"); *c; c++)
        snprintf(rule + strlen(rule), 2, "%c", tolower(*c));
    snprintf(rule + strlen(rule), 80, hard == RLIM_INFINITY ? "=%ju:" : "=%ju:%ju", (uintmax_t)soft, (uintmax_t)hard);
    const char *const words[] = {
        "/usr/bin/prlimit", rule, fiel(),    "match", "--bot",    "cauto",   "--bot", "random",
        "--bot-memory",     "1G", "--games", "1",     "--replay", m->replay, NULL
    };
    return run_words(words, NULL);
}

/* A limit of every kind that `ulimit -a` knows: what would end a match is refused with its name, or raised; no bot loses by it. */
TEST(every_inherited_limit)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        rlim_t low = needs[limits[i].need].low;
        bool refused = needs[limits[i].need].refused;
        char says[32];
        struct rlimit now;
        struct match m;
        snprintf(says, sizeof says, "ulimit -%s (", limits[i].letter);
        for (int hard = 0; hard < 2; hard++) {
            match_place(&m);
            getrlimit((__rlimit_resource_t)limits[i].resource, &now);
            struct run r = under(&m, limits[i].name, now.rlim_cur < low ? now.rlim_cur : low,
                                 hard ? low : RLIM_INFINITY);
            bool played = r.code == 0 && !strstr(r.out, "fault of");
            bool named = r.code == 3 && strstr(r.err, says) && access(m.replay, F_OK);
            if (hard && refused ? !named && !played : !played) /* root of a whole machine raises hard ones, too */
                fail_msg("%s, %s: exit %d\n%s\n%s", limits[i].name, hard ? "hard" : "soft", r.code, r.out, r.err);
            if (!named && hard && refused)
                print_message("%s is raised here\n", limits[i].name);
            rmdir(m.temp);
            match_drop(&m, &r);
        }
    }
}

/* What else a process is started with: what can be mended is, what cannot has its name and remedy. */
TEST(every_inherited_way)
{
    static const struct {
        const char *word[12]; /* of a program that starts another one */
        int code;
        const char *says;
        bool root;
    } ways[] = {
        { { "/bin/sh", "-c", "umask 0777; exec \"$@\"", "sh" }, 0, NULL, false },
        { { "/usr/bin/setpriv", "--inh-caps", "-chown", "--bounding-set", "-chown" }, 0, "own user", true },
        { { "/usr/bin/chrt", "-d", "--sched-runtime", "1000000", "--sched-deadline", "10000000", "--sched-period",
            "10000000", "0" },
          3,
          "fiel: match: it runs under SCHED_DEADLINE here",
          true },
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct stat s;
        const char *words[WORDS_MAX] = { NULL };
        unsigned n = 0;
        if (ways[i].root && geteuid()) {
            skipped("every_inherited_way", "%s: only root can be started so", ways[i].word[0]);
            continue;
        }
        OWNED_MATCH m;
        match_place(&m);
        for (; ways[i].word[n]; n++)
            words[n] = ways[i].word[n];
        const char *const match[] = { fiel(),   "match",   "--bot", "cauto",    "--bot",
                                      "random", "--games", "1",     "--replay", m.replay };
        for (unsigned k = 0; k < sizeof match / sizeof *match; k++)
            words[n++] = match[k];
        OWNED_RUN r = run_words(words, NULL);
        if (strstr(r.err, "failed to set pid"))
            skipped("every_inherited_way", "%s: this place does not let it", ways[i].word[0]);
        else if (r.code != ways[i].code || (ways[i].says && !strstr(r.err, ways[i].says)) ||
                 (r.code == 0 && (stat(m.replay, &s) || (s.st_mode & 0600) != 0600)))
            fail_msg("%s: exit %d\n%s\n%s", ways[i].word[0], r.code, r.out, r.err);
    }
}

/* Nothing is played, and nothing is left. */
TEST(a_machine_that_is_too_small)
{
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        OWNED_MATCH m;
        match_place(&m);
        instead(&m, machines[i].path, machines[i].text);
        scarce(&m, "none:none");
        if (machines[i].at_once)
            setenv("FIEL_AT_ONCE", machines[i].at_once, 1);
        match_run(&m, (const char *const[]){ "--bot", "cauto", "--bot", "random", "--jail", "none", "--bot-memory",
                                             "2G", NULL });
        unsetenv("FIEL_AT_ONCE");
        plenty();
        OWNED_RUN r = match_end(&m);
        if (r.code != 3)
            fail_msg("exit %d\n%s", r.code, r.err);
        assert_says(r.err, machines[i].says);
        assert_int_equal(access(m.replay, F_OK), -1);
    }
}

/* Users are short where root gives some; those of its bots, its seats' processes, and its referee. */
TEST(more_users_than_there_are)
{
    if (geteuid()) {
        skipped("more_users_than_there_are", "only root gives users");
        return;
    }
    OWNED_MATCH m;
    match_place(&m);
    match_run(&m,
              (const char *const[]){ "--bot", "cauto", "--bot", "random", "--uids", "1510000000-1510000004", NULL });
    run_complains(match_end(&m), 3, "may need 6 user ids, and there are 5 (--uids)", NULL);
}

/* `fiel` with these words on a machine of so much memory. */
static struct run on_4_gibs(const struct match *m, const char *const *words)
{
    const char *all[WORDS_MAX] = { fiel() };
    for (unsigned i = 0; words[i] && i + 2 < WORDS_MAX; i++)
        all[i + 1] = words[i];
    instead(m, MEMINFO, GIBS_4);
    scarce(m, "none:none");
    struct run r = run_words(all, NULL);
    plenty();
    return r;
}

/* Each command that starts matches counts all of them, with the copies of the bots' files, before the first. */
TEST(the_user_who_starts_matches_counts)
{
    struct match m;
    char folder[96], path[600], words[BOT_WORDS], to[96];
    match_place(&m);
    snprintf(to, sizeof to, "%s/to", m.dir);
    snprintf(folder, sizeof folder, "%s/heavy", m.dir);
    heavy_bot(folder, "bots/random", 900 << 20);
    snprintf(path, sizeof path, "%s/bot", folder);
    bot_words(words, path, "");
    const struct {
        const char *says, *word[16];
    } starts[] = {
        { "fiel: match: it may take ",
          { "match", "--games", "1", "--bot", words, "--bot", words, "--bot-memory", "1200M", "--replay", m.replay } },
        { "fiel: measure: 2 at once may take ", { "measure", "--pairs", "1", "--jobs", "2", words, "cauto" } },
        { "fiel: tournament: 2 at once may take ",
          { "tournament", "--pairs", "1", "--jobs", "2", "--to", to, "--bot", "cauto", "--bot", words } },
        { "fiel: build: it may take 4656 MiB of memory, and there are 3808",
          { "build", "--memory", "4G", folder, to, "true" } },
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        OWNED_RUN r = on_4_gibs(&m, starts[i].word);
        if (r.code != 3 || !strstr(r.err, starts[i].says))
            fail_msg("%s: exit %d\n%s\n%s", starts[i].says, r.code, r.out, r.err);
        assert_int_equal(access(to, F_OK), -1);
        assert_int_equal(access(m.replay, F_OK), -1);
    }
    close(m.watch);
    scratch_remove(m.dir);
}

/* Anyone who asked for no size has what there is. */
TEST(bots_on_a_small_machine)
{
    OWNED_MATCH m;
    match_place(&m);
    instead(&m, machines[0].path, machines[0].text);
    scarce(&m, "none:none");
    match_run(&m, (const char *const[]){ "--bot", "cauto", "--bot", "random", "--games", "1", "--jail", "none", NULL });
    plenty();
    OWNED_RUN r = match_end(&m);
    if (r.code != 0)
        fail_msg("exit %d\n%s", r.code, r.err);
    assert_says(r.err, "fiel: each bot has 1862 MiB of memory: there are 3808 here");
}

/* --- the disk ---------------------------------------------------------------------------------------- */

/* A bot that prints without end: its log ends where a record beside it would want the room. */
TEST(a_log_leaves_room_on_the_disk)
{
    static const struct {
        const char *free;
        size_t least, most;
    } disks[] = { { "60000000", 0, 200 }, { "6000000000", 16 << 20, (16 << 20) + 200 } };
    char bot[512];
    snprintf(bot, sizeof bot, "%s/tests/bad/chatter", build_dir());
    for (size_t i = 0; i < sizeof disks / sizeof *disks; i++) {
        OWNED_MATCH m;
        size_t size;
        char path[128];
        match_place(&m);
        setenv("FIEL_FREE", disks[i].free, 1);
        scarce(&m, "none:none");
        match_run(&m, (const char *const[]){ "--bot", bot, "--bot", "random", "--games", "1", "--jail", "none",
                                             "--logs", m.dir, NULL });
        plenty();
        unsetenv("FIEL_FREE");
        run_says(match_end(&m), 0, NULL);
        snprintf(path, sizeof path, "%s/chatter-seat0.log", m.dir);
        OWNED char *log = slurp(path, &size);
        assert_in_range(size, disks[i].least, disks[i].most);
        assert_says(log + (size > 100 ? size - 100 : 0), "fiel: cut here");
    }
}

/* A file is larger than a byte, and where core_pattern names a program the kernel starts it at a limit of 0, and not at 1. */
TEST(a_crash_leaves_no_core)
{
    OWNED_MATCH m;
    char line[256], most[32] = "", path[512], bot[PATH_MAX], words[BOT_WORDS];
    snprintf(path, sizeof path, "%s/bots/cauto", build_dir());
    assert_non_null(realpath(path, bot));
    match_place(&m);
    match_run(&m, (const char *const[]){ "--bot", bot_words(words, path, ""), "--bot", "random", "--games", LONG,
                                         "--tick", TICK_ENOUGH, NULL });
    match_moves(&m, BEGUN);
    pid_t pid = bot_below(m.pid, 0, bot);
    assert_true(pid > 0);
    snprintf(path, sizeof path, "/proc/%d/limits", (int)pid);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f) != NULL)
        if (sscanf(line, "Max core file size %*s %31s", most) == 1)
            break;
    fclose(f);
    kill(m.pid, SIGTERM);
    OWNED_RUN r = match_end(&m);
    assert_string_equal(most, "1");
}

HANGS_AFTER(600)
