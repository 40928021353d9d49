/* given_up: matches that nobody goes on with any more: each gets its signed void, and nothing of it stays behind. */
#include <dirent.h>

#include "running.h"
#include "served.h"

enum { GIVEN_UP = 6, TRIES = 4, UNDER_WAY = 20000 };

static const char LONG[] = "10000";

/* --- what is left ------------------------------------------------------------------------------------ */

/* How many names a folder holds. */
static unsigned holds(const char *path)
{
    unsigned n = 0;
    DIR *d = opendir(path);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        n += *e->d_name != '.';
    closedir(d);
    return n;
}

static void assert_void(const json_t *result)
{
    if (json_integer_value(json_object_get(json_object_get(result, "void"), "reason")) != GIVEN_UP)
        fail_msg("no void of reason %d: %s", GIVEN_UP, json_dumps(result, JSON_ENCODE_ANY));
}

/* --- a daemon ---------------------------------------------------------------------------------------- */

/* Its referee, and not the one that was killed before. */
static pid_t next_referee(const struct served *s, pid_t before)
{
    pid_t pid;
    while ((pid = process_below(s->pid, "fiel referee ")) <= 0 || pid == before)
        if (!records_change(s))
            fail_msg("no referee starts");
    return pid;
}

TEST(what_dies_again_and_again_is_void)
{
    AUTO(served_end) struct served s;
    char temp[160];
    pid_t referee = 0;
    served_start(&s, PLAIN_AT(TICK_ENOUGH));
    assert_int_equal(order_games(&s, LONG), 1);
    record_moves(&s, 1, UNDER_WAY);
    for (unsigned i = 0; i < TRIES; i++) {
        referee = next_referee(&s, referee);
        kill(referee, SIGKILL);
    }
    json_auto_t *j = end_of(&s, 1);
    const char *how = json_string_value(json_object_get(j, "state"));
    if (!how || strcmp(how, "void") != 0)
        fail_msg("%s", json_dumps(j, 0));
    assert_void(json_object_get(j, "result"));
    run_says(ask(&s, "status", "--metrics", NULL), ANY_CODE, "fiel_voids_total{bot=\"cauto\"} 1\n", NULL);
    assert_audits(&s, 1);
    snprintf(temp, sizeof temp, "%s/tmp", s.state);
    assert_int_equal(holds(temp), 0);
}

/* --- by hand ----------------------------------------------------------------------------------------- */

/* fiel match --resume WHAT [MORE]: its exit code, and what it must say on stderr.  No runtime is there any more, so that no bot could be
 * held as it was. */
static json_t *resumed(const struct match *m, const char *more, int code, const char *says)
{
    OWNED char *runtime = strdup(getenv("FIEL_RUNTIME") ? getenv("FIEL_RUNTIME") : "");
    setenv("TMPDIR", m->temp, 1);
    setenv("FIEL_RUNTIME", m->temp, 1);
    OWNED_RUN r = run("fiel", "match", "--resume", m->replay, "--json", more, NULL);
    unsetenv("TMPDIR");
    setenv("FIEL_RUNTIME", runtime, 1);
    if (r.code != code || (says && !strstr(r.err, says)))
        fail_msg("exit %d, wanted %d\n%s\n%s", r.code, code, r.out, r.err);
    return json_loads(r.out, 0, NULL);
}

/* Two auditors that share no code. */
static void assert_both_audit(const char *replay)
{
    OWNED_RUN r = run("fiel-audit", replay, NULL), second = run("fiel-audit", "--second", replay, NULL);
    if (r.code || second.code)
        fail_msg("%s%s\n%s%s", r.out, r.err, second.out, second.err);
}

static void assert_gone(const struct match *m, const char *name)
{
    char path[192];
    snprintf(path, sizeof path, "%s/%s", m->dir, name);
    assert_int_equal(access(path, F_OK), -1);
}

static void drop(struct match *m)
{
    close(m->watch);
    scratch_remove(m->dir);
}

