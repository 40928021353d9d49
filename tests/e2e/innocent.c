/* innocent: deaths and what cannot be started, and whose doing they are.
 *
 * A bot answers for the abort of its own seat process, whatever the kernel refused to that.  It answers for nothing that the machine
 * had not to give and for nothing that the machine's memory killer took: then the match is void, with the reason. */
#include "running.h"

#include <jansson.h>
#include <limits.h>
#include <sys/resource.h>

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
    json_t *j = json_loads(r.out, 0, NULL);
    if (!j || r.code != 0)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    const json_t *f = only_fault(j);
    text_is(f, "fault", fault);
    text_is(f, "effect", "loses the match");
    assert_int_equal(json_integer_value(json_object_get(f, "seat")), seat);
    assert_int_equal(json_integer_value(json_object_get(j, "winner")), 1 - seat);
    assert_int_equal(audit(m), 0);
    json_decref(j);
    match_drop(m, &r);
}

/* Ends as void for this reason (ARBITER's `a`), which the audit finds in order, and says whose word that is. */
static void void_by(struct match *m, int code)
{
    struct run r = match_end(m);
    json_t *j = json_loads(r.out, 0, NULL);
    if (!j || r.code != 3)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    text_is(j, "outcome", "void");
    assert_int_equal(json_array_size(json_object_get(j, "faults")), 0);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(j, "void"), "reason")), code);
    struct run told = run("fiel-audit", "--quiet", m->replay, NULL);
    assert_int_equal(told.code, 0);
    assert_says(told.out, ": valid; void, which rests on the arbiter's word\n");
    run_free(&told);
    json_decref(j);
    match_drop(m, &r);
}

/* --- seat processes --------------------------------------------------------------------------------- */

/* What libzmq and malloc do where the kernel gives no more. */
static void an_aborted_seat_is_its_bots(void **state)
{
    static const int signals[] = { SIGABRT, SIGSEGV };
    (void)state;
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
    match_run(m, (const char *const[]){ "--bot", "cauto", "--bot", "random", "--games", LONG, "--jail", "none",
                                        "--json", NULL });
    plenty();
}

static void a_bot_that_cannot_be_started(void **state)
{
    struct match m;
    (void)state;
    match_place(&m);
    scarce(&m, "fork:fiel keeper --seat 1");
    once(&m);
    start_unheld(&m);
    void_by(&m, 4);
}

static void a_bot_that_cannot_be_started_again(void **state)
{
    struct match m;
    (void)state;
    match_place(&m);
    scarce(&m, "fork:fiel keeper --seat 1");
    start_unheld(&m);
    match_moves(&m, PLAYED);
    once(&m);
    kill(wait_for_child(&m, "random "), SIGKILL);
    void_by(&m, 4);
}

static void a_seat_that_cannot_be_started_again(void **state)
{
    struct match m;
    (void)state;
    match_place(&m);
    scarce(&m, "thread:fiel seat --seat 0");
    start_unheld(&m);
    match_moves(&m, PLAYED);
    once(&m);
    kill(wait_for_child(&m, "fiel seat --seat 0 "), SIGKILL);
    void_by(&m, 4);
}

/* --- the memory killer ------------------------------------------------------------------------------- */

/* As a kernel counts it, where no cgroup does. */
static void memory_kills(const struct match *m, const char *count)
{
    char text[64];
    snprintf(text, sizeof text, "nr_free_pages 7\noom_kill %s\n", count);
    instead(m, "/proc/vmstat", text);
}

