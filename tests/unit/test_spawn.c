/* spawn: a started process has what it was given and nothing else, and nothing of it is left behind. */
#include <sys/resource.h>

#include "support/test.h"

#include "base/cpu.h"
#include "base/spawn.h"
#include "support/scratch.h"
#include "support/skipped.h"

enum { SOON_MS = 60000 }; /* a bound for hangs, not a timing */

static char *nothing[] = { NULL };

/* A shell that runs `script`, its output on out[0]. */
static struct spawn shell(const char *script, char *argv[4], int out[2])
{
    static char name[] = "sh", option[] = "-c";
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    argv[0] = name;
    argv[1] = option;
    argv[2] = (char *)(uintptr_t)script;
    argv[3] = NULL;
    return (struct spawn){ .path = "/bin/sh", .argv = argv, .environment = nothing, .output = out[1], .cpu = CPU_NONE };
}

/* Starts it, lets it end, and gives what it printed. */
static struct ending run(struct spawn *s, int out[2], char *printed, size_t cap)
{
    struct child c;
    struct ending e;
    const char *step;
    size_t size = 0;
    ssize_t n;
    assert_int_equal(spawn_start(&c, s, &step), 0);
    close(out[1]);
    assert_true(child_wait(&c, SOON_MS));
    child_reap(&c, &e);
    assert_int_equal(c.pid, 0);
    while ((n = read(out[0], printed + size, cap - 1 - size)) > 0)
        size += (size_t)n;
    printed[size] = '\0';
    close(out[0]);
    return e;
}

static void test_what_cannot_be_executed(STATE)
{
    static const struct {
        const char *path;
        int error;
    } cases[] = { { "/no/such/program", ENOENT }, { "/etc/passwd", EACCES }, { "/", EACCES } };
    char name[] = "program", *argv[] = { name, NULL };
    struct child c = { 0 };
    const char *step;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct spawn s = { .path = cases[i].path, .argv = argv, .environment = nothing, .output = -1, .cpu = CPU_NONE };
        assert_int_equal(spawn_start(&c, &s, &step), -1);
        assert_int_equal(errno, cases[i].error);
        assert_string_equal(step, "executing it");
        assert_int_equal(c.pid, 0);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* and nobody is left to be reaped */
    }
}

static void test_folder_that_is_not_there(STATE)
{
    char *argv[4];
    int out[2];
    struct child c;
    const char *step;
    struct spawn s = shell("exit 0", argv, out);
    s.folder = "/no/such/folder";
    assert_int_equal(spawn_start(&c, &s, &step), -1);
    assert_string_equal(step, "its folder");
    close(out[0]);
    close(out[1]);
}

static void test_environment_folder_and_descriptors(STATE)
{
    char *argv[4], printed[4096];
    int out[2], leak = open("/etc/passwd", O_RDONLY), passed[2];
    struct spawn s = shell(
        "/bin/pwd; /usr/bin/env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=; read word <&3; echo $word; "
        "cat; test -e /proc/$$/fd/4 && echo four; ls /proc/self/fd | tr '\\n' ' '",
        argv, out);
    assert_int_equal(pipe(passed), 0);
    assert_int_equal(write(passed[1], "given\n", 6), 6);
    s.folder = "/usr";
    spawn_pass(&s, passed[0]);
    struct ending e = run(&s, out, printed, sizeof printed);
    assert_int_equal(e.exit_code, 0);
    assert_string_equal(printed, "/usr\ngiven\n0 1 2 3 4 "); /* 4 is what ls reads itself */
    close(leak);
    close(passed[0]);
    close(passed[1]);
}

static void test_signals_are_as_by_default(STATE)
{
    char *argv[4], printed[64];
    int out[2];
    sigset_t set, before;
    struct spawn s = shell("kill -PIPE $$; echo ignored", argv, out);
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_BLOCK, &set, &before);
    signal(SIGPIPE, SIG_IGN);
    struct ending e = run(&s, out, printed, sizeof printed);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert_int_equal(e.signal, SIGPIPE);
    assert_int_equal(e.exit_code, 0);
    assert_string_equal(printed, "");
}

