/* tables: real processes at several tables on one connection: played, proved, told, killed and gone on with, refused. */
#include "process.h"

#include "../await.h"

#include <signal.h>

#define MATCH "match", "--tables", "8", "--games", "16", "--rules", "argentino,target=15", "--names", "a,b", "--bot", "cauto", "--bot", "embustero"

static void expect_proved(const char *replay, const char *games)
{
    struct run r = run("fiel-audit", replay, NULL);
    if (r.code != 0)
        fail_msg("the audit says\n%s%s", r.out, r.err);
    assert_says(r.out, games);
    run_free(&r);
}

static void eight_tables(void **state)
{
    (void)state;
    char dir[64], replay[96];
    scratch(dir);
    snprintf(replay, sizeof replay, "%s/m.replay", dir);
    struct run r = run("fiel", MATCH, "--replay", replay, NULL);
    if (r.code != 0 || strstr(r.out, "fault:"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    assert_says(r.out, "16 games at 8 tables");
    run_free(&r);
    expect_proved(replay, "16 games");
    r = run("fiel", "replay", "--table", "7", "--hand", "2", replay, NULL);
    assert_int_equal(r.code, 0);
    assert_says(r.out, "this is table 7");
    assert_says(r.out, "Hand 2   game 1");
    run_free(&r);
    r = run("fiel", "replay", "--table", "8", replay, NULL);
    assert_int_equal(r.code, 2);
    assert_says(r.err, "tables 0 to 7");
    run_free(&r);
    scratch_remove(dir);
}

/* Killed with all its processes when the record has grown to this size; false: it was over before. */
static bool killed(const char *dir, const char *replay, off_t size)
{
    char fiel[512];
    struct stat s;
    int status = 0, watch = await_folder(dir);
    assert_true(watch >= 0);
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", build_dir());
    pid_t pid = fork();
    if (pid == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(126);
        execl(fiel, "fiel", MATCH, "--replay", replay, (char *)NULL);
        _exit(127);
    }
    int process = await_process(pid);
    while ((stat(replay, &s) != 0 || s.st_size < size) && await_change(watch, process))
        continue;
    close(process);
    close(watch);
    bool alive = waitpid(pid, &status, WNOHANG) == 0;
    kill(pid, SIGKILL);
    if (alive)
        assert_int_equal(waitpid(pid, &status, 0), pid);
    return alive;
}

static void goes_on_after_kill(void **state)
{
    (void)state;
    char dir[64], replay[96];
    scratch(dir);
    snprintf(replay, sizeof replay, "%s/m.replay", dir);
    if (killed(dir, replay, 500000)) {
        struct run r = run("fiel", "match", "--resume", replay, NULL);
        if (r.code != 0 || strstr(r.out, "fault:"))
            fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
        run_free(&r);
    }
    expect_proved(replay, "16 games");
    scratch_remove(dir);
}

/* A pair at each table: at four, then at what is left. */
static void pairs_at_four_tables(void **state)
{
    (void)state;
    char dir[64], folder[96], pattern[400];
    scratch(dir);
    snprintf(folder, sizeof folder, "%s/pairs", dir);
    struct run r = run("fiel", "match", "--duplicate", "--tables", "4", "--games", "6", "--rules", "argentino,target=9", "--bot", "cauto",
                       "--bot", "embustero", "--replay", folder, NULL);
    if (r.code != 0 || strstr(r.out, "fault"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    assert_says(r.out, "pair 6: cauto");
    assert_says(r.out, "6 pairs of one game at 4 tables");
    run_free(&r);
    snprintf(pattern, sizeof pattern, "%s/bin/fiel-audit --quiet --pair %s/*.replay > %s/said", build_dir(), folder, dir);
    assert_int_equal(system(pattern), 0);
    snprintf(pattern, sizeof pattern, "%s/said", dir);
    char *said = slurp(pattern, NULL);
    assert_says(said, "0001b.replay: a valid pair");
    assert_says(said, "0005b.replay: a valid pair");
    free(said);
    scratch_remove(dir);
}

/* Whoever is lost in the middle of it loses what is not played yet, and there is no twin. */
static void a_fault_ends_many_pairs(void **state)
{
    (void)state;
    char dir[64], folder[96], bad[512];
    scratch(dir);
    snprintf(folder, sizeof folder, "%s/pairs", dir);
    snprintf(bad, sizeof bad, "%s/bots/bad/crash", build_dir());
    struct run r = run("fiel", "match", "--duplicate", "--tables", "3", "--games", "3", "--bot", "cauto", "--bot", bad,
                       "--replay", folder, "--json", NULL);
    if (r.code != 0)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    assert_says(r.out, "\"scores\":[0,0,0,0,3]");
    assert_says(r.out, "\"forfeits\":3");
    assert_says(r.out, "\"table\":2");
    run_free(&r);
    scratch_remove(dir);
}

static void refused(void **state)
{
    (void)state;
    static const struct { const char *words[4], *says; } row[] = {
        { { "--tables", "21" }, "21 tables share 20 games" },
        { { "--tables", "0" }, "whole number from 1 to 512" },
        { { "--tables", "4", "--cutter", "corte" }, "--cutter goes with one table alone" },
        { { "--tables", "4", "--tick", "10ms" }, "--tick goes with one table alone" },
        { { "--tables", "129", "--duplicate" }, "129 tables share 20 pairs" },
        { { "--tables", "20", "--hands-max", "60000" }, "at most 52428 each" },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *const *w = row[i].words;
        struct run r = run("fiel", "match", "--bot", "cauto", "--bot", "cauto", w[0], w[1], w[2], w[3], NULL);
        assert_int_equal(r.code, 2);
        assert_says(r.err, row[i].says);
        run_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_tables),
        cmocka_unit_test(goes_on_after_kill),
        cmocka_unit_test(pairs_at_four_tables),
        cmocka_unit_test(a_fault_ends_many_pairs),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