TEST(a_killed_match_is_given_up)
{
    struct match m;
    int status;
    match_start(&m, LONG, true);
    match_moves(&m, UNDER_WAY);
    kill(m.pid, SIGKILL);
    assert_int_equal(waitpid(m.pid, &status, 0), m.pid);
    json_auto_t *j = resumed(&m, "--give-up", 3, "");
    assert_void(j);
    assert_both_audit(m.replay);
    assert_int_equal(holds(m.temp), 0);
    assert_gone(&m, "m.seed");
    assert_gone(&m, "m.resume");
    assert_null(resumed(&m, "--give-up", 3, "a match that was broken off leaves it"));
    drop(&m);
}

/* The twin is played: its first leg waits for it, and gets its end, too. */
TEST(a_killed_series_is_given_up)
{
    struct match m;
    char twin[192], first[192], events[4096];
    struct stat s;
    int status;
    match_place(&m);
    inotify_add_watch(m.watch, m.dir, IN_CREATE);
    match_run(&m, (const char *const[]){ "--bot", "cauto", "--bot", "random", "--duplicate", "--games", "5", "--tick",
                                         "20ms", "--jail", "none", "--json", NULL });
    snprintf(first, sizeof first, "%s/0001a.replay", m.replay);
    snprintf(twin, sizeof twin, "%s/0001b.replay", m.replay);
    while (stat(twin, &s) || s.st_size < UNDER_WAY) {
        struct pollfd p = { .fd = m.watch, .events = POLLIN };
        (void)inotify_add_watch(m.watch, m.replay, IN_MODIFY | IN_CREATE);
        assert_int_equal(poll(&p, 1, HANG_SECONDS * 1000), 1);
        assert_true(read(m.watch, events, sizeof events) > 0);
    }
    kill(m.pid, SIGKILL);
    assert_int_equal(waitpid(m.pid, &status, 0), m.pid);
    json_auto_t *j = resumed(&m, "--give-up", 3, NULL);
    assert_int_equal(json_integer_value(json_object_get(j, "pairs")), 0);
    assert_both_audit(first);
    assert_both_audit(twin);
    assert_int_equal(holds(m.temp), 0);
    assert_gone(&m, "m.replay/series.resume");
    assert_gone(&m, "m.replay/0001a.seed");
    assert_gone(&m, "m.replay/0001b.seed");
    assert_gone(&m, "m.replay/0002a.replay");
    drop(&m);
}

/* --- folders ----------------------------------------------------------------------------------------- */

static void another_match(const struct match *m, const char *name)
{
    char replay[128];
    snprintf(replay, sizeof replay, "%s/%s", m->dir, name);
    setenv("TMPDIR", m->temp, 1);
    OWNED_RUN r = run("fiel", "match", "--bot", "cauto", "--bot", "random", "--games", "1", "--jail", "none",
                      "--replay", replay, NULL);
    unsetenv("TMPDIR");
    if (r.code)
        fail_msg("%s", r.err);
}

/* Of a killed match the folder stays as long as its note does, and of one that is played as long as that is. */
TEST(what_a_killed_match_left_goes_with_the_next)
{
    struct match m;
    char note[96];
    int status;
    match_start(&m, LONG, true);
    match_moves(&m, UNDER_WAY);
    snprintf(note, sizeof note, "%s/m.resume", m.dir);
    another_match(&m, "one.replay");
    assert_int_equal(holds(m.temp), 1);
    kill(m.pid, SIGKILL);
    assert_int_equal(waitpid(m.pid, &status, 0), m.pid);
    another_match(&m, "two.replay");
    assert_int_equal(holds(m.temp), 1);
    assert_int_equal(unlink(note), 0);
    another_match(&m, "three.replay");
    assert_int_equal(holds(m.temp), 0);
    drop(&m);
}

TEST(what_is_played_is_left_alone)
{
    OWNED_MATCH m;
    char note[96];
    match_start(&m, LONG, true);
    match_moves(&m, UNDER_WAY);
    snprintf(note, sizeof note, "%s/m.resume", m.dir);
    assert_int_equal(unlink(note), 0);
    another_match(&m, "one.replay");
    assert_int_equal(holds(m.temp), 1);
    kill(m.pid, SIGTERM);
    run_says(match_end(&m), ANY_CODE, "\"void\":{\"reason\":2", NULL);
}

TEST(only_what_was_broken_off)
{
    ends(2, "--resume REPLAY", "fiel", "match", "--give-up", "--bot", "cauto", "--bot", "random", NULL);
}

HANGS_AFTER(600)