static void test_limits(STATE)
{
    char *argv[4], printed[256], script[192];
    int out[2];
    OWNED_SCRATCH folder = scratch_new();
    snprintf(script, sizeof script,
             "ulimit -n; ulimit -c; exec dd if=/dev/zero of='%s/zeros' bs=1000 count=100 2>/dev/null", folder);
    struct spawn s = shell(script, argv, out);
    spawn_limit(&s, RLIMIT_NOFILE, 20);
    spawn_limit(&s, RLIMIT_CORE, 0);
    spawn_limit(&s, RLIMIT_FSIZE, 10000);
    struct ending e = run(&s, out, printed, sizeof printed);
    assert_string_equal(printed, "20\n0\n");
    assert_int_equal(e.signal, SIGXFSZ);
}

/* The one that is started ends at once; what it left behind ends with it, for it holds the pipe's other end.
 */
static void test_group_ends_with_its_leader(STATE)
{
    char *argv[4], printed[64];
    int out[2];
    struct spawn s = shell("sleep 1000 & sleep 1000 & echo started", argv, out);
    struct ending e = run(&s, out, printed, sizeof printed);
    assert_int_equal(e.exit_code, 0);
    assert_string_equal(printed, "started\n");
}

static void test_orphans_end(STATE)
{
    char *argv[4], line[16] = "";
    int out[2];
    struct child c;
    struct ending e;
    const char *step;
    /* A session of its own is outside the group; only being its adopted parent reaches it. */
    struct spawn s = shell("setsid sh -c 'echo up; sleep 1000' & wait", argv, out);
    assert_int_equal(orphans_adopt(), 0);
    assert_int_equal(spawn_start(&c, &s, &step), 0);
    close(out[1]);
    assert_int_equal(read(out[0], line, 3), 3);
    child_kill(&c);
    assert_true(child_wait(&c, SOON_MS));
    child_reap(&c, &e);
    assert_int_equal(e.signal, SIGKILL);
    orphans_kill(NULL, 0);
    assert_int_equal(read(out[0], line, sizeof line), 0); /* nobody holds the pipe any more */
    close(out[0]);
}

static void test_placement(STATE)
{
    char *argv[4], printed[64], wanted[32];
    int out[2], cpu = 0;
    while (!cpu_allowed(cpu))
        cpu++;
    assert_false(cpu_allowed(-1));
    assert_false(cpu_allowed(1 << 20));
    struct spawn s = shell("grep ^Cpus_allowed_list /proc/self/status | tr -d 'a-zA-Z_:\\t\\n'", argv, out);
    s.cpu = cpu;
    run(&s, out, printed, sizeof printed);
    snprintf(wanted, sizeof wanted, "%d", cpu);
    assert_string_equal(printed, wanted);
    int first = cpu_choose(), second = cpu_choose();
    assert_true(first == CPU_NONE || cpu_allowed(first));
    assert_true(second == CPU_NONE || cpu_allowed(second));
}

int main(void)
{
    const struct CMUnitTest failures[] = {
        cmocka_unit_test(test_what_cannot_be_executed),
        cmocka_unit_test(test_folder_that_is_not_there),
    };
    const struct CMUnitTest starts[] = {
        cmocka_unit_test(test_environment_folder_and_descriptors),
        cmocka_unit_test(test_signals_are_as_by_default),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_group_ends_with_its_leader),
        cmocka_unit_test(test_orphans_end),
        cmocka_unit_test(test_placement),
    };
    const char *preload = getenv("LD_PRELOAD");
    int failed = cmocka_run_group_tests(failures, NULL, NULL);
    if (preload && strstr(preload, "vgpreload")) {
        skipped("starts", "valgrind knows no pidfd_open, and %zu tests need it", sizeof starts / sizeof *starts);
        return failed;
    }
    return cmocka_run_group_tests(starts, NULL, NULL) || failed;
}