static void taken_by_the_memory_killer(void **state)
{
    struct match m;
    (void)state;
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
static void who_ends_himself_loses(void **state)
{
    struct match m;
    pid_t before = 0, bot;
    (void)state;
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

/* --- counted before anything is started --------------------------------------------------------------- */

static const struct {
    const char *path, *text, *says;
} machines[] = {
    { "/proc/meminfo", "MemTotal: 3900000 kB\n",
      "may take 4176 MiB of memory, and there are 3808: give each bot less (--bot-memory)" },
    { "/proc/sys/kernel/threads-max", "80\n", "may take 144 processes and threads, and there is room for 80" },
    { "/proc/sys/fs/file-nr", "9900\t0\t10000\n",
      "may have 432 files open, and the machine has 100 left (fs.file-max)" },
};

/* Nothing is played, and nothing is left. */
static void a_machine_that_is_too_small(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        struct match m;
        match_place(&m);
        instead(&m, machines[i].path, machines[i].text);
        scarce(&m, "none:none");
        match_run(&m, (const char *const[]){ "--bot", "cauto", "--bot", "random", "--bot-memory", "2G", NULL });
        plenty();
        struct run r = match_end(&m);
        if (r.code != 3)
            fail_msg("exit %d\n%s", r.code, r.err);
        assert_says(r.err, machines[i].says);
        assert_int_equal(access(m.replay, F_OK), -1);
        match_drop(&m, &r);
    }
}

static void too_few_descriptors(void **state)
{
    struct match m;
    struct rlimit before, few;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    few = (struct rlimit){ 40, before.rlim_max };
    match_place(&m);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    match_run(&m, (const char *const[]){ "--bot", "cauto", "--bot", "random", "--games", "1", "--jail", "none", NULL });
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    struct run r = match_end(&m);
    if (r.code != 3)
        fail_msg("exit %d\n%s", r.code, r.err);
    assert_says(r.err, "may need 64 descriptors in one process, which has 40 left (ulimit -n)");
    assert_int_equal(access(m.replay, F_OK), -1);
    match_drop(&m, &r);
}

/* Who asked for no size has what there is. */
static void bots_on_a_small_machine(void **state)
{
    struct match m;
    (void)state;
    match_place(&m);
    instead(&m, machines[0].path, machines[0].text);
    scarce(&m, "none:none");
    match_run(&m, (const char *const[]){ "--bot", "cauto", "--bot", "random", "--games", "1", "--jail", "none", NULL });
    plenty();
    struct run r = match_end(&m);
    if (r.code != 0)
        fail_msg("exit %d\n%s", r.code, r.err);
    assert_says(r.err, "fiel: each bot has 1864 MiB of memory: there are 3808 here");
    match_drop(&m, &r);
}

/* --- the disk ---------------------------------------------------------------------------------------- */

/* A bot that prints without end: its log ends where a record beside it would want the room. */
static void a_log_leaves_room_on_the_disk(void **state)
{
    static const struct {
        const char *free;
        size_t least, most;
    } disks[] = { { "60000000", 0, 200 }, { "6000000000", 16 << 20, (16 << 20) + 200 } };
    char bot[512];
    (void)state;
    snprintf(bot, sizeof bot, "%s/bots/bad/chatter", build_dir());
    for (size_t i = 0; i < sizeof disks / sizeof *disks; i++) {
        struct match m;
        size_t size;
        char path[128];
        match_place(&m);
        setenv("FIEL_FREE", disks[i].free, 1);
        scarce(&m, "none:none");
        match_run(&m, (const char *const[]){ "--bot", bot, "--bot", "random", "--games", "1", "--jail", "none",
                                             "--logs", m.dir, NULL });
        plenty();
        unsetenv("FIEL_FREE");
        struct run r = match_end(&m);
        assert_int_equal(r.code, 0);
        snprintf(path, sizeof path, "%s/chatter-seat0.log", m.dir);
        char *log = slurp(path, &size);
        assert_in_range(size, disks[i].least, disks[i].most);
        assert_says(log + (size > 100 ? size - 100 : 0), "fiel: cut here");
        free(log);
        match_drop(&m, &r);
    }
}

/* A file is larger than a byte, and where core_pattern names a program the kernel starts it at a limit of 0, and not at 1. */
static void a_crash_leaves_no_core(void **state)
{
    struct match m;
    char line[256], most[32] = "", path[512], bot[PATH_MAX], words[BOT_WORDS];
    (void)state;
    snprintf(path, sizeof path, "%s/bots/cauto", build_dir());
    assert_non_null(realpath(path, bot));
    match_place(&m);
    match_run(&m,
              (const char *const[]){ "--bot", bot_words(words, path, ""), "--bot", "random", "--games", LONG, NULL });
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
    struct run r = match_end(&m);
    match_drop(&m, &r);
    assert_string_equal(most, "1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_aborted_seat_is_its_bots),
        cmocka_unit_test(a_bot_that_cannot_be_started),
        cmocka_unit_test(a_bot_that_cannot_be_started_again),
        cmocka_unit_test(a_seat_that_cannot_be_started_again),
        cmocka_unit_test(taken_by_the_memory_killer),
        cmocka_unit_test(who_ends_himself_loses),
        cmocka_unit_test(a_machine_that_is_too_small),
        cmocka_unit_test(too_few_descriptors),
        cmocka_unit_test(bots_on_a_small_machine),
        cmocka_unit_test(a_log_leaves_room_on_the_disk),
        cmocka_unit_test(a_crash_leaves_no_core),
    };
    alarm(600);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
